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
  for (const Square next : board_->neighbours(box)) {
    const Square part = sides_->part(next);
    if (part != board_->wall() && std::ranges::find(touched_, part) == touched_.end())
      touched_.push_back(part);
  }
}

Square LiftedBox::smallest() const {
  return touched_.empty() ? box_ : std::min(box_, std::ranges::min(touched_));
}

const LiftedBox::Around& LiftedBox::around(Square square) {
  Known& known = known_[square];
  if (known.lift != lift_)
    known = {lift_, square == box_ ? parts_around_the_box() : look_around(square)};
  return known.around;
}

LiftedBox::Around LiftedBox::parts_around_the_box() const {
  Around around;
  around.parts = static_cast<std::uint16_t>(touched_.size());
  for (const Direction d : directions) around.side[d] = sides_->part(board_->neighbour(box_, d));
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
    const bool is_free = next == box_ || sides_->part(next) != board_->wall();
    if (!is_free) {
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
