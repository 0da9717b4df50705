// The cheapest way to give each box a goal of its own (the assignment problem), by the Hungarian
// method. When one box moves, only its row of costs changes, and one augmenting path repairs the
// assignment: that is what makes it cheap enough to ask for every child of a state.
//
// Rows are boxes, columns are goals. The potentials u and v keep every reduced cost
// cost(i, j) - u[i] - v[j] at 0 or above, and at 0 where i is given j; their sum is the total.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rearview {

class Assignment {
 public:
  using Total = std::int64_t;
  static constexpr std::int32_t never = 1 << 28;
  static constexpr Total impossible = -1;

  // Solves the whole of it; `costs` are rows of `size` columns, with `never` for no way.
  // False when boxes cannot all be given goals.
  bool solve(std::size_t size, std::span<const std::int32_t> costs);
  Total total() const { return total_; }

  // The total if one row had the costs after a push of its box; `impossible` when there is none.
  // Changes nothing.
  Total total_after_push(std::size_t row, std::span<const std::int32_t> costs);

 private:
  struct Potentials {
    std::vector<std::int32_t> of_row;
    std::vector<std::int32_t> of_column;
    std::vector<std::int32_t> row_of;  // column -> the row that has it
  };

  bool give_home(std::size_t row, std::span<const std::int32_t> costs);
  // Gives a row without a column one, moving others. Its costs are given, all others are known.
  bool augment(Potentials& state, std::size_t row, std::span<const std::int32_t> row_costs);
  static Total sum(const Potentials& state);

  static constexpr std::int32_t nobody = -1;
  std::size_t size_ = 0;
  std::span<const std::int32_t> costs_;
  Potentials solved_;
  Potentials tried_;
  Total total_ = 0;
  std::vector<std::int32_t> slack_;
  std::vector<std::int32_t> before_;  // column -> the column from which its slack comes
  std::vector<std::uint8_t> is_used_;
  std::vector<std::size_t> homeless_;
};

}  // namespace rearview
