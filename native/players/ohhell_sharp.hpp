// Oh Hell by rule, at engine speed: the twin of kibitz/players/ohhell/sharp.py, which explains
// the rule. The same numbers in the same order of operations, so that both choose alike.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/small.hpp"
#include "games/ohhell.hpp"
#include "players/ohhell_rule_players.hpp"

namespace kibitz {

struct OhHellSharp {
  using Options = OhHell::Options;
  using Position = OhHell::Position;
  static constexpr const char* name = "sharp";

  // In the order of the constants of sharp.py.
  enum Number : int {
    kTrumpTop,
    kTrumpLow,
    kSideTop,
    kSideLow,
    kRuffFear,
    kVoid,
    kSingle,
    kScale2,
    kScale3,
    kScale4,
    kScale5,
    kShare,
    kSpread0,
    kSpread1,
    kPlan,
    kEager,
    kShy,
    kSpoil,
    kNumbers
  };
  static constexpr std::array<double, kNumbers> kDefaults{
      0.869, 0.297, 0.266, 0.424, 1.231, 0.01,  0.01,  1.681, 1.93,
      1.681, 1.506, 0.096, 0.515, 0.074, 1.115, 0.181, 0.616, -0.148};

  struct Memory {
    OhHellSmart::Memory voids;
    std::array<double, kNumbers> numbers = kDefaults;
  };

  static void read(const Options& o, Reader& in, Memory& memory) {
    OhHellSmart::read(o, in, memory.voids);
  }
  static void note(const Options& o, const Position& p, int action, Memory& memory) {
    OhHellSmart::note(o, p, action, memory.voids);
  }
  static void tune(std::span<const double> numbers, Memory& memory) {
    if (numbers.empty()) return;
    if (numbers.size() != kNumbers) throw Malformed("sharp takes another number of numbers");
    std::copy(numbers.begin(), numbers.end(), memory.numbers.begin());
  }

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream&) {
    const Table t = look(o, p, memory);
    if (p.phase == OhHell::kBidding) return OhHell::kBid + bid(o, p, t);
    const Cards legal = OhHell::legal_cards(o, p);
    if ((legal & (legal - 1)) == 0) return std::countr_zero(legal);
    return card(o, p, memory, t, legal);
  }

 private:
  // What the seat on turn sees, counted once a decision.
  struct Table {
    std::array<double, kNumbers> numbers;
    std::array<std::uint32_t, 4> unseen;  // by suit: not in hand, not played, not turned up
    Cards hand;
    int trump;
    int others;    // players beside this one
    double place;  // chance that an unseen card is with one given other player
    double held;   // chance that it is with any of them
    double ruff;   // chance that any of them holds a trump
  };

  static std::uint32_t lane(Cards cards, int suit) {
    return static_cast<std::uint32_t>(cards >> (13 * suit) & OhHell::kSuit);
  }
  static double power(double x, int n) {
    double result = 1;
    for (int i = 0; i < n; ++i) result *= x;
    return result;
  }

