// Progress reports to Python while a search runs, with the best boards.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "rearview/search/solver.h"

namespace rearview::bindings {

using Coordinates = std::pair<int, int>;

// The best state of an agent as it is drawn.
struct BestBoard {
  std::vector<Coordinates> boxes;
  Coordinates player;
  double value = 0;
  int round = 0;
};

// Made only for a callback, a few times a second.
struct Report : Progress {
  std::optional<BestBoard> backward_best;
  std::optional<BestBoard> forward_best;
};

}  // namespace rearview::bindings
