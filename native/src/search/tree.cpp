#include "rearview/search/tree.h"

#include <algorithm>

#include "rearview/board/regions.h"
#include "rearview/support/hashing.h"

namespace rearview {

SearchTree::SearchTree(const Board& board, std::uint64_t seed, Ties ties)
    : board_(&board),
      words_(static_cast<std::size_t>(Position::words_for(board))),
      seed_(seed),
      ties_(ties) {}

NodeId SearchTree::add_root(const State& state, float value) {
  const auto id = static_cast<NodeId>(nodes_.size());
  if (!transpositions_.insert(state_key(state), id)) return no_node;
  nodes_.push_back(
      {no_node, not_expanded, value, {board_->wall(), board_->wall(), state.player}, false});
  roots_.push_back(id);
  root_states_.push_back(state);
  return id;
}

NodeId SearchTree::add_child(NodeId parent, const Child& child, float value) {
  const auto id = static_cast<NodeId>(nodes_.size());
  if (!transpositions_.insert(child.key, id)) return no_node;
  nodes_.push_back({parent, not_expanded, value, child.move, false});
  return id;
}

void SearchTree::begin_expansion(NodeId node, const Position& position) {
  const auto first_child = static_cast<NodeId>(nodes_.size());
  const float raw_value = nodes_[node].value;
  nodes_[node].expansion = static_cast<std::uint32_t>(expansions_.size());
  expansions_.push_back({node, first_child, 0, 1, 0, no_node, raw_value});
  std::vector<std::uint64_t> words(words_);
  position.pack(words);
  for (const std::uint64_t word : words) boxes_.push_back(word);
}

void SearchTree::end_expansion(NodeId node) {
  Expansion& e = expansion(node);
  e.child_count = static_cast<std::uint32_t>(nodes_.size()) - e.first_child;
  if (seed_ != 0 && e.child_count > 0)
    e.turn = static_cast<std::uint32_t>(mix(seed_ + node) % e.child_count);
}

bool SearchTree::choose_best(Expansion& e) const {
  e.best_child = no_node;
  for (NodeId child = e.first_child; child < e.first_child + e.child_count; ++child) {
    if (nodes_[child].is_dead) continue;
    if (e.best_child == no_node || is_better(child, e.best_child)) e.best_child = child;
  }
  return e.best_child != no_node;
}

// Ties go to the child that was listed first, or are broken by the seed (Ties::random).
bool SearchTree::is_better(NodeId later, NodeId earlier) const {
  const float value = nodes_[later].value;
  const float other = nodes_[earlier].value;
  if (value != other || ties_ != Ties::random) return value > other;
  return mix(mix(seed_) + later) > mix(mix(seed_) + earlier);
}

void SearchTree::back_up(NodeId id) {
  // An unexpanded node was just marked dead: start at its parent.
  if (!is_expanded(id)) id = nodes_[id].parent;
  for (; id != no_node; id = nodes_[id].parent) {
    Node& node = nodes_[id];
    if (!choose_best(expansion(id))) {
      node.is_dead = true;
      continue;
    }
    const float value = nodes_[expansion(id).best_child].value;
    // An unchanged value changes nothing further up.
    if (value == node.value) break;
    node.value = value;
  }
}

NodeId SearchTree::next_in_turn(NodeId id) {
  Expansion& e = expansion(id);
  do {
    e.turn = (e.turn + 1) % e.child_count;
  } while (nodes_[e.first_child + e.turn].is_dead);
  return e.first_child + e.turn;
}

std::size_t SearchTree::bytes() const {
  return nodes_.bytes() + expansions_.bytes() + boxes_.bytes() + transpositions_.bytes();
}

void SearchTree::load(NodeId id, Position& position) const {
  const Node& node = nodes_[id];
  if (node.parent == no_node) {
    const auto root = std::ranges::find(roots_, id) - roots_.begin();
    position.set(root_states_[static_cast<std::size_t>(root)]);
    return;
  }
  const std::size_t begin = nodes_[node.parent].expansion * words_;
  std::vector<std::uint64_t> words(words_);
  for (std::size_t i = 0; i < words_; ++i) words[i] = boxes_[begin + i];
  // The box moves as bits, so that boxes are listed in order of their squares on every path.
  words[node.move.source / 64] &= ~(std::uint64_t{1} << (node.move.source % 64));
  words[node.move.destination / 64] |= std::uint64_t{1} << (node.move.destination % 64);
  position.set_packed(words, node.move.player);
}

std::vector<NodeId> SearchTree::path_to(NodeId id) const {
  std::vector<NodeId> path;
  for (; id != no_node; id = nodes_[id].parent) path.push_back(id);
  std::ranges::reverse(path);
  return path;
}

std::vector<State> SearchTree::states_to(NodeId id) const {
  std::vector<State> states;
  Position position(*board_);
  for (const NodeId node : path_to(id)) {
    load(node, position);
    states.push_back(state_of(position));
  }
  return states;
}

bool SearchTree::is_consistent() const {
  // Children come after their parents, so one pass backwards sees every child first.
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    if (node.expansion == not_expanded) continue;
    const Expansion& e = expansions_[node.expansion];
    float best = 0;
    bool is_alive = false;
    for (NodeId child = e.first_child; child < e.first_child + e.child_count; ++child) {
      if (nodes_[child].parent != i) return false;
      if (nodes_[child].is_dead) continue;
      best = is_alive ? std::max(best, nodes_[child].value) : nodes_[child].value;
      is_alive = true;
    }
    if (node.is_dead == is_alive) return false;
    if (is_alive && (node.value != best || nodes_[e.best_child].value != best)) return false;
  }
  return true;
}

}  // namespace rearview
