#include "rearview/optimise/vicinity.h"

namespace rearview {

Vicinity::Vicinity(const Board& board)
    : board_(&board), words_(static_cast<std::size_t>(Position::words_for(board))) {}

void Vicinity::surround(const Trail& trail, std::size_t first, std::size_t last, int displaced,
                        std::optional<std::uint32_t> lag) {
  displaced_ = displaced;
  count_ = last - first + 1;
  fares_.assign(count_, anything);
  states_.resize(count_ * words_);
  Playback playback(*board_);
  trail.go_to(playback, first);
  for (std::size_t i = 0; i < count_; ++i) {
    playback.position().pack({states_.data() + i * words_, words_});
    if (lag) fares_[i] = trail.cost_before(first, first + i).first + *lag + 1;
    if (first + i < last) playback.skip(trail.pushes()[first + i]);
  }
}

// The latest state to which it is near says how far a way has come.
std::uint32_t Vicinity::fare(std::span<const std::uint64_t> boxes, std::uint64_t) {
  for (std::size_t state = count_; state-- > 0;)
    if (is_near(boxes, state)) return fares_[state];
  return nothing;
}

bool Vicinity::is_near(std::span<const std::uint64_t> boxes, std::size_t state) const {
  const std::uint64_t* others = states_.data() + state * words_;
  int count = 0;
  for (std::size_t i = 0; i < words_; ++i)
    for (std::uint64_t bits = boxes[i] & ~others[i]; bits != 0; bits &= bits - 1)
      if (++count > displaced_) return false;
  return true;
}

}  // namespace rearview
