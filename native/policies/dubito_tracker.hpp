// Dubito by counting: the twin of kibitz/bots/dubito/tracker.py, where the rule is told in words.
// Beside the position it remembers every public card and, for each seat, how often its plays of one,
// two and three cards were bluffs and how often it doubted such plays.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "policies/dubito_questions.hpp"

namespace kibitz {

struct DubitoTracker {
  using Options = Dubito::Options;
  using Position = Dubito::Position;
  using Hand = Dubito::Hand;
  static constexpr const char* name = "tracker";

  // By size of the play: how often something was so, of how many times.
  struct Counted {
    std::array<std::int16_t, Dubito::kLayMax> times{};
    std::array<std::int16_t, Dubito::kLayMax> of{};
    void count(int size, bool so) {
      at(times, size - 1) = static_cast<std::int16_t>(at(times, size - 1) + so);
      ++at(of, size - 1);
    }
    double rate(int size, const std::array<double, Dubito::kLayMax>& general, int weight) const {
      return (at(times, size - 1) + weight * at(general, size - 1)) / (at(of, size - 1) + weight);
    }
  };

  struct Memory {
    std::array<Hand, Dubito::kPlayersMax> known{};      // picked up in public: see DubitoView.known
    std::array<Counted, Dubito::kPlayersMax> bluffs{};  // of the plays that were shown
    std::array<Counted, Dubito::kPlayersMax> doubts{};  // of the plays that it could have doubted
  };

  static void note(const Options&, const Position& p, int action, Memory& memory) {
    if (p.phase != Dubito::kTurn) return;
    const bool doubts = action == Dubito::kDoubt;
    if (Dubito::can_doubt(p)) {
      at(memory.doubts, p.player).count(Dubito::lay_of(p, p.board_size - 1).size, doubts);
    }
    if (doubts) note_reveal(p, memory);
  }

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream&) {
    if (p.phase == Dubito::kDeclare) return DubitoDeeds::honest_number(o, p) - 1;
    const DubitoStats none;
    const DubitoSignals s{o, p, none};
    const int cards = s.cards();
    const int own = s.own();
    const int jokers = s.hand()[Dubito::kJoker];
    if (cards <= Dubito::kLayMax && (o.immediate || own + jokers == cards)) {
      return lay_worst(p, cards);
    }
    const int board = s.board();
    const Counted& doubts = at(memory.doubts, s.next());
    Best best;
    if (own > 0) {
      const double doubted = doubts.rate(own, kDoubts, kDoubtsWeight);
      best.consider(own + doubted * kOthers * (board + own),
                    Dubito::lay_action(own, p.number, p.number, p.number));
    }
    if (jokers > 0) {
      const double doubted = doubts.rate(1, kDoubts, kDoubtsWeight);
      best.consider(1 + doubted * kOthers * board - kJokerKept, Dubito::kLay + Dubito::kJoker);
    }
    for (int size = std::min(Dubito::kLayMax, cards); size > 0; --size) {
      double doubted = doubts.rate(size, kDoubts, kDoubtsWeight);
      if (size == cards) doubted = std::max(doubted, kDoubtsLast);
      best.consider((1 - doubted) * size - doubted * board, lay_worst(p, size));
    }
    if (Dubito::can_doubt(p)) best.consider(worth_of_doubt(s, memory), Dubito::kDoubt);
    return best.action;
  }

  // How likely the latest play is a bluff.
  static double bluff_chance(const Options& o, const Position& p, const Memory& memory) {
    const int target = at(p.play_seats, p.board_size - 1);
    const int size = Dubito::lay_of(p, p.board_size - 1).size;
    const int left = honest_left(o, p, memory, target);
    if (size > left) return 1;
    const double bluff = at(memory.bluffs, target).rate(size, kBluffs, kBluffsWeight);
    const double ways = ways_of(left, size) / ways_of(Dubito::kFour, size);
    return bluff / (bluff + (1 - bluff) * ways);
  }

