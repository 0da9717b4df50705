// Corral search. Promise: the state is dead.
//
// A corral is a region that the player cannot enter; the boxes around it are its fence. Remove all
// other boxes and search: can the fence ever be opened (the player can go everywhere in the corral)
// or packed (all its boxes are on targets)? A box that can leave the neighbourhood of the corral is
// removed as well. If the search ends without a way out, the fence alone is a deadlock, whatever
// the other boxes do: a solution of the whole level, restricted to the fence boxes, would be a way
// out.
//
// The cache stores sets of boxes and the player's region with no other boxes, so an entry is valid
// in every state that contains them. Every state of a search without a way out is dead, not only
// the first. A search gives up after a few states. If the same fence is queried again and again, it
// is searched again with as many states as there were queries, so that the effort follows the main
// search.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rearview/board/moves.h"
#include "rearview/board/regions.h"
#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/freeze.h"
#include "rearview/deadlock/frozen_boards.h"
#include "rearview/support/key_table.h"

namespace rearview {

class CorralSearch : public DeadlockDetector {
 public:
  static constexpr DetectorAbout about{
      "corral", Cost::costly,
      "a fence around a shut-off region that can neither be opened nor packed, by a "
      "small search with memory"};

  CorralSearch(const Board& board, const FrozenBoards& boards);
  bool is_dead(Position& position, std::optional<Square> moved) override;

 private:
  // A state of the search; the one nearest to a way out is next, of equals the newest.
  struct Open {
    int regions;
    std::uint32_t order;
    std::uint32_t boxes;  // the place of the first in `open_boxes_`
    std::uint16_t box_count;
    Square player;
    bool operator<(const Open& other) const {
      if (regions != other.regions) return regions > other.regions;
      if (box_count != other.box_count) return box_count > other.box_count;
      return order < other.order;
    }
  };
  struct Named {
    std::uint64_t asked = 0;  // a fence and the square of the player
    Square smallest = 0;      // of the player's region between the fence boxes alone
    bool is_open = false;     // is known to be
  };

  void find_fences(const Position& position);
  std::vector<Square>& next_fence();
  void add_pairs_around(Square box, const Position& position);
  bool is_shut_off(Square s, const Position& position) const;
  void add_boxes_around(Square s, const Position& position, std::vector<Square>& fence) const;
  bool is_dead_fence(const Position& position, std::span<const Square> fence);
  Named& name(std::span<const Square> fence, std::uint64_t boxes_key, Square player);
  // Searches; `undecided` when it gives up after `max_states`.
  enum class Answer : std::uint8_t { dead, open, undecided };
  Answer search(std::span<const Square> fence, Square player, int max_states);
  void find_zone(std::span<const Square> fence, std::uint16_t outside);
  void thin_out_the_rest();
  void forget();
  // One state of the search: true when it is a way out, or one of its moves is.
  bool expand(const Open& state);
  // A box that can leave the zone; without one, the moves of all boxes are in `moves_`.
  std::optional<Square> find_leaver();
  bool try_move(const Child& child);
  void open(int regions, Square player);
  bool is_corral_open() const;
  std::uint64_t key_of(Square smallest) const {
    return fence_position_.boxes_key() ^ board_->player_key(smallest);
  }

  const Board* board_;
  const LoneBox* lone_box_;
  Freeze freeze_;

  Regions regions_;                          // of the whole position
  std::vector<std::vector<Square>> fences_;  // by region, then of pairs of regions
  std::size_t fence_count_ = 0;              // those in use; the rest is memory kept
  std::vector<std::pair<std::uint16_t, std::uint16_t>> pairs_;

  Position fence_position_;  // the board with the fence boxes only
  Regions fence_regions_;
  MoveGenerator generator_;
  std::vector<Child> moves_;
  SquareSet zone_;                 // the corral, its fence and what is next to it, at the start
  SquareSet found_;                // the zone, and what was found outside it
  SquareSet kept_;                 // squares outside the zone that the search cannot do without
  std::vector<Square> corral_;     // the squares that were shut off then
  std::vector<Square> left_out_;   // squares outside the zone that the search does without
  std::vector<Square> came_from_;  // for each square outside the zone, on the way from its first
  std::vector<Open> open_;         // a heap
  std::vector<Square> open_boxes_;
  std::uint32_t order_ = 0;
  KeySet seen_;

  std::vector<Named> named_;  // by what is asked, as far as there is room

  KeySet known_dead_;
  KeySet known_open_;
  std::unordered_map<std::uint64_t, int> times_asked_;  // of the undecided
};

}  // namespace rearview
