// How a player of Dubito may behave: the types of players that beliefs and the reader think with. The
// twin of kibitz/players/dubito/habits.py, in the same order.
//
// First the rules of the published field, then two who count, then nine general habits, which differ
// in how readily they doubt and bluff: somebody whom no rule fits is distinguished by these rates alone.
//
// A habit is asked two things: what it does (to play on from a world), and how likely it is to do what
// was seen (to believe). For the latter it gets a position of public things and a guess how many cards
// of the number the player has: see DubitoEvidence.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "players/dubito_character.hpp"
#include "players/dubito_rule_players.hpp"
#include "players/dubito_tracker.hpp"

namespace kibitz {

// What all at the table have seen, as far as habits look at it.
struct DubitoSeen {
  DubitoStats stats;
  DubitoTracker::Memory counts;

  // Called before each action.
  void note(const Dubito::Options& o, const Dubito::Position& p, int action) {
    stats.note(p, action);
    DubitoTracker::note(o, p, action, counts);
  }
};

// The chances of a turn: a doubt, an honest play of a certain size, a bluff of that size.
struct DubitoChances {
  double doubt;
  double honest;
  double bluff;
};

struct DubitoHabit {
  using Ask = DubitoChances (*)(const Dubito::Options&, const Dubito::Position&, const DubitoSeen&,
                                int size);
  using Choose = int (*)(const Dubito::Options&, const Dubito::Position&, const DubitoSeen&,
                         Stream&);
  double slack;  // the share of turns that do not follow the rule
  Ask ask;
  Choose choose;
};

// Somebody who answers the five questions.
template <class Answers>
struct DubitoAnswering {
  struct Named : Answers {
    static constexpr const char* name = "";
  };

  static DubitoChances ask(const Dubito::Options& o, const Dubito::Position& p,
                           const DubitoSeen& seen, int size) {
    return ask_by(Answers{}, o, p, seen, size);
  }

  static DubitoChances ask_by(const Answers& answers, const Dubito::Options& o,
                              const Dubito::Position& p, const DubitoSeen& seen, int size) {
    const DubitoSignals signals{o, p, seen.stats};
    const int own = signals.own();
    const bool opening = p.board_size == 0;
    const int most = std::min(Dubito::kLayMax, signals.cards());
    const double doubt = Dubito::can_doubt(p) ? answers.doubt(signals) : 0;
    const double bluff = opening    ? opening_bluff(answers, signals)
                         : own == 0 ? 1
                                    : answers.bluff(signals);
    const double honest = opening && own == 1 ? answers.opening_bluff(signals) : bluff;
    if constexpr (requires { answers.bluff_size_chance(size, most); }) {
      return {doubt,
              (1 - doubt) * (1 - honest) * answers.honest_size_chance(size, std::min(own, most)),
              (1 - doubt) * bluff * answers.bluff_size_chance(size, most)};
    } else {
      return {doubt, (1 - doubt) * (1 - honest) * size_chance(size, std::min(own, most)),
              (1 - doubt) * bluff * size_chance(size, most)};
    }
  }

  static int choose(const Dubito::Options& o, const Dubito::Position& p, const DubitoSeen& seen,
                    Stream& rng) {
    return DubitoPlayer<Named>::choose(o, p, seen.stats, rng);
  }

 private:
  // The chance of a play of this size where up to `most` cards could be laid.
  static double size_chance(int size, int most) {
    if (size > most) return 0;
    return Answers::maximal ? (size == most ? 1 : 0) : 1.0 / most;
  }

  // Whether a bluffer's cards are all single is not known, where it has no two of the number: that is
  // taken to be as likely as in a fresh hand of that size. (An honest opening is of the most frequent
  // value, so with one card of it all are single.)
  static double opening_bluff(const Answers& answers, const DubitoSignals& signals) {
    Dubito::Position other = signals.p;
    at(at(other.hands, other.player), other.number) = signals.own() > 1 ? 1 : 2;
    const double same = answers.opening_bluff(signals);
    if (signals.own() > 1) return same;
    const double paired = answers.opening_bluff({signals.o, other, signals.stats});
    double single = 1;
    for (int i = 0; i < signals.cards(); ++i) single *= std::max(0.0, (52.0 - 4 * i) / (52.0 - i));
    return single * same + (1 - single) * paired;
  }
};

// Somebody who counts, as the tracker does, or who also hunts plays of three, as `hunter` does: draws
// nothing, so what it does is certain or impossible.
template <bool Hunts>
struct DubitoCounting {
  static DubitoChances ask(const Dubito::Options& o, const Dubito::Position& p,
                           const DubitoSeen& seen, int size) {
    const int own = at(at(p.hands, p.player), p.number);
    Stream none(0);
    const int action = choose(o, p, seen, none);
    if (action == Dubito::kDoubt) return {1, 0, 0};
    if (Dubito::lay_size(action) != size) return {0, 0, 0};
    const bool honest =
        own >= size && action == Dubito::lay_action(size, p.number, p.number, p.number);
    return {0, honest ? 1.0 : 0.0, honest ? 0.0 : 1.0};
  }

  static int choose(const Dubito::Options& o, const Dubito::Position& p, const DubitoSeen& seen,
                    Stream&) {
    return DubitoTracker::choose_by(Hunts ? kHunting : DubitoTracker::Numbers{}, o, p, seen.counts);
  }

