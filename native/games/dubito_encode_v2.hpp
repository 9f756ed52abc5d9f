// Dubito observations, version 2: the twin of kibitz/games/dubito/encode_v2.py, number for number.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <span>

#include "games/dubito_encode.hpp"

namespace kibitz {

// What each seat has shown: for plays of 1, 2, 3 cards how often it was so, of how many.
struct DubitoShown {
  using Sizes = std::array<std::int32_t, Dubito::kLayMax>;
  Sizes bluffs;
  Sizes shown;
  Sizes doubts;
  Sizes faced;
  std::int32_t opening_bluffs;
  std::int32_t openings;
};

struct DubitoTrack2 : DubitoEncode::Track {
  std::array<DubitoShown, Dubito::kPlayersMax> habits{};
  int size = 0;  // of the latest play; 0 if it cannot be doubted
  int laid_by = kNobody;

  void event(Kind kind, int seat, std::initializer_list<std::int32_t> data) {
    event(kind, seat, std::span(data.begin(), data.size()));
  }

  void event(Kind kind, int seat, std::span<const std::int32_t> data) {
    DubitoEncode::Track::event(kind, seat, data);
    if (kind == Kind::action && data[0] >= Dubito::kLay) {
      if (size > 0) ++at(at(habits, seat).faced, size - 1);
      size = Dubito::lay_size(data[0]);
      laid_by = seat;
    } else if (kind == Kind::reveal) {
      ++at(at(habits, seat).doubts, size - 1);
      ++at(at(habits, seat).faced, size - 1);
      size = 0;
      note_board(data);
    } else if (kind == Kind::out && seat == laid_by) {
      size = 0;  // Rule 7: a play that cannot be doubted any more
    }
  }

 private:
  // A doubt shows the whole board: target, number, right, jokers, then seat, size and cards of each play.
  void note_board(std::span<const std::int32_t> data) {
    const int number = data[1];
    for (std::size_t i = 4; i < data.size();) {
      DubitoShown& who = at(habits, data[i]);
      const bool first = i == 4;
      const int cards = data[i + 1];
      bool bluff = false;
      for (int j = 0; j < cards; ++j) {
        const int card = data[i + 2 + static_cast<std::size_t>(j)];
        bluff = bluff || (card != Dubito::kJoker && card != number);
      }
      ++at(who.shown, cards - 1);
      at(who.bluffs, cards - 1) += bluff;
      who.openings += first;
      who.opening_bluffs += first && bluff;
      i += 2 + static_cast<std::size_t>(cards);
    }
  }
};

struct DubitoEncodeV2 {
  using Game = Dubito;
  using Track = DubitoTrack2;
  using Hand = Dubito::Hand;
  static constexpr std::string_view kName = "v2";
  static constexpr int kSlot = 284;  // where the slots begin
  static constexpr int kSlotSize = 95;
  static constexpr int kPlays = kSlot + Dubito::kPlayersMax * kSlotSize;
  static constexpr int kSize = kPlays + DubitoEncode::kPlays * DubitoEncode::kPlaySize;

  static void encode(const Dubito::Options& o, const Dubito::Position& p, const Track& track,
                     int seat, float* x) {
    std::memset(x, 0, kSize * sizeof(float));
    if (p.phase == Dubito::kDeal) return;  // before the deal nothing is known
    const Counts counts = count(o, p, track, seat);
    for (int value = 0; value < Dubito::kValues; ++value) {
      reach(at(at(p.hands, seat), value), kThree, x + 3 * value);
      reach(at(counts.laid, value), kFour, x + 42 + 4 * value);
      reach(at(counts.left, value), kFour, x + 98 + 4 * value);
      x[154 + value] = at(counts.in_game, value) > 0 ? 1.0F : 0.0F;
    }
    encode_table(o, p, counts, seat, x);
    encode_latest(o, p, track, counts, seat, x);
    encode_next(o, p, track, seat, x);
    for (int slot = 0; slot < o.players; ++slot) {
      const int other = (seat + slot) % o.players;
      encode_slot(o, p, track, at(counts.by_seat, other), other, x + kSlot + kSlotSize * slot);
    }
    DubitoEncode::encode_plays(o, p, seat, x + kPlays);
  }

 private:
  // Cards of each value: in the game, of this seat on the board, and neither its own nor known to be
  // another's. Cards on the board in all, and of each seat.
  struct Counts {
    Hand in_game{};
    Hand laid{};
    Hand left{};
    int board = 0;
    std::array<int, Dubito::kPlayersMax> by_seat{};
  };

  static constexpr std::array<int, 2> kTwo = {1, 2};
  static constexpr std::array<int, 3> kThree = {1, 2, 3};
  static constexpr std::array<int, 4> kFour = {1, 2, 3, 4};
  static constexpr std::array<int, 8> kEight = {1, 2, 3, 4, 5, 6, 7, 8};
  static constexpr std::array<int, 12> kBoardCards = {1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25};
  static constexpr std::array<int, 6> kLaidCards = {1, 2, 3, 4, 6, 9};
  static constexpr std::array<int, 4> kHands = {10, 12, 15, 20};  // least of each class above 9

