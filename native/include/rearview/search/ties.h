// Ties: which of the children with equal value counts as the best. The paper does not say.
//
// It matters: few features distinguish the targets of a goal room, so a box that can reach several
// of them has several best moves, and the rule decides which target is filled first.
#pragma once

#include <cstdint>

namespace rearview {

enum class Ties : std::uint8_t {
  nearest,   // the first box that can move, to the nearest of its squares
  farthest,  // the first box, to the farthest: every box lists its children the other way round
  random,    // any of them, as the seed says
};

}  // namespace rearview
