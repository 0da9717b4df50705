#include "rearview/deadlock/freeze.h"

#include <algorithm>

namespace rearview {

Freeze::Freeze(const Board& board, Motion motion, const FrozenBoards& boards)
    : board_(&board),
      motion_(motion),
      dead_squares_(boards.empty().dead()),
      blocks_(board.square_count()) {
  blocks_.add(board.wall());
}

bool Freeze::is_dead(Position& position, std::optional<Square> moved) {
  if (!moved) {
    find(position);
  } else {
    // If the moved box can still move, it has frozen nothing.
    if (!is_blocked(*moved, position.occupied())) return false;
    frozen_.assign(1, *moved);
    blocks_.add(*moved);
    add_neighbours(position);
    free_what_can_move();
  }
  return std::ranges::any_of(frozen_, [&](Square s) { return !board_->is_goal(motion_, s); });
}

std::span<const Square> Freeze::find(const Position& position) {
  frozen_.assign(position.boxes().begin(), position.boxes().end());
  for (const Square s : frozen_) blocks_.add(s);
  free_what_can_move();
  return frozen_;
}

// Only a box within reach of another can block it: what a move freezes is within reach of the box
// that moved, over boxes that are within reach of each other.
void Freeze::add_neighbours(const Position& position) {
  const auto add = [&](Square s) {
    if (!position.is_box(s) || blocks_[s]) return;
    blocks_.add(s);
    frozen_.push_back(s);
  };
  for (std::size_t i = 0; i < frozen_.size(); ++i) {
    const Square box = frozen_[i];
    for (const Direction d : directions) {
      const Square next = board_->neighbour(box, d);
      add(next);
      // A pull needs the next but one square, too.
      if (motion_ == Motion::pull && next != board_->wall()) add(board_->neighbour(next, d));
    }
  }
}

void Freeze::free_what_can_move() {
  for (std::size_t before = 0; before != frozen_.size();) {
    before = frozen_.size();
    std::erase_if(frozen_, [&](Square s) {
      if (is_blocked(s, blocks_.mask())) return false;
      blocks_.remove(s);
      return true;
    });
  }
  for (const Square s : frozen_) blocks_.remove(s);
}

bool Freeze::is_blocked(Square box, SquareMask blocks) const {
  return motion_ == Motion::push ? is_push_blocked(box, blocks) : is_pull_blocked(box, blocks);
}

bool Freeze::is_push_blocked(Square box, SquareMask blocks) const {
  const auto& around = board_->neighbours(box);
  const auto axis_blocked = [&](Direction d) {
    const Square a = around[d];
    const Square b = around[opposite(d)];
    return blocks[a] || blocks[b] || (dead_squares_[a] && dead_squares_[b]);
  };
  return axis_blocked(up) && axis_blocked(right);
}

bool Freeze::is_pull_blocked(Square box, SquareMask blocks) const {
  return std::ranges::all_of(directions, [&](Direction d) {
    const Square next = board_->neighbour(box, d);
    return blocks[next] || dead_squares_[next] || blocks[board_->neighbour(next, d)];
  });
}

}  // namespace rearview
