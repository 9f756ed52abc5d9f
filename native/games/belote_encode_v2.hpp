// Belote observations, version 2: the twin of kibitz/games/belote/encode_v2.py, number for number.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "games/belote_encode.hpp"

namespace kibitz {

struct BeloteEncodeV2 {
  using Game = Belote;
  using Track = BeloteTrack;
  using Set = Belote::Set;
  static constexpr std::string_view kName = "v2";
  static constexpr int kSize = 752;
  static constexpr int kPoints = 162;  // of all cards and the last trick
  static constexpr int kBelote = 20;

  static void encode(const Belote::Options& o, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    if (p.phase == Belote::kDeal) return;
    encode_cards(o, p, track, seat, x);
    encode_auction(p, track, seat, x);
    encode_trick(p, seat, x);
    encode_score(o, p, seat, x);
  }

 private:
  static int slot_of(int seat, int from) { return BeloteBlocks::slot_of(seat, from); }
  static float ratio(int a, int b) { return static_cast<float>(a) / static_cast<float>(b); }

  // [0:491): where the cards are.
  static void encode_cards(const Belote::Options& o, const Belote::Position& p, const Track& track,
                           int seat, float* x) {
    const Set hidden = track.deck() & ~(at(p.hands, seat) | track.played());
    write_bits(at(p.hands, seat), 32, x);
    if (p.player == seat) {
      const LegalSet legal = Belote::legal_set(o, p);
      for_each(legal.set, [&](int i) { x[32 + legal.base + i] = 1; });
    }
    for (int i = 0; i < p.trick_size; ++i) {
      x[107 + 32 * slot_of(p.leader + i, seat) + at(p.trick, i)] = 1;
    }
    for (int i = 0; i < track.play_count(); ++i) {
      const Track::Move& move = track.play(i);
      x[235 + 32 * slot_of(move.seat, seat) + move.id] = 1;
    }
    write_bits(hidden, 32, x + 363);
    for (int slot = 1; slot < 4; ++slot) {
      write_bits(hidden & track.excluded((seat + slot) % 4), 32, x + 395 + 32 * (slot - 1));
    }
  }

  // [491:698): bids, contract, phase, and the own place.
  static void encode_auction(const Belote::Position& p, const Track& track, int seat, float* x) {
    if (p.bid != Belote::kPass) {
      x[491 + (p.bid - 1) % 4] = 1;
      x[495 + (p.bid - 1) / 4] = 1;
      x[505 + slot_of(p.bidder, seat)] = 1;
      x[509 + p.coinche] = 1;
    }
    std::array<int, 4> passes{};
    for (int i = 0; i < track.call_count(); ++i) {
      const Track::Move& move = track.call(i);
      const int slot = slot_of(move.seat, seat);
      if (move.id == Belote::kPass) {
        if (at(passes, slot) < 3) x[672 + 3 * slot + at(passes, slot)++] = 1;
      } else if (move.id >= Belote::kCoinche) {
        x[684 + 4 * (move.id - Belote::kCoinche) + slot] = 1;
      } else {
        x[512 + 40 * slot + move.id - 1] = 1;
      }
    }
    x[692] = p.phase == Belote::kBidding ? 1.0F : 0.0F;
    x[693] = p.phase == Belote::kPlay ? 1.0F : 0.0F;
    x[694 + slot_of(seat, p.dealer + 1)] = 1;
  }

  // [698:741): the current trick, and how many are finished.
  static void encode_trick(const Belote::Position& p, int seat, float* x) {
    if (p.player >= 0) x[698 + slot_of(p.player, seat)] = 1;
    if (p.leader >= 0) x[702 + slot_of(p.leader, seat)] = 1;
    if (p.trick_size > 0) {
      const int trump = (p.bid - 1) % 4;
      const int led = p.trick[0] / 8;
      int best = 0;
      Set table = 0;
      for (int i = 0; i < p.trick_size; ++i) {
        table |= Belote::card_bit(at(p.trick, i));
        if (Belote::strength(at(p.trick, i), led, trump) >
            Belote::strength(at(p.trick, best), led, trump)) {
          best = i;
        }
      }
      x[706 + slot_of(p.leader + best, seat)] = 1;
      x[710 + led] = 1;
      x[740] = ratio(Belote::card_points(table, trump), kPoints);
    }
    const int own = std::popcount(at(p.won, seat % 2)) / 4;
    const int other = std::popcount(at(p.won, 1 - seat % 2)) / 4;
    if (own + other < 8) x[714 + own + other] = 1;
    x[722 + own] = 1;
    x[731 + other] = 1;
  }

  // [741:752): points of this deal, and the match.
  static void encode_score(const Belote::Options& o, const Belote::Position& p, int seat,
                           float* x) {
    const int own = seat % 2;
    x[741] = BeloteBlocks::points(p, own) / kPoints;
    x[742] = BeloteBlocks::points(p, 1 - own) / kPoints;
    if (p.bid != Belote::kPass) {
      const int taker = p.bidder % 2;
      const int needed = p.bid >= Belote::kCapot ? kPoints : 80 + 10 * ((p.bid - 1) / 4);
      const int belote = p.belote >= 0 && p.belote % 2 == taker ? kBelote : 0;
      const int points = static_cast<int>(BeloteBlocks::points(p, taker));
      x[743] = ratio(needed - points - belote, kPoints);
    }
    if (p.belote >= 0) x[744 + slot_of(p.belote, seat)] = 1;
    if (!o.match) return;
    const int ours = at(p.totals, own);
    const int theirs = at(p.totals, 1 - own);
    x[748] = 1;
    x[749] = ratio(ours, o.target);
    x[750] = ratio(theirs, o.target);
    x[751] = ratio(std::clamp(ours - theirs, -o.target, o.target), o.target);
  }
};

static_assert(Encoder<BeloteEncodeV2>);

}  // namespace kibitz
