#include "rearview/optimise/assignment.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "rearview/support/wide_vectors.h"

namespace rearview {
namespace {

constexpr std::int32_t infinite = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t from_row = -1;
// Potentials that are farther from 0 than real costs ever are.
constexpr std::int32_t far = 1 << 24;

}  // namespace

bool Assignment::solve(std::size_t size, std::span<const std::int32_t> costs) {
  size_ = size;
  costs_ = costs;
  of_row_.assign(size, 0);
  of_column_.assign(size, 0);
  row_of_.assign(size, nobody);
  homeless_.clear();
  for (std::size_t row = 0; row < size; ++row)
    if (!give_home(row, costs_of(row))) homeless_.push_back(row);
  return augment_homeless();
}

// Potentials stay valid for rows and columns whose costs are the same. After a push only one or two
// rows have others.
bool Assignment::solve_again(std::span<const std::int32_t> costs,
                             std::span<const std::int32_t> same_as) {
  const bool is_far = std::ranges::any_of(of_column_, [](std::int32_t v) { return v < -far; });
  if (!is_solved_ || is_far) return solve(size_, costs);
  costs_ = costs;
  column_of_.resize(size_);
  for (std::size_t j = 0; j < size_; ++j)
    column_of_[static_cast<std::size_t>(row_of_[j])] = static_cast<std::int32_t>(j);
  last_of_row_ = of_row_;
  row_of_.assign(size_, nobody);
  homeless_.clear();
  for (std::size_t row = 0; row < size_; ++row) {
    if (same_as[row] == nobody) {
      homeless_.push_back(row);
      continue;
    }
    const auto last = static_cast<std::size_t>(same_as[row]);
    of_row_[row] = last_of_row_[last];
    row_of_[static_cast<std::size_t>(column_of_[last])] = static_cast<std::int32_t>(row);
  }
  return augment_homeless();
}

bool Assignment::augment_homeless() {
  is_solved_ = false;
  for (const std::size_t row : homeless_)
    if (!augment(row)) return false;
  is_solved_ = true;
  total_ = std::accumulate(of_row_.begin(), of_row_.end(), Total{0}) +
           std::accumulate(of_column_.begin(), of_column_.end(), Total{0});
  return true;
}

// Assigns a box that is on a free goal to this goal: its cost is 0, so all potentials stay valid.
// Between two states of a solution, most boxes are assigned this way.
bool Assignment::give_home(std::size_t row, std::span<const std::int32_t> costs) {
  const auto home = std::ranges::find(costs, 0);
  if (home == costs.end()) return false;
  std::int32_t& owner = row_of_[static_cast<std::size_t>(home - costs.begin())];
  if (owner != nobody) return false;
  owner = static_cast<std::int32_t>(row);
  return true;
}

// A push changes each cost of its row by an odd number: by one, or by more if the player is now on
// another side of the box. So every possible total differs from the last one by an odd number. It
// falls by one at most. The total with the row's old column is therefore optimal unless there is
// one that is less by two: only so far are other columns looked for.
Assignment::Total Assignment::total_after_push(std::size_t row,
                                               std::span<const std::int32_t> costs) {
  const auto has = std::ranges::find(row_of_, static_cast<std::int32_t>(row));
  const auto column = static_cast<std::size_t>(has - row_of_.begin());
  const Total kept = total_ - costs_[row * size_ + column] + costs[column];
  if (kept < total_) return kept;
  const std::int32_t least = potential(costs);
  if (least >= never / 2) return impossible;
  const Total without = total_ - of_row_[row] + least;  // and without the way to a free column
  const bool may_keep = kept < never / 2;
  const Total most = may_keep ? kept - 2 - without : never / 2;
  if (most < 0) return kept;
  row_of_[column] = nobody;
  const std::int32_t free = nearest_free(costs, least, static_cast<std::int32_t>(most));
  row_of_[column] = static_cast<std::int32_t>(row);
  if (free != nobody) return without + distance_[static_cast<std::size_t>(free)];
  return may_keep ? kept : impossible;
}

std::int32_t Assignment::potential(std::span<const std::int32_t> costs) const {
  std::int32_t least = infinite;
  for (std::size_t j = 0; j < size_; ++j) least = std::min(least, costs[j] - of_column_[j]);
  return least;
}

// The loops have no branches, so that compilers turn them into vector instructions: a closed
// column is not reached again, as no distance is less than its own, and it is not the nearest, as
// all its bits are set.
REARVIEW_WIDE_VECTORS std::int32_t Assignment::nearest_free(std::span<const std::int32_t> costs,
                                                            std::int32_t potential,
                                                            std::int32_t most) {
  distance_.resize(size_);
  closed_.assign(size_, 0);
  before_.assign(size_, from_row);
  for (std::size_t j = 0; j < size_; ++j) distance_[j] = costs[j] - potential - of_column_[j];
  for (;;) {
    std::int32_t nearest = infinite;
    for (std::size_t j = 0; j < size_; ++j) nearest = std::min(nearest, distance_[j] | closed_[j]);
    if (nearest > most) return nobody;
    std::size_t column = 0;
    while ((distance_[column] | closed_[column]) != nearest) ++column;
    if (row_of_[column] == nobody) return static_cast<std::int32_t>(column);
    closed_[column] = infinite;
    const auto row = static_cast<std::size_t>(row_of_[column]);
    const std::int32_t* const next = costs_.data() + row * size_;
    const std::int32_t way = nearest - of_row_[row];
    const auto from = static_cast<std::int32_t>(column);
    for (std::size_t j = 0; j < size_; ++j) {
      const std::int32_t through = way + next[j] - of_column_[j];
      before_[j] = through < distance_[j] ? from : before_[j];
      distance_[j] = std::min(distance_[j], through);
    }
  }
}

bool Assignment::augment(std::size_t row) {
  const auto costs = costs_of(row);
  of_row_[row] = potential(costs);
  if (of_row_[row] >= never / 2) return false;
  std::int32_t column = nearest_free(costs, of_row_[row], never / 2);
  if (column == nobody) return false;
  const std::int32_t distance = distance_[static_cast<std::size_t>(column)];
  for (std::size_t j = 0; j < size_; ++j) {
    if (closed_[j] == 0) continue;
    of_column_[j] -= distance - distance_[j];
    of_row_[static_cast<std::size_t>(row_of_[j])] += distance - distance_[j];
  }
  of_row_[row] += distance;
  while (column != from_row) {
    const std::int32_t before = before_[static_cast<std::size_t>(column)];
    row_of_[static_cast<std::size_t>(column)] = before == from_row
                                                    ? static_cast<std::int32_t>(row)
                                                    : row_of_[static_cast<std::size_t>(before)];
    column = before;
  }
  return true;
}

}  // namespace rearview
