// The search: can the side of seats 0 and 2 still make `need`? True or false, all hands seen.
//
// One question with one threshold cuts far more than a search for the value; solve.hpp finds the value
// with a few questions. Between two tricks (`reach`):
//   1. the last trick plays itself;
//   2. bounds that need no search: trumps that must win;
//   3. the table: a position of the same shape may have been asked about before;
//   4. the leads, best first; inside a trick (`follow`) the cards of each seat in turn. A card that
//      settles the question for its side ends the loop;
//   5. the answer is kept as a bound.
// What each of these bought is in benchmarks/notes/double_dummy.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "search/double_dummy/order.hpp"
#include "search/double_dummy/rules.hpp"
#include "search/double_dummy/table.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

template <class R>
class Search {
 public:
  using Set = typename R::Set;
  using Table = std::conditional_t<R::kPoints, PointTable<R>, TrickTable<R>>;

  explicit Search(int table_bits) : table_(table_bits) {}

  void set(const std::array<Set, 4>& hands, Set trump) {
    hands_ = hands;
    trump_ = trump;
  }

  std::array<Set, 4>& hands() { return hands_; }
  Set trump() const { return trump_; }
  Table& table() { return table_; }
  std::uint64_t nodes() const { return nodes_; }

  static bool ours(int seat) { return (seat & 1) == 0; }

  // Between two tricks; 0 < need <= left. An answer of `need` or more is a lower bound of the value, a
  // smaller one an upper bound: often a better one than was asked for.
  int reach(Set all, int leader, int need, int left) {
    ++nodes_;
    if ((hands_[0] & (hands_[0] - 1)) == 0) return last(leader, left);

    // The table's line of memory is asked for first, and comes while the bounds are worked out.
    const int cards = std::popcount(hands_[0]);
    const bool kept = cards >= Table::kLeast && cards <= Table::kMost;
    typename Table::Key key{};
    if (kept) {
      key = table_.key(hands_, all, leader, trump_ != 0);
      __builtin_prefetch(key.bucket);
    }

    Bounds known = sure(all, leader, left);
    if (known.least >= need) return known.least;
    if (known.most < need) return known.most;
    if (kept) {
      table_.probe(key, known);
      if (known.least >= need) return known.least;
      if (known.most < need) return known.most;
    }

    const int answer = lead(all, leader, need, left);
    if (answer >= need) {
      known.least = std::max(known.least, answer);
    } else {
      known.most = std::min(known.most, answer);
    }
    if (kept) table_.store(key, known);
    return answer >= need ? known.least : known.most;
  }

  int lead(Set all, int leader, int need, int left) {
    const Set hand = at(hands_, leader);
    Moves<Set> moves;
    Order<R>::leads(moves, hand & ~R::repeated(hand, all), hands_, leader, trump_);
    return best_of(moves, ours(leader), need,
                   [&](Set card) { return after_lead(all, leader, card, need, left); });
  }

