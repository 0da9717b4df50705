// A lone box: where one box could go if it were the only one on the board.
//
// Squares that are walled off (frozen boxes) can be given. The player's side is respected: a
// `Slot` is a square of the box together with one side of it that the player can be on, and the
// pushes (pulls) of a lone box are steps from slot to slot. Real play has more boxes in the way,
// so distances here are lower bounds, and what cannot be reached here can never be reached.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "rearview/board/board.h"
#include "rearview/board/sides.h"

namespace rearview {

class LoneBox {
 public:
  using Slot = std::uint32_t;
  using Distance = std::uint16_t;
  static constexpr Distance never = std::numeric_limits<Distance>::max();

  // `walled` are the squares that count as walls, the wall itself among them.
  LoneBox(const Board& board, Motion motion, SquareMask walled);

  // The slot of a box on `square` while the player is on `player`; `no_slot` when the walls keep
  // the player away from the box.
  static constexpr Slot no_slot = 0xFFFFFFFF;
  Slot slot(Square square, Square player) const;

  // Steps to the nearest goal (target for push, start square for pull), and the largest of them.
  Distance nearest(Slot slot) const { return nearest_[slot]; }
  Distance nearest_from(Square square, Square player) const;
  Distance largest_nearest() const { return largest_nearest_; }
  // True where the steps are the same wherever the player is: then `nearest_blind` gives them.
  bool is_side_blind(Square square) const { return side_blind_[square]; }
  Distance nearest_blind(Square square) const { return nearest_[first_slot_[square]]; }

  // Steps from every slot to the nearest of some squares.
  std::vector<Distance> steps_to(std::span<const Square> goals) const;

  // True where the box can never reach a goal, whatever the player's side.
  bool is_dead(Square square) const { return dead_[square]; }
  SquareMask dead() const { return dead_.mask(); }

  // Finds the goals that a box can reach from each slot: costly with many goals, so only done when
  // it is asked for, once.
  void find_reachable_goals();
  // The goals that a box in this slot can reach: one bit for each place in board.goals(motion).
  std::span<const std::uint64_t> reachable_goals(Slot slot) const {
    return {reachable_.data() + std::size_t{slot} * goal_words_, goal_words_};
  }

  // All slots that a box in one of these can come to while it can still reach a goal; these first.
  // `is_found` is scratch memory.
  void add_ways(std::vector<Slot>& slots, std::vector<std::uint8_t>& is_found) const;
  Square square_of(Slot slot) const { return square_of_slot_[slot]; }

  // Steps from a box on `square` with the player on `player` to `goal`, any square.
  Distance distance(Square square, Square player, Square goal) const;

 private:
  void number_slots(SquareMask walled);
  void link_slots(SquareMask walled);
  void measure_nearest(SquareMask walled);
  Slot slot_of_side(Square square, Sides::Side side) const;

  // For each slot, other slots.
  class Links {
   public:
    struct Link {
      Slot from, to;
    };
    Links() = default;
    Links(std::size_t slot_count, std::span<const Link> links);
    std::span<const Slot> of(Slot slot) const {
      return {to_.data() + first_[slot], first_[slot + 1] - first_[slot]};
    }

   private:
    std::vector<std::uint32_t> first_;  // by slot; one more at the end
    std::vector<Slot> to_;
  };

  const Board* board_;
  Motion motion_;
  Sides sides_;
  std::size_t goal_words_;
  std::vector<Slot> first_slot_;  // square -> its first slot; one more at the end
  std::vector<Sides::Side> side_of_slot_;
  std::vector<Square> square_of_slot_;
  Links before_;  // the slots from which one step leads to this one
  Links after_;   // and those to which one step leads from it
  std::vector<Distance> nearest_;
  SquareSet side_blind_;
  SquareSet dead_;
  std::vector<std::uint64_t> reachable_;
  Distance largest_nearest_ = 0;
};

}  // namespace rearview
