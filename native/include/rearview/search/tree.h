// The search tree: every state that was generated, each once.
//
//   nodes       every state: parent, move that led here, value (20 bytes)
//   expansions  the states whose children were generated: children, visits, raw value
//   boxes       for each expansion, its boxes as one bit a square
//
// The children of a node are contiguous. A node's value is the largest of its live children's,
// backed up to the root; a node without a live child is dead, and so on up. "Dead" here also means
// that there is nothing left to do below: all states there are known to lead nowhere or were
// entered elsewhere. A root that is dead has been searched to the end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rearview/board/moves.h"
#include "rearview/search/ties.h"
#include "rearview/search/transpositions.h"
#include "rearview/support/chunked_array.h"

namespace rearview {

class SearchTree {
 public:
  struct Node {
    NodeId parent;
    std::uint32_t expansion;  // its place among the expansions, or a sentinel
    float value;
    Move move;
    bool is_dead;
  };
  static constexpr std::uint32_t not_expanded = 0xFFFFFFFF;

  struct Expansion {
    NodeId node;
    NodeId first_child;
    std::uint32_t child_count;
    std::uint32_t visits;
    std::uint32_t turn;  // the child whose turn it was last
    NodeId best_child;
    float raw_value;  // of the state itself, before anything was backed up
  };

  explicit SearchTree(const Board& board, std::uint64_t seed = 0, Ties ties = Ties::nearest);

  NodeId add_root(const State& state, float value);
  // Enters a child of the node that is being expanded; no_node when its state is in the tree.
  NodeId add_child(NodeId parent, const Child& child, float value);
  // Between these two calls the children of one node are added.
  void begin_expansion(NodeId node, const Position& position);
  void end_expansion(NodeId node);

  void kill(NodeId node) { nodes_[node].is_dead = true; }
  // After a node was expanded or killed: brings values and deaths above it up to date.
  void back_up(NodeId node);

  const Node& node(NodeId id) const { return nodes_[id]; }
  bool is_expanded(NodeId id) const { return nodes_[id].expansion != not_expanded; }
  const Expansion& expansion(NodeId id) const { return expansions_[nodes_[id].expansion]; }
  Expansion& expansion(NodeId id) { return expansions_[nodes_[id].expansion]; }
  // The live child after the one whose turn it was last.
  NodeId next_in_turn(NodeId id);

  std::span<const NodeId> roots() const { return roots_; }
  NodeId find(std::uint64_t key) const { return transpositions_.find(key); }
  void prefetch(std::uint64_t key) const { transpositions_.prefetch(key); }
  std::size_t node_count() const { return nodes_.size(); }
  std::size_t expansion_count() const { return expansions_.size(); }
  NodeId expanded_node(std::size_t i) const { return expansions_[i].node; }
  std::size_t bytes() const;

  // Puts the position at a node.
  void load(NodeId id, Position& position) const;
  // The nodes from the root to this one.
  std::vector<NodeId> path_to(NodeId id) const;
  // The states on that path.
  std::vector<State> states_to(NodeId id) const;

  // Whether every value and death equals a computation from scratch. For tests.
  bool is_consistent() const;

 private:
  // Chooses the best live child again; returns false when there is none.
  bool choose_best(Expansion& e) const;
  bool is_better(NodeId later, NodeId earlier) const;

  const Board* board_;
  std::size_t words_;
  std::uint64_t seed_;
  Ties ties_;
  ChunkedArray<Node> nodes_;
  ChunkedArray<Expansion> expansions_;
  ChunkedArray<std::uint64_t> boxes_;
  Transpositions transpositions_;
  std::vector<NodeId> roots_;
  std::vector<State> root_states_;
};

}  // namespace rearview
