#include "rearview/learning/trainer.h"

namespace rearview {

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
    search(*problem);
  }
  rate_ *= schedule_.rate_decay;
  return true;
}

void Trainer::search(Problem& problem) {
  problem.set_weights(weights_);
  Planner planner(problem);
  for (int steps = 0; steps < schedule_.max_nodes; ++steps) {
    const Seen seen = planner.step();
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
