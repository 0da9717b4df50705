#include "rearview/optimise/lone_ways.h"

#include "rearview/board/position.h"

namespace rearview {

LoneWays::LoneWays(const Board& board, Motion motion)
    : lone_box_(board, motion, Position(board).occupied()),
      to_(static_cast<std::size_t>(board.square_count())) {}

const std::vector<LoneBox::Distance>& LoneWays::to(Square square) {
  auto& steps = to_[square];
  if (steps.empty()) {
    steps = lone_box_.steps_to({&square, 1});
    bytes_ += steps.size() * sizeof(LoneBox::Distance);
  }
  return steps;
}

void LoneWays::trim() {
  if (bytes_ <= large) return;
  for (auto& steps : to_) steps = {};
  bytes_ = 0;
}

}  // namespace rearview
