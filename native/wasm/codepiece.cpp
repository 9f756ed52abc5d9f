// Codepiece for the browser.
#include "games/codepiece_encoders.hpp"
#include "players/codepiece_player_list.hpp"
#include "wasm/browser_search.hpp"

namespace kibitz {

using Browser = BrowserGame<CodepieceEncoders, CodepiecePlayers>;
using BrowserSearching = BrowserSearch<Browser>;

}  // namespace kibitz

#include "wasm/search_export.hpp"
