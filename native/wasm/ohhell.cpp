// Oh Hell for the browser.
#include "games/ohhell_encoders.hpp"
#include "players/ohhell_player_list.hpp"
#include "wasm/browser_search.hpp"

namespace kibitz {

using Browser = BrowserGame<OhHellEncoders, OhHellPlayers>;
using BrowserSearching = BrowserSearch<Browser>;

}  // namespace kibitz

#include "wasm/search_export.hpp"
