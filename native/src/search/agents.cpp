#include "rearview/search/agents.h"

namespace rearview {

Agent::Agent(const Board& board, Motion motion, const std::vector<std::string>& detectors,
             const Weights& weights, double gamma)
    : board_(&board),
      motion_(motion),
      hint_(board, {}),
      expander_(board, motion, detectors),
      scale_(board.box_count(), expander_.largest_distance(), gamma),
      weights_(weights) {}

std::vector<State> ForwardAgent::own_roots() const {
  Position position(board());
  position.set(board().starts(), board().player());
  return {state_of(position)};
}

}  // namespace rearview
