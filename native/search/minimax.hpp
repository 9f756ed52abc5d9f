// Plain minimax with cut-offs over a game's own rules: slow, short, and the judge of the solver.
//
// No table, no order, no equal cards: nothing is shared with the solver but the result.
#pragma once

#include <algorithm>

#include "core/game.hpp"

namespace kibitz {

// The value for seats 0 and 2 against 1 and 3, from `low` to `high`. `over(position)` detects the end and
// `worth(position)` the value there. Chance must not come up on the way.
template <GameRules G, class Over, class Worth>
int minimax(const typename G::Options& o, const typename G::Position& p, const Over& over,
            const Worth& worth, int low, int high) {
  if (over(p)) return worth(p);
  const bool ours = G::player(o, p) % 2 == 0;
  typename G::Actions actions;
  actions.clear();
  G::legal(o, p, actions);
  NoLog log;
  for (const int action : actions) {
    typename G::Position next = p;
    G::apply(o, next, action, log);
    const int value = minimax<G>(o, next, over, worth, low, high);
    if (ours) {
      low = std::max(low, value);
    } else {
      high = std::min(high, value);
    }
    if (low >= high) break;
  }
  return ours ? low : high;
}

}  // namespace kibitz
