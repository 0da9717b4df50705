#include "rearview/search/backward_beam.h"

#include <algorithm>

#include "rearview/board/regions.h"
#include "rearview/search/meeting.h"

namespace rearview {
namespace {

constexpr std::uint64_t first_width = 500;
constexpr std::uint64_t growth = 4;
// Few solutions of small boards have more pushes.
constexpr std::uint64_t first_layers = 500;

// Boards on which boxes can be placed in more ways are not for the beam.
constexpr double most_placements = 1152921504606846976.0;  // 2^60

double placements(const Board& board) {
  double ways = 1;
  for (int i = 0; i < board.box_count(); ++i) ways *= double(board.square_count() - i) / (i + 1);
  return ways;
}

// Adds the same pushes as moves of one push each.
void add_moves(const std::vector<Push>& pushes, Position& position, std::vector<Move>& moves) {
  const Board& board = position.board();
  for (const Push& push : pushes) {
    const Square to = board.neighbour(push.box, push.direction);
    position.move_box(push.box, to);
    moves.push_back({push.box, to, normalised_player(position, push.box)});
  }
}

}  // namespace

BackwardBeam::BackwardBeam(const Board& board, const std::vector<std::string>& detectors)
    : board_(&board),
      width_(first_width),
      layers_(first_layers),
      is_done_(placements(board) > most_placements) {
  // Only this one is so cheap that it pays here.
  if (std::ranges::find(detectors, "freeze") != detectors.end()) detectors_.push_back("freeze");
}

bool BackwardBeam::may_pass(std::uint64_t max_nodes) const {
  return !is_done_ && max_nodes / layers_ >= width_;
}

std::vector<Move> BackwardBeam::pass(Watch& watch, const SearchTree* forward,
                                     std::size_t bytes_elsewhere) {
  search_ = std::make_unique<BestSearch>(*board_, detectors_);
  Stretch stretch = whole_level(*board_, Objective::pushes);
  stretch.counts = Counts::first;
  stretch.motion = Motion::pull;
  stretch.width = width_;
  stretch.max_nodes = width_ * layers_;
  stretch.bytes_elsewhere = bytes_elsewhere;
  NodeId met = no_node;
  if (forward != nullptr)
    stretch.is_met = [&](const Position& position, std::uint64_t key) {
      met = forward->find(key);
      if (met == no_node) return false;
      Position other(*board_);
      forward->load(met, other);
      return state_of(other) == state_of(position);
    };
  const BestWay way = search_->run(stretch, watch);
  nodes_before_ += way.nodes;
  states_ = search_->states();
  search_.reset();
  if (way.nodes >= stretch.max_nodes) layers_ *= 2;
  width_ *= growth;
  is_done_ = way.reason != StopReason::nodes;
  reason_ = way.reason == StopReason::nodes ? StopReason::none : way.reason;
  std::vector<Move> moves;
  if (!way.is_found) return moves;
  Position position(*board_);
  position.set(board_->starts(), board_->player());
  if (way.is_met) {
    moves = pushes_to(*forward, met);
    has_met_ = !moves.empty() && !way.pushes.empty();
    forward->load(met, position);
  }
  add_moves(way.pushes, position, moves);
  return moves;
}

}  // namespace rearview
