// The five questions of a Dubito player at engine speed: the twin of
// kibitz/players/dubito/questions.py, which explains them. Same chances, same draws.
//
// A player of the field is a struct of answers; DubitoPlayer makes a policy of it. What it remembers
// beside the position is what all have seen: the statistics of each seat.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "core/small.hpp"
#include "games/dubito.hpp"

namespace kibitz {

// The twin of kibitz/games/dubito/stats.py.
struct DubitoStats {
  struct Seat {
    std::int32_t turns = 0;
    std::int32_t not_first_turns = 0;  // turns that were no opening: the base of a doubt rate
    std::int32_t doubts = 0;
    std::int32_t honest_times = 0;     // doubted and honest
    std::int32_t dishonest_times = 0;  // doubted and caught
  };
  std::array<Seat, Dubito::kPlayersMax> seats{};

  // Called before each action.
  void note(const Dubito::Position& p, int action) {
    if (p.phase == Dubito::kDeclare) return;
    Seat& actor = at(seats, p.player);
    ++actor.turns;
    actor.not_first_turns += p.board_size > 0;
    if (action != Dubito::kDoubt) return;
    ++actor.doubts;
    Seat& target = at(seats, at(p.play_seats, p.board_size - 1));
    ++(Dubito::is_bluff(p) ? target.dishonest_times : target.honest_times);
  }

  void read(int players, Reader& in) {
    for (int seat = 0; seat < players; ++seat) {
      Seat& s = at(seats, seat);
      for (std::int32_t* x :
           {&s.turns, &s.not_first_turns, &s.doubts, &s.honest_times, &s.dishonest_times}) {
        *x = in.number(0, Dubito::kTurnsMax);
      }
    }
  }
};

// What the players of the field look at.
struct DubitoSignals {
  const Dubito::Options& o;
  const Dubito::Position& p;
  const DubitoStats& stats;

  static constexpr double kUnknown = 0.5;  // a rate without data

  const Dubito::Hand& hand() const { return at(p.hands, p.player); }
  int cards() const { return at(p.sizes, p.player); }
  int own() const { return at(hand(), p.number); }
  int prev() const { return at(p.play_seats, p.board_size - 1); }
  int laid() const { return Dubito::lay_of(p, p.board_size - 1).size; }
  bool prev_opened() const { return p.board_size == 1; }
  bool prev_empty() const { return at(p.sizes, prev()) == 0; }

  // The next seat that is in the game.
  int next() const {
    int seat = p.player;
    do {
      seat = seat + 1 == o.players ? 0 : seat + 1;
    } while (Dubito::is_out(p, seat));
    return seat;
  }
  int next_cards() const { return at(p.sizes, next()); }

  int board() const {
    int cards = 0;
    for (int i = 0; i < p.board_size; ++i) cards += Dubito::lay_of(p, i).size;
    return cards;
  }

  double prev_bluffs() const {
    const DubitoStats::Seat& seat = at(stats.seats, prev());
    return rate(seat.dishonest_times, seat.honest_times + seat.dishonest_times);
  }

  double next_doubts() const {  // of all its turns
    const DubitoStats::Seat& seat = at(stats.seats, next());
    return rate(seat.doubts, seat.turns);
  }

  double next_doubt_rate() const {  // of the turns that were no opening
    const DubitoStats::Seat& seat = at(stats.seats, next());
    return rate(seat.doubts, seat.not_first_turns);
  }

  bool all_single() const {
    return std::ranges::none_of(hand(), [](int count) { return count > 1; });
  }

  static double rate(int times, int of) {
    return of > 0 ? static_cast<double>(times) / of : kUnknown;
  }
};

// The base of the field: who is asked nothing is honest, trusting and maximal.
struct DubitoAnswers {
  static constexpr bool maximal = true;
  static double opening_bluff(const DubitoSignals&) { return 0; }
  static double doubt(const DubitoSignals&) { return 0; }
  static double bluff(const DubitoSignals&) { return 0; }
};

// The deeds that follow from answers.
struct DubitoDeeds {
  // A draw where one is needed: what is certain or impossible takes none.
  static bool happens(double chance, Stream& rng) {
    if (chance <= 0 || chance >= 1) return chance >= 1;
    return static_cast<double>(rng.word() >> 11) * 0x1p-53 < chance;
  }

  // What a bluff may declare, as bits; with jokers alone in the game, anything. All know which
  // values have left the game, so looking into all hands for them reveals nothing new.
  static std::uint32_t numbers(const Dubito::Options& o, const Dubito::Position& p) {
    std::uint32_t found = 0;
    for (int number = 1; number < Dubito::kValues; ++number) {
      for (int seat = 0; seat < o.players; ++seat) {
        if (at(at(p.hands, seat), number) > 0) found |= 1U << number;
      }
    }
    return found != 0 ? found : (1U << Dubito::kValues) - 2;
  }

