// Qwixx by a network: the twin of kibitz/players/qwixx/value.py, which explains it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/small.hpp"
#include "games/qwixx.hpp"
#include "nets/qwixx_value.hpp"
#include "players/qwixx_rule_players.hpp"
#include "players/qwixx_turn.hpp"

namespace kibitz {

struct QwixxPlan {
  std::int8_t white = Qwixx::kPass;
  std::int8_t colour = Qwixx::kPass;
};

// What each seat would do in a turn if it were alone to mark, as far as anybody asked.
struct QwixxPlans {
  Qwixx::Position from{};
  unsigned known = 0;  // one bit a seat
  std::array<QwixxPlan, Qwixx::kPlayersMax> plans{};

  // Whether these are the plans of this turn.
  bool fit(const Qwixx::Position& p) const {
    return from.sheets == p.sheets && from.dice == p.dice && from.strikes == p.strikes &&
           from.active == p.active && from.closed == p.closed && from.phase == p.phase;
  }
};

// What the positions after a turn are worth to a seat. Places count from the player who rolls next.
class QwixxOutlook {
 public:
  static constexpr int kMax = Qwixx::kPlayersMax;

  QwixxOutlook(const Qwixx::Options& o, const Qwixx::Position& p, const QwixxTurn& turn,
               const QwixxNet& net, QwixxRank rank, QwixxPlans& plans)
      : o_(o), p_(p), turn_(turn), net_(net), rank_(rank), plans_(plans) {
    start_.players = o.players;
    start_.sequential = o.sequential;
    start_.closed = p.closed;
    for (int seat = 0; seat < o.players; ++seat) {
      at(start_.sheets, place(seat)) = at(p.sheets, seat);
      at(start_.strikes, place(seat)) = at(p.strikes, seat);
    }
    at(start_.sheets, place(p.player)) = turn.sheet;
    if (!plans.fit(p)) {
      plans.from = p;
      plans.known = 0;
    }
  }

  using Worths = std::array<double, QwixxMoves::kMax>;

  // Leaves the moves that the seat to act chooses from; what each is worth.
  Worths rate(QwixxMoves& moves) {
    of(start_, 0, true);
    for (int seat = 0; seat < o_.players; ++seat) {
      if (decides(seat)) foresee(seat);
    }
    choose_from(moves);
    Worths worths;
    for (int i = 0; i < moves.size(); ++i) at(worths, i) = of(after(moves[i]), p_.player, false);
    return worths;
  }

  // The position after the turn with a move; before it, `rate` has foreseen what the others do.
  QwixxBetween end(const QwixxMove& move) { return after(move); }

 private:
  int place(int seat) const {
    const int steps = seat - p_.active - 1;
    return steps < 0 ? steps + o_.players : steps;
  }

  // Whether another seat still decides in this turn, as far as the one to act can know.
  bool decides(int seat) const {
    if (seat == p_.player) return false;
    if (!o_.sequential) return p_.phase == Qwixx::kWhiteStep;
    return p_.player == p_.active || (seat != p_.active && place(seat) > place(p_.player));
  }

  // Leaves the moves that can be made now and that no other dominates. In the order sequential nothing
  // comes between the two steps, so in the second the moves are still compared with all of the turn.
  void choose_from(QwixxMoves& moves) const {
    const auto offered = [&](const QwixxMove& move) { return turn_.offered(move); };
    const QwixxMoves all = moves;
    if (!o_.sequential) moves.keep(offered);
    prune(moves);
    moves.keep(offered);
    if (moves.size() > 0) return;
    moves = all;
    moves.keep(offered);
  }

  // Drops moves that are worse than another one for certain: in some row further right or with fewer
  // marks, and in none better. Of equal sheets the first stays. Locks are left alone.
  static void prune(QwixxMoves& moves) {
    std::array<std::uint64_t, QwixxMoves::kMax> sheets{};
    for (int i = 0; i < moves.size(); ++i) at(sheets, i) = behind(moves[i]);
    const QwixxMoves all = moves;
    moves.keep_if([&](int i) {
      if (all[i].locks != 0) return true;
      for (int k = 0; k < all.size(); ++k) {
        constexpr std::uint64_t kTops = 0x8080'8080'8080'8080ULL;
        const bool worse = (((at(sheets, i) | kTops) - at(sheets, k)) & kTops) == kTops;
        const bool same = at(sheets, i) == at(sheets, k);
        if (k != i && all[k].locks == 0 && all[k].strikes <= all[i].strikes && worse &&
            (!same || k < i)) {
          return false;
        }
      }
      return true;
    });
  }

