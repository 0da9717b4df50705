// Placements: numbered sets of box squares, without the player.
//
// They are compared box by box, never by their hash alone, so that everything is exact. Boxes are
// one bit per square, one placement after the other; an open hash table finds their numbers.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rearview/support/chunked_array.h"

namespace rearview {

class Placements {
 public:
  using Id = std::uint32_t;

  explicit Placements(std::size_t words) : words_(words), table_(first_size, nothing) {}

  std::size_t size() const { return keys_.size(); }
  std::size_t bytes() const {
    // The table is copied when it grows.
    return keys_.bytes() + boxes_.bytes() + table_.size() * sizeof(Id) * 2;
  }

  // The number of a placement, given one if it is new, and whether it is.
  std::pair<Id, bool> enter(std::span<const std::uint64_t> boxes, std::uint64_t key);
  void load(Id id, std::span<std::uint64_t> boxes) const {
    for (std::size_t i = 0; i < words_; ++i) boxes[i] = boxes_[id * words_ + i];
  }
  void clear();

 private:
  bool is_same(Id id, std::span<const std::uint64_t> boxes) const;
  void grow();

  static constexpr std::size_t first_size = std::size_t{1} << 10;
  static constexpr Id nothing = 0xFFFFFFFF;
  std::size_t words_;
  ChunkedArray<std::uint64_t> keys_;
  ChunkedArray<std::uint64_t> boxes_;
  std::vector<Id> table_;
};

}  // namespace rearview