 private:
  // As in kibitz/players/dubito/simple.py.
  static constexpr DubitoTracker::Numbers kHunting{
      0.25, 1.5, 0.4, 1.5, 8, {0.05, 0.15, 0.99}, 10, {1, 0.25, 0.3}, 1};
};

// A player in general: the more is laid the rather it doubts, the rather without the number, and less
// an opening; it knows that a number has four cards, and who lays its last ones.
template <int Doubts, int Bluffs>
struct DubitoGeneral : DubitoAnswers {
  static constexpr std::array<double, 3> kDoubt{0.06, 0.3, 0.65};
  static constexpr std::array<double, 3> kBluff{0.05, 0.4, 0.85};
  static constexpr std::array<double, 3> kBySize{0.7, 1, 1.4};
  static constexpr double kSure = 0.9;

  static double opening_bluff(const DubitoSignals&) { return 0.6 * kBluff[Bluffs]; }

  static double doubt(const DubitoSignals& s) {
    double chance = kDoubt[Doubts] * at(kBySize, s.laid() - 1);
    chance *= s.own() > 0 ? 0.8 : 1.5;
    if (s.prev_opened()) chance *= 0.6;
    if (s.prev_empty() || s.own() + s.laid() > Dubito::kFour) chance = std::max(chance, kSure);
    return std::min(chance, 1.0);
  }

  static double bluff(const DubitoSignals&) { return kBluff[Bluffs]; }
};

template <class Answers>
constexpr DubitoHabit dubito_field_habit() {
  return {0.01, &DubitoAnswering<Answers>::ask, &DubitoAnswering<Answers>::choose};
}

template <bool Hunts>
constexpr DubitoHabit dubito_counting_habit() {
  return {0.1, &DubitoCounting<Hunts>::ask, &DubitoCounting<Hunts>::choose};
}

// Its slack is also for lays of fewer cards than there could be.
template <int Doubts, int Bluffs>
constexpr DubitoHabit dubito_general_habit() {
  using General = DubitoGeneral<Doubts, Bluffs>;
  return {0.15, &DubitoAnswering<General>::ask, &DubitoAnswering<General>::choose};
}

// The characters that opponents may be like: the first ones of the population.
inline constexpr int kCharacters = 24;

inline constexpr auto kDubitoCharacters = [] {
  std::array<DubitoCharacter, kCharacters> found;
  for (int i = 0; i < kCharacters; ++i) {
    at(found, i) = DubitoCharacter::drawn(static_cast<std::uint64_t>(i), 1);
  }
  return found;
}();

template <int Character>
struct DubitoOfCharacter {
  static DubitoChances ask(const Dubito::Options& o, const Dubito::Position& p,
                           const DubitoSeen& seen, int size) {
    return DubitoAnswering<DubitoCharacter>::ask_by(kDubitoCharacters[Character], o, p, seen, size);
  }
  static int choose(const Dubito::Options& o, const Dubito::Position& p, const DubitoSeen& seen,
                    Stream& rng) {
    return kDubitoCharacters[Character].choose(o, p, seen.stats, rng);
  }
};

inline constexpr int kFieldHabits = 14;
inline constexpr int kHabits = kFieldHabits + 2 + 9 + kCharacters;

inline constexpr auto kDubitoHabits = [] {
  std::array<DubitoHabit, kHabits> found{
      dubito_field_habit<dubito_field::Honest>(),
      dubito_field_habit<dubito_field::Trusting>(),
      dubito_field_habit<dubito_field::AlwaysBluff>(),
      dubito_field_habit<dubito_field::AlwaysDoubt>(),
      dubito_field_habit<dubito_field::Coin>(),
      dubito_field_habit<dubito_field::TacticalDoubt>(),
      dubito_field_habit<dubito_field::Suspicion>(),
      dubito_field_habit<dubito_field::Balanced>(),
      dubito_field_habit<dubito_field::Adaptive>(),
      dubito_field_habit<dubito_field::RiskAware>(),
      dubito_field_habit<dubito_field::Claude>(),
      dubito_field_habit<dubito_field::Gemini>(),
      dubito_field_habit<dubito_field::Chatgpt>(),
      dubito_field_habit<dubito_field::ChatgptThinking>(),
      dubito_counting_habit<false>(),
      dubito_counting_habit<true>(),
      dubito_general_habit<0, 0>(),
      dubito_general_habit<0, 1>(),
      dubito_general_habit<0, 2>(),
      dubito_general_habit<1, 0>(),
      dubito_general_habit<1, 1>(),
      dubito_general_habit<1, 2>(),
      dubito_general_habit<2, 0>(),
      dubito_general_habit<2, 1>(),
      dubito_general_habit<2, 2>(),
  };
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((at(found, kHabits - kCharacters + I) = {0.05, &DubitoOfCharacter<I>::ask,
                                              &DubitoOfCharacter<I>::choose}),
     ...);
  }(std::make_integer_sequence<int, kCharacters>{});
  return found;
}();

// Sets of habits, as bits.
using DubitoHabitSet = std::uint64_t;
inline constexpr DubitoHabitSet kAllHabits = (DubitoHabitSet{1} << kHabits) - 1;

// All habits, without the rules of the field unless they are known, and without some others.
constexpr DubitoHabitSet dubito_habits(bool field, DubitoHabitSet without) {
  return kAllHabits & ~without & (field ? kAllHabits : ~((DubitoHabitSet{1} << kFieldHabits) - 1));
}

}  // namespace kibitz
