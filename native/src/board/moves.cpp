#include "rearview/board/moves.h"

#include "rearview/board/regions.h"

namespace rearview {

MoveGenerator::MoveGenerator(const Board& board)
    : board_(&board),
      sides_(board),
      lifted_(board, sides_),
      nowhere_(board.square_count()),
      seen_(static_cast<std::size_t>(board.square_count()) + 1, 0) {}

void MoveGenerator::generate(Position& position, Motion motion, std::vector<Child>& children) {
  start(position);
  // By index: boxes keep their places in the list while they are moved.
  for (std::size_t i = 0; i < position.boxes().size(); ++i)
    generate_box(position, position.boxes()[i], motion, nowhere_.mask(), children);
}

void MoveGenerator::generate_box(Position& position, Square box, Motion motion,
                                 SquareMask forbidden, std::vector<Child>& children) {
  if (motion == Motion::push)
    walk_box<Motion::push, false>(position, box, forbidden, nowhere_.mask(), children);
  else
    walk_box<Motion::pull, false>(position, box, forbidden, nowhere_.mask(), children);
}

bool MoveGenerator::generate_within(Position& position, Square box, SquareMask forbidden,
                                    SquareMask zone, std::vector<Child>& children) {
  return walk_box<Motion::push, true>(position, box, forbidden, zone, children);
}

// Whether the player can push (pull) the box at all, looking only next to it.
template <Motion motion>
bool MoveGenerator::can_move(const Position& position, Square box) const {
  const Square player = sides_.part(position.player());
  for (const Direction d : directions) {
    const Square side = board_->neighbour(box, d);
    if (sides_.part(side) != player) continue;
    const Square needed =
        motion == Motion::push ? board_->neighbour(box, opposite(d)) : board_->neighbour(side, d);
    if (!position.is_occupied(needed)) return true;
  }
  return false;
}

template <Motion motion, bool has_zone>
bool MoveGenerator::walk_box(Position& position, Square box, SquareMask forbidden, SquareMask zone,
                             std::vector<Child>& children) {
  if (!can_move<motion>(position, box)) return true;
  const std::uint64_t key_without = position.boxes_key() ^ board_->box_key(box);
  const SquareMask occupied = position.occupied();

  position.unblock(box);
  lifted_.lift(box);
  const int regions_elsewhere = sides_.part_count() - lifted_.touched_count();

  stops_.clear();
  const auto stop_at = [&](Square square, Square side, const LiftedBox::Around& around) {
    stops_.push_back({square, side});
    unsigned sides = seen_[square];
    for (const Direction d : directions)
      if (around.side[d] == side) sides |= 1U << d;
    seen_[square] = static_cast<std::uint8_t>(sides);
  };
  stop_at(box, sides_.part(position.player()), lifted_.around(box));

  bool stays = true;
  for (std::size_t i = 0; i < stops_.size() && stays; ++i) {
    const Stop stop = stops_[i];
    const LiftedBox::Around& here = lifted_.around(stop.square);
    for (const Direction d : directions) {
      // The player stands on the side `from` of the box and the box goes in direction d.
      const Direction from = motion == Motion::push ? opposite(d) : d;
      if (here.side[from] != stop.side) continue;
      const Square next = board_->neighbour(stop.square, d);
      if (motion == Motion::push ? occupied[next] : occupied[board_->neighbour(next, d)]) continue;
      if (forbidden[next]) continue;
      if (has_zone && !zone[next]) stays = false;
      if (seen_[next] & (1U << from)) continue;
      const LiftedBox::Around& there = lifted_.around(next);
      const Square side = there.side[from];
      stop_at(next, side, there);
      children.push_back({{box, next, side},
                          static_cast<std::uint16_t>(regions_elsewhere + there.parts),
                          d,
                          there.parts > 1,
                          key_without ^ board_->box_key(next) ^ board_->player_key(side)});
    }
  }
  for (const Stop& stop : stops_) seen_[stop.square] = 0;
  position.block(box);
  return stays;
}

State apply(const Board& board, const State& state, const Move& move) {
  Position position(board);
  position.set(state);
  position.move_box(move.source, move.destination);
  position.set_player(move.player);
  return state_of(position);
}

}  // namespace rearview
