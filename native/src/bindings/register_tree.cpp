#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "bindings.h"
#include "rearview/board/regions.h"
#include "rearview/search/planner.h"
#include "rearview/support/watch.h"
#include "tick.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

// What a tree knows of one state.
struct TreeNode {
  std::optional<NodeId> parent;
  std::optional<Move> move;
  float value;
  float raw_value;
  bool is_dead;
  bool is_expanded;
  std::uint32_t visits;
  std::vector<NodeId> children;
  std::optional<NodeId> best_child;
};

std::unique_ptr<Agent> make_agent(const Board& board, Motion motion, const Weights& weights,
                                  const std::vector<std::string>& detectors, double discount) {
  if (motion == Motion::pull)
    return std::make_unique<BackwardAgent>(board, detectors, weights, discount);
  return std::make_unique<ForwardAgent>(board, detectors, weights, discount);
}

// A tree with the search that it grew in. Once it is handed to Python, nothing changes it.
class GrownTree {
 public:
  GrownTree(const Board& board, Motion motion, const Weights& weights,
            const std::vector<std::string>& detectors, const std::vector<State>& trajectory,
            const PlannerOptions& options, const std::optional<State>& start, double discount)
      : agent_(make_agent(board, motion, weights, detectors, discount)) {
    if (start) agent_->set_start(*start);
    agent_->set_hint(trajectory);
    planner_ = std::make_unique<Planner>(*agent_, options);
  }

  void grow(std::uint64_t steps, Watch& watch) {
    while (leaves_.size() < steps && watch.check(planner_->bytes()) == StopReason::none) {
      const Seen seen = planner_->step([] { return false; });
      if (seen.what == Seen::What::exhausted) return;
      leaves_.push_back(seen.leaf);
    }
  }

  std::vector<TreeNode> nodes() const {
    std::vector<TreeNode> nodes;
    nodes.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) nodes.push_back(node(i));
    return nodes;
  }
  std::vector<NodeId> roots() const { return {tree().roots().begin(), tree().roots().end()}; }
  const std::vector<NodeId>& leaves() const { return leaves_; }

  std::size_t size() const { return tree().node_count(); }

  State state(std::size_t number) const {
    Position position(agent_->board());
    tree().load(checked(number), position);
    return state_of(position);
  }

  TreeNode node(std::size_t number) const {
    const NodeId id = checked(number);
    const SearchTree::Node& found = tree().node(id);
    TreeNode node{};
    node.parent = some(found.parent);
    if (node.parent) node.move = found.move;
    node.value = node.raw_value = found.value;
    node.is_dead = found.is_dead;
    node.is_expanded = tree().is_expanded(id);
    if (!node.is_expanded) return node;
    const SearchTree::Expansion& expansion = tree().expansion(id);
    node.raw_value = expansion.raw_value;
    node.visits = expansion.visits;
    node.children.resize(expansion.child_count);
    std::iota(node.children.begin(), node.children.end(), expansion.first_child);
    node.best_child = some(expansion.best_child);
    return node;
  }

  bool is_consistent() const { return tree().is_consistent(); }

 private:
  const SearchTree& tree() const { return planner_->tree(); }

  NodeId checked(std::size_t number) const {
    if (number >= size())
      throw std::invalid_argument("there is no node " + std::to_string(number) + " in this tree");
    return static_cast<NodeId>(number);
  }

  static std::optional<NodeId> some(NodeId id) {
    return id == no_node ? std::nullopt : std::optional(id);
  }

  std::unique_ptr<Agent> agent_;
  std::unique_ptr<Planner> planner_;
  std::vector<NodeId> leaves_;
};

