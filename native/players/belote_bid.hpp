// Belote bids by weights, at engine speed: the twin of kibitz/players/belote/bidding/parametric.py and of
// evaluation.py beside it, which explain the rule. Sums are made in the same order there, so
// that both come to the same bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/small.hpp"
#include "games/belote.hpp"
#include "players/belote_auction_memory.hpp"
#include "players/read_weights.hpp"

namespace kibitz {

// The numbers of weights.py, in the order of its fields.
struct BeloteWeights {
  struct Worth {
    double base;
    std::array<double, 8> trump;
    std::array<double, 9> length;
    double ace, ace_ten, ten, king, void_suit, single;
  };
  struct Calls {
    double lead;
    double partner_pass, partner_bid, partner_level, partner_jump;
    double enemy_pass, enemy_bid, enemy_level, enemy_jump;
  };
  struct Speak {
    std::array<double, 4> open;
    double open_level, open_step, open_max;
    double raise_free, raise_fought, raise_step, raise_max;
    double change, change_need;
    double over, over_last, sacrifice, over_level, over_step, over_max;
    double coinche, coinche_level, coinche_capot, surcoinche, capot;
  };

  Worth attack;
  Calls attack_calls;
  Worth support;
  Calls support_calls;
  Worth defend;
  Calls defend_calls;
  Speak speak;

  static BeloteWeights read(std::span<const double> numbers);
};

inline constexpr std::size_t kBeloteWeights = sizeof(BeloteWeights) / sizeof(double);

inline BeloteWeights BeloteWeights::read(std::span<const double> numbers) {
  // Steps are divided by and levels become whole numbers, so their size is bounded.
  const auto w = read_weights<BeloteWeights, double>(numbers, 1e6);
  for (const double step : {w.speak.open_step, w.speak.raise_step, w.speak.over_step}) {
    if (!(step >= 0.01)) throw Malformed("a step of less than 0.01");
  }
  return w;
}

struct BeloteBid {
  using Position = Belote::Position;
  using Set = Belote::Set;
  using Worth = BeloteWeights::Worth;
  using Calls = BeloteWeights::Calls;
  using Estimates = std::array<double, 4>;

  static constexpr int kLevelMax = 8;  // 160, the highest below capot
  static constexpr int kAllPoints = 162;
  static constexpr int kKing = 5;
  static constexpr int kTen = 6;
  static constexpr int kAce = 7;

  // The bid 0..42 of the seat on turn.
  static int call(const Position& p, const BeloteAuctionMemory& auction, const BeloteWeights& w) {
    if (p.coinche == 0 && p.bid < Belote::kCapot) {
      for (int trump = 0; trump < 4; ++trump) {
        if (takes_all(at(p.hands, p.player), trump)) return Belote::kCapot + trump;
      }
    }
    Estimates found;
    for (int trump = 0; trump < 4; ++trump) at(found, trump) = estimate(p, auction, trump, w);
    if (p.bid == Belote::kPass) return open(p, w.speak, found);
    if (p.bidder % 2 == p.player % 2) return answer(p, auction, w.speak, found);
    return over(p, w.speak, found);
  }

  // The points that the own side may expect with this trump, its belote included.
  static double estimate(const Position& p, const BeloteAuctionMemory& auction, int trump,
                         const BeloteWeights& w) {
    const int owner = at(auction.suits, trump);
    const Set pair = Belote::belote_pair(trump);
    const int belote = (at(p.hands, p.player) & pair) == pair ? 20 : 0;
    if (owner == kNobody || owner == p.player) {
      return sum(p, auction, trump, w.attack, w.attack_calls) + belote;
    }
    if (owner == (p.player ^ 2)) {
      return sum(p, auction, trump, w.support, w.support_calls) + belote;
    }
    return sum(p, auction, trump, w.defend, w.defend_calls);
  }

  // As many top trumps as others may have, and the rest from the top of its suits.
  static bool takes_all(Set hand, int trump) {
    constexpr std::array<int, 8> kOrder{3, 2, 7, 6, 5, 4, 1, 0};  // ranks from the highest
    const std::uint32_t held = lane(hand, trump);
    int top = 0;
    while (top < 8 && has(held, at(kOrder, top))) ++top;
    if (top < 8 - std::popcount(held) || top == 0) return false;
    for (int suit = 0; suit < 4; ++suit) {
      const std::uint32_t ranks = lane(hand, suit);
      if (suit != trump && ranks != 0x100U - (1U << (8 - std::popcount(ranks)))) return false;
    }
    return true;
  }

 private:
  static std::uint32_t lane(Set hand, int suit) { return hand >> (8 * suit) & 0xFF; }
  static bool has(std::uint32_t ranks, int rank) { return (ranks >> rank & 1) != 0; }
  static int make(int level, int trump) { return 4 * level + trump + 1; }
  static int value_of(int level) {
    return level == BeloteAuctionMemory::kCapotLevel ? 250 : 80 + 10 * level;
  }
  static int steps(double room, double step) { return static_cast<int>(std::floor(room / step)); }

  static double worth(Set hand, int trump, const Worth& w) {
    const std::uint32_t held = lane(hand, trump);
    double sum = w.base;
    for (int rank = 0; rank < 8; ++rank) {
      if (has(held, rank)) sum += at(w.trump, rank);
    }
    sum += at(w.length, std::popcount(held));
    for (int suit = 0; suit < 4; ++suit) {
      if (suit != trump) sum += side_worth(lane(hand, suit), w);
    }
    return sum;
  }

