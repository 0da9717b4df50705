#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "bindings.h"
#include "rearview/board/lone_box.h"
#include "rearview/board/lurd.h"
#include "rearview/board/regions.h"
#include "rearview/deadlock/freeze.h"
#include "rearview/deadlock/frozen_boards.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace rearview::bindings {

void check_square(const Board& board, int square) {
  if (square < 0 || square >= board.square_count())
    throw std::invalid_argument("there is no square " + std::to_string(square) + " on this board");
}

void check(const Board& board, const State& state) {
  for (std::size_t i = 0; i < state.boxes.size(); ++i) {
    check_square(board, state.boxes[i]);
    if (i > 0 && state.boxes[i - 1] >= state.boxes[i])
      throw std::invalid_argument("two boxes are on one square");
  }
  check_square(board, state.player);
  if (std::ranges::binary_search(state.boxes, state.player))
    throw std::invalid_argument("the player is on a box");
}

void check(const Board& board, const State& state, const Move& move) {
  check(board, state);
  check_square(board, move.destination);
  check_square(board, move.player);
  const auto is_box = [&](Square s) { return std::ranges::binary_search(state.boxes, s); };
  if (!is_box(move.source)) throw std::invalid_argument("no box on a move's source");
  if (move.destination != move.source && is_box(move.destination))
    throw std::invalid_argument("the destination of a move is occupied");
  if (move.player == move.destination || (move.player != move.source && is_box(move.player)))
    throw std::invalid_argument("a move leaves the player on a box");
}

namespace {

State make_state(const Board& board, const std::vector<int>& boxes, int player) {
  for (const int s : boxes) check_square(board, s);
  check_square(board, player);
  State state{{boxes.begin(), boxes.end()}, static_cast<Square>(player)};
  std::ranges::sort(state.boxes);
  check(board, state);
  Position position(board);
  position.set(state);
  return state_of(position);
}

std::vector<Move> moves_of(const Board& board, const State& state, Motion motion) {
  check(board, state);
  Position position(board);
  position.set(state);
  std::vector<Child> children;
  MoveGenerator(board).generate(position, motion, children);
  std::vector<Move> moves;
  moves.reserve(children.size());
  for (const Child& child : children) moves.push_back(child.move);
  return moves;
}

LoneBox lone_box(const Board& board, Motion motion) {
  SquareSet walled(board.square_count());
  walled.add(board.wall());
  return {board, motion, walled.mask()};
}

std::vector<int> dead_squares(const Board& board, Motion motion) {
  const LoneBox alone = lone_box(board, motion);
  std::vector<int> dead;
  for (Square s = 0; s < board.wall(); ++s)
    if (alone.is_dead(s)) dead.push_back(s);
  return dead;
}

std::vector<int> frozen(const Board& board, const State& state, Motion motion) {
  check(board, state);
  const FrozenBoards boards(board, motion);
  Freeze freeze(board, motion, boards);
  Position position(board);
  position.set(state);
  const auto found = freeze.find(position);
  std::vector<int> squares(found.begin(), found.end());
  std::ranges::sort(squares);
  return squares;
}

// Rows that give the same board again, with all that counts of them.
std::vector<std::string> rows_of(const Board& board) {
  std::vector<std::string> rows(static_cast<std::size_t>(board.height()),
                                std::string(static_cast<std::size_t>(board.width()), '#'));
  const auto at = [&](std::pair<int, int> xy) -> char& {
    return rows[static_cast<std::size_t>(xy.second)][static_cast<std::size_t>(xy.first)];
  };
  for (Square s = 0; s < board.wall(); ++s) at(board.coordinates(s)) = ' ';
  for (const Square s : board.targets()) at(board.coordinates(s)) = '.';
  for (const Square s : board.starts()) at(board.coordinates(s)) = board.is_target(s) ? '*' : '$';
  for (const auto& xy : board.walled_boxes()) at(xy) = '*';
  at(board.coordinates(board.player())) = board.is_target(board.player()) ? '+' : '@';
  return rows;
}

nb::tuple boxes_of(const State& state) {
  nb::list boxes;
  for (const Square s : state.boxes) boxes.append(static_cast<int>(s));
  return nb::tuple(boxes);
}

}  // namespace

void check_targets(const Board& board) {
  if (board.has_spare_targets())
    throw std::invalid_argument("the numbers of boxes and targets differ");
}

