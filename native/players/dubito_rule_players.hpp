// The published field of Dubito at engine speed: each struct is the twin of
// kibitz/players/dubito/<name>.py, which explains its rule.
#pragma once

#include <algorithm>
#include <array>

#include "players/dubito_questions.hpp"

namespace kibitz {

namespace dubito_field {

using Signals = DubitoSignals;

inline double yes(bool x) {
  return x ? 1 : 0;
}

struct Honest : DubitoAnswers {
  static constexpr const char* name = "honest";
  static double doubt(const Signals& s) { return yes(s.own() == 0); }
};

struct Trusting : DubitoAnswers {
  static constexpr const char* name = "trusting";
};

struct AlwaysBluff : DubitoAnswers {
  static constexpr const char* name = "always_bluff";
  static double opening_bluff(const Signals&) { return 1; }
  static double bluff(const Signals&) { return 1; }
};

struct AlwaysDoubt : DubitoAnswers {
  static constexpr const char* name = "always_doubt";
  static double opening_bluff(const Signals&) { return 0.5; }
  static double bluff(const Signals&) { return 0.5; }
  static double doubt(const Signals&) { return 1; }
};

struct Coin : DubitoAnswers {
  static constexpr const char* name = "coin";
  static constexpr bool maximal = false;
  static double opening_bluff(const Signals&) { return 1; }
  static double doubt(const Signals& s) { return s.own() > 0 ? 1.0 / 3 : 1.0 / 2; }
  static double bluff(const Signals&) { return 0.5; }
};

struct TacticalDoubt : DubitoAnswers {
  static constexpr const char* name = "tactical_doubt";
  static double opening_bluff(const Signals&) { return 0.5; }
  static double doubt(const Signals& s) {
    return yes(s.prev_opened() || s.laid() == Dubito::kLayMax);
  }
  static double bluff(const Signals&) { return 0.5; }
};

inline double by_size(const Signals& s) {
  constexpr std::array<double, 3> kDoubt{0.3, 0.6, 0.9};
  return at(kDoubt, s.laid() - 1);
}

struct Suspicion : DubitoAnswers {
  static constexpr const char* name = "suspicion";
  static double doubt(const Signals& s) { return s.own() > 0 ? by_size(s) : 1; }
};

struct Balanced : DubitoAnswers {
  static constexpr const char* name = "balanced";
  static double opening_bluff(const Signals&) { return 0.67; }
  static double doubt(const Signals& s) { return s.prev_opened() ? 0 : by_size(s); }
  static double bluff(const Signals&) { return 0.67; }
};

struct Adaptive : DubitoAnswers {
  static constexpr const char* name = "adaptive";
  static double opening_bluff(const Signals& s) { return 1 - s.next_doubts(); }
  static double doubt(const Signals& s) {
    const double bluffs = s.prev_bluffs();
    const double doubts = s.next_doubts();
    const bool again = s.own() == 0 && 1 - bluffs < doubts;
    return again ? bluffs + (1 - bluffs) * doubts : bluffs;
  }
  static double bluff(const Signals& s) { return 1 - s.next_doubts(); }
};

struct RiskAware : DubitoAnswers {
  static constexpr const char* name = "risk_aware";
  static double clamped(double x) { return std::clamp(x, 0.0, 1.0); }
  static double risk(const Signals& s) { return clamped(s.board() * s.board() / 40.0); }
  static double opening_bluff(const Signals& s) {
    return clamped(1 - s.next_cards() * s.next_cards() / 30.0);
  }
  static double doubt(const Signals& s) { return s.own() > 0 ? 0 : 1 - risk(s); }
  static double bluff(const Signals& s) { return risk(s); }
};

struct Claude : DubitoAnswers {
  static constexpr const char* name = "claude";
  static double doubt(const Signals& s) {
    constexpr std::array<double, 3> kBySize{0.05, 0.30, 0.65};
    double suspicion = 0.5 * s.prev_bluffs() + 0.5 * at(kBySize, s.laid() - 1);
    if (s.prev_opened()) suspicion *= 0.4;
    double threshold = s.cards() <= 4 ? 0.75 : s.cards() >= 18 ? 0.30 : 0.50;
    if (s.own() == 0) threshold -= 0.15;
    return yes(s.prev_empty() || suspicion > threshold);
  }
  static double bluff(const Signals& s) { return yes(s.next_doubt_rate() < 0.35 && s.own() < 3); }
};

struct Gemini : DubitoAnswers {
  static constexpr const char* name = "gemini";
  static double opening_bluff(const Signals& s) { return yes(s.all_single()); }
  static double doubt(const Signals& s) {
    const bool impossible = s.own() + s.laid() > Dubito::kFour;
    const bool caught = s.prev_bluffs() > (s.board() < 5 ? 0.8 : 0.4);
    const bool unlikely = s.laid() == Dubito::kLayMax && s.own() >= 2;
    return yes(s.prev_empty() || impossible || caught || unlikely);
  }
  static double bluff(const Signals& s) {
    return yes(s.own() == 1 && s.next_doubt_rate() < 0.3 && s.board() < 4);
  }
};

struct Chatgpt : DubitoAnswers {
  static constexpr const char* name = "chatgpt";
  static double opening_bluff(const Signals& s) { return yes(s.next_doubts() < 0.3); }
  static double doubt(const Signals& s) {
    constexpr std::array<double, 3> kBySize{0, 0.1, 0.2};
    double score = 0.7 * s.prev_bluffs() + at(kBySize, s.laid() - 1);
    if (s.own() + s.laid() > Dubito::kFour) score += 0.5;
    return yes(s.prev_empty() || score > 0.4 + 0.02 * s.board());
  }
  static double bluff(const Signals& s) {
    return yes(s.own() < 3 && s.next_doubts() < 0.9 - 0.01 * s.board());
  }
};

struct ChatgptThinking : DubitoAnswers {
  static constexpr const char* name = "chatgpt_thinking";
  static double doubt(const Signals& s) {
    constexpr std::array<double, 3> kBySize{0, 0.05, 0.1};
    double score = 0.8 * s.prev_bluffs() + at(kBySize, s.laid() - 1);
    if (s.own() + s.laid() > Dubito::kFour) score += 0.5;
    if (s.own() == 0) score += 0.1;
    if (s.prev_opened()) score -= 0.2;
    if (s.cards() <= 4) score -= 0.1;
    return yes(s.prev_empty() || score > 0.45 + 0.005 * s.board());
  }
  static double bluff(const Signals& s) {
    return yes(s.own() < 3 && s.next_doubts() < 0.4 - 0.01 * s.board());
  }
};

}  // namespace dubito_field

using DubitoHonest = DubitoPlayer<dubito_field::Honest>;
using DubitoTrusting = DubitoPlayer<dubito_field::Trusting>;
using DubitoAlwaysBluff = DubitoPlayer<dubito_field::AlwaysBluff>;
using DubitoAlwaysDoubt = DubitoPlayer<dubito_field::AlwaysDoubt>;
using DubitoCoin = DubitoPlayer<dubito_field::Coin>;
using DubitoTacticalDoubt = DubitoPlayer<dubito_field::TacticalDoubt>;
using DubitoSuspicion = DubitoPlayer<dubito_field::Suspicion>;
using DubitoBalanced = DubitoPlayer<dubito_field::Balanced>;
using DubitoAdaptive = DubitoPlayer<dubito_field::Adaptive>;
using DubitoRiskAware = DubitoPlayer<dubito_field::RiskAware>;
using DubitoClaude = DubitoPlayer<dubito_field::Claude>;
using DubitoGemini = DubitoPlayer<dubito_field::Gemini>;
using DubitoChatgpt = DubitoPlayer<dubito_field::Chatgpt>;
using DubitoChatgptThinking = DubitoPlayer<dubito_field::ChatgptThinking>;

}  // namespace kibitz
