// What a Belote bidder by rule remembers of the auction: the twin of
// kibitz/search/games/belote/auction_memory.py.
#pragma once

#include <array>
#include <cstdint>

#include "core/small.hpp"
#include "games/belote.hpp"

namespace kibitz {

struct BeloteAuctionMemory {
  static constexpr int kCapotLevel = 9;

  std::array<std::int8_t, 4> spoke{};
  std::array<std::int8_t, 4> last{};                 // the last bid, 0 without one
  std::array<std::int8_t, 4> jump{};                 // steps above the lowest legal value
  std::array<std::int8_t, 4> suits{-1, -1, -1, -1};  // of each suit who bid it last

  // The step of a bid 1..40: 0 for 80 .. 8 for 160, 9 for capot.
  static int level_of(int bid) { return (bid - 1) / 4; }

  // Called before the call is made.
  void note(const Belote::Position& p, int bid) {
    at(spoke, p.player) = 1;
    if (bid == Belote::kPass || bid >= Belote::kCoinche) return;
    const int lowest = p.bid == Belote::kPass ? 0 : level_of(p.bid) + 1;
    at(last, p.player) = small(bid);
    at(jump, p.player) = small(level_of(bid) - lowest);
    at(suits, (bid - 1) % 4) = p.player;
  }

  void read(Reader& in) {
    for (std::int8_t& x : spoke) x = small(in.number(0, 1));
    for (std::int8_t& x : last) x = small(in.number(0, Belote::kCoinche - 1));
    for (std::int8_t& x : jump) x = small(in.number(0, kCapotLevel));
    for (std::int8_t& x : suits) x = small(in.number(-1, 3));
  }
};

}  // namespace kibitz
