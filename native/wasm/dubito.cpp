// Dubito for the browser.
#include "games/dubito_encoders.hpp"
#include "players/dubito_player_list.hpp"
#include "wasm/browser_game.hpp"

namespace kibitz {

using Browser = BrowserGame<DubitoEncoders, DubitoPlayers>;

}  // namespace kibitz

#include "wasm/exports.hpp"
