// Transpositions: which states a tree holds, by their 64-bit keys. A state enters a tree once.
//
// Open addressing with linear probing in two parallel arrays; a slot is empty when its node is
// `no_node`. Different states with one key are taken for one: with 64 bits that needs billions of
// states, and a solution is replayed before anyone sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rearview {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xFFFFFFFF;

class Transpositions {
 public:
  Transpositions() { resize(1U << 10); }

  NodeId find(std::uint64_t key) const { return nodes_[slot_of(key)]; }

  // Enters the node under the key; false when the key is already there.
  bool insert(std::uint64_t key, NodeId node) {
    if ((count_ + 1) * 8 > nodes_.size() * 5) grow();
    const std::size_t slot = slot_of(key);
    if (nodes_[slot] != no_node) return false;
    keys_[slot] = key;
    nodes_[slot] = node;
    ++count_;
    return true;
  }

  std::size_t bytes() const { return nodes_.size() * (sizeof(std::uint64_t) + sizeof(NodeId)); }
  // What growing once would take while the old and the new table are both there.
  std::size_t bytes_to_grow() const {
    return (count_ + count_ / 8) * 8 > nodes_.size() * 5 ? 2 * bytes() : 0;
  }

 private:
  std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = key & mask_;
    while (nodes_[slot] != no_node && keys_[slot] != key) slot = (slot + 1) & mask_;
    return slot;
  }
  void resize(std::size_t size) {
    keys_.assign(size, 0);
    nodes_.assign(size, no_node);
    mask_ = size - 1;
  }
  void grow() {
    const auto keys = std::move(keys_);
    const auto nodes = std::move(nodes_);
    resize(nodes.size() * 2);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] == no_node) continue;
      const std::size_t slot = slot_of(keys[i]);
      keys_[slot] = keys[i];
      nodes_[slot] = nodes[i];
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<NodeId> nodes_;
  std::size_t mask_ = 0;
  std::size_t count_ = 0;
};

}  // namespace rearview
