// Qwixx by rule, at engine speed: the twins of kibitz/players/qwixx/{marker,conservative,opportunist,
// ga}.py, which explain the rules.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
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

  // A turn that was planned in its white step: until it is over, the colour step follows the plan.
  struct Plan {
    Qwixx::Sheet sheet = 0;  // as the turn began
    std::uint64_t dice = 0;
    const QwixxWorth* worth = nullptr;
    std::uint8_t closed = 0;
    std::int8_t white = Qwixx::kPass;
    std::int8_t colour = Qwixx::kPass;
    bool has_rival = false;  // the best score of the others counts
    int rival = 0;

    bool fits(const Plan& other, const Options& o, const Position& p) const {
      return sheet == other.sheet && dice == other.dice && worth == other.worth &&
             closed == other.closed && white == other.white &&
             (!has_rival || rival == QwixxTurn::best_of_others(o, p));
    }
  };

  struct Memory : QwixxMemory {
    std::shared_ptr<const QwixxWorths> worths = shipped();
    Plan plan{};

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

  static int choose(const Options& o, const Position& p, Memory& memory, Stream&) {
    if (p.player != p.active) return answer(o, p, memory);
    Plan now;
    now.sheet = at(p.sheets, p.player);
    std::memcpy(&now.dice, p.dice.data(), p.dice.size());
    now.worth = &memory.worth(o, p);
    now.closed = p.closed;
    if (p.phase == Qwixx::kWhiteStep) {
      const QwixxGains gains(p, now.sheet, *now.worth);
      if (gains.plain(p)) {
        const QwixxGains::Choice choice = gains.best(QwixxTurn::kUndecided);
        now.white = small(choice.white);
        now.colour = small(choice.colour);
        memory.plan = now;
        return choice.white;
      }
    } else {
      now.sheet &= ~QwixxTurn::target(p, memory.white);
      now.white = memory.white;
      if (memory.plan.fits(now, o, p)) return memory.plan.colour;
      // In the order simultaneous the row of the own white mark may be closed by now.
      const bool open =
          memory.white == Qwixx::kPass || (p.closed >> (memory.white - Qwixx::kWhite) & 1) == 0;
      const QwixxGains gains(p, now.sheet, *now.worth);
      if (open && gains.plain(p)) return gains.best(memory.white).colour;
    }
    if (Qwixx::legal_mask(p) == 1U << Qwixx::kPass) return Qwixx::kPass;
    const QwixxTurn turn(o, p, memory);
    QwixxMoves moves;
    turn.moves(p, moves);
    if (p.phase == Qwixx::kWhiteStep) now.has_rival = turn.has_rival(moves);
    const QwixxMove move = best_of(turn, moves, *now.worth);
    if (p.phase == Qwixx::kWhiteStep) {
      now.rival = turn.rival;
      now.white = move.white;
      now.colour = move.colour;
      memory.plan = now;
    }
    return turn.action(move);
  }

  // An own turn, move by move: the last of the best that the rules leave.
  static QwixxMove best_of(const QwixxTurn& turn, QwixxMoves& moves, const QwixxWorth& worth) {
    QwixxMove last = moves[0];
    if (turn.decided(moves, last)) return last;
    std::array<std::int64_t, QwixxMoves::kMax> values;
    for (int i = 0; i < moves.size(); ++i) {
      const QwixxMove& move = moves[i];
      at(values, i) = turn.offered(move)
                          ? worth.strike * move.strikes + worth.of(move.sheet, turn.shut)
                          : kStruck;
    }
    while (true) {
      int best = 0;
      for (int i = 1; i < moves.size(); ++i) {
        if (at(values, i) >= at(values, best)) best = i;
      }
      if (at(values, best) == kStruck) return last;
      if (!turn.is_behind_any(moves[best], moves)) return moves[best];
      at(values, best) = kStruck;
    }
  }

  // On another's turn, move by move: no mark, which comes first, wins ties; of marks the last.
  static int answer_slowly(const Options& o, const Position& p, const Memory& memory) {
    const QwixxTurn turn(o, p, memory);
    QwixxMoves moves;
    turn.sensible(p, moves);
    const QwixxMove* best = nullptr;
    std::int64_t highest = 0;
    const QwixxWorth& worth = memory.worth(o, p);
    for (const QwixxMove& move : moves) {
      const std::int64_t found = worth.strike * move.strikes + worth.of(move.sheet, turn.shut);
      const bool ties = best == nullptr || !best->empty();
      if (best != nullptr && (found < highest || (found == highest && !ties))) continue;
      highest = found;
      best = &move;
    }
    return turn.action(*best);
  }

 private:
  using Sheet = Qwixx::Sheet;
  static constexpr std::int64_t kStruck = std::numeric_limits<std::int64_t>::min();

  static std::shared_ptr<const QwixxWorths> shipped() {
    static constexpr QwixxWorth::Weights kShipped{0.947079, -0.300736, 0.035976, -0.106321};
    static const auto worths = std::make_shared<const QwixxWorths>(kShipped, kShipped);
    return worths;
  }

  // On another's turn. No mark wins ties, and of marks the last: so their places stand in their keys.
  static int answer(const Options& o, const Position& p, const Memory& memory) {
    const Sheet sheet = at(p.sheets, p.player);
    const int sum = p.dice[0] + p.dice[1];
    const bool shut = p.phase == Qwixx::kAnswer && Qwixx::locked_rows(o, p) != p.closed;
    if (sum == 2 || sum == 12 || shut) {
      const std::uint32_t marks = Qwixx::white_mask(p, sheet);
      if (marks == 0) return Qwixx::kPass;
      // 12 is the last number of red and yellow, 2 that of green and blue: a row can be locked.
      const std::uint32_t last = sum == 12 ? 0b0011U : sum == 2 ? 0b1100U : 0;
      // Or another one has locked a row in this turn.
      if (shut || (marks & last << Qwixx::kWhite) != 0) return answer_slowly(o, p, memory);
    }
    const QwixxWorth& worth = memory.worth(o, p);
    std::int64_t best = QwixxWorth::kPlaces - 1;
    for (int row = 0; row < Qwixx::kRows; ++row) {
      if ((p.closed >> row & 1) != 0) continue;
      const int bits = Qwixx::lane(sheet, row);
      const int marks = std::popcount(static_cast<unsigned>(bits));
      const std::int64_t gain =
          at(worth.gains(marks, QwixxTurn::frontier(bits)), Qwixx::cell_of(row, sum));
      best = std::max(best, gain + Qwixx::kWhite + row);
    }
    const int place = static_cast<int>(best & (QwixxWorth::kPlaces - 1));
    return place == QwixxWorth::kPlaces - 1 ? Qwixx::kPass : place;
  }
};

}  // namespace kibitz