  static Table look(const Options& o, const Position& p, const Memory& memory) {
    Table t{};
    t.numbers = memory.numbers;
    t.hand = at(p.hands, p.player);
    t.trump = OhHell::trump(o, p);
    t.others = o.players - 1;
    Cards gone = t.hand | bit(p.turned);
    int cards = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      gone |= at(p.played, seat);
      if (seat != p.player) {
        cards += OhHell::hand_size(o, p) - std::popcount(at(p.played, seat));
      }
    }
    int left = 0;
    for (int suit = 0; suit < 4; ++suit) {
      at(t.unseen, suit) = lane(o.deck.set & ~gone, suit);
      left += std::popcount(at(t.unseen, suit));
    }
    t.held = left > 0 ? static_cast<double>(cards) / left : 0;
    t.place = t.held / t.others;
    t.ruff = t.trump < 0 ? 0 : 1 - power(1 - t.held, std::popcount(at(t.unseen, t.trump)));
    return t;
  }

  static int above(const Table& t, int card) {
    return std::popcount(at(t.unseen, card / 13) >> (card % 13) >> 1);
  }

  // Tricks that a hand promises.
  static double promise(const Table& t, Cards hand) {
    double sum = 0;
    const int trumps = t.trump < 0 ? 0 : std::popcount(lane(hand, t.trump));
    for (int suit = 0; suit < 4; ++suit) {
      std::uint32_t cards = lane(hand, suit);
      const int length = std::popcount(cards);
      if (suit == t.trump) {
        while (cards != 0) {
          const int rank = 31 - std::countl_zero(cards);
          cards &= ~(1U << rank);
          const double top = power(1 - t.held, above(t, 13 * suit + rank));
          sum += top * t.numbers[kTrumpTop] + (1 - top) * t.numbers[kTrumpLow];
        }
        continue;
      }
      if (length == 0) {
        if (trumps > 0) sum += t.numbers[kVoid];
        continue;
      }
      if (length == 1 && trumps > 0) sum += t.numbers[kSingle];
      const double each = std::popcount(at(t.unseen, suit)) * t.place;  // with one other player
      for (int i = 0; cards != 0; ++i) {
        const int rank = 31 - std::countl_zero(cards);
        cards &= ~(1U << rank);
        const int higher = above(t, 13 * suit + rank);
        const double top = power(1 - t.held, higher);
        const double follow = std::max(0.0, each - i);
        const double safe = 1 - t.ruff * (1 - follow / (follow + t.numbers[kRuffFear]));
        sum += (top * t.numbers[kSideTop] + (1 - top) * t.numbers[kSideLow] / (higher + 1)) * safe;
      }
    }
    return sum;
  }

  static int bid(const Options& o, const Position& p, const Table& t) {
    const int size = OhHell::hand_size(o, p);
    double sum = promise(t, t.hand) * at(t.numbers, kScale2 + o.players - 2);
    int made = 0;
    int silent = -1;  // this seat is not counted
    for (int seat = 0; seat < o.players; ++seat) {
      if (at(p.bids, seat) >= 0) {
        made += at(p.bids, seat);
      } else {
        ++silent;
      }
    }
    const double left = size - made - static_cast<double>(silent) * size / o.players;
    sum += t.numbers[kShare] * (left - sum);
    const int forbidden = OhHell::forbidden_bid(o, p);
    int best = -1;
    for (int x = 0; x <= size; ++x) {
      if (x == forbidden) continue;
      if (best < 0 || std::abs(x - sum) < std::abs(best - sum)) best = x;
    }
    return best;
  }

  // Chance that a card takes the current trick.
  static double takes(const Options& o, const Position& p, const Memory& memory, const Table& t,
                      int card) {
    const int suit = card / 13;
    int led = suit;
    if (p.trick_size > 0) {
      const int best = at(p.trick, OhHell::best_card(p, t.trump));
      led = p.trick[0] / 13;
      const bool beats = suit == best / 13 ? card > best : suit == t.trump;
      if (!beats) return 0;
    }
    const int higher = above(t, card);
    const int of_led = std::popcount(at(t.unseen, led));
    const int of_trump = t.trump < 0 ? 0 : std::popcount(at(t.unseen, t.trump));
    double chance = 1;
    for (int i = p.trick_size + 1; i < o.players; ++i) {
      const int seat = (p.leader + i) % o.players;
      const bool is_void = (at(memory.voids.voids, seat) >> led & 1) != 0;
      const double out = is_void ? 1 : power(1 - t.place, of_led);
      double beaten = 0;
      if (suit == led) {
        if (!is_void) beaten += 1 - power(1 - t.place, higher);
        if (suit != t.trump) beaten += out * (1 - power(1 - t.place, of_trump));
      } else {
        beaten += out * (1 - power(1 - t.place, higher));
      }
      const bool wants = at(p.bids, seat) > at(p.tricks, seat);
      chance *= 1 - beaten * t.numbers[wants ? kEager : kShy];
    }
    return chance;
  }

  // How likely exactly `need` of the coming tricks are, where the hand promises `expected`.
  static double exactly(const Table& t, int need, double expected, int tricks) {
    if (need < 0 || need > tricks) return 0;
    const double off = need - expected * t.numbers[kPlan];
    return std::exp(-off * off / (t.numbers[kSpread0] + t.numbers[kSpread1] * tricks));
  }

  static int card(const Options& o, const Position& p, const Memory& memory, const Table& t,
                  Cards legal) {
    const int need = at(p.bids, p.player) - at(p.tricks, p.player);
    const int after = std::popcount(t.hand) - 1;
    int best = -1;
    double best_value = 0;
    while (legal != 0) {
      const int c = std::countr_zero(legal);
      legal &= legal - 1;
      const double win = takes(o, p, memory, t, c);
      const double rest = promise(t, t.hand & ~bit(c));
      double value = win * exactly(t, need - 1, rest, after);
      value += (1 - win) * exactly(t, need, rest, after);
      value += t.numbers[kSpoil] * win * (need < 0 || need > after + 1);
      if (best < 0 || value > best_value) {
        best = c;
        best_value = value;
      }
    }
    return best;
  }
};

}  // namespace kibitz
