#include "rearview/optimise/trail.h"

#include <algorithm>
#include <stdexcept>

namespace rearview {

Trail::Trail(const Board& board, Objective objective, std::span<const Push> pushes)
    : board_(&board), objective_(objective), steps_(1, 0), keys_(1) {
  Playback playback(board);
  keys_[0] = playback.position().boxes_key();
  replace(0, 0, pushes);
}

Length Trail::cost(std::size_t first, std::size_t last) const {
  // The cost includes the walk to the next push.
  const std::uint32_t end = last < size() ? steps_[last + 1] - 1 : steps_[last];
  return length_of(end - steps_[first], last - first);
}

std::optional<Square> Trail::stand(std::size_t push) const {
  if (push >= size()) return std::nullopt;
  return board_->neighbour(pushes_[push].box, opposite(pushes_[push].direction));
}

void Trail::go_to(Playback& playback, std::size_t push) const {
  playback.begin();
  for (std::size_t i = 0; i < push; ++i) playback.skip(pushes_[i]);
}

std::optional<Length> Trail::cost_with(Playback& playback, std::size_t last,
                                       std::span<const Push> others) const {
  std::uint32_t moves = 0;
  for (const Push& push : others) {
    const auto walk = playback.play(push);
    if (!walk) return std::nullopt;
    moves += *walk + 1;
  }
  if (playback.position().boxes_key() != keys_[last]) return std::nullopt;
  if (const auto next = stand(last)) {
    const auto walk = playback.steps_to(*next);
    if (!walk) return std::nullopt;
    moves += *walk;
  }
  return length_of(moves, others.size());
}

void Trail::mark(std::size_t first, std::size_t last, unsigned mark) {
  for (std::size_t i = first; i < last; ++i) marks_[i] |= 1U << mark;
}

void Trail::clear_marks() { std::ranges::fill(marks_, 0); }

void Trail::clear_marks(unsigned mark) {
  for (std::uint32_t& marks : marks_) marks &= ~(1U << mark);
}

void Trail::replace(std::size_t first, std::size_t last, std::span<const Push> others) {
  const auto end = [&](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
  Playback playback(*board_);
  go_to(playback, first);
  std::vector<std::uint32_t> steps(1, steps_[first]);
  std::vector<std::uint64_t> keys(1, keys_[first]);
  const auto play = [&](const Push& push) {
    const auto walk = playback.play(push);
    if (!walk) throw std::invalid_argument("a push of the solution cannot be made");
    steps.push_back(steps.back() + *walk + 1);
    keys.push_back(playback.position().boxes_key());
  };
  for (const Push& push : others) play(push);
  // The walk to the next push changes as well; the step counts after it are shifted.
  const std::size_t rest = last + (last < size() ? 1 : 0);
  if (rest != last) play(pushes_[last]);
  const std::uint32_t shift = steps.back() - steps_[rest];
  for (std::size_t i = rest + 1; i < steps_.size(); ++i) steps_[i] += shift;

  pushes_.erase(pushes_.begin() + end(first), pushes_.begin() + end(last));
  pushes_.insert(pushes_.begin() + end(first), others.begin(), others.end());
  marks_.erase(marks_.begin() + end(first), marks_.begin() + end(last));
  marks_.insert(marks_.begin() + end(first), others.size(), 0);
  if (first > 0) marks_[first - 1] = 0;
  if (first + others.size() < marks_.size()) marks_[first + others.size()] = 0;
  steps_.erase(steps_.begin() + end(first), steps_.begin() + end(rest + 1));
  steps_.insert(steps_.begin() + end(first), steps.begin(), steps.end());
  keys_.erase(keys_.begin() + end(first), keys_.begin() + end(rest + 1));
  keys_.insert(keys_.begin() + end(first), keys.begin(), keys.end());
}

}  // namespace rearview
