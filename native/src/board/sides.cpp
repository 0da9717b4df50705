#include "rearview/board/sides.h"

#include <algorithm>
#include <array>
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
  const Square wall = board_->wall();
  for (Square s = 0; s < wall; ++s) {
    if (occupied[s] || visits_[s].entered > start_) continue;
    ++part_count_;
    scan_part(occupied, s);
  }
}

// The hottest loop of the program. Values that it reads often are in local variables: the compiler
// cannot know that a byte written to a visit does not change (alias) them.
void Sides::scan_part(SquareMask occupied, Square root) {
  Visit* const visits = visits_.data();
  const std::array<Square, 4>* const neighbours = &board_->neighbours(0);
  const std::uint32_t start = start_;
  std::uint32_t clock = clock_;
  const auto enter = [&](Square s, Square parent) {
    ++clock;
    visits[s] = {clock, clock, 0, parent, root, s, 0, 0};
  };
  enter(root, board_->wall());
  Square s = root;
  for (unsigned direction = 0;;) {
    Visit& visit = visits[s];
    std::uint32_t low = visit.low;
    Square next = 0;
    for (; direction < 4; ++direction) {
      next = neighbours[s][direction];
      if (occupied[next]) continue;
      const std::uint32_t entered = visits[next].entered;
      if (entered <= start) break;
      // The edge back to the parent lowers `low` to the parent's time: exactly what still counts
      // as cut off, so it needs no exception.
      low = std::min(low, entered);
    }
    visit.low = low;
    if (direction < 4) {
      visit.next_direction = static_cast<std::uint8_t>(direction + 1);
      enter(next, s);
      s = next;
      direction = 0;
      continue;
    }
    visit.last = clock;
    if (s == root) break;
    Visit& parent = visits[visit.parent];
    parent.low = std::min(parent.low, low);
    parent.smallest_below = std::min(parent.smallest_below, visit.smallest_below);
    if (low >= parent.entered) ++parent.cut_children;
    s = visit.parent;
    direction = parent.next_direction;
  }
  clock_ = clock;
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
