// Fixed pseudo-random numbers for hashing: the same on every machine and in every run.
#pragma once

#include <cstdint>

namespace rearview {

// The finaliser of SplitMix64: neighbouring inputs give unrelated outputs.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

// The hash of a state is the exclusive or of its boxes' keys and its player's key.
constexpr std::uint64_t box_key_of(std::uint64_t square) { return mix(2 * square); }
constexpr std::uint64_t player_key_of(std::uint64_t square) { return mix(2 * square + 1); }

}  // namespace rearview
