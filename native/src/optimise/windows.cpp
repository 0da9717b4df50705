#include "rearview/optimise/windows.h"

#include <algorithm>

namespace rearview {
namespace {

constexpr std::size_t shortest_window = 4;
constexpr std::size_t most_parts = 8;  // of a trail, for beams
constexpr std::size_t shortest_beam = 8;

}  // namespace

Windows::Windows(const Board& board, BestSearch& search)
    : board_(&board), search_(&search), vicinity_(board) {}

bool Windows::pass(Trail& trail, Breadth& breadth, Effort& effort) {
  bool has_gained = false;
  is_exhausted_ = is_cut_by_memory_ = false;
  std::size_t& length = breadth.length;
  while (!effort.is_over()) {
    // A window starts a quarter of its length before the first push that is not marked yet.
    std::size_t next = 0;
    while (next < trail.size() && trail.is_marked(next, breadth.mark)) ++next;
    if (next == trail.size()) break;
    first_ = next - std::min(next, length / 4);
    last_ = std::min(first_ + length, trail.size());
    const BestWay way = search(trail, breadth, effort);
    if (way.is_found) {
      trail.replace(first_, last_, way.pushes);
      last_ = first_ + way.pushes.size();
      has_gained = true;
    }
    if (way.reason == StopReason::none) {
      is_exhausted_ = first_ == 0 && last_ == trail.size();
      const std::size_t end = last_ == trail.size() ? last_ : last_ - length / 4;
      trail.mark(next, std::max(end, std::min(next + 1, trail.size())), breadth.mark);
      length = std::min(length + length / 2, std::max(trail.size(), shortest_window));
    } else if (length > shortest_window) {
      length = std::max(std::min(length, trail.size() - first_) / 2, shortest_window);
    } else if (!way.is_found) {
      trail.mark(next, next + 1, breadth.mark);
    }
  }
  return has_gained;
}

bool Windows::beam(Trail& trail, const Breadth& breadth, Effort& effort) {
  bool has_gained = false;
  is_exhausted_ = is_cut_by_memory_ = false;
  for (std::size_t parts = 1; parts <= most_parts; parts *= 2) {
    const std::size_t length = (trail.size() + parts - 1) / parts;
    if (length < shortest_beam && parts > 1) break;
    for (first_ = 0; first_ < trail.size() && !effort.is_over(); first_ += length - length / 2) {
      last_ = std::min(first_ + length, trail.size());
      const BestWay way = search(trail, breadth, effort);
      if (parts == 1) is_exhausted_ = !way.is_found && way.reason == StopReason::none;
      if (way.is_found) trail.replace(first_, last_, way.pushes);
      has_gained |= way.is_found;
      if (first_ + length >= trail.size()) break;
    }
  }
  return has_gained;
}

BestWay Windows::search(const Trail& trail, const Breadth& breadth, Effort& effort) {
  Playback playback(*board_);
  trail.go_to(playback, first_);
  Stretch stretch;
  stretch.objective = trail.objective();
  stretch.boxes.assign(playback.position().boxes().begin(), playback.position().boxes().end());
  stretch.player = playback.position().player();
  for (std::size_t i = first_; i < last_; ++i) playback.skip(trail.pushes()[i]);
  stretch.goals.assign(playback.position().boxes().begin(), playback.position().boxes().end());
  stretch.finish = trail.stand(last_);
  stretch.limit = trail.cost(first_, last_);
  stretch.counts = breadth.counts;
  stretch.motion = breadth.motion;
  stretch.max_nodes = std::min(breadth.nodes, effort.nodes_left());
  if (breadth.is_beam) {
    stretch.width = std::max<std::uint64_t>(stretch.max_nodes / (last_ - first_ + 1), 1);
    stretch.max_nodes *= 2;
  }
  if (breadth.displaced) {
    vicinity_.surround(trail, first_, last_, *breadth.displaced, breadth.lag);
    stretch.territory = &vicinity_;
  }
  BestWay way = search_->run(stretch, effort.watch());
  if (way.reason == StopReason::memory) is_cut_by_memory_ = true;
  effort.note(way.reason);
  effort.spend(way.nodes);
  return way;
}

}  // namespace rearview
