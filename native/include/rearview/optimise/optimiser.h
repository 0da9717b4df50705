// The optimiser: makes a solution shorter until a limit is reached or nothing more can be gained.
//
// First what is cheap (walks, loops, excursions, order, merging), then windows and vicinities, in
// rounds: each round searches with several times the nodes of the one before, and begins anew as
// long as it gains. A round also gives an exact search of the whole level its nodes: on a small
// level that proves the solution optimal, and on any other it gives a lower bound.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rearview/optimise/best_search.h"
#include "rearview/optimise/method.h"
#include "rearview/optimise/windows.h"

namespace rearview {

// Walks are always the shortest: see trail.h.
enum class Method : std::uint8_t {
  walks,
  loops,
  excursions,
  merge,
  reorder,
  windows,
  vicinity,
  beam,
  exact
};

struct OptimiserOptions {
  Objective objective = Objective::moves;
  std::vector<Method> methods;
  std::vector<std::string> detectors;
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
};

class Optimiser {
 public:
  // The solutions are of the board; there is at least one. Throws std::invalid_argument when one
  // cannot be played.
  Optimiser(const Board& board, const OptimiserOptions& options,
            std::span<const std::vector<Push>> solutions, Watch& watch);

  void run();

  const Trail& best() const;
  Method method() const { return method_; }          // the one at work
  std::pair<std::size_t, std::size_t> part() const;  // where it works: pushes from and to
  std::uint64_t nodes() const;
  Length lower_bound() const { return lower_bound_; }
  bool is_optimal() const { return lower_bound_ >= best().length(); }
  // What ended it; none when nothing more could be gained.
  StopReason reason() const { return effort_.reason(); }

 private:
  bool has(Method method) const;
  bool begin(Method method);
  void tidy();
  void compare();
  void keep_best();
  void improve(Trail trail, std::size_t place);
  void prove(std::uint64_t nodes);
  void round(std::uint64_t nodes);
  void search_windows(std::uint64_t nodes, Counts counts);
  bool pass(const Breadth& breadth);
  bool is_over() const { return effort_.is_over() || is_optimal(); }

  OptimiserOptions options_;
  Effort effort_;
  BestSearch search_;
  Windows windows_;
  std::vector<Trail> others_;  // what was given, and what became of it
  Trail best_;
  Trail trail_;  // what is worked on
  Method method_ = Method::walks;
  Length lower_bound_;
  bool has_more_ = true;  // a window of the round did not come to its end
};

}  // namespace rearview
