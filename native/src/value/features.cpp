#include "rearview/value/features.h"

namespace rearview {

// A level without boxes or distances has features too: nothing is divided by zero.
FeatureScale::FeatureScale(int boxes, int largest_distance, double gamma)
    : boxes_(std::max(1, boxes)), largest_distance_(std::max(1, largest_distance)) {
  power_of_gamma_.push_back(1.0);
  for (int i = 0; i < boxes; ++i) power_of_gamma_.push_back(power_of_gamma_.back() * gamma);
}

FeatureVector FeatureScale::features(Motion motion, const StateCounts& counts) const {
  return {targets(counts.on_targets),
          distance(counts.distance),
          gamma1(),
          gamma2(motion, counts.on_targets),
          connectivity(counts.regions),
          overlap(counts.overlap),
          perm(counts.perm),
          1.0};
}

}  // namespace rearview
