#include "rearview/optimise/excursions.h"

namespace rearview {
namespace {

// The index after the push that returns the box of push `first` to its square; `first` if the box
// never returns. `others` gets the pushes of other boxes in between.
std::size_t end_of_excursion(const Trail& trail, std::size_t first, std::vector<Push>& others) {
  const Square home = trail.pushes()[first].box;
  Square box = home;
  others.clear();
  for (std::size_t i = first; i < trail.size(); ++i) {
    const Push& push = trail.pushes()[i];
    if (push.box != box) {
      others.push_back(push);
      continue;
    }
    box = trail.board().neighbour(box, push.direction);
    if (box == home) return i + 1;
  }
  return first;
}

}  // namespace

void remove_excursions(Trail& trail, Effort& effort) {
  Playback base(trail.board());  // before push `first`
  Playback playback(trail.board());
  std::vector<Push> others;
  for (std::size_t first = 0; first < trail.size();) {
    const std::size_t last = end_of_excursion(trail, first, others);
    if (last != first) {
      if (!effort.spend(1)) return;
      playback.begin(base.position().boxes(), base.position().player());
      const auto cost = trail.cost_with(playback, last, others);
      if (cost && *cost < trail.cost(first, last)) {
        trail.replace(first, last, others);
        continue;
      }
    }
    base.skip(trail.pushes()[first++]);
  }
}

}  // namespace rearview
