// The features of a state (the paper, "Value Function Representation"), all in [0, 1].
//
// Each feature is defined by a function of counts that a search can update incrementally: boxes on
// targets, the sum of push distances, the number of player regions, and the hint's counts. `n` is
// the number of boxes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "rearview/board/square.h"

namespace rearview {

enum class Feature : std::uint8_t {
  targets,
  distance,
  gamma1,
  gamma2,
  connectivity,
  overlap,
  perm,
  bias
};

inline constexpr std::size_t feature_count = 8;
inline constexpr std::array<std::string_view, feature_count> feature_names{
    "targets", "distance", "gamma1", "gamma2", "connectivity", "overlap", "perm", "bias"};

// Counts from a trajectory of the other agent; 0 without a hint.
constexpr bool is_hint(Feature f) { return f == Feature::overlap || f == Feature::perm; }

using FeatureVector = std::array<double, feature_count>;

// The counts of a state that the features depend on.
struct StateCounts {
  int on_targets = 0;
  int distance = 0;  // sum over boxes of push distance to the nearest target, alone on the board
  int regions = 0;
  int overlap = 0;
  int perm = 0;
};

// The numbers of a level that the features depend on.
class FeatureScale {
 public:
  // Of the paper. There is one gamma: what discounts the reward is also in two of the features.
  static constexpr double papers_gamma = 0.95;

  FeatureScale(int boxes, int largest_distance, double gamma = papers_gamma);

  double targets(int on_targets) const { return on_targets / boxes_; }
  double distance(int sum) const { return sum / (boxes_ * largest_distance_); }
  double gamma1() const { return power_of_gamma_.back(); }
  // An estimate of the discounted reward: one move for each box that is not home yet.
  double gamma2(Motion motion, int on_targets) const {
    const int done = motion == Motion::push ? on_targets : box_count() - on_targets;
    return power_of_gamma_[static_cast<std::size_t>(box_count() - done)];
  }
  // Every box can add a region or more; above n the feature stays at 1.
  double connectivity(int regions) const { return std::min(1.0, regions / boxes_); }
  double overlap(int boxes_in_common) const { return boxes_in_common / boxes_; }
  double perm(int packed_in_order) const { return packed_in_order / boxes_; }

  FeatureVector features(Motion motion, const StateCounts& counts) const;

 private:
  int box_count() const { return static_cast<int>(power_of_gamma_.size()) - 1; }

  double boxes_;
  double largest_distance_;
  std::vector<double> power_of_gamma_;  // multiplied out: the same on every machine
};

}  // namespace rearview
