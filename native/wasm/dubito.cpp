// Dubito for the browser.
#include "games/dubito_encoders.hpp"
#include "players/dubito_player_list.hpp"
#include "players/dubito_replay.hpp"
#include "wasm/browser_search.hpp"

namespace kibitz {

using Browser = BrowserGame<DubitoEncoders, DubitoPlayers>;
// The policies of rollouts, in the order of bindings/dubito.cpp.
using BrowserSearching = BrowserSearch<Browser, DubitoGemini, DubitoClaude>;

}  // namespace kibitz

#include "wasm/search_export.hpp"

// What the reader thinks of every option that it considers, and how many there are. Integers: number and
// action of each; values: its wins and rollouts. The hidden cards of the state are not looked at.
KIBITZ_EXPORT("kibitz_read")
int kibitz_read(const State* state, int worlds, int field, std::uint64_t seed) {
  using Reader = kibitz::DubitoReader;
  const kibitz::Dubito::Options& o = state->options();
  if (state->player() < 0) throw kibitz::Malformed("nobody is on turn");
  kibitz::Dubito::Position start = state->start;
  kibitz::NoLog none;
  for (const kibitz::Ints& deal : state->chance()) {
    kibitz::Dubito::deal_out(o, start, std::span<const std::int32_t>(deal), none);
  }
  const kibitz::Ints actions(state->actions().begin(), state->actions().end());
  const auto game = std::make_unique<kibitz::DubitoReplay>(o, start, actions, worlds,
                                                           kibitz::dubito_habits(field != 0, 0));
  kibitz::Stream rng(seed);
  Reader::Decision decision;
  Reader::add_options(o, game->position, rng, decision.options);
  if (decision.options.size() > 1) {
    Reader::play_out(o, game->position, game->memory, rng, decision);
  }
  kibitz::Ints options;
  Browser::values.clear();
  for (const auto& option : decision.options) {
    options.push_back(option.number);
    options.push_back(option.action);
    Browser::values.push_back(option.wins);
    Browser::values.push_back(option.rollouts);
  }
  Browser::give(std::move(options));
  return static_cast<int>(decision.options.size());
}
