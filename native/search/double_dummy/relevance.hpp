// Relevant ranks: which cards an answer depends on.
//
// Most cards of a position do not matter to an answer by their rank: that there is a seventh club does,
// that it is lower than the eight does not. So an answer comes with the cards whose ranks its proof
// used: in each suit all from one rank upward. Below that only the number of cards in each hand counts,
// and the answer holds for every position with the same relevant cards and the same lengths, whatever
// the ranks below (partition search: Ginsberg 1996; "winning ranks" in DDS). The table finds such
// positions by their shape.
//
// The proof is a tree of plays, and it must stay one when the ranks below are shuffled:
//   - the winner of a trick must be the same: the winning card is relevant if another of its suit lies
//     in the trick (`of_winner`);
//   - what is legal must be the same, as far as the proof uses it: the winning card so far is relevant
//     if the duty to beat it depends on ranks that are not (`of_duty`);
//   - cards in sequence, of which one was tried for all, are relevant together (`of_sequences`).
// A proof needs one card of a hand that settles the question for its own side, and all of the others.
#pragma once

#include <array>
#include <bit>

#include "search/double_dummy/order.hpp"
#include "search/double_dummy/rules.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// An answer to "can seats 0 and 2 make `need`?": at least `need`, a lower bound of what they make; less,
// an upper bound.
template <class Set>
struct Found {
  int value;
  Set relevant;  // places of cards, in each lane from one upward
};

template <class R>
struct Relevance {
  using Set = typename R::Set;

  // Where points count, a trump that must be played could be worth more or less than another one: all
  // trumps stay relevant.
  static constexpr Set kAlways = R::kPoints ? R::kTop : Set{0};

  static Set of_winner(Set best, Set table) {
    const Set suit = R::lane(R::lane_of(best));
    return (table & suit & ~best) != 0 ? R::upward(best) : Set{0};
  }

  // All cards of a hand were tried: `tried` for `legal`, the lowest for each sequence.
  static Set of_sequences(Set relevant, Set legal, Set tried) {
    for (Set rest = legal & ~tried & relevant; rest != 0; rest &= rest - 1) {
      const Set card = lowest(rest);
      const Set lane = R::lane(R::lane_of(card));
      relevant |= std::bit_floor(tried & lane & (card - 1));
    }
    return R::upward(relevant);
  }

  // The seat to play has tried `card`, which settled the question for its side, or all (`card` is 0).
  static Set of_duty(Set relevant, const Trick<Set>& t, Set hand, Set legal, Set card, Set trump) {
    if constexpr (R::kBeat == Beat::none) return relevant;
    if (((relevant | kAlways) & t.best) != 0)
      return relevant;  // all that could beat it is relevant
    const Set suit = R::lane(R::lane_of(t.best));
    // Of x-cards on the table nobody knows which is the best: it may be the partner's, or not.
    const bool always = R::kBeat == Beat::trumps && t.led == trump;
    const bool partner = !always && (at(t.table, t.seat & 1) & suit) != 0;
    const bool enemy = always || (at(t.table, (t.seat & 1) ^ 1) & suit) != 0;
    if (!enemy) return relevant;
    // The cards that follow: those that beat the best one for sure, those that may, the others.
    const Set follow = hand & t.led;
    const Set cards = follow != 0 ? follow : hand;
    const bool ranks = R::kBeat == Beat::all || suit == trump;  // whether ranks of `suit` count
    const Set beat =
        (ranks ? cards & suit & relevant : Set{0}) | (suit != trump ? cards & trump : 0);
    const Set may = ranks ? cards & suit & ~relevant : Set{0};
    const Set other = cards & ~beat & ~may;
    bool depends;
    if (card != 0) {
      // It must be legal whoever is best: or another one of its suit, which is as good.
      depends = (card & beat) == 0 && (beat != 0 || ((card & may) == 0 && may != 0));
    } else {
      // All that could be legal must have been tried.
      depends = (may != 0 && (legal & may) == 0) ||
                (other != 0 && (legal & other) == 0 && (partner || beat == 0));
    }
    return depends ? R::upward(relevant | t.best) : relevant;
  }
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
