// A set of squares: one byte for each square of a board, and one for the wall.
//
// `SquareSet` owns the bytes. `SquareMask` looks at a set, as a string_view looks at a string: it
// is one pointer and passed by value, so that hot loops keep it in a register. It is valid for as
// long as the set is there, and sees what is added and removed meanwhile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rearview/board/square.h"

namespace rearview {

class SquareMask {
 public:
  bool operator[](Square s) const { return marks_[s] != 0; }

 private:
  friend class SquareSet;
  explicit SquareMask(const std::uint8_t* marks) : marks_(marks) {}

  const std::uint8_t* marks_;
};

class SquareSet {
 public:
  explicit SquareSet(int square_count) : marks_(static_cast<std::size_t>(square_count) + 1, 0) {}

  bool operator[](Square s) const { return marks_[s] != 0; }
  void add(Square s) { marks_[s] = 1; }
  void remove(Square s) { marks_[s] = 0; }
  void clear() { std::ranges::fill(marks_, 0); }

  SquareMask mask() const& { return SquareMask(marks_.data()); }
  SquareMask mask() && = delete;  // nothing would be left to look at

 private:
  std::vector<std::uint8_t> marks_;
};

}  // namespace rearview
