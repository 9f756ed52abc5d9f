// Oh Hell by rule, at engine speed: the twin of kibitz/players/ohhell/smart.py, which explains
// the rule. Beside the position it remembers which suits each seat has shown to be out of.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/small.hpp"
#include "games/ohhell.hpp"

namespace kibitz {

struct OhHellSmart {
  using Options = OhHell::Options;
  using Position = OhHell::Position;
  static constexpr const char* name = "smart";

  struct Memory {
    std::array<std::uint8_t, OhHell::kPlayersMax> voids{};  // one bit a suit
  };

  static void read(const Options& o, Reader& in, Memory& memory) {
    for (int seat = 0; seat < o.players; ++seat) {
      at(memory.voids, seat) = static_cast<std::uint8_t>(in.number(0, 15));
    }
  }

  static void note(const Options&, const Position& p, int action, Memory& memory) {
    if (p.phase == OhHell::kBidding) {
      memory = {};
    } else if (p.trick_size > 0 && action / 13 != p.trick[0] / 13) {
      at(memory.voids, p.player) =
          static_cast<std::uint8_t>(at(memory.voids, p.player) | 1 << (p.trick[0] / 13));
    }
  }

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream&) {
    if (p.phase == OhHell::kBidding) return OhHell::kBid + nearest_bid(o, p, estimate(o, p));
    const Cards legal = OhHell::legal_cards(o, p);
    if ((legal & (legal - 1)) == 0) return std::countr_zero(legal);
    const int need = at(p.bids, p.player) - at(p.tricks, p.player);
    const int trump = OhHell::trump(o, p);
    return p.trick_size == 0 ? lead(o, p, memory, legal, need, trump)
                             : follow(p, legal, need, trump);
  }

  // What the hand promises.
  static double estimate(const Options& o, const Position& p) {
    const Cards hand = at(p.hands, p.player);
    const int trump = OhHell::trump(o, p);
    const int trumps = trump < 0 ? 0 : std::popcount(lane(hand, trump));
    double sum = 0;
    for (int suit = 0; suit < 4; ++suit) {
      const std::uint32_t cards = lane(hand, suit);
      sum += suit == trump ? trump_value(cards, trumps) : side_value(cards, trumps > 0);
    }
    constexpr std::array<double, 4> kByPlayers{1.1, 1, 0.92, 0.85};
    sum *= at(kByPlayers, o.players - 2);
    if (p.player == p.dealer) {
      int others = 0;
      for (int seat = 0; seat < o.players; ++seat) {
        if (seat != p.player) others += at(p.bids, seat);
      }
      const int size = OhHell::hand_size(o, p);
      if (others < 0.6 * size) {
        sum *= 1.1;
      } else if (others > size) {
        sum *= 0.85;
      }
    }
    return sum;
  }

  // What other rule players share ---------------------------------------------------------------

  static constexpr int kAce = 12;

  static std::uint32_t lane(Cards cards, int suit) {
    return static_cast<std::uint32_t>(cards >> (13 * suit) & OhHell::kSuit);
  }
  static Cards suit_mask(int suit) { return suit < 0 ? 0 : OhHell::kSuit << (13 * suit); }
  static bool has(std::uint32_t cards, int rank) { return (cards >> rank & 1) != 0; }

  static double trump_value(std::uint32_t cards, int length) {
    double sum = 0;
    if (has(cards, kAce)) sum += 1;
    if (has(cards, kAce - 1)) sum += 0.85;
    if (has(cards, kAce - 2)) sum += 0.55;
    if (has(cards, kAce - 3)) sum += 0.25;
    if (has(cards, kAce - 4)) sum += 0.25;
    return length >= 3 ? sum + 0.25 * (length - 2) : sum;
  }

  static double side_value(std::uint32_t cards, bool any_trump) {
    const int length = std::popcount(cards);
    if (length == 0) return any_trump ? 0.25 : 0;
    double sum = 0;
    if (has(cards, kAce)) sum += 0.85;
    if (has(cards, kAce - 1)) sum += length >= 2 ? 0.55 : 0.3;
    if (has(cards, kAce - 2)) sum += length >= 3 ? 0.3 : 0.1;
    return length >= 5 ? sum + 0.15 * (length - 4) : sum;
  }

