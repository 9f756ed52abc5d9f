// A solver for each kind of play, compiled for the CPU of the file that includes this.
#pragma once

#include <memory>

#include "core/compiler.hpp"
#include "search/double_dummy/solve.hpp"

#if KIBITZ_X86
#define KIBITZ_HAS_BMI2 1
#else
#define KIBITZ_HAS_BMI2 0
#endif

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// Heads of the tables' chains, as powers of two. For each there may be 4 blocks of 128 bytes where points
// count, else 16: 2 MiB and 16 MiB, of which most deals use a tenth.
inline constexpr int kBeloteBits = 12;
inline constexpr int kTricksBits = 13;

inline std::unique_ptr<Solver> make(Play play) {
  switch (play) {
    case Play::belote:
      return std::make_unique<SolverFor<BeloteRules>>(kBeloteBits);
    case Play::codepiece:
      return std::make_unique<SolverFor<CodepieceRules>>(kTricksBits);
    case Play::bridge:
      break;
  }
  return std::make_unique<SolverFor<BridgeRules>>(kTricksBits);
}

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
