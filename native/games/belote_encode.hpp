// Belote observations: the twins of kibitz/games/belote/encode.py, number for number. Six layouts: box (the
// default), bid, bid114, bid_match, play, and canonical, which is play with its suits in canonical order.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "core/encode.hpp"
#include "games/belote_suits.hpp"
#include "games/belote_track.hpp"

namespace kibitz {

// What the layouts are made of. Each function fills a block that is zero before.
struct BeloteBlocks {
  using Set = Belote::Set;
  static constexpr int kRows = 12;  // of the history

  static void bid(const Belote::Position& p, const BeloteTrack& track, int seat, float* x) {
    if (p.phase == Belote::kDeal) return;
    write_bits(at(p.hands, seat), 32, x);
    history(track, seat, x + 32);
    x[104 + slot_of(seat, p.dealer + 1)] = 1;
  }

  static void play(const Belote::Options& o, const Belote::Position& p, const BeloteTrack& track,
                   int seat, float* x) {
    if (p.phase == Belote::kDeal) return;
    const int own = seat % 2;
    write_bits(at(p.hands, seat), 32, x);
    for (int i = 0; i < p.trick_size; ++i) {
      x[32 + 32 * slot_of(p.leader + i, seat) + at(p.trick, i)] = 1;
    }
    if (p.bid != Belote::kPass) {
      x[256 + (p.bid - 1) % 4] = 1;
      x[260] = level(p.bid);
      x[261] = p.bidder % 2 == own ? 1.0F : 0.0F;
      x[262] = static_cast<float>(p.coinche) / 2;
    }
    voids(p, track, seat, x + 263);
    x[275] = points(p, own) / 162;
    x[276] = points(p, 1 - own) / 162;
    if (o.match) {
      x[277] = static_cast<float>(at(p.totals, own)) / static_cast<float>(o.target);
      x[278] = static_cast<float>(at(p.totals, 1 - own)) / static_cast<float>(o.target);
    }
    history(track, seat, x + 279);
    for (int i = 0; i < track.play_count(); ++i) {
      const BeloteTrack::Move& move = track.play(i);
      const int slot = slot_of(move.seat, seat);
      if (slot != 0) x[128 + 32 * slot + move.id] = 1;
      x[351 + move.id] = static_cast<float>(i / 4 + 1) / 8;
      x[383 + move.id] = static_cast<float>(i + 1) / 32;
    }
  }

  static void history(const BeloteTrack& track, int seat, float* x) {
    const int first = track.call_count() > kRows ? track.call_count() - kRows : 0;
    for (int i = first; i < track.call_count(); ++i, x += 6) {
      const BeloteTrack::Move& move = track.call(i);
      x[0] = static_cast<float>(slot_of(move.seat, seat) + 1) / 4;
      if (move.id >= Belote::kCoinche) {
        x[1] = move.id == Belote::kCoinche ? -0.5F : -1.0F;
      } else if (move.id != Belote::kPass) {
        x[1] = level(move.id);
        x[2 + (move.id - 1) % 4] = 1;
      }
    }
  }

  static void voids(const Belote::Position& p, const BeloteTrack& track, int seat, float* x) {
    const Set hidden = track.deck() & ~(at(p.hands, seat) | track.played());
    for (int slot = 1; slot < 4; ++slot) {
      const Set possible = hidden & ~track.excluded((seat + slot) % 4);
      for (int suit = 0; suit < 4; ++suit) {
        *x++ = (possible & Belote::suit_set(suit)) == 0 ? 1.0F : 0.0F;
      }
    }
  }

  // Card points so far of a side; rule 7: with the last trick's bonus once the deal is played.
  static float points(const Belote::Position& p, int side) {
    if (p.leader < 0) return 0;
    int points = Belote::card_points(at(p.won, side), (p.bid - 1) % 4);
    if (p.phase == Belote::kEnd && p.leader % 2 == side) {
      points += at(p.won, 1 - side) != 0 ? 10 : 100;
    }
    return static_cast<float>(points);
  }

  static float level(int bid) { return static_cast<float>((bid - 1) / 4 + 1) / 10; }

