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

BestSearch::Tables::Tables(const Board& board, Motion motion, const std::vector<std::string>& names)
    : ways(board, motion), bound(board, ways), boards(board, motion) {
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.is_pruner() || !entry.serves(motion) ||
        std::ranges::find(names, entry.about.name) == names.end())
      continue;
    const auto make = std::get<CatalogueEntry::Factory<DeadlockDetector>>(entry.make);
    detectors.push_back(make(board, motion, boards));
  }
}

BestSearch::BestSearch(const Board& board, const std::vector<std::string>& detectors)
    : board_(&board),
      detector_names_(detectors),
      position_(board),
      walks_(board),
      packed_(static_cast<std::size_t>(Position::words_for(board))),
      placements_(packed_.size()) {}

BestSearch::Tables& BestSearch::tables_for(Motion motion) {
  auto& tables = motion == Motion::push ? push_tables_ : pull_tables_;
  if (!tables) tables = std::make_unique<Tables>(*board_, motion, detector_names_);
  return *tables;
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
    // A node is queued again when a shorter path to it is found.
    if (nodes_[id].is_expanded) continue;
    nodes_[id].is_expanded = true;
    load(id);
    if (is_dead(id)) continue;
    walks_.measure(position_, nodes_[id].player);
    if (is_same_as_expanded(id)) continue;
    ++nodes_expanded_;
    ++layer_taken_;
    if (nodes_[id].placement == goal_) end_at(id);
    if (best_end_ == no_node && is_met()) {
      best_end_ = id;
      way.is_met = true;
      break;
    }
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
  tables_ = &tables_for(stretch.motion);
  const auto& first = is_pull() ? stretch.goals : stretch.boxes;
  const auto& last = is_pull() ? stretch.boxes : stretch.goals;
  finish_ = is_pull() ? std::optional(stretch.player) : stretch.finish;
  tables_->bound.set_goals(last);
  position_.set(last, stretch.player);
  position_.pack(packed_);
  goal_ = enter_position();
  position_.set(first, stretch.player);
  position_.pack(packed_);
  const Square player = stretch.player;
  if (is_pull()) {
    begin_at(last_players());
  } else {
    begin_at({&player, 1});
  }
}

// The squares on which the player may end: the required one, or else all squares from which a box
// can be pulled.
std::vector<Square> BestSearch::last_players() const {
  if (stretch_->finish) return {*stretch_->finish};
  std::vector<Square> players;
  for (const Square box : position_.boxes()) {
    for (const Direction d : directions) {
      const Square player = board_->neighbour(box, d);
      if (!position_.is_occupied(player) && !position_.is_occupied(board_->neighbour(player, d)))
        players.push_back(player);
    }
  }
  std::ranges::sort(players);
  players.erase(std::unique(players.begin(), players.end()), players.end());
  return players;
}

// Adds the root nodes: the current boxes with each of these player squares.
void BestSearch::begin_at(std::span<const Square> players) {
  const Placements::Id placement = enter_position();
  lower_bound_ = no_length_limit;
  for (const Square player : players) {
    position_.set_player(player);
    const auto bound = tables_->bound.look_at(position_);
    if (!bound) continue;
    const auto id = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({no_node, first_node_[placement], placement, 0, 0, *bound, player, up, false});
    first_node_[placement] = id;
    lower_bound_ = std::min(lower_bound_, estimate(nodes_[id]));
    wait(id);
  }
  if (nodes_.size() == 0) lower_bound_ = {};
}

Placements::Id BestSearch::enter_position() {
  const auto [placement, is_new] = placements_.enter(packed_, position_.boxes_key());
  if (is_new) {
    first_node_.push_back(no_node);
    fare_.push_back(Territory::anything);
  }
  return placement;
}

bool BestSearch::is_over() const {
  if (waiting_.empty()) return true;
  return stretch_->width ? best_end_ != no_node : waiting_.begin()->first >= limit_;
}

// The next node of the queue; no_node if the beam width of its layer is used up.
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

// The node's priority in the queue.
Length BestSearch::rank(const Node& node) const {
  if (!stretch_->width) return estimate(node);
  const std::uint32_t pushes = stretch_->objective == Objective::pushes ? node.first : node.second;
  return {pushes, stretch_->objective == Objective::pushes ? node.bound : node.first + node.bound};
}

