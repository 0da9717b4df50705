// Transpositions: which states a tree holds, by their 64-bit keys. A state enters a tree once.
//
// Different states with one key are taken for one: with 64 bits that needs billions of states, and
// a solution is replayed before anyone sees it.
//
// A table of a hundred million states takes seconds to grow, during which no limit is checked. So
// there are several, by the first bits of the key, and each grows by itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rearview/support/key_table.h"

namespace rearview {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xFFFFFFFF;

class Transpositions {
 public:
  NodeId find(std::uint64_t key) const { return parts_[part_of(key)].find(key); }
  void prefetch(std::uint64_t key) const { parts_[part_of(key)].prefetch(key); }

  // Enters the node under the key; false when the key is already there.
  bool insert(std::uint64_t key, NodeId node) { return parts_[part_of(key)].insert(key, node); }

  // With the memory that the parts which are about to grow would take.
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Part& part : parts_) sum += part.bytes() + part.bytes_to_grow();
    return sum;
  }

 private:
  static constexpr int part_bits = 4;

  class Part : public KeyTable<NodeId> {
   public:
    Part() : KeyTable(1U << 6) {}

    NodeId find(std::uint64_t key) const {
      const std::size_t slot = slot_of(key);
      return keys()[slot] == empty ? no_node : values()[slot];
    }

    bool insert(std::uint64_t key, NodeId node) {
      const auto [slot, is_new] = enter(key);
      if (is_new) values().set(slot, node);
      return is_new;
    }
  };

  static std::size_t part_of(std::uint64_t key) { return key >> (64 - part_bits); }

  std::array<Part, std::size_t{1} << part_bits> parts_;
};

}  // namespace rearview
