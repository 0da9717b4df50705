#include "rearview/search/expander.h"

#include <algorithm>

namespace rearview {

Expander::Expander(const Board& board, Motion motion, const std::vector<std::string>& detectors,
                   const Hint* hint)
    : board_(&board),
      motion_(motion),
      boards_(board, motion),
      push_boards_(motion == Motion::push ? nullptr
                                          : std::make_unique<FrozenBoards>(board, Motion::push)),
      generator_(board),
      counter_(board, (push_boards_ ? *push_boards_ : boards_).empty(), hint),
      regions_(board) {
  for (const auto& entry : catalogue(motion)) {
    if (std::ranges::find(detectors, entry.name) == detectors.end()) continue;
    if (entry.promise == Promise::skip)
      pruners_.push_back(make_pruner(entry.name, board, motion, boards_));
    else
      (entry.is_cheap ? cheap_ : costly_)
          .push_back(make_detector(entry.name, board, motion, boards_));
    if (entry.name == "dead_squares") forbidden_ = boards_.empty().dead();
  }
}

const std::vector<CountedChild>& Expander::expand(Position& position) {
  moves_.clear();
  generator_.generate(position, motion_, forbidden_, moves_);
  for (const auto& pruner : pruners_) pruner->prune(position, moves_);

  children_.clear();
  counter_.start(position);
  const Square player = position.player();
  Square lifted = board_->wall();
  for (const Child& child : moves_) {
    const Move& move = child.move;
    if (move.source != lifted) counter_.lift(lifted = move.source);
    position.move_box(move.source, move.destination);
    position.set_player(move.player);
    if (!is_cheaply_dead(position, move))
      children_.push_back({child, counter_.child(position, child)});
    position.move_box(move.destination, move.source);
  }
  position.set_player(player);
  return children_;
}

StateCounts Expander::count(const Position& position) {
  regions_.label_all(position);
  return counter_.count(position, regions_.count());
}

bool Expander::is_cheaply_dead(Position& position, const Move& move) {
  return std::ranges::any_of(
      cheap_, [&](const auto& detector) { return detector->is_dead(position, move.destination); });
}

bool Expander::is_dead(Position& position, bool is_unchecked) {
  const auto says_dead = [&](const auto& detector) {
    return detector->is_dead(position, std::nullopt);
  };
  return (is_unchecked && std::ranges::any_of(cheap_, says_dead)) ||
         std::ranges::any_of(costly_, says_dead);
}

}  // namespace rearview
