// The search: can the side of seats 0 and 2 still make `need`? True or false, all hands seen.
//
// One question with one threshold cuts far more than a search for the value; solve.hpp finds the value
// with a few questions. Between two tricks (`reach`):
//   1. the last trick plays itself;
//   2. bounds that need no search (bounds.hpp): trumps that must win, tricks that can be cashed;
//   3. the table: a position that differs in nothing relevant may have been asked about before;
//   4. the leads, best first; inside a trick (`follow`) the cards of each seat in turn. A card that
//      settles the question for its side ends the loop;
//   5. the answer is kept as a bound, with the ranks that it depends on (relevance.hpp).
// What each of these bought is in benchmarks/notes/double_dummy.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "search/double_dummy/bounds.hpp"
#include "search/double_dummy/order.hpp"
#include "search/double_dummy/relevance.hpp"
#include "search/double_dummy/rules.hpp"
#include "search/double_dummy/table.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

template <class R>
class Search {
 public:
  using Set = typename R::Set;
  using Answer = Found<Set>;
  using Table = std::conditional_t<R::kPoints, PointTable<R>, TrickTable<R>>;

  explicit Search(int table_bits) : table_(table_bits) {}

  // What was found for one deal is kept for its later positions and other leaders. For another deal it
  // would be true as well, but of next to no use, and the chains of the table grow long.
  void set(const std::array<Set, 4>& hands, Set trump) {
    bool known = trump == trump_;
    for (int seat = 0; seat < 4; ++seat) known &= (at(hands, seat) & ~at(deal_, seat)) == 0;
    if (!known) {
      table_.clear();
      deal_ = hands;
    }
    hands_ = hands;
    trump_ = trump;
    lengths_ = 0;
    for (int seat = 0; seat < 4; ++seat) {
      for (Set rest = at(hands, seat); rest != 0; rest &= rest - 1) {
        lengths_ += one(lowest(rest), seat);
      }
    }
  }

  const std::array<Set, 4>& hands() const { return hands_; }
  Set trump() const { return trump_; }
  Table& table() { return table_; }
  std::uint64_t nodes() const { return nodes_; }

  static bool ours(int seat) { return (seat & 1) == 0; }

  // Between two tricks; 0 < need <= left. The answer is often a better bound than was asked for.
  Answer reach(Set all, int leader, int need, int left) {
    ++nodes_;
    if ((hands_[0] & (hands_[0] - 1)) == 0) return last(leader, left);

    Answer found;
    const int cards = std::popcount(hands_[0]);
    if (cards < Table::kLeast || cards > Table::kMost) {
      if (SureTricks<R>::settle(hands_, trump_, all, leader, need, left, found)) return found;
      return lead(all, leader, need, left);
    }
    // The table's memory is asked for first, and comes while the bounds are worked out.
    const Boundary<Set> here{hands_, all, lengths_, leader};
    typename Table::Key key;
    table_.locate(key, here, trump_ != 0);
    if (SureTricks<R>::settle(hands_, trump_, all, leader, need, left, found)) return found;
    if (table_.probe(key, here, need, found)) return found;
    found = lead(all, leader, need, left);
    table_.store(key, here, need, found);
    return found;
  }

  Answer after_lead(Set all, int leader, Set card, int need, int left) {
    Trick<Set> t{all ^ card, R::lane(R::lane_of(card)),
                 card,       (leader + 1) & 3,
                 leader,     worth(card),
                 need,       left,
                 {}};
    at(t.table, leader & 1) = card;
    return with(leader, card, [&] { return follow<1>(t); });
  }

  Set legal(const Trick<Set>& t) const {
    const bool partner = ((t.winner ^ t.seat) & 1) == 0;
    return R::legal(at(hands_, t.seat), t.led, t.best, partner, trump_);
  }

  // Of cards that lead to the same, one. Of the cards on the table only the winning one matters.
  Set different(Set moves, const Trick<Set>& t) const {
    return moves & ~R::repeated(moves, t.rest | t.best);
  }

  template <int Place>
  Answer follow(const Trick<Set>& t) {
    const Set all = legal(t);
    const Set moves = (all & (all - 1)) != 0 ? different(all, t) : all;
    const Set hand = at(hands_, t.seat);
    const auto relevant = [&](Set found, Set card) {
      const Set so_far = card == 0 ? Relevance<R>::of_sequences(found, all, moves) : found;
      return Relevance<R>::of_duty(so_far, t, hand, all, card, trump_);
    };
    if ((moves & (moves - 1)) == 0) {
      Answer only = after<Place>(t, moves);
      const bool settled = (only.value >= t.need) == ours(t.seat);
      only.relevant = relevant(only.relevant, settled ? moves : 0);
      return only;
    }
    Moves<Set> ordered;
    Order<R>::template follows<Place>(ordered, moves, hands_, t, trump_);
    return best_of(
        ordered, ours(t.seat), t.need, [&](Set card) { return after<Place>(t, card); }, relevant);
  }

