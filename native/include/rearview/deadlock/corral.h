// Corral search. Promise: the state is dead.
//
// A corral is a region that the player cannot enter; the boxes next to it are its fence. Take all
// other boxes off the board and search: can the fence ever be opened (the player gets into the
// corral) or packed (all its boxes are on targets)? If the search ends without either, the fence
// alone is a deadlock, whatever the other boxes do: a solution of the whole level, seen on the
// fence boxes only, would be a way out.
//
// What is remembered is a fence and the player's region with nothing else on the board, so it holds
// in every state that contains it. Every state of a search that ended without a way out is dead,
// not only the first.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rearview/board/regions.h"
#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/freeze.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

class CorralSearch : public DeadlockDetector {
 public:
  // A search gives up (not dead) after this many states.
  static constexpr int default_max_states = 1000;

  CorralSearch(const Board& board, const FrozenBoards& boards, int max_states = default_max_states);
  bool is_dead(Position& position, std::optional<Square> moved) override;

 private:
  void find_fences(const Position& position);
  bool is_dead_fence(const Position& position, std::span<const Square> fence);
  bool has_way_out(std::span<const Square> fence, Square player);
  // One state of the search: true when one of its pushes opens or packs the fence.
  bool expand(const State& state);
  bool try_push(Square box, Direction d);
  bool opens() const;
  std::uint64_t current_key() const;

  const Board* board_;
  const LoneBox* lone_box_;
  Freeze freeze_;
  int max_states_;

  Regions regions_;                          // of the whole position
  std::vector<std::vector<Square>> fences_;  // by region, then of groups of regions

  Position fence_position_;  // the board with the fence boxes only
  Regions fence_regions_;
  std::vector<std::uint8_t> corral_;    // squares that were shut off when the search began
  std::vector<std::uint8_t> shut_off_;  // of these, the ones shut off before the push tried now
  std::vector<State> open_;
  std::unordered_set<std::uint64_t> seen_;

  std::unordered_set<std::uint64_t> known_dead_;
  std::unordered_set<std::uint64_t> known_open_;
};

}  // namespace rearview
