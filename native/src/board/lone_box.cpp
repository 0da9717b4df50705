#include "rearview/board/lone_box.h"

#include <algorithm>

namespace rearview {

LoneBox::LoneBox(const Board& board, Motion motion, SquareMask walled)
    : board_(&board),
      motion_(motion),
      sides_(board),
      goal_words_((board.goals(motion).size() + 63) / 64),
      side_blind_(board.square_count()),
      dead_(board.square_count()) {
  sides_.scan(walled);
  number_slots(walled);
  link_slots(walled);
  measure_nearest(walled);
}

void LoneBox::number_slots(SquareMask walled) {
  for (Square s = 0; s < board_->wall(); ++s) {
    first_slot_.push_back(static_cast<Slot>(side_of_slot_.size()));
    if (walled[s]) continue;
    for (const Direction d : directions) {
      if (walled[board_->neighbour(s, d)]) continue;
      const Sides::Side side = sides_.of_neighbour(s, d);
      const auto begin = side_of_slot_.begin() + first_slot_.back();
      if (std::find(begin, side_of_slot_.end(), side) == side_of_slot_.end())
        side_of_slot_.push_back(side);
    }
    square_of_slot_.resize(side_of_slot_.size(), s);
  }
  first_slot_.push_back(static_cast<Slot>(side_of_slot_.size()));
}

LoneBox::Slot LoneBox::slot_of_side(Square square, Sides::Side side) const {
  for (Slot slot = first_slot_[square]; slot < first_slot_[square + 1]; ++slot)
    if (side_of_slot_[slot] == side) return slot;
  return no_slot;
}

LoneBox::Slot LoneBox::slot(Square square, Square player) const {
  if (sides_.part(square) != sides_.part(player)) return no_slot;
  if (first_slot_[square] + 1 == first_slot_[square + 1]) return first_slot_[square];
  return slot_of_side(square, sides_.of_square(square, player));
}

LoneBox::Distance LoneBox::nearest_from(Square square, Square player) const {
  const Slot from = slot(square, player);
  if (from != no_slot) return nearest_[from];
  return board_->is_goal(motion_, square) ? 0 : never;
}

LoneBox::Links::Links(std::size_t slot_count, std::span<const Link> links)
    : first_(slot_count + 1, 0), to_(links.size()) {
  for (const Link& link : links) ++first_[link.from + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  auto place = first_;
  for (const Link& link : links) to_[place[link.from]++] = link.to;
}

// A single push (pull) leads from slot to slot.
void LoneBox::link_slots(SquareMask walled) {
  std::vector<Links::Link> steps;
  for (Square s = 0; s < board_->wall(); ++s) {
    if (walled[s]) continue;
    for (const Direction d : directions) {
      const Square next = board_->neighbour(s, d);
      const Direction from = motion_ == Motion::push ? opposite(d) : d;
      if (walled[next] || walled[board_->neighbour(s, from)]) continue;
      if (motion_ == Motion::pull && walled[board_->neighbour(next, d)]) continue;
      steps.push_back({slot_of_side(s, sides_.of_neighbour(s, from)),
                       slot_of_side(next, sides_.of_neighbour(next, from))});
    }
  }
  after_ = Links(side_of_slot_.size(), steps);
  for (Links::Link& step : steps) std::swap(step.from, step.to);
  before_ = Links(side_of_slot_.size(), steps);
}

// Steps from every slot to the nearest of the goals, by a breadth-first walk against the links.
std::vector<LoneBox::Distance> LoneBox::steps_to(std::span<const Square> goals) const {
  std::vector<Distance> steps(side_of_slot_.size(), never);
  std::vector<Slot> open;
  for (const Square goal : goals) {
    for (Slot slot = first_slot_[goal]; slot < first_slot_[goal + 1]; ++slot) {
      steps[slot] = 0;
      open.push_back(slot);
    }
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const Slot from : before_.of(open[i])) {
      if (steps[from] != never) continue;
      steps[from] = static_cast<Distance>(steps[open[i]] + 1);
      open.push_back(from);
    }
  }
  return steps;
}

void LoneBox::add_ways(std::vector<Slot>& slots, std::vector<std::uint8_t>& is_found) const {
  is_found.assign(side_of_slot_.size(), 0);
  for (const Slot slot : slots) is_found[slot] = 1;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    for (const Slot next : after_.of(slots[i])) {
      if (is_found[next] != 0 || nearest_[next] == never) continue;
      is_found[next] = 1;
      slots.push_back(next);
    }
  }
}

void LoneBox::measure_nearest(SquareMask walled) {
  const auto goals = board_->goals(motion_);
  nearest_ = steps_to(goals);
  for (const Distance d : nearest_)
    if (d != never) largest_nearest_ = std::max(largest_nearest_, d);

  // If walls separate the squares, a player in another part never reaches the box.
  bool one_part = true;
  for (Square s = 0; s < board_->wall(); ++s)
    if (!walled[s] && sides_.part(s) != sides_.part(0)) one_part = false;
  dead_.add(board_->wall());
  for (Square s = 0; s < board_->wall(); ++s) {
    const std::span<const Distance> steps(nearest_.data() + first_slot_[s],
                                          nearest_.data() + first_slot_[s + 1]);
    const auto is_same = [&](Distance d) { return d == steps[0]; };
    if (one_part && !steps.empty() && std::ranges::all_of(steps, is_same)) side_blind_.add(s);
    // A box that the player can never reach stays: fine on a goal, dead elsewhere.
    const bool is_alive = steps.empty()
                              ? !walled[s] && board_->is_goal(motion_, s)
                              : std::ranges::any_of(steps, [](Distance d) { return d != never; });
    if (!is_alive) dead_.add(s);
  }
}

void LoneBox::find_reachable_goals() {
  if (!reachable_.empty()) return;
  const auto goals = board_->goals(motion_);
  reachable_.assign(side_of_slot_.size() * goal_words_, 0);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const auto steps = steps_to(goals.subspan(i, 1));
    for (Slot slot = 0; slot < steps.size(); ++slot)
      if (steps[slot] != never)
        reachable_[slot * goal_words_ + i / 64] |= std::uint64_t{1} << (i % 64);
  }
}

LoneBox::Distance LoneBox::distance(Square square, Square player, Square goal) const {
  const Slot from = slot(square, player);
  if (from == no_slot) return square == goal ? 0 : never;
  return steps_to({&goal, 1})[from];
}

}  // namespace rearview
