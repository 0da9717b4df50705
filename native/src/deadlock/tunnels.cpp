#include "rearview/deadlock/tunnels.h"

#include <algorithm>

namespace rearview {

Tunnels::Tunnels(const Board& board, Motion motion, const FrozenBoards& boards)
    : board_(&board),
      motion_(motion),
      dead_squares_(boards.empty().dead()),
      plain_tunnel_(static_cast<std::size_t>(board.square_count()) + 1, 0) {
  for (Square s = 0; s < board.wall(); ++s) {
    if (board.is_target(s) || board.is_start(s)) continue;
    for (const Direction d : directions)
      if (board.neighbour(s, turn(d)) == board.wall() &&
          board.neighbour(s, opposite(turn(d))) == board.wall())
        plain_tunnel_[s] |= static_cast<std::uint8_t>(1U << d);
  }
}

bool Tunnels::skips(const Position& position, const Child& child) const {
  const Square here = child.move.destination;
  const Direction d = child.direction;
  const Square next = board_->neighbour(here, d);
  if (!is_plain_tunnel(here, d) || !is_plain_tunnel(next, d) || dead_squares_[next]) return false;
  // With a way round the box, neither end of the tunnel is "behind" it.
  if (!child.cuts) return false;
  // The move that goes on must itself be a move.
  if (next == child.move.source || position.is_occupied(next)) return false;
  return motion_ == Motion::push || !position.is_occupied(board_->neighbour(next, d)) ||
         board_->neighbour(next, d) == child.move.source;
}

bool Tunnels::is_plain_tunnel(Square s, Direction along) const {
  return (plain_tunnel_[s] & (1U << along)) != 0;
}

}  // namespace rearview
