// Squares and directions: the basic types of a board.
//
// A square is the number of a floor square, in reading order. The number just past the last square
// is "the wall": every neighbour outside the floor is that one number, and tables indexed by square
// have one more entry for it, so that hot loops never check whether a neighbour exists.
#pragma once

#include <array>
#include <cstdint>

namespace rearview {

using Square = std::uint16_t;

enum Direction : std::uint8_t { up = 0, right = 1, down = 2, left = 3 };

inline constexpr std::array<Direction, 4> directions{up, right, down, left};

constexpr Direction opposite(Direction d) { return static_cast<Direction>(d ^ 2); }
constexpr Direction turn(Direction d) { return static_cast<Direction>(d ^ 1); }

// What moves a box: the forward agent pushes, the backward agent pulls.
enum class Motion : std::uint8_t { push, pull };

constexpr Motion reverse(Motion m) { return m == Motion::push ? Motion::pull : Motion::push; }

}  // namespace rearview
