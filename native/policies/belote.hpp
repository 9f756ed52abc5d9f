// A whole Belote player by rule, at engine speed: the twin of kibitz/bots/belote/rule.py. Its numbers are
// the weights of a bidder, those of the play, or both; without any it has the shipped ones.
#pragma once

#include <span>

#include "core/game.hpp"
#include "games/belote.hpp"
#include "policies/belote_bid.hpp"
#include "policies/belote_heard.hpp"
#include "policies/belote_play.hpp"
#include "policies/belote_weights.hpp"

namespace kibitz {

struct BeloteRule {
  using Options = Belote::Options;
  using Position = Belote::Position;
  static constexpr const char* name = "rule";

  struct Memory {
    BeloteHeard heard;
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
    memory.heard.read(in);
    memory.proofs.read(in);
  }

  static void dealt(const Options&, const Position&, Memory& memory) { forget(memory); }

  static void note(const Options&, const Position& p, int action, Memory& memory) {
    if (p.phase == Belote::kBidding) {
      // In a rollout nobody tells of a deal: its first call begins with nothing heard.
      if (p.bid == Belote::kPass && p.passes == 0) forget(memory);
      memory.heard.note(p, action - Belote::kBid);
    } else {
      memory.proofs.note(p, action);
    }
  }

  static int choose(const Options&, const Position& p, const Memory& memory, Stream&) {
    if (p.phase == Belote::kBidding) {
      const bool first = p.bid == Belote::kPass && p.passes == 0;
      const BeloteHeard& heard = first ? kNothing : memory.heard;
      return Belote::kBid + BeloteBid::call(p, heard, memory.bid);
    }
    return BelotePlay(p, memory.proofs, memory.play).choose();
  }

 private:
  static constexpr BeloteHeard kNothing{};

  static void forget(Memory& memory) {
    memory.heard = {};
    memory.proofs = {};
  }
};

}  // namespace kibitz
