#include "rearview/learning/trainer.h"

namespace rearview {
namespace {

// Past this a level is left. Fixed, so that what is learned is the same on every machine; ordinary
// levels need a thousandth of it.
constexpr std::size_t max_tree_bytes = std::size_t{512} << 20;

}  // namespace

Trainer::Trainer(std::vector<Problem*> problems, const Schedule& schedule,
                 const std::array<bool, feature_count>& enabled, std::uint64_t seed)
    : problems_(std::move(problems)),
      schedule_(schedule),
      enabled_(enabled),
      rng_(seed),
      rate_(schedule.rate) {}

bool Trainer::iterate(Watch& watch) {
  rewards_ = 0;
  rng_.shuffle(problems_);
  for (Problem* problem : problems_) {
    if (watch.check(0) != StopReason::none) return false;
    search(*problem, watch);
  }
  if (watch.check(0) != StopReason::none) return false;
  rate_ *= schedule_.rate_decay;
  return true;
}

void Trainer::search(Problem& problem, Watch& watch) {
  problem.set_weights(weights_);
  Planner planner(problem);
  bool is_cut_short = false;
  planner.set_is_over([&] {
    is_cut_short = planner.tree().bytes() > max_tree_bytes || watch.check(0) != StopReason::none;
    return is_cut_short;
  });
  for (int steps = 0; steps < schedule_.max_nodes; ++steps) {
    if (planner.tree().bytes() > max_tree_bytes || watch.check(0) != StopReason::none) return;
    const Seen seen = planner.step();
    if (is_cut_short) return;
    if (seen.what == Seen::What::exhausted) return;
    learn(planner, seen);
    problem.set_weights(weights_);
    if (seen.what != Seen::What::done) continue;
    ++rewards_;
    return;
  }
}

void Trainer::learn(Planner& planner, const Seen& seen) {
  FeatureVector features = planner.problem().features(planner.leaf_counts());
  for (std::size_t i = 0; i < feature_count; ++i)
    if (!enabled_[i]) features[i] = 0;
  const double value = linear_value(weights_, features);
  const bool is_rewarded = seen.what == Seen::What::done;
  const double next_value = seen.what == Seen::What::expanded ? seen.best_value : 0.0;
  const double error = td_error(is_rewarded ? 1.0 : 0.0, schedule_.discount, next_value, value);
  const double weight = seen.what == Seen::What::dead ? schedule_.dead_weight : 1.0;
  td_update(weights_, features, weight * rate_, error);
}

}  // namespace rearview
