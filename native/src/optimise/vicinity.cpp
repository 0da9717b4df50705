#include "rearview/optimise/vicinity.h"

#include <algorithm>
#include <bit>

namespace rearview {

Vicinity::Vicinity(const Board& board)
    : board_(&board), words_(static_cast<std::size_t>(Position::words_for(board))) {}

void Vicinity::surround(const Trail& trail, std::size_t first, std::size_t last, int displaced,
                        std::optional<std::uint32_t> lag) {
  displaced_ = displaced;
  count_ = last - first + 1;
  fares_.assign(count_, anything);
  states_.resize(count_ * words_);
  latest_.clear();
  ever_.assign(words_, 0);
  Playback playback(*board_);
  trail.go_to(playback, first);
  for (std::size_t i = 0; i < count_; ++i) {
    playback.position().pack({states_.data() + i * words_, words_});
    for (std::size_t word = 0; word < words_; ++word) ever_[word] |= states_[i * words_ + word];
    if (displaced == 1)
      for (const Square box : playback.position().boxes())
        latest_.put(playback.position().boxes_key() ^ board_->box_key(box),
                    static_cast<std::uint32_t>(i));
    if (lag) fares_[i] = trail.cost_before(first, first + i).first + *lag + 1;
    if (first + i < last) playback.skip(trail.pushes()[first + i]);
  }
}

// The progress of a path is the latest state of the solution that it is near to.
std::uint32_t Vicinity::fare(std::span<const std::uint64_t> boxes, std::uint64_t key) {
  if (displaced_ == 1) return fare_of_one(boxes, key);
  for (std::size_t state = count_; state-- > 0;)
    if (is_near(boxes, state)) return fares_[state];
  return nothing;
}

std::uint32_t Vicinity::fare_of_one(std::span<const std::uint64_t> boxes, std::uint64_t key) const {
  std::optional<std::uint32_t> latest;
  int strange = 0;
  const auto look = [&](std::size_t word, std::uint64_t bits) {
    const std::size_t box = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    latest = std::max(latest, latest_.find(key ^ board_->box_key(static_cast<Square>(box))));
  };
  for (std::size_t i = 0; i < words_; ++i) {
    for (std::uint64_t bits = boxes[i] & ~ever_[i]; bits != 0; bits &= bits - 1) {
      if (++strange > 1) return nothing;
      look(i, bits);
    }
  }
  for (std::size_t i = 0; strange == 0 && i < words_; ++i)
    for (std::uint64_t bits = boxes[i]; bits != 0; bits &= bits - 1) look(i, bits);
  return latest ? fares_[*latest] : nothing;
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
