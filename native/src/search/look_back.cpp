#include "rearview/search/look_back.h"

#include "rearview/search/planner.h"

namespace rearview {

LookBack look_back(const Board& board, const LookBackOptions& options, Watch& watch) {
  BackwardAgent agent(board, options.detectors, options.weights, options.discount);
  Planner planner(agent, {.seed = options.seed,
                          .use_cells = options.use_cells,
                          .ties = options.ties,
                          .knows_reward = !options.is_whole});
  LookBack back;
  const Planner::IsOver check = [&] {
    if (back.reason == StopReason::none) back.reason = watch.check(planner.bytes());
    return back.reason != StopReason::none;
  };
  NodeId cleared = no_node;
  while ((options.is_whole || cleared == no_node) && !check()) {
    if (back.nodes == options.max_nodes) {
      back.reason = StopReason::nodes;
      break;
    }
    const Seen seen = planner.step(check);
    if (back.reason != StopReason::none || seen.what == Seen::What::exhausted) break;
    if (planner.tree().is_expanded(seen.leaf)) ++back.nodes;
    if (cleared == no_node && seen.what == Seen::What::done) cleared = seen.child;
  }
  back.cleared = cleared != no_node;
  back.trajectory = trajectory_of_look_back(planner.tree(), cleared, options.is_whole, options.cut);
  return back;
}

}  // namespace rearview