  // How many cards that would be honest now can be that seat's, in hand or on the board. How many
  // are in the game all know, so counting them in all hands tells nothing new.
  static int honest_left(const Options& o, const Position& p, const Memory& memory, int target) {
    const auto both = [&](const Hand& hand) { return hand[Dubito::kJoker] + at(hand, p.number); };
    int left = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      if (seat == p.player) continue;
      left += both(at(p.hands, seat));
      if (seat != target) left -= both(at(memory.known, seat));
    }
    for (int i = 0; i < p.board_size; ++i) {
      if (at(p.play_seats, i) != p.player) left += Dubito::honest_cards(p, i);
    }
    return left;
  }

 private:
  // In cards of the own hand.
  static constexpr double kOthers = 0.2;  // a card that another must take
  static constexpr double kFreeTurn = 1.5;
  static constexpr double kJokerKept = 0.5;   // an honest card for any number
  static constexpr double kWrongDoubt = 0.5;  // beside the board
  static constexpr double kStopSoon = 3;      // a bluffer with three cards or fewer is caught
  static constexpr double kStopNow = 10;      // one that would be out

  // What players do in general, by size of the play, and how many observations that counts as.
  static constexpr std::array<double, 3> kBluffs{0.1, 0.25, 0.7};
  static constexpr std::array<double, 3> kDoubts{0.3, 0.2, 0.5};
  static constexpr int kBluffsWeight = 4;
  static constexpr int kDoubtsWeight = 2;
  static constexpr double kDoubtsLast = 0.9;  // of a play of the last cards, at least

  // Of equals the first.
  struct Best {
    double value = -1e9;
    int action = -1;
    void consider(double found, int by) {
      if (found > value) {
        value = found;
        action = by;
      }
    }
  };

  static double worth_of_doubt(const DubitoSignals& s, const Memory& memory) {
    const double bluff = bluff_chance(s.o, s.p, memory);
    const int board = s.board();
    const int left = at(s.p.sizes, s.prev());
    const double stopped = left == 0 ? kStopNow : left <= Dubito::kLayMax ? kStopSoon : 0;
    return bluff * (kOthers * board + kFreeTurn + stopped) - (1 - bluff) * (board + kWrongDoubt);
  }

  // How many ways there are to choose k of n, for k from 1 to 3.
  static double ways_of(int n, int k) {
    return k == 1 ? n : k == 2 ? n * (n - 1) / 2 : n * (n - 1) * (n - 2) / 6;
  }

  // What a doubt shows: whose cards they were, who takes them, and which plays were bluffs.
  static void note_reveal(const Position& p, Memory& memory) {
    const bool bluff = Dubito::is_bluff(p);
    const int loser = bluff ? at(p.play_seats, p.board_size - 1) : p.player;
    Hand taken{};
    for (int i = 0; i < p.board_size; ++i) {
      const Dubito::Lay& lay = Dubito::lay_of(p, i);
      Hand& known = at(memory.known, at(p.play_seats, i));
      for (int j = 0; j < lay.size; ++j) {
        const int card = at(lay.cards, j);
        if (at(known, card) > 0) --at(known, card);
        const bool leaves = card == Dubito::kJoker && i == p.board_size - 1 && !bluff;
        if (!leaves) ++at(taken, card);
      }
      at(memory.bluffs, at(p.play_seats, i)).count(lay.size, Dubito::honest_cards(p, i) < lay.size);
    }
    for (int value = 0; value < Dubito::kValues; ++value) {
      Hand& known = at(memory.known, loser);
      at(known, value) = small(at(known, value) + at(taken, value));
      // Rule 6: all will see that these leave the game.
      if (at(at(p.hands, loser), value) + at(taken, value) == Dubito::kFour) at(known, value) = 0;
    }
  }

  // The cards that help least: neither jokers nor honest ones, and of what the hand has fewest.
  static int lay_worst(const Position& p, int size) {
    const Hand& hand = at(p.hands, p.player);
    std::array<int, Dubito::kLayMax> laid{};
    laid.fill(Dubito::kValues);  // above all cards
    int n = 0;
    const auto take = [&](int value) {
      for (int i = 0; i < at(hand, value) && n < size; ++i) at(laid, n++) = value;
    };
    for (int count = 1; count < Dubito::kFour; ++count) {
      for (int value = 1; value < Dubito::kValues; ++value) {
        if (at(hand, value) == count && value != p.number) take(value);
      }
    }
    take(p.number);
    take(Dubito::kJoker);
    std::sort(laid.begin(), laid.end());
    return Dubito::lay_action(size, laid[0], laid[1], laid[2]);
  }
};

}  // namespace kibitz
