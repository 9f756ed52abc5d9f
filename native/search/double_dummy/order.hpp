// The order in which cards are tried: a score for each, best first.
//
// All hands are seen, so a score can say who will win the trick: whether the opponents still to play can
// beat a card, and whether the partner can. The weights are in weights.hpp. Ranks count the lower cards
// that are left in the suit. The first card tried settles the question in 88 to 99 of 100 cases.
#pragma once

#include <array>
#include <bit>

#include "search/double_dummy/rules.hpp"
#include "search/double_dummy/weights.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// A trick under way, seen by the search.
template <class Set>
struct Trick {
  Set rest;                  // the cards in all hands
  Set led;                   // the lane of the led suit
  Set best;                  // the winning card so far
  int seat;                  // to play
  int winner;                // the seat of `best`
  int points;                // on the table
  int need;                  // of the side of seats 0 and 2 from this trick on
  int left;                  // that both sides together will still make, this trick included
  std::array<Set, 2> table;  // the cards on the table of seats 0 and 2, and of the others
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

template <class R>
struct Order {
  using Set = typename R::Set;
  using Hands = std::array<Set, 4>;

  static void leads(Moves<Set>& out, Set moves, const Hands& hands, int seat, Set trump) {
    constexpr const LeadWeights& w = R::kPoints ? kPointLead : kTrickLead;
    const Set own = at(hands, seat);
    const Set left = at(hands, (seat + 1) & 3);
    const Set right = at(hands, (seat + 3) & 3);
    const Set partner = at(hands, seat ^ 2);
    const bool enemy_trumps = ((left | right) & trump) != 0;
    const auto beaten = [&](Set card, Set led) {
      return beaten_by(left, card, led, trump) || beaten_by(right, card, led, trump);
    };
    for (int i = 0; i < 4; ++i) {
      const Set led = R::lane(i);
      Set cards = moves & led;
      if (cards == 0) continue;
      const Set suit = (own | left | right | partner) & led;
      const int base = suit_score(w, led, own, left, partner, right, trump);
      for (; cards != 0; cards &= cards - 1) {
        const Set card = lowest(cards);
        const int rank = std::popcount(suit & (card - 1));
        int score = base;
        if (!beaten(card, led)) {
          score += w.wins + w.wins_rank * rank + w.wins_points * worth(card);
          if (led == trump && enemy_trumps) score += w.draws_trumps;
        } else if (const Set best = best_of(partner, card, led, trump);
                   best > card && !beaten(best, led)) {
          score += w.partner_wins + w.partner_rank * rank + w.partner_points * worth(card);
        } else {
          score += w.lost_rank * rank + w.lost_points * worth(card);
          if (beaten_by(left, card, led, trump)) score += w.left_beats;
          if (beaten_by(right, card, led, trump)) score += w.right_beats;
        }
        out.add(card, score);
      }
    }
  }

  // Following: place 1 to 3 in the trick.
  template <int Place>
  static void follows(Moves<Set>& out, Set moves, const Hands& hands, const Trick<Set>& t,
                      Set trump) {
    constexpr const FollowWeights& w = at(R::kPoints ? kPointFollow : kTrickFollow, Place - 1);
    const Set wins = beaters(t.best, t.led, trump);
    const bool partner_wins = ((t.winner ^ t.seat) & 1) == 0;
    const Set own = at(hands, t.seat);
    const Set next = at(hands, (t.seat + 1) & 3);
    const bool discards = (own & t.led) == 0;
    for (; moves != 0; moves &= moves - 1) {
      const Set card = lowest(moves);
      const bool takes = (card & wins) != 0;
      const bool is_trump = (card & trump) != 0;
      const Set best = takes ? card : t.best;
      // Who wins if the opponent behind does what it can; and then the partner behind that one.
      bool ours = takes || partner_wins;
      if (Place < 3 && ours) ours = !beaten_by(next, best, t.led, trump);
      const bool by_partner =
          Place == 1 && !ours &&
          beaten_by(at(hands, t.seat ^ 2), best_of(next, best, t.led, trump), t.led, trump);
      const Set lane = R::lane(R::lane_of(card));
      const int rank = std::popcount(t.rest & lane & (card - 1));
      int score = 0;
      if (ours || by_partner) {
        score += (ours ? w.ours : w.by_partner) + w.ours_rank * rank + w.ours_points * worth(card);
        if (takes) score += partner_wins ? w.over_partner : w.takes;
        if (is_trump) score += w.ours_trump;
      } else {
        score += w.lost_rank * rank + w.lost_points * worth(card);
        if (takes) score += w.lost_takes;
        if (is_trump) score += w.lost_trump;
      }
      if (discards && !is_trump) {
        score += w.discard_length * std::popcount(own & lane);
        if (card == std::bit_floor(t.rest & lane)) score += w.discard_master;
        if ((own & lane) == card) score += w.discard_last;
      }
      out.add(card, score);
    }
  }

 private:
  static int worth(Set card) {
    if constexpr (R::kPoints) return R::points(card);
    return 0;
  }

  // The best card that a hand can put over `best`, or `best` itself.
  static Set best_of(Set hand, Set best, Set led, Set trump) {
    const Set follow = hand & led;
    const Set wins = (follow != 0 ? follow : hand) & beaters(best, led, trump);
    return wins != 0 ? std::bit_floor(wins) : best;
  }

  // What speaks for leading a suit, whatever the card.
  static int suit_score(const LeadWeights& w, Set led, Set own, Set left, Set partner, Set right,
                        Set trump) {
    int score =
        w.own_length * std::popcount(own & led) + w.partner_length * std::popcount(partner & led) +
        w.left_length * std::popcount(left & led) + w.right_length * std::popcount(right & led);
    const Set master = std::bit_floor((own | left | right | partner) & led);
    if ((master & left) != 0) score += w.left_master;
    if ((master & right) != 0) score += w.right_master;
    if ((master & partner) != 0) score += w.partner_master;
    if (led == trump) {
      return score + w.trump + (((left | right) & trump) == 0 ? w.trump_alone : 0);
    }
    const auto ruffs = [&](Set hand) { return (hand & led) == 0 && (hand & trump) != 0; };
    if (ruffs(left)) score += w.left_ruffs;
    if (ruffs(right)) score += w.right_ruffs;
    if (ruffs(partner)) score += w.partner_ruffs;
    if (std::popcount(own & led) == 1 && (own & trump) != 0) score += w.singleton;
    return score;
  }
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
