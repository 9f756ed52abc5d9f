// Qwixx: the moves of a turn, and the sense that every rule player shares. The twin of
// kibitz/players/qwixx/turn.py, which explains all of it; rule numbers are those there.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/small.hpp"
#include "games/qwixx.hpp"

namespace kibitz {

// In the colour step a player must know the white mark that it has just made.
struct QwixxMemory {
  std::int8_t white = Qwixx::kPass;

  void note(const Qwixx::Position& p, int action) {
    // In the order simultaneous the active player is the first to decide. A search may begin after
    // that, so what it has decided is noted again with each answer.
    if (p.phase != Qwixx::kWhiteStep) return;
    white = p.player == p.active ? small(action) : p.answers[0];
  }
};

struct QwixxMove {
  Qwixx::Sheet sheet;   // the own one after the move
  std::int16_t score;   // and its points
  std::int8_t white;    // the action of the white step
  std::int8_t colour;   // of the colour step; pass on another's turn
  std::int8_t strikes;  // after the move
  std::int8_t skipped;  // numbers newly passed over
  std::uint8_t locks;   // rows that it locks, one bit each
  bool single() const { return (white == Qwixx::kPass) != (colour == Qwixx::kPass); }
  bool twice() const { return white != Qwixx::kPass && colour != Qwixx::kPass; }
  bool empty() const { return white == Qwixx::kPass && colour == Qwixx::kPass; }
};

class QwixxMoves {
 public:
  static constexpr int kMax = 5 * 9;  // white actions times colour actions

  QwixxMoves() = default;
  QwixxMoves(const QwixxMoves& other) { *this = other; }
  QwixxMoves& operator=(const QwixxMoves& other) {  // without the places that are empty
    size_ = other.size_;
    std::copy_n(other.moves_.begin(), size_, moves_.begin());
    return *this;
  }
  ~QwixxMoves() = default;

  int size() const { return size_; }
  const QwixxMove& operator[](int i) const { return at(moves_, i); }
  const QwixxMove* begin() const { return moves_.data(); }
  const QwixxMove* end() const { return moves_.data() + size_; }
  void add(const QwixxMove& move) { at(moves_, size_++) = move; }
  void clear() { size_ = 0; }

  template <class Test>
  void keep(const Test& test) {
    keep_if([&](int i) { return test(at(moves_, i)); });
  }

  // The same by the place of a move.
  template <class Test>
  void keep_if(const Test& test) {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      if (test(i)) at(moves_, kept++) = at(moves_, i);
    }
    size_ = kept;
  }

 private:
  std::array<QwixxMove, kMax> moves_;
  int size_ = 0;
};

// One turn as the seat that is to act sees it.
struct QwixxTurn {
  using Sheet = Qwixx::Sheet;
  static constexpr int kUndecided = -1;

  bool own;     // it is its turn
  Sheet sheet;  // the own one as the turn began
  int strikes;
  std::uint8_t closed;
  std::uint8_t shut;  // closed rows, and those that anybody has locked in this turn
  int white_done;     // in the colour step: the action of the white step
  bool alone;         // nobody to beat
  int rival;          // the best score of the others

  QwixxTurn(const Qwixx::Options& o, const Qwixx::Position& p, const QwixxMemory& memory)
      : own(p.player == p.active),
        sheet(at(p.sheets, p.player)),
        strikes(at(p.strikes, p.player)),
        closed(p.closed),
        shut(p.closed),
        white_done(kUndecided),
        alone(o.players == 1),
        rival(best_of_others(o, p)) {
    if (p.phase == Qwixx::kColourStep) {
      white_done = memory.white;
      if (white_done != Qwixx::kPass) sheet &= ~target(p, white_done);
    }
    if (p.phase == Qwixx::kAnswer) {
      shut = static_cast<std::uint8_t>(shut | Qwixx::locked_rows(o, p));
    }
  }

  bool offered(const QwixxMove& move) const {
    return white_done == kUndecided || move.white == white_done;
  }
  int action(const QwixxMove& move) const {
    return white_done == kUndecided ? move.white : move.colour;
  }
  bool ends(const QwixxMove& move) const {
    return move.locks != 0 &&
           std::popcount(static_cast<unsigned>(closed | move.locks)) >= Qwixx::kLocksEnd;
  }
  bool wins(int points) const { return !alone && points > rival; }
  bool loses(int points) const { return !alone && points < rival; }
  bool good_lock(const QwixxMove& move) const {
    // On another's turn it is not looked at whether an end would win.
    return move.locks != 0 && (!ends(move) || (own && wins(move.score)));
  }

  // By the white action, then by the colour action.
  void moves(const Qwixx::Position& p, QwixxMoves& out) const {
    out.clear();
    std::uint32_t whites = 1U << Qwixx::kPass | Qwixx::white_mask(p, sheet);
    if (!own) {
      for_each(whites, [&](int white) { out.add(move(p, white, Qwixx::kPass)); });
      return;
    }
    // In the order simultaneous the row of the own white mark may be closed by now.
    if (white_done != kUndecided) whites |= 1U << white_done;
    for_each(whites, [&](int white) {
      const Sheet marked = sheet | target(p, white);
      const std::uint32_t colours = 1U << Qwixx::kPass | Qwixx::colour_mask(p, marked);
      for_each(colours, [&](int colour) { out.add(move(p, white, colour)); });
    });
  }

