// Codepiece's rule players at engine speed: the twins of kibitz/players/codepiece/rule.py and
// highest.py, where the rules stand in words; the numbers are those of counting.py.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "core/small.hpp"
#include "games/codepiece.hpp"
#include "players/policy.hpp"

namespace kibitz {

// counting.py: how many tricks a hand promises with a suit as trump, and what a bid is worth then.
struct CodepieceCounting {
  struct Best {
    int trump;
    double tricks;
  };

  static double tricks(Cards hand, int trump) {
    double total = 1.5;
    for (int suit = 0; suit < 4; ++suit) {
      const auto ranks = static_cast<std::uint32_t>(hand >> (13 * suit) & 0x1FFF);
      const int length = std::popcount(ranks);
      const auto has = [&](int rank) { return static_cast<double>(ranks >> rank & 1U); };
      if (suit == trump) {
        total += 0.63 * length;
        total += ((has(kJack) * 0.52 + has(kQueen) * 0.83) + has(kKing) * 0.79) + has(kAce) * 1.35;
        continue;
      }
      total += 1.2 * has(kAce);
      total += 0.59 * (length > 1 ? has(kKing) : 0);
      total += 0.28 * (length > 2 ? has(kQueen) : 0);
      total += length == 0 ? 1.36 : length == 1 ? 0.72 : length == 2 ? 0.29 : 0.0;
    }
    return total;
  }

  static Best best_trump(Cards hand) {
    Best best{0, tricks(hand, 0)};
    for (int suit = 1; suit < 4; ++suit) {
      const double found = tricks(hand, suit);
      if (found > best.tricks) best = {suit, found};
    }
    return best;
  }

  static double chance(double expected, int bid) {
    return 0.5 * std::erfc((bid - 0.5 - expected) / (2.06 * std::numbers::sqrt2));
  }

  static double worth(int bid, double made) { return bid * (3 * made - 2); }

 private:
  static constexpr int kAce = 12, kKing = 11, kQueen = 10, kJack = 9;
};

struct CodepieceRule {
  using Options = Codepiece::Options;
  using Position = Codepiece::Position;
  using Phase = Codepiece::PlayPhase;
  static constexpr const char* name = "rule";

  // For each seat the cards that its plays have proved it does not hold any more.
  struct Memory {
    std::array<Cards, Codepiece::kSeats> excluded{};
  };

  // For each seat 13 bits a suit.
  static void read(const Options&, Reader& in, Memory& memory) {
    for (Cards& excluded : memory.excluded) {
      excluded = 0;
      for (int suit = 0; suit < 4; ++suit) {
        excluded |= static_cast<Cards>(in.number(0, 0x1FFF)) << (13 * suit);
      }
    }
  }

  static void note(const Options&, const Position& p, int action, Memory& memory) {
    if (p.phase == Codepiece::kBidding) {
      memory.excluded.fill(0);
    } else if (p.phase == Codepiece::kPlay) {
      at(memory.excluded, p.player) |=
          Phase::disproved(action - Codepiece::kCard, p.trick, p.trick_size, p.trump);
    }
  }

  static int choose(const Options&, const Position& p, const Memory& memory, Stream&) {
    const Cards hand = at(p.hands, p.player);
    if (p.phase == Codepiece::kBidding) {
      return choose_bid(p, CodepieceCounting::best_trump(hand).tricks);
    }
    if (p.phase == Codepiece::kNaming) {
      return Codepiece::kTrump + 3 - CodepieceCounting::best_trump(hand).trump;
    }
    return Codepiece::kCard + choose_card(p, memory);
  }

 private:
  static constexpr double kPassing = 0.0;
  static constexpr double kOvercall = 2.0;

  static int choose_bid(const Position& p, double expected) {
    const int highest = Codepiece::BidPhase::highest(p);
    int best = 0;
    double gain = 0;
    for (int bid = std::max(highest + 1, Codepiece::kBidMin); bid <= Codepiece::kBidMax; ++bid) {
      const double worth = CodepieceCounting::worth(bid, CodepieceCounting::chance(expected, bid));
      if (best == 0 || worth > gain) {
        best = bid;
        gain = worth;
      }
    }
    const bool partners =
        highest > 0 && Codepiece::BidPhase::contract(p).bidder % 2 == p.player % 2;
    const double needed = partners ? kOvercall : kPassing;
    return best != 0 && gain > needed ? Codepiece::kBid + best - Codepiece::kBidMin : 0;
  }

