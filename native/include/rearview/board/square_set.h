// A set of squares: one byte for each square of a board, and one for the wall.
//
// `SquareSet` owns the bytes. `SquareMask` is a view of a set, like a string_view: one pointer,
// passed by value, so that hot loops keep it in a register. It is valid as long as the set exists,
// and sees later changes of the set.
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
  SquareMask mask() && = delete;  // the set would be gone

 private:
  std::vector<std::uint8_t> marks_;
};

}  // namespace rearview
