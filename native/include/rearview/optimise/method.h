// A method of the optimiser: one way to make a trail shorter.
//
// A method never makes a trail longer, and keeps it valid between any two of its steps, so that it
// can be stopped at any time. Its budget is in `Effort`.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "rearview/optimise/trail.h"
#include "rearview/support/watch.h"

namespace rearview {

// The budget of all methods together. A node is a state that was expanded, or a change that was
// tried.
class Effort {
 public:
  Effort(Watch& watch, std::uint64_t max_nodes) : watch_(&watch), max_nodes_(max_nodes) {}

  Watch& watch() { return *watch_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t nodes_left() const { return max_nodes_ - nodes_; }
  StopReason reason() const { return reason_; }
  bool is_over() const { return reason_ != StopReason::none; }

  // False, from then on, when the budget is spent.
  bool spend(std::uint64_t nodes);
  // What a search said that ended early: whether everything has to end.
  void note(StopReason reason) {
    if (reason == StopReason::time || reason == StopReason::cancelled) reason_ = reason;
  }

 private:
  Watch* watch_;
  std::uint64_t max_nodes_;
  std::uint64_t nodes_ = 0;
  StopReason reason_ = StopReason::none;
};

inline bool Effort::spend(std::uint64_t nodes) {
  if (is_over()) return false;
  nodes_ += nodes < nodes_left() ? nodes : nodes_left();
  reason_ = nodes_ >= max_nodes_ ? StopReason::nodes : watch_->check(0);
  return !is_over();
}

}  // namespace rearview
