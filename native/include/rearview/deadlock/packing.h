// Packing. Promise: the state is dead.
//
// Look back from the goal. Boxes that are frozen on their targets now are walls from now on; on all
// other targets there is a box in the end. Take those boxes away that the player can pull onto a
// square to which some box of the state can come, one after the other, and count every box that can
// be pulled at all as gone: then the player gets at least as far as in any real game. A box that is
// never pulled this way was there before the rest was packed, so it must be there now; and where
// the player never gets to, the player cannot be now. So an order of packing that leaves a target
// to be filled from where no box comes any more is seen before the search has tried it all.
//
// All targets are filled in the end, so it says nothing when there are fewer boxes than targets.
//
// It depends on the frozen boxes and on the squares to which boxes can come, and these are the same
// in many states, so it is worked out once for each of them and kept.
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

  // Past this many kept bytes all are dropped: a bound on memory, met only by huge searches.
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
