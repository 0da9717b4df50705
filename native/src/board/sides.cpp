#include "rearview/board/sides.h"

#include <algorithm>
#include <limits>

namespace rearview {

Sides::Sides(const Board& board) : board_(&board) {
  const std::size_t size = static_cast<std::size_t>(board.square_count()) + 1;
  entered_.assign(size, 0);
  last_.assign(size, 0);
  low_.assign(size, 0);
  parent_.assign(size, board.wall());
  part_root_.assign(size, board.wall());
  smallest_below_.assign(size, 0);
  cut_children_.assign(size, 0);
  next_direction_.assign(size, 0);
}

void Sides::scan(const std::uint8_t* occupied, Square root) {
  if (clock_ > std::numeric_limits<std::uint32_t>::max() - (1U << 20)) {
    std::ranges::fill(entered_, 0);
    clock_ = 0;
  }
  start_ = clock_;
  const auto enter = [&](Square s, Square parent) {
    entered_[s] = low_[s] = ++clock_;
    parent_[s] = parent;
    part_root_[s] = root;
    smallest_below_[s] = s;
    cut_children_[s] = 0;
    next_direction_[s] = 0;
  };
  enter(root, board_->wall());
  for (Square s = root; s != board_->wall();) {
    if (next_direction_[s] == 4) {
      leave(s);
      s = parent_[s];
      continue;
    }
    const Square next = board_->neighbours(s)[next_direction_[s]++];
    if (occupied[next]) continue;
    if (entered_[next] > start_) {
      // The edge back to the parent lowers `low` to the parent's time: exactly what still counts
      // as cut off, so it needs no exception.
      low_[s] = std::min(low_[s], entered_[next]);
    } else {
      enter(next, s);
      s = next;
    }
  }
}

void Sides::leave(Square s) {
  last_[s] = clock_;
  const Square parent = parent_[s];
  if (parent == board_->wall()) return;
  low_[parent] = std::min(low_[parent], low_[s]);
  smallest_below_[parent] = std::min(smallest_below_[parent], smallest_below_[s]);
  if (low_[s] >= entered_[parent]) ++cut_children_[parent];
}

void Sides::scan_all(const std::uint8_t* occupied) {
  std::ranges::fill(entered_, 0);
  clock_ = 0;
  for (Square s = 0; s < board_->wall(); ++s)
    if (!occupied[s] && entered_[s] == 0) scan(occupied, s);
  start_ = 0;
}

Sides::Side Sides::side_among_children(Square q, Square s) const {
  if (entered_[s] < entered_[q]) return rest();
  for (const Square child : board_->neighbours(q)) {
    if (parent_[child] != q || entered_[child] <= start_) continue;
    if (entered_[s] < entered_[child] || entered_[s] > last_[child]) continue;
    return low_[child] >= entered_[q] ? child : rest();
  }
  return rest();
}

}  // namespace rearview