  // The seat in place `Place` plays a card; then the next one, or the next trick.
  template <int Place>
  Answer after(const Trick<Set>& t, Set card) {
    Trick<Set> next = t;
    next.rest ^= card;
    if ((card & beaters(t.best, t.led, trump_)) != 0) {
      next.best = card;
      next.winner = t.seat;
    }
    next.points += worth(card);
    next.seat = (t.seat + 1) & 3;
    at(next.table, t.seat & 1) |= card;
    return with(t.seat, card, [&] {
      if constexpr (Place < 3) {
        return follow<Place + 1>(next);
      } else {
        return next_trick(next);
      }
    });
  }

 private:
  static constexpr int kMuch = 1000;  // above all values

  static int worth(Set card) {
    if constexpr (R::kPoints) return R::points(card);
    return 0;
  }

  // A card in the numbers of Shape.
  static std::uint64_t one(Set card, int seat) {
    return std::uint64_t{1} << (16 * R::lane_of(card) + 4 * seat);
  }

  // What `play` finds while a card is out of a hand.
  template <class Play>
  Answer with(int seat, Set card, Play&& play) {
    const std::uint64_t lengths = lengths_;
    lengths_ -= one(card, seat);
    at(hands_, seat) ^= card;
    const Answer answer = play();
    at(hands_, seat) ^= card;
    lengths_ = lengths;
    return answer;
  }

  Answer lead(Set all, int leader, int need, int left) {
    const Set hand = at(hands_, leader);
    const Set different = hand & ~R::repeated(hand, all);
    Moves<Set> moves;
    Order<R>::leads(moves, different, hands_, leader, trump_);
    return best_of(
        moves, ours(leader), need,
        [&](Set card) { return after_lead(all, leader, card, need, left); },
        [&](Set relevant, Set card) {
          return card == 0 ? Relevance<R>::of_sequences(relevant, hand, different) : relevant;
        });
  }

  // The trick is complete.
  Answer next_trick(const Trick<Set>& t) {
    const int trick = R::kPoints ? t.points : 1;
    const int made = ours(t.winner) ? trick : 0;
    const int need = t.need - made;
    const int left = t.left - trick;
    Answer answer{0, 0};
    if (need > left) {  // out of reach; or made already: no need to look
      answer.value = left;
    } else if (need > 0) {
      answer = reach(t.rest, t.winner, need, left);
    }
    answer.value += made;
    answer.relevant |= Relevance<R>::of_winner(t.best, t.table[0] | t.table[1]);
    return answer;
  }

  // The best of some cards for a side, as far as the question needs it. `relevant` is told which card
  // settled it, or 0.
  template <class Try, class Relevant>
  static Answer best_of(const Moves<Set>& moves, bool ours, int need, Try&& play,
                        Relevant&& relevant) {
    Answer best{ours ? -1 : kMuch, 0};
    for (const Set card : moves) {
      const Answer answer = play(card);
      if ((answer.value >= need) == ours) return {answer.value, relevant(answer.relevant, card)};
      best.value = ours ? std::max(best.value, answer.value) : std::min(best.value, answer.value);
      best.relevant |= answer.relevant;
    }
    best.relevant = relevant(best.relevant, 0);
    return best;
  }

  // The last trick: everybody has one card, or none, and then what is left goes to who took it.
  Answer last(int leader, int left) const {
    const Set own = at(hands_, leader);
    if (own == 0) return {ours(leader) ? left : 0, 0};
    const Set led = R::lane(R::lane_of(own));
    Set best = 0;
    Set table = 0;
    int winner = leader;
    for (int seat = 0; seat < 4; ++seat) {
      const Set card = at(hands_, seat) & (led | trump_);
      table |= card;
      if (card > best) {
        best = card;
        winner = seat;
      }
    }
    return {ours(winner) ? left : 0, Relevance<R>::of_winner(best, table)};
  }

  std::array<Set, 4> hands_{};
  std::array<Set, 4> deal_{};  // that the table knows
  std::uint64_t lengths_ = 0;  // of suits in hands, as in Shape
  Set trump_ = 0;
  Table table_;
  std::uint64_t nodes_ = 0;
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
