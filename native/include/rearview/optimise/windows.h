// Windows: a part of the solution is replaced by the best way between its ends, part after part.
//
// A window is as long as a search with the nodes that it may have can finish, so its length follows
// the solution: it shrinks where a search runs out of nodes, and grows where one comes to its end.
// With `displaced` boxes the search keeps to the vicinity of the part (see vicinity.h), which
// allows much longer windows; without, it looks everywhere.
//
// A beam looks at parts of any length, up to the whole: of the states with as many pushes only
// those are followed whose bounds are lowest, as many as its nodes allow. It may miss the best way,
// and finds others that go about it quite differently, which no window that fits into its nodes
// can.
#pragma once

#include <optional>

#include "rearview/optimise/best_search.h"
#include "rearview/optimise/method.h"
#include "rearview/optimise/vicinity.h"

namespace rearview {

struct Breadth {
  std::optional<int> displaced;  // boxes; none is any number
  std::optional<std::uint32_t> lag;
  std::uint64_t nodes = 0;  // of one window
  Counts counts = Counts::both;
  unsigned mark = 0;     // of pushes around which nothing is to be gained
  bool is_beam = false;  // the nodes are shared out: so many for each number of pushes
  Motion motion = Motion::push;
  std::size_t length = 16;  // of the next window, as the last ones went
};

class Windows {
 public:
  Windows(const Board& board, BestSearch& search);

  // One pass over the whole trail; whether it gained anything.
  bool pass(Trail& trail, Breadth& breadth, Effort& effort);

  // Parts of the trail by a beam, from the whole to an eighth; whether that gained anything.
  bool beam(Trail& trail, const Breadth& breadth, Effort& effort);

  // The part that is searched.
  std::size_t first() const { return first_; }
  std::size_t last() const { return last_; }
  // One window had all of the trail, and came to its end: this breadth has nothing left.
  bool is_exhausted() const { return is_exhausted_; }
  bool is_cut_by_memory() const { return is_cut_by_memory_; }

 private:
  BestWay search(const Trail& trail, const Breadth& breadth, Effort& effort);

  const Board* board_;
  BestSearch* search_;
  Vicinity vicinity_;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  bool is_exhausted_ = false;
  bool is_cut_by_memory_ = false;
};

}  // namespace rearview
