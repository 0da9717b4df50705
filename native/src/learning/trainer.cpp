#include "rearview/learning/trainer.h"

namespace rearview {
namespace {

// A level whose tree exceeds this is abandoned. Fixed, so that training gives the same model on
// every machine. Ordinary levels need a thousandth of it.
constexpr std::size_t max_tree_bytes = std::size_t{512} << 20;

std::unique_ptr<Agent> make_agent(Motion motion, const Lesson& lesson,
                                  const std::vector<std::string>& detectors, double discount) {
  if (motion == Motion::pull)
    return std::make_unique<BackwardAgent>(*lesson.board, detectors, Weights{}, discount);
  auto agent = std::make_unique<ForwardAgent>(*lesson.board, detectors, Weights{}, discount);
  if (lesson.start) agent->set_start(*lesson.start);
  return agent;
}

}  // namespace

Trainer::Trainer(Motion motion, std::span<const Lesson> lessons,
                 const std::vector<std::string>& detectors, const Schedule& schedule,
                 const std::array<bool, feature_count>& enabled, std::uint64_t seed)
    : schedule_(schedule),
      enabled_(enabled),
      rng_(seed),
      rate_(schedule.rate),
      weights_(schedule.start) {
  for (const Lesson& lesson : lessons) {
    agents_.push_back(make_agent(motion, lesson, detectors, schedule.discount));
    agents_.back()->set_hint(lesson.trajectory);
  }
}

std::vector<Iteration> Trainer::run(Watch& watch, const GoesOn& goes_on) {
  std::vector<Iteration> history;
  for (int number = 1; number <= schedule_.iterations && iterate(watch); ++number) {
    history.push_back({weights_, rewards_});
    if (!goes_on(number, history.back())) break;
  }
  return history;
}

bool Trainer::iterate(Watch& watch) {
  rewards_ = 0;
  rng_.shuffle(agents_);
  for (const auto& agent : agents_) {
    if (watch.check(0) != StopReason::none) return false;
    search(*agent, watch);
  }
  if (watch.check(0) != StopReason::none) return false;
  rate_ *= schedule_.rate_decay;
  return true;
}

void Trainer::search(Agent& agent, Watch& watch) {
  agent.set_weights(weights_);
  const std::uint64_t seed = schedule_.ties == Ties::random ? rng_.below(~std::uint64_t{0}) : 0;
  Planner planner(agent,
                  {.seed = seed, .ties = schedule_.ties, .epsilon_scale = schedule_.epsilon_scale});
  samples_.clear();
  bool is_cut_short = false;
  const Planner::IsOver check = [&] {
    is_cut_short = planner.tree().bytes() > max_tree_bytes || watch.check(0) != StopReason::none;
    return is_cut_short;
  };
  for (int steps = 0; steps < schedule_.max_nodes && !check(); ++steps) {
    const Seen seen = planner.step(check);
    if (is_cut_short) return;
    if (seen.what == Seen::What::exhausted) return;
    samples_.push_back(sample(planner, seen));
    if (!schedule_.rewarded_only || seen.what == Seen::What::done) learn();
    agent.set_weights(weights_);
    if (seen.what != Seen::What::done) continue;
    ++rewards_;
    return;
  }
}

Trainer::Sample Trainer::sample(Planner& planner, const Seen& seen) const {
  FeatureVector features = planner.agent().features(planner.leaf_counts());
  for (std::size_t i = 0; i < feature_count; ++i)
    if (!enabled_[i]) features[i] = 0;
  const bool is_rewarded = seen.what == Seen::What::done;
  const double next_value = seen.what == Seen::What::expanded ? seen.best_value : 0.0;
  return {features, td_target(is_rewarded ? 1.0 : 0.0, schedule_.discount, next_value),
          seen.what == Seen::What::dead ? schedule_.dead_weight : 1.0};
}

void Trainer::learn() {
  for (const Sample& one : samples_) {
    const double error = one.target - linear_value(weights_, one.features);
    td_update(weights_, one.features, one.weight * rate_, error);
  }
  samples_.clear();
}

}  // namespace rearview
