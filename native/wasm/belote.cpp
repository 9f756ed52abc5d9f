// Belote for the browser.
#include "games/belote_encoders.hpp"
#include "players/belote_player_list.hpp"
#include "wasm/browser_game.hpp"

namespace kibitz {

using Browser = BrowserGame<BeloteEncoders, BelotePlayers>;

}  // namespace kibitz

#include "wasm/exports.hpp"
