// How many pushes (pulls) a lone box needs from each slot to a square, cached for each square: all
// searches on one board need the same ones again and again.
#pragma once

#include <vector>

#include "rearview/board/lone_box.h"

namespace rearview {

class LoneWays {
 public:
  LoneWays(const Board& board, Motion motion);

  const LoneBox& lone_box() const { return lone_box_; }

  // For each slot, the pushes to a square. Valid until `trim`.
  const std::vector<LoneBox::Distance>& to(Square square);

  // Forgets everything when it has become large.
  void trim();
  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t large = std::size_t{64} << 20;

  LoneBox lone_box_;
  std::vector<std::vector<LoneBox::Distance>> to_;  // by square; empty where nobody has asked
  std::size_t bytes_ = 0;
};

}  // namespace rearview
