#include "rearview/board/sides.h"

#include <algorithm>
#include <limits>

namespace rearview {

Sides::Sides(const Board& board)
    : board_(&board), visits_(static_cast<std::size_t>(board.square_count()) + 1) {
  for (Visit& visit : visits_) visit.parent = visit.root = board.wall();
}

void Sides::scan(SquareMask occupied) {
  if (clock_ > std::numeric_limits<std::uint32_t>::max() - visits_.size()) {
    for (Visit& visit : visits_) visit.entered = 0;
    clock_ = 0;
  }
  start_ = clock_;
  part_count_ = 0;
  for (Square s = 0; s < board_->wall(); ++s) {
    if (occupied[s] || visits_[s].entered > start_) continue;
    ++part_count_;
    scan_part(occupied, s);
  }
}

void Sides::scan_part(SquareMask occupied, Square root) {
  const auto enter = [&](Square s, Square parent) {
    ++clock_;
    visits_[s] = {clock_, clock_, 0, parent, root, s, 0, 0};
  };
  enter(root, board_->wall());
  for (Square s = root;;) {
    Visit& visit = visits_[s];
    const auto& neighbours = board_->neighbours(s);
    Square child = board_->wall();
    while (visit.next_direction < 4) {
      const Square next = neighbours[visit.next_direction++];
      if (occupied[next]) continue;
      if (visits_[next].entered <= start_) {
        child = next;
        break;
      }
      // The edge back to the parent lowers `low` to the parent's time: exactly what still counts
      // as cut off, so it needs no exception.
      visit.low = std::min(visit.low, visits_[next].entered);
    }
    if (child != board_->wall()) {
      enter(child, s);
      s = child;
      continue;
    }
    visit.last = clock_;
    if (s == root) return;
    Visit& parent = visits_[visit.parent];
    parent.low = std::min(parent.low, visit.low);
    parent.smallest_below = std::min(parent.smallest_below, visit.smallest_below);
    if (visit.low >= parent.entered) ++parent.cut_children;
    s = visit.parent;
  }
}

Sides::Side Sides::side_among_children(Square q, Square s) const {
  const Visit& at_q = visits_[q];
  const std::uint32_t when = visits_[s].entered;
  if (when < at_q.entered) return rest();
  for (const Square child : board_->neighbours(q)) {
    const Visit& visit = visits_[child];
    if (visit.parent != q || visit.entered <= start_) continue;
    if (when < visit.entered || when > visit.last) continue;
    return visit.low >= at_q.entered ? child : rest();
  }
  return rest();
}

}  // namespace rearview