  // The nearest whole number, ties to even as in Python; if that is forbidden, the nearest that is not.
  static int nearest_bid(const Options& o, const Position& p, double sum) {
    const int size = OhHell::hand_size(o, p);
    const int forbidden = OhHell::forbidden_bid(o, p);
    const int rounded = static_cast<int>(std::nearbyint(sum));
    const int wanted = rounded < 0 ? 0 : rounded > size ? size : rounded;
    if (wanted != forbidden) return wanted;
    int best = -1;
    for (int x = 0; x <= size; ++x) {
      if (x == forbidden) continue;
      if (best < 0 || std::abs(x - sum) < std::abs(best - sum)) best = x;
    }
    return best;
  }

  // Cards that beat the best of the trick so far.
  static Cards beating(const Position& p, int trump) {
    const int best = at(p.trick, OhHell::best_card(p, trump));
    const int suit = best / 13;
    const Cards higher = suit_mask(suit) & ~(bit(best) - 1) & ~bit(best);
    return suit == trump ? higher : higher | suit_mask(trump);
  }

  // The cards of all suits laid over each other, by rank.
  static std::uint32_t ranks(Cards cards) {
    return lane(cards, 0) | lane(cards, 1) | lane(cards, 2) | lane(cards, 3);
  }

  static int lowest(Cards cards) { return first_of_rank(cards, std::countr_zero(ranks(cards))); }
  static int highest(Cards cards) {
    return first_of_rank(cards, 31 - std::countl_zero(ranks(cards)));
  }

  // Of equal ranks the lowest card counts.
  static int first_of_rank(Cards cards, int rank) {
    constexpr Cards kOfRank = 1 | Cards{1} << 13 | Cards{1} << 26 | Cards{1} << 39;
    return std::countr_zero(cards & kOfRank << rank);
  }

 private:
  // Legal cards above which nothing of their suit is left with the others.
  static Cards tops(Cards legal, Cards gone) {
    Cards found = 0;
    for (int suit = 0; suit < 4; ++suit) {
      const std::uint32_t left = lane(~gone, suit);
      const std::uint32_t above =
          left == 0 ? 0 : 31 - static_cast<std::uint32_t>(std::countl_zero(left)) + 1;
      found |= (legal & suit_mask(suit)) >> (13 * suit) >> above << above << (13 * suit);
    }
    return found;
  }

  static int lead(const Options& o, const Position& p, const Memory& memory, Cards legal, int need,
                  int trump) {
    const Cards side = legal & ~suit_mask(trump);
    if (need <= 0) return lowest(side != 0 ? side : legal);
    Cards gone = at(p.hands, p.player) | bit(p.turned) | ~o.deck.set;
    std::uint32_t voids = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      gone |= at(p.played, seat);
      if (seat != p.player) voids |= at(memory.voids, seat);
    }
    Cards safe = 0;  // suits that nobody is known to be out of
    for (int suit = 0; suit < 4; ++suit) {
      if ((voids >> suit & 1) == 0) safe |= suit_mask(suit);
    }
    const Cards top = tops(legal, gone);
    if ((top & side) != 0) {
      const Cards among = (top & side & safe) != 0 ? top & side & safe : top & side;
      return of_longest_suit(among, gone);
    }
    if ((top & ~side) != 0 && p.broken) return lowest(top & ~side);
    if ((side & safe) != 0) return highest(side & safe);
    return highest(side != 0 ? side : legal);
  }

  // Of the suit with most cards left with the others; of that suit, and of equal suits, the lowest.
  static int of_longest_suit(Cards cards, Cards gone) {
    int best = -1;
    int most = -1;
    for (int suit = 0; suit < 4; ++suit) {
      const int left = std::popcount(lane(~gone, suit));
      if (lane(cards, suit) != 0 && left > most) {
        most = left;
        best = suit;
      }
    }
    return std::countr_zero(cards & suit_mask(best));
  }

  static int follow(const Position& p, Cards legal, int need, int trump) {
    const Cards winners = legal & beating(p, trump);
    const Cards losers = legal & ~winners;
    if (need > 0) return lowest(winners != 0 ? winners : legal);
    return losers != 0 ? highest(losers) : lowest(legal);
  }
};

}  // namespace kibitz