  // Reach and missing marks of each row, a byte each: the less the better.
  static std::uint64_t behind(const QwixxMove& move) {
    std::uint64_t found = 0;
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int bits = Qwixx::lane(move.sheet, row);
      const auto reach = static_cast<std::uint64_t>(QwixxTurn::frontier(bits));
      const auto missing = static_cast<std::uint64_t>(Qwixx::kCells + 1 - Qwixx::marks(bits));
      found |= (reach | missing << 8) << (16 * row);
    }
    return found;
  }

  // The chance to win; with one player the mean of the score.
  double of(const QwixxBetween& position, int seat, bool keep) {
    if (o_.players == 1) return net_.points(position, scratch_);
    std::array<double, kMax> chance{};
    net_.chances(position, rank_, scratch_, keep, chance);
    return at(chance, place(seat));
  }

  // The best plan of another seat for itself.
  void foresee(int seat) {
    if ((plans_.known >> seat & 1) != 0) return;
    plans_.known |= 1U << seat;
    QwixxPlan& plan = at(plans_.plans, seat);
    plan = {};
    Qwixx::Position theirs = p_;
    theirs.player = small(seat);
    const QwixxTurn turn(o_, theirs, QwixxMemory{});
    QwixxMoves moves;
    turn.moves(theirs, moves);
    if (moves.size() == 1) return;
    prune(moves);
    double highest = -1;
    for (const QwixxMove& move : moves) {
      QwixxBetween end = start_;
      const bool over = mark(end, seat, move.white);
      finish(end, seat, move.white, move.colour, over);
      const double worth = of(end, seat, false);
      if (worth <= highest) continue;
      highest = worth;
      plan = {move.white, move.colour};
    }
  }

  // The position after a turn with a move of the seat to act and what the others will do.
  QwixxBetween after(const QwixxMove& move) {
    QwixxBetween end = start_;
    if (o_.sequential || p_.phase == Qwixx::kColourStep) {
      at(end.sheets, place(p_.player)) = move.sheet;
      at(end.strikes, place(p_.player)) = move.strikes;
      const bool ends = move.locks != 0 || move.strikes >= Qwixx::kStrikesEnd;
      for (int i = 0; i < o_.players - 1; ++i) {
        const int seat = (p_.active + 1 + i) % o_.players;
        if (!decides(seat)) continue;
        if (ends) {
          answer(end, seat);  // it sees what was done, and it matters
        } else {
          at(end.sheets, place(seat)) |= QwixxTurn::target(p_, at(plans_.plans, seat).white);
        }
      }
      end.close();
      return end;
    }
    bool over = false;
    for (int seat = 0; seat < o_.players; ++seat) {
      over = mark(end, seat, seat == p_.player ? move.white : at(plans_.plans, seat).white);
    }
    const QwixxPlan& active = at(plans_.plans, p_.active);
    if (p_.player == p_.active) {
      finish(end, p_.active, move.white, move.colour, over);
    } else {
      finish(end, p_.active, active.white, active.colour, over);
    }
    return end;
  }

  // Order simultaneous: the white marks of all, and whether they end the game.
  bool mark(QwixxBetween& end, int seat, int white) const {
    at(end.sheets, place(seat)) |= QwixxTurn::target(p_, white);
    end.close();
    return !o_.sequential && end.over();
  }

  // The rest of the active player's turn; rule 7: nothing, and no strike, if the game is over.
  void finish(QwixxBetween& end, int seat, int white, int colour, bool over) const {
    if (over || seat != p_.active) return;
    const bool open =
        colour != Qwixx::kPass && (end.closed >> ((colour - Qwixx::kColour) / 2) & 1) == 0;
    if (open) {
      at(end.sheets, place(seat)) |= QwixxTurn::target(p_, colour);
      end.close();
    } else if (white == Qwixx::kPass) {
      at(end.strikes, place(seat)) = small(at(end.strikes, place(seat)) + 1);
    }
  }

  // Order sequential: the best answer of a seat to what was done in this turn.
  void answer(QwixxBetween& end, int seat) {
    const Qwixx::Sheet sheet = at(end.sheets, place(seat));
    const std::uint32_t whites = Qwixx::white_mask(p_, sheet);
    if (whites == 0) return;
    Qwixx::Sheet best = sheet;
    double highest = -1;
    for_each(whites | 1U << Qwixx::kPass, [&](int white) {
      QwixxBetween one = end;
      at(one.sheets, place(seat)) = sheet | QwixxTurn::target(p_, white);
      one.close();
      const double worth = of(one, seat, false);
      if (worth <= highest) return;
      highest = worth;
      best = at(one.sheets, place(seat));
    });
    at(end.sheets, place(seat)) = best;
  }

