#include "rearview/search/look_back.h"

#include "rearview/search/planner.h"

namespace rearview {

LookBack look_back(const Board& board, const LookBackOptions& options, Watch& watch) {
  BackwardAgent agent(board, options.detectors, options.weights, options.discount);
  Planner planner(agent, options.seed, options.use_cells, options.ties);
  LookBack back;
  const Planner::IsOver check = [&] {
    if (back.reason == StopReason::none) back.reason = watch.check(planner.bytes());
    return back.reason != StopReason::none;
  };
  NodeId end = no_node;
  while (!back.cleared && !check()) {
    if (back.nodes == options.max_nodes) {
      back.reason = StopReason::nodes;
      break;
    }
    const Seen seen = planner.step(check);
    if (back.reason != StopReason::none || seen.what == Seen::What::exhausted) break;
    if (planner.tree().is_expanded(seen.leaf)) ++back.nodes;
    back.cleared = seen.what == Seen::What::done;
    end = seen.child;
  }
  if (!back.cleared) end = best_node(planner.tree());
  back.trajectory = trajectory_to(planner.tree(), end, options.cut);
  return back;
}

}  // namespace rearview
