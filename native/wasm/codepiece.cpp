// Codepiece for the browser.
#include "games/codepiece_encoders.hpp"
#include "players/codepiece_player_list.hpp"
#include "wasm/browser_search.hpp"

namespace kibitz {

using Browser = BrowserGame<CodepieceEncoders, CodepiecePlayers>;
// The policies of rollouts, in the order of bindings/codepiece.cpp.
using BrowserSearching = BrowserSearch<Browser, CodepieceRule>;

}  // namespace kibitz

#include "wasm/solver_export.hpp"