  const Qwixx::Options& o_;
  const Qwixx::Position& p_;
  const QwixxTurn& turn_;
  const QwixxNet& net_;
  QwixxRank rank_;
  QwixxPlans& plans_;
  QwixxBetween start_;  // as it is, without what the seat to act has marked in this turn
  QwixxNet::Scratch scratch_;
};

struct QwixxValue : QwixxPolicy {
  static constexpr const char* name = "value";
  static constexpr int kNone = -1;
  static constexpr int kRollsMax = 10'000;
  static constexpr double kClose = 0.05;  // winning chance within which moves are looked at again
  static constexpr double kClosePoints = 5;  // the same for a player alone

  // The colour mark that goes with the white mark that was just chosen is kept: in the order
  // sequential nothing can come between them.
  struct Memory : QwixxMemory {
    std::shared_ptr<const QwixxNet> net;
    QwixxRank rank = QwixxRank::win;
    int rolls = 0;  // of the dice, at most, to look ahead where moves are close
    std::int8_t white_meant = kNone;
    std::int8_t colour_meant = kNone;
    QwixxPlans plans;
  };

  // The key of the network, by what positions are ranked, and the rolls to look ahead, if any.
  static void tune(std::span<const double> numbers, Memory& memory) {
    if (numbers.size() != 2 && numbers.size() != 3) {
      throw Malformed("value takes the key of a network, a rank and rolls to look ahead");
    }
    constexpr double kKeyMax = 1ULL << 53;
    if (!(numbers[0] >= 0 && numbers[0] < kKeyMax)) throw Malformed("no key of a network");
    memory.net = QwixxNets::find(static_cast<QwixxNets::Key>(numbers[0]));
    if (numbers[1] != 0 && numbers[1] != 1 && numbers[1] != 2) throw Malformed("no rank");
    memory.rank = static_cast<QwixxRank>(static_cast<std::int8_t>(numbers[1]));
    if (numbers.size() < 3) return;
    if (!(numbers[2] >= 0 && numbers[2] <= kRollsMax)) throw Malformed("no number of rolls");
    memory.rolls = static_cast<int>(numbers[2]);
  }

  static void note(const Options& o, const Position& p, int action, Memory& memory) {
    const bool kept = p.phase == Qwixx::kWhiteStep && o.sequential && action == memory.white_meant;
    if (!kept) memory.white_meant = memory.colour_meant = kNone;
    QwixxPolicy::note(o, p, action, memory);
  }

  static int choose(const Options& o, const Position& p, Memory& memory, Stream& rng) {
    if (Qwixx::legal_mask(p) == 1U << Qwixx::kPass) return Qwixx::kPass;
    if (!values(o)) {
      QwixxGa::Memory ga;
      ga.white = memory.white;
      return QwixxGa::choose(o, p, ga, rng);
    }
    if (p.phase == Qwixx::kColourStep && memory.colour_meant != kNone) return memory.colour_meant;
    const QwixxTurn turn(o, p, memory);
    QwixxMoves moves;
    turn.moves(p, moves);
    QwixxOutlook outlook(o, p, turn, *memory.net, memory.rank, memory.plans);
    const QwixxOutlook::Worths worths = outlook.rate(moves);
    const int first = static_cast<int>(
        std::max_element(worths.begin(), worths.begin() + moves.size()) - worths.begin());
    if (memory.rolls > 0) {
      return turn.action(
          moves[look_ahead(o, p, outlook, moves, worths, at(worths, first), memory, rng)]);
    }
    const QwixxMove& best = moves[first];
    if (p.phase == Qwixx::kWhiteStep && turn.own) {
      memory.white_meant = best.white;
      memory.colour_meant = best.colour;
    }
    return turn.action(best);
  }

  // The move among the close ones that is best after the next turn, in the mean over rolls of the dice.
  // The twin of kibitz/players/qwixx/look_ahead.py, which explains it.
  static int look_ahead(const Options& o, const Position& p, QwixxOutlook& outlook,
                        const QwixxMoves& moves, const QwixxOutlook::Worths& worths, double highest,
                        const Memory& memory, Stream& rng) {
    const double close = o.players == 1 ? kClosePoints : kClose;
    std::vector<Close> left;
    for (int i = 0; i < moves.size(); ++i) {
      if (at(worths, i) < highest - close) continue;
      Close& one = left.emplace_back();
      one.move = i;
      const QwixxBetween end = outlook.end(moves[i]);
      one.over = end.over();
      if (one.over) {
        one.end = at(worths, i);
      } else {
        one.from = position(o, p, end);
      }
    }
    if (left.size() == 1) return left[0].move;
    const std::uint64_t seed = rng.word();
    Memory plain;
    plain.net = memory.net;
    plain.rank = memory.rank;
    for (int k = 0; k < memory.rolls && left.size() > 1; ++k) {
      constexpr int kPairs = 36;
      constexpr int kColours = 1296;
      constexpr int kStep = 17;
      Stream dice(mix(seed, static_cast<std::uint64_t>(k)));
      const int pair = (static_cast<int>(seed % kPairs) + kStep * k) % kPairs;
      const int roll = pair * kColours + dice.below(kColours);
      for (Close& one : left) {
        const double worth =
            one.over ? one.end : after_roll(o, one.from, p.player, roll, plain, rng);
        one.found.push_back(worth);
        one.total += worth;
      }
      if ((k + 1) % kBlock == 0) drop(left, close);
    }
    return leader(left).move;
  }

