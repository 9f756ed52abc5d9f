// Codepiece as a class of kibitz._native.
#include "games/codepiece.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_pimc.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/codepiece_encoders.hpp"
#include "players/codepiece_rule_players.hpp"

namespace kibitz {

void bind_codepiece(nb::module_& m) {
  bind_game<Codepiece>(m);
  bind_vector<CodepieceEncoders::Default>(m);
  bind_search<CodepieceEncoders, CodepieceRule>(m);
  bind_pimc<Codepiece>(m);
}

}  // namespace kibitz
