// The board: what never changes during play.
//
// Floor squares are numbered in reading order; only squares that the player could reach if there
// were no boxes count. Boxes that can never move (blocked by walls and each other alone) and stand
// on targets are walls here, and so are decorative boxes outside the floor: they are "walled
// boxes", and their targets no longer count.
//
// A board is immutable. The caller that built it owns it and keeps it alive; everything else refers
// to it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rearview/board/square.h"
#include "rearview/board/square_set.h"

namespace rearview {

class Board {
 public:
  static constexpr int max_side = 128;
  static constexpr int max_boxes = 1000;

  // Some boxes of a level may be removed, to examine the others alone: then there are spare
  // targets. Only boards, moves and detectors support this; searches do not.
  enum class SpareTargets : bool { refused, allowed };

  // Rows use the characters "# .$*@+". Throws std::invalid_argument if they are not a valid level.
  explicit Board(const std::vector<std::string>& rows,
                 SpareTargets spare_targets = SpareTargets::refused);

  int width() const { return width_; }
  int height() const { return height_; }
  int square_count() const { return static_cast<int>(cells_.size()); }
  int box_count() const { return static_cast<int>(starts_.size()); }
  bool has_spare_targets() const { return starts_.size() < targets_.size(); }
  Square wall() const { return static_cast<Square>(cells_.size()); }

  Square neighbour(Square s, Direction d) const { return neighbours_[s][d]; }
  const std::array<Square, 4>& neighbours(Square s) const { return neighbours_[s]; }
  const std::array<Square, 4>& diagonals(Square s) const { return diagonals_[s]; }
  bool is_target(Square s) const { return is_target_[s]; }
  bool is_start(Square s) const { return is_start_[s]; }

  std::span<const Square> targets() const { return targets_; }
  std::span<const Square> starts() const { return starts_; }
  Square player() const { return player_; }

  // The goals of a motion: the targets for pushes, the start squares for pulls.
  std::span<const Square> goals(Motion m) const { return m == Motion::push ? targets_ : starts_; }
  bool is_goal(Motion m, Square s) const { return m == Motion::push ? is_target(s) : is_start(s); }

  std::uint64_t box_key(Square s) const { return box_keys_[s]; }
  std::uint64_t player_key(Square s) const { return player_keys_[s]; }

  std::pair<int, int> coordinates(Square s) const;
  Square square_at(int x, int y) const;  // wall() where there is no floor
  std::span<const std::pair<int, int>> walled_boxes() const { return walled_boxes_; }

 private:
  void number_squares(const std::vector<bool>& is_floor);

  int width_ = 0;
  int height_ = 0;
  std::vector<int> cells_;              // square -> y * width + x
  std::vector<Square> square_of_cell_;  // y * width + x -> square
  std::vector<std::array<Square, 4>> neighbours_;
  std::vector<std::array<Square, 4>> diagonals_;
  SquareSet is_target_{0};
  SquareSet is_start_{0};
  std::vector<Square> targets_;
  std::vector<Square> starts_;
  Square player_ = 0;
  std::vector<std::uint64_t> box_keys_;
  std::vector<std::uint64_t> player_keys_;
  std::vector<std::pair<int, int>> walled_boxes_;
};

}  // namespace rearview
