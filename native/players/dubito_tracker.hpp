// Dubito by counting: the twin of kibitz/players/dubito/tracker.py, which explains the rule.
// Beside the position it remembers every public card and, for each seat, how often its plays of one,
// two and three cards were bluffs and how often it doubted such plays.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "players/dubito_questions.hpp"

namespace kibitz {

struct DubitoTracker {
  using Options = Dubito::Options;
  using Position = Dubito::Position;
  using Hand = Dubito::Hand;
  static constexpr const char* name = "tracker";

  // The order is that of the keys of `choose` in tracker.py, where they are explained.
  struct Numbers {
    double others = 0.2;  // these five in cards of the own hand
    double free_turn = 1.5;
    double joker_kept = 0.5;
    double wrong_doubt = 0.5;
    double stop_soon = 3;
    std::array<double, Dubito::kLayMax> bluffs{0.1, 0.25, 0.7};  // by size of the play
    double bluffs_weight = 4;
    std::array<double, Dubito::kLayMax> doubts{0.3, 0.2, 0.5};
    double doubts_weight = 2;
  };
  static constexpr double kStopNow = 10;      // a bluffer that would be out is caught
  static constexpr double kDoubtsLast = 0.9;  // of a play of the last cards, at least

  // By size of the play: how often something was so, of how many times.
  struct Counted {
    std::array<std::int16_t, Dubito::kLayMax> times{};
    std::array<std::int16_t, Dubito::kLayMax> of{};
    void count(int size, bool so) {
      at(times, size - 1) = static_cast<std::int16_t>(at(times, size - 1) + so);
      ++at(of, size - 1);
    }
    double rate(int size, const std::array<double, Dubito::kLayMax>& general, double weight) const {
      return (at(times, size - 1) + weight * at(general, size - 1)) / (at(of, size - 1) + weight);
    }
  };

  struct Memory {
    std::array<Hand, Dubito::kPlayersMax> known{};      // picked up in public: see DubitoView.known
    std::array<Counted, Dubito::kPlayersMax> bluffs{};  // of the plays that were shown
    std::array<Counted, Dubito::kPlayersMax> doubts{};  // of the plays that it could have doubted
    Numbers numbers{};
  };

  static void tune(std::span<const double> given, Memory& memory) {
    if (given.empty()) return;
    if (given.size() != sizeof(Numbers) / sizeof(double)) throw Malformed("tracker has 13 numbers");
    const auto rates = [&](std::size_t i) {
      return std::array<double, Dubito::kLayMax>{given[i], given[i + 1], given[i + 2]};
    };
    memory.numbers = {given[0], given[1], given[2], given[3], given[4],
                      rates(5), given[8], rates(9), given[12]};
  }

  static void note(const Options&, const Position& p, int action, Memory& memory) {
    if (p.phase != Dubito::kTurn) return;
    const bool doubts = action == Dubito::kDoubt;
    if (Dubito::can_doubt(p)) {
      at(memory.doubts, p.player).count(Dubito::lay_of(p, p.board_size - 1).size, doubts);
    }
    if (doubts) note_reveal(p, memory);
  }

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream&) {
    return choose_by(memory.numbers, o, p, memory);
  }

  static int choose_by(const Numbers& x, const Options& o, const Position& p,
                       const Memory& memory) {
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
      const double doubted = doubts.rate(own, x.doubts, x.doubts_weight);
      best.consider(own + doubted * x.others * (board + own),
                    Dubito::lay_action(own, p.number, p.number, p.number));
    }
    if (jokers > 0) {
      const double doubted = doubts.rate(1, x.doubts, x.doubts_weight);
      best.consider(1 + doubted * x.others * board - x.joker_kept, Dubito::kLay + Dubito::kJoker);
    }
    for (int size = std::min(Dubito::kLayMax, cards); size > 0; --size) {
      double doubted = doubts.rate(size, x.doubts, x.doubts_weight);
      if (size == cards) doubted = std::max(doubted, kDoubtsLast);
      best.consider((1 - doubted) * size - doubted * board, lay_worst(p, size));
    }
    if (Dubito::can_doubt(p)) best.consider(worth_of_doubt(x, s, memory), Dubito::kDoubt);
    return best.action;
  }

  // How likely the latest play is a bluff.
  static double bluff_chance(const Numbers& x, const Options& o, const Position& p,
                             const Memory& memory) {
    const int target = at(p.play_seats, p.board_size - 1);
    const int size = Dubito::lay_of(p, p.board_size - 1).size;
    const int left = honest_left(o, p, memory, target);
    if (size > left) return 1;
    const double bluff = at(memory.bluffs, target).rate(size, x.bluffs, x.bluffs_weight);
    const double ways = ways_of(left, size) / ways_of(Dubito::kFour, size);
    return bluff / (bluff + (1 - bluff) * ways);
  }

  // How many cards that would be honest now can be that seat's, in hand or on the board. How many
  // are in the game all know, so counting them in all hands reveals nothing new.
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

 private:
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

  static double worth_of_doubt(const Numbers& x, const DubitoSignals& s, const Memory& memory) {
    const double bluff = bluff_chance(x, s.o, s.p, memory);
    const int board = s.board();
    const int left = at(s.p.sizes, s.prev());
    const double stopped = left == 0 ? kStopNow : left <= Dubito::kLayMax ? x.stop_soon : 0;
    return bluff * (x.others * board + x.free_turn + stopped) -
           (1 - bluff) * (board + x.wrong_doubt);
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
};

}  // namespace kibitz