  static double side_worth(std::uint32_t ranks, const Worth& w) {
    const int length = std::popcount(ranks);
    if (length == 0) return w.void_suit;
    double sum = length == 1 ? w.single : 0.0;
    if (has(ranks, kAce)) {
      sum += w.ace;
      if (has(ranks, kTen)) sum += w.ace_ten;
    } else if (has(ranks, kTen) && length > 1) {
      sum += w.ten;
    }
    if (has(ranks, kKing) && length > 1) sum += w.king;
    return sum;
  }

  static double sum(const Position& p, const BeloteAuctionMemory& auction, int trump,
                    const Worth& hand, const Calls& calls) {
    const int seat = p.player;
    double sum = worth(at(p.hands, seat), trump, hand);
    if ((p.dealer + 1) % 2 == seat % 2) sum += calls.lead;
    const int partner = seat ^ 2;
    if (const int bid = at(auction.last, partner); bid != Belote::kPass) {
      sum += calls.partner_bid;
      sum += calls.partner_level * BeloteAuctionMemory::level_of(bid);
      sum += calls.partner_jump * at(auction.jump, partner);
    } else if (at(auction.spoke, partner) != 0) {
      sum += calls.partner_pass;
    }
    for (const int enemy : {(seat + 1) % 4, (seat + 3) % 4}) {
      if (const int bid = at(auction.last, enemy); bid != Belote::kPass) {
        sum += calls.enemy_bid;
        sum += calls.enemy_level * BeloteAuctionMemory::level_of(bid);
        sum += calls.enemy_jump * at(auction.jump, enemy);
      } else if (at(auction.spoke, enemy) != 0) {
        sum += calls.enemy_pass;
      }
    }
    return sum;
  }

  // The suit with the highest estimate, of equals the lowest.
  static int best(const Estimates& found, int without = kNobody) {
    int suit = -1;
    for (int s = 0; s < 4; ++s) {
      if (s != without && (suit < 0 || at(found, s) > at(found, suit))) suit = s;
    }
    return suit;
  }

  // Nobody has bid.
  static int open(const Position& p, const BeloteWeights::Speak& s, const Estimates& found) {
    const int suit = best(found);
    if (at(found, suit) < at(s.open, p.passes)) return Belote::kPass;
    if (at(found, suit) >= s.capot) return Belote::kCapot + suit;
    const int level =
        std::min(steps(at(found, suit) - s.open_level, s.open_step), static_cast<int>(s.open_max));
    return make(std::clamp(level, 0, kLevelMax), suit);
  }

  // The own side's bid stands: the partner's, or one that was coinched.
  static int answer(const Position& p, const BeloteAuctionMemory& auction,
                    const BeloteWeights::Speak& s, const Estimates& found) {
    const int trump = Belote::trump_of(p);
    const int level = BeloteAuctionMemory::level_of(p.bid);
    if (p.coinche != 0) {
      const bool sure = at(found, trump) >= value_of(level) + s.surcoinche;
      return p.coinche == 1 && sure ? Belote::kSurcoinche : Belote::kPass;
    }
    const int lowest = level + 1;
    if (lowest > BeloteAuctionMemory::kCapotLevel) return Belote::kPass;
    const int suit = best(found);
    if (at(found, suit) >= s.capot) return Belote::kCapot + suit;
    if (p.passes == 2 || lowest > kLevelMax) return Belote::kPass;  // the partner may play
    const int other = best(found, trump);
    const bool better = at(found, other) - at(found, trump) >= s.change;
    if (better && at(found, other) >= value_of(lowest) + s.change_need) return make(lowest, other);
    const bool fought =
        at(auction.last, (p.player + 1) % 4) != 0 || at(auction.last, (p.player + 3) % 4) != 0;
    const double room =
        at(found, trump) - value_of(lowest) - (fought ? s.raise_fought : s.raise_free);
    const int highest = std::min(static_cast<int>(s.raise_max), kLevelMax);
    const int wanted = std::min(lowest + steps(room, s.raise_step), highest);
    return room >= 0 && wanted >= lowest ? make(wanted, trump) : Belote::kPass;
  }

  // An opponent's bid stands.
  static int over(const Position& p, const BeloteWeights::Speak& s, const Estimates& found) {
    const int trump = Belote::trump_of(p);
    const int level = BeloteAuctionMemory::level_of(p.bid);
    if (p.coinche != 0) return Belote::kPass;
    const int value = value_of(level);
    if (level == BeloteAuctionMemory::kCapotLevel) {
      return at(found, trump) >= s.coinche_capot ? Belote::kCoinche : Belote::kPass;
    }
    if (at(found, trump) - (kAllPoints - value) >= s.coinche - s.coinche_level * level) {
      return Belote::kCoinche;
    }
    const int lowest = level + 1;
    if (lowest > kLevelMax) return Belote::kPass;
    const int suit = best(found, trump);
    const double gain = at(found, suit) - value_of(lowest);
    const double theirs = kAllPoints - at(found, trump) - value;
    if (gain + s.sacrifice * theirs < (p.passes == 2 ? s.over_last : s.over)) return Belote::kPass;
    const int higher = lowest + std::max(0, steps(gain - s.over_level, s.over_step));
    const int highest = std::min(static_cast<int>(s.over_max), kLevelMax);
    return make(std::max(lowest, std::min(higher, highest)), suit);
  }
};

}  // namespace kibitz