std::unique_ptr<GrownTree> grow_tree(const Board& board, Motion motion, const Weights& weights,
                                     const std::vector<std::string>& detectors,
                                     const std::vector<State>& trajectory, std::uint64_t steps,
                                     std::uint64_t seed, bool use_cells,
                                     const std::optional<State>& start, Ties ties, double discount,
                                     double epsilon_scale, bool knows_reward) {
  check_names(detectors);
  if (start) check(board, *start);
  for (const State& state : trajectory) check(board, state);
  std::unique_ptr<GrownTree> tree;
  Tick tick;
  {
    const UnlockedGil unlocked;
    Watch watch(Watch::no_limit, std::numeric_limits<std::size_t>::max());
    watch.set_tick([&] { return tick(); });
    const PlannerOptions options{seed, use_cells, ties, epsilon_scale, knows_reward};
    tree = std::make_unique<GrownTree>(board, motion, weights, detectors, trajectory, options,
                                       start, discount);
    tree->grow(steps, watch);
  }
  tick.rethrow();
  return tree;
}

}  // namespace

void register_tree(nb::module_& m, nb::module_& testing) {
  nb::class_<TreeNode>(m, "TreeNode", "One node of a search tree.")
      .def_ro("parent", &TreeNode::parent, "The parent; None for a root.")
      .def_ro("move", &TreeNode::move, "The move from the parent; None for a root.")
      .def_ro(
          "value", &TreeNode::value,
          "Backed up: the best of its live children's; raw before it is expanded. Says nothing of "
          "the dead.")
      .def_ro("raw_value", &TreeNode::raw_value,
              "Of the state itself: its weighted features, or 1 when it earns the reward.")
      .def_ro("is_dead", &TreeNode::is_dead,
              "There is nothing left to do below: all states there lead nowhere, or were entered "
              "elsewhere.")
      .def_ro("is_expanded", &TreeNode::is_expanded, "Its children were generated.")
      .def_ro("visits", &TreeNode::visits,
              "How many steps passed through it, including the one that expanded it.")
      .def_ro("children", &TreeNode::children,
              "Those of its moves that led to states new to the tree, in order.")
      .def_ro("best_child", &TreeNode::best_child,
              "The first of the live children with the best value; None when there is none.");

  nb::class_<GrownTree>(m, "SearchTree", R"(The tree that grow_tree() has grown; it never changes.

Nodes are numbered from 0 in the order in which their states entered the tree, each state once.)")
      .def_prop_ro("nodes", &GrownTree::nodes, "All nodes, in order. Each call makes a new list.")
      .def_prop_ro("roots", &GrownTree::roots, "The roots; dead when the tree is exhausted.")
      .def_prop_ro("leaves", &GrownTree::leaves,
                   "The node that each step chose: it was expanded, or found dead.")
      .def("__len__", &GrownTree::size)
      .def("node", &GrownTree::node, "number"_a, "One node.")
      .def("state", &GrownTree::state, "number"_a, "The state of a node.");

  testing.def("is_consistent", &GrownTree::is_consistent, "tree"_a,
              "Whether every value and death of the tree equals a computation from scratch.");

  m.def("grow_tree", grow_tree, "board"_a, "motion"_a, "weights"_a, "detectors"_a, "trajectory"_a,
        "steps"_a, "seed"_a = 0, "use_cells"_a = false, "start"_a = nb::none(),
        "ties"_a = Ties::nearest, "discount"_a = FeatureScale::papers_gamma,
        "epsilon_scale"_a = 1.0, "knows_reward"_a = true, nb::keep_alive<0, 1>(),
        R"(One agent's search, to be looked at.

The weights are in the order of feature_names(). The trajectory is the hint to follow; empty for
none. The agent takes that many steps, past the reward if it earns it, and fewer only when the tree
is searched to the end. The seed says where the turns of the children begin. With cells, every
second step goes to the cell whose turn it is. The agent begins at the start that is given, or else
at its end of the level. Ties say which of the children of equal value is best. The discount is
gamma of the features. Epsilon is epsilon_scale / (boxes + 1). An agent that knows its reward gives
the value 1 to a state that earns it, whatever its weights say. Releases the GIL; answers Ctrl-C.)");
}

}  // namespace rearview::bindings
