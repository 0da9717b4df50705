// Declarations shared by the register_*.cpp files. Only this folder depends on Python.
#pragma once

#include <nanobind/nanobind.h>

#include "rearview/board/moves.h"
#include "rearview/board/position.h"

namespace rearview::bindings {

void register_board(nanobind::module_& m);
void register_detectors(nanobind::module_& m);
void register_features(nanobind::module_& m);
void register_solver(nanobind::module_& m);
void register_look_back(nanobind::module_& m);
void register_trainer(nanobind::module_& m);
void register_best_search(nanobind::module_& m);
void register_optimiser(nanobind::module_& m);
// `testing` is the submodule of what only tests and benchmarks use.
void register_tree(nanobind::module_& m, nanobind::module_& testing);
void register_expander(nanobind::module_& testing);
void register_testing(nanobind::module_& testing);

// Python can pass a state or a move to the wrong board: these throw std::invalid_argument then.
void check(const Board& board, const State& state);
void check(const Board& board, const State& state, const Move& move);
void check_square(const Board& board, int square);
// Throws unless there is a box for every target, which every search requires.
void check_targets(const Board& board);

}  // namespace rearview::bindings
