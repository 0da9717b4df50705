#include "rearview/search/cells.h"

#include <algorithm>

namespace rearview {

void Cells::add(const StateCounts& counts, NodeId node, float value) {
  const auto key = static_cast<std::uint64_t>(counts.on_targets) << 32 |
                   static_cast<std::uint64_t>(counts.regions);
  const auto [place, is_new] = places_.try_emplace(key, cells_.size());
  if (is_new) cells_.emplace_back();
  Cell& cell = cells_[place->second];
  room_ -= cell.capacity();
  cell.push_back({value, node});
  room_ += cell.capacity();
  largest_room_ = std::max(largest_room_, cell.capacity());
  std::push_heap(cell.begin(), cell.end());
}

NodeId Cells::take(const SearchTree& tree) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    Cell& cell = cells_[turn_];
    turn_ = (turn_ + 1) % cells_.size();
    while (!cell.empty()) {
      std::pop_heap(cell.begin(), cell.end());
      const NodeId node = cell.back().node;
      cell.pop_back();
      if (!tree.is_expanded(node) && !tree.node(node).is_dead) return node;
    }
  }
  return no_node;
}

std::size_t Cells::bytes() const {
  constexpr std::size_t cell_bytes = 64;  // and its place, roughly
  // A vector that grows holds its old and its new buffer for a moment.
  return (room_ + 2 * largest_room_) * sizeof(Waiting) + cells_.size() * cell_bytes;
}

}  // namespace rearview
