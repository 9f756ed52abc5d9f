// Qwixx: the twin of kibitz/games/qwixx/rules.py, rule by rule. The numbers are those of the README
// there: mark the dice from left to right; the last number of a row locks it; no mark is a strike.
//
// A sheet is one word of four lanes of 16 bits, red in the lowest; bit i of a lane is the i-th number
// of that row from the left. So one AND finds for all four rows whether a number can still be marked.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/game.hpp"
#include "core/small.hpp"

namespace kibitz {

struct Qwixx {
  static constexpr const char* name = "qwixx";
  static constexpr int kActions = 13;
  static constexpr int kPass = 0;
  static constexpr int kWhite = 1;   // + row: the white sum in that row
  static constexpr int kColour = 5;  // + row * 2 + white die: that die and the row's own
  static constexpr int kPlayersMax = 5;
  static constexpr int kRows = 4;  // red and yellow ascend, green and blue descend
  static constexpr int kCells = 11;
  static constexpr int kLast = kCells - 1;  // the cell that locks
  static constexpr int kLockMarks = 5;      // marks that the last number needs before it
  static constexpr int kStrikesEnd = 4;
  static constexpr int kLocksEnd = 2;
  static constexpr int kStrikePoints = 5;
  static constexpr int kRolls = 6 * 6 * 6 * 6 * 6 * 6;

  using Actions = ActionList<kActions>;
  using Sheet = std::uint64_t;

  enum Phase : std::int8_t { kRoll, kWhiteStep, kColourStep, kAnswer, kEnd };

  struct Options {
    std::int8_t players;
    std::int8_t faces = 6;    // of the dice; fewer in a small variant
    std::int8_t rows = 4;     // in play; fewer in a small variant
    std::int8_t strikes = 4;  // that end the game
    bool sequential;
    std::uint8_t missing = 0;  // one bit a row that is not in play: closed from the start
  };

  struct Position {
    std::array<Sheet, kPlayersMax> sheets;
    std::array<std::int8_t, 6> dice;  // W1 W2 R Y G B, 1 to 6; all 0 while there are none
    std::array<std::int8_t, kPlayersMax> strikes;
    std::array<std::int8_t, kPlayersMax> answers;  // of this step, in the order given
    std::int8_t answered;
    std::int8_t active;
    std::int8_t player;
    Phase phase;
    std::uint8_t closed;  // one bit a row: nobody may mark in it any more
    bool marked;          // in the colour step: the active player marked the white sum
  };
  static_assert(sizeof(Position) <= 64);

  static Options read_options(Reader& in) {
    Options o{};
    o.players = small(in.number(1, kPlayersMax));
    o.sequential = in.flag();
    o.faces = small(in.number(2, 6));
    o.rows = small(in.number(1, kRows));
    o.strikes = small(in.number(1, kStrikesEnd));
    o.missing = static_cast<std::uint8_t>(0xFU >> o.rows << o.rows);
    return o;
  }

  static int seats(const Options& o) { return o.players; }

  static void start(const Options& o, Position& p) {
    p = Position{};  // Rule 1: seat 0 starts
    p.closed = o.missing;
    p.player = small(kChance);
    p.phase = kRoll;
  }

  static int player(const Options&, const Position& p) { return p.player; }
  static int phase(const Options&, const Position& p) { return p.phase; }

  // Rule 1: the roll.
  static void draw(const Options& o, const Position&, Stream& stream, Ints& out) {
    out.push_back(random_roll(o, stream));
  }

  static int random_roll(const Options& o, Stream& stream) {
    return o.faces == 6 && o.rows == kRows ? stream.below(kRolls) : small_roll(o, stream);
  }

  // Fewer faces, and the dice of missing rows stay at 1: drawn as one number in base `faces`.
  static int small_roll(const Options& o, Stream& stream) {
    int outcomes = 1;
    for (int i = 0; i < 2 + o.rows; ++i) outcomes *= o.faces;
    int drawn = stream.below(outcomes);
    int number = 0;
    for (int i = 0; i < 6; ++i) {
      const bool rolled = i < 2 + o.rows;
      if (rolled) outcomes /= o.faces;
      number = 6 * number + (rolled ? drawn / outcomes : 0);
      if (rolled) drawn %= outcomes;
    }
    return number;
  }

