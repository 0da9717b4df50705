// TD(0) with a linear value (the paper, "Training Setup").
//
// In each iteration all levels are searched in a new random order, each with a new tree, until the
// reward is received or the tree has its nodes. Every expansion teaches: the value of the state
// moves towards the reward or the discounted value of its best child, also when the search itself
// went elsewhere (off-policy). A state that is found dead is worth nothing.
#pragma once

#include <cstdint>
#include <memory>
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
  double dead_weight = 5;  // of a dead state, against 1 of a step
  double discount = FeatureScale::gamma;
};

class Trainer {
 public:
  // Learns the weights of the features that `enabled` marks; all others stay 0. The problems are
  // owned by the caller.
  Trainer(std::vector<Problem*> problems, const Schedule& schedule,
          const std::array<bool, feature_count>& enabled, std::uint64_t seed);

  // One iteration over all problems. False when the watch said stop.
  bool iterate(Watch& watch);

  const Weights& weights() const { return weights_; }
  int rewards() const { return rewards_; }  // received in the last iteration

 private:
  void search(Problem& problem, Watch& watch);
  void learn(Planner& planner, const Seen& seen);

  std::vector<Problem*> problems_;
  Schedule schedule_;
  std::array<bool, feature_count> enabled_;
  Rng rng_;
  double rate_;
  Weights weights_{};
  int rewards_ = 0;
};

}  // namespace rearview
