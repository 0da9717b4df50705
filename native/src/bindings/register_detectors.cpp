#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "bindings.h"
#include "rearview/deadlock/catalogue.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

// One detector, alone, with everything it needs.
class LoneDetector {
 public:
  LoneDetector(const Board& board, const std::string& name, Motion motion)
      : board_(board),
        entry_(catalogue_entry(name, motion)),
        motion_(motion),
        boards_(board, motion),
        position_(board) {
    if (entry_.promise == Promise::dead)
      detector_ = make_detector(name, board, motion, boards_);
    else
      pruner_ = make_pruner(name, board, motion, boards_);
  }

  std::string name() const { return std::string(entry_.name); }
  Motion motion() const { return motion_; }
  std::string promise() const { return entry_.promise == Promise::dead ? "dead" : "skip"; }

  bool is_dead(const State& state) {
    if (!detector_) throw std::invalid_argument(name() + " skips moves: ask it with keep()");
    check(board_, state);
    position_.set(state);
    return detector_->is_dead(position_, std::nullopt);
  }

  std::vector<Move> keep(const State& state, const std::vector<Move>& moves) {
    if (!pruner_) throw std::invalid_argument(name() + " judges states: ask it with is_dead()");
    check(board_, state);
    position_.set(state);
    std::vector<Child> children;
    MoveGenerator(board_).generate(position_, motion_, nullptr, children);
    pruner_->look_at(position_);
    std::erase_if(children, [&](const Child& child) {
      return pruner_->skips_box(child.move.source) || pruner_->skips(position_, child);
    });
    std::vector<Move> kept;
    for (const Move& move : moves)
      if (std::ranges::any_of(children, [&](const Child& c) { return c.move == move; }))
        kept.push_back(move);
    return kept;
  }

 private:
  const Board& board_;
  const CatalogueEntry& entry_;
  Motion motion_;
  FrozenBoards boards_;
  Position position_;
  std::unique_ptr<DeadlockDetector> detector_;
  std::unique_ptr<MovePruner> pruner_;
};

}  // namespace

void register_detectors(nb::module_& m) {
  nb::class_<LoneDetector>(m, "Detector", R"(One deadlock detector or move pruner, by name.

What it promises is in `promise`. "dead": is_dead(state) is True only if no solution passes through
the state. "skip": if the state has a solution, one of the moves of keep() leads on to one.)")
      .def(nb::init<const Board&, const std::string&, Motion>(), "board"_a, "name"_a, "motion"_a,
           nb::keep_alive<1, 2>())
      .def_prop_ro("name", &LoneDetector::name, "Its name in detector_names().")
      .def_prop_ro("motion", &LoneDetector::motion, "Pushes or pulls.")
      .def_prop_ro("promise", &LoneDetector::promise, "'dead' or 'skip'.")
      .def("is_dead", &LoneDetector::is_dead, "state"_a, "Whether the state is certainly dead.")
      .def("keep", &LoneDetector::keep, "state"_a, "moves"_a, "The moves that need be tried.");

  m.def(
      "detector_names",
      [](Motion motion) {
        std::vector<std::string> names;
        for (const auto& entry : catalogue(motion)) names.emplace_back(entry.name);
        return names;
      },
      "motion"_a, "The detectors that exist for a motion, the cheapest first.");
}

}  // namespace rearview::bindings
