#include "rearview/deadlock/frozen_boards.h"

#include <algorithm>

namespace rearview {

FrozenBoards::FrozenBoards(const Board& board, Motion motion)
    : board_(&board), motion_(motion), walled_(board.square_count()) {
  walled_.add(board.wall());
  empty_ = std::make_unique<LoneBox>(board, motion, walled_.mask());
  // About what one set of tables takes: eight words a square and one bit a square and goal.
  const std::size_t squares = static_cast<std::size_t>(board.square_count()) + 1;
  const std::size_t goals = static_cast<std::size_t>(board.box_count());
  max_kept_ = std::max<std::size_t>(16, max_kept_bytes / (squares * (64 + goals / 8)));
}

const LoneBox& FrozenBoards::with(std::span<const Square> frozen) {
  if (frozen.empty()) {
    empty_->find_reachable_goals();
    return *empty_;
  }
  std::uint64_t key = 0;
  for (const Square s : frozen) key ^= board_->box_key(s);
  if (const auto found = kept_.find(key); found != kept_.end()) return *found->second;
  if (kept_.size() >= max_kept_) kept_.clear();
  for (const Square s : frozen) walled_.add(s);
  auto made = std::make_unique<LoneBox>(*board_, motion_, walled_.mask());
  for (const Square s : frozen) walled_.remove(s);
  made->find_reachable_goals();
  return *kept_.emplace(key, std::move(made)).first->second;
}

}  // namespace rearview
