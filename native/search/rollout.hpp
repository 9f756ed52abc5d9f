// Flat Monte Carlo: plans (each legal action, or the actions of a whole turn) are played out in the
// same worlds with the same luck, so that their differences are less noisy than their values. The twin
// of kibitz/search/rollout.py, draw for draw.
#pragma once

#include <algorithm>
#include <vector>

#include "search/simulation.hpp"

namespace kibitz {

template <GameRules G>
class FlatSearch {
 public:
  struct Sums {
    Ints plan;         // the seat's next actions; the first is of the root
    bool left = true;  // not left out by `narrow`
    std::uint32_t visits = 0;
    double total = 0;
    double squares = 0;
  };

  FlatSearch(const typename G::Options& options, int seat, const Reward& reward, Horizon horizon)
      : options_(options), seat_(seat), reward_(reward), horizon_(horizon) {}

  // The root is a world; what is legal there is legal in all of them.
  void set_plans(const typename G::Position& root, const std::vector<Ints>& plans) {
    for (const Ints& plan : plans) {
      if (plan.empty() || !is_legal(root, plan.front())) throw Malformed("plans of a search");
      sums_.push_back(Sums{plan});
    }
  }

  const std::vector<Sums>& sums() const { return sums_; }

  // Leaves the worse half of the plans out; of equals the later.
  void narrow() {
    std::vector<Sums*> order;
    for (Sums& sum : sums_) {
      if (sum.left) order.push_back(&sum);
    }
    std::ranges::stable_sort(order,
                             [](const Sums* a, const Sums* b) { return a->total > b->total; });
    for (std::size_t i = (order.size() + 1) / 2; i < order.size(); ++i) order[i]->left = false;
  }

  // One rollout of each plan, all from one world.
  template <class Policy>
  void round(const typename G::Position& world, const typename Policy::Memory& memory,
             const Luck& luck) {
    for (Sums& sum : sums_) {
      if (!sum.left) continue;
      typename G::Position p = world;
      typename Policy::Memory mind = memory;
      Luck same = luck;
      follow<Policy>(sum.plan, p, mind, same);
      finish<Policy, G>(options_, p, mind, same, horizon_, scratch_);
      Points points{};
      judge<Policy, G>(options_, p, mind, reward_, horizon_, points);
      const double reward = at(points, seat_);
      ++sum.visits;
      sum.total += reward;
      sum.squares += reward * reward;
    }
  }

 private:
  bool is_legal(const typename G::Position& p, int action) const {
    return action >= 0 && action < G::kActions && G::is_legal(options_, p, action);
  }

  template <class Policy>
  void take(typename G::Position& p, int action, typename Policy::Memory& mind) const {
    auto log = log_for<Policy>(mind);
    Policy::note(options_, p, action, mind);
    G::apply(options_, p, action, log);
  }

  // Plays a plan as far as it goes: until chance comes, or an action of it is not legal.
  template <class Policy>
  void follow(const Ints& plan, typename G::Position& p, typename Policy::Memory& mind,
              Luck& luck) const {
    take<Policy>(p, plan.front(), mind);
    for (std::size_t i = 1; i < plan.size(); ++i) {
      int player = G::player(options_, p);
      for (; player >= 0 && player != seat_; player = G::player(options_, p)) {
        take<Policy>(p, Policy::choose(options_, p, mind, luck.choice), mind);
      }
      if (player < 0 || !is_legal(p, plan[i])) return;
      take<Policy>(p, plan[i], mind);
    }
  }

  typename G::Options options_;
  int seat_;
  Reward reward_;
  Horizon horizon_;
  std::vector<Sums> sums_;
  Ints scratch_;
};

}  // namespace kibitz
