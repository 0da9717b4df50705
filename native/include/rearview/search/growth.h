// How the passes of the alternation grow from one round to the next.
//
// Multiplied out: std::pow may round differently from one machine to another, and these numbers
// decide how a search goes on.
#pragma once

#include <algorithm>
#include <cstdint>

namespace rearview {

inline constexpr std::uint64_t unlimited_nodes = 1'000'000'000'000'000'000;

class Growth {
 public:
  explicit Growth(double factor) : factor_(factor) {}

  // The expansions of a pass of this round, if those of the first round are `first`.
  std::uint64_t nodes(std::uint64_t first) const {
    return static_cast<std::uint64_t>(std::min(static_cast<double>(first) * power_, most));
  }
  void next_round() { power_ = std::min(power_ * factor_, most); }

 private:
  static constexpr double most = static_cast<double>(unlimited_nodes);

  double factor_;
  double power_ = 1;  // of the factor, in this round
};

}  // namespace rearview
