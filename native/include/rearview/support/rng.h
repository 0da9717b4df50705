// A small random number generator with the same numbers on every machine.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "rearview/support/hashing.h"

namespace rearview {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(mix(seed)) {}

  // Uniform below the bound, but for a bias of bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    state_ += 0x9E3779B97F4A7C15ULL;
    return mix(state_) % bound;
  }

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace rearview
