// Qwixx for the browser.
#include "games/qwixx_encoders.hpp"
#include "players/qwixx_player_list.hpp"
#include "wasm/browser_search.hpp"

namespace kibitz {

using Browser = BrowserGame<QwixxEncoders, QwixxPlayers>;
// The policies of rollouts, in the order of bindings/qwixx.cpp.
using BrowserSearching =
    BrowserSearch<Browser, QwixxMarker, QwixxConservative, QwixxOpportunist, QwixxGa, QwixxValue>;

}  // namespace kibitz

#include "wasm/search_export.hpp"

// Loads the value network that the player `value` names by this key.
KIBITZ_EXPORT("kibitz_keep_value")
void kibitz_keep_value(std::uint64_t key, const float* weights, std::size_t count) {
  kibitz::QwixxNets::keep(key, std::make_shared<const kibitz::QwixxNet>(list(weights, count)));
}
