// A lifted box: how the free squares are connected when one box of a position is removed.
//
// `Sides` has the connectivity with all boxes in place. Lifting a box frees one more square and so
// joins the parts around it. From both follows, for the box put down on ANY square, which of its
// four neighbours are connected: no new pass over the board is needed for each box.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rearview/board/sides.h"

namespace rearview {

class LiftedBox {
 public:
  // `sides` must have scanned the position, with the box in its place, before each `lift`.
  LiftedBox(const Board& board, const Sides& sides);

  void lift(Square box);

  // What is around the box on a square that it can be moved to.
  struct Around {
    std::array<Square, 4> side{};  // by direction: the smallest square connected with it, or wall
    std::uint16_t parts = 0;       // into which the box cuts all that the lifted box has joined
  };
  const Around& around(Square square) {
    Known& known = known_[square];
    if (known.lift != lift_) known = {lift_, find_around(square)};
    return known.around;
  }

  // How many parts the box touched when it was lifted, and the smallest square of them and it.
  int touched_count() const { return static_cast<int>(touched_.size()); }
  Square smallest() const { return smallest_; }

 private:
  struct Known {
    std::uint32_t lift = 0;  // the lift that it belongs to
    Around around;
  };

  Around find_around(Square square) const;
  Around parts_around_the_box() const;
  bool is_surrounded(Square square) const;
  Around one_side_around(Square square) const;
  Around look_around(Square square) const;
  bool is_free(Square s) const { return s == box_ || sides_->part(s) != board_->wall(); }

  const Board* board_;
  const Sides* sides_;
  Square box_ = 0;
  Square smallest_ = 0;
  std::array<Square, 4> part_next_to_box_{};
  std::vector<Square> touched_;  // parts next to the box, each once
  std::uint32_t lift_ = 0;
  std::vector<Known> known_;
};

}  // namespace rearview
