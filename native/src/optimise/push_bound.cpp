#include "rearview/optimise/push_bound.h"

#include <algorithm>

namespace rearview {

PushBound::PushBound(const Board& board, std::span<const Square> goals)
    : goals_(goals.begin(), goals.end()),
      lone_box_(board, Motion::push, Position(board).occupied()),
      row_(goals.size()) {
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    const auto steps = lone_box_.steps_to(goals.subspan(i, 1));
    steps_.resize(steps.size() * goals_.size());
    for (std::size_t slot = 0; slot < steps.size(); ++slot)
      steps_[slot * goals_.size() + i] =
          steps[slot] == LoneBox::never ? Assignment::never : steps[slot];
  }
}

void PushBound::measure(Square box, Square player, std::int32_t* row) const {
  const LoneBox::Slot slot = lone_box_.slot(box, player);
  if (slot != LoneBox::no_slot) {
    std::copy_n(&steps_[slot * goals_.size()], goals_.size(), row);
    return;
  }
  // Nothing ever reaches the box: it stays.
  for (std::size_t i = 0; i < goals_.size(); ++i) row[i] = goals_[i] == box ? 0 : Assignment::never;
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
  const Assignment::Total total = assignment_.total_with_row(box, row_);
  if (total == Assignment::impossible) return std::nullopt;
  return static_cast<std::uint32_t>(total);
}

}  // namespace rearview