  template <class Log>
  static void deal_out(const Options& o, Position& p, std::span<const std::int32_t> outcome,
                       Log& log) {
    Reader in(outcome);
    const int number = in.number(0, kRolls - 1);
    in.end();
    roll(p, number);
    for (const int die : p.dice) {
      if (die > o.faces) throw Malformed("a die shows more than it has");
    }
    log.event(Kind::chance, kNobody, {number});
  }

  // For playouts: draw and deal_out in one.
  static void deal_random(const Options& o, Position& p, Stream& rng) {
    roll(p, random_roll(o, rng));
  }

  // Takes a roll by its number, without a list around it.
  static void roll(Position& p, int number) {
    set_dice(p, number);
    p.player = p.active;
    p.phase = kWhiteStep;
  }

  // Rules 2 to 5: what is legal.
  static void legal(const Options&, const Position& p, Actions& out) {
    for_each(legal_mask(p), [&](int action) { out.add(action); });
  }

  static bool is_legal(const Options&, const Position& p, int action) {
    if (action == kPass) return true;
    const bool colour = action >= kColour;
    if (colour != (p.phase == kColourStep)) return false;
    if (colour && (action - kColour) % 2 == 1 && p.dice[0] == p.dice[1]) return false;
    const int row = row_of(action);
    return (p.closed >> row & 1) == 0 &&
           can_mark(lane(at(p.sheets, p.player), row), cell_of_action(p, action));
  }

  // For playouts: the legal actions as a set.
  static LegalSet legal_set(const Options&, const Position& p) { return {legal_mask(p), 0}; }

  // For search: whether a seat does not see what the one to act decides now, and what it sees then.
  static bool hides(const Options& o, const Position& p, int) {
    return !o.sequential && p.phase == kWhiteStep;
  }
  static int seen(const Options&, const Position&, int) { return kActions; }

  // The legal actions of the seat to act, one bit each.
  static std::uint32_t legal_mask(const Position& p) {
    const Sheet sheet = at(p.sheets, p.player);
    return 1U << kPass | (p.phase == kColourStep ? colour_mask(p, sheet) : white_mask(p, sheet));
  }

  // Rule 2: the rows that can take the sum of the white dice, as action bits.
  static std::uint32_t white_mask(const Position& p, Sheet sheet) {
    const int sum = p.dice[0] + p.dice[1];
    // Rule 4: a lane with a mark at the number or to its right carries into its top bit.
    const Sheet carried = (sheet & at(kRightOf, sum)) + 0x7FFF'7FFF'7FFF'7FFFULL;
    std::uint32_t rows = gather(~carried >> 15 & kLaneOnes);
    // Rule 5: 12 is the last number of red and yellow, 2 that of green and blue.
    if (sum == 12) rows &= 0b1100U | enough_marks(sheet, 0) | enough_marks(sheet, 1);
    if (sum == 2) rows &= 0b0011U | enough_marks(sheet, 2) | enough_marks(sheet, 3);
    return (rows & ~std::uint32_t{p.closed}) << kWhite;
  }

  // Rule 3: one white die and a coloured one; with equal white dice the first stands for both.
  static std::uint32_t colour_mask(const Position& p, Sheet sheet) {
    const int dies = p.dice[0] == p.dice[1] ? 1 : 2;
    std::uint32_t actions = 0;
    for (int row = 0; row < kRows; ++row) {
      if ((p.closed >> row & 1) != 0) continue;
      for (int die = 0; die < dies; ++die) {
        const int cell = cell_of(row, at(p.dice, die) + at(p.dice, 2 + row));
        if (can_mark(lane(sheet, row), cell)) actions |= 1U << (kColour + 2 * row + die);
      }
    }
    return actions;
  }

