#include "rearview/board/board.h"

#include <algorithm>
#include <stdexcept>

#include "rearview/support/hashing.h"

namespace rearview {
namespace {

std::array<int, 4> cells_around(int cell, int width) {
  return {cell - width, cell + 1, cell + width, cell - 1};
}

// The level as it is drawn: one character a cell, rows padded to one width.
struct Drawing {
  int width = 0;
  int height = 0;
  std::string cells;

  explicit Drawing(const std::vector<std::string>& rows) : height(static_cast<int>(rows.size())) {
    for (const auto& row : rows) width = std::max(width, static_cast<int>(row.size()));
    if (width > Board::max_side || height > Board::max_side)
      throw std::invalid_argument("a board is at most 128x128 squares");
    for (const auto& row : rows) {
      if (row.find_first_not_of("# .$*@+") != std::string::npos)
        throw std::invalid_argument("a row has a character other than '# .$*@+'");
      cells += row;
      cells.append(static_cast<std::size_t>(width) - row.size(), ' ');
    }
  }

  bool is_box(int cell) const { return cells[cell] == '$' || cells[cell] == '*'; }
  bool is_target(int cell) const {
    return cells[cell] == '.' || cells[cell] == '*' || cells[cell] == '+';
  }
  std::array<int, 4> around(int cell) const { return cells_around(cell, width); }
};

int find_player(const Drawing& drawing) {
  const auto player = drawing.cells.find_first_of("@+");
  if (player == std::string::npos) throw std::invalid_argument("there is no player");
  if (drawing.cells.find_first_of("@+", player + 1) != std::string::npos)
    throw std::invalid_argument("there is more than one player");
  return static_cast<int>(player);
}

// The cells that the player could reach if there were no boxes.
std::vector<bool> find_floor(const Drawing& drawing, int player) {
  std::vector<bool> is_floor(drawing.cells.size(), false);
  std::vector<int> open{player};
  is_floor[player] = true;
  while (!open.empty()) {
    const int cell = open.back();
    open.pop_back();
    const int x = cell % drawing.width;
    const int y = cell / drawing.width;
    if (x == 0 || y == 0 || x == drawing.width - 1 || y == drawing.height - 1)
      throw std::invalid_argument("the wall has a leak");
    for (const int next : drawing.around(cell)) {
      if (drawing.cells[next] == '#' || is_floor[next]) continue;
      is_floor[next] = true;
      open.push_back(next);
    }
  }
  return is_floor;
}

// The boxes on the floor that no sequence of pushes can ever move: the largest set in which each
// box is blocked on both axes by a wall or by another box of the set.
std::vector<bool> find_immovable(const Drawing& drawing, const std::vector<bool>& is_floor) {
  std::vector<bool> immovable(drawing.cells.size(), false);
  std::vector<int> boxes;
  for (int cell = 0; cell < static_cast<int>(drawing.cells.size()); ++cell) {
    if (!is_floor[cell] || !drawing.is_box(cell)) continue;
    immovable[cell] = true;
    boxes.push_back(cell);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const int cell : boxes) {
      if (!immovable[cell]) continue;
      const auto around = drawing.around(cell);
      const auto blocks = [&](int next) { return !is_floor[next] || immovable[next]; };
      if ((blocks(around[up]) || blocks(around[down])) &&
          (blocks(around[left]) || blocks(around[right])))
        continue;
      immovable[cell] = false;
      changed = true;
    }
  }
  return immovable;
}

}  // namespace

Board::Board(const std::vector<std::string>& rows, SpareTargets spare_targets) {
  const Drawing drawing(rows);
  width_ = drawing.width;
  height_ = drawing.height;
  const int player = find_player(drawing);
  auto is_floor = find_floor(drawing, player);
  const auto immovable = find_immovable(drawing, is_floor);

  for (int cell = 0; cell < static_cast<int>(drawing.cells.size()); ++cell) {
    if (drawing.cells[cell] != '*' || (is_floor[cell] && !immovable[cell])) continue;
    is_floor[cell] = false;
    walled_boxes_.emplace_back(cell % width_, cell / width_);
  }
  number_squares(is_floor);

  is_target_ = SquareSet(square_count());
  is_start_ = SquareSet(square_count());
  for (Square s = 0; s < cells_.size(); ++s) {
    if (drawing.is_target(cells_[s])) {
      is_target_.add(s);
      targets_.push_back(s);
    }
    if (drawing.is_box(cells_[s])) {
      is_start_.add(s);
      starts_.push_back(s);
    }
  }
  player_ = square_of_cell_[player];
  const bool is_spare_allowed = spare_targets == SpareTargets::allowed && has_spare_targets();
  if (targets_.size() != starts_.size() && !is_spare_allowed)
    throw std::invalid_argument("the numbers of boxes and targets differ");
  if (box_count() > max_boxes) throw std::invalid_argument("there are more than 1000 boxes");
}

void Board::number_squares(const std::vector<bool>& is_floor) {
  for (int cell = 0; cell < static_cast<int>(is_floor.size()); ++cell)
    if (is_floor[cell]) cells_.push_back(cell);
  square_of_cell_.assign(is_floor.size(), wall());
  for (Square s = 0; s < cells_.size(); ++s) square_of_cell_[cells_[s]] = s;

  neighbours_.assign(cells_.size() + 1, {wall(), wall(), wall(), wall()});
  diagonals_ = neighbours_;
  for (Square s = 0; s < cells_.size(); ++s) {
    const auto around = cells_around(cells_[s], width_);
    for (const Direction d : directions) {
      neighbours_[s][d] = square_of_cell_[around[d]];
      diagonals_[s][d] = square_of_cell_[around[d] + around[(d + 1) % 4] - cells_[s]];
    }
  }
  for (Square s = 0; s <= cells_.size(); ++s) {
    box_keys_.push_back(box_key_of(s));
    player_keys_.push_back(player_key_of(s));
  }
}

std::pair<int, int> Board::coordinates(Square s) const {
  return {cells_[s] % width_, cells_[s] / width_};
}

Square Board::square_at(int x, int y) const {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return wall();
  return square_of_cell_[y * width_ + x];
}

}  // namespace rearview
