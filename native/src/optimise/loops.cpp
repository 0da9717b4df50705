#include "rearview/optimise/loops.h"

#include <unordered_map>

namespace rearview {
namespace {

// Removes the first loop it finds; false if there is none. Where boxes return to the same
// squares several times, the longest loop is tried first.
bool cut_one(Trail& trail, Effort& effort) {
  Playback playback(trail.board());
  Playback before(trail.board());
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> seen;
  for (std::size_t i = 0;; ++i) {
    auto& earlier = seen[playback.position().boxes_key()];
    for (const std::size_t first : earlier) {
      if (!effort.spend(1)) return false;
      trail.go_to(before, first);
      const auto cost = trail.cost_with(before, i, {});
      if (!cost || *cost >= trail.cost(first, i)) continue;
      trail.replace(first, i, {});
      return true;
    }
    earlier.push_back(i);
    if (i == trail.size()) return false;
    playback.skip(trail.pushes()[i]);
  }
}

}  // namespace

void remove_loops(Trail& trail, Effort& effort) {
  while (cut_one(trail, effort)) {
  }
}

}  // namespace rearview
