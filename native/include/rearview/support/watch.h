// When a search must end: at a time limit, at a memory limit, or on request.
//
// With a node limit, all three can only end a search early, and nothing else depends on them, so
// that it is the same on every machine.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace rearview {

enum class StopReason : std::uint8_t { none, nodes, time, memory, cancelled };

class Watch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr double no_limit = std::numeric_limits<double>::infinity();

  Watch(double max_seconds, std::size_t max_bytes)
      : start_(Clock::now()), max_seconds_(max_seconds), max_bytes_(max_bytes) {}

  static constexpr double usual_seconds_between_ticks = 0.05;

  // Called a few times a second while the search runs; returns false to stop it.
  void set_tick(std::function<bool()> tick,
                double seconds_between_ticks = usual_seconds_between_ticks) {
    tick_ = std::move(tick);
    next_tick_ = seconds_between_ticks_ = seconds_between_ticks;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  StopReason check(std::size_t bytes_in_use) {
    const double now = seconds();
    if (tick_ && !is_cancelled_ && now >= next_tick_) {
      next_tick_ = now + seconds_between_ticks_;
      is_cancelled_ = !tick_();
    }
    if (is_cancelled_) return StopReason::cancelled;
    if (bytes_in_use > max_bytes_) return StopReason::memory;
    return now >= max_seconds_ ? StopReason::time : StopReason::none;
  }

 private:
  Clock::time_point start_;
  double max_seconds_;
  std::size_t max_bytes_;
  std::function<bool()> tick_;
  bool is_cancelled_ = false;  // never reset
  double seconds_between_ticks_ = usual_seconds_between_ticks;
  double next_tick_ = usual_seconds_between_ticks;
};

}  // namespace rearview
