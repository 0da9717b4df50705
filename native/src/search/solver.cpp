#include "rearview/search/solver.h"

#include <algorithm>
#include <cmath>

#include "rearview/search/meeting.h"
#include "rearview/search/trajectory.h"

namespace rearview {

Solver::Solver(const Board& board, const SolverOptions& options, Watch& watch)
    : board_(&board),
      options_(options),
      watch_(&watch),
      clear_targets_(board, options.detectors, options.backward_weights),
      fill_targets_(board, options.detectors, options.forward_weights) {}

Outcome Solver::solve() {
  Position start(*board_);
  start.set(board_->starts(), board_->player());
  if (start.all_boxes_on(Motion::push)) {
    decide(Outcome::Verdict::solved);
    return outcome_;
  }
  // Until it is searched, the forward tree is the start alone: for the backward agent to meet.
  forward_ = std::make_unique<Planner>(fill_targets_, options_.seed, options_.use_cells);
  do {
    round_ = plan_round();
    look_back();
    if (!is_over()) go_forward();
    ++progress_.round;
  } while (!is_over() && !round_.is_last);

  outcome_.rounds = progress_.round;
  outcome_.backward_nodes = progress_.backward_nodes;
  outcome_.forward_nodes = progress_.forward_nodes;
  if (!is_decided_) outcome_.reason = stopped_ == StopReason::none ? StopReason::nodes : stopped_;
  return outcome_;
}

void Solver::decide(Outcome::Verdict verdict) {
  is_decided_ = true;
  outcome_.verdict = verdict;
}

void Solver::look_back() {
  const double began = watch_->seconds();
  progress_.is_forward = false;
  if (progress_.round > 0) {
    Weights weights = options_.backward_weights;
    weights[static_cast<std::size_t>(Feature::overlap)] = options_.overlap_weight;
    clear_targets_.set_weights(weights);
    clear_targets_.set_hint(forward_->tree().states_to(best_node(forward_->tree())));
  }
  cleared_ = no_node;
  backward_ = std::make_unique<Planner>(clear_targets_, options_.seed, options_.use_cells);
  if (options_.use_hints || options_.use_meeting) run(*backward_, *forward_, round_.backward_nodes);
  if (progress_.round == 0) outcome_.cleared = cleared_ != no_node;
  outcome_.backward_seconds += watch_->seconds() - began;
}

void Solver::go_forward() {
  const double began = watch_->seconds();
  progress_.is_forward = true;
  if (options_.use_hints) {
    // A backward pass that follows a hint is not after clearing the targets any more.
    const bool has_cleared = progress_.round == 0 && cleared_ != no_node;
    const NodeId end = has_cleared ? cleared_ : best_node(backward_->tree());
    outcome_.trajectory = trajectory_to(backward_->tree(), end, options_.cut);
    fill_targets_.set_hint(outcome_.trajectory);
  }
  forward_ = std::make_unique<Planner>(fill_targets_, options_.seed, options_.use_cells);
  run(*forward_, *backward_, round_.forward_nodes);
  outcome_.forward_seconds += watch_->seconds() - began;
}

Solver::Round Solver::plan_round() const {
  const std::uint64_t backward_left = options_.max_backward_nodes - progress_.backward_nodes;
  const std::uint64_t forward_left = options_.max_forward_nodes - progress_.forward_nodes;
  const double growth = std::pow(options_.growth, progress_.round);
  const auto pass = [&](std::uint64_t first) {
    const double nodes = static_cast<double>(first) * growth;
    return static_cast<std::uint64_t>(
        std::min(nodes, static_cast<double>(SolverOptions::unlimited)));
  };
  const Round next{pass(options_.backward_nodes), pass(options_.forward_nodes), false};
  // A round that one of the agents cannot have in full is the last, and gets all that is left.
  if (options_.use_alternation && next.backward_nodes < backward_left &&
      next.forward_nodes < forward_left)
    return next;
  return {backward_left, forward_left, true};
}

// One pass: steps until the level is decided, a limit is met or the pass has had its nodes.
void Solver::run(Planner& planner, const Planner& other, std::uint64_t max_nodes) {
  if (options_.use_meeting) planner.set_other(&other.tree());
  const auto check = [&] {
    if (stopped_ == StopReason::none) stopped_ = watch_->check(planner.bytes() + other.bytes());
    return stopped_ != StopReason::none;
  };
  planner.set_is_over(check);
  progress_.boxes_done = 0;
  auto& nodes = progress_.is_forward ? progress_.forward_nodes : progress_.backward_nodes;
  const std::uint64_t end = nodes + max_nodes;
  while (nodes < end && !check()) {
    const Seen seen = planner.step();
    // What was cut short in its middle says nothing.
    if (stopped_ != StopReason::none) return;
    if (seen.what == Seen::What::exhausted) {
      // Nothing was left out, so the other end cannot be reached; but see that it was not.
      const auto is_at_start = [&] {
        return planner.tree().find(state_key(other.problem().roots()[0])) != no_node;
      };
      if (progress_.is_forward || !is_at_start()) decide(Outcome::Verdict::unsolvable);
      return;
    }
    if (planner.tree().is_expanded(seen.leaf)) ++nodes;
    note(planner, seen);
    if (seen.what == Seen::What::met) try_meeting(planner.tree(), seen.child, other.tree());
    if (seen.what == Seen::What::done && progress_.is_forward) {
      outcome_.moves = pushes_to(planner.tree(), seen.child);
      decide(Outcome::Verdict::solved);
    }
    if (seen.what == Seen::What::done && !progress_.is_forward) {
      cleared_ = seen.child;
      if (progress_.round == 0) return;
    }
    if (is_over()) return;
  }
}

void Solver::try_meeting(const SearchTree& tree, NodeId node, const SearchTree& other) {
  Position position(*board_);
  tree.load(node, position);
  const NodeId other_node = other.find(state_key(state_of(position)));
  if (!is_same_state(*board_, tree, node, other, other_node)) return;
  const SearchTree& forward = progress_.is_forward ? tree : other;
  const SearchTree& backward = progress_.is_forward ? other : tree;
  outcome_.moves = pushes_to(forward, progress_.is_forward ? node : other_node);
  const auto rest = pushes_from(backward, progress_.is_forward ? other_node : node);
  outcome_.moves.insert(outcome_.moves.end(), rest.begin(), rest.end());
  outcome_.met = true;
  decide(Outcome::Verdict::solved);
}

void Solver::note(const Planner& planner, const Seen& seen) {
  progress_.seconds = watch_->seconds();
  if (seen.what == Seen::What::dead) return;
  const int boxes = board_->box_count();
  const int done = progress_.is_forward ? seen.best_on_targets : boxes - seen.best_on_targets;
  progress_.boxes_done = std::max(progress_.boxes_done, done);
  progress_.best_value = planner.tree().node(planner.tree().roots()[0]).value;
}

}  // namespace rearview
