// Qwixx for two by a network: the twin of kibitz/players/qwixx/value.py, which explains it. At
// other tables it plays as ga with the weights that it is given.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/small.hpp"
#include "games/qwixx.hpp"
#include "nets/qwixx_value.hpp"
#include "players/qwixx.hpp"
#include "players/qwixx_turn.hpp"

namespace kibitz {

struct QwixxValue : QwixxPolicy {
  static constexpr const char* name = "value";
  static constexpr int kNone = -1;

  // The colour mark that goes with the white mark that was just chosen is kept: in the order
  // sequential nothing can come between them.
  struct Memory : QwixxGa::Memory {
    std::shared_ptr<const QwixxNet> net;
    std::int8_t white_meant = kNone;
    std::int8_t colour_meant = kNone;
  };

  // The key of the network, and the weights of ga for other tables.
  static void tune(std::span<const double> numbers, Memory& memory) {
    if (numbers.empty()) throw Malformed("value takes the key of a network");
    constexpr double kKeyMax = 1ULL << 53;
    if (!(numbers[0] >= 0 && numbers[0] < kKeyMax)) throw Malformed("no key of a network");
    memory.net = QwixxNets::find(static_cast<QwixxNets::Key>(numbers[0]));
    QwixxGa::tune(numbers.subspan(1), memory);
  }

  static void note(const Options& o, const Position& p, int action, Memory& memory) {
    const bool kept = p.phase == Qwixx::kWhiteStep && o.sequential && action == memory.white_meant;
    if (!kept) memory.white_meant = memory.colour_meant = kNone;
    QwixxPolicy::note(o, p, action, memory);
  }

  static int choose(const Options& o, const Position& p, Memory& memory, Stream& rng) {
    if (!values(o)) return QwixxGa::choose(o, p, memory, rng);
    if (Qwixx::legal_mask(p) == 1U << Qwixx::kPass) return Qwixx::kPass;
    if (p.phase == Qwixx::kColourStep && memory.colour_meant != kNone) return memory.colour_meant;
    const QwixxTurn turn(o, p, memory);
    QwixxMoves moves;
    turn.moves(p, moves);
    const QwixxMove* best = nullptr;
    double highest = 0;
    for (const QwixxMove& move : moves) {
      if (!turn.offered(move)) continue;
      const double found = worth(o, p, *memory.net, turn, move);
      if (best != nullptr && found <= highest) continue;
      highest = found;
      best = &move;
    }
    if (p.phase == Qwixx::kWhiteStep && turn.own) {
      memory.white_meant = best->white;
      memory.colour_meant = best->colour;
    }
    return turn.action(*best);
  }

  // Whether it values positions at this table.
  static bool values(const Options& o) { return o.players == 2; }

  // Each seat's chance to win, between two turns or at the end.
  static void value(const Options&, const Position& p, const Memory& memory, Points& out) {
    const int other = 1 - p.active;
    const QwixxBetween between{{at(p.sheets, p.active), at(p.sheets, other)},
                               {at(p.strikes, p.active), at(p.strikes, other)},
                               p.closed};
    const double first = memory.net->value(between);
    at(out, p.active) = first;
    at(out, other) = 1 - first;
  }

  // A move's chance to win. On the own turn the other's white mark is still to come, unless all have
  // decided; it will be the one that is best for the other.
  static double worth(const Options& o, const Position& p, const QwixxNet& net,
                      const QwixxTurn& turn, const QwixxMove& move) {
    const int other = 1 - p.player;
    const Sheet theirs = at(p.sheets, other);
    const int strikes_theirs = at(p.strikes, other);
    if (!turn.own) {
      const QwixxBetween after{{move.sheet, theirs},
                               {move.strikes, strikes_theirs},
                               closed_after(p, move.sheet, theirs)};
      return net.value(after);
    }
    std::uint32_t answers = 1U << Qwixx::kPass;
    if (o.sequential || p.phase == Qwixx::kWhiteStep) answers |= Qwixx::white_mask(p, theirs);
    double least = 1;
    for_each(answers, [&](int answer) {
      const Sheet answered = theirs | QwixxTurn::target(p, answer);
      const QwixxBetween after{{answered, move.sheet},
                               {strikes_theirs, move.strikes},
                               closed_after(p, move.sheet, answered)};
      const double mine = 1 - net.value(after);
      if (mine < least) least = mine;
    });
    return least;
  }

 private:
  using Sheet = Qwixx::Sheet;

  static unsigned closed_after(const Position& p, Sheet one, Sheet other) {
    unsigned closed = p.closed;
    for (int row = 0; row < Qwixx::kRows; ++row) {
      if (Qwixx::lane(one | other, row) >> Qwixx::kLast != 0) closed |= 1U << row;
    }
    return closed;
  }
};

}  // namespace kibitz
