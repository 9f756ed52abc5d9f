// Qwixx: the best move of an own turn by the gains of its marks, without making a sheet.
//
// The value of a sheet (kibitz/players/qwixx/ga.py) is a sum over rows, so a double mark in two rows is
// worth the gains of both. This holds for a plain turn: no lock in reach and fewer than three strikes,
// so that of `sensible` (qwixx_turn.hpp) only the rule of dominated moves is left. It is asked last:
// take the best move; if another dominates it, strike it out and take the next.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/small.hpp"
#include "games/qwixx.hpp"
#include "players/qwixx_turn.hpp"

namespace kibitz {

// What a row is worth, in whole numbers of 2^-32: so sums are exact, and ties are ties, in any order.
struct QwixxWorth {
  using Weights = std::array<double, 4>;
  static constexpr int kMarksMax = Qwixx::kCells + 1;
  using ByMarks = std::array<std::int64_t, kMarksMax + 1>;

  std::array<ByMarks, Qwixx::kCells + 1> open{};  // by frontier and marks
  ByMarks shut{};                                 // a closed or locked row
  std::int64_t strike = 0;

  using Units = std::array<std::int64_t, 4>;

  explicit QwixxWorth(const Units& units) : strike(units[1]) {
    const auto [chance, _, square, skip] = units;
    for (int marks = 0; marks <= kMarksMax; ++marks) {
      at(shut, marks) = square * marks * marks;
      for (int cell = 0; cell <= Qwixx::kCells; ++cell) {
        const int ways = 6 - std::abs(5 - cell);  // of the number at that cell, from either end
        at(at(open, cell), marks) =
            chance * ways * (marks + 1) + skip * (cell - marks) + at(shut, marks);
      }
    }
  }

  std::int64_t row(int bits, bool is_shut) const {
    const int marks = Qwixx::marks(bits);
    return is_shut || bits >> Qwixx::kLast != 0 ? at(shut, marks)
                                                : at(at(open, QwixxTurn::frontier(bits)), marks);
  }

  std::int64_t of(Qwixx::Sheet sheet, int shut_rows) const {
    std::int64_t sum = 0;
    for (int i = 0; i < Qwixx::kRows; ++i) {
      sum += row(Qwixx::lane(sheet, i), (shut_rows >> i & 1) != 0);
    }
    return sum;
  }

  // The weights in units, that of the chance for each of the 36 rolls of two dice.
  static Units units(const Weights& weights) {
    const auto whole = [](double weight) {
      return static_cast<std::int64_t>(std::nearbyint(weight * 0x1p32));
    };
    return {whole(weights[0] / 36), whole(weights[1]), whole(weights[2]), whole(weights[3])};
  }
};

// Worths from the beginning of a game to its end, by how far the sheets have come.
class QwixxWorths {
 public:
  static constexpr int kLast = 7;  // stages are 0 to 7
  static constexpr int kCellsEach = 4;

  // At stage 0 the first weights hold, at the last the others, in between both in proportion.
  QwixxWorths(const QwixxWorth::Weights& first, const QwixxWorth::Weights& last) {
    const QwixxWorth::Units early = QwixxWorth::units(first);
    const QwixxWorth::Units late = QwixxWorth::units(last);
    for (int stage = 0; stage <= kLast; ++stage) {
      QwixxWorth::Units units{};
      for (std::size_t i = 0; i < units.size(); ++i) {
        units[i] = early[i] * (kLast - stage) + late[i] * stage;
      }
      worths_.emplace_back(units);
    }
    changes_ = early != late;
  }

  const QwixxWorth& of(const Qwixx::Options& o, const Qwixx::Position& p) const {
    return worths_[changes_ ? static_cast<std::size_t>(stage(o, p)) : 0];
  }

