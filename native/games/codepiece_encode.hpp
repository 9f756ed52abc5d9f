// Codepiece observations: the twin of kibitz/games/codepiece/encode.py, version 1, number for number.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <span>

#include "core/encode.hpp"
#include "games/codepiece.hpp"

namespace kibitz {

// What plays have proved about each hand: the position forgets it. Deals need not be reported, since
// naming trump begins the plays of a deal.
struct CodepieceTrack {
  static constexpr bool enabled = false;
  std::array<Cards, Codepiece::kSeats> disproved{};
  Codepiece::Trick trick{};
  std::int8_t size = 0;
  std::int8_t trump = 0;

  void event(Kind kind, int seat, std::initializer_list<std::int32_t> numbers) {
    event(kind, seat, std::span(numbers.begin(), numbers.size()));
  }

  void event(Kind kind, int seat, std::span<const std::int32_t> numbers) {
    if (kind != Kind::action) return;
    const int action = numbers[0];
    if (action >= Codepiece::kCard) {
      play(seat, action - Codepiece::kCard);
    } else if (action >= Codepiece::kTrump) {
      disproved.fill(0);
      size = 0;
      trump = small(Codepiece::trump_suit(action));
    }
  }

 private:
  void play(int seat, int card) {
    at(disproved, seat) |= Codepiece::PlayPhase::disproved(card, trick, size, trump);
    at(trick, size++) = small(card);
    if (size == Codepiece::kSeats) size = 0;
  }
};

struct CodepieceEncode {
  using Game = Codepiece;
  using Track = CodepieceTrack;
  static constexpr std::string_view kName = "v1";
  static constexpr int kSize = 846;

  static void encode(const Codepiece::Options& o, const Codepiece::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    x[p.phase] = 1;
    encode_match(o, p, seat, x);
    Cards deck = 0;
    for (int other = 0; other < kSeats; ++other) deck |= at(p.hands, other) | at(p.played, other);
    if (deck == 0) return;  // before the first deal nothing is known
    encode_cards(p, track, seat, deck, x);
    encode_contract(p, seat, x);
    encode_play(p, seat, x);
    if (p.player == seat) write_bits(Codepiece::legal_set(o, p).set, Codepiece::kActions, x + 780);
  }

 private:
  static constexpr int kSeats = Codepiece::kSeats;

  static int slot_of(int other, int seat) { return (other - seat + kSeats) % kSeats; }

  static void encode_match(const Codepiece::Options& o, const Codepiece::Position& p, int seat,
                           float* x) {
    const double own = seat % 2 == 0 ? p.total : -p.total;
    const double most = o.match ? o.target : 2 * Codepiece::kHand;
    x[843] = o.match ? 1.0F : 0.0F;
    x[844] = static_cast<float>(static_cast<double>(p.deal) / o.deals);
    x[845] = static_cast<float>(std::clamp(own / most, -1.0, 1.0));
  }

  static void encode_cards(const Codepiece::Position& p, const Track& track, int seat, Cards deck,
                           float* x) {
    // Before trump is named the track still holds the deal before.
    const bool proved = p.phase != Codepiece::kBidding && p.phase != Codepiece::kNaming;
    Cards hidden = deck & ~at(p.hands, seat);
    for (const Cards played : p.played) hidden &= ~played;
    write_bits(at(p.hands, seat), 52, x + 5);
    write_bits(hidden, 52, x + 57);
    for (int slot = 0; slot < kSeats; ++slot) {
      const int other = (seat + slot) % kSeats;
      write_bits(at(p.played, other), 52, x + 384 + 52 * slot);
      x[776 + slot] = static_cast<float>(std::popcount(at(p.hands, other)) / 13.0);
      if (slot > 0 && proved) {
        write_bits(hidden & at(track.disproved, other), 52, x + 592 + 52 * (slot - 1));
      }
    }
  }

  static void encode_contract(const Codepiece::Position& p, int seat, float* x) {
    bool all = true;
    for (int slot = 0; slot < kSeats; ++slot) {
      const int bid = at(p.bids, (seat + slot) % kSeats);
      const int said = bid == Codepiece::kUnmade  ? 0
                       : bid < Codepiece::kBidMin ? 1
                                                  : bid - Codepiece::kBidMin + 2;
      x[109 + 8 * slot + said] = 1;
      all = all && bid != Codepiece::kUnmade;
    }
    if (all || Codepiece::BidPhase::highest(p) != Codepiece::kPassed) {
      const Codepiece::Contract contract = Codepiece::BidPhase::contract(p);
      x[141 + contract.bid - Codepiece::kForced] = 1;
      x[148 + slot_of(contract.bidder, seat)] = 1;
    }
    if (p.trump != Codepiece::kNoSuit) x[152 + p.trump] = 1;
    x[156 + slot_of(p.dealer, seat)] = 1;
    if (p.player >= 0) x[160 + slot_of(p.player, seat)] = 1;
  }

  static void encode_play(const Codepiece::Position& p, int seat, float* x) {
    if (p.leader >= 0) x[164 + slot_of(p.leader, seat)] = 1;
    for (int place = 0; place < p.trick_size; ++place) {
      x[168 + 52 * slot_of((p.leader + place) % kSeats, seat) + at(p.trick, place)] = 1;
    }
    if (p.trick_size > 0) {
      const int best = Codepiece::PlayPhase::winner(p);
      x[376 + slot_of((p.leader + best) % kSeats, seat)] = 1;
      x[380 + p.trick[0] / 13] = 1;
    }
    x[748 + at(p.tricks, seat % 2)] = 1;
    x[762 + at(p.tricks, 1 - seat % 2)] = 1;
  }
};

static_assert(Encoder<CodepieceEncode>);

}  // namespace kibitz
