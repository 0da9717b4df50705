// Transpositions: which states a tree holds, by their 64-bit keys. A state enters a tree once.
//
// Open addressing with linear probing in two parallel arrays; a slot is empty when its key is 0, so
// that looking for what is not there reads one array only. Different states with one key are taken
// for one: with 64 bits that needs billions of states, and a solution is replayed before anyone
// sees it.
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

  NodeId find(std::uint64_t key) const {
    const std::size_t slot = slot_of(key);
    return keys_[slot] == empty ? no_node : nodes_[slot];
  }

  // Says that the key will be asked for soon: tables are larger than any cache.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&keys_[key & mask_]); }

  // Enters the node under the key; false when the key is already there.
  bool insert(std::uint64_t key, NodeId node) {
    if ((count_ + 1) * 8 > nodes_.size() * 5) grow();
    const std::size_t slot = slot_of(key);
    if (keys_[slot] != empty) return false;
    keys_[slot] = never_empty(key);
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
  static constexpr std::uint64_t empty = 0;
  static std::uint64_t never_empty(std::uint64_t key) { return key == empty ? 1 : key; }

  std::size_t slot_of(std::uint64_t key) const {
    key = never_empty(key);
    std::size_t slot = key & mask_;
    while (keys_[slot] != empty && keys_[slot] != key) slot = (slot + 1) & mask_;
    return slot;
  }
  void resize(std::size_t size) {
    keys_.assign(size, empty);
    nodes_.assign(size, no_node);
    mask_ = size - 1;
  }
  void grow() {
    const auto keys = std::move(keys_);
    const auto nodes = std::move(nodes_);
    resize(nodes.size() * 2);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (keys[i] == empty) continue;
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
