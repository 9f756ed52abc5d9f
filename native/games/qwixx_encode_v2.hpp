// Qwixx observations, version 2: the twin of kibitz/games/qwixx/encode_v2.py, number for number. Numbers that
// are not 0 or 1 are quotients of whole numbers, rounded once, so that both engines give the same bits.
#pragma once

#include <algorithm>
#include <bit>

#include "core/encode.hpp"
#include "games/qwixx.hpp"

namespace kibitz {

struct QwixxEncodeV2 {
  using Game = Qwixx;
  using Track = NoLog;  // everything is in the position
  static constexpr std::string_view kName = "v2";
  static constexpr int kSlots = Qwixx::kPlayersMax;
  static constexpr int kSlot = 254;  // where the slots begin
  static constexpr int kSlotSize = 165;
  static constexpr int kSize = kSlot + kSlots * kSlotSize;

  static void encode(const Qwixx::Options& o, const Qwixx::Position& p, const Track&, int seat,
                     float* x) {
    std::fill_n(x, kSize, 0.0F);
    encode_turn(o, p, seat, x);
    if (p.player == seat) encode_marks(p, x);
    const int own = Qwixx::score(p, seat);
    int best = INT32_MIN;
    for (int slot = 0; slot < o.players; ++slot) {
      const int other = (seat + slot) % o.players;
      const int score = Qwixx::score(p, other);
      encode_sheet(p, other, own, score, x + kSlot + kSlotSize * slot);
      if (slot > 0) best = std::max(best, score);
    }
    if (o.players > 1) encode_margin(own - best, x + 240);
  }

 private:
  // The least margin of each class above 0.
  static constexpr std::array<int, 6> kClasses = {1, 5, 10, 20, 30, 50};

  static float ratio(int a, int b) { return static_cast<float>(a) / static_cast<float>(b); }
  static int frontier(int bits) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(bits)));
  }

  // [13:96): what belongs to no sheet.
  static void encode_turn(const Qwixx::Options& o, const Qwixx::Position& p, int seat, float* x) {
    if (p.dice[0] != 0) {
      for (int i = 0; i < 6; ++i) x[13 + 6 * i + at(p.dice, i) - 1] = 1;
      x[49 + p.dice[0] + p.dice[1] - 2] = 1;
    }
    x[60 + p.phase] = 1;
    x[65 + slot_of(o, p.active, seat)] = 1;
    if (p.player >= 0) x[70 + slot_of(o, p.player, seat)] = 1;
    x[75] = p.marked ? 1.0F : 0.0F;
    const int place = slot_of(o, seat, p.active);
    if (!o.sequential && place < p.answered) x[76 + at(p.answers, place)] = 1;
    write_bits(p.closed, Qwixx::kRows, x + 81);
    write_bits(Qwixx::locked_rows(o, p), Qwixx::kRows, x + 85);
    x[89 + o.players - 1] = 1;
    x[o.sequential ? 95 : 94] = 1;
  }

  // [0:13) and [96:240): the legal actions, and what each legal mark does to the own sheet.
  static void encode_marks(const Qwixx::Position& p, float* x) {
    for_each(Qwixx::legal_mask(p), [&](int action) {
      x[action] = 1;
      if (action == Qwixx::kPass) return;
      const bool white = action < Qwixx::kColour;
      const int row = white ? action - Qwixx::kWhite : (action - Qwixx::kColour) / 2;
      const int number = white ? p.dice[0] + p.dice[1]
                               : at(p.dice, (action - Qwixx::kColour) % 2) + at(p.dice, 2 + row);
      const int cell = Qwixx::cell_of(row, number);
      const int bits = Qwixx::lane(at(p.sheets, p.player), row);
      const int before = Qwixx::marks(bits);
      const int after = Qwixx::marks(bits | 1 << cell);
      x[96 + Qwixx::kCells * (action - 1) + cell - frontier(bits)] = 1;
      x[228 + action - 1] = ratio((after * (after + 1) - before * (before + 1)) / 2, 12);
    });
  }

  // The 165 numbers of one slot.
  static void encode_sheet(const Qwixx::Position& p, int seat, int own, int score, float* x) {
    x[0] = 1;
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int bits = Qwixx::lane(at(p.sheets, seat), row);
      const bool closed = (p.closed >> row & 1) != 0 || bits >> Qwixx::kLast != 0;
      for_each(static_cast<Cards>(bits), [&](int cell) { x[1 + Qwixx::kCells * row + cell] = 1; });
      x[45 + 12 * row + (closed ? Qwixx::kLast + 1 : frontier(bits))] = 1;
      x[93 + 13 * row + Qwixx::marks(bits)] = 1;
    }
    x[145 + at(p.strikes, seat)] = 1;
    x[150] = ratio(score, 100);
    encode_margin(own - score, x + 151);
  }

  static void encode_margin(int margin, float* x) {
    x[0] = ratio(std::clamp(margin, -100, 100), 100);
    int steps = 0;
    for (const int least : kClasses) steps += std::abs(margin) >= least;
    x[1 + 6 + (margin > 0 ? steps : -steps)] = 1;
  }

  // How many places `seat` sits after `from`.
  static int slot_of(const Qwixx::Options& o, int seat, int from) {
    return (seat - from + o.players) % o.players;
  }
};

static_assert(Encoder<QwixxEncodeV2>);

}  // namespace kibitz
