#include "rearview/search/expander.h"

#include <algorithm>

namespace rearview {

Expander::Expander(const Board& board, Motion motion, const std::vector<std::string>& detectors)
    : motion_(motion),
      boards_(board, motion),
      push_boards_(motion == Motion::push ? nullptr
                                          : std::make_unique<FrozenBoards>(board, Motion::push)),
      generator_(board),
      counter_(board, (push_boards_ ? *push_boards_ : boards_).empty()),
      nowhere_(board.square_count()),
      forbidden_(nowhere_.mask()),
      regions_(board) {
  const auto is_on = [&](std::string_view name) {
    return std::ranges::find(detectors, name) != detectors.end();
  };
  for (const CatalogueEntry& entry : catalogue())
    if (entry.serves(motion) && is_on(entry.about.name) && !is_on(entry.about.covered_by))
      add(entry, board);
}

void Expander::add(const CatalogueEntry& entry, const Board& board) {
  if (const auto* make = std::get_if<CatalogueEntry::Factory<MovePruner>>(&entry.make)) {
    pruners_.push_back((*make)(board, motion_, boards_));
    return;
  }
  auto detector =
      std::get<CatalogueEntry::Factory<DeadlockDetector>>(entry.make)(board, motion_, boards_);
  forbidden_ = detector->forbidden().value_or(forbidden_);
  (entry.about.cost == Cost::cheap ? cheap_ : costly_).push_back(std::move(detector));
}

void Expander::start(const Position& position, const Hint& hint) {
  generator_.start(position);
  counter_.start(position, hint);
  for (const auto& pruner : pruners_) pruner->look_at(position);
}

void Expander::expand_box(Position& position, Square box, const Hint& hint) {
  children_.clear();
  if (std::ranges::any_of(pruners_, [&](const auto& pruner) { return pruner->skips_box(box); }))
    return;
  moves_.clear();
  generator_.generate_box(position, box, motion_, forbidden_, moves_);
  if (moves_.empty()) return;
  counter_.lift(box, hint);
  const Square player = position.player();
  for (const Child& child : moves_) {
    if (is_skipped(position, child)) continue;
    position.move_box(box, child.move.destination);
    position.set_player(child.move.player);
    if (!is_cheaply_dead(position, child.move))
      children_.push_back({child, counter_.child(position, child, hint)});
    position.move_box(child.move.destination, box);
  }
  position.set_player(player);
}

bool Expander::is_skipped(const Position& position, const Child& child) const {
  return std::ranges::any_of(pruners_,
                             [&](const auto& pruner) { return pruner->skips(position, child); });
}

StateCounts Expander::count(const Position& position, const Hint& hint) {
  regions_.label_all(position);
  return counter_.count(position, regions_.count(), hint);
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
