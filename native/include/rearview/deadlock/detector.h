// The interface of detectors, and what each kind guarantees.
//
// There are two kinds. A `DeadlockDetector` proves that a state is dead: no solution passes
// through it. It may miss a dead state; it never calls a live one dead. For pushes a solution ends
// with all boxes on targets; for pulls it ends at the start of the level, so a state is dead for
// pulls if no pushes lead from the start to it. A `MovePruner` proves that moves can be skipped:
// if the state has a solution, one of the moves that it keeps leads to one.
//
// A detector describes itself in `about`; the catalogue lists them all. One that serves both
// motions is constructed from a board, a motion and the frozen boards, one for pushes alone without
// a motion.
//
// Detectors own their scratch memory and caches, so one instance serves one search, not two
// threads. They may change the position during a call, and restore it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "rearview/board/moves.h"
#include "rearview/board/position.h"

namespace rearview {

// Cheap detectors check every generated child, costly ones only the chosen states.
enum class Cost : std::uint8_t { cheap, costly };

struct DetectorAbout {
  std::string_view name;
  Cost cost;
  std::string_view doc;              // what it sees, in one line
  std::string_view covered_by = {};  // a detector that finds all that this one finds
};

class DeadlockDetector {
 public:
  virtual ~DeadlockDetector() = default;

  // `moved` is the square of the box that moved last, if the state before that move is known not
  // to be dead: the detector may then check only what the move can have changed. The position's
  // player may be on any square of its region.
  virtual bool is_dead(Position& position, std::optional<Square> moved) = 0;

  // Squares that no box may ever enter: moves onto them are not even generated.
  virtual std::optional<SquareMask> forbidden() const { return std::nullopt; }
};

class MovePruner {
 public:
  virtual ~MovePruner() = default;

  // Looks at a position before its moves are generated.
  virtual void look_at(const Position&) {}
  // Whether all moves of a box may be skipped, or a single move.
  virtual bool skips_box(Square) const { return false; }
  virtual bool skips(const Position&, const Child&) const { return false; }
};

}  // namespace rearview
