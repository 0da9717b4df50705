// The best way from one state to another: A* over single pushes, with the player's real walks.
//
// A state is a placement of the boxes and the square on which the player stands after a push: walks
// depend on it. Lengths compare by the objective first (see length.h). What is left of a way is
// bounded from below by `PushBound`, for pushes and for moves alike, as every push is a move. That
// bound is consistent, so a state that was expanded has been reached in the best way, and the first
// end that is taken from the queue is the best there is.
//
// Dead states are dropped by detectors that promise that no solution passes through them, which
// keeps every solution, the best ones too. Pruners of moves promise only that some solution is
// left, and have no place here.
//
// A search may also go backwards: it begins with the end and pulls boxes until they stand as they
// do in the beginning. A pull undoes a push, so lengths are the same. Where only some states are
// followed, the two find different ways.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rearview/board/moves.h"
#include "rearview/board/walks.h"
#include "rearview/deadlock/catalogue.h"
#include "rearview/optimise/length.h"
#include "rearview/optimise/placements.h"
#include "rearview/optimise/push_bound.h"
#include "rearview/optimise/territory.h"
#include "rearview/support/chunked_array.h"
#include "rearview/support/watch.h"

namespace rearview {

// Which of the two numbers of a length counts. With `first` a way has to be shorter in what the
// objective names, and the other number is whatever it happens to be. That leaves out all the ways
// that are as good, mostly the larger part. For pushes, it also does not matter where the player
// stands, only what the player can reach.
enum class Counts : std::uint8_t { first, both };

// From where to where, and how.
struct Stretch {
  Objective objective = Objective::moves;
  std::vector<Square> boxes;
  Square player = 0;
  std::vector<Square> goals;       // where boxes are to stand in the end
  std::optional<Square> finish;    // the square to which the player walks then, if it matters
  Length limit = no_length_limit;  // ways that are not shorter are of no use
  // Only what the objective names counts: see `Counts`.
  Counts counts = Counts::both;
  Territory* territory = nullptr;  // none is the whole board
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
  // Whether it begins with the start and pushes, or with the end and pulls.
  Motion motion = Motion::push;
  // States that are followed of those with as many pushes; none is all of them. See windows.h.
  std::optional<std::uint64_t> width;
  // With a width: whether a state, of which this is the key, was reached from the other end by
  // another search. That ends this one.
  std::function<bool(const Position&, std::uint64_t key)> is_met;
  std::size_t bytes_elsewhere = 0;  // that are in use and count towards the limit of memory
};

// From the start of a level to its targets.
Stretch whole_level(const Board& board, Objective objective);

struct BestWay {
  bool is_found = false;
  std::vector<Push> pushes;
  Length length;  // with the walk to the finish
  // No way is shorter. When a way was found, or everything better was ruled out, it is exact.
  Length lower_bound;
  bool is_met = false;  // it leads only to (from) a state for which `Stretch::is_met` is true
  StopReason reason = StopReason::none;  // what ended the search, where it did not come to its end
  std::uint64_t nodes = 0;
};

class BestSearch {
 public:
  // `detectors` are names of the catalogue.
  BestSearch(const Board& board, const std::vector<std::string>& detectors);

  // Finds the best way among those shorter than the limit, if there is any.
  BestWay run(const Stretch& stretch, Watch& watch);

  // Of the search that runs.
  std::uint64_t nodes() const { return nodes_expanded_; }
  std::uint64_t states() const { return nodes_.size(); }
  Length lower_bound() const { return lower_bound_; }

 private:
  using NodeId = std::uint32_t;
  static constexpr NodeId no_node = 0xFFFFFFFF;

  struct Node {
    NodeId parent;
    NodeId sibling;  // another one with the same placement
    Placements::Id placement;
    std::uint32_t first;  // the length so far
    std::uint32_t second;
    std::uint32_t bound;  // the least pushes that are left
    Square player;
    Direction direction;  // of the push that led here, or that was undone
    bool is_expanded;
  };

  // What depends on whether boxes are pushed or pulled.
  struct Tables {
    Tables(const Board& board, Motion motion, const std::vector<std::string>& names);
    LoneWays ways;
    PushBound bound;
    FrozenBoards boards;
    std::vector<std::unique_ptr<DeadlockDetector>> detectors;
  };

  void begin(const Stretch& stretch);
  void begin_at(std::span<const Square> players);
  std::vector<Square> last_players() const;
  NodeId take();
  bool is_over() const;
  Length rank(const Node& node) const;
  void end_at(NodeId id);
  void expand(NodeId id);
  void expand_push(NodeId id, std::size_t box, Direction direction);
  void expand_pull(NodeId id, std::size_t box, Direction direction);
  void reach(NodeId parent, std::size_t box, Square to, Square player, Direction direction,
             Square stand);
  std::optional<std::uint32_t> bound_after(std::size_t box, Square to, Square player);
  NodeId find(Placements::Id placement, Square player) const;
  Placements::Id enter_position();
  Placements::Id enter_placement(Square from, Square to);
  bool is_dead(NodeId id);
  bool is_met();
  bool is_same_as_expanded(NodeId id) const;
  Length shorter_than(const Stretch& stretch) const;
  void load(NodeId id);
  void wait(NodeId id);
  Length length_of(const Node& node) const { return {node.first, node.second}; }
  Length estimate(const Node& node) const {
    return length_of(node) + Length{node.bound, node.bound};
  }
  std::vector<Push> pushes_to(NodeId id) const;
  std::size_t bytes() const;

  Tables& tables_for(Motion motion);
  bool is_pull() const { return stretch_->motion == Motion::pull; }

  const Board* board_;
  std::vector<std::string> detector_names_;
  Position position_;
  Walks walks_;
  std::unique_ptr<Tables> push_tables_;  // made when they are needed
  std::unique_ptr<Tables> pull_tables_;
  Tables* tables_ = nullptr;
  std::vector<std::uint64_t> packed_;  // the boxes of the position
  Placements placements_;
  ChunkedArray<NodeId> first_node_;   // by placement
  ChunkedArray<std::uint32_t> fare_;  // by placement, see `Territory`
  ChunkedArray<Node> nodes_;
  // The queue: nodes by their estimates, the last one added first, which goes deep.
  std::map<Length, std::vector<NodeId>> waiting_;
  std::size_t waiting_count_ = 0;
  // Of a search with a width: the pushes of the states that are taken, how many were, and whether
  // any was left out.
  std::uint32_t layer_ = 0;
  std::uint64_t layer_taken_ = 0;
  bool is_cut_ = false;
  const Stretch* stretch_ = nullptr;
  Placements::Id goal_ = 0;
  std::optional<Square> finish_;
  NodeId best_end_ = no_node;
  bool is_bound_of_position_ = false;  // the bound has looked at the position
  Length limit_;
  Length lower_bound_;
  std::uint64_t nodes_expanded_ = 0;
};

}  // namespace rearview
