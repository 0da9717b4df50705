// The length of a solution: moves (steps of the player, including pushes) and pushes. The objective
// says which of the two is minimised first; the other one breaks ties.
#pragma once

#include <compare>
#include <cstdint>

namespace rearview {

enum class Objective : std::uint8_t { moves, pushes };

struct Length {
  std::uint32_t first = 0;   // what the objective names
  std::uint32_t second = 0;  // the other

  auto operator<=>(const Length&) const = default;
  friend Length operator+(Length a, Length b) { return {a.first + b.first, a.second + b.second}; }
};

inline constexpr Length no_length_limit{0xFFFFFFFF, 0xFFFFFFFF};

constexpr Length make_length(Objective objective, std::uint32_t moves, std::uint32_t pushes) {
  return objective == Objective::moves ? Length{moves, pushes} : Length{pushes, moves};
}

}  // namespace rearview
