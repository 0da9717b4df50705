// The value of a state: a weighted sum of its features, learned by TD(0) (the paper,
// "Reinforcement Learning Preliminaries").
#pragma once

#include "rearview/value/features.h"

namespace rearview {

using Weights = std::array<double, feature_count>;

inline double linear_value(const Weights& weights, const FeatureVector& features) {
  double sum = 0;
  for (std::size_t i = 0; i < feature_count; ++i) sum += weights[i] * features[i];
  return sum;
}

// The TD(0) target: the reward of a step plus the discounted value of the next state.
constexpr double td_target(double reward, double discount, double next_value) {
  return reward + discount * next_value;
}

// The TD error: the target minus the value of the state.
constexpr double td_error(double reward, double discount, double next_value, double value) {
  return td_target(reward, discount, next_value) - value;
}

// One update of the weights, which moves the value of the features towards the target.
inline void td_update(Weights& weights, const FeatureVector& features, double rate, double error) {
  for (std::size_t i = 0; i < feature_count; ++i) weights[i] += rate * error * features[i];
}

}  // namespace rearview
