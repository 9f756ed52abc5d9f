// Belote observations for networks that say where the hidden cards are: the twins of
// kibitz/games/belote/encode_belief.py, number for number.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "games/belote_encode.hpp"

namespace kibitz {

struct BeloteBeliefBlocks {
  using Set = Belote::Set;
  using Order = BeloteSuits::Order;

  // For each suit its place in the canonical order of what a seat knows.
  static Order names(const Belote::Position& p, const BeloteTrack& track, int seat) {
    const int trump = p.bid == Belote::kPass ? -1 : (p.bid - 1) % 4;
    return BeloteSuits::inverse(
        BeloteSuits::canonical_order(trump, BeloteEncodeCanonical::dealt(p, track, seat)));
  }

  // [0:237).
  static void auction(const Belote::Position& p, const BeloteTrack& track, int seat,
                      const Order& names, float* x) {
    write_bits(BeloteSuits::permute_set(BeloteEncodeCanonical::dealt(p, track, seat), names), 32,
               x);
    std::array<int, 4> passes{};
    bool opened = false;
    for (int i = 0; i < track.call_count(); ++i) {
      const BeloteTrack::Move& move = track.call(i);
      const int slot = BeloteBlocks::slot_of(move.seat, seat);
      if (move.id == Belote::kPass) {
        if (at(passes, slot) < 3) x[192 + 3 * slot + at(passes, slot)++] = 1;
        if (!opened) x[233 + slot] = 1;
      } else if (move.id >= Belote::kCoinche) {
        x[204 + 4 * (move.id - Belote::kCoinche) + slot] = 1;
      } else {
        opened = true;
        x[32 + 40 * slot + 4 * ((move.id - 1) / 4) + at(names, (move.id - 1) % 4)] = 1;
      }
    }
    if (p.bid != Belote::kPass) {
      x[212 + (p.bid - 1) / 4] = 1;
      x[222 + BeloteBlocks::slot_of(p.bidder, seat)] = 1;
      x[226 + p.coinche] = 1;
    }
    x[229 + BeloteBlocks::slot_of(seat, p.dealer + 1)] = 1;
  }

  // [237:365).
  static void hidden(const Belote::Position& p, const BeloteTrack& track, int seat,
                     const Order& names, float* x) {
    const Set cards = track.deck() & ~(at(p.hands, seat) | track.played());
    write_bits(BeloteSuits::permute_set(cards, names), 32, x + 237);
    for (int slot = 1; slot < 4; ++slot) {
      const Set lacks = cards & track.excluded((seat + slot) % 4);
      write_bits(BeloteSuits::permute_set(lacks, names), 32, x + 237 + 32 * slot);
    }
  }

  // [365:1181).
  static void plays(const Belote::Position& p, const BeloteTrack& track, int seat,
                    const Order& names, float* x) {
    for (int i = 0; i < track.play_count(); ++i) {
      const BeloteTrack::Move& move = track.play(i);
      const int row = BeloteSuits::permute_card(move.id, names);
      const int slot = BeloteBlocks::slot_of(move.seat, seat);
      x[365 + 128 * how(track, i, (p.bid - 1) % 4) + 32 * slot + row] = 1;
      x[1149 + row] = static_cast<float>(i / 4 + 1) / 8;
    }
    if (p.leader >= 0) x[1133 + BeloteBlocks::slot_of(p.leader, seat)] = 1;
    const int tricks = track.play_count() / 4;
    if (tricks < 8) x[1137 + tricks] = 1;
    if (p.belote >= 0) x[1145 + BeloteBlocks::slot_of(p.belote, seat)] = 1;
  }

 private:
  enum How { kLed, kTook, kUnderPartner, kUnderOpponent, kOffPartner, kOffOpponent };

  // How card i of the deal was played to its trick.
  static int how(const BeloteTrack& track, int i, int trump) {
    const int place = i % 4;
    if (place == 0) return kLed;
    const int first = i - place;
    const int led = track.play(first).id / 8;
    const auto strength = [&](int k) {
      return Belote::strength(track.play(first + k).id, led, trump);
    };
    int best = 0;
    for (int k = 1; k < place; ++k) {
      if (strength(k) > strength(best)) best = k;
    }
    const bool partner = place >= 2 && best == place - 2;
    if (track.play(i).id / 8 != led) return partner ? kOffPartner : kOffOpponent;
    if (strength(place) > strength(best)) return kTook;
    return partner ? kUnderPartner : kUnderOpponent;
  }
};

struct BeloteEncodeBeliefBid {
  using Game = Belote;
  using Track = BeloteTrack;
  static constexpr std::string_view kName = "belief_bid";
  static constexpr int kSize = 237;

  static void encode(const Belote::Options&, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    if (p.phase == Belote::kDeal) return;
    BeloteBeliefBlocks::auction(p, track, seat, BeloteBeliefBlocks::names(p, track, seat), x);
  }
};

struct BeloteEncodeBeliefPlay {
  using Game = Belote;
  using Track = BeloteTrack;
  static constexpr std::string_view kName = "belief_play";
  static constexpr int kSize = 1181;

  static void encode(const Belote::Options&, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    if (p.phase == Belote::kDeal) return;
    const BeloteSuits::Order names = BeloteBeliefBlocks::names(p, track, seat);
    BeloteBeliefBlocks::auction(p, track, seat, names, x);
    BeloteBeliefBlocks::hidden(p, track, seat, names, x);
    BeloteBeliefBlocks::plays(p, track, seat, names, x);
  }
};

static_assert(Encoder<BeloteEncodeBeliefBid> && Encoder<BeloteEncodeBeliefPlay>);

}  // namespace kibitz
