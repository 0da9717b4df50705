#include "rearview/search/problem.h"

namespace rearview {

Problem::Problem(const Board& board, Motion motion, const std::vector<std::string>& detectors,
                 const Weights& weights)
    : board_(&board),
      motion_(motion),
      hint_(board, {}),
      expander_(board, motion, detectors, &hint_),
      scale_(board.box_count(), expander_.largest_distance()),
      weights_(weights) {}

void Problem::set_hint(std::span<const State> trajectory) {
  hint_ = Hint(*board_, trajectory);
  expander_.set_hint(&hint_);
}

std::vector<State> FillTargets::roots() const {
  if (start_) return {*start_};
  Position position(board());
  position.set(board().starts(), board().player());
  return {state_of(position)};
}

}  // namespace rearview
