// The order in which cards are tried: a score for each, best first.
//
// All hands are seen, so most scores can say who will win the trick. What they need is small: whether
// the opponents still to play can beat a card (`beaten_by`), and which card of a suit is its master.
#pragma once

#include <array>
#include <bit>

#include "search/double_dummy/rules.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// A trick under way, seen by the search.
template <class Set>
struct Trick {
  Set rest;    // the cards in all hands
  Set led;     // the lane of the led suit
  Set best;    // the winning card so far
  int seat;    // to play
  int winner;  // the seat of `best`
  int points;  // on the table
  int need;    // of the side of seats 0 and 2 from this trick on
  int left;    // that both sides together will still make, this trick included
};

// Cards with scores, sorted while they are added: the best first, equal ones as they came.
template <class Set>
class Moves {
 public:
  void add(Set card, int score) {
    int i = size_++;
    for (; i > 0 && at(scores_, i - 1) < score; --i) {
      at(cards_, i) = at(cards_, i - 1);
      at(scores_, i) = at(scores_, i - 1);
    }
    at(cards_, i) = card;
    at(scores_, i) = score;
  }

  const Set* begin() const { return cards_.data(); }
  const Set* end() const { return cards_.data() + size_; }

 private:
  int size_ = 0;
  std::array<Set, 13> cards_;
  std::array<int, 13> scores_;
};

// Whether a hand can beat `best` when it plays to a trick.
template <class Set>
constexpr bool beaten_by(Set hand, Set best, Set led, Set trump) {
  const Set follow = hand & led;
  return ((follow != 0 ? follow : hand) & beaters(best, led, trump)) != 0;
}

template <class Set>
constexpr Set lowest(Set cards) {
  return cards & (Set{0} - cards);
}

inline int W[80] = {0};
template <class R>
struct Order {
  using Set = typename R::Set;
  using Hands = std::array<Set, 4>;

  static int rank(Set card) { return std::countr_zero(card) % R::kLane; }

  static int worth(Set card) {
    if constexpr (R::kPoints) return R::points(card);
    return 0;
  }

  static int count(Set cards) { return std::popcount(cards); }

  static void leads(Moves<Set>& out, Set moves, const Hands& hands, int seat, Set trump) {
    const Set own = at(hands, seat);
    const Set left = at(hands, (seat + 1) & 3);
    const Set right = at(hands, (seat + 3) & 3);
    const Set partner = at(hands, seat ^ 2);
    const Set all = own | left | right | partner;
    const bool enemy_trumps = ((left | right) & trump) != 0;
    const bool left_trumps = (left & trump) != 0, right_trumps = (right & trump) != 0;
    for (int i = 0; i < 4; ++i) {
      const Set led = R::lane(i);
      Set m = moves & led;
      if (m == 0) continue;
      const bool tr = led == trump;
      const Set master = std::bit_floor(all & led);
      int base = 0;
      base += W[0] * count(own & led) + W[1] * count(partner & led) + W[2] * count(left & led) +
              W[3] * count(right & led);
      if (!tr && (left & led) == 0 && left_trumps) base += W[4];
      if (!tr && (right & led) == 0 && right_trumps) base += W[5];
      if (!tr && (partner & led) == 0 && (partner & trump) != 0) base += W[6];
      if (master & left) base += W[7];
      if (master & right) base += W[8];
      if (master & partner) base += W[9];
      if (tr) base += W[10];
      if (tr && !enemy_trumps) base += W[11];
      if (!tr && count(own & led) == 1 && (own & trump) != 0) base += W[12];
      const Set pf = partner & led;
      for (; m != 0; m &= m - 1) {
        const Set card = lowest(m);
        int sc = base;
        const bool bl = beaten_by(left, card, led, trump), br = beaten_by(right, card, led, trump);
        const int r = count(all & led & (card - 1));  // relative rank
        if (!bl && !br) {
          sc += W[13] + W[14] * r + W[15] * worth(card);
          if (tr && enemy_trumps) sc += W[16];
        } else {
          const Set wins = (pf != 0 ? pf : partner) & beaters(card, led, trump);
          bool ours = false;
          if (wins != 0) {
            const Set best = std::bit_floor(wins);
            ours = !beaten_by(left, best, led, trump) && !beaten_by(right, best, led, trump);
          }
          if (ours)
            sc += W[17] + W[18] * r + W[19] * worth(card);
          else {
            sc += W[20] * r + W[21] * worth(card);
            if (bl) sc += W[22];
            if (br) sc += W[23];
          }
        }
        out.add(card, sc);
      }
    }
  }

  // Following: place 1 to 3 in the trick.
  template <int Place>
  static void follows(Moves<Set>& out, Set moves, const Hands& hands, const Trick<Set>& t,
                      Set trump) {
    const Set wins = beaters(t.best, t.led, trump);
    const bool partner_wins = ((t.winner ^ t.seat) & 1) == 0;
    const Set next = at(hands, (t.seat + 1) & 3);
    const Set partner = at(hands, t.seat ^ 2);
    const Set own = at(hands, t.seat);
    const bool discard = (own & t.led) == 0;
    for (; moves != 0; moves &= moves - 1) {
      const Set card = lowest(moves);
      const bool takes = (card & wins) != 0;
      const Set best = takes ? card : t.best;
      bool ours = takes || partner_wins;
      if constexpr (Place < 3) {
        if (ours && beaten_by(next, best, t.led, trump)) ours = false;
      }
      bool by_partner = false;
      if constexpr (Place == 1) {
        if (!ours) {
          const Set high = next_best(best, next, t.led, trump);
          if (beaten_by(partner, high, t.led, trump)) by_partner = true;
        }
      }
      constexpr int B = 24 + (Place - 1) * 14;
      const Set lane = R::lane(R::lane_of(card));
      const int r = count(t.rest & lane & (card - 1));
      int sc = 0;
      const bool istr = (card & trump) != 0;
      if (ours || by_partner) {
        sc += ours ? W[B] : W[B + 1];
        sc += W[B + 2] * r + W[B + 3] * worth(card);
        if (takes) sc += partner_wins ? W[B + 4] : W[B + 5];
        if (istr) sc += W[B + 6];
      } else {
        sc += W[B + 7] * r + W[B + 8] * worth(card);
        if (takes) sc += W[B + 9];
        if (istr) sc += W[B + 10];
      }
      if (discard && !istr) {
        sc += W[B + 11] * count(own & lane);
        if ((t.rest & lane) != 0 && card == std::bit_floor(t.rest & lane)) sc += W[B + 12];
        if ((own & lane) == card) sc += W[B + 13];
      }
      out.add(card, sc);
    }
  }

  static Set next_best(Set best, Set next, Set led, Set trump) {
    const Set follow = next & led;
    const Set wins = (follow != 0 ? follow : next) & beaters(best, led, trump);
    return wins != 0 ? std::bit_floor(wins) : best;
  }
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