  // Numbers marked or passed over, closed rows as a whole, in the mean of all sheets.
  static int stage(const Qwixx::Options& o, const Qwixx::Position& p) {
    int cells = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      for (int row = 0; row < Qwixx::kRows; ++row) {
        cells += (p.closed >> row & 1) != 0
                     ? Qwixx::kCells
                     : QwixxTurn::frontier(Qwixx::lane(at(p.sheets, seat), row));
      }
    }
    return std::min(kLast, cells / (kCellsEach * o.players));
  }

 private:
  std::vector<QwixxWorth> worths_;
  bool changes_ = false;
};

class QwixxGains {
 public:
  struct Choice {
    int white;
    int colour;
  };

  // The sheet is that of the active player as the turn began.
  QwixxGains(const Qwixx::Position& p, Qwixx::Sheet sheet, const QwixxWorth& worth)
      : strike_(worth.strike),
        whites_(Qwixx::white_mask(p, sheet)),
        colours_(Qwixx::colour_mask(p, sheet)) {
    const int sum = p.dice[0] + p.dice[1];
    for (int i = 0; i < Qwixx::kRows; ++i) {
      Row& row = at(rows_, i);
      const int bits = Qwixx::lane(sheet, i);
      row.frontier = QwixxTurn::frontier(bits);
      row.marks = Qwixx::marks(bits);
      row.white = Qwixx::cell_of(i, sum);
      row.colour[0] = Qwixx::cell_of(i, p.dice[0] + at(p.dice, 2 + i));
      row.colour[1] = Qwixx::cell_of(i, p.dice[1] + at(p.dice, 2 + i));
      if ((p.closed >> i & 1) != 0) continue;
      row.worth = &worth.open;
      const std::int64_t now = at(at(worth.open, row.frontier), row.marks);
      row.now = now;
      const auto after = [&](int cell) {
        return at(at(worth.open, cell + 1), row.marks + 1) - now;
      };
      at(gains_, Qwixx::kWhite + i) = after(row.white);
      at(gains_, Qwixx::kColour + 2 * i) = after(row.colour[0]);
      at(gains_, Qwixx::kColour + 2 * i + 1) = after(row.colour[1]);
      // Four marks may become five in the white step.
      lock_near_ = lock_near_ || (row.marks >= Qwixx::kLockMarks - 1 &&
                                  (row.white == Qwixx::kLast || row.colour[0] == Qwixx::kLast ||
                                   row.colour[1] == Qwixx::kLast));
    }
  }

  // Whether this is a turn that gains alone decide.
  bool plain(const Qwixx::Position& p) const {
    return !lock_near_ && at(p.strikes, p.player) < Qwixx::kStrikesEnd - 1;
  }

  // The last of the best moves that none dominates; with a white action given, of those with it.
  Choice best(int white_done) const {
    const std::uint32_t whites =
        white_done == QwixxTurn::kUndecided ? whites_ | 1U << Qwixx::kPass : 1U << white_done;
    std::array<std::uint32_t, Qwixx::kColour> struck{};
    for (;;) {
      const Choice choice = highest(whites, struck);
      if (!is_behind(choice)) return choice;
      at(struck, choice.white) |= 1U << choice.colour;
    }
  }

 private:
  using Table = std::array<QwixxWorth::ByMarks, Qwixx::kCells + 1>;

  struct Row {
    const Table* worth = nullptr;
    std::int64_t now = 0;
    int frontier = 0;
    int marks = 0;
    int white = 0;                // the cell of the white sum
    std::array<int, 2> colour{};  // and those of the white dice with the row's own
  };

  static int row_of(int action) {
    return action < Qwixx::kColour ? action - Qwixx::kWhite : (action - Qwixx::kColour) / 2;
  }
  int cell_of(int action) const {
    const Row& row = at(rows_, row_of(action));
    return action < Qwixx::kColour ? row.white : at(row.colour, (action - Qwixx::kColour) % 2);
  }

  // The colour actions after a white one: in its row only cells to the right of it. No lock is near,
  // so the last cell is not among them.
  std::uint32_t colours_after(int white) const {
    if (white == Qwixx::kPass) return colours_;
    const int i = row_of(white);
    const Row& row = at(rows_, i);
    std::uint32_t blocked = 0;
    for (int die = 0; die < 2; ++die) {
      if (at(row.colour, die) <= row.white) blocked |= 1U << (Qwixx::kColour + 2 * i + die);
    }
    return colours_ & ~blocked;
  }