  template <class Log>
  static void apply(const Options& o, Position& p, int action, Log& log) {
    if (p.phase == kColourStep) {
      play_colour(o, p, action, log);
    } else if (p.phase == kAnswer) {
      answer(o, p, action, log);
    } else if (!o.sequential) {
      decide(o, p, action, log);
    } else {
      // Order sequential: the active player's white mark counts at once, for itself only.
      mark(p, p.player, action);
      p.marked = action != kPass;
      p.phase = kColourStep;
    }
  }

  // Rule 2: decisions are pending until all have decided; then all marks are made at once.
  template <class Log>
  static void decide(const Options& o, Position& p, int action, Log& log) {
    at(p.answers, p.answered++) = small(action);
    p.player = next(o, p.player);
    if (p.player != p.active) return;
    for (int i = 0; i < p.answered; ++i) mark(p, seat_after(o, p.active, i), at(p.answers, i));
    if constexpr (Log::enabled) {
      std::array<std::int32_t, kPlayersMax> all{};
      for (int i = 0; i < p.answered; ++i) at(all, i) = at(p.answers, i);
      log.event(Kind::reveal, kNobody, span(all, p.answered));
    }
    p.marked = p.answers[0] != kPass;
    p.answered = 0;
    close_rows(o, p);
    if (ended(o, p)) {
      end_game(o, p, log);  // Rule 7: no colour step, and no strike
    } else {
      p.phase = kColourStep;
    }
  }

  // Rule 3, and rule 6: a strike for marking nothing in both steps.
  template <class Log>
  static void play_colour(const Options& o, Position& p, int action, Log& log) {
    mark(p, p.active, action);
    if (action == kPass && !p.marked) at(p.strikes, p.active) = small(at(p.strikes, p.active) + 1);
    p.marked = false;
    if (!o.sequential || o.players == 1) {
      end_turn(o, p, log);
    } else {
      p.player = next(o, p.active);
      p.phase = kAnswer;
    }
  }

  // Order sequential: another player's white mark. Rows are closed only after the turn.
  template <class Log>
  static void answer(const Options& o, Position& p, int action, Log& log) {
    mark(p, p.player, action);
    at(p.answers, p.answered++) = small(action);
    p.player = next(o, p.player);
    if (p.player == p.active) end_turn(o, p, log);
  }

  static void mark(Position& p, int seat, int action) {
    if (action == kPass) return;
    at(p.sheets, seat) |= Sheet{1} << (16 * row_of(action) + cell_of_action(p, action));
  }

  // Rule 5: a row that anybody has locked is closed for all.
  static void close_rows(const Options& o, Position& p) { p.closed = locked_rows(o, p); }

  // Rows that anybody has locked, one bit each, in this turn too; and those not in play.
  static std::uint8_t locked_rows(const Options& o, const Position& p) {
    Sheet all = 0;
    for (int seat = 0; seat < o.players; ++seat) all |= at(p.sheets, seat);
    return static_cast<std::uint8_t>(gather(all >> kLast & kLaneOnes) | o.missing);
  }

  template <class Log>
  static void end_turn(const Options& o, Position& p, Log& log) {
    p.answered = 0;
    close_rows(o, p);
    if (ended(o, p)) {
      end_game(o, p, log);
      return;
    }
    p.dice.fill(0);
    p.active = next(o, p.active);
    p.player = small(kChance);
    p.phase = kRoll;
  }

  // Rule 7. No seat beyond the players has strikes.
  static bool ended(const Options& o, const Position& p) {
    int most = 0;
    for (const int strikes : p.strikes) most = strikes > most ? strikes : most;
    if (p.closed == o.missing) return most >= o.strikes;  // nearly always
    const int locks = std::popcount(p.closed) - (kRows - o.rows);
    return most >= o.strikes || locks >= (o.rows < kLocksEnd ? o.rows : kLocksEnd);
  }

