#include "rearview/optimise/placements.h"

namespace rearview {

std::pair<Placements::Id, bool> Placements::enter(std::span<const std::uint64_t> boxes,
                                                  std::uint64_t key) {
  if ((size() + 1) * 2 > table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = key & mask;
  for (; table_[slot] != nothing; slot = (slot + 1) & mask)
    if (keys_[table_[slot]] == key && is_same(table_[slot], boxes)) return {table_[slot], false};
  const auto id = static_cast<Id>(size());
  table_[slot] = id;
  keys_.push_back(key);
  for (const std::uint64_t word : boxes) boxes_.push_back(word);
  return {id, true};
}

bool Placements::is_same(Id id, std::span<const std::uint64_t> boxes) const {
  for (std::size_t i = 0; i < words_; ++i)
    if (boxes_[id * words_ + i] != boxes[i]) return false;
  return true;
}

void Placements::grow() {
  table_.assign(table_.size() * 2, nothing);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t id = 0; id < size(); ++id) {
    std::size_t slot = keys_[id] & mask;
    while (table_[slot] != nothing) slot = (slot + 1) & mask;
    table_[slot] = static_cast<Id>(id);
  }
}

void Placements::clear() {
  keys_.clear();
  boxes_.clear();
  table_.assign(first_size, nothing);
}

}  // namespace rearview
