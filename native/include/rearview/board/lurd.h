// Conversion of macro pushes to LURD letters: lower case for a step, upper case for a push.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rearview/board/moves.h"

namespace rearview {

// The solution that plays the moves from the start position: each macro with as few pushes as
// possible and, among those, as few steps as possible. Throws std::invalid_argument when a move
// cannot be played.
std::string to_lurd(const Board& board, std::span<const Move> moves);

// The letters of single pushes from the start position, with the shortest walks between them.
// Throws std::invalid_argument when one cannot be made.
std::string to_lurd(const Board& board, std::span<const Push> pushes);

// The pushes of a solution. Upper and lower case mean the same: the board decides whether a step
// pushes. Throws std::invalid_argument if it cannot be played.
std::vector<Push> read_pushes(const Board& board, std::string_view lurd);

}  // namespace rearview
