// PI-corral pruning. Promise: moves may be skipped.
//
// A corral is a region that the player cannot enter, fenced by boxes. It is a PI-corral when the
// first push of any fence box can only go into the corral (all others are impossible for as long as
// the fence stands), and the player can make every one of those pushes now. If the corral must be
// opened at all (a fence box is off its target, or a target inside is empty), then pushes of other
// boxes can be postponed: they never interfere with the corral, and a solution that makes them
// first can be reordered. So only the moves of the fence boxes are kept.
#pragma once

#include <cstdint>
#include <vector>

#include "rearview/board/regions.h"
#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

class PiCorral : public MovePruner {
 public:
  static constexpr DetectorAbout about{
      "pi_corral", Cost::costly, "a corral that must be opened now: moves of other boxes can wait"};

  PiCorral(const Board& board, const FrozenBoards& boards);
  void look_at(const Position& position) override;
  bool skips_box(Square box) const override;

 private:
  enum class Push { harmless, needs_joining, spoils };

  bool grow_corral(const Position& position, std::uint16_t region);
  void find_fence(const Position& position);
  Push judge(const Position& position, Square box, Direction d);
  bool must_open(const Position& position) const;

  const Board* board_;
  const LoneBox* lone_box_;
  Regions regions_;
  std::uint16_t player_region_ = 0;
  std::uint16_t to_join_ = 0;            // the region that `judge` wants in the corral
  std::vector<std::uint8_t> in_corral_;  // by region
  SquareSet is_fence_;
  std::vector<Square> fence_;
  std::vector<Square> best_fence_;  // empty: there is no PI-corral
};

}  // namespace rearview
