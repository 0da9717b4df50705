#include "rearview/search/solver.h"

#include <algorithm>

#include "rearview/search/meeting.h"

namespace rearview {

Solver::Solver(const Board& board, const SolverOptions& options, Watch& watch)
    : board_(&board),
      options_(options),
      watch_(&watch),
      growth_(options.growth),
      backward_agent_(board, options.detectors, options.backward_weights, options.discount),
      forward_agent_(board, options.detectors, options.forward_weights, options.discount),
      beam_(board, options.detectors) {}

SearchResult Solver::solve() {
  Position start(*board_);
  start.set(board_->starts(), board_->player());
  if (start.all_boxes_on(Motion::push)) {
    decide(Outcome::solved);
    return result_;
  }
  // At first the forward tree holds only the start state, which the backward search may meet.
  forward_ = make_forward();
  do {
    round_ = plan_round();
    if (goes_on()) return_to_first_trees();
    look_back();
    if (!is_over()) go_forward();
    if (!is_over() && !round_.is_last) beam();
    ++progress_.round;
    growth_.next_round();
  } while (!is_over() && !round_.is_last);

  result_.rounds = progress_.round;
  result_.backward_nodes = progress().backward_nodes;
  result_.forward_nodes = progress_.forward_nodes;
  if (!is_decided_) result_.reason = stopped_ == StopReason::none ? StopReason::nodes : stopped_;
  return result_;
}

PlannerOptions Solver::planner_options(Ties ties, double epsilon_scale) const {
  return {.seed = options_.seed,
          .use_cells = options_.use_cells,
          .ties = is_varied() ? SolverOptions::varied_ties : ties,
          .epsilon_scale = is_varied() ? SolverOptions::varied_epsilon_scale : epsilon_scale};
}

std::shared_ptr<Planner> Solver::make_forward() {
  forward_agent_.set_weights(forward_weights(progress_.round));
  return std::make_shared<Planner>(
      forward_agent_, planner_options(options_.forward_ties, options_.forward_epsilon_scale));
}

std::shared_ptr<Planner> Solver::make_backward() {
  PlannerOptions options = planner_options(options_.backward_ties, options_.backward_epsilon_scale);
  options.knows_reward = !looks_back_wholly();
  return std::make_shared<Planner>(backward_agent_, options);
}

bool Solver::goes_on() const {
  return first_forward_ != nullptr && (progress_.round % 2 == 0 || round_.is_last);
}

void Solver::keep_first_trees() {
  const SearchTree& tree = forward_->tree();
  const double states = static_cast<double>(tree.node_count());
  if (states >= options_.max_narrow * static_cast<double>(tree.expansion_count())) return;
  first_backward_ = backward_;
  first_forward_ = forward_;
  first_trajectory_ = result_.trajectory;
}

void Solver::return_to_first_trees() {
  backward_ = first_backward_;
  forward_ = first_forward_;
  backward_best_ = forward_best_ = {};  // they are of other trees
  backward_agent_.set_weights(options_.backward_weights);
  backward_agent_.set_hint({});
  forward_agent_.set_weights(forward_weights(0));
  forward_agent_.set_hint(first_trajectory_);
  result_.trajectory = first_trajectory_;
}

std::size_t Solver::bytes() const {
  std::size_t sum = backward_->bytes() + forward_->bytes();
  if (first_backward_ && first_backward_ != backward_) sum += first_backward_->bytes();
  if (first_forward_ && first_forward_ != forward_) sum += first_forward_->bytes();
  return sum;
}

void Solver::decide(Outcome outcome) {
  is_decided_ = true;
  result_.outcome = outcome;
}

void Solver::look_back() {
  const double began = watch_->seconds();
  progress_.is_forward = false;
  if (!goes_on()) {
    if (progress_.round > 0) hint_backward();
    backward_ = make_backward();
  }
  cleared_ = no_node;
  const std::size_t states = goes_on() ? backward_->tree().node_count() : 0;
  if (options_.use_hints || options_.use_meeting) {
    run(*backward_, *forward_, round_.backward_nodes);
    result_.backward_states += backward_->tree().node_count() - states;
  }
  if (progress_.round == 0) result_.cleared = cleared_ != no_node;
  result_.backward_seconds += watch_->seconds() - began;
}

void Solver::hint_backward() {
  Weights weights = options_.backward_weights;
  weights[static_cast<std::size_t>(Feature::overlap)] = options_.overlap_weight;
  backward_agent_.set_weights(weights);
  backward_agent_.set_hint(forward_->tree().states_to(best_node(forward_->tree())));
}

void Solver::go_forward() {
  const double began = watch_->seconds();
  progress_.is_forward = true;
  if (options_.use_hints && !goes_on()) {
    // Only the first backward pass aims at clearing the targets; later ones follow a hint.
    const NodeId cleared = progress_.round == 0 ? cleared_ : no_node;
    result_.trajectory =
        trajectory_of_look_back(backward_->tree(), cleared, looks_back_wholly(), options_.cut);
    forward_agent_.set_hint(result_.trajectory);
  }
  if (!goes_on()) forward_ = make_forward();
  const std::size_t states = goes_on() ? forward_->tree().node_count() : 0;
  run(*forward_, *backward_, round_.forward_nodes);
  result_.forward_states += forward_->tree().node_count() - states;
  if (options_.use_persistence && progress_.round == 0) keep_first_trees();
  result_.forward_seconds += watch_->seconds() - began;
}

void Solver::beam() {
  if (!options_.use_beam) return;
  const double began = watch_->seconds();
  const Planner& largest = first_forward_ ? *first_forward_ : *forward_;
  const SearchTree* const to_meet = options_.use_meeting ? &largest.tree() : nullptr;
  const auto is_due = [&] {
    const std::uint64_t of_rounds = progress_.backward_nodes / 3 + progress_.forward_nodes;
    // Half of what is left: the rounds need some as well.
    const std::uint64_t left = options_.max_backward_nodes - progress().backward_nodes;
    return static_cast<double>(beam_.nodes()) <
               static_cast<double>(of_rounds) * options_.beam_share &&
           beam_.may_pass(left / 2);
  };
  while (!is_over() && is_due()) {
    progress_.is_forward = false;
    progress_.boxes_done = 0;
    progress_.best_value = backward_->tree().node(backward_->tree().roots()[0]).value;
    result_.moves = beam_.pass(*watch_, to_meet, bytes());
    result_.backward_states += beam_.states();
    result_.met = beam_.has_met();
    // Without memory for a beam the rounds go on, unless nodes must decide how a search goes on.
    const bool goes_on_without = options_.max_backward_nodes == SolverOptions::unlimited;
    stopped_ = beam_.reason();
    if (stopped_ == StopReason::memory && goes_on_without) stopped_ = StopReason::none;
    if (!result_.moves.empty()) decide(Outcome::solved);
  }
  result_.backward_seconds += watch_->seconds() - began;
}

Progress Solver::progress() const {
  Progress progress = progress_;
  progress.backward_nodes += beam_.nodes();
  progress.seconds = watch_->seconds();
  return progress;
}

Solver::Round Solver::plan_round() const {
  const std::uint64_t backward_left = options_.max_backward_nodes - progress().backward_nodes;
  const std::uint64_t forward_left = options_.max_forward_nodes - progress_.forward_nodes;
  const bool is_smaller = first_forward_ != nullptr && progress_.round % 2 == 1;
  const double share = is_smaller ? options_.share_of_new_trees : 1.0;
  const auto nodes = [&](std::uint64_t first) {
    return static_cast<std::uint64_t>(static_cast<double>(growth_.nodes(first)) * share);
  };
  const Round next{nodes(is_varied() ? options_.varied_backward_nodes : options_.backward_nodes),
                   nodes(is_varied() ? options_.varied_forward_nodes : options_.forward_nodes),
                   false};
  // If either agent lacks the nodes for a full round, this round is the last and uses the rest.
  if (options_.use_alternation && next.backward_nodes < backward_left &&
      next.forward_nodes < forward_left)
    return next;
  return {backward_left, forward_left, true};
}

// One pass: steps until the level is decided, a limit is reached or its nodes are used up.
void Solver::run(Planner& planner, const Planner& other, std::uint64_t max_nodes) {
  const SearchTree* const to_meet = options_.use_meeting ? &other.tree() : nullptr;
  const Planner::IsOver check = [&] {
    if (stopped_ == StopReason::none) stopped_ = watch_->check(bytes());
    return stopped_ != StopReason::none;
  };
  progress_.boxes_done = 0;
  best_of_pass() = {.round = progress_.round};
  auto& nodes = progress_.is_forward ? progress_.forward_nodes : progress_.backward_nodes;
  auto& dead = progress_.is_forward ? result_.forward_dead : result_.backward_dead;
  const std::uint64_t end = nodes + max_nodes;
  while (nodes < end && !check()) {
    const Seen seen = planner.step(check, to_meet);
    // The result of an interrupted step is incomplete: ignore it.
    if (stopped_ != StopReason::none) return;
    if (seen.what == Seen::What::exhausted) {
      // The whole state space was searched: unsolvable, unless it reached the start.
      const auto is_at_start = [&] {
        return planner.tree().find(state_key(other.agent().roots()[0])) != no_node;
      };
      if (progress_.is_forward || !is_at_start()) decide(Outcome::unsolvable);
      return;
    }
    ++(planner.tree().is_expanded(seen.leaf) ? nodes : dead);
    note(planner, seen);
    if (seen.what == Seen::What::met) try_meeting(planner.tree(), seen.child, other.tree());
    if (seen.what == Seen::What::done && progress_.is_forward) {
      result_.moves = pushes_to(planner.tree(), seen.child);
      decide(Outcome::solved);
    }
    if (seen.what == Seen::What::done && !progress_.is_forward) {
      if (cleared_ == no_node) cleared_ = seen.child;
      if (progress_.round == 0 && !options_.use_whole_look_back) return;
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
  result_.moves = pushes_to(forward, progress_.is_forward ? node : other_node);
  const auto rest = pushes_from(backward, progress_.is_forward ? other_node : node);
  // Reaching the root of the other tree does not count as a meeting of two searches.
  result_.met = !result_.moves.empty() && !rest.empty();
  result_.moves.insert(result_.moves.end(), rest.begin(), rest.end());
  decide(Outcome::solved);
}

std::optional<BestState> Solver::best_state(Motion motion) const {
  const bool is_push = motion == Motion::push;
  const Best& best = is_push ? forward_best_ : backward_best_;
  const Planner* const planner = is_push ? forward_.get() : backward_.get();
  if (best.node == no_node || planner == nullptr) return std::nullopt;
  Position position(*board_);
  planner->tree().load(best.node, position);
  return BestState{state_of(position), best.value, best.round};
}

void Solver::note(const Planner& planner, const Seen& seen) {
  progress_.seconds = watch_->seconds();
  if (seen.what == Seen::What::dead) return;
  const float value = planner.tree().expansion(seen.leaf).raw_value;
  Best& best = best_of_pass();
  if (best.node == no_node || value > best.value) best = {seen.leaf, value, progress_.round};
  const int boxes = board_->box_count();
  const int done = progress_.is_forward ? seen.best_on_targets : boxes - seen.best_on_targets;
  progress_.boxes_done = std::max(progress_.boxes_done, done);
  if (progress_.is_forward) result_.most_home = std::max(result_.most_home, done);
  progress_.best_value = planner.tree().node(planner.tree().roots()[0]).value;
}

}  // namespace rearview