  std::int64_t gain_of(int white, int colour) const {
    if (white == Qwixx::kPass && colour == Qwixx::kPass) return strike_;
    if (white != Qwixx::kPass && colour != Qwixx::kPass && row_of(white) == row_of(colour)) {
      const Row& row = at(rows_, row_of(white));
      return at(at(*row.worth, cell_of(colour) + 1), row.marks + 2) - row.now;
    }
    return at(gains_, white) + at(gains_, colour);
  }

  // The last of the best moves with one of these white actions, without those that were struck out:
  // colour actions by white action.
  Choice highest(std::uint32_t whites,
                 const std::array<std::uint32_t, Qwixx::kColour>& struck) const {
    Choice found{Qwixx::kPass, Qwixx::kPass};
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for_each(whites, [&](int white) {
      const std::uint32_t colours =
          (colours_after(white) | 1U << Qwixx::kPass) & ~at(struck, white);
      for_each(colours, [&](int colour) {
        const std::int64_t gain = gain_of(white, colour);
        if (gain < most) return;
        most = gain;
        found = {white, colour};
      });
    });
    return found;
  }

  // Rule 4 of `sensible`.
  bool is_behind(const Choice& choice) const {
    const bool white = choice.white != Qwixx::kPass;
    const bool colour = choice.colour != Qwixx::kPass;
    if (white && colour) return double_is_behind(choice);
    return (white || colour) && single_is_behind(white ? choice.white : choice.colour);
  }

  bool single_is_behind(int action) const {
    const int i = row_of(action);
    const int cell = cell_of(action);
    const Row& row = at(rows_, i);
    std::uint32_t others = whites_ | colours_;
    for (; others != 0; others &= others - 1) {
      const int other = std::countr_zero(others);
      const int k = row_of(other);
      const int there = cell_of(other);
      if (k == i ? there < cell
                 : there == cell && at(rows_, k).frontier == row.frontier &&
                       at(rows_, k).marks > row.marks) {
        return true;
      }
    }
    return false;
  }

  // Reach and marks of all rows after a double mark, less those before it: a byte each, less is better.
  std::uint64_t ahead(int white, int colour) const {
    const int i = row_of(white);
    const int k = row_of(colour);
    const std::uint64_t there =
        step(k, cell_of(colour), i == k ? cell_of(white) + 1 : at(rows_, k).frontier);
    return step(i, cell_of(white), at(rows_, i).frontier) + there;
  }

  static std::uint64_t step(int row, int cell, int frontier) {
    const auto passed = static_cast<std::uint64_t>(cell + 1 - frontier);
    return (passed - 0x100) << (16 * row);
  }

  bool double_is_behind(const Choice& choice) const {
    constexpr std::uint64_t kTops = 0x8080'8080'8080'8080ULL;
    constexpr std::uint64_t kTwo = 0x0200'0200'0200'0200ULL;  // no byte falls below 0
    const std::uint64_t mine = ahead(choice.white, choice.colour) + kTwo;
    for (std::uint32_t whites = whites_; whites != 0; whites &= whites - 1) {
      const int white = std::countr_zero(whites);
      for (std::uint32_t rest = colours_after(white); rest != 0; rest &= rest - 1) {
        const std::uint64_t other = ahead(white, std::countr_zero(rest)) + kTwo;
        if (other != mine && (((mine | kTops) - other) & kTops) == kTops) return true;
      }
    }
    return false;
  }

  std::int64_t strike_;
  std::uint32_t whites_;   // actions, one bit each
  std::uint32_t colours_;  // as the turn began
  bool lock_near_ = false;
  std::array<std::int64_t, Qwixx::kActions> gains_{};  // of single marks, by action
  std::array<Row, Qwixx::kRows> rows_;
};

}  // namespace kibitz
