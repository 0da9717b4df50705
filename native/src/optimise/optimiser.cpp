#include "rearview/optimise/optimiser.h"

#include <algorithm>
#include <array>

#include "rearview/optimise/excursions.h"
#include "rearview/optimise/loops.h"
#include "rearview/optimise/merge.h"
#include "rearview/optimise/reorder.h"

namespace rearview {
namespace {

constexpr std::uint64_t first_nodes = 1000;
constexpr std::uint64_t growth = 4;
constexpr std::uint64_t most_nodes = std::uint64_t{1} << 40;
// A beam gets more nodes than a window, as a turn has only a few beams.
constexpr std::uint64_t beam_share = 2;

// Vicinities, from narrow to wide. `lag` is how far a path may fall behind the solution. On every
// tenth level of grigr, with a million nodes, 4 gave shorter solutions (4,403 moves) than no limit
// (4,508 moves).
constexpr std::array boxes_displaced{1, 2, 3};
constexpr std::uint32_t lag = 4;
// The vicinity of one box gains the most by far: it gets this many times the nodes of the others.
constexpr std::uint64_t narrow_share = 4;
// For fewest moves, the track of pushes may spend this many times what the track of moves spends.
// On 25 levels of sasquatch1 and grigr, with two million nodes: 13,711 moves with equal shares,
// 13,409 with 3.
constexpr std::uint64_t pushes_share = 3;

std::vector<Trail> make_trails(const Board& board, Objective objective,
                               std::span<const std::vector<Push>> solutions) {
  std::vector<Trail> trails;
  for (const auto& pushes : solutions) trails.emplace_back(board, objective, pushes);
  std::ranges::stable_sort(trails, {}, [](const Trail& trail) { return trail.length(); });
  return trails;
}

}  // namespace

Optimiser::Optimiser(const Board& board, const OptimiserOptions& options,
                     std::span<const std::vector<Push>> solutions, Watch& watch)
    : options_(options),
      effort_(watch, options.max_nodes),
      search_(board, options.detectors),
      windows_(board, search_),
      others_(make_trails(board, options.objective, solutions)),
      best_(others_.at(0)),
      trail_(best_) {}

void Optimiser::run() {
  tracks_.push_back(make_track(options_.objective));
  if (options_.objective == Objective::moves) tracks_.push_back(make_track(Objective::pushes));
  prove(first_nodes);
  keep_best();
  if (!is_over()) compare();
  while (!is_over()) {
    Track* next = nullptr;
    for (Track& track : tracks_) {
      const bool is_done = std::ranges::all_of(track.turns, &Turn::is_done);
      if (!is_done && (next == nullptr || track.spent < next->spent)) next = &track;
    }
    if (next == nullptr) return;
    take_turn(*next);
  }
}

// A track for pushes searches for fewer pushes only. If pushes are the objective, two more turns
// break ties by moves. A track for moves always counts both: few paths have equal moves, and
// ignoring ties gained nothing.
Optimiser::Track Optimiser::make_track(Objective objective) const {
  Track track{Trail(trail_.board(), objective, trail_.pushes()), {}};
  const bool is_pushes = objective == Objective::pushes;
  Breadth breadth;
  breadth.nodes = first_nodes;
  breadth.lag = lag;
  breadth.counts = is_pushes ? Counts::first : Counts::both;
  for (const int displaced : boxes_displaced) {
    breadth.displaced = displaced;
    add_turn(track, Method::vicinity, breadth);
  }
  Breadth wide = breadth;
  wide.displaced.reset();
  wide.lag.reset();
  add_turn(track, Method::windows, wide);
  if (is_pushes && objective == options_.objective) {
    breadth.displaced = boxes_displaced.front();
    breadth.counts = wide.counts = Counts::both;
    add_turn(track, Method::vicinity, breadth);
    add_turn(track, Method::windows, wide);
  }
  breadth = wide;
  breadth.nodes = first_nodes * beam_share;
  breadth.is_beam = true;
  breadth.counts = Counts::first;
  for (const Motion motion : {Motion::push, Motion::pull}) {
    breadth.motion = motion;
    add_turn(track, Method::beam, breadth);
  }
  breadth.nodes = first_nodes * growth;
  if (objective == options_.objective) add_turn(track, Method::exact, breadth);
  return track;
}

void Optimiser::add_turn(Track& track, Method method, const Breadth& breadth) const {
  if (!has(method)) return;
  const std::uint64_t share = breadth.displaced == boxes_displaced.front() ? narrow_share : 1;
  track.turns.push_back({method, breadth, share});
  track.turns.back().breadth.mark = static_cast<unsigned>(track.turns.size() - 1);
}

// Chooses the solution of each track. For moves, the solutions shortened by pushes are candidates
// too, and often the best ones.
void Optimiser::compare() {
  if (tracks_.size() > 1) {
    std::vector<Trail> trails;
    for (const Trail& one : others_)
      trails.emplace_back(one.board(), Objective::pushes, one.pushes());
    halve(trails, tracks_[1]);
    for (const Trail& one : trails)
      others_.emplace_back(one.board(), options_.objective, one.pushes());
  }
  halve(others_, tracks_[0]);
}

// Successive halving: shortens all, then the better half with more nodes, and so on.
void Optimiser::halve(std::vector<Trail>& trails, Track& track) {
  if (track.turns.empty() || track.turns[0].method == Method::exact) {
    Breadth none;
    for (Trail& trail : trails) shorten(trail, none, Method::walks);
  } else {
    Turn& turn = track.turns[0];
    for (std::size_t left = trails.size(); left > 0 && !is_over();
         left = left == 1 ? 0 : (left + 1) / 2) {
      for (std::size_t i = 0; i < left && !is_over(); ++i)
        shorten(trails[i], turn.breadth, turn.method);
      std::ranges::stable_sort(trails, {}, [](const Trail& trail) { return trail.length(); });
      turn.breadth.nodes *= growth;
    }
  }
  track.trail = *std::ranges::min_element(trails, {}, [](const Trail& t) { return t.length(); });
  track.trail.clear_marks();
}

void Optimiser::shorten(Trail& trail, Breadth& breadth, Method method) {
  trail_ = trail;
  tidy();
  trail_.clear_marks();
  for (bool has_gained = method != Method::walks; has_gained && begin(method);) {
    has_gained = breadth.is_beam ? windows_.beam(trail_, breadth, effort_)
                                 : windows_.pass(trail_, breadth, effort_);
    if (has_gained) tidy();
  }
  trail = trail_;
  keep_best();
}

void Optimiser::take_turn(Track& track) {
  const std::uint64_t before = effort_.nodes();
  Turn* next = nullptr;
  for (Turn& turn : track.turns)
    if (!turn.is_done && (next == nullptr || turn.spent < next->spent)) next = &turn;
  trail_ = track.trail;
  const Length length = trail_.length();
  take_turn(track, *next);
  const bool has_gained = trail_.length() < length;
  track.trail = trail_;
  keep_best();
  const bool is_first = &track == &tracks_[0];
  track.spent += (effort_.nodes() - before) / (is_first ? 1 : pushes_share);
  if (!is_first && track.is_new && !has_gained && !is_over()) begin_anew_from(track);
}

void Optimiser::take_turn(Track& track, Turn& turn) {
  const std::uint64_t before = effort_.nodes();
  const Length length = trail_.length();
  begin(turn.method);
  search(turn);
  turn.spent += (effort_.nodes() - before) / turn.share;
  if (trail_.length() < length) {
    tidy();
    for (Turn& other : track.turns) other.is_done = false;
    track.is_new = true;
    return;
  }
  if (turn.method != Method::exact)
    turn.is_done = windows_.is_exhausted() || windows_.is_cut_by_memory();
  turn.breadth.nodes = std::min(turn.breadth.nodes * growth, most_nodes);
  trail_.clear_marks(turn.breadth.mark);
}

// Takes the other track's solution into the first track if it is shorter there once shortened.
void Optimiser::begin_anew_from(Track& other) {
  other.is_new = false;
  Track& first = tracks_[0];
  const std::uint64_t before = effort_.nodes();
  Trail trail(trail_.board(), options_.objective, other.trail.pushes());
  shorten(trail, first.turns[0].breadth, first.turns[0].method);
  first.spent += effort_.nodes() - before;
  if (trail.length() >= first.trail.length()) return;
  first.trail = trail;
  for (Turn& turn : first.turns) turn.is_done = false;
}

void Optimiser::search(Turn& turn) {
  if (turn.method == Method::exact) {
    turn.is_done = !prove(turn.breadth.nodes);
  } else if (turn.method == Method::beam) {
    windows_.beam(trail_, turn.breadth, effort_);
  } else {
    windows_.pass(trail_, turn.breadth, effort_);
  }
}

// The length by our objective, which may differ from the trail's own.
Length Optimiser::length_of(const Trail& trail) const {
  const auto pushes = static_cast<std::uint32_t>(trail.size());
  return make_length(options_.objective, trail.moves(), pushes);
}

void Optimiser::keep_best() {
  if (&best() == &trail_) best_ = trail_;
}

const Trail& Optimiser::best() const {
  return length_of(trail_) < length_of(best_) ? trail_ : best_;
}

bool Optimiser::begin(Method method) {
  if (is_over() || !has(method)) return false;
  method_ = method;
  return true;
}

bool Optimiser::has(Method method) const {
  return std::ranges::find(options_.methods, method) != options_.methods.end();
}

void Optimiser::tidy() {
  if (begin(Method::loops)) remove_loops(trail_, effort_);
  if (begin(Method::excursions)) remove_excursions(trail_, effort_);
  if (others_.size() > 1 && begin(Method::merge)) merge(trail_, others_, search_, effort_);
  if (begin(Method::reorder)) reorder(trail_, effort_);
}

// Searches the whole level; keeps the solution and the lower bound. True if more nodes may help.
bool Optimiser::prove(std::uint64_t nodes) {
  if (!begin(Method::exact)) return false;
  Stretch stretch = whole_level(trail_.board(), trail_.objective());
  stretch.limit = trail_.length();
  stretch.max_nodes = std::min(nodes, effort_.nodes_left());
  const BestWay way = search_.run(stretch, effort_.watch());
  effort_.note(way.reason);
  effort_.spend(way.nodes);
  if (way.is_found) trail_.replace(0, trail_.size(), way.pushes);
  lower_bound_ = std::max(lower_bound_, way.lower_bound);
  return way.reason == StopReason::nodes;
}

std::pair<std::size_t, std::size_t> Optimiser::part() const {
  if (method_ == Method::windows || method_ == Method::vicinity || method_ == Method::beam)
    return {windows_.first(), std::min(windows_.last(), trail_.size())};
  return {0, trail_.size()};
}

std::uint64_t Optimiser::nodes() const { return effort_.nodes(); }

}  // namespace rearview