  template <class Log>
  static void end_game(const Options& o, Position& p, Log& log) {
    p.dice.fill(0);
    p.marked = false;
    p.player = small(kOver);
    p.phase = kEnd;
    if constexpr (Log::enabled) {
      std::array<std::int32_t, kPlayersMax> totals{};
      for (int seat = 0; seat < o.players; ++seat) at(totals, seat) = score(p, seat);
      log.event(Kind::score, kNobody, span(totals, o.players));
    }
  }

  // Rule 8.
  static int score(const Position& p, int seat) {
    int total = -kStrikePoints * at(p.strikes, seat);
    for (int row = 0; row < kRows; ++row) {
      const int n = marks(lane(at(p.sheets, seat), row));
      total += n * (n + 1) / 2;
    }
    return total;
  }

  static void scores(const Options& o, const Position& p, Points& out) {
    for (int seat = 0; seat < o.players; ++seat) at(out, seat) = score(p, seat);
  }

  static void returns(const Options& o, const Position& p, Points& out) { scores(o, p, out); }

  static void outcome(const Options& o, const Position& p, Points& out) {
    std::array<int, kPlayersMax> totals{};
    for (int seat = 0; seat < o.players; ++seat) at(totals, seat) = score(p, seat);
    int best = totals[0];
    int sharers = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      const int total = at(totals, seat);
      sharers = total > best ? 1 : sharers + (total == best);
      if (total > best) best = total;
    }
    const double share = 1.0 / sharers;
    for (int seat = 0; seat < o.players; ++seat) {
      at(out, seat) = at(totals, seat) == best ? share : 0.0;
    }
  }

  // The order of POSITION_SHAPE.
  static void save(const Options& o, const Position& p, Writer& out) {
    out.number(p.phase);
    out.number(p.active);
    const bool rolled = p.dice[0] != 0;
    out.flag(rolled);
    if (rolled) out.number(roll_number(p));
    out.number(o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      out.number(kRows);
      for (int row = 0; row < kRows; ++row) out.number(lane(at(p.sheets, seat), row));
    }
    out.number(o.players);
    for (int seat = 0; seat < o.players; ++seat) out.number(at(p.strikes, seat));
    out.number(kRows);
    for (int row = 0; row < kRows; ++row) out.flag((p.closed >> row & 1) != 0);
    out.flag(p.marked);
    out.number(p.answered);
    for (int i = 0; i < p.answered; ++i) out.number(at(p.answers, i));
  }

  // Positions come checked from Python; here only what memory safety needs is checked again. Any
  // accepted position ends: each turn marks a cell or makes a strike, and both run out.
  static void load(const Options& o, Position& p, Reader& in) {
    p.phase = static_cast<Phase>(in.number(kRoll, kEnd));
    p.active = small(in.number(0, o.players - 1));
    const bool in_turn = p.phase != kRoll && p.phase != kEnd;
    if (in.flag() != in_turn) throw Malformed("dice are there from the roll to the turn's end");
    if (in_turn) set_dice(p, in.number(0, kRolls - 1));
    in.number(o.players, o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      in.number(kRows, kRows);
      for (int row = 0; row < kRows; ++row) {
        const auto bits = static_cast<Sheet>(in.number(0, (1 << kCells) - 1));
        at(p.sheets, seat) |= bits << (16 * row);
      }
    }
    in.number(o.players, o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      at(p.strikes, seat) = small(in.number(0, o.strikes));
    }
    in.number(kRows, kRows);
    for (int row = 0; row < kRows; ++row) {
      p.closed = static_cast<std::uint8_t>(p.closed | (in.flag() ? 1 << row : 0));
    }
    p.marked = in.flag();
    if (p.phase == kAnswer && (!o.sequential || o.players == 1)) {
      throw Malformed("others answer in the sequential order only");
    }
    const int asked = p.phase == kAnswer                       ? o.players - 1
                      : p.phase == kWhiteStep && !o.sequential ? o.players
                                                               : 1;
    p.answered = small(in.number(0, asked - 1));
    for (int i = 0; i < p.answered; ++i) at(p.answers, i) = small(in.number(kPass, kColour - 1));
    p.player =
        small(p.phase == kRoll  ? kChance
              : p.phase == kEnd ? kOver
                                : seat_after(o, p.active, p.answered + (p.phase == kAnswer)));
  }

