// A hash table by 64-bit keys that are already well mixed: open addressing with linear probing, no
// allocation for each key.
//
// Keys and values are in parallel arrays. A slot is empty if its key is 0, so that a lookup of a
// missing key reads one array only. The key 0 is stored as 1: these two keys collide, which is no
// worse than two states whose keys happen to be equal. `KeySet` is the table without values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rearview {

// The values of a table, one per slot, or none.
template <typename Value>
class Column {
 public:
  explicit Column(std::size_t size) : values_(size) {}
  const Value& operator[](std::size_t slot) const { return values_[slot]; }
  void set(std::size_t slot, const Value& value) { values_[slot] = value; }
  void copy(std::size_t slot, const Column& other, std::size_t from) { set(slot, other[from]); }

  static constexpr std::size_t value_bytes = sizeof(Value);

 private:
  std::vector<Value> values_;
};

template <>
class Column<void> {
 public:
  explicit Column(std::size_t) {}
  void copy(std::size_t, const Column&, std::size_t) {}

  static constexpr std::size_t value_bytes = 0;
};

template <typename Value>
class KeyTable {
 public:
  std::size_t size() const { return count_; }
  bool contains(std::uint64_t key) const { return keys_[slot_of(key)] != empty; }

  // Prefetches a key that will be looked up soon: tables are larger than any cache.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&keys_[key & mask_]); }

  std::size_t bytes() const { return keys_.size() * slot_bytes; }
  // The memory that growing once would take while both tables exist.
  std::size_t bytes_to_grow() const { return is_full(count_ + count_ / 8) ? 2 * bytes() : 0; }

  void clear() {
    // A table that was once large would stay slow to clear.
    if (keys_.size() > 8 * first_size_ && count_ * 8 < keys_.size())
      resize(first_size_);
    else
      std::ranges::fill(keys_, empty);
    count_ = 0;
  }

 protected:
  explicit KeyTable(std::size_t first_size)  // a power of two
      : first_size_(first_size), mask_(first_size - 1), keys_(first_size), values_(first_size) {}

  static constexpr std::uint64_t empty = 0;

  // The slot of a key, inserted if it is new, and whether it is new.
  std::pair<std::size_t, bool> enter(std::uint64_t key) {
    if (is_full(count_ + 1)) grow();
    const std::size_t slot = slot_of(key);
    if (keys_[slot] != empty) return {slot, false};
    keys_[slot] = never_empty(key);
    ++count_;
    return {slot, true};
  }

  // Where the key is, or the empty slot where it would be.
  std::size_t slot_of(std::uint64_t key) const {
    key = never_empty(key);
    std::size_t slot = key & mask_;
    while (keys_[slot] != empty && keys_[slot] != key) slot = (slot + 1) & mask_;
    return slot;
  }

  const std::vector<std::uint64_t>& keys() const { return keys_; }
  const Column<Value>& values() const { return values_; }
  Column<Value>& values() { return values_; }

 private:
  static constexpr std::size_t slot_bytes = sizeof(std::uint64_t) + Column<Value>::value_bytes;

  static std::uint64_t never_empty(std::uint64_t key) { return key == empty ? 1 : key; }
  bool is_full(std::size_t count) const { return count * 8 > keys_.size() * 5; }

  void resize(std::size_t size) {
    keys_.assign(size, empty);
    values_ = Column<Value>(size);
    mask_ = size - 1;
  }

  void grow() {
    const auto keys = std::move(keys_);
    const auto values = std::move(values_);
    resize(keys.size() * 2);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == empty) continue;
      const std::size_t slot = slot_of(keys[i]);
      keys_[slot] = keys[i];
      values_.copy(slot, values, i);
    }
  }

  std::size_t first_size_;
  std::size_t mask_;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> keys_;
  [[no_unique_address]] Column<Value> values_;
};

class KeySet : public KeyTable<void> {
 public:
  KeySet() : KeyTable(128) {}

  // Inserts the key; false if it is already there.
  bool insert(std::uint64_t key) { return enter(key).second; }

  void insert_all(const KeySet& other) {
    for (const std::uint64_t key : other.keys())
      if (key != empty) insert(key);
  }
};

}  // namespace rearview
