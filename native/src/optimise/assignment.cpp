#include "rearview/optimise/assignment.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace rearview {

bool Assignment::solve(std::size_t size, std::span<const std::int32_t> costs) {
  size_ = size;
  costs_ = costs;
  solved_.of_row.assign(size, 0);
  solved_.of_column.assign(size, 0);
  solved_.row_of.assign(size, nobody);
  homeless_.clear();
  for (std::size_t row = 0; row < size; ++row)
    if (!give_home(row, costs.subspan(row * size, size))) homeless_.push_back(row);
  for (const std::size_t row : homeless_)
    if (!augment(solved_, row, costs.subspan(row * size, size))) return false;
  total_ = sum(solved_);
  return true;
}

// Assigns a box that is on a free goal to this goal: its cost is 0, so all potentials stay valid.
// Between two states of a solution, most boxes are assigned this way.
bool Assignment::give_home(std::size_t row, std::span<const std::int32_t> costs) {
  const auto home = std::ranges::find(costs, 0);
  if (home == costs.end()) return false;
  std::int32_t& owner = solved_.row_of[static_cast<std::size_t>(home - costs.begin())];
  if (owner != nobody) return false;
  owner = static_cast<std::int32_t>(row);
  return true;
}

// A push changes each cost of its row by an odd number: by one, or by more if the player is now on
// another side of the box. So every possible total differs from the last one by an odd number. It
// falls by one at most. The total with the row's old column is therefore optimal if the lower bound
// rules out a total that is less by two.
Assignment::Total Assignment::total_after_push(std::size_t row,
                                               std::span<const std::int32_t> costs) {
  const auto has = std::ranges::find(solved_.row_of, static_cast<std::int32_t>(row));
  const auto column = static_cast<std::size_t>(has - solved_.row_of.begin());
  const Total kept = total_ - costs_[row * size_ + column] + costs[column];
  if (kept < total_) return kept;
  std::int32_t least = std::numeric_limits<std::int32_t>::max();
  for (std::size_t j = 0; j < size_; ++j) least = std::min(least, costs[j] - solved_.of_column[j]);
  if (least >= never / 2) return impossible;
  if (kept < never / 2 && total_ - solved_.of_row[row] + least > kept - 2) return kept;
  tried_ = solved_;
  tried_.row_of[column] = nobody;
  tried_.of_row[row] = least;
  return augment(tried_, row, costs) ? sum(tried_) : impossible;
}

// Dijkstra over the columns by reduced cost, from the unassigned row to a free column.
bool Assignment::augment(Potentials& state, std::size_t row,
                         std::span<const std::int32_t> row_costs) {
  constexpr std::int32_t infinite = std::numeric_limits<std::int32_t>::max();
  constexpr std::int32_t from_row = -1;
  slack_.assign(size_, infinite);
  before_.assign(size_, from_row);
  is_used_.assign(size_, 0);
  std::int32_t column = from_row;
  for (auto i = static_cast<std::int32_t>(row);;) {
    const auto costs = static_cast<std::size_t>(i) == row
                           ? row_costs
                           : costs_.subspan(static_cast<std::size_t>(i) * size_, size_);
    std::int32_t next = nobody;
    for (std::size_t j = 0; j < size_; ++j) {
      if (is_used_[j] != 0) continue;
      const std::int32_t reduced =
          costs[j] - state.of_row[static_cast<std::size_t>(i)] - state.of_column[j];
      if (reduced < slack_[j]) {
        slack_[j] = reduced;
        before_[j] = column;
      }
      if (next == nobody || slack_[j] < slack_[static_cast<std::size_t>(next)])
        next = static_cast<std::int32_t>(j);
    }
    if (next == nobody) return false;
    const std::int32_t delta = slack_[static_cast<std::size_t>(next)];
    if (delta >= never / 2) return false;
    state.of_row[row] += delta;
    for (std::size_t j = 0; j < size_; ++j) {
      if (is_used_[j] != 0) {
        state.of_row[static_cast<std::size_t>(state.row_of[j])] += delta;
        state.of_column[j] -= delta;
      } else {
        slack_[j] -= delta;
      }
    }
    column = next;
    is_used_[static_cast<std::size_t>(column)] = 1;
    i = state.row_of[static_cast<std::size_t>(column)];
    if (i == nobody) break;
  }
  while (column != from_row) {
    const std::int32_t before = before_[static_cast<std::size_t>(column)];
    state.row_of[static_cast<std::size_t>(column)] =
        before == from_row ? static_cast<std::int32_t>(row)
                           : state.row_of[static_cast<std::size_t>(before)];
    column = before;
  }
  return true;
}

Assignment::Total Assignment::sum(const Potentials& state) {
  return std::accumulate(state.of_row.begin(), state.of_row.end(), Total{0}) +
         std::accumulate(state.of_column.begin(), state.of_column.end(), Total{0});
}

}  // namespace rearview