  // What a seat can expect after one more turn with this roll.
  static double after_roll(const Options& o, const Position& from, int seat, int roll,
                           Memory& plain, Stream& rng) {
    Position p = from;
    Qwixx::roll(p, roll);
    NoLog log;
    while (p.player >= 0) {
      const int action = choose(o, p, plain, rng);
      note(o, p, action, plain);
      Qwixx::apply(o, p, action, log);
    }
    Points out{};
    value(o, p, plain, out);
    return at(out, seat);
  }

  // It values the positions of every table but those of small variants, where it plays as ga.
  static bool values(const Options& o) {
    return o.faces == 6 && o.rows == Qwixx::kRows && o.strikes == Qwixx::kStrikesEnd;
  }

  // Each seat's chance to win, between two turns or at the end; with one player its points.
  static void value(const Options& o, const Position& p, const Memory& memory, Points& out) {
    const QwixxBetween now = between(o, p);
    QwixxNet::Scratch scratch;
    if (o.players == 1) {
      out[0] = memory.net->points(now, scratch);
      return;
    }
    std::array<double, Qwixx::kPlayersMax> chance{};
    memory.net->chances(now, memory.rank, scratch, false, chance);
    for (int i = 0; i < o.players; ++i) at(out, (p.active + i) % o.players) = at(chance, i);
  }

  static QwixxBetween between(const Options& o, const Position& p) {
    QwixxBetween now;
    now.players = o.players;
    now.sequential = o.sequential;
    now.closed = p.closed;
    for (int i = 0; i < o.players; ++i) {
      at(now.sheets, i) = at(p.sheets, (p.active + i) % o.players);
      at(now.strikes, i) = at(p.strikes, (p.active + i) % o.players);
    }
    return now;
  }

 private:
  static constexpr int kBlock = 12;   // rolls between two looks at which moves can still win
  static constexpr double kSure = 2;  // standard errors
  static constexpr double kSlack =
      1.0 / 128;  // of a close difference, which is not worth more rolls

  // A move that is close to the best.
  struct Close {
    int move = 0;
    bool over = false;  // it ends the game
    double end = 0;     // what it is worth then
    Position from{};    // where the next roll falls
    double total = 0;
    std::vector<double> found;  // by roll
  };

  // The one that is ahead; of equals the first.
  static const Close& leader(const std::vector<Close>& left) {
    return *std::ranges::max_element(left, {}, &Close::total);
  }

  // Drops the moves that are clearly behind the leader, or hardly different from it.
  static void drop(std::vector<Close>& left, double close) {
    const Close& ahead = leader(left);
    const auto behind = [&](const Close& one) {
      if (&one == &ahead) return false;
      const auto n = static_cast<double>(one.found.size());
      double sum = 0;
      double squares = 0;
      for (std::size_t i = 0; i < one.found.size(); ++i) {
        const double lead = ahead.found[i] - one.found[i];
        sum += lead;
        squares += lead * lead;
      }
      const double mean = sum / n;
      const double variance = std::max(0.0, (squares - n * mean * mean) / (n - 1));
      return mean >= kSure * std::sqrt(variance / n) - kSlack * close;
    };
    std::vector<Close> still;
    for (const Close& one : left) {
      if (!behind(one)) still.push_back(one);
    }
    left = std::move(still);
  }

  // The table before the next roll.
  static Position position(const Options& o, const Position& now, const QwixxBetween& end) {
    Position p{};
    p.active = small((now.active + 1) % o.players);
    for (int i = 0; i < o.players; ++i) {
      at(p.sheets, (p.active + i) % o.players) = at(end.sheets, i);
      at(p.strikes, (p.active + i) % o.players) = at(end.strikes, i);
    }
    p.closed = end.closed;
    p.player = small(kChance);
    p.phase = Qwixx::kRoll;
    return p;
  }
};

}  // namespace kibitz
