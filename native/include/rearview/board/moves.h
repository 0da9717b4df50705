// Macro moves: one box goes to any square that it can be pushed (pulled) to while all other boxes
// stay where they are. The region in which the player ends is part of the move; a box may also come
// back to its own square with the player in another region.
//
// The generator walks the graph of (box square, side of the player) for each box. One `Sides` pass
// over the position serves all its boxes: it knows the player's region, the number of regions and
// the hash of each child without a flood.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "rearview/board/lifted_box.h"
#include "rearview/board/position.h"
#include "rearview/board/sides.h"

namespace rearview {

struct Move {
  Square source = 0;
  Square destination = 0;
  Square player = 0;  // the smallest square of the player's region after the move

  auto operator<=>(const Move&) const = default;
};

// One push: the box's square before it, and where it goes.
struct Push {
  Square box = 0;
  Direction direction = up;
};

// A move, and what move generation knows about the resulting state.
struct Child {
  Move move;
  std::uint16_t regions = 0;  // the number of player regions
  Direction direction = up;   // of a last single push or pull of the move
  bool cuts = false;          // the box at its destination separates the squares around it
  std::uint64_t key = 0;
};

class MoveGenerator {
 public:
  explicit MoveGenerator(const Board& board);
  MoveGenerator(const MoveGenerator&) = delete;  // what is lifted points to the sides
  MoveGenerator& operator=(const MoveGenerator&) = delete;

  // Appends all moves. The position is changed while it works, and restored.
  void generate(Position& position, Motion motion, std::vector<Child>& children);

  // The same, box by box: `start` with a position, then ask for each box, which never enters a
  // square that is forbidden.
  void start(const Position& position) { sides_.scan(position.occupied()); }
  void generate_box(Position& position, Square box, Motion motion, SquareMask forbidden,
                    std::vector<Child>& children);
  // The pushes of one box within a zone: false, and no use of the children, as soon as it turns out
  // that the box can leave the zone.
  bool generate_within(Position& position, Square box, SquareMask forbidden, SquareMask zone,
                       std::vector<Child>& children);
  // Of the position that it was started with.
  const Sides& sides() const { return sides_; }
  // The box of the last call.
  const LiftedBox& lifted() const { return lifted_; }

 private:
  struct Stop {  // a square that the box can be on, and the smallest square of the player's side
    Square square;
    Square side;
  };

  template <Motion motion, bool has_zone>
  bool walk_box(Position& position, Square box, SquareMask forbidden, SquareMask zone,
                std::vector<Child>& children);
  template <Motion motion>
  bool can_move(const Position& position, Square box) const;

  const Board* board_;
  Sides sides_;
  LiftedBox lifted_;
  SquareSet nowhere_;               // is always empty
  std::vector<std::uint8_t> seen_;  // one bit for each side of a square
  std::vector<Stop> stops_;
};

// The state after a move.
State apply(const Board& board, const State& state, const Move& move);

}  // namespace rearview
