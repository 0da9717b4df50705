// Dead squares. Promise: the state is dead.
//
// A box is on a square (with the player on a side of it) from which it could not reach a goal even
// if it were the only box on the board.
#pragma once

#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

class DeadSquares : public DeadlockDetector {
 public:
  static constexpr DetectorAbout about{
      "dead_squares", Cost::cheap,
      "a box that could not reach a goal even alone on the board, the player's side "
      "respected"};

  DeadSquares(const Board& board, Motion motion, const FrozenBoards& boards);
  bool is_dead(Position& position, std::optional<Square> moved) override;
  std::optional<SquareMask> forbidden() const override { return lone_box_->dead(); }

 private:
  bool is_dead_box(Square box, Square player) const;

  const Board* board_;
  Motion motion_;
  const LoneBox* lone_box_;
};

}  // namespace rearview
