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
// The exact search has a third of what a round has taken: enough to prove a small level soon.
constexpr std::uint64_t exact_share = 3;

// A beam has more nodes than a window, as there are few of them in a round.
constexpr std::uint64_t beam_share = 2;

// Vicinities, from narrow to wide. How far a way may lag behind the solution: with 4 the solutions
// of every tenth level of grigr became shorter than without a limit (4,403 moves, not 4,508; a
// million nodes).
constexpr std::array boxes_displaced{1, 2, 3};
constexpr std::uint32_t lag = 4;

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
  const bool has_search = has(Method::windows) || has(Method::vicinity) || has(Method::beam);
  prove(first_nodes);
  if (has_search) {
    compare();
  } else {
    tidy();
  }
  for (std::uint64_t nodes = first_nodes * growth; !is_over(); nodes *= growth) {
    const std::uint64_t before = effort_.nodes();
    round(nodes);
    prove(std::max(nodes, (effort_.nodes() - before) / exact_share));
    if (windows_.is_cut_by_memory() || !(has_more_ || has(Method::exact))) break;
  }
}

// Each solution is shortened a little, and so is what the least pushes make of it: a solution with
// few pushes has often few moves, and is found sooner. The work goes on with the best.
void Optimiser::compare() {
  const std::size_t given = others_.size();
  for (std::size_t i = 0; i < given && !is_over(); ++i) {
    const std::vector<Push> pushes(others_[i].pushes().begin(), others_[i].pushes().end());
    improve(Trail(trail_.board(), options_.objective, pushes), i);
    if (options_.objective == Objective::pushes || is_over()) continue;
    keep_best();
    trail_ = Trail(trail_.board(), Objective::pushes, pushes);
    tidy();
    round(first_nodes);
    const std::vector<Push> fewer(trail_.pushes().begin(), trail_.pushes().end());
    others_.push_back(trail_);
    improve(Trail(trail_.board(), options_.objective, fewer), others_.size() - 1);
  }
  keep_best();
  trail_ = best_;
  tidy();
}

void Optimiser::improve(Trail trail, std::size_t place) {
  keep_best();
  trail_ = std::move(trail);
  tidy();
  round(first_nodes);
  others_[place] = trail_;
}

void Optimiser::keep_best() {
  if (&best() == &trail_) best_ = trail_;
}

const Trail& Optimiser::best() const {
  const bool is_better =
      trail_.objective() == options_.objective && trail_.length() < best_.length();
  return is_better ? trail_ : best_;
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

// Searches the whole level, and takes what it finds or proves.
void Optimiser::prove(std::uint64_t nodes) {
  if (!begin(Method::exact)) return;
  Stretch stretch = whole_level(trail_.board(), trail_.objective());
  stretch.limit = trail_.length();
  stretch.max_nodes = std::min(nodes, effort_.nodes_left());
  const BestWay way = search_.run(stretch, effort_.watch());
  effort_.note(way.reason);
  effort_.spend(way.nodes);
  if (way.is_found) trail_.replace(0, trail_.size(), way.pushes);
  lower_bound_ = std::max(lower_bound_, way.lower_bound);
}

// Fewest pushes: first by pushes alone; then, with the nodes of the round before, by moves too.
// Fewest moves: ways of as many moves are few, and to leave them out gained nothing.
void Optimiser::round(std::uint64_t nodes) {
  const bool is_split = options_.objective == Objective::pushes;
  const Counts counts = is_split ? Counts::first : Counts::both;
  has_more_ = false;
  search_windows(nodes, counts);
  if (begin(Method::beam)) {
    const bool has_gained = windows_.beam(trail_, nodes * beam_share, effort_);
    has_more_ |= !windows_.is_exhausted();
    if (has_gained) search_windows(nodes, counts);
  }
  if (is_split) search_windows(nodes / growth, Counts::both);
}

// Windows of each breadth, again as long as anything is gained.
void Optimiser::search_windows(std::uint64_t nodes, Counts counts) {
  trail_.clear_marks();
  for (bool has_gained = true; has_gained && !is_over();) {
    has_gained = false;
    unsigned mark = 0;
    for (const int displaced : boxes_displaced) {
      if (begin(Method::vicinity)) has_gained |= pass({displaced, lag, nodes, counts, mark});
      ++mark;
    }
    if (begin(Method::windows))
      has_gained |= pass({std::nullopt, std::nullopt, nodes, counts, mark});
    if (has_gained) tidy();
  }
}

bool Optimiser::pass(const Breadth& breadth) {
  const bool has_gained = windows_.pass(trail_, breadth, effort_);
  has_more_ |= !windows_.is_exhausted();
  return has_gained;
}

std::pair<std::size_t, std::size_t> Optimiser::part() const {
  if (method_ == Method::windows || method_ == Method::vicinity || method_ == Method::beam)
    return {windows_.first(), std::min(windows_.last(), trail_.size())};
  return {0, trail_.size()};
}

std::uint64_t Optimiser::nodes() const { return effort_.nodes(); }

}  // namespace rearview
