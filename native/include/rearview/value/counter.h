// Counts for the features of a state and, incrementally, of all its children.
//
// The hint is given to each call and not kept: an agent gets a new one for each pass.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rearview/board/lone_box.h"
#include "rearview/board/moves.h"
#include "rearview/value/features.h"
#include "rearview/value/hint.h"

namespace rearview {

class FeatureCounter {
 public:
  // `push_distances` are those of the empty board, for both motions: the distance is always that
  // of pushing. They belong to the caller.
  FeatureCounter(const Board& board, const LoneBox& push_distances);

  int largest_distance() const { return distances_->largest_nearest(); }

  // A hint of no trajectory makes overlap and perm 0.
  StateCounts count(const Position& position, int regions, const Hint& hint) const;

  // The children of one position: `start` with it, `lift` each box that moves, then ask for each
  // child while the position is as the child leaves it. All with one hint.
  void start(const Position& position, const Hint& hint);
  void lift(Square source, const Hint& hint);
  StateCounts child(const Position& position, const Child& child, const Hint& hint) const;

 private:
  int distance_of(Square box, Square player) const;

  const Board* board_;
  const LoneBox* distances_;
  std::vector<std::uint16_t> blind_distance_;  // by square; 0 where the player's side matters
  Hint::Counter overlaps_;
  int on_targets_ = 0;
  int blind_sum_ = 0;
  int lifted_on_targets_ = 0;
  int lifted_blind_sum_ = 0;
  std::vector<Square> sighted_;  // boxes on squares where the player's side matters
};

}  // namespace rearview
