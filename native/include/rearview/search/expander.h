// Expansion: all children of a state, cheaply checked, hashed, and counted for their features.
//
// The costly detectors are kept for `is_dead`, which a search calls when it chooses a state: most
// children are never chosen (FACTS: costly checks at selection, cheap ones at generation).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rearview/board/moves.h"
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
  Expander(const Board& board, Motion motion, const std::vector<std::string>& detectors,
           const Hint* hint);

  const std::vector<CountedChild>& expand(Position& position);
  // The costly detectors; on a position that did not come from `expand`, the cheap ones as well.
  bool is_dead(Position& position, bool is_unchecked);

  // The counts of the position itself.
  StateCounts count(const Position& position);
  int largest_distance() const { return counter_.largest_distance(); }

  void set_hint(const Hint* hint) { counter_.set_hint(hint); }

 private:
  bool is_cheaply_dead(Position& position, const Move& move);

  const Board* board_;
  Motion motion_;
  FrozenBoards boards_;
  std::unique_ptr<FrozenBoards> push_boards_;  // distances of the backward agent are pushes too
  MoveGenerator generator_;
  FeatureCounter counter_;
  const std::uint8_t* forbidden_ = nullptr;
  std::vector<std::unique_ptr<DeadlockDetector>> cheap_;
  std::vector<std::unique_ptr<DeadlockDetector>> costly_;
  std::vector<std::unique_ptr<MovePruner>> pruners_;
  Regions regions_;
  std::vector<Child> moves_;
  std::vector<CountedChild> children_;
};

}  // namespace rearview
