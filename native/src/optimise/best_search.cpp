#include "rearview/optimise/best_search.h"

#include <algorithm>

namespace rearview {

Stretch whole_level(const Board& board, Objective objective) {
  Stretch stretch;
  stretch.objective = objective;
  stretch.boxes.assign(board.starts().begin(), board.starts().end());
  stretch.player = board.player();
  stretch.goals.assign(board.targets().begin(), board.targets().end());
  return stretch;
}

BestSearch::BestSearch(const Board& board, const std::vector<std::string>& detectors)
    : board_(&board),
      position_(board),
      walks_(board),
      ways_(board),
      bound_(ways_),
      boards_(board, Motion::push),
      packed_(static_cast<std::size_t>(Position::words_for(board))),
      placements_(packed_.size()) {
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.is_pruner() || std::ranges::find(detectors, entry.about.name) == detectors.end())
      continue;
    const auto make = std::get<CatalogueEntry::Factory<DeadlockDetector>>(entry.make);
    detectors_.push_back(make(board, Motion::push, boards_));
  }
}

BestWay BestSearch::run(const Stretch& stretch, Watch& watch) {
  begin(stretch);
  BestWay way;
  while (!is_over()) {
    way.reason = nodes_expanded_ >= stretch.max_nodes ? StopReason::nodes : watch.check(bytes());
    if (way.reason != StopReason::none) break;
    if (!stretch.width) lower_bound_ = waiting_.begin()->first;
    const NodeId id = take();
    if (id == no_node) continue;
    // It may wait twice, when a better way to it was found.
    if (nodes_[id].is_expanded) continue;
    nodes_[id].is_expanded = true;
    load(id);
    if (is_dead(id)) continue;
    walks_.measure(position_, nodes_[id].player);
    if (is_same_as_expanded(id)) continue;
    ++nodes_expanded_;
    ++layer_taken_;
    if (nodes_[id].placement == goal_) end_at(id);
    expand(id);
  }
  way.is_found = best_end_ != no_node;
  if (way.is_found) way.pushes = pushes_to(best_end_);
  if (way.reason == StopReason::none && is_cut_) way.reason = StopReason::nodes;
  if (way.reason == StopReason::none && !stretch.width) lower_bound_ = limit_;
  way.length = limit_;
  way.lower_bound = lower_bound_;
  way.nodes = nodes_expanded_;
  return way;
}

void BestSearch::begin(const Stretch& stretch) {
  stretch_ = &stretch;
  placements_.clear();
  first_node_.clear();
  fare_.clear();
  nodes_.clear();
  waiting_.clear();
  waiting_count_ = 0;
  nodes_expanded_ = 0;
  layer_ = 0;
  layer_taken_ = 0;
  is_cut_ = false;
  best_end_ = no_node;
  limit_ = shorter_than(stretch);
  lower_bound_ = {};
  bound_.set_goals(stretch.goals);
  position_.set(stretch.goals, stretch.player);
  position_.pack(packed_);
  goal_ = placements_.enter(packed_, position_.boxes_key()).first;
  first_node_.push_back(no_node);
  fare_.push_back(Territory::anything);

  position_.set(stretch.boxes, stretch.player);
  position_.pack(packed_);
  const auto bound = bound_.look_at(position_);
  if (!bound) return;
  const auto [placement, is_new] = placements_.enter(packed_, position_.boxes_key());
  if (is_new) {
    first_node_.push_back(no_node);
    fare_.push_back(Territory::anything);
  }
  first_node_[placement] = 0;
  nodes_.push_back({no_node, no_node, placement, 0, 0, *bound, stretch.player, up, false});
  lower_bound_ = estimate(nodes_[0]);
  wait(0);
}

bool BestSearch::is_over() const {
  if (waiting_.empty()) return true;
  return stretch_->width ? best_end_ != no_node : waiting_.begin()->first >= limit_;
}

// None when the layer has had its width.
BestSearch::NodeId BestSearch::take() {
  const auto best = waiting_.begin();
  if (stretch_->width) {
    if (best->first.first != layer_) {
      layer_ = best->first.first;
      layer_taken_ = 0;
    }
    if (layer_taken_ >= *stretch_->width) {
      is_cut_ = true;
      waiting_count_ -= best->second.size();
      waiting_.erase(best);
      return no_node;
    }
  }
  const NodeId id = best->second.back();
  best->second.pop_back();
  --waiting_count_;
  if (best->second.empty()) waiting_.erase(best);
  return id;
}

// Its place in the queue.
Length BestSearch::rank(const Node& node) const {
  if (!stretch_->width) return estimate(node);
  const std::uint32_t pushes = stretch_->objective == Objective::pushes ? node.first : node.second;
  return {pushes, stretch_->objective == Objective::pushes ? node.bound : node.first + node.bound};
}

