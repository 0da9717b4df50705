#include "rearview/board/lifted_box.h"

#include <algorithm>

namespace rearview {

LiftedBox::LiftedBox(const Board& board, const Sides& sides)
    : board_(&board), sides_(&sides), known_(static_cast<std::size_t>(board.square_count()) + 1) {}

void LiftedBox::lift(Square box) {
  box_ = box;
  if (++lift_ == 0) {
    for (Known& known : known_) known.lift = 0;
    lift_ = 1;
  }
  touched_.clear();
  smallest_ = box;
  for (const Direction d : directions) {
    const Square part = sides_->part(board_->neighbour(box, d));
    part_next_to_box_[d] = part;
    if (part == board_->wall() || std::ranges::find(touched_, part) != touched_.end()) continue;
    touched_.push_back(part);
    smallest_ = std::min(smallest_, part);
  }
}

LiftedBox::Around LiftedBox::find_around(Square square) const {
  if (square == box_) return parts_around_the_box();
  return is_surrounded(square) ? one_side_around(square) : look_around(square);
}

LiftedBox::Around LiftedBox::parts_around_the_box() const {
  Around around;
  around.parts = static_cast<std::uint16_t>(touched_.size());
  around.side = part_next_to_box_;
  return around;
}

// Whether a box on the square separates nothing, and the lifted box's square is connected to all
// around it. True for most squares.
bool LiftedBox::is_surrounded(Square square) const {
  if (sides_->may_cut(square)) return false;
  const Square part = sides_->part(square);
  for (const Direction d : directions)
    if (part_next_to_box_[d] == part && board_->neighbour(box_, d) != square) return true;
  return false;
}

LiftedBox::Around LiftedBox::one_side_around(Square square) const {
  Around around;
  around.parts = 1;
  for (const Direction d : directions) {
    const Square next = board_->neighbour(square, d);
    around.side[d] = is_free(next) ? smallest_ : board_->wall();
  }
  return around;
}

LiftedBox::Around LiftedBox::look_around(Square square) const {
  const Square part = sides_->part(square);
  // The lifted box's square joins the other parts next to it and those sides that it touches.
  Square joined = box_;
  for (const Square other : touched_)
    if (other != part) joined = std::min(joined, other);
  std::array<Sides::Side, 4> sides{};
  std::size_t count = 0;
  const auto is_joined = [&](Sides::Side side) {
    return std::find(sides.begin(), sides.begin() + count, side) != sides.begin() + count;
  };
  for (const Square next : board_->neighbours(box_)) {
    if (next == square || sides_->part(next) != part) continue;
    const Sides::Side side = sides_->of_square(square, next);
    if (is_joined(side)) continue;
    sides[count++] = side;
    joined = std::min(joined, sides_->smallest(square, side));
    if (!sides_->is_cut(square)) break;  // there is no other side
  }

  Around around;
  around.parts = static_cast<std::uint16_t>(sides_->count(square) - static_cast<int>(count) + 1);
  for (const Direction d : directions) {
    const Square next = board_->neighbour(square, d);
    if (!is_free(next)) {
      around.side[d] = board_->wall();
    } else if (around.parts == 1 || next == box_) {
      around.side[d] = joined;
    } else {
      const Sides::Side side = sides_->of_square(square, next);
      around.side[d] = is_joined(side) ? joined : sides_->smallest(square, side);
    }
  }
  return around;
}

}  // namespace rearview