  static int choose_card(const Position& p, const Memory& memory) {
    const Cards cards = Phase::legal_cards(p);
    if (std::has_single_bit(cards)) return std::countr_zero(cards);
    return p.trick_size == 0 ? lead(p, cards, memory) : follow(p, cards);
  }

  static int lead(const Position& p, Cards cards, const Memory& memory) {
    const Cards trumps = Codepiece::suit_mask(p.trump);
    const std::array<Cards, 2> out = {at(memory.excluded, (p.player + 1) % 4),
                                      at(memory.excluded, (p.player + 3) % 4)};
    Cards unseen = 0;
    for (int seat = 0; seat < 4; ++seat) {
      if (seat != p.player) unseen |= at(p.hands, seat);
    }
    Cards masters = 0;
    for_each(cards, [&](int card) {
      const Cards higher = Codepiece::suit_mask(card / 13) & ~((Cards{2} << card) - 1);
      if ((unseen & higher) == 0) masters |= bit(card);
    });
    const bool trumps_out = (unseen & trumps & ~(out[0] & out[1])) != 0;
    const bool ours = Codepiece::BidPhase::contract(p).bidder % 2 == p.player % 2;
    if (ours && trumps_out && (masters & trumps) != 0)
      return 63 - std::countl_zero(masters & trumps);
    const Cards plain = masters & ~trumps;
    Cards safe = plain;
    for (int suit = 0; suit < 4; ++suit) {
      const Cards left = unseen & Codepiece::suit_mask(suit);
      if ((left & ~out[0]) == 0 || (left & ~out[1]) == 0) safe &= ~Codepiece::suit_mask(suit);
    }
    if (safe == 0 && !trumps_out) safe = plain;
    if (safe != 0) return least(safe, [&](int card) { return -16 * length(cards, card); });
    const Cards low = (cards & ~trumps) != 0 ? cards & ~trumps : cards;
    return least(low, [&](int card) { return card % 13 - 16 * length(low, card); });
  }

  static int follow(const Position& p, Cards cards) {
    const Cards trumps = Codepiece::suit_mask(p.trump);
    const int best = Phase::winner(p);
    const bool partner_wins = (p.trick_size - best) % 2 == 0;
    const Cards winners = cards & Codepiece::beaters(at(p.trick, best), p.trump);
    if (winners != 0 && !partner_wins) {
      return least(winners, [&](int card) { return card % 13 + (card / 13 == p.trump ? 16 : 0); });
    }
    const Cards rest = (cards & ~trumps) != 0 ? cards & ~trumps : cards;
    return least(rest, [&](int card) { return 16 * (card % 13) + length(rest, card); });
  }

  static int length(Cards cards, int card) {
    return std::popcount(cards & Codepiece::suit_mask(card / 13));
  }

  // The card with the least key; the lowest id where keys are equal.
  template <class Key>
  static int least(Cards cards, const Key& key) {
    int best = -1;
    int best_key = 0;
    for_each(cards, [&](int card) {
      const int found = key(card);
      if (best < 0 || found < best_key) {
        best = card;
        best_key = found;
      }
    });
    return best;
  }
};

// The highest legal card at every turn; `kPassing`: and it never bids.
template <bool kPassing>
struct CodepieceHighestOf {
  using Options = Codepiece::Options;
  using Position = Codepiece::Position;
  static constexpr const char* name = kPassing ? "always_pass" : "highest";

  struct Memory {};
  static void note(const Options&, const Position&, int, Memory&) {}

  static int choose(const Options& o, const Position& p, const Memory&, Stream& rng) {
    if (p.phase == Codepiece::kBidding && kPassing) return 0;
    if (p.phase != Codepiece::kPlay) return CodepieceRule::choose(o, p, {}, rng);
    int best = -1;
    for_each(Codepiece::PlayPhase::legal_cards(p), [&](int card) {
      if (best < 0 || card % 13 > best % 13) best = card;
    });
    return Codepiece::kCard + best;
  }
};

using CodepieceHighest = CodepieceHighestOf<false>;
using CodepieceAlwaysPass = CodepieceHighestOf<true>;

}  // namespace kibitz
