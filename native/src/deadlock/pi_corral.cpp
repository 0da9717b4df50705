#include "rearview/deadlock/pi_corral.h"

#include <algorithm>

namespace rearview {

PiCorral::PiCorral(const Board& board, const FrozenBoards& boards)
    : board_(&board),
      lone_box_(&boards.empty()),
      regions_(board),
      is_fence_(board.square_count()) {}

void PiCorral::look_at(const Position& position) {
  best_fence_.clear();
  regions_.label_all(position);
  player_region_ = regions_.at(position.player());
  for (std::uint16_t region = 0; region < regions_.count(); ++region) {
    if (region == player_region_ || !grow_corral(position, region) || !must_open(position))
      continue;
    if (best_fence_.empty() || fence_.size() < best_fence_.size()) best_fence_ = fence_;
  }
}

bool PiCorral::skips_box(Square box) const {
  return !best_fence_.empty() && std::ranges::find(best_fence_, box) == best_fence_.end();
}

// Starts with one region and joins others for as long as that may help. True: a PI-corral.
bool PiCorral::grow_corral(const Position& position, std::uint16_t region) {
  in_corral_.assign(static_cast<std::size_t>(regions_.count()), 0);
  in_corral_[region] = 1;
  for (;;) {
    find_fence(position);
    Push worst = Push::harmless;
    for (const Square box : fence_)
      for (const Direction d : directions) worst = std::max(worst, judge(position, box, d));
    if (worst != Push::needs_joining) return worst == Push::harmless;
    in_corral_[to_join_] = 1;
  }
}

void PiCorral::find_fence(const Position& position) {
  for (const Square s : fence_) is_fence_.remove(s);
  fence_.clear();
  for (const Square box : position.boxes()) {
    const bool touches = std::ranges::any_of(board_->neighbours(box), [&](Square s) {
      return regions_.at(s) != Regions::none && in_corral_[regions_.at(s)];
    });
    if (!touches) continue;
    fence_.push_back(box);
    is_fence_.add(box);
  }
}

// One push of one fence box, as the first push of the whole fence.
PiCorral::Push PiCorral::judge(const Position& position, Square box, Direction d) {
  const Square to = board_->neighbour(box, d);
  const Square from = board_->neighbour(box, opposite(d));
  if (to == board_->wall() || from == board_->wall() || lone_box_->is_dead(to))
    return Push::harmless;
  // While the fence stands, its boxes block each other.
  if (is_fence_[to] || is_fence_[from]) return Push::harmless;

  const auto is_inside = [&](Square s) {
    return !position.is_box(s) && in_corral_[regions_.at(s)];
  };
  // The player is not inside before the fence has opened.
  if (is_inside(from)) return Push::harmless;
  const auto is_shut_off = [&](Square s) {
    return !position.is_box(s) && !in_corral_[regions_.at(s)] && regions_.at(s) != player_region_;
  };
  for (const Square s : {to, from}) {
    if (!is_shut_off(s)) continue;
    to_join_ = regions_.at(s);
    return Push::needs_joining;
  }
  // From here on each square is inside, outside with the player, or under a box that may go away.
  const bool possible_now = is_inside(to) && !position.is_box(from);
  return possible_now ? Push::harmless : Push::spoils;
}

bool PiCorral::must_open(const Position& position) const {
  if (std::ranges::any_of(fence_, [&](Square s) { return !board_->is_target(s); })) return true;
  return std::ranges::any_of(board_->targets(), [&](Square s) {
    return !position.is_box(s) && in_corral_[regions_.at(s)];
  });
}

}  // namespace rearview
