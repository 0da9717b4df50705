#include "rearview/board/walks.h"

#include <algorithm>

namespace rearview {
namespace {

constexpr char step_letters[] = {'u', 'r', 'd', 'l'};

}  // namespace

Walks::Walks(const Board& board)
    : board_(&board),
      steps_(static_cast<std::size_t>(board.square_count()) + 1, unreached),
      arrived_(steps_.size(), up),
      open_(steps_.size()) {}

void Walks::measure(const Position& position, Square from) {
  begin(from);
  for (std::size_t i = 0; i < open_count_; ++i) go_on(position, open_[i]);
}

void Walks::measure_around(const Position& position, Square from, Square box) {
  begin(from);
  const auto is_done = [&] {
    return std::ranges::all_of(board_->neighbours(box), [&](Square s) {
      return position.is_occupied(s) || steps_[s] != unreached;
    });
  };
  for (std::size_t i = 0; i < open_count_ && !is_done(); ++i) go_on(position, open_[i]);
}

void Walks::measure_to(const Position& position, Square from, Square to) {
  begin(from);
  for (std::size_t i = 0; i < open_count_ && steps_[to] == unreached; ++i)
    go_on(position, open_[i]);
}

std::string Walks::letters(Square to) const {
  std::string walk;
  for (Square s = to; steps_[s] != 0; s = board_->neighbour(s, opposite(arrived_[s])))
    walk += step_letters[arrived_[s]];
  std::ranges::reverse(walk);
  return walk;
}

void Walks::begin(Square from) {
  for (std::size_t i = 0; i < open_count_; ++i) steps_[open_[i]] = unreached;
  open_count_ = 1;
  open_[0] = from;
  steps_[from] = 0;
}

void Walks::go_on(const Position& position, Square s) {
  for (const Direction d : directions) {
    const Square next = board_->neighbour(s, d);
    if (position.is_occupied(next) || steps_[next] != unreached) continue;
    steps_[next] = steps_[s] + 1;
    arrived_[next] = d;
    open_[open_count_++] = next;
  }
}

}  // namespace rearview
