#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bindings.h"
#include "rearview/deadlock/frozen_boards.h"
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

}  // namespace

void register_testing(nb::module_& testing) {
  testing.def("distance", distance, "board"_a, "motion"_a, "square"_a, "player"_a, "goal"_a,
              "The fewest pushes (pulls) that bring a lone box from square to goal, or -1.");
  testing.def("pass_nodes", pass_nodes, "first"_a, "growth"_a, "rounds"_a,
              "How many nodes the passes of an agent have, round by round.");
  testing.def("td_error", td_error, "reward"_a, "discount"_a, "next_value"_a, "value"_a,
              "The TD error: the target minus the value of the state.");
}

}  // namespace rearview::bindings
