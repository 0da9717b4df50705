// Plays pushes on a board and says how far the player walks to each.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rearview/board/moves.h"
#include "rearview/board/walks.h"

namespace rearview {

class Playback {
 public:
  explicit Playback(const Board& board);

  void begin();  // at the start of the level
  void begin(std::span<const Square> boxes, Square player);

  const Position& position() const { return position_; }
  // The square from which a push is made.
  Square stand_of(const Push& push) const;

  // Makes a push that can be made.
  void skip(const Push& push);
  // Makes a push and returns the steps before it; none, and nothing is changed, if it cannot be.
  std::optional<std::uint32_t> play(const Push& push);
  // Steps to a square, where there is a way.
  std::optional<std::uint32_t> steps_to(Square square);

 private:
  const Board* board_;
  Position position_;
  Walks walks_;
};

}  // namespace rearview
