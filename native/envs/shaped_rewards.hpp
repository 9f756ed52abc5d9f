// Shaped rewards at engine speed: the twins of REWARDS in kibitz/envs/games/<game>.py.
//
// Shaped<G> lists names and adds up what each seat has been paid. `mark` is a number that changes when there
// is something to pay; add() is called after an action that changed it. Most games have none.
#pragma once

#include <array>
#include <cmath>

#include "core/game.hpp"
#include "core/small.hpp"
#include "games/ohhell.hpp"

namespace kibitz {

template <GameRules G>
struct Shaped {
  static constexpr std::array<const char*, 0> kNames{};
  static int mark(const typename G::Position&) { return 0; }
  static void add(const typename G::Options&, const typename G::Position&, int, Points&) {}
};

// A round that ended: its bids and tricks stand until the next deal.
template <>
struct Shaped<OhHell> {
  static constexpr std::array<const char*, 2> kNames{"shaped", "raw"};
  static constexpr double kMissCostMax = 0.2;

  static int mark(const OhHell::Position& p) { return p.round; }

  static void add(const OhHell::Options& o, const OhHell::Position& p, int which, Points& sums) {
    int largest = 0;
    for (int i = 0; i < o.rounds; ++i) largest = std::max<int>(largest, at(o.schedule, i));
    const int size = at(o.schedule, p.round - 1);
    for (int seat = 0; seat < o.players; ++seat) {
      const int bid = at(p.bids, seat);
      const int won = at(p.tricks, seat);
      const bool hit = bid == won;
      if (which == 1) {
        at(sums, seat) += hit ? 10 + won : o.miss_tricks ? won : 0;
      } else if (hit) {
        at(sums, seat) += static_cast<double>(10 + bid) / (10 + largest);
      } else {
        at(sums, seat) -= kMissCostMax * std::abs(bid - won) / size;
      }
    }
  }
};

}  // namespace kibitz