// All boxes are at their goals; adds the player's walk to the finish.
void BestSearch::end_at(NodeId id) {
  Length length = length_of(nodes_[id]);
  if (finish_) {
    if (!walks_.reaches(*finish_)) return;
    const auto steps = static_cast<std::uint32_t>(walks_.steps(*finish_));
    length = length + make_length(stretch_->objective, steps, 0);
  }
  if (length >= limit_) return;
  limit_ = length;
  best_end_ = id;
}

// All ways between two placements have the same parity of pushes, and all walks between two squares
// the same parity of moves: a shorter way is shorter by at least two.
Length BestSearch::shorter_than(const Stretch& stretch) const {
  if (stretch.counts == Counts::both) return stretch.limit;
  const bool has_parity = stretch.objective == Objective::pushes || stretch.finish.has_value();
  const std::uint32_t first = stretch.limit.first;
  return {first - (has_parity && first > 0 ? 1U : 0U), 0};
}

// Whether an expanded node has the same boxes and player region, if only the region matters.
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
  // A push leaves the player where the box was, and a pull where the push would begin.
  const Square moved = board_->neighbour(node.player, node.direction);
  return std::ranges::any_of(tables_->detectors, [&](const auto& detector) {
    return detector->is_dead(position_, moved);
  });
}

bool BestSearch::is_met() {
  if (!stretch_->is_met) return false;
  Square smallest = 0;  // of the player's region
  while (!walks_.reaches(smallest)) ++smallest;
  return stretch_->is_met(position_, position_.boxes_key() ^ board_->player_key(smallest));
}

void BestSearch::expand(NodeId id) {
  is_bound_of_position_ = false;
  const bool pulls = is_pull();
  for (std::size_t box = 0; box < position_.boxes().size(); ++box) {
    for (const Direction d : directions) {
      if (pulls) {
        expand_pull(id, box, d);
      } else {
        expand_push(id, box, d);
      }
    }
  }
}

void BestSearch::expand_push(NodeId id, std::size_t box, Direction direction) {
  const Square square = position_.boxes()[box];
  const Square stand = board_->neighbour(square, opposite(direction));
  const Square to = board_->neighbour(square, direction);
  if (walks_.reaches(stand) && !position_.is_occupied(to))
    reach(id, box, to, square, direction, stand);
}

// The push in that direction is undone: the player stands where the box was before it, and steps
// back.
void BestSearch::expand_pull(NodeId id, std::size_t box, Direction direction) {
  const Square to = board_->neighbour(position_.boxes()[box], opposite(direction));
  if (!walks_.reaches(to)) return;
  const Square player = board_->neighbour(to, opposite(direction));
  if (!position_.is_occupied(player)) reach(id, box, to, player, direction, to);
}

// Enters the state after a push or pull, unless a path as short is known. The player walks to
// `stand` before it, and is on `player` after it.
void BestSearch::reach(NodeId parent, std::size_t box, Square to, Square player,
                       Direction direction, Square stand) {
  const Square square = position_.boxes()[box];
  const auto walk = static_cast<std::uint32_t>(walks_.steps(stand));
  const Length step = make_length(stretch_->objective, walk + 1, 1);
  const Length length = length_of(nodes_[parent]) + step;
  // A push lowers the bound by one at most.
  const std::uint32_t least = nodes_[parent].bound == 0 ? 0 : nodes_[parent].bound - 1;
  if (length + Length{least, least} >= limit_) return;
  const Placements::Id placement = enter_placement(square, to);
  if (length.first >= fare_[placement]) return;
  NodeId id = find(placement, player);
  if (id != no_node && length_of(nodes_[id]) <= length) return;
  const auto bound = id != no_node ? nodes_[id].bound : bound_after(box, to, player);
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
                *bound, player,  direction, false};
  wait(id);
}

std::optional<std::uint32_t> BestSearch::bound_after(std::size_t box, Square to, Square player) {
  if (!is_bound_of_position_) tables_->bound.look_at(position_);
  is_bound_of_position_ = true;
  return tables_->bound.after_push(box, to, player);
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
  for (; nodes_[id].parent != no_node; id = nodes_[id].parent) {
    const Node& node = nodes_[id];
    const Square box = is_pull() ? board_->neighbour(node.player, node.direction) : node.player;
    pushes.push_back({box, node.direction});
  }
  if (!is_pull()) std::ranges::reverse(pushes);
  return pushes;
}

std::size_t BestSearch::bytes() const {
  // The queue's vectors double.
  return stretch_->bytes_elsewhere + tables_->ways.bytes() + placements_.bytes() +
         first_node_.bytes() + fare_.bytes() + nodes_.bytes() + waiting_count_ * sizeof(NodeId) * 2;
}

}  // namespace rearview
