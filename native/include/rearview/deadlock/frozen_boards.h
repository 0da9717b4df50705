// The board with some boxes frozen: they are walls for every other box.
//
// Tables of `LoneBox` are cached for each set of frozen boxes, because a search meets the same few
// sets again and again. Owned by the search that uses them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "rearview/board/lone_box.h"

namespace rearview {

class FrozenBoards {
 public:
  FrozenBoards(const Board& board, Motion motion);

  // The tables for a set of frozen boxes, reachable goals and all. Valid until the next call.
  const LoneBox& with(std::span<const Square> frozen);
  const LoneBox& empty() const { return *empty_; }

 private:
  // Beyond this many sets the cache is cleared: a memory bound that only huge searches reach.
  static constexpr std::size_t max_kept_bytes = 64U << 20;

  const Board* board_;
  Motion motion_;
  std::size_t max_kept_;
  SquareSet walled_;
  std::unique_ptr<LoneBox> empty_;
  std::unordered_map<std::uint64_t, std::unique_ptr<LoneBox>> kept_;
};

}  // namespace rearview
