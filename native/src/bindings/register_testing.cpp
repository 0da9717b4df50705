#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <tuple>

#include "bindings.h"
#include "rearview/deadlock/frozen_boards.h"
#include "rearview/optimise/push_bound.h"
#include "rearview/search/growth.h"
#include "rearview/value/linear.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

int distance(const Board& board, Motion motion, int square, int player, int goal) {
  for (const int s : {square, player, goal}) check_square(board, s);
  if (square == player) throw std::invalid_argument("the player is on the box");
  const auto steps = FrozenBoards(board, motion)
                         .empty()
                         .distance(static_cast<Square>(square), static_cast<Square>(player),
                                   static_cast<Square>(goal));
  return steps == LoneBox::never ? -1 : steps;
}

std::vector<std::uint64_t> pass_nodes(std::uint64_t first, double growth, int rounds) {
  std::vector<std::uint64_t> nodes;
  for (Growth grown(growth); rounds > 0; --rounds) {
    nodes.push_back(grown.nodes(first));
    grown.next_round();
  }
  return nodes;
}

// A position: boxes, player, goals, and pushes of it (number of the box, where it goes, where the
// player is then).
using Push = std::tuple<std::size_t, Square, Square>;
using Look = std::tuple<std::vector<Square>, Square, std::vector<Square>, std::vector<Push>>;
using Bound = std::optional<std::uint32_t>;

// The bound of each position, followed by those after its pushes; none if goals cannot be filled.
std::vector<std::vector<Bound>> push_bounds(const Board& board, Motion motion,
                                            const std::vector<Look>& looks) {
  LoneWays ways(board, motion);
  PushBound bound(board, ways);
  Position position(board);
  std::vector<Square> goals_before;
  std::vector<std::vector<Bound>> found;
  for (const auto& [boxes, player, goals, pushes] : looks) {
    for (const auto* squares : {&boxes, &goals})
      for (const Square s : *squares) check_square(board, s);
    if (boxes.size() != goals.size()) throw std::invalid_argument("as many goals as boxes");
    if (goals != goals_before) bound.set_goals(goals);
    goals_before = goals;
    position.set(boxes, player);
    found.push_back({bound.look_at(position)});
    if (!found.back()[0]) continue;
    for (const auto& [box, to, after] : pushes)
      found.back().push_back(bound.after_push(box, to, after));
  }
  return found;
}

}  // namespace

void register_testing(nb::module_& testing) {
  testing.def("distance", distance, "board"_a, "motion"_a, "square"_a, "player"_a, "goal"_a,
              "The fewest pushes (pulls) that bring a lone box from square to goal, or -1.");
  testing.def(
      "push_bounds", push_bounds, "board"_a, "motion"_a, "looks"_a,
      "For each position (boxes, player, goals, pushes): the least pushes to the goals, and "
      "those after each push (number of the box, its square, the player's); None: no way.");
  testing.def("pass_nodes", pass_nodes, "first"_a, "growth"_a, "rounds"_a,
              "How many nodes the passes of an agent have, round by round.");
  testing.def("td_error", td_error, "reward"_a, "discount"_a, "next_value"_a, "value"_a,
              "The TD error: the target minus the value of the state.");
}

}  // namespace rearview::bindings
