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

// How many tricks a hand promises with a suit as trump.
KIBITZ_EXPORT("kibitz_count_tricks") double kibitz_count_tricks(kibitz::Cards hand, int trump) {
  return kibitz::CodepieceCounting::tricks(hand, trump);
}

// What a bid is worth to a side that expects so many tricks, in points.
KIBITZ_EXPORT("kibitz_bid_worth") double kibitz_bid_worth(int bid, double expected) {
  return kibitz::CodepieceCounting::worth(bid, kibitz::CodepieceCounting::chance(expected, bid));
}
