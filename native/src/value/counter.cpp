#include "rearview/value/counter.h"

#include <algorithm>

namespace rearview {

FeatureCounter::FeatureCounter(const Board& board, const LoneBox& push_distances)
    : board_(&board),
      distances_(&push_distances),
      blind_distance_(static_cast<std::size_t>(board.square_count()) + 1, 0) {
  for (Square s = 0; s < board.wall(); ++s)
    if (distances_->is_side_blind(s))
      blind_distance_[s] = std::min(distances_->nearest_blind(s), distances_->largest_nearest());
}

// A box that can never reach a target is as far away as can be.
int FeatureCounter::distance_of(Square box, Square player) const {
  const LoneBox::Distance steps = distances_->nearest_from(box, player);
  return std::min(steps, distances_->largest_nearest());
}

StateCounts FeatureCounter::count(const Position& position, int regions, const Hint& hint) const {
  StateCounts counts{position.boxes_on_targets(), 0, regions, hint.overlap(position),
                     hint.perm(position)};
  for (const Square box : position.boxes()) counts.distance += distance_of(box, position.player());
  return counts;
}

void FeatureCounter::start(const Position& position, const Hint& hint) {
  on_targets_ = position.boxes_on_targets();
  blind_sum_ = 0;
  sighted_.clear();
  for (const Square box : position.boxes()) {
    blind_sum_ += blind_distance_[box];
    if (!distances_->is_side_blind(box)) sighted_.push_back(box);
  }
  overlaps_.start(hint, position);
}

void FeatureCounter::lift(Square source, const Hint& hint) {
  lifted_on_targets_ = on_targets_ - (board_->is_target(source) ? 1 : 0);
  lifted_blind_sum_ = blind_sum_ - blind_distance_[source];
  overlaps_.lift(hint, source);
}

StateCounts FeatureCounter::child(const Position& position, const Child& child,
                                  const Hint& hint) const {
  const Square to = child.move.destination;
  StateCounts counts{lifted_on_targets_ + (board_->is_target(to) ? 1 : 0),
                     lifted_blind_sum_ + blind_distance_[to], child.regions,
                     overlaps_.with(hint, to), hint.perm(position)};
  for (const Square box : sighted_)
    if (box != child.move.source) counts.distance += distance_of(box, child.move.player);
  if (!distances_->is_side_blind(to)) counts.distance += distance_of(to, child.move.player);
  return counts;
}

}  // namespace rearview
