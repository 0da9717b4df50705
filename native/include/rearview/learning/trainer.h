// TD(0) with a linear value (the paper, "Training Setup").
//
// In each iteration all levels are searched in a new random order, each with a new tree, until the
// reward is received or the tree has its nodes. Every expansion teaches: the value of the state
// moves towards the reward or the discounted value of its best child, also when the search itself
// went elsewhere (off-policy). A state that is found dead is worth nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rearview/search/planner.h"
#include "rearview/support/rng.h"
#include "rearview/support/watch.h"

namespace rearview {

struct Schedule {
  int iterations = 100;
  int max_nodes = 50;  // of one tree
  double rate = 0.01;
  double rate_decay = 0.98;
  double dead_weight = 5;                        // of a dead state, against 1 of a step
  double discount = FeatureScale::papers_gamma;  // also that of the features
  Ties ties = Ties::nearest;
  double epsilon_scale = 1;
  // A search that earns no reward teaches nothing, and one that does teaches all its steps at its
  // end.
  bool rewarded_only = false;
  Weights start{};  // what is known before the first iteration
};

// What one search of an iteration begins with.
struct Lesson {
  const Board* board;             // must outlive the trainer
  std::vector<State> trajectory;  // the hint to follow; empty for none
  std::optional<State> start;     // where the forward agent begins, if not where the level does
};

// What an agent has come to after an iteration.
struct Iteration {
  Weights weights{};
  int rewards = 0;  // lessons that rewarded it in this iteration
};

// Trains one agent.
class Trainer {
 public:
  // Pulls train the backward agent, pushes the forward agent. Learns the weights of the features
  // that `enabled` marks; all others stay 0.
  Trainer(Motion motion, std::span<const Lesson> lessons, const std::vector<std::string>& detectors,
          const Schedule& schedule, const std::array<bool, feature_count>& enabled,
          std::uint64_t seed);

  // All iterations of the schedule, unless the watch or `goes_on` says stop. That is asked after
  // each iteration.
  using GoesOn = std::function<bool(int number, const Iteration& last)>;  // from 1
  std::vector<Iteration> run(Watch& watch, const GoesOn& goes_on);

 private:
  // One iteration over all lessons. False when the watch said stop.
  bool iterate(Watch& watch);
  void search(Agent& agent, Watch& watch);
  // What one step teaches: where the value of a state should be, and how much that counts.
  struct Sample {
    FeatureVector features;
    double target;
    double weight;
  };
  Sample sample(Planner& planner, const Seen& seen) const;
  void learn();

  std::vector<std::unique_ptr<Agent>> agents_;
  Schedule schedule_;
  std::array<bool, feature_count> enabled_;
  Rng rng_;
  double rate_;
  Weights weights_{};
  int rewards_ = 0;
  std::vector<Sample> samples_;  // seen, and not learned from yet
};

}  // namespace rearview
