// Tunnels. Promise: moves may be skipped.
//
// In a tunnel one square wide, a box with the player behind it might as well go one square further,
// if that is still in the tunnel: it blocks the same way, and whatever can be done to it on the one
// square can be done on the next. So a move that stops there is skipped in favour of the one that
// goes on. Targets and start squares are never skipped nor preferred: stopping there has a meaning.
#pragma once

#include <cstdint>
#include <vector>

#include "rearview/deadlock/detector.h"

namespace rearview {

class Tunnels : public MovePruner {
 public:
  Tunnels(const Board& board, Motion motion, const std::uint8_t* dead_squares);
  bool skips(const Position& position, const Child& child) const override;

 private:
  bool is_plain_tunnel(Square s, Direction along) const;

  const Board* board_;
  Motion motion_;
  const std::uint8_t* dead_squares_;
  std::vector<std::uint8_t> plain_tunnel_;  // one bit for each direction along which it is one
};

}  // namespace rearview
