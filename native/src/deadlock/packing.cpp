#include "rearview/deadlock/packing.h"

#include <algorithm>

#include "rearview/support/hashing.h"

namespace rearview {

Packing::Packing(const Board& board, FrozenBoards& boards)
    : board_(&board),
      boards_(&boards),
      freeze_(board, Motion::push, boards),
      ways_(board.square_count()),
      packed_(board),
      regions_(board) {}

bool Packing::is_dead(Position& position, std::optional<Square>) {
  const auto frozen = freeze_.find(position);
  if (std::ranges::any_of(frozen, [&](Square s) { return !board_->is_target(s); })) return true;
  // With fewer boxes than targets it is not known which targets are filled in the end.
  if (position.boxes().size() < board_->targets().size()) return false;
  find_ways(position, frozen);
  return std::ranges::none_of(end_regions_with(frozen),
                              [&](const EndRegion& region) { return region.can_follow(position); });
}

bool Packing::EndRegion::can_follow(const Position& position) const {
  return walkable[position.player()] &&
         std::ranges::all_of(sealed, [&](Square s) { return position.is_box(s); });
}

void Packing::find_ways(const Position& position, std::span<const Square> frozen) {
  const LoneBox& lone_box = boards_->with(frozen);
  ways_.clear();
  slots_.clear();
  for (const Square box : position.boxes()) {
    ways_.add(box);
    const LoneBox::Slot slot = lone_box.slot(box, position.player());
    if (slot != LoneBox::no_slot) slots_.push_back(slot);
  }
  lone_box.add_ways(slots_, is_found_);
  for (const LoneBox::Slot slot : slots_) ways_.add(lone_box.square_of(slot));
}

const std::vector<Packing::EndRegion>& Packing::end_regions_with(std::span<const Square> frozen) {
  std::uint64_t key = 0;
  for (const Square s : frozen) key ^= board_->box_key(s);
  for (const LoneBox::Slot slot : slots_) key ^= mix(std::uint64_t{1} << 32 | slot);
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  if (kept_bytes_ > max_kept_bytes) {
    kept_.clear();
    kept_bytes_ = 0;
  }
  packed_.set(board_->targets(), 0);
  regions_.label_all(packed_);
  std::vector<EndRegion> ends;
  for (std::uint16_t region = 0; region < regions_.count(); ++region)
    if (can_end_with(regions_.smallest(region), frozen))
      ends.push_back(unpack_from(regions_.smallest(region), frozen));
  kept_bytes_ += ends.size() * (sizeof(EndRegion) + board_->wall());
  return kept_.emplace(key, std::move(ends)).first->second;
}

// The last push of each box leaves the player on the side where the player ends.
bool Packing::can_end_with(Square player, std::span<const Square> frozen) {
  const LoneBox& lone_box = boards_->with(frozen);
  return std::ranges::all_of(board_->targets(), [&](Square target) {
    const LoneBox::Slot slot = lone_box.slot(target, player);
    return slot == LoneBox::no_slot || is_found_[slot] != 0;
  });
}

Packing::EndRegion Packing::unpack_from(Square player, std::span<const Square> frozen) {
  packed_.set(board_->targets(), player);
  EndRegion region{{}, SquareSet(board_->square_count())};
  walk_on(player, region.walkable);
  for (const Square s : board_->targets())
    if (std::ranges::find(frozen, s) == frozen.end()) region.sealed.push_back(s);
  for (std::size_t before = 0; before != region.sealed.size();) {
    before = region.sealed.size();
    std::erase_if(region.sealed, [&](Square box) {
      if (!can_be_pulled(box, region)) return false;
      packed_.lift_box(box);
      walk_on(box, region.walkable);
      return true;
    });
  }
  return region;
}

bool Packing::can_be_pulled(Square box, const EndRegion& region) const {
  return std::ranges::any_of(directions, [&](Direction d) {
    const Square next = board_->neighbour(box, d);
    return region.walkable[next] && ways_[next] && !packed_.is_occupied(board_->neighbour(next, d));
  });
}

void Packing::walk_on(Square from, SquareSet& walkable) {
  walkable.add(from);
  open_.assign(1, from);
  while (!open_.empty()) {
    const Square s = open_.back();
    open_.pop_back();
    for (const Square next : board_->neighbours(s)) {
      if (packed_.is_occupied(next) || walkable[next]) continue;
      walkable.add(next);
      open_.push_back(next);
    }
  }
}

}  // namespace rearview
