// One Belote auction under way, by calls that are given and by the bidder with weights.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "games/belote.hpp"
#include "players/belote_bid.hpp"

namespace kibitz {

struct BeloteAuction {
  static constexpr int kCallsMax = 37;  // AUCTION_MAX of kibitz/games/belote/rules.py

  Belote::Position position;
  BeloteAuctionMemory memory;

  BeloteAuction(std::span<const std::uint32_t, 4> hands, int dealer) {
    constexpr Belote::Options kOptions{};
    Belote::start(kOptions, position);
    std::copy_n(hands.begin(), 4, position.hands.begin());
    position.dealer = small(dealer);
    position.player = small((dealer + 1) % 4);
    position.phase = Belote::kBidding;
  }

  bool over() const { return position.phase != Belote::kBidding; }

  // What the bidder with these weights calls here.
  int call(const BeloteWeights& weights) const {
    return BeloteBid::call(position, memory, weights);
  }

  void make(int bid) {
    if (over() || bid < 0 || bid > Belote::kSurcoinche ||
        (Belote::legal_bids(position) & bit(bid)) == 0) {
      throw Malformed("a call that is not legal");
    }
    NoLog log;
    memory.note(position, bid);
    Belote::call(Belote::Options{}, position, bid, log);
  }
};

}  // namespace kibitz
