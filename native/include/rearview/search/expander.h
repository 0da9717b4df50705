// Expansion: all children of a state, checked by cheap detectors, hashed, and with their features.
//
// Cheap detectors check every child here. Costly ones run in `is_dead`, which a search calls when
// it chooses a state: most children are never chosen (docs/deadlocks.md has the times).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rearview/board/moves.h"
#include "rearview/board/regions.h"
#include "rearview/deadlock/catalogue.h"
#include "rearview/value/counter.h"

namespace rearview {

struct CountedChild {
  Child child;
  StateCounts counts;
};

class Expander {
 public:
  // `detectors` are names of the catalogue; those that the motion does not have are left out.
  Expander(const Board& board, Motion motion, const std::vector<std::string>& detectors);

  // Passes the children to `take`, box by box. Calls `is_over` from time to time, and stops if it
  // returns true: on a huge board one expansion can take longer than a limit allows.
  template <typename Take, typename IsOver>
  void expand(Position& position, const Hint& hint, Take&& take, IsOver&& is_over);
  // The costly detectors; on a position that did not come from `expand`, the cheap ones as well.
  bool is_dead(Position& position, bool is_unchecked);

  // The counts of the position itself.
  StateCounts count(const Position& position, const Hint& hint);
  int largest_distance() const { return counter_.largest_distance(); }

 private:
  void add(const CatalogueEntry& entry, const Board& board);
  void start(const Position& position, const Hint& hint);
  // Leaves the children of one box in `children_`.
  void expand_box(Position& position, Square box, const Hint& hint);
  bool is_skipped(const Position& position, const Child& child) const;
  bool is_cheaply_dead(Position& position, const Move& move);

  Motion motion_;
  FrozenBoards boards_;
  std::unique_ptr<FrozenBoards> push_boards_;  // distances of the backward agent are pushes too
  MoveGenerator generator_;
  FeatureCounter counter_;
  SquareSet nowhere_;     // is always empty
  SquareMask forbidden_;  // nowhere, or what a detector says
  std::vector<std::unique_ptr<DeadlockDetector>> cheap_;
  std::vector<std::unique_ptr<DeadlockDetector>> costly_;
  std::vector<std::unique_ptr<MovePruner>> pruners_;
  Regions regions_;
  std::vector<Child> moves_;
  std::vector<CountedChild> children_;
};

template <typename Take, typename IsOver>
void Expander::expand(Position& position, const Hint& hint, Take&& take, IsOver&& is_over) {
  start(position, hint);
  constexpr std::size_t moves_between_checks = 4096;
  std::size_t unchecked = 0;
  // By index: boxes keep their places in the list while they are moved.
  for (std::size_t i = 0; i < position.boxes().size(); ++i) {
    expand_box(position, position.boxes()[i], hint);
    take(std::span<const CountedChild>(children_));
    unchecked += moves_.size();  // those that were pruned have taken time as well
    if (unchecked < moves_between_checks) continue;
    if (is_over()) return;
    unchecked = 0;
  }
}

}  // namespace rearview