  // The moves to choose from: one where a rule decides; never none.
  void sensible(const Qwixx::Position& p, QwixxMoves& out) const {
    QwixxMoves all;
    moves(p, all);
    if (!own) {
      out = all;
      keep_lock(out);
      return;
    }
    QwixxMove last = all[0];
    out.clear();
    if (!decided(all, last)) {
      for (const QwixxMove& m : all) {
        if (offered(m) && !is_behind_any(m, all)) out.add(m);  // Rule 4
      }
    }
    if (out.size() == 0) out.add(last);
  }

  // Rules 1 to 3, for an own turn: whether they decide, on `last`. If not, `all` keeps the moves that rule
  // 4 compares, and `last` is the one to make if none of those offered is left.
  bool decided(QwixxMoves& all, QwixxMove& last) const {
    const QwixxMove strike = all[0];
    const bool last_strike = strikes == Qwixx::kStrikesEnd - 1;
    if (last_strike && wins(strike.score) && offered(strike)) {  // Rule 1
      last = strike;
      return true;
    }
    if (const QwixxMove* lock = best_lock(all); lock != nullptr) {  // Rule 2
      last = *lock;
      return true;
    }
    last = first(all);
    all.keep([&](const QwixxMove& m) { return !(ends(m) && loses(m.score)); });  // Rule 3
    if (last_strike && loses(strike.score)) {                                    // Rule 1
      all.keep([](const QwixxMove& m) { return !m.empty(); });
      if (all.size() == 0) all.add(strike);
    }
    return false;
  }

  // Whether the score of the others can count in `decided`.
  bool has_rival(const QwixxMoves& all) const {
    if (alone) return false;
    if (strikes == Qwixx::kStrikesEnd - 1) return true;
    return std::any_of(all.begin(), all.end(), [&](const QwixxMove& m) { return ends(m); });
  }

  // Rule 4.
  bool is_behind_any(const QwixxMove& move, const QwixxMoves& all) const {
    for (const QwixxMove& other : all) {
      if (move.single() && other.single() && single_is_behind(move.sheet, other.sheet)) return true;
      if (move.twice() && other.twice() && double_is_behind(move.sheet, other.sheet)) return true;
    }
    return false;
  }

  // The bit of the cell that an action marks; none for pass.
  static Sheet target(const Qwixx::Position& p, int action) {
    if (action == Qwixx::kPass) return 0;
    return Sheet{1} << (16 * Qwixx::row_of(action) + Qwixx::cell_of_action(p, action));
  }

  static int frontier(int bits) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(bits)));
  }

  static int skipped(int bits) {
    return frontier(bits) - std::popcount(static_cast<unsigned>(bits));
  }

  static int best_of_others(const Qwixx::Options& o, const Qwixx::Position& p) {
    int best = -4 * Qwixx::kStrikePoints;  // nobody has less
    for (int seat = 0; seat < o.players; ++seat) {
      if (seat == p.player) continue;
      const int points = Qwixx::score(p, seat);
      if (points > best) best = points;
    }
    return best;
  }

 private:
  QwixxMove move(const Qwixx::Position& p, int white, int colour) const {
    QwixxMove made{};
    made.white = small(white);
    made.colour = small(colour);
    made.sheet = sheet | target(p, white) | target(p, colour);
    made.strikes = small(strikes + (own && made.empty()));
    int points = -Qwixx::kStrikePoints * made.strikes;
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int before = Qwixx::lane(sheet, row);
      const int after = Qwixx::lane(made.sheet, row);
      const int marks = Qwixx::marks(after);
      points += marks * (marks + 1) / 2;
      made.skipped = small(made.skipped + skipped(after) - skipped(before));
      if (after != before && after >> Qwixx::kLast != 0) {
        made.locks = static_cast<std::uint8_t>(made.locks | 1U << row);
      }
    }
    made.score = static_cast<std::int16_t>(points);
    return made;
  }

  const QwixxMove& first(const QwixxMoves& moves) const {
    int i = 0;
    while (!offered(moves[i])) ++i;
    return moves[i];
  }

  // Rule 2: the best good lock, if there is one.
  const QwixxMove* best_lock(const QwixxMoves& moves) const {
    const QwixxMove* best = nullptr;
    for (const QwixxMove& move : moves) {
      if (!offered(move) || !good_lock(move)) continue;
      if (best == nullptr || move.score >= best->score) best = &move;
    }
    return best;
  }

  // Leaves it alone.
  void keep_lock(QwixxMoves& moves) const {
    const QwixxMove* best = best_lock(moves);
    if (best == nullptr) return;
    const QwixxMove lock = *best;
    moves.clear();
    moves.add(lock);
  }

  bool single_is_behind(Sheet mine, Sheet other) const {
    const int cell = std::countr_zero(mine ^ sheet);
    const int cell_other = std::countr_zero(other ^ sheet);
    if (cell / 16 == cell_other / 16) return cell_other < cell;
    const int here = Qwixx::lane(sheet, cell / 16);
    const int there = Qwixx::lane(sheet, cell_other / 16);
    return cell % 16 == cell_other % 16 && frontier(here) == frontier(there) &&
           Qwixx::marks(there) > Qwixx::marks(here);
  }

  static bool double_is_behind(Sheet mine, Sheet other) {
    bool behind = false;
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int here = Qwixx::lane(mine, row);
      const int there = Qwixx::lane(other, row);
      const int reach = frontier(here) - frontier(there);
      const int more = Qwixx::marks(there) - Qwixx::marks(here);
      if (reach < 0 || more < 0) return false;
      behind = behind || reach > 0 || more > 0;
    }
    return behind;
  }
};

}  // namespace kibitz
