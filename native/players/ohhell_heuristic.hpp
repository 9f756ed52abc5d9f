// Oh Hell by a short rule, at engine speed: the twin of kibitz/players/ohhell/heuristic.py, which explains
// the rule.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/small.hpp"
#include "games/ohhell.hpp"
#include "players/ohhell_rule_players.hpp"

namespace kibitz {

struct OhHellHeuristic {
  using Options = OhHell::Options;
  using Position = OhHell::Position;
  using Smart = OhHellSmart;
  static constexpr const char* name = "heuristic";

  struct Memory {};
  static void note(const Options&, const Position&, int, Memory&) {}

  static int choose(const Options& o, const Position& p, const Memory&, Stream&) {
    if (p.phase == OhHell::kBidding) {
      return OhHell::kBid + Smart::nearest_bid(o, p, estimate(o, p));
    }
    const Cards legal = OhHell::legal_cards(o, p);
    const int need = at(p.bids, p.player) - at(p.tricks, p.player);
    const int trump = OhHell::trump(o, p);
    return p.trick_size == 0 ? lead(p, legal, need, trump) : follow(p, legal, need, trump);
  }

 private:
  static double estimate(const Options& o, const Position& p) {
    const Cards hand = at(p.hands, p.player);
    const int trump = OhHell::trump(o, p);
    double sum = 0;
    for (int suit = 0; suit < 4; ++suit) {
      const std::uint32_t cards = Smart::lane(hand, suit);
      const bool trumps = suit == trump;
      if (Smart::has(cards, Smart::kAce)) sum += trumps ? 1.0 : 0.7;
      if (Smart::has(cards, Smart::kAce - 1)) sum += trumps ? 0.8 : 0.3;
      if (Smart::has(cards, Smart::kAce - 2)) sum += trumps ? 0.5 : 0.0;
    }
    return sum;
  }

  static int lead(const Position& p, Cards legal, int need, int trump) {
    const Cards side = legal & ~Smart::suit_mask(trump);
    const Cards trumps = legal & ~side;
    if (need <= 0) return Smart::lowest(side != 0 ? side : legal);
    if (p.broken && trumps != 0) return Smart::highest(trumps);
    return Smart::highest(side != 0 ? side : legal);
  }

  static int follow(const Position& p, Cards legal, int need, int trump) {
    const Cards winners = legal & Smart::beating(p, trump);
    const Cards losers = legal & ~winners;
    const Cards wanted = need > 0 ? winners : losers;
    return Smart::lowest(wanted != 0 ? wanted : legal);
  }
};

}  // namespace kibitz
