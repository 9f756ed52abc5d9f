// Qwixx for the browser.
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
