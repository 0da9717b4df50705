#include "rearview/board/regions.h"

#include <algorithm>

#include "rearview/support/hashing.h"

namespace rearview {

Regions::Regions(const Board& board)
    : board_(&board),
      labels_(static_cast<std::size_t>(board.square_count()) + 1, none),
      open_(static_cast<std::size_t>(board.square_count()) + 1) {}

void Regions::label_all(SquareMask occupied) {
  std::ranges::fill(labels_, none);
  smallest_.clear();
  const Square count = board_->wall();
  for (Square first = 0; first < count; ++first) {
    if (occupied[first] || labels_[first] != none) continue;
    const auto label = static_cast<std::uint16_t>(smallest_.size());
    smallest_.push_back(first);
    labels_[first] = label;
    std::size_t end = 0;
    open_[end++] = first;
    while (end > 0) {
      for (const Square next : board_->neighbours(open_[--end])) {
        if (occupied[next] || labels_[next] != none) continue;
        labels_[next] = label;
        // The slot just popped is free again, so the stack never outgrows the squares.
        open_[end++] = next;
      }
    }
  }
}

Square normalised_player(const Position& position, Square from) {
  const Board& board = position.board();
  std::vector<bool> seen(static_cast<std::size_t>(board.square_count()) + 1, false);
  std::vector<Square> open{from};
  seen[from] = true;
  Square smallest = from;
  while (!open.empty()) {
    const Square s = open.back();
    open.pop_back();
    smallest = std::min(smallest, s);
    for (const Square next : board.neighbours(s)) {
      if (position.is_occupied(next) || seen[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return smallest;
}

State state_of(const Position& position) {
  State state{{position.boxes().begin(), position.boxes().end()},
              normalised_player(position, position.player())};
  std::ranges::sort(state.boxes);
  return state;
}

std::uint64_t state_key(const State& state) {
  std::uint64_t key = player_key_of(state.player);
  for (const Square s : state.boxes) key ^= box_key_of(s);
  return key;
}

std::vector<State> goal_states(const Board& board) {
  Position position(board);
  position.set(board.targets(), 0);
  Regions regions(board);
  regions.label_all(position);
  std::vector<bool> has_pull(static_cast<std::size_t>(regions.count()), false);
  for (const Square box : board.targets()) {
    for (const Direction d : directions) {
      const Square side = board.neighbour(box, d);
      if (!position.is_occupied(side) && !position.is_occupied(board.neighbour(side, d)))
        has_pull[regions.at(side)] = true;
    }
  }
  std::vector<State> states;
  for (std::uint16_t region = 0; region < regions.count(); ++region) {
    if (!has_pull[region]) continue;
    states.push_back({{board.targets().begin(), board.targets().end()}, regions.smallest(region)});
  }
  return states;
}

}  // namespace rearview
