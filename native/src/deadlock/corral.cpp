#include "rearview/deadlock/corral.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace rearview {
namespace {

// States of a first search. Few are enough for most fences (microban2, grigr, sasquatch1).
constexpr int first_states = 30;

// All memories together: past this many entries they are dropped, which costs only time.
constexpr std::size_t max_remembered = 4U << 20;

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

// The fence of each region the player is not in, and then of each group of such regions that share
// fence boxes: a box between two corrals is freer when only one of them is looked at.
void CorralSearch::find_fences(const Position& position) {
  const auto regions = static_cast<std::size_t>(regions_.count());
  const std::uint16_t player = regions_.at(position.player());
  fences_.assign(regions, {});
  std::vector<std::size_t> group(regions);
  std::iota(group.begin(), group.end(), 0);
  const auto group_of = [&](std::size_t r) {
    while (group[r] != r) r = group[r] = group[group[r]];
    return r;
  };
  for (const Square box : position.boxes()) {
    std::uint16_t first = Regions::none;
    for (const Square next : board_->neighbours(box)) {
      const std::uint16_t region = regions_.at(next);
      if (region == Regions::none || region == player) continue;
      if (fences_[region].empty() || fences_[region].back() != box) fences_[region].push_back(box);
      if (first == Regions::none) first = region;
      group[group_of(region)] = group_of(first);
    }
  }
  std::vector<std::vector<Square>> joined(regions);
  std::vector<int> members(regions, 0);
  for (std::size_t r = 0; r < regions; ++r) {
    auto& fence = joined[group_of(r)];
    fence.insert(fence.end(), fences_[r].begin(), fences_[r].end());
    ++members[group_of(r)];
  }
  for (std::size_t r = 0; r < regions; ++r) {
    if (members[r] < 2) continue;
    std::ranges::sort(joined[r]);
    joined[r].erase(std::ranges::unique(joined[r]).begin(), joined[r].end());
    fences_.push_back(std::move(joined[r]));
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
    zone_[s] = 1;
    corral_.push_back(s);
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
