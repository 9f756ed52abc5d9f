// The rule sets of the double-dummy solver: Belote, Codepiece, and plain bridge-style play.
//
// A set of cards is one integer, a lane of bits for each suit, weakest card lowest, with trump in the
// top lane. So one-hot cards of one trick compare as integers: among the cards of the led suit and of
// trump the greatest wins. A rule set gives the width of a lane, what is legal, and what counts.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/small.hpp"
#include "search/double_dummy/bits.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// The cards of `led` and `trump` that win over `best`, which is the winning card so far.
template <class Set>
constexpr Set beaters(Set best, Set led, Set trump) {
  return (led | trump) & (Set{0} - (best << 1));
}

// Which cards the rules ask a player to beat, if the hand can.
enum class Beat {
  none,    // any card of the led suit, and any card of a hand without one
  trumps,  // Belote: the best trump, by a trump; nothing if the partner wins, unless trump was led
  all,     // Codepiece: the winning card of an opponent
};

// Four lanes of `kLane` bits, `kRanks` of them used. Lane 3 is trump, or the last suit without one.
template <class SetType, int Lane, int Ranks>
struct Lanes {
  using Set = SetType;
  static constexpr int kLane = Lane;
  static constexpr int kRanks = Ranks;
  static constexpr Set kSuit = (Set{1} << Ranks) - 1;
  static constexpr Set kTop = kSuit << (3 * Lane);  // the lane of trump

  static constexpr Set lane(int i) { return kSuit << (i * Lane); }
  static constexpr int lane_of(Set card) { return std::countr_zero(card) / Lane; }

  // The places of `cards` and, in each lane, those above its lowest one.
  static constexpr Set upward(Set cards) {
    if constexpr (Ranks < Lane) {
      constexpr Set guard = lowest_places() << (Lane - 1);  // a lane's loan stays in the lane
      return (cards | (guard - cards)) & lowest_places() * kSuit;
    } else {
      static_assert(Lane == 8);
      cards |= (cards << 1) & lowest_places() * 0xFE;
      cards |= (cards << 2) & lowest_places() * 0xFC;
      cards |= (cards << 4) & lowest_places() * 0xF0;
      return cards;
    }
  }

  // The cards of `moves` whose next lower card among `present` is in `moves` too. The carry of an
  // addition runs from each card over the places of `gone` cards and stops at the next that is there.
  static constexpr Set runs(Set moves, Set gone) { return moves & ((moves << 1) + gone) & ~gone; }

 private:
  static constexpr Set lowest_places() {
    return Set{1} | Set{1} << Lane | Set{1} << (2 * Lane) | Set{1} << (3 * Lane);
  }
};

// Play of 52 cards where each trick counts one. Cards in sequence in one hand are the same.
struct Tricks52 : Lanes<std::uint64_t, 16, 13> {
  static constexpr bool kPoints = false;
  static constexpr Set kAll = lane(0) | lane(1) | lane(2) | lane(3);
  static constexpr Set repeated(Set moves, Set present) { return runs(moves, kAll & ~present); }
};

// Bridge-style play: follow suit, no other duty; trump or none.
struct BridgeRules : Tricks52 {
  static constexpr Beat kBeat = Beat::none;

  static constexpr Set legal(Set hand, Set led, Set, bool, Set) {
    const Set follow = hand & led;
    return follow != 0 ? follow : hand;
  }
};

// Codepiece, rule 6: an opponent's winning card must be beaten by who can.
struct CodepieceRules : Tricks52 {
  static constexpr Beat kBeat = Beat::all;

  static constexpr Set legal(Set hand, Set led, Set best, bool partner, Set trump) {
    const Set follow = hand & led;
    const Set candidates = follow != 0 ? follow : hand;
    const Set beating = candidates & beaters(best, led, trump);
    return beating != 0 && !partner ? beating : candidates;
  }
};

// Belote: 32 cards, points. Rule 5 in four operations, and the points of rules 6 and 7.
struct BeloteRules : Lanes<std::uint32_t, 8, 8> {
  static constexpr bool kPoints = true;
  static constexpr Beat kBeat = Beat::trumps;
  static constexpr int kLast = 10;  // rule 7: the last trick, before any capot

  static constexpr Set legal(Set hand, Set led, Set best, bool partner, Set trump) {
    const Set follow = hand & led;
    const Set candidates = follow != 0 ? follow : hand;
    // The trumps above the best trump on the table; all of them where there is none.
    constexpr Set lowest = Set{1} << 24;
    const Set above = candidates & (Set{0} - (best > lowest ? best : lowest));
    return above != 0 && (!partner || led == trump) ? above : candidates;
  }

  // Lanes are in the order of strength: 7 8 9 J Q K 10 A, and in trump 7 8 Q K 10 A 9 J.
  static constexpr std::array<std::uint8_t, 8> kPlainPoints = {0, 0, 0, 2, 3, 4, 10, 11};
  static constexpr std::array<std::uint8_t, 8> kTrumpPoints = {0, 0, 3, 4, 10, 11, 14, 20};
  static constexpr Set kWorthless = 0x03070707;

  static constexpr std::array<std::uint8_t, 32> kCardPoints = [] {
    std::array<std::uint8_t, 32> points{};
    for (int i = 0; i < 32; ++i) at(points, i) = at(i < 24 ? kPlainPoints : kTrumpPoints, i % 8);
    return points;
  }();

  static int points(Set card) { return at(kCardPoints, std::countr_zero(card)); }

  // Cards in sequence are the same only if both are worth nothing.
  static constexpr Set repeated(Set moves, Set present) {
    return runs(moves & kWorthless, kWorthless & ~present);
  }
};

// Belote counted in tricks, for the question of a capot. Here all cards in sequence are the same.
struct BeloteTricks : BeloteRules {
  static constexpr bool kPoints = false;
  static constexpr Set repeated(Set moves, Set present) {
    Set same = 0;
    for (int i = 0; i < 4; ++i) {  // lanes are full: a carry must not leave its own
      same |= runs(moves & lane(i), lane(i) & ~present) & lane(i);
    }
    return same;
  }
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
