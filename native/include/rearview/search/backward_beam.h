// The backward beam: pulls from the goal, layer by layer, until the boxes stand as at the start.
//
// Of all states with the same number of pulls it keeps only so many, those with the lowest bounds
// (see best_search.h). It knows nothing of the learned value, and is of no use where a layer has
// many more states than it keeps. On small dense boards, where almost every push leads into a dead
// end, it finds in seconds what guided trees miss for minutes: a state reached by pulls can always
// be solved.
//
// So it is for boards on which the boxes can be placed in fewer than 2^60 ways. Each pass starts
// again with a wider beam. docs/search-trials.md has the measurements.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rearview/board/moves.h"
#include "rearview/optimise/best_search.h"
#include "rearview/search/tree.h"
#include "rearview/support/watch.h"

namespace rearview {

class BackwardBeam {
 public:
  BackwardBeam(const Board& board, const std::vector<std::string>& detectors);

  // Whether another pass makes sense: the board is small, the last one was cut off by its width,
  // and the next probably needs no more than this many nodes.
  bool may_pass(std::uint64_t max_nodes) const;
  // One pass: the pushes from the start, or none. It may meet the forward tree, if one is given.
  // `bytes_elsewhere` count as in use as well. Ends early when the watch says so; after a lack of
  // memory there is no other pass.
  std::vector<Move> pass(Watch& watch, const SearchTree* forward, std::size_t bytes_elsewhere);

  std::uint64_t nodes() const { return nodes_before_ + (search_ ? search_->nodes() : 0); }
  std::uint64_t states() const { return states_; }  // of the last pass
  // The limit that has ended the last pass; none if it came to its end.
  StopReason reason() const { return reason_; }
  bool has_met() const { return has_met_; }  // the first pushes are those of the forward tree

 private:
  const Board* board_;
  std::vector<std::string> detectors_;
  std::unique_ptr<BestSearch> search_;  // while a pass runs: it needs much memory
  std::uint64_t width_;
  std::uint64_t layers_;  // a pass hardly has more
  std::uint64_t nodes_before_ = 0;
  std::uint64_t states_ = 0;
  bool is_done_;
  StopReason reason_ = StopReason::none;
  bool has_met_ = false;
};

}  // namespace rearview
