#include "rearview/board/moves.h"

#include <algorithm>

namespace rearview {

MoveGenerator::MoveGenerator(const Board& board)
    : board_(&board),
      regions_(board),
      sides_(board),
      seen_(static_cast<std::size_t>(board.square_count()) + 1, 0) {}

void MoveGenerator::generate(Position& position, Motion motion, const std::uint8_t* forbidden,
                             std::vector<Child>& children) {
  start(position);
  // By index: boxes keep their places in the list while they are moved.
  for (std::size_t i = 0; i < position.boxes().size(); ++i)
    generate_box(position, position.boxes()[i], motion, forbidden, children);
}

void MoveGenerator::generate_box(Position& position, Square box, Motion motion,
                                 const std::uint8_t* forbidden, std::vector<Child>& children) {
  if (motion == Motion::push)
    walk_box<Motion::push, false>(position, box, forbidden, nullptr, children);
  else
    walk_box<Motion::pull, false>(position, box, forbidden, nullptr, children);
}

bool MoveGenerator::generate_within(Position& position, Square box, const std::uint8_t* forbidden,
                                    const std::uint8_t* zone, std::vector<Child>& children) {
  return walk_box<Motion::push, true>(position, box, forbidden, zone, children);
}

// Whether the player can push (pull) the box at all, looking only next to it.
template <Motion motion>
bool MoveGenerator::can_move(const Position& position, Square box) const {
  const std::uint16_t player = regions_.at(position.player());
  for (const Direction d : directions) {
    const Square side = board_->neighbour(box, d);
    if (regions_.at(side) != player) continue;
    const Square needed =
        motion == Motion::push ? board_->neighbour(box, opposite(d)) : board_->neighbour(side, d);
    if (!position.is_occupied(needed)) return true;
  }
  return false;
}

template <Motion motion, bool has_zone>
bool MoveGenerator::walk_box(Position& position, Square box, const std::uint8_t* forbidden,
                             const std::uint8_t* zone, std::vector<Child>& children) {
  if (!can_move<motion>(position, box)) return true;
  const std::uint64_t key_without = position.boxes_key() ^ board_->box_key(box);
  const std::uint8_t* occupied = position.occupied();

  position.hide_box(box);
  const Regions::Joined joined = regions_.joined_at(box);
  sides_.scan(occupied, joined.smallest);
  const int regions_without_box = regions_.count() - joined.count + 1;

  stops_.clear();
  const std::uint16_t player = regions_.at(position.player());
  for (const Direction d : directions) {
    if (regions_.at(board_->neighbour(box, d)) != player) continue;
    if (stops_.empty()) stops_.push_back({box, d});
    mark_side(position, box, sides_.of_neighbour(box, d));
  }

  bool stays = true;
  for (std::size_t i = 0; i < stops_.size() && stays; ++i) {
    const Stop stop = stops_[i];
    const Sides::Side side = sides_.of_neighbour(stop.square, stop.player_side);
    for (const Direction d : directions) {
      // The player stands on the side `from` of the box and the box goes in direction d.
      const Direction from = motion == Motion::push ? opposite(d) : d;
      const Square from_square = board_->neighbour(stop.square, from);
      if (occupied[from_square] || sides_.of_neighbour(stop.square, from) != side) continue;
      const Square next = board_->neighbour(stop.square, d);
      if (motion == Motion::push ? occupied[next] != 0 : occupied[board_->neighbour(next, d)] != 0)
        continue;
      if (forbidden != nullptr && forbidden[next]) continue;
      if (has_zone && !zone[next]) stays = false;
      if (seen_[next] & (1U << from)) continue;
      const Sides::Side next_side = sides_.of_neighbour(next, from);
      mark_side(position, next, next_side);
      stops_.push_back({next, from});
      const Square smallest = sides_.smallest(next, next_side);
      children.push_back({{box, next, smallest},
                          static_cast<std::uint16_t>(regions_without_box - 1 + sides_.count(next)),
                          d,
                          sides_.count(next) > 1,
                          key_without ^ board_->box_key(next) ^ board_->player_key(smallest)});
    }
  }
  for (const Stop& stop : stops_) seen_[stop.square] = 0;
  position.show_box(box);
  return stays;
}

void MoveGenerator::mark_side(const Position& position, Square square, Sides::Side side) {
  for (const Direction d : directions)
    if (!position.is_occupied(board_->neighbour(square, d)) &&
        sides_.of_neighbour(square, d) == side)
      seen_[square] |= static_cast<std::uint8_t>(1U << d);
}

State apply(const Board& board, const State& state, const Move& move) {
  Position position(board);
  position.set(state);
  position.move_box(move.source, move.destination);
  position.set_player(move.player);
  return state_of(position);
}

}  // namespace rearview
