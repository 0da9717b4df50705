#include "rearview/deadlock/corral.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace rearview {
namespace {

// The states of a first search. With 10, 34 of 51 hard levels of grigr and sasquatch1 were solved
// in 8 s each; with 30, 31.
constexpr int first_states = 10;

// Cache entries for the most frequent fences; a power of two.
constexpr std::size_t names_kept = 1U << 12;

// The entries of all caches together: above this they are cleared, which costs only time.
constexpr std::size_t max_remembered = 4U << 20;

template <typename T>
void remove_repeated(std::vector<T>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
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
      generator_(board),
      zone_(board.square_count()),
      found_(board.square_count()),
      kept_(board.square_count()),
      came_from_(static_cast<std::size_t>(board.square_count()) + 1, 0),
      named_(names_kept) {}

bool CorralSearch::is_dead(Position& position, std::optional<Square>) {
  regions_.label_all(position);
  if (regions_.count() < 2) return false;
  find_fences(position);
  return std::any_of(fences_.begin(), fences_.begin() + static_cast<std::ptrdiff_t>(fence_count_),
                     [&](const auto& fence) { return is_dead_fence(position, fence); });
}

// The fence of each region that the player is not in, and then of each two such regions that share
// a fence box: a box between two corrals has more freedom if only one of them is searched.
void CorralSearch::find_fences(const Position& position) {
  fence_count_ = 0;
  for (int region = 0; region < regions_.count(); ++region) next_fence();
  for (Square s = 0; s < board_->wall(); ++s)
    if (is_shut_off(s, position)) add_boxes_around(s, position, fences_[regions_.at(s)]);
  for (std::size_t i = 0; i < fence_count_; ++i) remove_repeated(fences_[i]);

  pairs_.clear();
  for (const Square box : position.boxes()) add_pairs_around(box, position);
  remove_repeated(pairs_);
  for (const auto& [a, b] : pairs_) {
    auto& joined = next_fence();
    std::ranges::set_union(fences_[a], fences_[b], std::back_inserter(joined));
  }
}

// An empty fence, which reuses the memory of an earlier call.
std::vector<Square>& CorralSearch::next_fence() {
  if (fence_count_ == fences_.size()) fences_.emplace_back();
  auto& fence = fences_[fence_count_++];
  fence.clear();
  return fence;
}

void CorralSearch::add_pairs_around(Square box, const Position& position) {
  for (const Square a : board_->neighbours(box)) {
    if (!is_shut_off(a, position)) continue;
    for (const Square b : board_->neighbours(box))
      if (is_shut_off(b, position) && regions_.at(a) < regions_.at(b))
        pairs_.emplace_back(regions_.at(a), regions_.at(b));
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
  std::uint64_t boxes_key = 0;
  for (const Square s : fence) boxes_key ^= board_->box_key(s);
  Named& named = name(fence, boxes_key, position.player());
  const std::uint64_t key = boxes_key ^ board_->player_key(named.smallest);
  // Check known_dead_ first: a fence that opens may be proven dead by a later, larger search.
  if (known_dead_.contains(key)) return true;
  if (named.is_open) return false;
  named.is_open = known_open_.contains(key);
  if (named.is_open) return false;
  const auto asked = times_asked_.find(key);
  const bool is_new = asked == times_asked_.end();
  if (!is_new && !is_worth_another_search(++asked->second)) return false;

  const int max_states = is_new ? first_states : asked->second;
  if (known_dead_.size() + known_open_.size() + times_asked_.size() > max_remembered) forget();
  fence_position_.set(fence, position.player());
  fence_regions_.label_all(fence_position_);
  const Answer answer = search(fence, position.player(), max_states);
  if (answer == Answer::dead) known_dead_.insert_all(seen_);
  if (answer == Answer::open) known_open_.insert(key);
  if (answer == Answer::undecided && is_new) times_asked_.emplace(key, 1);
  return answer == Answer::dead;
}

// The same fences recur in state after state: the player's region is cached for each, which saves
// labelling the board again.
CorralSearch::Named& CorralSearch::name(std::span<const Square> fence, std::uint64_t boxes_key,
                                        Square player) {
  const std::uint64_t asked = boxes_key ^ board_->player_key(player);
  Named& named = named_[asked % named_.size()];
  if (named.asked != asked) {
    fence_position_.set(fence, player);
    fence_regions_.label_all(fence_position_);
    named = {asked, fence_regions_.smallest(fence_regions_.at(player))};
  }
  return named;
}

void CorralSearch::forget() {
  known_dead_.clear();
  known_open_.clear();
  times_asked_.clear();
  std::ranges::fill(named_, Named{});
}

CorralSearch::Answer CorralSearch::search(std::span<const Square> fence, Square player,
                                          int max_states) {
  const std::uint16_t outside = fence_regions_.at(player);
  const Square smallest = fence_regions_.smallest(outside);
  find_zone(fence, outside);
  thin_out_the_rest();
  for (const Square s : left_out_) fence_position_.block(s);

  seen_.clear();
  seen_.insert(key_of(smallest));
  order_ = 0;
  open_.clear();
  open_boxes_.clear();
  open(fence_regions_.count(), smallest);
  Answer answer = Answer::undecided;
  for (int states = 0; answer == Answer::undecided && states < max_states; ++states) {
    std::pop_heap(open_.begin(), open_.end());
    const Open state = open_.back();
    open_.pop_back();
    if (expand(state))
      answer = Answer::open;
    else if (open_.empty())
      answer = Answer::dead;
  }
  for (const Square s : left_out_) fence_position_.unblock(s);
  return answer;
}

void CorralSearch::find_zone(std::span<const Square> fence, std::uint16_t outside) {
  zone_.clear();
  corral_.clear();
  for (const Square s : fence) zone_.add(s);
  for (Square s = 0; s < board_->wall(); ++s) {
    if (fence_regions_.at(s) == Regions::none || fence_regions_.at(s) == outside) continue;
    corral_.push_back(s);
    zone_.add(s);
    for (const Square near : board_->neighbours(s)) zone_.add(near);
    for (const Square near : board_->diagonals(s)) zone_.add(near);
  }
  zone_.remove(board_->wall());
}

// No box is ever outside the zone. All that the search needs to know there is which squares next to
// the zone are connected, and the smallest square of each part, which identifies it. We keep paths
// that connect these and drop the other squares, which makes every flood fill shorter.
void CorralSearch::thin_out_the_rest() {
  left_out_.clear();
  kept_.clear();
  found_ = zone_;
  found_.add(board_->wall());
  const auto touches_zone = [&](Square s) {
    return std::ranges::any_of(board_->neighbours(s), [&](Square next) { return zone_[next]; });
  };
  for (Square first = 0; first < board_->wall(); ++first) {
    if (found_[first]) continue;
    // The first square of a part is its smallest.
    std::size_t begin = left_out_.size();
    const std::size_t part = begin;
    left_out_.push_back(first);
    found_.add(first);
    for (; begin < left_out_.size(); ++begin) {
      for (const Square next : board_->neighbours(left_out_[begin])) {
        if (found_[next]) continue;
        found_.add(next);
        came_from_[next] = left_out_[begin];
        left_out_.push_back(next);
      }
    }
    kept_.add(first);
    for (std::size_t i = part; i < left_out_.size(); ++i) {
      if (!touches_zone(left_out_[i])) continue;
      for (Square s = left_out_[i]; !kept_[s]; s = came_from_[s]) kept_.add(s);
    }
  }
  std::erase_if(left_out_, [&](Square s) { return kept_[s]; });
}

// Puts the state of the fence position on the heap, with the player elsewhere.
void CorralSearch::open(int regions, Square player) {
  const auto boxes = fence_position_.boxes();
  open_.push_back({regions, order_++, static_cast<std::uint32_t>(open_boxes_.size()),
                   static_cast<std::uint16_t>(boxes.size()), player});
  open_boxes_.insert(open_boxes_.end(), boxes.begin(), boxes.end());
  std::push_heap(open_.begin(), open_.end());
}

bool CorralSearch::expand(const Open& state) {
  fence_position_.set(std::span(open_boxes_).subspan(state.boxes, state.box_count), state.player);
  for (;;) {
    generator_.start(fence_position_);
    if (is_corral_open() || fence_position_.all_boxes_on(Motion::push)) return true;
    const auto leaver = find_leaver();
    if (!leaver) break;
    // Remove this box at once. Fewer boxes mean more freedom: if the rest is dead, the whole was
    // dead. And the state without this box is reachable.
    const Square smallest = generator_.lifted().smallest();
    fence_position_.lift_box(*leaver);
    const std::uint64_t key = key_of(smallest);
    if (known_dead_.contains(key) || !seen_.insert(key)) return false;
  }
  return std::ranges::any_of(moves_, [&](const Child& child) { return try_move(child); });
}

std::optional<Square> CorralSearch::find_leaver() {
  moves_.clear();
  // By index: boxes keep their places in the list while they are moved.
  for (std::size_t i = 0; i < fence_position_.boxes().size(); ++i) {
    const Square box = fence_position_.boxes()[i];
    if (!generator_.generate_within(fence_position_, box, lone_box_->dead(), zone_.mask(), moves_))
      return box;
  }
  return std::nullopt;
}

bool CorralSearch::try_move(const Child& child) {
  const auto& [source, destination, player] = child.move;
  if (known_dead_.contains(child.key) || seen_.contains(child.key)) return false;
  fence_position_.move_box(source, destination);
  bool is_way_out = false;
  if (!freeze_.is_dead(fence_position_, destination)) {
    is_way_out = child.regions == 1 || fence_position_.all_boxes_on(Motion::push);
    seen_.insert(child.key);
    open(child.regions, player);
  }
  fence_position_.move_box(destination, source);
  return is_way_out;
}

bool CorralSearch::is_corral_open() const {
  const Sides& sides = generator_.sides();
  const Square outside = sides.part(fence_position_.player());
  return std::ranges::all_of(corral_, [&](Square s) {
    return sides.part(s) == outside || fence_position_.is_occupied(s);
  });
}

}  // namespace rearview
