// Qwixx by rule, at engine speed: the twins of kibitz/players/qwixx/{marker,conservative,opportunist,
// ga}.py, which explain the rules.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>

#include "core/small.hpp"
#include "games/qwixx.hpp"
#include "players/qwixx_gains.hpp"
#include "players/qwixx_turn.hpp"

namespace kibitz {

// What all of them have in common.
struct QwixxPolicy {
  using Options = Qwixx::Options;
  using Position = Qwixx::Position;
  using Memory = QwixxMemory;

  static void read(const Options&, Reader& in, QwixxMemory& memory) {
    memory.white = small(in.number(Qwixx::kPass, Qwixx::kColour - 1));
  }

  static void note(const Options&, const Position& p, int action, QwixxMemory& memory) {
    memory.note(p, action);
  }

  // The last of the highest among sensible moves that mark and pass over few numbers; without one
  // no mark.
  template <class Value>
  static int best_mark(const Options& o, const Position& p, const QwixxMemory& memory, int most_own,
                       int most_others, const Value& value) {
    const QwixxTurn turn(o, p, memory);
    QwixxMoves moves;
    turn.sensible(p, moves);
    const int most = turn.own ? most_own : most_others;
    const QwixxMove* best = &moves[0];
    int highest = -1;
    for (const QwixxMove& move : moves) {
      if (move.empty() || move.skipped > most) continue;
      const int found = value(turn, move);
      if (found < highest) continue;
      highest = found;
      best = &move;
    }
    return turn.action(*best);
  }
};

struct QwixxMarker : QwixxPolicy {
  static constexpr const char* name = "marker";

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream& rng) {
    const QwixxTurn turn(o, p, memory);
    QwixxMoves moves;
    turn.moves(p, moves);
    const QwixxMove none = moves[0];
    moves.keep([&](const QwixxMove& move) { return turn.offered(move) && !move.empty(); });
    if (moves.size() == 0) moves.add(none);
    return turn.action(moves[rng.below(moves.size())]);
  }
};

struct QwixxConservative : QwixxPolicy {
  static constexpr const char* name = "conservative";

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream&) {
    return best_mark(o, p, memory, 3, 0, [](const QwixxTurn&, const QwixxMove& move) {
      return (10 - move.skipped) * 1000 + move.score;  // fewest skips, then the score
    });
  }
};

struct QwixxOpportunist : QwixxPolicy {
  static constexpr const char* name = "opportunist";

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream&) {
    return best_mark(o, p, memory, 2, 1, [](const QwixxTurn& turn, const QwixxMove& move) {
      std::uint32_t numbers = 0;  // the next free ones of open rows
      for (int row = 0; row < Qwixx::kRows; ++row) {
        const int cell = QwixxTurn::frontier(Qwixx::lane(move.sheet, row));
        if ((turn.closed >> row & 1) == 0 && cell < Qwixx::kCells) {
          numbers |= 1U << (row < 2 ? cell : Qwixx::kLast - cell);
        }
      }
      int ways = 0;  // of 36 rolls
      for_each(numbers, [&](int place) { ways += 6 - std::abs(5 - place); });
      return ways;
    });
  }
};

// By four weights. Where a rule of `sensible` but the last could decide, all moves are looked at; where
// not, which is nearly always, the gains of marks are added up instead: see qwixx_gains.hpp.
struct QwixxGa : QwixxPolicy {
  static constexpr const char* name = "ga";
  static constexpr bool is_short = true;
  static constexpr double kWeightMax = 1000;

  struct Memory : QwixxMemory {
    std::shared_ptr<const QwixxWorths> worths = shipped();

    const QwixxWorth& worth(const Options& o, const Position& p) const { return worths->of(o, p); }
  };