  int after_lead(Set all, int leader, Set card, int need, int left) {
    const Trick<Set> t{
        all ^ card, R::lane(R::lane_of(card)), card, (leader + 1) & 3, leader, worth(card), need,
        left};
    at(hands_, leader) ^= card;
    const int answer = follow<1>(t);
    at(hands_, leader) ^= card;
    return answer;
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
  int follow(const Trick<Set>& t) {
    Set moves = legal(t);
    if ((moves & (moves - 1)) == 0) return after<Place>(t, moves);
    moves = different(moves, t);
    if ((moves & (moves - 1)) == 0) return after<Place>(t, moves);
    Moves<Set> ordered;
    Order<R>::template follows<Place>(ordered, moves, hands_, t, trump_);
    return best_of(ordered, ours(t.seat), t.need, [&](Set card) { return after<Place>(t, card); });
  }

  // The seat in place `Place` plays a card; then the next one, or the next trick.
  template <int Place>
  int after(const Trick<Set>& t, Set card) {
    Trick<Set> next = t;
    next.rest ^= card;
    if ((card & beaters(t.best, t.led, trump_)) != 0) {
      next.best = card;
      next.winner = t.seat;
    }
    next.points += worth(card);
    next.seat = (t.seat + 1) & 3;
    at(hands_, t.seat) ^= card;
    int answer;
    if constexpr (Place < 3) {
      answer = follow<Place + 1>(next);
    } else {
      const int trick = R::kPoints ? next.points : 1;
      const int made = ours(next.winner) ? trick : 0;
      const int need = next.need - made;
      const int left = next.left - trick;
      // Made already, or out of reach: no need to look.
      answer = made + (need <= 0     ? 0
                       : need > left ? left
                                     : reach(next.rest, next.winner, need, left));
    }
    at(hands_, t.seat) ^= card;
    return answer;
  }

 private:
  static constexpr int kMuch = 1000;  // above all values

  static int worth(Set card) {
    if constexpr (R::kPoints) return R::points(card);
    return 0;
  }

  // The best of some cards for a side, as far as the question needs it.
  template <class Try>
  static int best_of(const Moves<Set>& moves, bool ours, int need, Try&& play) {
    int best = ours ? -1 : kMuch;
    for (const Set card : moves) {
      const int answer = play(card);
      if ((answer >= need) == ours) return answer;
      best = ours ? std::max(best, answer) : std::min(best, answer);
    }
    return best;
  }

  // The last trick: everybody has one card, or none, and then what is left goes to who took it.
  int last(int leader, int left) const {
    const Set own = at(hands_, leader);
    const Set led = own != 0 ? R::lane(R::lane_of(own)) : Set{0};
    Set best = 0;
    int winner = leader;
    for (int seat = 0; seat < 4; ++seat) {
      const Set card = at(hands_, seat) & (led | trump_);
      if (card > best) {
        best = card;
        winner = seat;
      }
    }
    return ours(winner) ? left : 0;
  }

  // The cards of `own` above every card of `other`, both of one suit.
  static Set above(Set own, Set other) {
    return other == 0 ? own : own & (Set{0} - (std::bit_floor(other) << 1));
  }

  // Tricks that the trumps of one hand win at least, whoever leads: each of them is beaten by another
  // trump of the enemies, a higher one, or wins its trick. From their lowest on, each takes one if it can.
  static int trump_tricks(Set trumps, Set enemies) {
    int beaten = 0;
    for (; enemies != 0; enemies &= enemies - 1) {
      if (std::popcount(trumps & (lowest(enemies) - 1)) > beaten) ++beaten;
    }
    return std::popcount(trumps) - beaten;
  }

  // Tricks that the leader can take at once with plain cards of the own hand: the top ones of each
  // suit, as long as no opponent who has trumps is out of that suit. The own trumps stay for later.
  int quick_tricks(Set all, int leader) const {
    const Set own = at(hands_, leader);
    const Set left = at(hands_, (leader + 1) & 3);
    const Set right = at(hands_, (leader + 3) & 3);
    const bool left_ruffs = (left & trump_) != 0;
    const bool right_ruffs = (right & trump_) != 0;
    int tricks = 0;
    for (int i = 0; i < 4; ++i) {
      const Set lane = R::lane(i);
      if (lane == trump_) continue;
      int top = std::popcount(above(own & lane, (all ^ own) & lane));
      if (left_ruffs) top = std::min(top, std::popcount(left & lane));
      if (right_ruffs) top = std::min(top, std::popcount(right & lane));
      tricks += top;
    }
    return tricks;
  }

  // Bounds that need no search.
  Bounds sure(Set all, int leader, int left) const {
    if constexpr (R::kPoints) {
      const TrumpRun run = trump_run(hands_);
      return run.ours ? Bounds{run.points, left} : Bounds{0, left - run.points};
    } else {
      const Set our_trumps = (hands_[0] | hands_[2]) & trump_;
      const Set their_trumps = (hands_[1] | hands_[3]) & trump_;
      std::array<int, 4> tricks;
      for (int seat = 0; seat < 4; ++seat) {
        at(tricks, seat) =
            trump_tricks(at(hands_, seat) & trump_, ours(seat) ? their_trumps : our_trumps);
      }
      at(tricks, leader) += quick_tricks(all, leader);
      return {std::max(tricks[0], tricks[2]), left - std::max(tricks[1], tricks[3])};
    }
  }

  std::array<Set, 4> hands_{};
  Set trump_ = 0;
  Table table_;
  std::uint64_t nodes_ = 0;
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
