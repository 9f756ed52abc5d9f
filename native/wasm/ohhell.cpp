// Oh Hell for the browser.
#include "games/ohhell_encoders.hpp"
#include "players/ohhell_player_list.hpp"
#include "wasm/browser_search.hpp"

namespace kibitz {

using Browser = BrowserGame<OhHellEncoders, OhHellPlayers>;
// The policies of rollouts, in the order of bindings/ohhell.cpp.
using BrowserSearching = BrowserSearch<Browser, OhHellSmart, OhHellSharp>;

}  // namespace kibitz

#include "wasm/search_export.hpp"
