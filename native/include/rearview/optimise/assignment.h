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

  static constexpr std::int32_t nobody = -1;

  // Solves the whole of it; `costs` are rows of `size` columns, with `never` for no way.
  // False when boxes cannot all be given goals.
  bool solve(std::size_t size, std::span<const std::int32_t> costs);
  // The same, starting from the last solution: each row has the costs that row number `same_as` of
  // it had, or other ones (`nobody`). The columns are the same.
  bool solve_again(std::span<const std::int32_t> costs, std::span<const std::int32_t> same_as);
  Total total() const { return total_; }

  // The total if one row had the costs after a push of its box; `impossible` when there is none.
  // Changes nothing.
  Total total_after_push(std::size_t row, std::span<const std::int32_t> costs);

 private:
  bool give_home(std::size_t row, std::span<const std::int32_t> costs);
  bool augment_homeless();
  // Gives a row without a column one, moving others.
  bool augment(std::size_t row);
  std::span<const std::int32_t> costs_of(std::size_t row) const {
    return costs_.subspan(row * size_, size_);
  }
  // The largest potential that a row with these costs may have.
  std::int32_t potential(std::span<const std::int32_t> costs) const;
  // Dijkstra's method by reduced costs: the free column that is nearest to a row with these costs
  // and this potential, if it is not farther than `most`.
  std::int32_t nearest_free(std::span<const std::int32_t> costs, std::int32_t potential,
                            std::int32_t most);

  std::size_t size_ = 0;
  std::span<const std::int32_t> costs_;
  std::vector<std::int32_t> of_row_;  // potentials
  std::vector<std::int32_t> of_column_;
  std::vector<std::int32_t> row_of_;  // column -> the row that has it
  Total total_ = 0;
  // Of the last call of `nearest_free`.
  std::vector<std::int32_t> distance_;  // of each column
  std::vector<std::int32_t> closed_;    // `infinite` where the distance is final, else 0
  std::vector<std::int32_t> before_;    // column -> the one before it on the way
  std::vector<std::size_t> homeless_;   // rows without a column
  bool is_solved_ = false;
  std::vector<std::int32_t> last_of_row_;
  std::vector<std::int32_t> column_of_;  // in the last solution, by row
};

}  // namespace rearview
