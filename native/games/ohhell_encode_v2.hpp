// Oh Hell observations, version 2: the twin of kibitz/games/ohhell/encode.py, number for number.
//
// The position forgets the order of the cards that were played, and with it what they prove; the track
// keeps the plays of the round.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>

#include "games/ohhell_encode.hpp"

namespace kibitz {

// The plays of this round in order. The first bid of the next round clears them, so deals need not be
// logged; while a round is bid they are not to be read.
struct OhHellTrack {
  static constexpr bool enabled = false;

  struct Play {
    std::int8_t seat;
    std::int8_t card;
  };

  std::array<Play, OhHell::kPlayersMax * OhHell::kHandMax> plays{};
  std::int8_t size = 0;

  void event(Kind kind, int seat, std::initializer_list<std::int32_t> data) {
    event(kind, seat, std::span(data.begin(), data.size()));
  }

  void event(Kind kind, int seat, std::span<const std::int32_t> data) {
    if (kind != Kind::action) return;
    if (data[0] >= OhHell::kBid) {
      size = 0;
    } else {
      at(plays, size++) = {small(seat), small(data[0])};
    }
  }
};

struct OhHellEncodeV2 {
  using Game = OhHell;
  using Track = OhHellTrack;
  static constexpr std::string_view kName = "v2";
  static constexpr int kSize = 641;

  static void encode(const OhHell::Options& o, const OhHell::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x + OhHellEncode::kSize, 0, (kSize - OhHellEncode::kSize) * sizeof(float));
    OhHellEncode::encode(o, p, NoLog{}, seat, x);
    if (p.turned < 0) return;  // before the first deal nothing is known
    for (int slot = 0; slot < o.players; ++slot) {
      x[453 + slot] = ratio(at(p.totals, (seat + slot) % o.players), 22 * o.rounds);
    }
    x[458] = ratio(p.round, o.rounds);
    x[459] = ratio(o.rounds - p.round, o.rounds);
    x[589 + p.turned] = 1;
    if (p.phase == OhHell::kBidding) return;
    encode_voids(o, p, track, seat, x + 460);
    for (int place = 0; place < p.trick_size; ++place) {
      x[480 + at(p.trick, place)] = ratio(place + 1, o.players);
    }
    const int cards = o.players * at(o.schedule, OhHellEncode::shown_round(p));
    for (int place = 0; place < track.size; ++place) {
      x[532 + at(track.plays, place).card] = ratio(place + 1, cards);
    }
    x[584 + (p.leader - seat + o.players) % o.players] = 1;
  }

 private:
  static float ratio(int a, int b) { return static_cast<float>(a) / static_cast<float>(b); }

  // Suits that play has proved empty: one that was not followed (rule 5), and all but trump for a seat
  // that led trump before it was broken (rule 4).
  static void encode_voids(const OhHell::Options& o, const OhHell::Position& p, const Track& track,
                           int seat, float* x) {
    const int trump = OhHellEncode::trump(o, p);
    int led = -1;
    bool broken = o.trump_lead_free;
    for (int place = 0; place < track.size; ++place) {
      const Track::Play& play = at(track.plays, place);
      const int suit = play.card / 13;
      float* voids = x + 4 * ((play.seat - seat + o.players) % o.players);
      if (place % o.players == 0) {
        led = suit;
        if (suit != trump || broken) continue;
        for (int other = 0; other < 4; ++other) {
          if (other != trump) voids[other] = 1;
        }
      } else {
        if (suit != led) voids[led] = 1;
        broken = broken || suit == trump;
      }
    }
  }
};

static_assert(Encoder<OhHellEncodeV2>);

}  // namespace kibitz
