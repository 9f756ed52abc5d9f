// Bounds that need no search: trumps that must win, and plain cards that can be cashed at once.
//
// They come with the ranks that they depend on (relevance.hpp). Where points count, the run of top
// trumps of one side is its own.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "search/double_dummy/points.hpp"
#include "search/double_dummy/relevance.hpp"
#include "search/double_dummy/rules.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

template <class R>
class SureTricks {
 public:
  using Set = typename R::Set;
  using Hands = std::array<Set, 4>;

  // Whether bounds alone settle the question of `need` between two tricks.
  static bool settle(const Hands& hands, Set trump, Set all, int leader, int need, int left,
                     Found<Set>& found) {
    if constexpr (R::kPoints) {
      const TrumpRun run = trump_run(hands);
      found = {run.ours ? run.points : left - run.points, R::kTop};
      return run.ours == (found.value >= need);
    } else {
      return settle_tricks(hands, trump, all, leader, need, left, found);
    }
  }

 private:
  struct Tricks {
    int count = 0;
    Set relevant = 0;
  };

  static bool settle_tricks(const Hands& hands, Set trump, Set all, int leader, int need, int left,
                            Found<Set>& found) {
    const std::array<Set, 2> trumps = {(hands[0] | hands[2]) & trump,
                                       (hands[1] | hands[3]) & trump};
    for (int side = 0; side < 2; ++side) {
      const int first = side == (leader & 1) ? leader : side;
      const Tricks own = trump_tricks(at(hands, first) & trump, at(trumps, side ^ 1));
      const Tricks other = trump_tricks(at(hands, first ^ 2) & trump, at(trumps, side ^ 1));
      Tricks best = own.count >= other.count ? own : other;
      const int goal = side == 0 ? need : left - need + 1;
      if (first == leader && best.count < goal) {
        best = leader_tricks(hands, trump, all, leader, own, other);
      }
      if (best.count >= goal) {
        found = {side == 0 ? best.count : left - best.count, best.relevant};
        return true;
      }
    }
    return false;
  }

  // Tricks that the trumps of one hand win at least, whoever leads: each of them is beaten by another
  // trump of the enemies, a higher one, or wins its trick. From the highest on, each is beaten if it can.
  static Tricks trump_tricks(Set trumps, Set enemies) {
    if (enemies == 0) return {std::popcount(trumps), 0};
    Tricks tricks;
    int beaten = 0;
    Set winner = 0;
    while (trumps != 0) {
      const Set card = std::bit_floor(trumps);
      trumps ^= card;
      if (std::popcount(enemies & (Set{0} - card)) > beaten) {
        ++beaten;
      } else {
        ++tricks.count;
        winner = card;
      }
    }
    tricks.relevant = R::upward(winner);
    return tricks;
  }

  // The cards of `own` above every card of `other`, both of one suit.
  static Set above(Set own, Set other) {
    return other == 0 ? own : own & (Set{0} - (std::bit_floor(other) << 1));
  }

  // Tricks that the leader's side can take at once with plain cards: the top ones of each suit that one
  // of them holds, as long as no opponent who has trumps is out of that suit. The trumps stay for later.
  struct QuickTricks {
    Tricks own;
    Tricks partner;
    bool entry = false;  // the leader has a card of a suit in which the partner takes one
  };

  static QuickTricks quick_tricks(const Hands& hands, Set trump, Set all, int leader) {
    const Set own = at(hands, leader);
    const Set partner = at(hands, leader ^ 2);
    const Set left = at(hands, (leader + 1) & 3);
    const Set right = at(hands, (leader + 3) & 3);
    const bool left_ruffs = (left & trump) != 0;
    const bool right_ruffs = (right & trump) != 0;
    QuickTricks quick;
    for (int i = 0; i < 4; ++i) {
      const Set lane = R::lane(i);
      if (lane == trump) continue;
      const Set ours = (own | partner) & lane;
      const Set theirs = (left | right) & lane;
      if (ours <= theirs) continue;  // the top card is theirs, or the suit is gone
      const bool is_own = (own & lane) > (partner & lane);
      const Set holder = (is_own ? own : partner) & lane;
      const Set others = (all & lane) ^ holder;
      Set run = above(holder, others);
      int top = std::popcount(run);
      if (left_ruffs) top = std::min(top, std::popcount(left & lane));
      if (right_ruffs) top = std::min(top, std::popcount(right & lane));
      if (top == 0) continue;
      Tricks& tricks = is_own ? quick.own : quick.partner;
      tricks.count += top;
      if (others != 0) {
        for (int low = std::popcount(run) - top; low > 0; --low) run &= run - 1;
        tricks.relevant |= lowest(run);
      }
      quick.entry |= !is_own && (own & lane) != 0;
    }
    return quick;
  }

  // What the leader's side takes at least. With an entry the leader takes its tricks, crosses over, and
  // the partner takes the others: opponents with trumps follow suit all the while. Each of the two needs
  // other plain cards to play to the tricks of the other, or it would have to ruff them.
  static Tricks leader_tricks(const Hands& hands, Set trump, Set all, int leader, const Tricks& own,
                              const Tricks& partner) {
    const QuickTricks quick = quick_tricks(hands, trump, all, leader);
    const int both = quick.own.count + quick.partner.count;
    if (quick.entry && both <= std::popcount(at(hands, leader) & ~trump) &&
        both <= std::popcount(at(hands, leader ^ 2) & ~trump)) {
      const Tricks& trumps = own.count >= partner.count ? own : partner;
      return {both + trumps.count,
              R::upward(quick.own.relevant | quick.partner.relevant | trumps.relevant)};
    }
    return {own.count + quick.own.count, R::upward(quick.own.relevant | own.relevant)};
  }
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
