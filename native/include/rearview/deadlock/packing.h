// Packing. Promise: the state is dead.
//
// Works backward from the goal, a relaxed pull game. Boxes that are frozen on their targets now
// stay walls; every other target has a box in the end. Remove boxes, one after the other, that the
// player can pull onto a square that some box of the state can reach. A removed box is gone, so the
// player gets at least as far as in any real game. A box that is never removed was there before the
// rest was packed, so it must be there now; and squares that the player never reaches cannot hold
// the player now. This finds packing orders that leave a target which no box can reach any more,
// long before a search would.
//
// It assumes that all targets are filled in the end, so it finds nothing if there are fewer boxes
// than targets.
//
// The result depends on the frozen boxes and on the squares that boxes can reach. Many states share
// these, so results are cached.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rearview/board/regions.h"
#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/freeze.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

class Packing : public DeadlockDetector {
 public:
  static constexpr DetectorAbout about{
      "packing", Cost::costly,
      "targets that could not be filled in any order, looking back from the goal: from "
      "where no box comes any more, or behind boxes that are frozen"};

  Packing(const Board& board, FrozenBoards& boards);
  bool is_dead(Position& position, std::optional<Square> moved) override;

 private:
  // A region between the packed boxes in which the player may end, looked back from.
  struct EndRegion {
    std::vector<Square> sealed;  // targets whose boxes were there before
    SquareSet walkable;          // where the player may have been
    bool can_follow(const Position& position) const;
  };

  // Leaves in `ways_` the squares to which boxes that are not frozen can come.
  void find_ways(const Position& position, std::span<const Square> frozen);
  const std::vector<EndRegion>& end_regions_with(std::span<const Square> frozen);
  bool can_end_with(Square player, std::span<const Square> frozen);
  EndRegion unpack_from(Square player, std::span<const Square> frozen);
  bool can_be_pulled(Square box, const EndRegion& region) const;
  void walk_on(Square from, SquareSet& walkable);

  // Beyond this many bytes the cache is cleared: a memory bound that only huge searches reach.
  static constexpr std::size_t max_kept_bytes = 32U << 20;

  const Board* board_;
  FrozenBoards* boards_;
  Freeze freeze_;
  SquareSet ways_;
  std::vector<LoneBox::Slot> slots_;
  std::vector<std::uint8_t> is_found_;

  Position packed_;
  Regions regions_;
  std::vector<Square> open_;
  std::size_t kept_bytes_ = 0;
  std::unordered_map<std::uint64_t, std::vector<EndRegion>> kept_;
};

}  // namespace rearview
