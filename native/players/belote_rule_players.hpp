// A whole Belote player by rule, at engine speed: the twin of kibitz/players/belote/rule.py. Its numbers are
// the weights of a bidder, those of the play, or both; without any it has the shipped ones.
#pragma once

#include <span>

#include "core/game.hpp"
#include "games/belote.hpp"
#include "players/belote_auction_memory.hpp"
#include "players/belote_bid.hpp"
#include "players/belote_play.hpp"
#include "players/belote_weights.hpp"

namespace kibitz {

struct BeloteRule {
  using Options = Belote::Options;
  using Position = Belote::Position;
  static constexpr const char* name = "rule";

  struct Memory {
    BeloteAuctionMemory auction;
    BeloteProofs proofs;
    BeloteWeights bid = BeloteWeights::read(kBeloteShipped);
    BelotePlayWeights play;
  };

  static void tune(std::span<const double> numbers, Memory& memory) {
    if (numbers.empty()) return;
    const bool bids = numbers.size() != kBelotePlayWeights;
    if (bids) {
      memory.bid = BeloteWeights::read(numbers.first(std::min(numbers.size(), kBeloteWeights)));
      numbers = numbers.subspan(kBeloteWeights);
    }
    if (!numbers.empty()) memory.play = BelotePlayWeights::read(numbers);
  }

  static void read(const Options&, Reader& in, Memory& memory) {
    memory.auction.read(in);
    memory.proofs.read(in);
  }

  static void dealt(const Options&, const Position&, Memory& memory) { forget(memory); }

  static void note(const Options&, const Position& p, int action, Memory& memory) {
    if (p.phase == Belote::kBidding) {
      // A rollout does not announce a deal: its first call begins without a memory.
      if (p.bid == Belote::kPass && p.passes == 0) forget(memory);
      memory.auction.note(p, action - Belote::kBid);
    } else {
      memory.proofs.note(p, action);
    }
  }

  static int choose(const Options&, const Position& p, const Memory& memory, Stream&) {
    if (p.phase == Belote::kBidding) {
      const bool first = p.bid == Belote::kPass && p.passes == 0;
      const BeloteAuctionMemory& auction = first ? kNothing : memory.auction;
      return Belote::kBid + BeloteBid::call(p, auction, memory.bid);
    }
    return BelotePlay(p, memory.proofs, memory.play).choose();
  }

 private:
  static constexpr BeloteAuctionMemory kNothing{};

  static void forget(Memory& memory) {
    memory.auction = {};
    memory.proofs = {};
  }
};

}  // namespace kibitz
