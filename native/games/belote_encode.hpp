// Belote observations: the twin of kibitz/games/belote/encode.py, layout "box", number for number.
//
// The position forgets who called and played what, and what that proves; Track keeps it for the deal
// under way, from the events. Games here begin with a whole deal, never from a position.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>

#include "core/encode.hpp"
#include "games/belote.hpp"

namespace kibitz {

// An event log that keeps the calls, the plays and the exclusions (deduce.py) of one deal.
class BeloteTrack {
 public:
  static constexpr bool enabled = true;
  using Set = Belote::Set;

  struct Move {
    std::int8_t seat;
    std::int8_t id;  // a bid, or a card
  };

  void event(Kind kind, int seat, std::initializer_list<std::int32_t> data) {
    event(kind, seat, std::span(data.begin(), data.size()));
  }

  void event(Kind kind, int seat, std::span<const std::int32_t> data) {
    if (kind == Kind::deal) *this = BeloteTrack{};
    if (kind == Kind::action && data[0] >= Belote::kBid) call(seat, data[0] - Belote::kBid);
    if (kind == Kind::action && data[0] < Belote::kBid) play(seat, data[0]);
    if (kind == Kind::reveal && seat >= 0) announce(seat);
  }

  int call_count() const { return call_count_; }
  int play_count() const { return play_count_; }
  const Move& call(int i) const { return at(calls_, i); }
  const Move& play(int i) const { return at(plays_, i); }
  Set played() const { return played_; }
  Set excluded(int seat) const { return at(excluded_, seat); }

 private:
  static constexpr int kCallsMax = 40;  // an auction has at most 37

  void call(int seat, int bid) {
    at(calls_, call_count_++) = {small(seat), small(bid)};
    if (bid != Belote::kPass && bid < Belote::kCoinche) trump_ = small((bid - 1) % 4);
  }

  void play(int seat, int card) {
    const Set own = Belote::card_bit(card);
    const Set pair = Belote::belote_pair(trump_);
    at(excluded_, seat) |= ruled_out(card);
    // Rule 8: in silence, unless the announcement follows.
    if ((own & pair) != 0) at(excluded_, seat) |= pair & ~own;
    at(plays_, play_count_++) = {small(seat), small(card)};
    played_ |= own;
  }

  void announce(int seat) {
    const Set pair = Belote::belote_pair(trump_);
    for (int other = 0; other < 4; ++other) at(excluded_, other) |= pair;
    at(excluded_, seat) &= ~pair;
  }

  // The cards whose holder could not have played this card to this trick (rule 5).
  Set ruled_out(int card) const {
    const int place = play_count_ % 4;
    if (place == 0) return 0;
    const Move* trick = &at(plays_, play_count_ - place);
    const int led = trick[0].id / 8;
    Set table = 0;
    int best = 0;
    for (int i = 0; i < place; ++i) {
      table |= Belote::card_bit(trick[i].id);
      if (strength(trick[i].id, led) > strength(trick[best].id, led)) best = i;
    }
    const bool follows = card / 8 == led;
    const bool partner_wins = place >= 2 && best == place - 2;
    const Set higher = Belote::above(table, trump_);
    Set out = follows ? 0 : Belote::suit_set(led);
    const bool duty = led == trump_ || (!follows && !partner_wins);
    if (duty && (Belote::card_bit(card) & higher) == 0) out |= higher;
    return out;
  }

  int strength(int card, int led) const { return Belote::strength(card, led, trump_); }

  std::array<Move, kCallsMax> calls_{};
  std::array<Move, 32> plays_{};
  std::array<Set, 4> excluded_{};
  Set played_ = 0;
  int call_count_ = 0;
  int play_count_ = 0;
  std::int8_t trump_ = 0;
};

struct BeloteEncode {
  using Game = Belote;
  using Track = BeloteTrack;
  using Set = Belote::Set;
  static constexpr int kSize = 525;
  static constexpr int kRows = 12;  // of the history

  static void encode(const Belote::Options& o, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    if (p.phase == Belote::kDeal) return;
    x[0] = p.phase == Belote::kBidding ? 1.0F : 0.0F;
    x[1] = p.phase == Belote::kPlay ? 1.0F : 0.0F;
    if (p.leader < 0) {
      encode_bid(p, track, seat, x + 2);
    } else {
      encode_play(o, p, track, seat, x + 110);
    }
  }

 private:
  static void encode_bid(const Belote::Position& p, const Track& track, int seat, float* x) {
    write_bits(at(p.hands, seat), 32, x);
    encode_history(track, seat, x + 32);
    x[104 + slot_of(seat, p.dealer + 1)] = 1;
  }

  static void encode_play(const Belote::Options& o, const Belote::Position& p, const Track& track,
                          int seat, float* x) {
    const int own = seat % 2;
    write_bits(at(p.hands, seat), 32, x);
    for (int i = 0; i < p.trick_size; ++i) {
      x[32 + 32 * slot_of(p.leader + i, seat) + at(p.trick, i)] = 1;
    }
    x[256 + (p.bid - 1) % 4] = 1;
    x[260] = level(p.bid);
    x[261] = p.bidder % 2 == own ? 1.0F : 0.0F;
    x[262] = static_cast<float>(p.coinche) / 2;
    encode_voids(p, track, seat, x + 263);
    x[275] = points(p, own) / 162;
    x[276] = points(p, 1 - own) / 162;
    if (o.match) {
      x[277] = static_cast<float>(at(p.totals, own)) / static_cast<float>(o.target);
      x[278] = static_cast<float>(at(p.totals, 1 - own)) / static_cast<float>(o.target);
    }
    encode_history(track, seat, x + 279);
    for (int i = 0; i < track.play_count(); ++i) {
      const Track::Move& move = track.play(i);
      const int slot = slot_of(move.seat, seat);
      if (slot != 0) x[128 + 32 * slot + move.id] = 1;
      x[351 + move.id] = static_cast<float>(i / 4 + 1) / 8;
      x[383 + move.id] = static_cast<float>(i + 1) / 32;
    }
  }

  static void encode_history(const Track& track, int seat, float* x) {
    const int first = track.call_count() > kRows ? track.call_count() - kRows : 0;
    for (int i = first; i < track.call_count(); ++i, x += 6) {
      const Track::Move& move = track.call(i);
      x[0] = static_cast<float>(slot_of(move.seat, seat) + 1) / 4;
      if (move.id >= Belote::kCoinche) {
        x[1] = move.id == Belote::kCoinche ? -0.5F : -1.0F;
      } else if (move.id != Belote::kPass) {
        x[1] = level(move.id);
        x[2 + (move.id - 1) % 4] = 1;
      }
    }
  }

  static void encode_voids(const Belote::Position& p, const Track& track, int seat, float* x) {
    const Set hidden = ~(at(p.hands, seat) | track.played());
    for (int slot = 1; slot < 4; ++slot) {
      const Set possible = hidden & ~track.excluded((seat + slot) % 4);
      for (int suit = 0; suit < 4; ++suit) {
        *x++ = (possible & Belote::suit_set(suit)) == 0 ? 1.0F : 0.0F;
      }
    }
  }

  // Card points so far of a side; vector stepping never shows a finished deal.
  static float points(const Belote::Position& p, int side) {
    return static_cast<float>(Belote::card_points(at(p.won, side), (p.bid - 1) % 4));
  }

  static float level(int bid) { return static_cast<float>((bid - 1) / 4 + 1) / 10; }

  // How many places `seat` sits after `from`.
  static int slot_of(int seat, int from) { return (seat - from + 8) % 4; }
};

static_assert(Encoder<BeloteEncode>);

}  // namespace kibitz
