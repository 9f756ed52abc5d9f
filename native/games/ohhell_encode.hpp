// Oh Hell observations: the twin of kibitz/games/ohhell/encode.py, version 1, number for number.
#pragma once

#include <cstring>

#include "core/encode.hpp"
#include "games/ohhell.hpp"

namespace kibitz {

struct OhHellEncode {
  using Game = OhHell;
  using Track = NoLog;  // everything is in the position
  static constexpr std::string_view kName = "v1";
  static constexpr int kSize = 453;

  static void encode(const OhHell::Options& o, const OhHell::Position& p, const Track&, int seat,
                     float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    if (p.turned < 0) return;  // before the first deal nothing is known
    const int h = at(o.schedule, shown_round(p));
    const int trump = OhHellEncode::trump(o, p);
    const bool playing = p.phase != OhHell::kBidding;

    write_bits(at(p.hands, seat), 52, x);
    if (trump >= 0) x[52 + trump] = 1;
    x[playing ? 57 : 56] = 1;
    x[58 + o.players - 2] = 1;
    Cards seen = at(p.hands, seat) | bit(p.turned);
    for (int slot = 0; slot < OhHell::kPlayersMax; ++slot) {
      if (slot >= o.players) {
        x[62 + slot] = -1;
        continue;
      }
      const int other = seat + slot < o.players ? seat + slot : seat + slot - o.players;
      const int bid = at(p.bids, other);
      x[62 + slot] =
          bid == OhHell::kUnmade ? -1.0F : static_cast<float>(bid) / static_cast<float>(h);
      x[67 + slot] = static_cast<float>(at(p.tricks, other)) / static_cast<float>(h);
      for_each(at(p.played, other), [&](int card) { x[129 + 52 * slot + card] = 1; });
      seen |= at(p.played, other);
    }
    const int own = at(p.bids, seat);
    if (playing && own != OhHell::kUnmade) {
      x[72] = static_cast<float>(own - at(p.tricks, seat)) / static_cast<float>(h);
    }
    for (int i = 0; i < p.trick_size; ++i) x[73 + at(p.trick, i)] = 1;
    if (p.trick_size > 0) x[125 + p.trick[0] / 13] = 1;
    write_bits(o.deck.set & ~seen, 52, x + 389);
    x[441] = p.broken ? 1.0F : 0.0F;
    x[442] = static_cast<float>(h) / static_cast<float>(o.largest);
    x[443 + (seat - p.dealer + o.players) % o.players] = 1;
    if (playing) x[448 + (seat - p.leader + o.players) % o.players] = 1;
  }

  // The round on the table: a finished one stays there until the next deal.
  static int shown_round(const OhHell::Position& p) {
    const bool between = p.round > 0 && (p.phase == OhHell::kDeal || p.phase == OhHell::kEnd);
    return between ? p.round - 1 : p.round;
  }

  // The trump suit of that round, or -1.
  static int trump(const OhHell::Options& o, const OhHell::Position& p) {
    return shown_round(p) >= o.rounds - o.no_trump_rounds ? -1 : p.turned / 13;
  }
};

}  // namespace kibitz