  // How many places `seat` sits after `from`.
  static int slot_of(int seat, int from) { return (seat - from + 8) % 4; }
};

struct BeloteEncodeBid {
  using Game = Belote;
  using Track = BeloteTrack;
  static constexpr std::string_view kName = "bid";
  static constexpr int kSize = 108;

  static void encode(const Belote::Options&, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    BeloteBlocks::bid(p, track, seat, x);
  }
};

struct BeloteEncodeBid114 {
  using Game = Belote;
  using Track = BeloteTrack;
  static constexpr std::string_view kName = "bid114";
  static constexpr int kSize = 114;

  static void encode(const Belote::Options&, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    BeloteBlocks::bid(p, track, seat, x);
    if (p.bid == Belote::kPass) return;
    const float level = BeloteBlocks::level(p.bid);
    x[108] = p.bidder % 2 == seat % 2 ? level : -level;
    x[109 + (p.bid - 1) % 4] = 1;
    x[113] = static_cast<float>(p.coinche) / 2;
  }
};

struct BeloteEncodeBidMatch {
  using Game = Belote;
  using Track = BeloteTrack;
  static constexpr std::string_view kName = "bid_match";
  static constexpr int kSize = 118;

  static void encode(const Belote::Options& o, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    BeloteEncodeBid114::encode(o, p, track, seat, x);
    if (!o.match || p.phase == Belote::kDeal) return;
    const int ours = at(p.totals, seat % 2);
    const int theirs = at(p.totals, 1 - seat % 2);
    const auto ratio = [&](int total) {
      return static_cast<float>(total) / static_cast<float>(o.target);
    };
    x[114] = 1;
    x[115] = ratio(ours);
    x[116] = ratio(theirs);
    x[117] = ratio(std::clamp(ours - theirs, -o.target, o.target));
  }
};

struct BeloteEncodePlay {
  using Game = Belote;
  using Track = BeloteTrack;
  static constexpr std::string_view kName = "play";
  static constexpr int kSize = 415;

  static void encode(const Belote::Options& o, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    BeloteBlocks::play(o, p, track, seat, x);
  }
};

struct BeloteEncodeCanonical {
  using Game = Belote;
  using Track = BeloteTrack;
  static constexpr std::string_view kName = "canonical";
  static constexpr int kSize = 411;

  static void encode(const Belote::Options& o, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::array<float, BeloteEncodePlay::kSize> play;
    std::array<float, BeloteEncodePlay::kSize> renamed;
    BeloteEncodePlay::encode(o, p, track, seat, play.data());
    const BeloteSuits::Order order = BeloteSuits::canonical_order(
        p.bid == Belote::kPass ? -1 : (p.bid - 1) % 4, dealt(p, track, seat));
    BeloteSuits::permute("play", play.data(), BeloteSuits::inverse(order), renamed.data());
    // Without the trump suit, which is always the first.
    std::memcpy(x, renamed.data(), 256 * sizeof(float));
    std::memcpy(x + 256, renamed.data() + 260, (kSize - 256) * sizeof(float));
  }

  // The hand as it was dealt.
  static Belote::Set dealt(const Belote::Position& p, const Track& track, int seat) {
    Belote::Set cards = at(p.hands, seat);
    for (int i = 0; i < track.play_count(); ++i) {
      if (track.play(i).seat == seat) cards |= Belote::card_bit(track.play(i).id);
    }
    return cards;
  }
};

struct BeloteEncode {
  using Game = Belote;
  using Track = BeloteTrack;
  static constexpr std::string_view kName = "box";
  static constexpr int kSize = 525;

  static void encode(const Belote::Options& o, const Belote::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    if (p.phase == Belote::kDeal) return;
    x[0] = p.phase == Belote::kBidding ? 1.0F : 0.0F;
    x[1] = p.phase == Belote::kPlay ? 1.0F : 0.0F;
    if (p.leader < 0) {
      BeloteBlocks::bid(p, track, seat, x + 2);
    } else {
      BeloteBlocks::play(o, p, track, seat, x + 110);
    }
  }
};

}  // namespace kibitz
