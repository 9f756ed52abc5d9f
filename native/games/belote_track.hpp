// What a deal of Belote has shown so far: its calls, its plays, and what these prove about the hands.
//
// The position forgets it, and observations need it. Games here begin with a deal, never from a position.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "core/log.hpp"
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
    if (kind == Kind::reveal && seat < 0) {
      deck_ = 0;
      for (const int card : data) deck_ |= Belote::card_bit(card);
    }
  }

  int call_count() const { return call_count_; }
  int play_count() const { return play_count_; }
  const Move& call(int i) const { return at(calls_, i); }
  const Move& play(int i) const { return at(plays_, i); }
  Set deck() const { return deck_; }  // all 32 cards, or those of a short deal
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
  Set deck_ = ~Set{0};
  Set played_ = 0;
  int call_count_ = 0;
  int play_count_ = 0;
  std::int8_t trump_ = 0;
};

}  // namespace kibitz
