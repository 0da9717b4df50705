// Sides: which squares a box on a square would separate.
//
// One depth-first pass over the free squares finds their connected parts and the biconnected
// components of each. It answers, for a box put on ANY free square q, in constant time: which
// neighbours of q stay connected with each other (they share a `Side`), how many sides there are,
// which side a given square is on, and the smallest square of a side.
//
// How: in the depth-first tree, the subtree of a child c of q is cut off by a box on q exactly
// when nothing in it reaches above q (low[c] >= entered[q]). All other neighbours of q stay
// connected through q's parent: that is the side `rest`. A part is entered at its smallest square,
// which names it, and which is the smallest square of `rest` too.
#pragma once

#include <cstdint>
#include <vector>

#include "rearview/board/board.h"

namespace rearview {

class Sides {
 public:
  // A side of a square: `rest`, or the child whose subtree it is.
  using Side = Square;

  explicit Sides(const Board& board);

  void scan(SquareMask occupied);

  int part_count() const { return part_count_; }
  // The smallest square of the part that s lies in; the wall for a square that is occupied.
  Square part(Square s) const {
    return visits_[s].entered > start_ ? visits_[s].root : board_->wall();
  }
  // How many parts its own part splits into if a box is on q.
  int count(Square q) const { return visits_[q].cut_children + (is_root(q) ? 0 : 1); }

  // Whether it splits into more than one.
  bool is_cut(Square q) const { return count(q) > 1; }

  // False: a box on q separates nothing, and the smallest square of its part is another.
  bool may_cut(Square q) const { return visits_[q].cut_children != 0 || is_root(q); }

  // The side of a box on q that its free neighbour in direction d is on.
  Side of_neighbour(Square q, Direction d) const { return of_square(q, board_->neighbour(q, d)); }
  // The side of a box on q that any other square of q's part is on.
  Side of_square(Square q, Square s) const {
    return visits_[q].cut_children == 0 ? rest() : side_among_children(q, s);
  }

  Square smallest(Square q, Side side) const {
    return side == rest() ? visits_[q].root : visits_[side].smallest_below;
  }

  Side rest() const { return board_->wall(); }

 private:
  // The depth-first data of a square. Entry times grow from scan to scan, so that a new scan need
  // not clear the old one: a square with entered <= start_ is new to this scan.
  struct Visit {
    std::uint32_t entered = 0;
    std::uint32_t low = 0;
    std::uint32_t last = 0;  // the last entry time in the subtree
    Square parent = 0;
    Square root = 0;
    Square smallest_below = 0;
    std::uint8_t cut_children = 0;
    std::uint8_t next_direction = 0;
  };

  void scan_part(SquareMask occupied, Square root);
  bool is_root(Square q) const { return visits_[q].root == q; }
  Side side_among_children(Square q, Square s) const;

  const Board* board_;
  std::uint32_t start_ = 0;
  std::uint32_t clock_ = 0;
  int part_count_ = 0;
  std::vector<Visit> visits_;
};

}  // namespace rearview