  // Four weights for the whole game, or eight: four for its beginning and four for its end.
  static void tune(std::span<const double> numbers, Memory& memory) {
    if (numbers.empty()) return;
    QwixxWorth::Weights first{};
    if (numbers.size() != first.size() && numbers.size() != 2 * first.size()) {
      throw Malformed("ga takes four weights, or eight");
    }
    for (const double weight : numbers) {
      if (!(std::abs(weight) <= kWeightMax)) throw Malformed("a weight is too large");
    }
    std::copy_n(numbers.begin(), first.size(), first.begin());
    QwixxWorth::Weights last{};
    std::copy_n(numbers.end() - last.size(), last.size(), last.begin());
    memory.worths = std::make_shared<const QwixxWorths>(first, last);
  }

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream&) {
    if (Qwixx::legal_mask(p) == 1U << Qwixx::kPass) return Qwixx::kPass;
    if (p.player != p.active) return answer(o, p, memory);
    const Sheet sheet = at(p.sheets, p.player);
    if (p.phase == Qwixx::kWhiteStep) {
      const QwixxGains gains(p, sheet, memory.worth(o, p));
      if (gains.plain(p)) return gains.best(QwixxTurn::kUndecided).white;
    } else {
      const Sheet white = QwixxTurn::target(p, memory.white);
      // In the order simultaneous the row of the own white mark may be closed by now.
      const bool open =
          memory.white == Qwixx::kPass || (p.closed >> (memory.white - Qwixx::kWhite) & 1) == 0;
      const QwixxGains gains(p, sheet & ~white, memory.worth(o, p));
      if (open && gains.plain(p)) return gains.best(memory.white).colour;
    }
    return choose_slowly(o, p, memory);
  }

  // The same, move by move.
  static int choose_slowly(const Options& o, const Position& p, const Memory& memory) {
    const QwixxTurn turn(o, p, memory);
    QwixxMoves moves;
    turn.sensible(p, moves);
    const QwixxMove* best = nullptr;
    std::int64_t highest = 0;
    const QwixxWorth& worth = memory.worth(o, p);
    for (const QwixxMove& move : moves) {
      const std::int64_t found = worth.strike * move.strikes + worth.of(move.sheet, turn.shut);
      // The last of equals; but no mark on another's turn, which comes first, wins ties.
      const bool ties = turn.own || best == nullptr || !best->empty();
      if (best != nullptr && (found < highest || (found == highest && !ties))) continue;
      highest = found;
      best = &move;
    }
    return turn.action(*best);
  }

 private:
  using Sheet = Qwixx::Sheet;

  static std::shared_ptr<const QwixxWorths> shipped() {
    static constexpr QwixxWorth::Weights kShipped{0.947079, -0.300736, 0.035976, -0.106321};
    static const auto worths = std::make_shared<const QwixxWorths>(kShipped, kShipped);
    return worths;
  }

  // On another's turn.
  static int answer(const Options& o, const Position& p, const Memory& memory) {
    const Sheet sheet = at(p.sheets, p.player);
    const std::uint32_t whites = Qwixx::white_mask(p, sheet);
    const int sum = p.dice[0] + p.dice[1];
    if (sum == 2 || sum == 12) return choose_slowly(o, p, memory);  // a row may be locked
    const int shut = p.phase == Qwixx::kAnswer ? Qwixx::locked_rows(o, p) : p.closed;
    int best = Qwixx::kPass;
    std::int64_t highest = 0;
    const QwixxWorth& worth = memory.worth(o, p);
    for_each(whites, [&](int action) {
      const int row = action - Qwixx::kWhite;
      const int bits = Qwixx::lane(sheet, row);
      const bool is_shut = (shut >> row & 1) != 0;
      const std::int64_t gain =
          worth.row(bits | 1 << Qwixx::cell_of(row, sum), is_shut) - worth.row(bits, is_shut);
      if (gain < highest || (gain == highest && best == Qwixx::kPass)) return;
      highest = gain;
      best = action;
    });
    return best;
  }
};

}  // namespace kibitz
