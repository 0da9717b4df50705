// A set of 64-bit keys that are already well mixed: open addressing with linear probing, no
// allocation a key. The key 0 marks an empty slot; a real 0 is kept apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rearview {

class KeySet {
 public:
  bool contains(std::uint64_t key) const {
    if (key == 0) return has_zero_;
    return slots_[slot_of(key)] == key;
  }

  // Enters the key; false when it is already there.
  bool insert(std::uint64_t key) {
    if (key == 0) return !std::exchange(has_zero_, true);
    if ((count_ + 1) * 2 > slots_.size()) grow();
    const std::size_t slot = slot_of(key);
    if (slots_[slot] == key) return false;
    slots_[slot] = key;
    ++count_;
    return true;
  }

  void insert_all(const KeySet& other) {
    if (other.has_zero_) has_zero_ = true;
    for (const std::uint64_t key : other.slots_)
      if (key != 0) insert(key);
  }

  std::size_t size() const { return count_ + (has_zero_ ? 1 : 0); }

  void clear() {
    // A table that was large once would be slow to clear for ever.
    if (slots_.size() > 8 * first_size && count_ * 8 < slots_.size())
      slots_.assign(first_size, 0);
    else
      std::ranges::fill(slots_, 0);
    count_ = 0;
    has_zero_ = false;
  }

 private:
  static constexpr std::size_t first_size = 128;

  std::size_t slot_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = key & mask;
    while (slots_[slot] != 0 && slots_[slot] != key) slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    const auto keys = std::exchange(slots_, std::vector<std::uint64_t>(slots_.size() * 2, 0));
    for (const std::uint64_t key : keys)
      if (key != 0) slots_[slot_of(key)] = key;
  }

  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(first_size, 0);
  std::size_t count_ = 0;
  bool has_zero_ = false;
};

}  // namespace rearview
