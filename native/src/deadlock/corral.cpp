#include "rearview/deadlock/corral.h"

#include <algorithm>
#include <bit>

namespace rearview {
namespace {

// States of a first search. With 30, one pass over 120 levels of grigr and sasquatch1 solved 66,
// with 200 and pairs of corrals 65, at a multiple of the time.
constexpr int first_states = 30;

// All memories together: past this many entries they are dropped, which costs only time.
constexpr std::size_t max_remembered = 4U << 20;

template <typename T>
void remove_repeated(std::vector<T>& items) {
  std::ranges::sort(items);
  items.erase(std::ranges::unique(items).begin(), items.end());
}

bool is_worth_another_search(int times_asked) {
  return times_asked >= 2 * first_states && std::has_single_bit(static_cast<unsigned>(times_asked));
}

}  // namespace

CorralSearch::CorralSearch(const Board& board, const FrozenBoards& boards)
    : board_(&board),
      lone_box_(&boards.empty()),
      freeze_(board, Motion::push, boards),
      regions_(board),
      fence_position_(board),
      fence_regions_(board),
      zone_(static_cast<std::size_t>(board.square_count()) + 1, 0) {}

bool CorralSearch::is_dead(Position& position, std::optional<Square>) {
  regions_.label_all(position);
  if (regions_.count() < 2) return false;
  find_fences(position);
  return std::ranges::any_of(fences_,
                             [&](const auto& fence) { return is_dead_fence(position, fence); });
}

// The fence of each region that the player is not in, and then of each two such regions that share
// a fence box: a box between two corrals is freer when only one of them is looked at.
void CorralSearch::find_fences(const Position& position) {
  fences_.assign(static_cast<std::size_t>(regions_.count()), {});
  for (Square s = 0; s < board_->wall(); ++s)
    if (is_shut_off(s, position)) add_boxes_around(s, position, fences_[regions_.at(s)]);
  for (auto& fence : fences_) remove_repeated(fence);

  std::vector<std::pair<std::uint16_t, std::uint16_t>> pairs;
  for (const Square box : position.boxes())
    for (const Square a : board_->neighbours(box))
      for (const Square b : board_->neighbours(box))
        if (is_shut_off(a, position) && is_shut_off(b, position) && regions_.at(a) < regions_.at(b))
          pairs.emplace_back(regions_.at(a), regions_.at(b));
  remove_repeated(pairs);
  for (const auto& [a, b] : pairs) {
    auto joined = fences_[a];
    joined.insert(joined.end(), fences_[b].begin(), fences_[b].end());
    remove_repeated(joined);
    fences_.push_back(std::move(joined));
  }
}

bool CorralSearch::is_shut_off(Square s, const Position& position) const {
  return regions_.at(s) != Regions::none && regions_.at(s) != regions_.at(position.player());
}

// Boxes next to a square of the corral, also diagonally: they are in each other's way. And boxes
// right behind those that cannot step aside: they keep the player from pushing.
void CorralSearch::add_boxes_around(Square s, const Position& position,
                                    std::vector<Square>& fence) const {
  for (const Direction d : directions) {
    const Square next = board_->neighbour(s, d);
    if (position.is_box(board_->diagonals(s)[d])) fence.push_back(board_->diagonals(s)[d]);
    if (!position.is_box(next)) continue;
    fence.push_back(next);
    const Square behind = board_->neighbour(next, d);
    if (position.is_box(behind) &&
        (position.is_occupied(board_->neighbour(behind, turn(d))) ||
         position.is_occupied(board_->neighbour(behind, opposite(turn(d))))))
      fence.push_back(behind);
  }
}

bool CorralSearch::is_dead_fence(const Position& position, std::span<const Square> fence) {
  if (std::ranges::all_of(fence, [&](Square s) { return board_->is_target(s); })) return false;
  fence_position_.set(fence, position.player());
  fence_regions_.label_all(fence_position_);
  const std::uint64_t key = current_key();
  if (known_dead_.contains(key)) return true;
  if (known_open_.contains(key)) return false;
  const auto asked = times_asked_.find(key);
  const bool is_new = asked == times_asked_.end();
  if (!is_new && !is_worth_another_search(++asked->second)) return false;

  const int max_states = is_new ? first_states : asked->second;
  if (known_dead_.size() + known_open_.size() + times_asked_.size() > max_remembered) forget();
  const Verdict verdict = search(fence, position.player(), max_states);
  if (verdict == Verdict::dead) known_dead_.insert(seen_.begin(), seen_.end());
  if (verdict == Verdict::open) known_open_.insert(key);
  if (verdict == Verdict::undecided && is_new) times_asked_.emplace(key, 1);
  return verdict == Verdict::dead;
}

void CorralSearch::forget() {
  known_dead_.clear();
  known_open_.clear();
  times_asked_.clear();
}

CorralSearch::Verdict CorralSearch::search(std::span<const Square> fence, Square player,
                                           int max_states) {
  const std::uint16_t outside = fence_regions_.at(player);
  std::ranges::fill(zone_, 0);
  corral_.clear();
  for (const Square s : fence) zone_[s] = 1;
  for (Square s = 0; s < board_->wall(); ++s) {
    if (fence_regions_.at(s) == Regions::none || fence_regions_.at(s) == outside) continue;
    corral_.push_back(s);
    zone_[s] = 1;
    for (const Square near : board_->neighbours(s)) zone_[near] = 1;
    for (const Square near : board_->diagonals(s)) zone_[near] = 1;
  }

  seen_.clear();
  seen_.insert(current_key());
  order_ = 0;
  open_.clear();
  open_.push_back({fence_regions_.count(), order_, State{{fence.begin(), fence.end()}, player}});
  for (int states = 0; !open_.empty(); ++states) {
    if (states >= max_states) return Verdict::undecided;
    std::pop_heap(open_.begin(), open_.end());
    const State state = std::move(open_.back().state);
    open_.pop_back();
    if (expand(state)) return Verdict::open;
  }
  return Verdict::dead;
}

bool CorralSearch::expand(const State& state) {
  fence_position_.set(state);
  fence_regions_.label_all(fence_position_);
  const std::uint16_t outside = fence_regions_.at(state.player);
  // Pushes are tried on a moving position, so what the player can reach is noted first.
  std::vector<std::pair<Square, Direction>> pushes;
  for (const Square box : state.boxes) {
    for (const Direction d : directions) {
      const Square next = board_->neighbour(box, d);
      if (fence_regions_.at(board_->neighbour(box, opposite(d))) != outside) continue;
      if (fence_position_.is_occupied(next) || lone_box_->is_dead(next)) continue;
      pushes.emplace_back(box, d);
    }
  }
  return std::ranges::any_of(pushes,
                             [&](const auto& push) { return try_push(push.first, push.second); });
}

bool CorralSearch::try_push(Square box, Direction d) {
  const Square next = board_->neighbour(box, d);
  const bool leaves = !zone_[next];
  if (leaves)
    fence_position_.lift_box(box);
  else
    fence_position_.move_box(box, next);
  fence_position_.set_player(box);
  bool way_out = false;
  if (leaves || !freeze_.is_dead(fence_position_, next)) {
    fence_regions_.label_all(fence_position_);
    way_out = is_way_out();
    const std::uint64_t key = current_key();
    if (!way_out && !known_dead_.contains(key) && seen_.insert(key).second) {
      const auto boxes = fence_position_.boxes();
      open_.push_back({fence_regions_.count(), ++order_, {{boxes.begin(), boxes.end()}, box}});
      std::push_heap(open_.begin(), open_.end());
    }
  }
  if (leaves)
    fence_position_.place_box(box);
  else
    fence_position_.move_box(next, box);
  return way_out;
}

bool CorralSearch::is_way_out() {
  if (fence_position_.all_boxes_on(Motion::push)) return true;
  const std::uint16_t outside = fence_regions_.at(fence_position_.player());
  return std::ranges::all_of(corral_, [&](Square s) {
    return fence_regions_.at(s) == outside || fence_regions_.at(s) == Regions::none;
  });
}

std::uint64_t CorralSearch::current_key() const {
  const Square player = fence_regions_.smallest(fence_regions_.at(fence_position_.player()));
  return fence_position_.boxes_key() ^ board_->player_key(player);
}

}  // namespace rearview
