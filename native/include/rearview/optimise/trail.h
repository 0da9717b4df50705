// A solution as its pushes: what the methods of the optimiser shorten.
//
// Walks between pushes are always the shortest there are, so the pushes are all that is kept, with
// the steps before each. A trail can be played at any time: a method tries what it has in mind on
// a `Playback`, and replaces a part when that makes it shorter.
//
//     pushes     0     1     2     3     4        a part [1, 3) is pushes 1 and 2, the walks before
//     walks   --- - ----- ------- - ----          them, and the walk to push 3: what changes if
//                [=================]              the part is replaced
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rearview/optimise/length.h"
#include "rearview/optimise/playback.h"

namespace rearview {

class Trail {
 public:
  // Throws std::invalid_argument when the pushes cannot be made.
  Trail(const Board& board, Objective objective, std::span<const Push> pushes);

  const Board& board() const { return *board_; }
  Objective objective() const { return objective_; }
  std::span<const Push> pushes() const { return pushes_; }
  std::size_t size() const { return pushes_.size(); }
  std::uint32_t moves() const { return steps_.back(); }
  Length length() const { return cost(0, size()); }

  // Of a part, see above.
  Length cost(std::size_t first, std::size_t last) const;
  // Of its pushes and the walks before them, without the walk to the next push.
  Length cost_before(std::size_t first, std::size_t last) const {
    return length_of(steps_[last] - steps_[first], last - first);
  }
  // Where the player has to stand for a push; none after the last.
  std::optional<Square> stand(std::size_t push) const;
  // Brings a playback to the state before a push.
  void go_to(Playback& playback, std::size_t push) const;

  // What a part would cost with other pushes, the playback being before it; none when they cannot
  // be made, or do not leave the boxes where the part leaves them. Moves the playback on.
  std::optional<Length> cost_with(Playback& playback, std::size_t last,
                                  std::span<const Push> others) const;
  // Marks of pushes: a method sets them where it is done, one bit each, and they are gone where a
  // part is replaced.
  bool is_marked(std::size_t push, unsigned mark) const { return (marks_[push] >> mark & 1U) != 0; }
  void mark(std::size_t first, std::size_t last, unsigned mark);
  void clear_marks();
  void clear_marks(unsigned mark);

  // Puts other pushes in the place of a part; they are known to fit.
  void replace(std::size_t first, std::size_t last, std::span<const Push> others);

 private:
  Length length_of(std::uint32_t moves, std::size_t pushes) const {
    return make_length(objective_, moves, static_cast<std::uint32_t>(pushes));
  }

  const Board* board_;
  Objective objective_;
  std::vector<Push> pushes_;
  std::vector<std::uint32_t> steps_;  // moves before the walk to each push; one more at the end
  std::vector<std::uint32_t> marks_;  // of each push
  std::vector<std::uint64_t> keys_;   // of the boxes before each push; one more at the end
};

}  // namespace rearview
