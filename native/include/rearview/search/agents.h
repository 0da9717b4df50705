// The two agents: their start states, motion, reward and value function. The planner serves both
// (the paper's symmetry): pull all boxes off the targets, or push them all home.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rearview/search/expander.h"
#include "rearview/value/linear.h"

namespace rearview {

class Agent {
 public:
  virtual ~Agent() = default;

  virtual Motion motion() const = 0;
  // The start states: at the agent's end of the level, unless a start is set.
  std::vector<State> roots() const { return start_ ? std::vector{*start_} : own_roots(); }
  // Sets another start, for training or inspection.
  void set_start(const State& start) { start_ = start; }
  // Whether a state earns the reward.
  virtual bool is_done(const StateCounts& counts) const = 0;

  const Board& board() const { return *board_; }

  // As `Expander` says, with the hint of this agent.
  template <typename Take, typename IsOver>
  void expand(Position& position, Take&& take, IsOver&& is_over) {
    expander_.expand(position, hint_, take, is_over);
  }
  bool is_dead(Position& position, bool is_unchecked) {
    return expander_.is_dead(position, is_unchecked);
  }
  StateCounts count(const Position& position) { return expander_.count(position, hint_); }

  FeatureVector features(const StateCounts& counts) const {
    return scale_.features(motion_, counts);
  }
  double value(const StateCounts& counts) const { return linear_value(weights_, features(counts)); }
  const Weights& weights() const { return weights_; }
  void set_weights(const Weights& weights) { weights_ = weights; }

  // The trajectory of the other agent that this one is to follow; empty for none.
  void set_hint(std::span<const State> trajectory) { hint_ = Hint(*board_, trajectory); }

 protected:
  Agent(const Board& board, Motion motion, const std::vector<std::string>& detectors,
        const Weights& weights, double gamma);
  virtual std::vector<State> own_roots() const = 0;

 private:
  std::optional<State> start_;
  const Board* board_;
  Motion motion_;
  Hint hint_;
  Expander expander_;
  FeatureScale scale_;
  Weights weights_;
};

// The backward agent: from the goal, pull until no box is on a target, wherever they are.
class BackwardAgent : public Agent {
 public:
  BackwardAgent(const Board& board, const std::vector<std::string>& detectors,
                const Weights& weights, double gamma = FeatureScale::papers_gamma)
      : Agent(board, Motion::pull, detectors, weights, gamma) {}

  Motion motion() const override { return Motion::pull; }
  bool is_done(const StateCounts& counts) const override { return counts.on_targets == 0; }

 private:
  std::vector<State> own_roots() const override { return goal_states(board()); }
};

// The forward agent: from the start, push until every box is on a target.
class ForwardAgent : public Agent {
 public:
  ForwardAgent(const Board& board, const std::vector<std::string>& detectors,
               const Weights& weights, double gamma = FeatureScale::papers_gamma)
      : Agent(board, Motion::push, detectors, weights, gamma) {}

  Motion motion() const override { return Motion::push; }
  bool is_done(const StateCounts& counts) const override {
    return counts.on_targets == board().box_count();
  }

 private:
  std::vector<State> own_roots() const override;
};

}  // namespace rearview
