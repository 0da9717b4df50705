#include "rearview/deadlock/exhaustion.h"

#include <algorithm>

#include "rearview/board/regions.h"

namespace rearview {

Exhaustion::Exhaustion(const Board& board)
    : boards_(board, Motion::push),
      freeze_(board, Motion::push, boards_),
      position_(board),
      generator_(board) {}

Exhaustion::Answer Exhaustion::decide(const State& state, int max_states) {
  seen_.clear();
  open_.clear();
  order_ = 0;
  position_.set(state);
  if (reach(state_key(state), state.player)) return Answer::alive;
  for (states_ = 0; !open_.empty(); ++states_) {
    if (states_ >= max_states) return Answer::undecided;
    std::pop_heap(open_.begin(), open_.end());
    const State next = std::move(open_.back().state);
    open_.pop_back();
    if (expand(next)) return Answer::alive;
  }
  return Answer::dead;
}

bool Exhaustion::reach(std::uint64_t key, Square player) {
  if (!seen_.insert(key)) return false;
  const auto boxes = position_.boxes();
  const int left = static_cast<int>(boxes.size()) - position_.boxes_on_targets();
  open_.push_back({left, ++order_, {{boxes.begin(), boxes.end()}, player}});
  std::push_heap(open_.begin(), open_.end());
  return left == 0;
}

bool Exhaustion::expand(const State& state) {
  position_.set(state);
  generator_.start(position_);
  moves_.clear();
  // By index: boxes keep their places in the list while they are moved.
  for (std::size_t i = 0; i < position_.boxes().size(); ++i)
    generator_.generate_box(position_, position_.boxes()[i], Motion::push, boards_.empty().dead(),
                            moves_);
  return std::ranges::any_of(moves_, [&](const Child& child) {
    const auto& [source, destination, player] = child.move;
    position_.move_box(source, destination);
    const bool is_solved = !freeze_.is_dead(position_, destination) && reach(child.key, player);
    position_.move_box(destination, source);
    return is_solved;
  });
}

}  // namespace rearview
