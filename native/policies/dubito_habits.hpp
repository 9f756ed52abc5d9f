// How a player of Dubito may behave, as chances: the types of players that beliefs and the reader think
// with. The twin of kibitz/bots/dubito/habits.py, in the same order.
//
// First the rules of the published field, then nine general habits, which differ in how readily they
// doubt and bluff: somebody whom no rule fits is told apart by these rates alone.
#pragma once

#include <algorithm>
#include <array>

#include "policies/dubito.hpp"

namespace kibitz {

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

struct DubitoHabit {
  bool maximal;
  double slack;  // the share of turns that do not follow the rule
  double (*opening_bluff)(const DubitoSignals&);
  double (*doubt)(const DubitoSignals&);
  double (*bluff)(const DubitoSignals&);
  int (*choose)(const Dubito::Options&, const Dubito::Position&, const DubitoStats&, Stream&);
};

template <class Answers>
struct DubitoAnyName : Answers {
  static constexpr const char* name = "";
};

template <class Answers>
constexpr DubitoHabit dubito_habit(double slack) {
  return {Answers::maximal, slack,           &Answers::opening_bluff,
          &Answers::doubt,  &Answers::bluff, &DubitoPlayer<DubitoAnyName<Answers>>::choose};
}

inline constexpr double kFieldSlack = 0.01;
inline constexpr double kGeneralSlack = 0.15;  // also for lays of fewer cards than there could be

inline constexpr std::array kDubitoHabits{
    dubito_habit<dubito_field::Honest>(kFieldSlack),
    dubito_habit<dubito_field::Trusting>(kFieldSlack),
    dubito_habit<dubito_field::AlwaysBluff>(kFieldSlack),
    dubito_habit<dubito_field::AlwaysDoubt>(kFieldSlack),
    dubito_habit<dubito_field::Coin>(kFieldSlack),
    dubito_habit<dubito_field::TacticalDoubt>(kFieldSlack),
    dubito_habit<dubito_field::Suspicion>(kFieldSlack),
    dubito_habit<dubito_field::Balanced>(kFieldSlack),
    dubito_habit<dubito_field::Adaptive>(kFieldSlack),
    dubito_habit<dubito_field::RiskAware>(kFieldSlack),
    dubito_habit<dubito_field::Claude>(kFieldSlack),
    dubito_habit<dubito_field::Gemini>(kFieldSlack),
    dubito_habit<dubito_field::Chatgpt>(kFieldSlack),
    dubito_habit<dubito_field::ChatgptThinking>(kFieldSlack),
    dubito_habit<DubitoGeneral<0, 0>>(kGeneralSlack),
    dubito_habit<DubitoGeneral<0, 1>>(kGeneralSlack),
    dubito_habit<DubitoGeneral<0, 2>>(kGeneralSlack),
    dubito_habit<DubitoGeneral<1, 0>>(kGeneralSlack),
    dubito_habit<DubitoGeneral<1, 1>>(kGeneralSlack),
    dubito_habit<DubitoGeneral<1, 2>>(kGeneralSlack),
    dubito_habit<DubitoGeneral<2, 0>>(kGeneralSlack),
    dubito_habit<DubitoGeneral<2, 1>>(kGeneralSlack),
    dubito_habit<DubitoGeneral<2, 2>>(kGeneralSlack),
};

inline constexpr int kHabits = static_cast<int>(kDubitoHabits.size());
inline constexpr int kGeneralHabits = 9;  // the last ones

}  // namespace kibitz
