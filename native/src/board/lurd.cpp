#include "rearview/board/lurd.h"

#include <algorithm>
#include <queue>
#include <stdexcept>
#include <tuple>

#include "rearview/board/walks.h"

namespace rearview {
namespace {

constexpr char push_letters[] = {'U', 'R', 'D', 'L'};

// Plays macro after macro: Dijkstra over (box square, direction of the last push), ordered by
// pushes, then steps. The player's exact square follows from those two.
class MacroPlayer {
 public:
  explicit MacroPlayer(const Board& board) : board_(board), position_(board), walks_(board) {
    position_.set(board.starts(), board.player());
  }

  void play(const Move& move) {
    if (!position_.is_box(move.source)) throw std::invalid_argument("no box on a move's source");
    const int goal = cheapest_goal(move);
    if (goal == none) throw std::invalid_argument("a move cannot be played");
    std::vector<Direction> pushes;
    for (int node = goal; node != root; node = labels_[node].before)
      pushes.push_back(static_cast<Direction>(node % 4));
    std::ranges::reverse(pushes);
    Square box = move.source;
    for (const Direction d : pushes) box = push(box, d);
  }

  void play(const Push& push_) {
    const Square from = board_.neighbour(push_.box, opposite(push_.direction));
    const Square to = board_.neighbour(push_.box, push_.direction);
    if (!position_.is_box(push_.box) || position_.is_occupied(to) || position_.is_occupied(from))
      throw std::invalid_argument("a push cannot be made");
    walks_.measure_to(position_, position_.player(), from);
    if (!walks_.reaches(from)) throw std::invalid_argument("a push cannot be reached");
    push(push_.box, push_.direction);
  }

  std::string take_letters() { return std::move(letters_); }

 private:
  static constexpr int root = -1;
  static constexpr int none = -2;
  struct Label {
    int pushes = -1;
    int steps = 0;
    int before = none;
  };
  using Entry = std::tuple<int, int, int>;  // pushes, steps, node

  // Finds the cheapest node at the destination from which the player is in the move's region.
  int cheapest_goal(const Move& move) {
    labels_.assign(static_cast<std::size_t>(board_.square_count()) * 4, {});
    open_ = {};
    const Square player = position_.player();
    walks_.measure(position_, player);
    if (move.source == move.destination && walks_.reaches(move.player)) return root;
    relax(move.source, root, 0, 0);
    while (!open_.empty()) {
      const auto [pushes, steps, node] = open_.top();
      open_.pop();
      const Label& label = labels_[node];
      if (label.pushes != pushes || label.steps != steps) continue;
      const auto box = static_cast<Square>(node / 4);
      position_.move_box(move.source, box);
      const Square behind = board_.neighbour(box, opposite(static_cast<Direction>(node % 4)));
      if (box == move.destination)
        walks_.measure(position_, behind);
      else
        walks_.measure_around(position_, behind, box);
      const bool done = box == move.destination && walks_.reaches(move.player);
      if (!done) relax(box, node, pushes, steps);
      position_.move_box(box, move.source);
      if (done) return node;
    }
    return none;
  }

  // Offers every push of the box that the measured walks allow.
  void relax(Square box, int node, int pushes, int steps) {
    for (const Direction d : directions) {
      const Square from = board_.neighbour(box, opposite(d));
      const Square next = board_.neighbour(box, d);
      if (position_.is_occupied(next) || position_.is_occupied(from) || !walks_.reaches(from))
        continue;
      const int cost = steps + walks_.steps(from) + 1;
      Label& label = labels_[next * 4 + d];
      if (label.pushes >= 0 && std::tie(label.pushes, label.steps) <= std::tuple(pushes + 1, cost))
        continue;
      label = {pushes + 1, cost, node};
      open_.emplace(pushes + 1, cost, next * 4 + d);
    }
  }

  Square push(Square box, Direction d) {
    walks_.measure_around(position_, position_.player(), box);
    letters_ += walks_.letters(board_.neighbour(box, opposite(d)));
    letters_ += push_letters[d];
    const Square next = board_.neighbour(box, d);
    position_.move_box(box, next);
    position_.set_player(box);
    return next;
  }

  const Board& board_;
  Position position_;
  Walks walks_;
  std::vector<Label> labels_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
  std::string letters_;
};

}  // namespace

std::string to_lurd(const Board& board, std::span<const Move> moves) {
  MacroPlayer player(board);
  for (const Move& move : moves) player.play(move);
  return player.take_letters();
}

std::string to_lurd(const Board& board, std::span<const Push> pushes) {
  MacroPlayer player(board);
  for (const Push& push : pushes) player.play(push);
  return player.take_letters();
}

std::vector<Push> read_pushes(const Board& board, std::string_view lurd) {
  Position position(board);
  position.set(board.starts(), board.player());
  std::vector<Push> pushes;
  for (const char letter : lurd) {
    const auto place = std::string_view("urdlURDL").find(letter);
    if (place == std::string_view::npos) throw std::invalid_argument("a letter is not a move");
    const auto d = static_cast<Direction>(place % 4);
    const Square next = board.neighbour(position.player(), d);
    if (position.is_box(next)) {
      const Square beyond = board.neighbour(next, d);
      if (position.is_occupied(beyond)) throw std::invalid_argument("a push cannot be made");
      position.move_box(next, beyond);
      pushes.push_back({next, d});
    } else if (position.is_occupied(next)) {
      throw std::invalid_argument("a wall is in the way");
    }
    position.set_player(next);
  }
  return pushes;
}

}  // namespace rearview
