// Qwixx: the best move of an own turn by the gains of its marks, without making a sheet.
//
// The value of a sheet (kibitz/players/qwixx/ga.py) is a sum over rows, so a double mark in two rows is
// worth the gains of both. This holds for a plain turn: no lock in reach and fewer than three strikes,
// so that of `sensible` (qwixx_turn.hpp) only the rule of dominated moves is left. It is asked last:
// take the best move; if another dominates it, strike it out and take the next.
//
// Gains are kept as keys, which have the place of the action in their lowest bits: the key of a double
// mark is the sum of two, and the greatest key is the last of the best moves, without a comparison of
// places. So the best of up to 45 moves is found by some twenty maxima.
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
// Each is 64 times that, which leaves six bits for the place of a move.
struct QwixxWorth {
  using Weights = std::array<double, 4>;
  static constexpr int kMarksMax = Qwixx::kCells + 1;
  static constexpr std::int64_t kPlaces = 64;
  using ByFrontier = std::array<std::int64_t, Qwixx::kCells + 1>;

  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min() / 4;

  std::array<ByFrontier, kMarksMax + 1> open{};    // by marks and frontier
  std::array<std::int64_t, kMarksMax + 1> shut{};  // a closed or locked row, by marks
  std::int64_t strike = 0;

  using Units = std::array<std::int64_t, 4>;

  explicit QwixxWorth(const Units& units) : strike(kPlaces * units[1]) {
    const std::int64_t chance = kPlaces * units[0];
    const std::int64_t square = kPlaces * units[2];
    const std::int64_t skip = kPlaces * units[3];
    for (int marks = 0; marks <= kMarksMax; ++marks) {
      at(shut, marks) = square * marks * marks;
      for (int cell = 0; cell <= Qwixx::kCells; ++cell) {
        const int ways = 6 - std::abs(5 - cell);  // of the number at that cell, from either end
        at(at(open, marks), cell) =
            chance * ways * (marks + 1) + skip * (cell - marks) + at(shut, marks);
      }
    }
    for (int marks = 0; marks < kMarksMax; ++marks) {
      for (int frontier = 0; frontier <= Qwixx::kCells; ++frontier) {
        Gains& gains = at(at(gains_, marks), frontier);
        gains.fill(kNever);
        for (int cell = frontier; cell < Qwixx::kLast; ++cell) {
          at(gains, cell) = at(at(open, marks + 1), cell + 1) - at(at(open, marks), frontier);
        }
      }
    }
  }

  // What a mark in each cell of an open row adds; kNever where it cannot be, and for the lock, which is
  // never a matter of gains alone.
  using Gains = std::array<std::int64_t, Qwixx::kCells>;
  const Gains& gains(int marks, int frontier) const { return at(at(gains_, marks), frontier); }

