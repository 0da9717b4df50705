// The vicinity of a part of a solution: placements in which at most `displaced` boxes stand
// elsewhere than in one of its states.
//
// A way that has cost much more than the solution had when it came as far will hardly end shorter:
// it may lag behind by so much, and is given up then. How far it has come says the latest state of
// the part to which it is near.
//
// With one box displaced, which is asked most often, that state is found without comparing boxes: a
// placement and the state are the same without one box each, so all states without one box are in a
// table. A box where none stands in any state must be the one.
#pragma once

#include <optional>
#include <vector>

#include "rearview/optimise/territory.h"
#include "rearview/optimise/trail.h"
#include "rearview/support/key_table.h"

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
  // The latest state that has a key without one of its boxes.
  class Latest : public KeyTable<std::uint32_t> {
   public:
    Latest() : KeyTable(1024) {}
    void put(std::uint64_t key, std::uint32_t state) { values().set(enter(key).first, state); }
    std::optional<std::uint32_t> find(std::uint64_t key) const {
      const std::size_t slot = slot_of(key);
      if (keys()[slot] == empty) return std::nullopt;
      return values()[slot];
    }
  };

  std::uint32_t fare_of_one(std::span<const std::uint64_t> boxes, std::uint64_t key) const;
  bool is_near(std::span<const std::uint64_t> boxes, std::size_t state) const;

  const Board* board_;
  std::size_t words_;
  int displaced_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> states_;  // boxes, one state after the other
  std::vector<std::uint32_t> fares_;   // of each state
  Latest latest_;
  std::vector<std::uint64_t> ever_;  // the squares of boxes in any state
};

}  // namespace rearview
