// Zones and matching: which goals the boxes can still fill. Promise: the state is dead.
//
// With frozen boxes as walls, and the player's side taken into account, each box has a set of goals
// that it could reach if it were alone. `Zones` finds a goal that no box can reach: together the
// boxes reach fewer goals than there are boxes. `Matching` finds that there is no perfect matching
// of boxes to goals, which covers zones but costs more. Both also work for some boxes of a level
// with the others removed: then there are spare goals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/freeze.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

// For each box of a position, the goals that it could reach alone, as one row of bits.
class ReachableGoals {
 public:
  ReachableGoals(const Board& board, Motion motion, FrozenBoards& boards);

  // False when a frozen box is off the goals: then nothing else matters.
  bool find(const Position& position);
  std::span<const std::uint64_t> row(std::size_t box) const {
    return {rows_.data() + box * words_, words_};
  }
  std::size_t words() const { return words_; }

 private:
  void set_single_goal(std::uint64_t* row, Square square) const;

  const Board* board_;
  Motion motion_;
  FrozenBoards* boards_;
  Freeze freeze_;
  std::size_t words_;
  std::vector<std::uint16_t> goal_index_;  // square -> its place among the goals
  SquareSet is_frozen_;
  std::vector<std::uint64_t> rows_;
};

class Zones : public DeadlockDetector {
 public:
  static constexpr DetectorAbout about{
      "zones", Cost::costly, "a goal that no box can reach any more, frozen boxes being walls",
      "matching"};

  Zones(const Board& board, Motion motion, FrozenBoards& boards);
  bool is_dead(Position& position, std::optional<Square> moved) override;

 private:
  ReachableGoals reachable_;
  std::vector<std::uint64_t> covered_;
};

class Matching : public DeadlockDetector {
 public:
  static constexpr DetectorAbout about{
      "matching", Cost::costly, "boxes that cannot all be given goals of their own; covers zones"};

  Matching(const Board& board, Motion motion, FrozenBoards& boards);
  bool is_dead(Position& position, std::optional<Square> moved) override;

 private:
  // Gives the box a goal, moving other boxes to other goals where it must.
  bool give_goal(std::size_t box);

  static constexpr std::uint16_t nobody = 0xFFFF;
  ReachableGoals reachable_;
  std::vector<std::uint16_t> owner_;    // goal -> the box that has it
  std::vector<std::uint64_t> untried_;  // goals not yet tried for the box being placed
};

}  // namespace rearview
