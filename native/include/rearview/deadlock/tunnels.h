// Tunnels. Promise: moves may be skipped.
//
// In a tunnel one square wide, a box with the player behind it can just as well go one square
// further, if that is still in the tunnel: it blocks the same path, and every push that is possible
// on the first square is possible on the next. So a move that stops there is skipped in favour of
// the longer one. Targets and start squares are neither skipped nor preferred: stopping there
// matters.
#pragma once

#include <cstdint>
#include <vector>

#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

class Tunnels : public MovePruner {
 public:
  static constexpr DetectorAbout about{"tunnels", Cost::costly,
                                       "stopping inside a tunnel, when going on is as good"};

  Tunnels(const Board& board, Motion motion, const FrozenBoards& boards);
  bool skips(const Position& position, const Child& child) const override;

 private:
  bool is_plain_tunnel(Square s, Direction along) const;

  const Board* board_;
  Motion motion_;
  SquareMask dead_squares_;
  std::vector<std::uint8_t> plain_tunnel_;  // one bit for each direction along which it is one
};

}  // namespace rearview
