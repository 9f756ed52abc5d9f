// What all searchers share: the luck of a simulation, the players of its rollout, and its reward.
// The twin of kibitz/search/simulation.py, draw for draw.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "core/game.hpp"
#include "players/policy.hpp"
#include "search/match_goal.hpp"
#include "search/playouts.hpp"

namespace kibitz {

// Simulation i draws chance and choices from two streams: with the same i the same dice fall,
// however many choices were drawn before them.
struct Luck {
  Stream choice;
  Stream chance;

  Luck(std::uint64_t seed, std::uint64_t i) : choice(mix(seed, i)), chance(~mix(seed, i)) {}
};

enum class RewardKind : int { outcome, points, margin, soft };

struct Reward {
  RewardKind kind = RewardKind::outcome;
  double softness = 1;                               // points, of soft
  std::shared_ptr<const MatchGoal> match = nullptr;  // of margin: what two sides play for

  // Whether all rewards are from 0 to 1.
  bool is_share(int seats) const {
    return kind == RewardKind::outcome || (kind == RewardKind::soft && seats > 1);
  }
};

struct Horizon {
  bool deal;      // simulations stop at the next deal
  bool dice;      // chance events of this game are dice, never deals
  int turns = 0;  // dice that a rollout throws at most, where its policy values positions; 0: all
};

// The log of a policy that follows events; others pay nothing for it.
template <class Policy>
inline auto log_for(typename Policy::Memory& memory) {
  if constexpr (requires { Policy::log(memory); }) {
    return Policy::log(memory);
  } else {
    return NoLog{};
  }
}

// Whether rollouts stop after some turns, and are then worth what the policy estimates.
template <class Policy, GameRules G>
inline bool stops(const typename G::Options& o, const Horizon& horizon) {
  if constexpr (requires { Policy::values(o); }) {
    return horizon.turns > 0 && horizon.dice && Policy::values(o);
  }
  return false;
}

// Plays on to the horizon.
template <class Policy, GameRules G>
inline void finish(const typename G::Options& o, typename G::Position& p,
                   typename Policy::Memory& memory, Luck& luck, const Horizon& horizon,
                   Ints& scratch) {
  auto log = log_for<Policy>(memory);
  int turns = stops<Policy, G>(o, horizon) ? horizon.turns : -1;
  for (int player = G::player(o, p); player != kOver; player = G::player(o, p)) {
    if (player == kChance) {
      if ((horizon.deal && !horizon.dice) || turns == 0) return;
      --turns;
      if constexpr (requires { Policy::log(memory); }) {
        scratch.clear();
        G::draw(o, p, luck.chance, scratch);
        G::deal_out(o, p, std::span<const std::int32_t>(scratch), log);
      } else {
        random_chance<G>(o, p, luck.chance, scratch);
      }
    } else if constexpr (requires { Policy::play_round(o, p, luck.choice); }) {
      Policy::play_round(o, p, luck.choice);
    } else {
      const int action = Policy::choose(o, p, memory, luck.choice);
      Policy::note(o, p, action, memory);
      G::apply(o, p, action, log);
    }
  }
}

// Shares of the win, each growing by e for every `softness` points.
inline void soften(int seats, double softness, Points& points) {
  double best = points[0];
  for (int seat = 1; seat < seats; ++seat) best = std::max(best, at(points, seat));
  double total = 0;
  for (int seat = 0; seat < seats; ++seat) {
    at(points, seat) = std::exp((at(points, seat) - best) / softness);
    total += at(points, seat);
  }
  for (int seat = 0; seat < seats; ++seat) at(points, seat) /= total;
}

// Outcome: shares of the win. Points: returns, or scores at a deal. Margin: points less the mean of
// the others' points; of two sides in a match, what their totals are worth. Soft: see soften. Alone at
// the table margin and soft are points. Where a policy values positions, its word counts.
template <class Policy, GameRules G>
inline void judge(const typename G::Options& o, const typename G::Position& p,
                  const typename Policy::Memory& memory, const Reward& reward,
                  const Horizon& horizon, Points& out) {
  if constexpr (requires { Policy::value(o, p, memory, out); }) {
    if (stops<Policy, G>(o, horizon)) {
      Policy::value(o, p, memory, out);
      return;
    }
  }
  if (reward.kind == RewardKind::outcome) {
    G::outcome(o, p, out);
    return;
  }
  if (horizon.deal) {
    G::scores(o, p, out);
  } else {
    G::returns(o, p, out);
  }
  const int seats = G::seats(o);
  if (reward.kind == RewardKind::points || seats == 1) return;
  if (reward.kind == RewardKind::soft) {
    soften(seats, reward.softness, out);
    return;
  }
  if (reward.match != nullptr) {
    const double lead = reward.match->worth(static_cast<int>(out[0]), static_cast<int>(out[1]));
    // As a margin: the others are a partner with the same points and two opponents.
    for (int seat = 0; seat < seats; ++seat) at(out, seat) = (seat % 2 == 0 ? lead : -lead) * 2 / 3;
    return;
  }
  double sum = 0;
  for (int seat = 0; seat < seats; ++seat) sum += at(out, seat);
  for (int seat = 0; seat < seats; ++seat) {
    at(out, seat) -= (sum - at(out, seat)) / (seats - 1);
  }
}

}  // namespace kibitz
