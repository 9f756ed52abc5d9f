// Dubito as a class of kibitz._native.
#include "games/dubito.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/dubito_encoders.hpp"
#include "players/dubito_reader.hpp"
#include "players/dubito_rule_players.hpp"
#include "players/dubito_tracker.hpp"

namespace kibitz {

void bind_dubito(nb::module_& m) {
  bind_game<Dubito>(m);
  bind_vector<DubitoEncoders::Default>(m);
  bind_search<DubitoEncoders, DubitoGemini, DubitoClaude>(m);
}

}  // namespace kibitz
