// The vicinity of a part of a solution: placements in which at most `displaced` boxes stand
// elsewhere than in one of its states.
//
// A way that has cost much more than the solution had when it came as far will hardly end shorter:
// it may lag behind by so much, and is given up then. How far it has come says the latest state of
// the part to which it is near.
#pragma once

#include <optional>
#include <vector>

#include "rearview/optimise/territory.h"
#include "rearview/optimise/trail.h"

namespace rearview {

class Vicinity : public Territory {
 public:
  explicit Vicinity(const Board& board);

  // Around the states of a trail before the pushes from `first` to `last`. `lag` is by the
  // objective; none is without end.
  void surround(const Trail& trail, std::size_t first, std::size_t last, int displaced,
                std::optional<std::uint32_t> lag);
  std::uint32_t fare(std::span<const std::uint64_t> boxes, std::uint64_t key) override;

 private:
  bool is_near(std::span<const std::uint64_t> boxes, std::size_t state) const;

  const Board* board_;
  std::size_t words_;
  int displaced_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> states_;  // boxes, one state after the other
  std::vector<std::uint32_t> fares_;   // of each state
};

}  // namespace rearview
