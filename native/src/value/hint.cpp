#include "rearview/value/hint.h"

#include <algorithm>
#include <numeric>

namespace rearview {

Hint::Hint(const Board& board, std::span<const State> trajectory)
    : row_length_(trajectory.size()),
      rows_(trajectory.size() * (static_cast<std::size_t>(board.square_count()) + 1), 0) {
  for (std::size_t i = 0; i < trajectory.size(); ++i)
    for (const Square s : trajectory[i].boxes) rows_[s * row_length_ + i] = 1;
  order_targets(board, trajectory);
}

void Hint::order_targets(const Board& board, std::span<const State> trajectory) {
  if (trajectory.empty()) return;
  // When each target is first vacated, looking back from the goal: played forward, that is when
  // it is filled for the last time.
  std::vector<std::size_t> vacated(static_cast<std::size_t>(board.square_count()), 0);
  for (const Square target : board.targets()) {
    std::size_t i = 0;
    while (i < row_length_ && row(target)[i] != 0) ++i;
    vacated[target] = i;
    if (i == row_length_) ++never_vacated_;
  }
  order_.assign(board.targets().begin(), board.targets().end());
  std::ranges::stable_sort(order_, std::greater<>{}, [&](Square s) { return vacated[s]; });
}

int Hint::overlap(const Position& position) const {
  if (position.boxes().empty()) return 0;
  Counter counter;
  counter.start(*this, position);
  const Square any = position.boxes()[0];
  counter.lift(*this, any);
  return counter.with(*this, any);
}

int Hint::perm(const Position& position) const {
  std::size_t prefix = 0;
  while (prefix < order_.size() && position.is_box(order_[prefix])) ++prefix;
  if (prefix >= never_vacated_) return static_cast<int>(prefix);
  return static_cast<int>(
      std::count_if(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(never_vacated_),
                    [&](Square s) { return position.is_box(s); }));
}

void Hint::Counter::start(const Hint& hint, const Position& position) {
  all_.assign(hint.row_length_, 0);
  rest_.resize(hint.row_length_);
  for (const Square box : position.boxes()) {
    const std::uint16_t* const row = hint.row(box);
    for (std::size_t i = 0; i < all_.size(); ++i)
      all_[i] = static_cast<std::uint16_t>(all_[i] + row[i]);
  }
}

void Hint::Counter::lift(const Hint& hint, Square source) {
  const std::uint16_t* const row = hint.row(source);
  for (std::size_t i = 0; i < all_.size(); ++i)
    rest_[i] = static_cast<std::uint16_t>(all_[i] - row[i]);
}

int Hint::Counter::with(const Hint& hint, Square destination) const {
  const std::uint16_t* const row = hint.row(destination);
  std::uint16_t most = 0;
  for (std::size_t i = 0; i < rest_.size(); ++i)
    most = std::max(most, static_cast<std::uint16_t>(rest_[i] + row[i]));
  return most;
}

}  // namespace rearview
