// Dubito as a class of kibitz._native.
#include "games/dubito.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_players.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/dubito_encode.hpp"
#include "policies/dubito.hpp"
#include "policies/dubito_reader.hpp"
#include "policies/dubito_tracker.hpp"

namespace kibitz {

void bind_dubito(nb::module_& m) {
  bind_game<Dubito>(m);
  bind_vector<DubitoEncode>(m);
  bind_search<Dubito, DubitoGemini, DubitoClaude>(m);
  bind_players<Dubito, DubitoHonest, DubitoTrusting, DubitoAlwaysBluff, DubitoAlwaysDoubt,
               DubitoCoin, DubitoTacticalDoubt, DubitoSuspicion, DubitoBalanced, DubitoAdaptive,
               DubitoRiskAware, DubitoClaude, DubitoGemini, DubitoChatgpt, DubitoChatgptThinking,
               DubitoTracker, DubitoReader>(m);
}

}  // namespace kibitz
