// Belote cards by rule, at engine speed: the twin of kibitz/players/belote/cardplay.py, which explains
// the rule. Whole numbers only, in the same order there.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/small.hpp"
#include "games/belote.hpp"
#include "players/read_weights.hpp"

namespace kibitz {

// What play has proved about hidden hands: the cards that each seat cannot hold. The twin of `excluded`
// in kibitz/games/belote/deduce.py.
struct BeloteProofs {
  using Set = Belote::Set;
  std::array<Set, 4> excluded{};

  // Called before the card is played. The announcement of belote, which the play makes public at once, is
  // read off the hand.
  void note(const Belote::Position& p, int card) {
    const int trump = Belote::trump_of(p);
    const int seat = p.player;
    at(excluded, seat) |= ruled_out(p, card, trump);
    const Set pair = Belote::belote_pair(trump);
    if ((pair & Belote::card_bit(card)) == 0) return;
    const Set other = pair & ~Belote::card_bit(card);
    if ((other & at(p.hands, seat)) != 0) {
      for (int s = 0; s < 4; ++s) {
        if (s != seat) at(excluded, s) |= pair;
      }
    } else if (p.belote != seat) {
      at(excluded, seat) |= other;
    }
  }

  // Rule 5: the cards whose holder could not have played this card.
  static Set ruled_out(const Belote::Position& p, int card, int trump) {
    if (p.trick_size == 0) return 0;
    const int led = p.trick[0] / 8;
    const bool followed = card / 8 == led;
    Set out = followed ? 0 : Belote::suit_set(led);
    const Set above = Belote::above(table(p), trump);
    const bool duty = led == trump || (!followed && !partner_winning(p, trump));
    if (duty && (above & Belote::card_bit(card)) == 0) out |= above;
    return out;
  }

  static Set table(const Belote::Position& p) {
    Set cards = 0;
    for (int i = 0; i < p.trick_size; ++i) cards |= Belote::card_bit(at(p.trick, i));
    return cards;
  }

  static int best_place(std::span<const std::int8_t> trick, int trump) {
    const int led = trick[0] / 8;
    int best = 0;
    int most = -1;
    for (int i = 0; i < static_cast<int>(trick.size()); ++i) {
      const int mine = Belote::strength(at(trick, i), led, trump);
      if (mine > most) {
        best = i;
        most = mine;
      }
    }
    return best;
  }

  static bool partner_winning(const Belote::Position& p, int trump) {
    const std::span<const std::int8_t> trick(p.trick.data(),
                                             static_cast<std::size_t>(p.trick_size));
    return p.trick_size >= 2 && best_place(trick, trump) == p.trick_size - 2;
  }

  void read(Reader& in) {
    for (Set& cards : excluded) {  // two halves of 16 bits
      cards = static_cast<Set>(in.number(0, 0xFFFF));
      cards |= static_cast<Set>(in.number(0, 0xFFFF)) << 16;
    }
  }
};

// The numbers of `Play`, in the order of its fields.
struct BelotePlayWeights {
  std::array<int, 8> trump_attack{4, 6, 7, 8, 13, 17, 25, 29};
  std::array<int, 8> trump_defend{6, 5, 6, 6, 11, 10, 28, 29};
  int master = 1;
  int master_safe = 16;
  int master_led = 0;
  int ten = 7;
  int king = 2;
  int guard = 2;
  int around = 2;
  int lead = 0;
  int recover = 10;
  int ruffs = 71;
  int draw = 0;
  int draw_partner = 3;
  int hold_back = 12;
  int ruff = 10;
  int single = 5;

  static BelotePlayWeights read(std::span<const double> numbers);
};

inline constexpr std::size_t kBelotePlayWeights = sizeof(BelotePlayWeights) / sizeof(int);

inline BelotePlayWeights BelotePlayWeights::read(std::span<const double> numbers) {
  return read_weights<BelotePlayWeights, int>(numbers, 1000);
}

// What the seat on turn knows, and the scores of its cards.
class BelotePlay {
 public:
  using Set = Belote::Set;
  using Position = Belote::Position;

  BelotePlay(const Position& p, const BeloteProofs& proofs, const BelotePlayWeights& w)
      : p_(p), w_(w), trump_(Belote::trump_of(p)), trumps_(Belote::suit_set(trump_)) {
    const int seat = p.player;
    hand_ = at(p.hands, seat);
    partner_ = seat ^ 2;
    left_ = (seat + 1) % 4;
    right_ = (seat + 3) % 4;
    attack_ = p.bidder % 2 == seat % 2;
    for (int s = 0; s < 4; ++s) {
      if (s != seat)
        unseen_ |= at(p.hands, s);  // which cards are unseen is public, not who has them
    }
    for (int s = 0; s < 4; ++s) {
      at(might_, s) = s == seat ? 0 : unseen_ & ~at(proofs.excluded, s);
    }
    enemies_ = at(might_, left_) | at(might_, right_);
  }

  int choose() const {
    const Set legal = Belote::legal_cards(p_);
    if ((legal & (legal - 1)) == 0) return std::countr_zero(legal);
    int best = -1;
    int most = 0;
    for_each(legal, [&](int card) {
      const int mine = p_.trick_size == 0 ? lead_score(card) : follow_score(card);
      if (best < 0 || mine > most) {
        best = card;
        most = mine;
      }
    });
    return best;
  }

