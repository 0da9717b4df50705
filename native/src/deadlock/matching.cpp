#include "rearview/deadlock/matching.h"

#include <algorithm>
#include <bit>

namespace rearview {

ReachableGoals::ReachableGoals(const Board& board, Motion motion, FrozenBoards& boards)
    : board_(&board),
      motion_(motion),
      boards_(&boards),
      freeze_(board, motion, boards),
      words_((board.goals(motion).size() + 63) / 64),
      goal_index_(static_cast<std::size_t>(board.square_count()) + 1, 0),
      is_frozen_(board.square_count()) {
  const auto goals = board.goals(motion);
  for (std::size_t i = 0; i < goals.size(); ++i)
    goal_index_[goals[i]] = static_cast<std::uint16_t>(i);
}

bool ReachableGoals::find(const Position& position) {
  const auto frozen = freeze_.find(position);
  for (const Square s : frozen)
    if (!board_->is_goal(motion_, s)) return false;

  const LoneBox& lone_box = boards_->with(frozen);
  for (const Square s : frozen) is_frozen_.add(s);
  rows_.assign(position.boxes().size() * words_, 0);
  for (std::size_t i = 0; i < position.boxes().size(); ++i) {
    const Square box = position.boxes()[i];
    std::uint64_t* const out = rows_.data() + i * words_;
    const LoneBox::Slot slot =
        is_frozen_[box] ? LoneBox::no_slot : lone_box.slot(box, position.player());
    if (slot != LoneBox::no_slot)
      std::ranges::copy(lone_box.reachable_goals(slot), out);
    else if (board_->is_goal(motion_, box))
      set_single_goal(out, box);
  }
  for (const Square s : frozen) is_frozen_.remove(s);
  return true;
}

void ReachableGoals::set_single_goal(std::uint64_t* row, Square square) const {
  const std::uint16_t index = goal_index_[square];
  row[index / 64] |= std::uint64_t{1} << (index % 64);
}

Zones::Zones(const Board& board, Motion motion, FrozenBoards& boards)
    : reachable_(board, motion, boards) {}

bool Zones::is_dead(Position& position, std::optional<Square>) {
  if (!reachable_.find(position)) return true;
  covered_.assign(reachable_.words(), 0);
  for (std::size_t box = 0; box < position.boxes().size(); ++box)
    for (std::size_t w = 0; w < covered_.size(); ++w) covered_[w] |= reachable_.row(box)[w];
  std::size_t goals = 0;
  for (const std::uint64_t word : covered_) goals += static_cast<std::size_t>(std::popcount(word));
  return goals < position.boxes().size();
}

Matching::Matching(const Board& board, Motion motion, FrozenBoards& boards)
    : reachable_(board, motion, boards), owner_(board.goals(motion).size(), nobody) {}

bool Matching::is_dead(Position& position, std::optional<Square>) {
  if (!reachable_.find(position)) return true;
  std::ranges::fill(owner_, nobody);
  for (std::size_t box = 0; box < position.boxes().size(); ++box) {
    untried_.assign(reachable_.words(), ~std::uint64_t{0});
    if (!give_goal(box)) return true;
  }
  return false;
}

bool Matching::give_goal(std::size_t box) {
  const auto row = reachable_.row(box);
  // A free goal first: most boxes find one and no chain of swaps is needed.
  for (const bool free_only : {true, false}) {
    for (std::size_t w = 0; w < row.size(); ++w) {
      for (std::uint64_t bits = row[w] & untried_[w]; bits != 0; bits &= bits - 1) {
        const std::size_t goal = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        if (free_only ? owner_[goal] != nobody : !(untried_[w] & bits & -bits)) continue;
        untried_[w] &= ~(bits & -bits);
        if (!free_only && !give_goal(owner_[goal])) continue;
        owner_[goal] = static_cast<std::uint16_t>(box);
        return true;
      }
    }
  }
  return false;
}

}  // namespace rearview
