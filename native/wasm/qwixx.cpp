// Qwixx for the browser.
#include <algorithm>
#include <numeric>
#include <vector>

#include "games/qwixx_encoders.hpp"
#include "players/qwixx_player_list.hpp"
#include "wasm/browser_search.hpp"

namespace kibitz {

using Browser = BrowserGame<QwixxEncoders, QwixxPlayers>;
// The policies of rollouts, in the order of bindings/qwixx.cpp.
using BrowserSearching =
    BrowserSearch<Browser, QwixxMarker, QwixxConservative, QwixxOpportunist, QwixxGa, QwixxValue>;

}  // namespace kibitz

#include "wasm/search_export.hpp"

// Loads the value network that the player `value` names by this key.
KIBITZ_EXPORT("kibitz_keep_value")
void kibitz_keep_value(std::uint64_t key, const float* weights, std::size_t count) {
  kibitz::QwixxNets::keep(key, std::make_shared<const kibitz::QwixxTableNet>(list(weights, count)));
}

// What a position between two rolls is worth by that network. The values: of each seat its chance, mean and
// spread, or share, score and 0 where the game is over. The twin of kibitz/advice/games/qwixx/worth.py.
KIBITZ_EXPORT("kibitz_estimate") int kibitz_estimate(const State* state, std::uint64_t key) {
  using Net = kibitz::QwixxNet;
  const kibitz::Qwixx::Options& o = state->options();
  const kibitz::Qwixx::Position& p = state->position();
  const std::shared_ptr<const Net> net = kibitz::QwixxNets::find(key);
  const kibitz::QwixxBetween now = kibitz::QwixxValue::between(o, p);
  Net::Scratch scratch;
  std::array<double, Net::kMax> chance{};
  net->chances(now, kibitz::QwixxRank::win, scratch, false, chance);
  Net::Out out{};
  if (!now.over()) {
    Net::Table table;
    Net::inputs(now, table);
    net->forward(table, now.players, scratch, false, out);
  }
  Browser::values.clear();
  for (int seat = 0; seat < o.players; ++seat) {
    const int place = (seat - p.active + o.players) % o.players;
    const auto& found = kibitz::at(out, place);
    const double mean =
        now.over() ? now.score(place) : Net::kPoints * static_cast<double>(found[1]);
    const double log = std::clamp(static_cast<double>(found[2]), -Net::kLogMax, Net::kLogMax);
    const double sigma = now.over() ? 0 : Net::kPoints * std::sqrt(std::exp(log));
    Browser::values.insert(Browser::values.end(), {kibitz::at(chance, place), mean, sigma});
  }
  return static_cast<int>(Browser::values.size());
}

// The turns that a search compares, and how many there are: the twin of kibitz/players/qwixx/plans.py. The
// integers: white and colour action of each, best first; on another's turn, and in the colour step, an action
// and a pass. `white` is the action of the white step, in the colour step.
KIBITZ_EXPORT("kibitz_plans") int kibitz_plans(const State* state, std::uint64_t key, int white) {
  const kibitz::Qwixx::Options& o = state->options();
  const kibitz::Qwixx::Position& p = state->position();
  kibitz::QwixxMemory memory;
  memory.white = kibitz::small(white);
  const kibitz::QwixxTurn turn(o, p, memory);
  kibitz::QwixxMoves moves;
  kibitz::QwixxOutlook::Worths worths{};
  if (kibitz::QwixxValue::values(o)) {
    turn.moves(p, moves);
    const std::shared_ptr<const kibitz::QwixxNet> net = kibitz::QwixxNets::find(key);
    kibitz::QwixxPlans plans;
    worths = kibitz::QwixxOutlook(o, p, turn, *net, kibitz::QwixxRank::win, plans).rate(moves);
  } else {
    turn.sensible(p, moves);
  }
  std::vector<int> order(static_cast<std::size_t>(moves.size()));
  std::iota(order.begin(), order.end(), 0);
  const auto worth = [&](int i) { return kibitz::at(worths, i); };
  std::ranges::stable_sort(order, [&](int a, int b) { return worth(a) > worth(b); });
  const double least = worth(order.front()) - (o.players == 1 ? kibitz::QwixxValue::kClosePoints
                                                              : kibitz::QwixxValue::kClose);
  kibitz::Ints found;
  for (const int i : order) {
    if (worth(i) < least) continue;
    const bool whole = turn.own && turn.white_done == kibitz::QwixxTurn::kUndecided;
    found.push_back(whole ? moves[i].white : turn.action(moves[i]));
    found.push_back(whole ? moves[i].colour : kibitz::Qwixx::kPass);
  }
  const int count = static_cast<int>(found.size()) / 2;
  Browser::give(std::move(found));
  return count;
}
