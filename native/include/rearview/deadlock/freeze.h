// Freeze. Promise: the state is dead.
//
// A set of boxes is frozen if each of them is blocked by walls and by boxes of the same set: none
// can be the first to move. A frozen box that is not on a goal is a deadlock; a frozen box on a
// goal is a wall for all others. The frozen boxes are the largest such set: assume that all are
// frozen, then remove boxes that can move, until nothing changes.
//
// To push a box along an axis, both its neighbours on that axis must be free, and a push onto a
// dead square leads nowhere. To pull a box in a direction, the next two squares must be free.
#pragma once

#include <span>
#include <vector>

#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

class Freeze : public DeadlockDetector {
 public:
  static constexpr DetectorAbout about{
      "freeze", Cost::cheap, "boxes that block each other forever, one of them off the goals"};

  Freeze(const Board& board, Motion motion, const FrozenBoards& boards);
  bool is_dead(Position& position, std::optional<Square> moved) override;

  // The frozen boxes of the position, in no order. Valid until the next call.
  std::span<const Square> find(const Position& position);

 private:
  void add_neighbours(const Position& position);
  // Leaves the boxes that stay frozen when all of them are assumed to be.
  void free_what_can_move();
  // Whether a box is blocked on all sides when `blocks` marks what never moves away.
  bool is_blocked(Square box, SquareMask blocks) const;
  bool is_push_blocked(Square box, SquareMask blocks) const;
  bool is_pull_blocked(Square box, SquareMask blocks) const;

  const Board* board_;
  Motion motion_;
  SquareMask dead_squares_;
  SquareSet blocks_;
  std::vector<Square> frozen_;
};

}  // namespace rearview