  // The number that the hand has most of, the lowest of equals.
  static int honest_number(const Dubito::Options& o, const Dubito::Position& p) {
    const Dubito::Hand& hand = at(p.hands, p.player);
    int best = 1;
    for (int number = 2; number < Dubito::kValues; ++number) {
      if (at(hand, number) > at(hand, best)) best = number;
    }
    return at(hand, best) > 0 ? best : std::countr_zero(numbers(o, p));
  }

  static int lay_honest(const Dubito::Position& p, bool maximal, Stream& rng) {
    const Dubito::Hand& hand = at(p.hands, p.player);
    const int card = at(hand, p.number) > 0 ? p.number : Dubito::kJoker;
    const int most = std::min<int>(Dubito::kLayMax, at(hand, card));
    const int size = maximal ? most : 1 + rng.below(most);
    return Dubito::lay_action(size, card, card, card);
  }

  // Random cards of the hand.
  static int lay_any(const Dubito::Position& p, bool maximal, Stream& rng) {
    const int most = std::min<int>(Dubito::kLayMax, at(p.sizes, p.player));
    return lay_random(p, maximal ? most : 1 + rng.below(most), rng);
  }

  // So many random cards of the hand.
  static int lay_random(const Dubito::Position& p, int size, Stream& rng) {
    Dubito::Hand hand = at(p.hands, p.player);
    const int cards = at(p.sizes, p.player);
    int a = take(hand, rng.below(cards));
    int b = size > 1 ? take(hand, rng.below(cards - 1)) : Dubito::kValues;  // above all cards
    int c = size > 2 ? take(hand, rng.below(cards - 2)) : Dubito::kValues;
    if (a > b) std::swap(a, b);
    if (b > c) std::swap(b, c);
    if (a > b) std::swap(a, b);
    return Dubito::lay_action(size, a, b, c);
  }

 private:
  // The n-th card of a hand in ascending order, taken out of it.
  static int take(Dubito::Hand& hand, int n) {
    int value = 0;
    while (n >= at(hand, value)) n -= at(hand, value++);
    --at(hand, value);
    return value;
  }
};

template <class Answers>
struct DubitoPlayer {
  using Options = Dubito::Options;
  using Position = Dubito::Position;
  using Memory = DubitoStats;
  static constexpr const char* name = Answers::name;

  static void read(const Options& o, Reader& in, Memory& memory) { memory.read(o.players, in); }

  static void note(const Options&, const Position& p, int action, Memory& memory) {
    memory.note(p, action);
  }

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream& rng) {
    return choose_by(Answers{}, o, p, memory, rng);
  }

  static int choose_by(const Answers& answers, const Options& o, const Position& p,
                       const Memory& memory, Stream& rng) {
    const DubitoSignals signals{o, p, memory};
    if (p.phase == Dubito::kDeclare) return declare(answers, signals, rng) - 1;
    const bool can_doubt = Dubito::can_doubt(p);
    bool bluff = false;
    if (p.phase == Dubito::kLaying) {
      bluff = DubitoDeeds::happens(bluffed(answers, signals), rng);
    } else {
      if (can_doubt && DubitoDeeds::happens(answers.doubt(signals), rng)) return Dubito::kDoubt;
      bluff = signals.own() == 0 || DubitoDeeds::happens(answers.bluff(signals), rng);
    }
    if constexpr (requires { answers.lay_bluff(p, rng); }) {
      if (bluff) return answers.lay_bluff(p, rng);
      const int card = signals.own() > 0 ? p.number : Dubito::kJoker;  // opening with only jokers
      const int most = std::min<int>(Dubito::kLayMax, at(signals.hand(), card));
      return answers.lay_honest(p, card, most, rng);
    } else {
      return bluff ? DubitoDeeds::lay_any(p, Answers::maximal, rng)
                   : DubitoDeeds::lay_honest(p, Answers::maximal, rng);
    }
  }

 private:
  static int declare(const Answers& answers, const DubitoSignals& signals, Stream& rng) {
    if (!DubitoDeeds::happens(answers.opening_bluff(signals), rng)) {
      return DubitoDeeds::honest_number(signals.o, signals.p);
    }
    std::uint32_t numbers = DubitoDeeds::numbers(signals.o, signals.p);
    for (int n = rng.below(std::popcount(numbers)); n > 0; --n) numbers &= numbers - 1;
    return std::countr_zero(numbers);
  }

  // The chance that this opening is a bluff, now that its number is declared.
  static double bluffed(const Answers& answers, const DubitoSignals& signals) {
    const double bluff = answers.opening_bluff(signals);
    if (signals.p.number != DubitoDeeds::honest_number(signals.o, signals.p)) {
      return bluff > 0 || signals.own() == 0 ? 1 : 0;  // somebody else may have declared it
    }
    if (bluff <= 0) return 0;
    const double by_chance = bluff / std::popcount(DubitoDeeds::numbers(signals.o, signals.p));
    return by_chance / (by_chance + (1 - bluff));
  }
};

}  // namespace kibitz
