// The optimiser: makes a solution shorter until a limit is reached or nothing more can be gained.
//
// First what is cheap (walks, loops, excursions, order, merging). Of several solutions all are
// shortened a little, the better half a little more, and so on until one is left: which of them
// becomes the shortest cannot be seen from their lengths.
//
// Then searches take turns on that one: vicinities of one, two and three boxes, windows, beams in
// both directions, and the exact search of the whole level. The one that has spent the least is
// next. A search that gains goes on, one that does not has several times the nodes in its next
// turn, and one that has looked at everything waits until another has changed the solution. So
// whatever pays on a level gets its nodes, and nothing costs more than its share.
//
// For fewest moves there are two tracks. One makes the pushes fewer, where gains are found much
// sooner, so it may spend more. When it gains no more for the moment, what it has found is a new
// beginning for the other one.
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
  bool is_optimal() const { return lower_bound_ >= length_of(best()); }
  // What ended it; none when nothing more could be gained.
  StopReason reason() const { return effort_.reason(); }

 private:
  // A search that takes turns with others.
  struct Turn {
    Method method;
    Breadth breadth;
    std::uint64_t share = 1;  // how many times what others may spend
    std::uint64_t spent = 0;  // divided by the share
    bool is_done = false;     // nothing larger can be tried
  };

  // A solution, and the searches that take turns on it.
  struct Track {
    Trail trail;
    std::vector<Turn> turns;
    std::uint64_t spent = 0;
    bool is_new = false;  // it has become shorter since it was looked at last
  };

  bool has(Method method) const;
  bool begin(Method method);
  void keep_best();
  Length length_of(const Trail& trail) const;
  void tidy();
  Track make_track(Objective objective) const;
  void add_turn(Track& track, Method method, const Breadth& breadth) const;
  void compare();
  void halve(std::vector<Trail>& trails, Track& track);
  void shorten(Trail& trail, Breadth& breadth, Method method);
  void take_turn(Track& track);
  void take_turn(Track& track, Turn& turn);
  void begin_anew_from(Track& other);
  void search(Turn& turn);
  bool prove(std::uint64_t nodes);
  bool is_over() const { return effort_.is_over() || is_optimal(); }

  OptimiserOptions options_;
  Effort effort_;
  BestSearch search_;
  Windows windows_;
  std::vector<Trail> others_;  // what was given, and what became of it
  Trail best_;
  Trail trail_;  // what is worked on
  Method method_ = Method::walks;
  std::vector<Track> tracks_;  // of the objective first
  Length lower_bound_;
};

}  // namespace rearview
