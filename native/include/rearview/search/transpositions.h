// Transpositions: which states a tree holds, by their 64-bit keys. A state enters a tree once.
//
// Different states with one key are taken for one: with 64 bits that needs billions of states, and
// a solution is replayed before anyone sees it.
#pragma once

#include <cstdint>

#include "rearview/support/key_table.h"

namespace rearview {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xFFFFFFFF;

class Transpositions : public KeyTable<NodeId> {
 public:
  Transpositions() : KeyTable(1U << 10) {}

  NodeId find(std::uint64_t key) const {
    const std::size_t slot = slot_of(key);
    return keys()[slot] == empty ? no_node : values()[slot];
  }

  // Enters the node under the key; false when the key is already there.
  bool insert(std::uint64_t key, NodeId node) {
    const auto [slot, is_new] = enter(key);
    if (is_new) values().set(slot, node);
    return is_new;
  }
};

}  // namespace rearview