 private:
  int points(int card) const { return Belote::card_points(Belote::card_bit(card), trump_); }

  // The cards of its suit that beat a card.
  Set higher(int card) const {
    const int suit = card / 8;
    if (suit == trump_) return Belote::above(Belote::card_bit(card), trump_);
    return Belote::suit_set(suit) & ~((Belote::card_bit(card) << 1) - 1);
  }

  int any_of(int seat, Set cards) const {
    int none = 100;
    for_each(at(might_, seat) & cards, [&](int card) {
      int places = 0;
      for (const Set might : might_) places += static_cast<int>(might >> card & 1);
      none = none * (places - 1) / places;
    });
    return 100 - none;
  }

  int out_of(int seat, int suit) const {
    constexpr std::array<int, 9> kOut{100, 65, 42, 27, 17, 11, 7, 4, 2};
    const Set cards = Belote::suit_set(suit);
    if ((at(might_, seat) & cards) == 0) return 100;
    return at(kOut, std::popcount(unseen_ & cards));
  }

  int beats(int seat, int best, int led) const {
    const int over = any_of(seat, higher(best));
    const int out = out_of(seat, led);
    if (best / 8 == trump_) return led == trump_ ? over : out * over / 100;
    const int ruff = w_.ruffs * any_of(seat, trumps_) / 100;
    return (out * ruff + (100 - out) * over) / 100;
  }

  int lead_score(int card) const {
    const int suit = card / 8;
    const int beaten =
        100 - (100 - beats(left_, card, suit)) * (100 - beats(right_, card, suit)) / 100;
    const int helped = beats(partner_, card, suit);
    const int wins = 100 - beaten * (100 - helped * w_.recover / 100) / 100;
    return (points(card) + w_.around) * (2 * wins - 100) + w_.lead * wins +
           100 * (lead_bonus(card) - keep(card, w_.master_led));
  }

  int lead_bonus(int card) const {
    const Set suit = Belote::suit_set(card / 8);
    if (suit == trumps_) {
      if (!attack_) return -w_.hold_back;
      return (p_.bidder == p_.player ? w_.draw : w_.draw_partner) *
             std::popcount(enemies_ & trumps_);
    }
    if (attack_) return 0;
    const Set partner = at(might_, partner_);
    if ((partner & suit) == 0 && (partner & trumps_) != 0) return w_.ruff;
    return std::popcount(hand_ & suit) == 1 && (hand_ & trumps_) != 0 ? w_.single : 0;
  }

  int follow_score(int card) const {
    std::array<std::int8_t, 4> cards = p_.trick;
    at(cards, p_.trick_size) = small(card);
    const std::span<const std::int8_t> trick(cards.data(),
                                             static_cast<std::size_t>(p_.trick_size) + 1);
    const int total = Belote::card_points(BeloteProofs::table(p_), trump_) + points(card);
    const int wins = win_chance(trick);
    return total * (2 * wins - 100) + w_.lead * wins - 100 * keep(card, w_.master_safe);
  }

  int win_chance(std::span<const std::int8_t> trick) const {
    const int place = BeloteProofs::best_place(trick, trump_);
    const int best = at(trick, place);
    const int led = trick[0] / 8;
    const int size = static_cast<int>(trick.size());
    const bool ours = (size - 1 - place) % 2 == 0;
    if (size == 4) return ours ? 100 : 0;
    if (size == 3) return ours ? 100 - beats(left_, best, led) : 0;
    const int beaten = beats(left_, best, led);
    if (ours) return 100 - beaten * (100 - w_.recover) / 100;
    return beats(partner_, best, led) * (100 - beaten) / 100;
  }

  int keep(int card, int master_safe) const {
    const int suit = card / 8;
    const int rank = card % 8;
    if (suit == trump_) {
      return at(attack_ ? w_.trump_attack : w_.trump_defend, at(Belote::kStrength, rank));
    }
    const Set held = hand_ & Belote::suit_set(suit);
    const int count = std::popcount(held);
    const int above = std::popcount(higher(card) & unseen_);
    if (above == 0) return (enemies_ & trumps_) != 0 ? w_.master : master_safe;
    if (rank == kTen) return count == 1 ? 0 : w_.ten;
    if (rank == kKing && above <= 2 && count > 1) return w_.king;
    const Set ten = Belote::card_bit(8 * suit + kTen);
    const Set ace = Belote::card_bit(8 * suit + kAce);
    const bool waits = (held & ten) != 0 && (unseen_ & ace) != 0;
    return waits && count == 2 ? w_.guard : 0;
  }

  static constexpr int kKing = 5;
  static constexpr int kTen = 6;
  static constexpr int kAce = 7;

  const Position& p_;
  const BelotePlayWeights& w_;
  int trump_;
  Set trumps_;
  Set hand_ = 0;
  Set unseen_ = 0;
  Set enemies_ = 0;
  std::array<Set, 4> might_{};
  int partner_ = 0;
  int left_ = 0;
  int right_ = 0;
  bool attack_ = false;
};

}  // namespace kibitz
