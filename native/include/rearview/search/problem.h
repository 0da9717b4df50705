// A problem: what one of the two agents is asked to do. The planner serves both (the paper's
// symmetry): pull all boxes off the targets, or push them all home.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rearview/search/expander.h"
#include "rearview/value/linear.h"

namespace rearview {

class Problem {
 public:
  virtual ~Problem() = default;

  virtual Motion motion() const = 0;
  // Where the agent begins.
  virtual std::vector<State> roots() const = 0;
  // Whether a state earns the reward.
  virtual bool is_done(const StateCounts& counts) const = 0;

  const Board& board() const { return *board_; }
  Expander& expander() { return expander_; }

  FeatureVector features(const StateCounts& counts) const {
    return scale_.features(motion_, counts);
  }
  double value(const StateCounts& counts) const { return linear_value(weights_, features(counts)); }
  const Weights& weights() const { return weights_; }
  void set_weights(const Weights& weights) { weights_ = weights; }

  // The trajectory of the other agent that this one is to follow; empty for none.
  void set_hint(std::span<const State> trajectory);
  const Hint& hint() const { return hint_; }

 protected:
  Problem(const Board& board, Motion motion, const std::vector<std::string>& detectors,
          const Weights& weights);

 private:
  const Board* board_;
  Motion motion_;
  Hint hint_;
  Expander expander_;
  FeatureScale scale_;
  Weights weights_;
};

// The backward agent: from the goal, pull until no box is on a target, wherever they are.
class ClearTargets : public Problem {
 public:
  ClearTargets(const Board& board, const std::vector<std::string>& detectors,
               const Weights& weights)
      : Problem(board, Motion::pull, detectors, weights) {}

  Motion motion() const override { return Motion::pull; }
  std::vector<State> roots() const override { return goal_states(board()); }
  bool is_done(const StateCounts& counts) const override { return counts.on_targets == 0; }
};

// The forward agent: from the start, push until every box is on a target.
class FillTargets : public Problem {
 public:
  // Begins elsewhere than the level does, for practice.
  void set_start(const State& start) { start_ = start; }

  FillTargets(const Board& board, const std::vector<std::string>& detectors, const Weights& weights)
      : Problem(board, Motion::push, detectors, weights) {}

  Motion motion() const override { return Motion::push; }
  std::vector<State> roots() const override;
  bool is_done(const StateCounts& counts) const override {
    return counts.on_targets == board().box_count();
  }

 private:
  std::optional<State> start_;
};

}  // namespace rearview
