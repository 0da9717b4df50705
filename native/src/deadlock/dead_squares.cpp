#include "rearview/deadlock/dead_squares.h"

#include <algorithm>

namespace rearview {

DeadSquares::DeadSquares(const Board& board, Motion motion, const FrozenBoards& boards)
    : board_(&board), motion_(motion), lone_box_(&boards.empty()) {}

// The player cannot pass a box that does not move. So with `moved`, only for that box can the
// player now be on a worse side.
bool DeadSquares::is_dead(Position& position, std::optional<Square> moved) {
  if (moved) return is_dead_box(*moved, position.player());
  return std::ranges::any_of(position.boxes(),
                             [&](Square box) { return is_dead_box(box, position.player()); });
}

bool DeadSquares::is_dead_box(Square box, Square player) const {
  const LoneBox::Slot slot = lone_box_->slot(box, player);
  if (slot == LoneBox::no_slot) return !board_->is_goal(motion_, box);
  return lone_box_->nearest(slot) == LoneBox::never;
}

}  // namespace rearview
