// Regions: the connected parts of the free squares, between which the player cannot walk.
//
// `Regions::label_all` numbers all regions of a position in the order of their smallest squares.
// It reuses its memory from call to call.
#pragma once

#include <cstdint>
#include <vector>

#include "rearview/board/position.h"

namespace rearview {

class Regions {
 public:
  static constexpr std::uint16_t none = 0xFFFF;

  explicit Regions(const Board& board);

  void label_all(const Position& position) { label_all(position.occupied()); }
  void label_all(SquareMask occupied);

  int count() const { return static_cast<int>(smallest_.size()); }
  std::uint16_t at(Square s) const { return labels_[s]; }  // `none` on boxes and the wall
  Square smallest(std::uint16_t region) const { return smallest_[region]; }

 private:
  const Board* board_;
  std::vector<std::uint16_t> labels_;
  std::vector<Square> smallest_;
  std::vector<Square> open_;
};

// The smallest square of the region that `from` lies in.
Square normalised_player(const Position& position, Square from);

// The position at rest.
State state_of(const Position& position);

// The 64-bit name of a state: its boxes and its player's region.
std::uint64_t state_key(const State& state);

// Where the backward agent starts: all boxes on targets, one state for each player region from
// which some box can be pulled.
std::vector<State> goal_states(const Board& board);

}  // namespace rearview