void register_board(nb::module_& m) {
  nb::enum_<Motion>(m, "Motion", "What moves a box.")
      .value("push", Motion::push, "Forward: the player pushes boxes to the targets.")
      .value("pull", Motion::pull, "Backward: the player pulls boxes off the targets.");

  nb::class_<State>(m, "State", "Boxes and the player's region. Immutable; comes from a board.")
      .def_prop_ro("boxes", boxes_of, nb::sig("def boxes(self) -> tuple[int, ...]"),
                   "The boxes' squares, sorted.")
      .def_prop_ro(
          "player", [](const State& s) { return static_cast<int>(s.player); },
          "The smallest square of the player's region.")
      .def_prop_ro("key", state_key, "A 64-bit hash, the same on every machine.")
      .def(
          "__eq__", [](const State& a, const State& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const State& s) { return static_cast<Py_hash_t>(state_key(s) >> 1); })
      .def("__getstate__",
           [](const State& s) { return std::make_tuple(s.boxes, static_cast<int>(s.player)); })
      .def("__setstate__",
           [](State& s, const std::tuple<std::vector<Square>, Square>& kept) {
             new (&s) State{std::get<0>(kept), std::get<1>(kept)};
           })
      .def("__repr__", [](const State& s) {
        return nb::str("State(boxes={}, player={})")
            .format(boxes_of(s), static_cast<int>(s.player));
      });

  nb::class_<Move>(
      m, "Move",
      "One box goes to any square that it can reach while the others stay where they are.")
      .def(
          "__init__",
          [](Move* move, std::uint16_t source, std::uint16_t destination, std::uint16_t player) {
            new (move) Move{source, destination, player};
          },
          "source"_a, "destination"_a, "player"_a)
      .def_ro("source", &Move::source, "Where the box was.")
      .def_ro("destination", &Move::destination, "Where the box is now.")
      .def_ro("player", &Move::player, "A square of the player's region after the move.")
      .def(
          "__eq__", [](const Move& a, const Move& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__getstate__",
           [](const Move& m) { return std::make_tuple(m.source, m.destination, m.player); })
      .def("__setstate__",
           [](Move& move, const std::tuple<Square, Square, Square>& kept) {
             new (&move) Move{std::get<0>(kept), std::get<1>(kept), std::get<2>(kept)};
           })
      .def("__hash__",
           [](const Move& move) {
             return (Py_hash_t{move.source} << 32) | (Py_hash_t{move.destination} << 16) |
                    move.player;
           })
      .def("__repr__", [](const Move& move) {
        return nb::str("Move(source={}, destination={}, player={})")
            .format(move.source, move.destination, move.player);
      });

  nb::class_<Board>(m, "Board", R"(What never changes while a level is played.

Squares are numbered in reading order; only those count that the player could reach if there were
no boxes. Boxes that can never move and stand on targets are walls.)")
      .def(
          "__init__",
          [](Board* board, const std::vector<std::string>& rows, bool allow_spare_targets) {
            new (board) Board(rows, allow_spare_targets ? Board::SpareTargets::allowed
                                                        : Board::SpareTargets::refused);
          },
          "rows"_a, nb::kw_only(), "allow_spare_targets"_a = false,
          "Rows of the characters '# .$*@+'. Raises ValueError when they do not draw a level. With "
          "spare targets, there are boards, moves and detectors, but no searches.")
      .def("__getstate__", rows_of)
      .def("__setstate__",
           [](Board& board, const std::vector<std::string>& rows) {
             new (&board) Board(rows, Board::SpareTargets::allowed);
           })
      .def_prop_ro("rows", rows_of, "The rows of the numbered squares, with walls elsewhere.")
      .def_prop_ro("width", &Board::width, "Columns.")
      .def_prop_ro("height", &Board::height, "Rows.")
      .def_prop_ro("square_count", &Board::square_count, "How many squares are numbered.")
      .def_prop_ro("box_count", &Board::box_count, "How many boxes can move.")
      .def_prop_ro(
          "player", [](const Board& b) { return static_cast<int>(b.player()); },
          "The player's square at the start.")
      .def_prop_ro(
          "targets",
          [](const Board& b) { return std::vector<int>(b.targets().begin(), b.targets().end()); },
          "The targets' squares, sorted.")
      .def_prop_ro(
          "starts",
          [](const Board& b) { return std::vector<int>(b.starts().begin(), b.starts().end()); },
          "The boxes' squares at the start, sorted.")
      .def_prop_ro(
          "walled_boxes",
          [](const Board& b) {
            return std::vector<std::pair<int, int>>(b.walled_boxes().begin(),
                                                    b.walled_boxes().end());
          },
          "Columns and rows of the boxes that are walls.")
      .def(
          "coordinates",
          [](const Board& b, int square) {
            check_square(b, square);
            return b.coordinates(static_cast<Square>(square));
          },
          "square"_a, "Column and row of a square, from 0.")
      .def(
          "square_at",
          [](const Board& b, int x, int y) {
            const Square s = b.square_at(x, y);
            return s == b.wall() ? -1 : static_cast<int>(s);
          },
          "x"_a, "y"_a, "The square in that column and row, or -1.")
      .def(
          "start",
          [](const Board& b) {
            Position position(b);
            position.set(b.starts(), b.player());
            return state_of(position);
          },
          "The state in which the level begins.")
      .def("goals", goal_states,
           "All boxes on targets: one state for each player region that has a pull.")
      .def("state", make_state, "boxes"_a, "player"_a,
           "A state, its player normalised to the smallest square of its region.")
      .def("moves", moves_of, "state"_a, "motion"_a, "Every move, without pruning.")
      .def(
          "apply",
          [](const Board& b, const State& state, const Move& move) {
            check(b, state, move);
            return apply(b, state, move);
          },
          "state"_a, "move"_a, "The state after a move. The move is not checked to be possible.")
      .def(
          "to_lurd",
          [](const Board& b, const std::vector<Move>& moves) {
            for (const Move& move : moves)
              for (const int s : {move.source, move.destination, move.player}) check_square(b, s);
            return to_lurd(b, moves);
          },
          "moves"_a, "The letters that play these pushes from the start, with shortest walks.")
      .def("dead_squares", dead_squares, "motion"_a,
           "Squares from which a lone box never reaches a target (pull: a start square).")
      .def("frozen", frozen, "state"_a, "motion"_a,
           "The squares of the boxes that can never move again, or only to where they are lost.");
}

}  // namespace rearview::bindings
