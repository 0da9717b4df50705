// One backward pass by itself: what the solver begins with, and where the hints of training come
// from. There is no forward search to meet, and nothing but the trajectory is kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rearview/search/growth.h"
#include "rearview/search/ties.h"
#include "rearview/search/trajectory.h"
#include "rearview/support/watch.h"
#include "rearview/value/linear.h"

namespace rearview {

struct LookBackOptions {
  Weights weights{};
  std::vector<std::string> detectors;
  std::uint64_t max_nodes = unlimited_nodes;
  std::uint64_t seed = 0;
  bool use_cells = false;
  double cut = default_cut;
  double discount = FeatureScale::papers_gamma;
  Ties ties = Ties::nearest;
  bool is_whole = false;  // spends all its nodes, also when the targets are clear before
};

struct LookBack {
  std::vector<State> trajectory;  // from the goal to the cleared targets or to the best state
  bool cleared = false;           // in some state no box was left on a target
  std::uint64_t nodes = 0;
  StopReason reason = StopReason::none;  // the limit that ended it, if one did
};

LookBack look_back(const Board& board, const LookBackOptions& options, Watch& watch);

}  // namespace rearview
