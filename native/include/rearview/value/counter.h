// Counts for the features of a state and, incrementally, of all its children.
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
  // of pushing. A hint of no trajectory makes overlap and perm 0.
  FeatureCounter(const Board& board, const LoneBox& push_distances, const Hint* hint);

  void set_hint(const Hint* hint);
  int largest_distance() const { return distances_->largest_nearest(); }

  StateCounts count(const Position& position, int regions);

  // The children of one position: `start` with it, `lift` each box that moves, then ask for each
  // child while the position is as the child leaves it.
  void start(const Position& position);
  void lift(Square source);
  StateCounts child(const Position& position, const Child& child) const;

 private:
  int distance_of(Square box, Square player) const;

  const Board* board_;
  const LoneBox* distances_;
  const Hint* hint_;
  std::vector<std::uint16_t> blind_distance_;  // by square; 0 where the player's side matters
  Hint::Counter overlaps_;
  int on_targets_ = 0;
  int blind_sum_ = 0;
  int lifted_on_targets_ = 0;
  int lifted_blind_sum_ = 0;
  std::vector<Square> sighted_;  // boxes on squares where the player's side matters
};

}  // namespace rearview
