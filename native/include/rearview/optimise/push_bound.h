// A lower bound on the pushes that bring all boxes to given goals: each box is assigned its own
// goal, and pushed there as if it were alone on the board, with the player's side taken into
// account.
//
// The bound is consistent: a push lowers it by one at most. The box that is pushed goes from slot
// to slot of its lone walk, and all other boxes keep their slots, as the player walked around them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rearview/board/position.h"
#include "rearview/optimise/assignment.h"
#include "rearview/optimise/lone_ways.h"

namespace rearview {

class PushBound {
 public:
  PushBound(const Board& board, LoneWays& ways)
      : ways_(&ways), last_box_on_(board.square_count() + 1, Assignment::nobody) {}

  // As many goals as there are boxes.
  void set_goals(std::span<const Square> goals);

  // The bound of a position; none when some goal cannot be filled. The position is kept in mind.
  std::optional<std::uint32_t> look_at(const Position& position);

  // The bound after box number `box` of that position is pushed to `to`, from where the player
  // follows onto `player`.
  std::optional<std::uint32_t> after_push(std::size_t box, Square to, Square player);

 private:
  void measure(LoneBox::Slot slot, Square box, std::int32_t* row) const;

  LoneWays* ways_;
  std::vector<Square> goals_;
  std::vector<const LoneBox::Distance*> steps_;  // to each goal, by slot
  std::vector<Square> boxes_;                    // of the position
  std::vector<LoneBox::Slot> slots_;
  std::vector<std::int32_t> costs_;  // of each box to each goal
  // Of the position before.
  std::vector<LoneBox::Slot> last_slots_;
  std::vector<std::int32_t> last_costs_;
  std::vector<std::int32_t> last_box_on_;  // its number, by square; or nobody
  std::vector<std::int32_t> same_as_;      // box -> the one with the same costs
  std::vector<std::int32_t> row_;
  Assignment assignment_;
};

}  // namespace rearview