  std::int64_t row(int bits, bool is_shut) const {
    const int marks = Qwixx::marks(bits);
    return is_shut || bits >> Qwixx::kLast != 0 ? at(shut, marks)
                                                : at(at(open, marks), QwixxTurn::frontier(bits));
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

 private:
  std::array<std::array<Gains, Qwixx::kCells + 1>, kMarksMax> gains_{};
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
    changes_ = early != late;
    for (int stage = 0; stage <= (changes_ ? kLast : 0); ++stage) {
      QwixxWorth::Units units{};
      for (std::size_t i = 0; i < units.size(); ++i) {
        units[i] = early[i] * (kLast - stage) + late[i] * stage;
      }
      worths_.emplace_back(units);
    }
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
      : strike_(worth.strike) {
    const int sum = p.dice[0] + p.dice[1];
    const bool equal = p.dice[0] == p.dice[1];  // then the first die stands for both
    for (int i = 0; i < Qwixx::kRows; ++i) {
      Row& row = at(rows_, i);
      if ((p.closed >> i & 1) != 0) {
        row.clear();
        continue;
      }
      const int bits = Qwixx::lane(sheet, i);
      const int die = at(p.dice, 2 + i);
      const int white = Qwixx::cell_of(i, sum);
      const int first = Qwixx::cell_of(i, p.dice[0] + die);
      const int second = equal ? Qwixx::kLast : Qwixx::cell_of(i, p.dice[1] + die);
      row.frontier = QwixxTurn::frontier(bits);
      row.marks = std::popcount(static_cast<unsigned>(bits));
      row.cells = {white, first, second};
      const QwixxWorth::Gains& gains = worth.gains(row.marks, row.frontier);
      const int place = place_of(Qwixx::kWhite + i);
      const int place_first = place_of(Qwixx::kColour + 2 * i);
      row.white = at(gains, white) + place;
      row.colour = {at(gains, first) + place_first, at(gains, second) + place_first + 1};
      const std::int64_t now = at(at(worth.open, row.marks), row.frontier);
      const auto& two = at(worth.open, row.marks + 2);
      const auto both = [&](int cell) {
        const bool legal = white >= row.frontier && cell > white && cell < Qwixx::kLast;
        return legal ? at(two, cell + 1) - now + place + place_first : kNever;
      };
      row.both = {both(first), both(second) + 1};
      // Four marks may become five in the white step.
      const bool colour_last =
          first == Qwixx::kLast || Qwixx::cell_of(i, p.dice[1] + die) == Qwixx::kLast;
      lock_near_ |= row.marks >= Qwixx::kLockMarks
                        ? white == Qwixx::kLast || colour_last
                        : row.marks == Qwixx::kLockMarks - 1 && colour_last &&
                              white >= row.frontier && white < Qwixx::kLast;
    }
  }

  // Whether this is a turn that gains alone decide.
  bool plain(const Qwixx::Position& p) const {
    return !lock_near_ && at(p.strikes, p.player) < Qwixx::kStrikesEnd - 1;
  }

  // The last of the best moves that none dominates; with a white action given, of those with it.
  Choice best(int white_done) const {
    const Choice choice = highest(white_done);
    return is_behind(choice) ? best_of_rest(white_done, choice) : choice;
  }

 private:
  // With weights up to 1,000 a gain is below 2^59.2 and that of two marks below 2^60.2. So keys with a mark
  // that cannot be made, kNever and a gain, are below kPossible (-5 * 2^58), and all others above; two of
  // kNever do not overflow.
  static constexpr std::int64_t kNever = QwixxWorth::kNever;
  static constexpr std::int64_t kPossible = kNever / 8 * 5;
  static bool can(std::int64_t key) { return key > kPossible; }
  static constexpr int kColours = 9;  // colour actions and pass

  struct Row {
    std::int64_t white;                  // keys: the white sum alone,
    std::array<std::int64_t, 2> colour;  // a white die and the row's own alone,
    std::array<std::int64_t, 2> both;    // and after the white sum
    std::array<int, 3> cells;            // of the white sum, of the dice
    int frontier;
    int marks;

    void clear() { *this = {kNever, {kNever, kNever}, {kNever, kNever}, {0, 0, 0}, 0, 0}; }
  };

  // What an action adds to the place of a move: moves are in the order of white, then of colour actions.
  static constexpr int place_of(int action) {
    return action < Qwixx::kColour ? kColours * action : action - Qwixx::kColour + 1;
  }
  static Choice choice_of(std::int64_t key) {
    const int place = static_cast<int>(key & (QwixxWorth::kPlaces - 1));
    const int colour = place % kColours;
    return {place / kColours, colour == 0 ? Qwixx::kPass : colour + Qwixx::kColour - 1};
  }

  static int row_of(int action) { return Qwixx::row_of(action); }
  // The place in Row::cells.
  static int kind_of(int action) {
    return action < Qwixx::kColour ? 0 : 1 + (action - Qwixx::kColour) % 2;
  }
  // The place of a colour action in Row::colour and Row::both.
  static int lane_of(int colour) { return (colour - Qwixx::kColour) & 1; }
  int cell_of(int action) const { return at(at(rows_, row_of(action)).cells, kind_of(action)); }

  // The last of the best moves. Pass has the key 0.
  Choice highest(int white_done) const {
    const auto colour = [&](int i) {
      return std::max(at(rows_, i).colour[0], at(rows_, i).colour[1]);
    };
    const std::array<std::int64_t, Qwixx::kRows> colours{colour(0), colour(1), colour(2),
                                                         colour(3)};
    const std::int64_t early = std::max(colours[0], colours[1]);
    const std::int64_t late = std::max(colours[2], colours[3]);
    // With a white mark: its own row apart, in which the marks are not worth their sum.
    const std::array<std::int64_t, Qwixx::kRows> others{
        std::max(colours[1], late), std::max(colours[0], late), std::max(colours[3], early),
        std::max(colours[2], early)};
    const auto with_white = [&](int i) {
      const Row& row = at(rows_, i);
      return std::max(row.white + std::max(at(others, i), std::int64_t{0}),
                      std::max(row.both[0], row.both[1]));
    };
    const std::int64_t without = std::max(strike_, std::max(early, late));
    if (white_done == Qwixx::kPass) return choice_of(without);
    if (white_done != QwixxTurn::kUndecided) return choice_of(with_white(row_of(white_done)));
    const std::int64_t with =
        std::max(std::max(with_white(0), with_white(1)), std::max(with_white(2), with_white(3)));
    return choice_of(std::max(with, without));
  }

  std::int64_t key_of(int white, int colour) const {
    if (white == Qwixx::kPass && colour == Qwixx::kPass) return strike_;
    if (white == Qwixx::kPass) return colour_key(colour);
    const Row& row = at(rows_, row_of(white));
    if (colour == Qwixx::kPass) return row.white;
    return row_of(colour) == row_of(white) ? at(row.both, lane_of(colour))
                                           : row.white + colour_key(colour);
  }
  std::int64_t colour_key(int colour) const {
    return at(at(rows_, row_of(colour)).colour, lane_of(colour));
  }

  // The same where the first choice is dominated: move by move, and again if that one is, too. If all with
  // a given white action are, no colour.
  Choice best_of_rest(int white_done, Choice choice) const {
    const bool undecided = white_done == QwixxTurn::kUndecided;
    const int first = undecided ? Qwixx::kPass : white_done;
    const int last = undecided ? Qwixx::kColour - 1 : white_done;
    std::array<std::uint32_t, Qwixx::kColour> struck{};
    do {
      at(struck, choice.white) |= 1U << choice.colour;
      std::int64_t most = kPossible;  // with the place of no mark
      for (int white = first; white <= last; ++white) {
        for (int colour = Qwixx::kPass; colour < Qwixx::kActions;
             colour = colour == Qwixx::kPass ? Qwixx::kColour : colour + 1) {
          if ((at(struck, white) >> colour & 1) == 0) most = std::max(most, key_of(white, colour));
        }
      }
      choice = choice_of(most);
    } while (is_behind(choice));
    return choice;
  }

  // Rule 4 of `sensible`.
  bool is_behind(const Choice& choice) const {
    const bool white = choice.white != Qwixx::kPass;
    const bool colour = choice.colour != Qwixx::kPass;
    if (white && colour) return double_is_behind(choice);
    return (white || colour) && single_is_behind(white ? choice.white : choice.colour);
  }

  // Another mark in the same row leaves out less; or the same cell in a row that is as far, with more
  // marks.
  bool single_is_behind(int action) const {
    const Row& mine = at(rows_, row_of(action));
    const int cell = cell_of(action);
    bool behind = false;
    for (const Row& row : rows_) {
      const auto better = [&](std::int64_t key, int there) {
        const bool ahead = &row == &mine ? there < cell
                                         : there == cell && row.frontier == mine.frontier &&
                                               row.marks > mine.marks;
        return ahead && can(key);
      };
      behind = behind || better(row.white, row.cells[0]) || better(row.colour[0], row.cells[1]) ||
               better(row.colour[1], row.cells[2]);
    }
    return behind;
  }

  // Another double mark in the same rows that goes less far, and in neither farther. In other rows it
  // would have fewer marks somewhere.
  bool double_is_behind(const Choice& choice) const {
    const int cell = cell_of(choice.colour);
    const Row& white = at(rows_, row_of(choice.white));
    const Row& colour = at(rows_, row_of(choice.colour));
    if (&white == &colour) {
      return (can(white.both[0]) && white.cells[1] < cell) ||
             (can(white.both[1]) && white.cells[2] < cell);
    }
    for (int k = 0; k < 2; ++k) {
      if (can(at(colour.colour, k)) && at(colour.cells, 1 + k) < cell) return true;
      if (!can(colour.white) || !can(at(white.colour, k))) continue;
      const int here = at(white.cells, 1 + k) - white.cells[0];  // of the two marks changed about
      const int there = colour.cells[0] - cell;
      if (here <= 0 && there <= 0 && (here < 0 || there < 0)) return true;
    }
    return false;
  }

  std::int64_t strike_;
  bool lock_near_ = false;
  std::array<Row, Qwixx::kRows> rows_;
};

}  // namespace kibitz
