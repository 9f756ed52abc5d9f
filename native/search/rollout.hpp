// Flat Monte Carlo: every legal action of the root is played out in the same worlds with the same
// luck, so that their differences are less noisy than their values. The twin of
// kibitz/search/rollout.py, draw for draw.
#pragma once

#include <vector>

#include "search/simulation.hpp"

namespace kibitz {

template <GameRules G>
class FlatSearch {
 public:
  struct Sums {
    int action;
    std::uint32_t visits = 0;
    double total = 0;
    double squares = 0;
  };

  FlatSearch(const typename G::Options& options, int seat, Reward reward, Horizon horizon)
      : options_(options), seat_(seat), reward_(reward), horizon_(horizon) {}

  void set_actions(const typename G::Position& root) {
    typename G::Actions actions;
    actions.clear();
    G::legal(options_, root, actions);
    for (const int action : actions) sums_.push_back(Sums{action});
  }

  const std::vector<Sums>& sums() const { return sums_; }

  // One rollout of each action, all from one world.
  template <class Policy>
  void round(const typename G::Position& world, const typename Policy::Memory& memory,
             const Luck& luck) {
    NoLog log;
    for (Sums& sum : sums_) {
      typename G::Position p = world;
      typename Policy::Memory mind = memory;
      Luck same = luck;
      Policy::note(options_, p, sum.action, mind);
      G::apply(options_, p, sum.action, log);
      finish<Policy, G>(options_, p, mind, same, horizon_, scratch_);
      Points points{};
      judge<G>(options_, p, reward_, horizon_, points);
      const double reward = at(points, seat_);
      ++sum.visits;
      sum.total += reward;
      sum.squares += reward * reward;
    }
  }

 private:
  typename G::Options options_;
  int seat_;
  Reward reward_;
  Horizon horizon_;
  std::vector<Sums> sums_;
  Ints scratch_;
};

}  // namespace kibitz
