// A hint: what the forward agent learns from a trajectory of the backward agent (the paper,
// "Looking Backward Before Forward").
//
// Overlap: the most boxes that a state has in common with any state of the trajectory. Perm: how
// many targets are packed in the order that the trajectory implies. A target that the trajectory
// vacated later is packed earlier; those it never vacated come first of all. If one of the never
// vacated is empty, perm is the number of those that are filled; else it is the length of the
// filled beginning of the order. Only targets are in the order.
//
// Overlap is counted for all trajectory states at once: for each square a row with a one for each
// state that has a box there. The rows of a state's boxes, added up, are its overlaps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rearview/board/position.h"

namespace rearview {

class Hint {
 public:
  // The trajectory begins at the goal state. An empty one makes every hint feature 0.
  Hint(const Board& board, std::span<const State> trajectory);

  int overlap(const Position& position) const;
  int perm(const Position& position) const;

  // The targets in packing order.
  std::span<const Square> packing_order() const { return order_; }

  // Overlap of the children of one position, step by step: all its boxes, less the box that
  // moves, plus each square that it can go to. It keeps sums, not the hint: give it the same one
  // from `start` on.
  class Counter {
   public:
    void start(const Hint& hint, const Position& position);
    void lift(const Hint& hint, Square source);
    int with(const Hint& hint, Square destination) const;

   private:
    std::vector<std::uint16_t> all_;
    std::vector<std::uint16_t> rest_;
  };

 private:
  const std::uint16_t* row(Square s) const { return rows_.data() + s * row_length_; }
  void order_targets(const Board& board, std::span<const State> trajectory);

  std::size_t row_length_;
  std::vector<std::uint16_t> rows_;
  std::vector<Square> order_;
  std::size_t never_vacated_ = 0;
};

}  // namespace rearview
