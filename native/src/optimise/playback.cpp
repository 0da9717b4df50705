#include "rearview/optimise/playback.h"

namespace rearview {

Playback::Playback(const Board& board) : board_(&board), position_(board), walks_(board) {
  begin();
}

void Playback::begin() { begin(board_->starts(), board_->player()); }

void Playback::begin(std::span<const Square> boxes, Square player) { position_.set(boxes, player); }

Square Playback::stand_of(const Push& push) const {
  return board_->neighbour(push.box, opposite(push.direction));
}

void Playback::skip(const Push& push) {
  position_.move_box(push.box, board_->neighbour(push.box, push.direction));
  position_.set_player(push.box);
}

std::optional<std::uint32_t> Playback::play(const Push& push) {
  if (!position_.is_box(push.box) ||
      position_.is_occupied(board_->neighbour(push.box, push.direction)))
    return std::nullopt;
  const auto steps = steps_to(stand_of(push));
  if (steps) skip(push);
  return steps;
}

std::optional<std::uint32_t> Playback::steps_to(Square square) {
  if (position_.is_occupied(square)) return std::nullopt;
  walks_.measure_to(position_, position_.player(), square);
  if (!walks_.reaches(square)) return std::nullopt;
  return static_cast<std::uint32_t>(walks_.steps(square));
}

}  // namespace rearview
