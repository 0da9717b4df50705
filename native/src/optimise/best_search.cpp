#include "rearview/optimise/best_search.h"

#include <algorithm>
#include <bit>

namespace rearview {

BestSearch::BestSearch(const Board& board, Objective objective,
                       const std::vector<std::string>& detectors)
    : board_(&board),
      objective_(objective),
      position_(board),
      walks_(board),
      bound_(board, board.targets()),
      boards_(board, Motion::push),
      words_(static_cast<std::size_t>(Position::words_for(board))),
      packed_(words_),
      table_(std::size_t{1} << 10, no_node) {
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.is_pruner() || std::ranges::find(detectors, entry.about.name) == detectors.end())
      continue;
    const auto make = std::get<CatalogueEntry::Factory<DeadlockDetector>>(entry.make);
    detectors_.push_back(make(board, Motion::push, boards_));
  }
}

BestWay BestSearch::run(Length limit, Watch& watch) {
  limit_ = limit;
  add_start();
  BestWay way;
  while (!waiting_.empty()) {
    way.reason = watch.check(bytes());
    if (way.reason != StopReason::none) break;
    const auto best = waiting_.begin();
    lower_bound_ = best->first;
    const NodeId id = best->second.back();
    best->second.pop_back();
    --waiting_count_;
    if (best->second.empty()) waiting_.erase(best);
    // It may wait twice, when a better way to it was found.
    if (nodes_[id].is_expanded) continue;
    nodes_[id].is_expanded = true;
    load(id);
    if (position_.all_boxes_on(Motion::push)) {
      way.is_found = true;
      way.length = length_of(nodes_[id]);
      way.pushes = pushes_to(id);
      break;
    }
    if (is_dead(id)) continue;
    ++nodes_expanded_;
    expand(id);
  }
  const bool is_exhausted = waiting_.empty() && !way.is_found && way.reason == StopReason::none;
  if (is_exhausted) lower_bound_ = limit_;
  way.lower_bound = lower_bound_;
  way.nodes = nodes_expanded_;
  return way;
}

void BestSearch::add_start() {
  position_.set(board_->starts(), board_->player());
  const auto bound = bound_.look_at(position_);
  if (!bound) return;
  bool is_new = false;
  const NodeId id = find_or_add(is_new);
  nodes_[id] = {no_node, 0, 0, *bound, board_->player(), up, false};
  lower_bound_ = estimate(nodes_[id]);
  wait(id);
}

bool BestSearch::is_dead(NodeId id) {
  const Node& node = nodes_[id];
  if (node.parent == no_node) return false;
  // The player stands where the box was.
  const Square moved = board_->neighbour(node.player, node.direction);
  return std::ranges::any_of(
      detectors_, [&](const auto& detector) { return detector->is_dead(position_, moved); });
}

void BestSearch::expand(NodeId id) {
  const Square player = nodes_[id].player;
  walks_.measure(position_, player);
  bound_.look_at(position_);
  for (std::size_t box = 0; box < position_.boxes().size(); ++box) {
    for (const Direction d : directions) {
      const Square square = position_.boxes()[box];
      const Square from = board_->neighbour(square, opposite(d));
      if (position_.is_occupied(board_->neighbour(square, d)) || position_.is_occupied(from) ||
          !walks_.reaches(from))
        continue;
      reach(id, box, d, walks_.steps(from));
    }
  }
}

// Enters the state after a push, unless it is known with a way that is as good.
void BestSearch::reach(NodeId parent, std::size_t box, Direction direction, int walk) {
  const Square square = position_.boxes()[box];
  const Square to = board_->neighbour(square, direction);
  const auto bound = bound_.after_push(box, to, square);
  if (!bound) return;
  const Length step = make_length(objective_, static_cast<std::uint32_t>(walk) + 1, 1);
  const Length length = length_of(nodes_[parent]) + step;
  if (length + Length{*bound, *bound} >= limit_) return;
  const Square player = position_.player();
  position_.move_box(square, to);
  position_.set_player(square);
  bool is_new = false;
  const NodeId id = find_or_add(is_new);
  position_.move_box(to, square);
  position_.set_player(player);
  if (!is_new && length_of(nodes_[id]) <= length) return;
  nodes_[id] = {parent, length.first, length.second, *bound, square, direction, false};
  wait(id);
}

void BestSearch::wait(NodeId id) {
  waiting_[estimate(nodes_[id])].push_back(id);
  ++waiting_count_;
}

void BestSearch::load(NodeId id) {
  for (std::size_t i = 0; i < words_; ++i) packed_[i] = boxes_[id * words_ + i];
  position_.set_packed(packed_, nodes_[id].player);
}

// The node of the position, with the player on its very square; made if there is none.
BestSearch::NodeId BestSearch::find_or_add(bool& is_new) {
  if ((nodes_.size() + 1) * 2 > table_.size()) grow_table();
  position_.pack(packed_);
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = (position_.boxes_key() ^ board_->player_key(position_.player())) & mask;
  for (; table_[slot] != no_node; slot = (slot + 1) & mask)
    if (is_loaded_state(table_[slot])) return table_[slot];
  is_new = true;
  const auto id = static_cast<NodeId>(nodes_.size());
  table_[slot] = id;
  nodes_.push_back({no_node, 0, 0, 0, position_.player(), up, false});
  for (const std::uint64_t word : packed_) boxes_.push_back(word);
  return id;
}

bool BestSearch::is_loaded_state(NodeId id) const {
  if (nodes_[id].player != position_.player()) return false;
  for (std::size_t i = 0; i < words_; ++i)
    if (boxes_[id * words_ + i] != packed_[i]) return false;
  return true;
}

void BestSearch::grow_table() {
  table_.assign(table_.size() * 2, no_node);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t id = 0; id < nodes_.size(); ++id) {
    std::uint64_t key = board_->player_key(nodes_[id].player);
    for (std::size_t i = 0; i < words_; ++i) {
      for (std::uint64_t word = boxes_[id * words_ + i]; word != 0; word &= word - 1)
        key ^= board_->box_key(
            static_cast<Square>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
    }
    std::size_t slot = key & mask;
    while (table_[slot] != no_node) slot = (slot + 1) & mask;
    table_[slot] = static_cast<NodeId>(id);
  }
}

std::vector<Push> BestSearch::pushes_to(NodeId id) const {
  std::vector<Push> pushes;
  for (; nodes_[id].parent != no_node; id = nodes_[id].parent)
    pushes.push_back({nodes_[id].player, nodes_[id].direction});
  std::ranges::reverse(pushes);
  return pushes;
}

std::size_t BestSearch::bytes() const {
  // The table is copied when it grows; the queue's vectors double.
  return nodes_.bytes() + boxes_.bytes() + table_.size() * sizeof(NodeId) * 2 +
         waiting_count_ * sizeof(NodeId) * 2;
}

}  // namespace rearview