// All boxes stand where they are to be; the player has yet to walk to the finish.
void BestSearch::end_at(NodeId id) {
  Length length = length_of(nodes_[id]);
  if (stretch_->finish) {
    if (!walks_.reaches(*stretch_->finish)) return;
    const auto steps = static_cast<std::uint32_t>(walks_.steps(*stretch_->finish));
    length = length + make_length(stretch_->objective, steps, 0);
  }
  if (length >= limit_) return;
  limit_ = length;
  best_end_ = id;
}

// Between two placements the parity of the pushes is always the same, and between two squares of
// the player that of the moves: what is shorter is shorter by two.
Length BestSearch::shorter_than(const Stretch& stretch) const {
  if (stretch.counts == Counts::both) return stretch.limit;
  const bool has_parity = stretch.objective == Objective::pushes || stretch.finish.has_value();
  const std::uint32_t first = stretch.limit.first;
  return {first - (has_parity && first > 0 ? 1U : 0U), 0};
}

// Where the player stands does not matter, and another node has led to the same.
bool BestSearch::is_same_as_expanded(NodeId id) const {
  if (stretch_->counts == Counts::both || stretch_->objective == Objective::moves) return false;
  NodeId other = first_node_[nodes_[id].placement];
  for (; other != no_node; other = nodes_[other].sibling)
    if (other != id && nodes_[other].is_expanded && walks_.reaches(nodes_[other].player))
      return true;
  return false;
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
  is_bound_of_position_ = false;
  const auto boxes = position_.boxes();
  for (std::size_t box = 0; box < boxes.size(); ++box) {
    for (const Direction d : directions) {
      const Square from = board_->neighbour(boxes[box], opposite(d));
      if (!walks_.reaches(from) || position_.is_occupied(board_->neighbour(boxes[box], d)))
        continue;
      reach(id, box, d, walks_.steps(from));
    }
  }
}

// Enters the state after a push, unless it is known with a way that is as good.
void BestSearch::reach(NodeId parent, std::size_t box, Direction direction, int walk) {
  const Square square = position_.boxes()[box];
  const Square to = board_->neighbour(square, direction);
  const Length step = make_length(stretch_->objective, static_cast<std::uint32_t>(walk) + 1, 1);
  const Length length = length_of(nodes_[parent]) + step;
  // A push lowers the bound by one at most.
  const std::uint32_t least = nodes_[parent].bound == 0 ? 0 : nodes_[parent].bound - 1;
  if (length + Length{least, least} >= limit_) return;
  const Placements::Id placement = enter_placement(square, to);
  if (length.first >= fare_[placement]) return;
  NodeId id = find(placement, square);
  if (id != no_node && length_of(nodes_[id]) <= length) return;
  const auto bound = id != no_node ? nodes_[id].bound : bound_after(box, to, square);
  if (!bound || length + Length{*bound, *bound} >= limit_) return;
  NodeId sibling = first_node_[placement];
  if (id == no_node) {
    id = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({});
    first_node_[placement] = id;
  } else {
    sibling = nodes_[id].sibling;
  }
  nodes_[id] = {parent, sibling, placement, length.first, length.second,
                *bound, square,  direction, false};
  wait(id);
}

std::optional<std::uint32_t> BestSearch::bound_after(std::size_t box, Square to, Square player) {
  if (!is_bound_of_position_) bound_.look_at(position_);
  is_bound_of_position_ = true;
  return bound_.after_push(box, to, player);
}

BestSearch::NodeId BestSearch::find(Placements::Id placement, Square player) const {
  NodeId id = first_node_[placement];
  while (id != no_node && nodes_[id].player != player) id = nodes_[id].sibling;
  return id;
}

// The placement after a box of the position has moved.
Placements::Id BestSearch::enter_placement(Square from, Square to) {
  const auto flip = [&](Square s) { packed_[s / 64] ^= std::uint64_t{1} << (s % 64); };
  flip(from);
  flip(to);
  const std::uint64_t key = position_.boxes_key() ^ board_->box_key(from) ^ board_->box_key(to);
  const auto [placement, is_new] = placements_.enter(packed_, key);
  if (is_new) {
    Territory* territory = stretch_->territory;
    first_node_.push_back(no_node);
    fare_.push_back(territory == nullptr ? Territory::anything : territory->fare(packed_, key));
  }
  flip(from);
  flip(to);
  return placement;
}

void BestSearch::wait(NodeId id) {
  waiting_[rank(nodes_[id])].push_back(id);
  ++waiting_count_;
}

void BestSearch::load(NodeId id) {
  placements_.load(nodes_[id].placement, packed_);
  position_.set_packed(packed_, nodes_[id].player);
}

std::vector<Push> BestSearch::pushes_to(NodeId id) const {
  std::vector<Push> pushes;
  for (; nodes_[id].parent != no_node; id = nodes_[id].parent)
    pushes.push_back({nodes_[id].player, nodes_[id].direction});
  std::ranges::reverse(pushes);
  return pushes;
}

std::size_t BestSearch::bytes() const {
  // The queue's vectors double.
  return ways_.bytes() + placements_.bytes() + first_node_.bytes() + fare_.bytes() +
         nodes_.bytes() + waiting_count_ * sizeof(NodeId) * 2;
}

}  // namespace rearview