  static Counts count(const Dubito::Options& o, const Dubito::Position& p, const Track& track,
                      int seat) {
    Counts counts;
    for (int s = 0; s < o.players; ++s) add(at(p.hands, s), 1, counts.in_game);
    for (int i = 0; i < p.board_size; ++i) {
      const Dubito::Lay& lay = Dubito::lay_of(p, i);
      counts.board += lay.size;
      at(counts.by_seat, at(p.play_seats, i)) += lay.size;
      for (int j = 0; j < lay.size; ++j) {
        ++at(counts.in_game, at(lay.cards, j));
        if (at(p.play_seats, i) == seat) ++at(counts.laid, at(lay.cards, j));
      }
    }
    counts.left = counts.in_game;
    add(at(p.hands, seat), -1, counts.left);
    add(counts.laid, -1, counts.left);
    for (int s = 0; s < o.players; ++s) {
      if (s != seat) add(at(track.known, s), -1, counts.left);
    }
    return counts;
  }

  static void add(const Hand& cards, int sign, Hand& sum) {
    for (int value = 0; value < Dubito::kValues; ++value) {
      at(sum, value) = small(at(sum, value) + sign * at(cards, value));
    }
  }

  // [168:218) and [281:284): what belongs to no seat, and the own cards of the number.
  static void encode_table(const Dubito::Options& o, const Dubito::Position& p,
                           const Counts& counts, int seat, float* x) {
    const Hand& hand = at(p.hands, seat);
    if (p.number > 0) {
      x[168 + p.number - 1] = 1;
      reach(at(hand, p.number), kThree, x + 213);
    }
    x[181 + p.phase - Dubito::kDeclare] = 1;
    x[185] = p.board_size == 0 ? 1.0F : 0.0F;
    x[186] = p.phase != Dubito::kEnd && Dubito::can_doubt(p) ? 1.0F : 0.0F;
    x[187 + o.players - 3] = 1;
    reach(counts.board, kBoardCards, x + 193);
    reach(p.board_size, kEight, x + 205);
    reach(hand[Dubito::kJoker], kTwo, x + 216);
    x[281] = ratio(o.max_turns - p.turns, o.max_turns);
    x[282] = o.immediate ? 0.0F : 1.0F;
    x[283] = ratio(p.out_size, o.players - 2);
  }

  // [218:237), [245:259), [273:275): the latest play, and who made it.
  static void encode_latest(const Dubito::Options& o, const Dubito::Position& p, const Track& track,
                            const Counts& counts, int seat, float* x) {
    if (p.board_size == 0) return;
    const int latest = at(p.play_seats, p.board_size - 1);
    const int size = Dubito::lay_of(p, p.board_size - 1).size;
    const DubitoShown& who = at(track.habits, latest);
    x[226 + size - 1] = 1;
    x[229 + (latest - seat + o.players) % o.players] = 1;
    x[245 + hand_class(at(p.sizes, latest))] = 1;
    rate(at(who.bluffs, size - 1), at(who.shown, size - 1), x + 273);
    if (latest == seat) return;
    const Hand& known = at(track.known, latest);
    const int can_be = counts.left[Dubito::kJoker] + known[Dubito::kJoker] +
                       at(counts.left, p.number) + at(known, p.number);
    x[218 + can_be] = 1;
    x[225] = size > can_be ? 1.0F : 0.0F;
  }

  // [237:245), [259:273), [275:281): who comes next.
  static void encode_next(const Dubito::Options& o, const Dubito::Position& p, const Track& track,
                          int seat, float* x) {
    for (int slot = 1; slot < o.players; ++slot) {
      const int next = (seat + slot) % o.players;
      if (Dubito::is_out(p, next)) continue;
      x[237 + slot] = 1;
      x[259 + hand_class(at(p.sizes, next))] = 1;
      const DubitoShown& who = at(track.habits, next);
      for (int i = 0; i < Dubito::kLayMax; ++i) {
        rate(at(who.doubts, i), at(who.faced, i), x + 275 + 2 * i);
      }
      return;
    }
  }

  // The 95 numbers of one slot.
  static void encode_slot(const Dubito::Options& o, const Dubito::Position& p, const Track& track,
                          int laid, int seat, float* x) {
    const int place = Dubito::place_of(p, seat);
    x[0] = seat == p.player ? 1.0F : 0.0F;
    x[1] = place == 0 ? 1.0F : 0.0F;
    x[2] = seat == p.pending ? 1.0F : 0.0F;
    x[3] = ratio(place, o.players - 2);
    x[4 + hand_class(at(p.sizes, seat))] = 1;
    x[18] = ratio(at(p.sizes, seat), Dubito::kDeck);
    reach(laid, kLaidCards, x + 19);
    for (int value = 0; value < Dubito::kValues; ++value) {
      reach(at(at(track.known, seat), value), kFour, x + 25 + 4 * value);
    }
    const DubitoShown& who = at(track.habits, seat);
    for (int i = 0; i < Dubito::kLayMax; ++i) {
      rate(at(who.bluffs, i), at(who.shown, i), x + 81 + 2 * i);
      rate(at(who.doubts, i), at(who.faced, i), x + 87 + 2 * i);
    }
    rate(who.opening_bluffs, who.openings, x + 93);
  }

  template <std::size_t N>
  static void reach(int count, const std::array<int, N>& bounds, float* x) {
    for (std::size_t i = 0; i < N; ++i) x[i] = count >= bounds[i] ? 1.0F : 0.0F;
  }

  static void rate(int times, int of, float* x) {
    x[0] = ratio(times + 1, of + 2);
    x[1] = ratio(std::min(of, 8), 8);
  }

  static float ratio(int a, int b) { return static_cast<float>(a) / static_cast<float>(b); }

  // The place of a hand's class.
  static int hand_class(int size) {
    if (size < kHands[0]) return size;
    int place = 9;
    for (const int least : kHands) place += size >= least;
    return place;
  }
};

static_assert(Encoder<DubitoEncodeV2>);

}  // namespace kibitz
