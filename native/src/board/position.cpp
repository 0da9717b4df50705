#include "rearview/board/position.h"

#include <algorithm>
#include <bit>

namespace rearview {

Position::Position(const Board& board)
    : board_(&board),
      occupied_(board.square_count()),
      box_index_(static_cast<std::size_t>(board.square_count()) + 1, no_box) {
  occupied_.add(board.wall());
}

void Position::clear() {
  for (const Square s : boxes_) {
    occupied_.remove(s);
    box_index_[s] = no_box;
  }
  boxes_.clear();
  boxes_key_ = 0;
}

void Position::set(std::span<const Square> boxes, Square player) {
  clear();
  for (const Square s : boxes) place_box(s);
  player_ = player;
}

void Position::set_packed(std::span<const std::uint64_t> words, Square player) {
  clear();
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1)
      place_box(static_cast<Square>(i * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
  player_ = player;
}

void Position::pack(std::span<std::uint64_t> words) const {
  std::ranges::fill(words, 0);
  for (const Square s : boxes_) words[s / 64] |= std::uint64_t{1} << (s % 64);
}

void Position::place_box(Square s) {
  occupied_.add(s);
  box_index_[s] = static_cast<std::uint16_t>(boxes_.size());
  boxes_.push_back(s);
  boxes_key_ ^= board_->box_key(s);
}

void Position::lift_box(Square s) {
  const std::uint16_t index = box_index_[s];
  boxes_[index] = boxes_.back();
  box_index_[boxes_[index]] = index;
  boxes_.pop_back();
  occupied_.remove(s);
  box_index_[s] = no_box;
  boxes_key_ ^= board_->box_key(s);
}

int Position::boxes_on_targets() const {
  return static_cast<int>(
      std::ranges::count_if(boxes_, [this](Square s) { return board_->is_target(s); }));
}

bool Position::all_boxes_on(Motion motion) const {
  return std::ranges::all_of(boxes_, [&](Square s) { return board_->is_goal(motion, s); });
}

}  // namespace rearview
