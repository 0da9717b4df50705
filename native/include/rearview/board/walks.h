// Shortest walks of the player from one square, while the boxes stay where they are.
#pragma once

#include <string>
#include <vector>

#include "rearview/board/position.h"

namespace rearview {

class Walks {
 public:
  explicit Walks(const Board& board);

  // All squares that can be reached.
  void measure(const Position& position, Square from);
  // Only the free squares next to a box: on a large open board they are a few steps away, while
  // there are many thousands of others.
  void measure_around(const Position& position, Square from, Square box);

  // Only as far as needed to reach one square.
  void measure_to(const Position& position, Square from, Square to);

  bool reaches(Square s) const { return steps_[s] != unreached; }
  int steps(Square s) const { return steps_[s]; }
  std::string letters(Square to) const;

 private:
  void begin(Square from);
  void go_on(const Position& position, Square s);

  static constexpr int unreached = -1;
  const Board* board_;
  std::vector<int> steps_;
  std::vector<Direction> arrived_;
  std::vector<Square> open_;  // has room for all squares
  std::size_t open_count_ = 0;
};

}  // namespace rearview
