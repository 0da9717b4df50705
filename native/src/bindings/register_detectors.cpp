#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "bindings.h"
#include "gil.h"
#include "rearview/deadlock/catalogue.h"
#include "rearview/deadlock/exhaustion.h"
#include "rearview/deadlock/matching.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {
namespace {

std::string promise_of(const CatalogueEntry& entry) { return entry.is_pruner() ? "skip" : "dead"; }

// One detector, alone, with everything it needs.
class LoneDetector {
 public:
  LoneDetector(const Board& board, const std::string& name, Motion motion)
      : board_(board),
        entry_(catalogue_entry(name, motion)),
        motion_(motion),
        boards_(board, motion),
        position_(board) {
    if (entry_.is_pruner())
      pruner_ = std::get<CatalogueEntry::Factory<MovePruner>>(entry_.make)(board, motion, boards_);
    else
      detector_ =
          std::get<CatalogueEntry::Factory<DeadlockDetector>>(entry_.make)(board, motion, boards_);
  }

  std::string name() const { return std::string(entry_.about.name); }
  Motion motion() const { return motion_; }
  std::string promise() const { return promise_of(entry_); }

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
    MoveGenerator(board_).generate(position_, motion_, children);
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

std::vector<int> reachable_targets(const Board& board, const State& state) {
  check(board, state);
  FrozenBoards boards(board, Motion::push);
  ReachableGoals reachable(board, Motion::push, boards);
  Position position(board);
  position.set(state);
  std::vector<int> found;
  if (!reachable.find(position)) return found;
  const auto targets = board.targets();
  for (std::size_t i = 0; i < targets.size(); ++i)
    for (std::size_t box = 0; box < state.boxes.size(); ++box)
      if ((reachable.row(box)[i / 64] >> (i % 64) & 1U) != 0) {
        found.push_back(targets[i]);
        break;
      }
  return found;
}

Exhaustion::Answer try_everything(const Board& board, const State& state, int max_states) {
  check(board, state);
  const UnlockedGil unlocked;
  return Exhaustion(board).decide(state, max_states);
}

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
      .def("keep", &LoneDetector::keep, "state"_a, "moves"_a, "The moves that have to be tried.");

  nb::class_<CatalogueEntry>(m, "DetectorEntry", "The catalogue's description of a detector.")
      .def_prop_ro(
          "name", [](const CatalogueEntry& e) { return std::string(e.about.name); },
          "The name that switches it on.")
      .def_prop_ro("promise", promise_of, "'dead' or 'skip', as of Detector.")
      .def_prop_ro(
          "motions",
          [](const CatalogueEntry& e) {
            std::vector<Motion> motions{Motion::push};
            if (e.serves_pulls) motions.push_back(Motion::pull);
            return motions;
          },
          "The motions that it supports: pushes, or pushes and pulls.")
      .def_prop_ro(
          "is_cheap", [](const CatalogueEntry& e) { return e.about.cost == Cost::cheap; },
          "It checks every generated child, not only chosen states.")
      .def_prop_ro(
          "doc", [](const CatalogueEntry& e) { return std::string(e.about.doc); },
          "What it finds, in one line.")
      .def_prop_ro(
          "covered_by", [](const CatalogueEntry& e) { return std::string(e.about.covered_by); },
          "A detector that finds all that this one finds, or nothing.");

  m.def(
      "detector_catalogue",
      [] { return std::vector<CatalogueEntry>(catalogue().begin(), catalogue().end()); },
      "Every detector, the cheapest first.");
  m.def(
      "detector_names",
      [](Motion motion) {
        std::vector<std::string> names;
        for (const CatalogueEntry& entry : catalogue())
          if (entry.serves(motion)) names.emplace_back(entry.about.name);
        return names;
      },
      "motion"_a, "The detectors that exist for a motion, the cheapest first.");

  nb::enum_<Exhaustion::Answer>(m, "Answer", "The answer of an exhaustive search.")
      .value("alive", Exhaustion::Answer::alive, "All boxes can be brought to targets.")
      .value("dead", Exhaustion::Answer::dead, "They cannot, whatever is pushed.")
      .value("undecided", Exhaustion::Answer::undecided, "It would take more states.");
  m.def("try_everything", try_everything, "board"_a, "state"_a, "max_states"_a,
        "Whether all boxes can be brought to targets, of which some may stay empty; undecided when "
        "that takes more states than so many.");
  m.def("reachable_targets", reachable_targets, "board"_a, "state"_a,
        "The targets that the boxes can reach, each alone on the board but for the frozen boxes.");
}

}  // namespace rearview::bindings