  // Sheets ----------------------------------------------------------------------------------------

  static constexpr int lane(Sheet sheet, int row) {
    return static_cast<int>(sheet >> (16 * row) & 0xFFFF);
  }

  // The row that an action other than pass marks in, and its cell there.
  static constexpr int row_of(int action) {
    return action < kColour ? action - kWhite : (action - kColour) / 2;
  }
  static int cell_of_action(const Position& p, int action) {
    const int row = row_of(action);
    return cell_of(row, action < kColour
                            ? p.dice[0] + p.dice[1]
                            : at(p.dice, (action - kColour) % 2) + at(p.dice, 2 + row));
  }

  // The place of a number in its row, from the left: 0 to 10.
  static constexpr int cell_of(int row, int number) { return row < 2 ? number - 2 : 12 - number; }

  // The marks of a row as they count for the score: the lock is one more (rule 5).
  static constexpr int marks(int bits) {
    return std::popcount(static_cast<unsigned>(bits)) + (bits >> kLast);
  }

  // Rules 4 and 5: to the right of all marks, and the last number only after five marks.
  static constexpr bool can_mark(int bits, int cell) {
    return bits >> cell == 0 &&
           (cell < kLast || std::popcount(static_cast<unsigned>(bits)) >= kLockMarks);
  }

 private:
  static constexpr Sheet kLaneOnes = 0x0001'0001'0001'0001ULL;

  // For each sum of two dice: in every lane the cell of that number and all to its right.
  static constexpr std::array<Sheet, 13> kRightOf = [] {
    std::array<Sheet, 13> masks{};
    for (int sum = 2; sum <= 12; ++sum) {
      for (int row = 0; row < kRows; ++row) {
        const Sheet cells = (Sheet{1} << kCells) - (Sheet{1} << (row < 2 ? sum - 2 : 12 - sum));
        masks[static_cast<std::size_t>(sum)] |= cells << (16 * row);
      }
    }
    return masks;
  }();

  // The lowest bit of each lane as the four lowest bits.
  static constexpr std::uint32_t gather(Sheet ones) {
    return static_cast<std::uint32_t>(ones | ones >> 15 | ones >> 30 | ones >> 45) & 0xFU;
  }

  // The row's bit if it has the marks that its last number needs.
  static constexpr std::uint32_t enough_marks(Sheet sheet, int row) {
    const int found = std::popcount(static_cast<unsigned>(lane(sheet, row)));
    return found >= kLockMarks ? 1U << row : 0U;
  }

  static int seat_after(const Options& o, int seat, int steps) {
    return (seat + steps) % o.players;
  }

  static std::int8_t next(const Options& o, int seat) {
    return small(seat + 1 == o.players ? 0 : seat + 1);
  }

  static void set_dice(Position& p, int number) {
    const std::array<std::int8_t, 3> high = at(kThreeDice, number / 216);
    const std::array<std::int8_t, 3> low = at(kThreeDice, number % 216);
    p.dice = {high[0], high[1], high[2], low[0], low[1], low[2]};
  }

  // Three dice by their number.
  static constexpr std::array<std::array<std::int8_t, 3>, 216> kThreeDice = [] {
    std::array<std::array<std::int8_t, 3>, 216> dice{};
    for (int i = 0; i < 216; ++i) {
      dice[static_cast<std::size_t>(i)] = {small(i / 36 + 1), small(i / 6 % 6 + 1),
                                           small(i % 6 + 1)};
    }
    return dice;
  }();

  static int roll_number(const Position& p) {
    int number = 0;
    for (const int die : p.dice) number = 6 * number + die - 1;
    return number;
  }

  static std::span<const std::int32_t> span(const std::array<std::int32_t, kPlayersMax>& numbers,
                                            int size) {
    return {numbers.data(), static_cast<std::size_t>(size)};
  }
};

static_assert(GameRules<Qwixx>);

}  // namespace kibitz
