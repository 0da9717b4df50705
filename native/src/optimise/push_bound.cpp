#include "rearview/optimise/push_bound.h"

#include <algorithm>

namespace rearview {

void PushBound::set_goals(std::span<const Square> goals) {
  ways_->trim();
  goals_.assign(goals.begin(), goals.end());
  row_.resize(goals.size());
  steps_.clear();
  for (const Square goal : goals_) steps_.push_back(ways_->to(goal).data());
  boxes_.clear();
}

void PushBound::measure(LoneBox::Slot slot, Square box, std::int32_t* row) const {
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    // A box that the player can never reach stays where it is.
    const LoneBox::Distance steps = slot != LoneBox::no_slot ? steps_[i][slot]
                                    : goals_[i] == box       ? LoneBox::Distance{0}
                                                             : LoneBox::never;
    row[i] = steps == LoneBox::never ? Assignment::never : steps;
  }
}

// Searches look at similar positions one after the other: what is the same is taken from the last.
std::optional<std::uint32_t> PushBound::look_at(const Position& position) {
  const std::size_t size = goals_.size();
  const bool is_first = boxes_.empty();
  for (std::size_t i = 0; i < boxes_.size(); ++i)
    last_box_on_[boxes_[i]] = static_cast<std::int32_t>(i);
  std::swap(slots_, last_slots_);
  std::swap(costs_, last_costs_);
  slots_.resize(size);
  costs_.resize(size * size);
  same_as_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Square box = position.boxes()[i];
    slots_[i] = ways_->lone_box().slot(box, position.player());
    std::int32_t& last = same_as_[i] = last_box_on_[box];
    if (last != Assignment::nobody && last_slots_[static_cast<std::size_t>(last)] != slots_[i])
      last = Assignment::nobody;
    std::int32_t* const row = &costs_[i * size];
    if (last == Assignment::nobody) {
      measure(slots_[i], box, row);
    } else {
      std::copy_n(&last_costs_[static_cast<std::size_t>(last) * size], size, row);
    }
  }
  for (const Square box : boxes_) last_box_on_[box] = Assignment::nobody;
  boxes_.assign(position.boxes().begin(), position.boxes().end());
  const bool is_solved =
      is_first ? assignment_.solve(size, costs_) : assignment_.solve_again(costs_, same_as_);
  if (!is_solved) return std::nullopt;
  return static_cast<std::uint32_t>(assignment_.total());
}

std::optional<std::uint32_t> PushBound::after_push(std::size_t box, Square to, Square player) {
  measure(ways_->lone_box().slot(to, player), to, row_.data());
  const Assignment::Total total = assignment_.total_after_push(box, row_);
  if (total == Assignment::impossible) return std::nullopt;
  return static_cast<std::uint32_t>(total);
}

}  // namespace rearview
