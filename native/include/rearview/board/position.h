// A position: where the boxes and the player are.
//
// `State` is the immutable form: sorted boxes and the player's region, identified by its smallest
// square. `Position` is the mutable form: an occupancy table, a list of boxes and an incremental
// hash, changed in place by `move_box` and undone by moving back. The wall counts as occupied.
// Sizes come from the board at run time, so that small levels take little memory.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "rearview/board/board.h"

namespace rearview {

struct State {
  std::vector<Square> boxes;  // sorted
  Square player = 0;          // the smallest square of the player's region

  auto operator<=>(const State&) const = default;
};

class Position {
 public:
  explicit Position(const Board& board);  // empty of boxes, the player on the first square

  void set(std::span<const Square> boxes, Square player);
  void set(const State& state) { set(state.boxes, state.player); }

  // Boxes as one bit a square: how a search tree stores them. `words_for` gives the length.
  static int words_for(const Board& board) { return (board.square_count() + 63) / 64; }
  void set_packed(std::span<const std::uint64_t> words, Square player);
  void pack(std::span<std::uint64_t> words) const;

  const Board& board() const { return *board_; }
  std::span<const Square> boxes() const { return boxes_; }
  Square player() const { return player_; }  // any square of the player's region
  bool is_box(Square s) const { return box_index_[s] != no_box; }
  bool is_occupied(Square s) const { return occupied_[s]; }  // by a box or the wall
  SquareMask occupied() const { return occupied_.mask(); }
  std::uint64_t boxes_key() const { return boxes_key_; }

  void set_player(Square s) { player_ = s; }
  void lift_box(Square s);                 // takes a box off the board
  void place_box(Square s);                // puts one on it
  void move_box(Square from, Square to) {  // from == to is fine
    const std::uint16_t index = box_index_[from];
    occupied_.remove(from);
    box_index_[from] = no_box;
    occupied_.add(to);
    box_index_[to] = index;
    boxes_[index] = to;
    boxes_key_ ^= board_->box_key(from) ^ board_->box_key(to);
  }

  // Marks a square as occupied or free, without adding or removing a box in the list or the hash.
  void block(Square s) { occupied_.add(s); }
  void unblock(Square s) { occupied_.remove(s); }

  int boxes_on_targets() const;
  bool all_boxes_on(Motion motion) const;  // all on targets (push) or on start squares (pull)

 private:
  static constexpr std::uint16_t no_box = 0xFFFF;

  void clear();

  const Board* board_;
  SquareSet occupied_;
  std::vector<std::uint16_t> box_index_;
  std::vector<Square> boxes_;
  Square player_ = 0;
  std::uint64_t boxes_key_ = 0;
};

}  // namespace rearview
