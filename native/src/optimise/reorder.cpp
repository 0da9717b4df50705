#include "rearview/optimise/reorder.h"

#include <algorithm>

namespace rearview {
namespace {

// The most runs that another run is moved past. Longer moves gain too little for their cost.
constexpr std::size_t farthest = 12;

// The first push of each run of pushes of one box, and the end of the trail.
std::vector<std::size_t> find_runs(const Trail& trail) {
  std::vector<std::size_t> begins;
  Square box = trail.board().wall();
  for (std::size_t i = 0; i < trail.size(); ++i) {
    const Push& push = trail.pushes()[i];
    if (push.box != box) begins.push_back(i);
    box = trail.board().neighbour(push.box, push.direction);
  }
  begins.push_back(trail.size());
  return begins;
}

class Reordering {
 public:
  Reordering(Trail& trail, Effort& effort)
      : trail_(trail), effort_(effort), base_(trail.board()), playback_(trail.board()) {}

  // One pass over all runs. True if the trail became shorter.
  bool pass() {
    bool has_gained = false;
    runs_ = find_runs(trail_);
    base_.begin();
    at_ = 0;
    for (std::size_t run = 0; run + 1 < runs_.size(); ++run) {
      while (at_ < runs_[run]) base_.skip(trail_.pushes()[at_++]);
      while (!effort_.is_over() && gain_at(run)) {
        has_gained = true;
        runs_ = find_runs(trail_);
        if (run + 1 >= runs_.size()) return has_gained;
      }
    }
    return has_gained;
  }

 private:
  bool gain_at(std::size_t run) {
    for (std::size_t over = 1; over <= farthest && run + over + 1 < runs_.size(); ++over) {
      // Move the first run behind the others, or the last one before them.
      if (try_order(runs_[run], runs_[run + 1], runs_[run + over + 1])) return true;
      if (over > 1 && try_order(runs_[run], runs_[run + over], runs_[run + over + 1])) return true;
      if (effort_.is_over()) return false;
    }
    return false;
  }

  // Moves the pushes [middle, last) before [first, middle), if that is shorter.
  bool try_order(std::size_t first, std::size_t middle, std::size_t last) {
    if (!effort_.spend(1)) return false;
    const auto pushes = trail_.pushes();
    others_.assign(pushes.begin() + static_cast<std::ptrdiff_t>(middle),
                   pushes.begin() + static_cast<std::ptrdiff_t>(last));
    others_.insert(others_.end(), pushes.begin() + static_cast<std::ptrdiff_t>(first),
                   pushes.begin() + static_cast<std::ptrdiff_t>(middle));
    playback_.begin(base_.position().boxes(), base_.position().player());
    const auto cost = trail_.cost_with(playback_, last, others_);
    if (!cost || *cost >= trail_.cost(first, last)) return false;
    trail_.replace(first, last, others_);
    return true;
  }

  Trail& trail_;
  Effort& effort_;
  Playback base_;  // before the current run
  std::size_t at_ = 0;
  Playback playback_;
  std::vector<std::size_t> runs_;
  std::vector<Push> others_;
};

}  // namespace

void reorder(Trail& trail, Effort& effort) {
  Reordering reordering(trail, effort);
  while (!effort.is_over() && reordering.pass()) {
  }
}

}  // namespace rearview
