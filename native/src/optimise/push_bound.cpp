#include "rearview/optimise/push_bound.h"

namespace rearview {

void PushBound::set_goals(std::span<const Square> goals) {
  ways_->trim();
  goals_.assign(goals.begin(), goals.end());
  row_.resize(goals.size());
  steps_.clear();
  for (const Square goal : goals_) steps_.push_back(ways_->to(goal).data());
}

void PushBound::measure(Square box, Square player, std::int32_t* row) const {
  const LoneBox::Slot slot = ways_->lone_box().slot(box, player);
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    // A box that the player can never reach stays where it is.
    const LoneBox::Distance steps = slot != LoneBox::no_slot ? steps_[i][slot]
                                    : goals_[i] == box       ? LoneBox::Distance{0}
                                                             : LoneBox::never;
    row[i] = steps == LoneBox::never ? Assignment::never : steps;
  }
}

std::optional<std::uint32_t> PushBound::look_at(const Position& position) {
  const auto boxes = position.boxes();
  costs_.resize(boxes.size() * goals_.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    measure(boxes[i], position.player(), &costs_[i * goals_.size()]);
  if (!assignment_.solve(goals_.size(), costs_)) return std::nullopt;
  return static_cast<std::uint32_t>(assignment_.total());
}

std::optional<std::uint32_t> PushBound::after_push(std::size_t box, Square to, Square player) {
  measure(to, player, row_.data());
  const Assignment::Total total = assignment_.total_after_push(box, row_);
  if (total == Assignment::impossible) return std::nullopt;
  return static_cast<std::uint32_t>(total);
}

}  // namespace rearview
