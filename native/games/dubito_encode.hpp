// Dubito observations: the twin of kibitz/games/dubito/encode.py, number for number.
//
// The position does not hold what all have seen: which cards a seat has picked up in public, and what
// each seat has done so far. The track keeps that, from the same events that a history holds.
#pragma once

#include <algorithm>
#include <cstring>

#include "core/encode.hpp"
#include "games/dubito.hpp"

namespace kibitz {

struct DubitoEncode {
  using Game = Dubito;
  static constexpr std::string_view kName = "v1";
  static constexpr int kSize = 427;
  static constexpr int kPlays = 12;  // of the board that are encoded one by one
  static constexpr int kPlaySize = Dubito::kPlayersMax + 3 + 2;

  struct Stats {
    std::int32_t turns;
    std::int32_t not_first_turns;
    std::int32_t doubts;
    std::int32_t honest_times;
    std::int32_t dishonest_times;
  };

  struct Track {
    static constexpr bool enabled = true;
    std::array<Dubito::Hand, Dubito::kPlayersMax> known{};
    std::array<Stats, Dubito::kPlayersMax> stats{};
    bool opening = true;

    void event(Kind kind, int seat, std::initializer_list<std::int32_t> data) {
      event(kind, seat, std::span(data.begin(), data.size()));
    }

    void event(Kind kind, int seat, std::span<const std::int32_t> data) {
      if (kind == Kind::action && data[0] >= Dubito::kLay) {
        ++at(stats, seat).turns;
        if (!opening) ++at(stats, seat).not_first_turns;
        opening = false;
      } else if (kind == Kind::reveal) {
        reveal(seat, data);
      } else if (kind == Kind::discard) {
        at(at(known, seat), data[0]) = 0;
      }
    }

    // A card that is laid may be one that was known; what the loser takes is known.
    void reveal(int doubter, std::span<const std::int32_t> data) {
      const int target = data[0];
      const bool correct = data[2] != 0;
      ++at(stats, doubter).turns;
      ++at(stats, doubter).not_first_turns;
      ++at(stats, doubter).doubts;
      ++(correct ? at(stats, target).dishonest_times : at(stats, target).honest_times);
      opening = true;
      Dubito::Hand board{};
      for (std::size_t i = 4; i < data.size();) {
        Dubito::Hand& laid = at(known, data[i]);
        const std::size_t end = i + 2 + static_cast<std::size_t>(data[i + 1]);
        for (i += 2; i < end; ++i) {
          std::int8_t& count = at(laid, data[i]);
          if (count > 0) --count;
          ++at(board, data[i]);
        }
      }
      board[Dubito::kJoker] = small(board[Dubito::kJoker] - data[3]);
      Dubito::Hand& loser = at(known, correct ? target : doubter);
      for (int value = 0; value < Dubito::kValues; ++value) {
        at(loser, value) = small(at(loser, value) + at(board, value));
      }
    }
  };

  static void encode(const Dubito::Options& o, const Dubito::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    if (p.phase == Dubito::kDeal) return;  // before the deal nothing is known
    encode_table(o, p, seat, x);
    for (int slot = 0; slot < o.players; ++slot) {
      encode_slot(o, p, track, slot, (seat + slot) % o.players, x);
    }
    encode_plays(o, p, seat, x + 271);
  }

  // The last plays on the board, the latest first.
  static void encode_plays(const Dubito::Options& o, const Dubito::Position& p, int seat,
                           float* x) {
    for (int i = 0; i < std::min<int>(kPlays, p.board_size); ++i) {
      const int play = p.board_size - 1 - i;
      float* y = x + kPlaySize * i;
      y[(at(p.play_seats, play) - seat + o.players) % o.players] = 1;
      y[Dubito::kPlayersMax + Dubito::lay_of(p, play).size - 1] = 1;
      y[Dubito::kPlayersMax + 3] = play == 0 ? 1.0F : 0.0F;
      y[Dubito::kPlayersMax + 4] = 1;
    }
  }

 private:
  // Divided as doubles and rounded once, as numpy does.
  static float ratio(int a, int b) {
    return static_cast<float>(static_cast<double>(a) / static_cast<double>(b));
  }

  // [0:71): the own cards, and what belongs to no seat.
  static void encode_table(const Dubito::Options& o, const Dubito::Position& p, int seat,
                           float* x) {
    for (int value = 0; value < Dubito::kValues; ++value) {
      x[value] = ratio(at(at(p.hands, seat), value), 4);
      for (int s = 0; s < o.players; ++s) x[28 + value] += ratio(at(at(p.hands, s), value), 4);
    }
    int cards = 0;
    for (int i = 0; i < p.board_size; ++i) {
      const Dubito::Lay& lay = Dubito::lay_of(p, i);
      cards += lay.size;
      for (int j = 0; j < lay.size; ++j) {
        if (at(p.play_seats, i) == seat) x[14 + at(lay.cards, j)] += 0.25F;
        x[28 + at(lay.cards, j)] += 0.25F;
      }
    }
    if (p.number > 0) x[42 + p.number - 1] = 1;
    x[55 + p.phase - Dubito::kDeclare] = 1;
    x[59] = p.board_size == 0 ? 1.0F : 0.0F;
    x[60] = p.phase != Dubito::kEnd && Dubito::can_doubt(p) ? 1.0F : 0.0F;
    x[61] = ratio(cards, Dubito::kDeck);
    x[62] = ratio(p.board_size, Dubito::kDeck);
    x[63] = ratio(p.turns, o.max_turns);
    x[64 + o.players - 3] = 1;
    x[70] = ratio(o.players - p.out_size, o.players);
  }

  // [71:271): what is known of a seat.
  static void encode_slot(const Dubito::Options& o, const Dubito::Position& p, const Track& track,
                          int slot, int seat, float* x) {
    const int place = Dubito::place_of(p, seat);
    x[71 + slot] = seat == p.player ? 1.0F : 0.0F;
    x[79 + slot] = place == 0 ? 1.0F : 0.0F;
    x[87 + slot] = ratio(place, o.players - 2);
    x[95 + slot] = seat == p.pending ? 1.0F : 0.0F;
    x[103 + slot] = ratio(at(p.sizes, seat), Dubito::kDeck);
    int laid = 0;
    for (int i = 0; i < p.board_size; ++i) {
      if (at(p.play_seats, i) == seat) laid += Dubito::lay_of(p, i).size;
    }
    x[111 + slot] = ratio(laid, Dubito::kDeck);
    for (int value = 0; value < Dubito::kValues; ++value) {
      x[119 + Dubito::kValues * slot + value] = ratio(at(at(track.known, seat), value), 4);
    }
    const Stats& did = at(track.stats, seat);
    const int doubted = did.honest_times + did.dishonest_times;
    float* y = x + 231 + 5 * slot;
    y[0] = ratio(did.turns, o.max_turns);
    y[1] = ratio(did.not_first_turns, o.max_turns);
    y[2] = ratio(did.doubts, std::max(1, did.not_first_turns));
    y[3] = ratio(std::min(doubted, 10), 10);
    y[4] = doubted > 0 ? ratio(did.dishonest_times, doubted) : 0.5F;
  }
};

static_assert(Encoder<DubitoEncode>);

}  // namespace kibitz
