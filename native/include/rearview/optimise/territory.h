// The states that a search keeps to, where it does not look everywhere: see vicinity.h and merge.h.
#pragma once

#include <cstdint>
#include <span>

namespace rearview {

class Territory {
 public:
  virtual ~Territory() = default;

  // Where boxes stand so (one bit a square, see `Position::pack`, and their key), a way is followed
  // only if it has cost less than this so far, by the objective; `nothing` is outside.
  virtual std::uint32_t fare(std::span<const std::uint64_t> boxes, std::uint64_t key) = 0;

  static constexpr std::uint32_t nothing = 0;
  static constexpr std::uint32_t anything = 0xFFFFFFFF;
};

}  // namespace rearview
