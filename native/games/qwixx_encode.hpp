// Qwixx observations: the twin of kibitz/games/qwixx/encode.py, version 1, number for number. Each is a
// quotient of whole numbers, rounded once, so that both engines give the same bits.
#pragma once

#include <algorithm>
#include <bit>

#include "core/encode.hpp"
#include "games/qwixx.hpp"

namespace kibitz {

struct QwixxEncode {
  using Game = Qwixx;
  using Track = NoLog;  // everything is in the position
  static constexpr std::string_view kName = "v1";
  static constexpr int kSize = 25;

  static void encode(const Qwixx::Options& o, const Qwixx::Position& p, const Track&, int seat,
                     float* x) {
    std::fill_n(x, kSize, 0.0F);
    const Qwixx::Sheet sheet = at(p.sheets, seat);
    int skipped = 0;
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int bits = Qwixx::lane(sheet, row);
      const bool shut = closed(p, bits, row);
      const int marks = Qwixx::marks(bits);
      x[row] = ratio(reached(bits, shut), Qwixx::kLast);
      x[4 + row] = ratio(marks, 11);
      x[8 + row] = shut ? 1.0F : 0.0F;
      if (shut) continue;
      const int number = row < 2 ? frontier(bits) + 2 : 12 - frontier(bits);
      x[12 + row] = ratio(ways(number) * (marks + 1), 6 * 11);
      skipped += frontier(bits) - marks;
    }
    x[16] = ratio(at(p.strikes, seat), 3);
    x[17] = ratio(skipped, 40);
    x[18] = ratio(o.players - 1, 4);
    x[19] = lead(o, p, seat);
    int strikes = 0;
    int closed_rows = 0;
    int progress = 0;
    int lockable = 0;
    for (int s = 0; s < o.players; ++s) {
      int own_closed = 0;
      int own_progress = 0;
      for (int row = 0; row < Qwixx::kRows; ++row) {
        const int bits = Qwixx::lane(at(p.sheets, s), row);
        const bool shut = closed(p, bits, row);
        own_closed += shut;
        own_progress += reached(bits, shut);
        lockable += !shut && Qwixx::marks(bits) >= Qwixx::kLockMarks;
      }
      strikes = std::max<int>(strikes, at(p.strikes, s));
      closed_rows = std::max(closed_rows, own_closed);
      progress = std::max(progress, own_progress);
    }
    x[20] = ratio(strikes, 3);
    x[21] = closed_rows > 0 ? 1.0F : 0.0F;
    x[22] = ratio(progress, Qwixx::kRows * Qwixx::kLast);
    int worth = 0;
    for (int number = 2; number <= 12; ++number)
      worth += ways(number) * best_marks(p, sheet, number);
    x[23] = ratio(worth, 36 * 11);
    x[24] = ratio(lockable, 8);
  }

 private:
  static float ratio(int a, int b) { return static_cast<float>(a) / static_cast<float>(b); }
  static int frontier(int bits) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(bits)));
  }
  static int reached(int bits, bool shut) { return shut ? Qwixx::kLast : frontier(bits); }

  // How many of the 36 rolls of two dice give this sum.
  static int ways(int number) { return number < 7 ? number - 1 : 13 - number; }

  // Whether a player with these marks in the row can mark nothing more there.
  static bool closed(const Qwixx::Position& p, int bits, int row) {
    return (p.closed >> row & 1) != 0 || bits >> Qwixx::kLast != 0;
  }

  // The lead over the best opponent, at most 100 points either way; 0 without opponents.
  static float lead(const Qwixx::Options& o, const Qwixx::Position& p, int seat) {
    if (o.players == 1) return 0;
    int best = INT32_MIN;
    for (int s = 0; s < o.players; ++s) {
      if (s != seat) best = std::max(best, Qwixx::score(p, s));
    }
    return ratio(std::clamp(Qwixx::score(p, seat) - best, -100, 100), 100);
  }

  // The most marks + 1 of a row that can mark this number; 0 if none can.
  static int best_marks(const Qwixx::Position& p, Qwixx::Sheet sheet, int number) {
    int best = 0;
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int bits = Qwixx::lane(sheet, row);
      if (!closed(p, bits, row) && Qwixx::can_mark(bits, Qwixx::cell_of(row, number))) {
        best = std::max(best, Qwixx::marks(bits) + 1);
      }
    }
    return best;
  }
};

}  // namespace kibitz
