// Dubito: the twin of kibitz/games/dubito/rules.py, rule by rule. The numbers are those of the
// README there: lay one to three cards face down and say what they are, or doubt the latest play;
// four of a kind leave the game; who has no cards is out, and the last two lose.
//
// Cards of one value are alike, so a hand is a count of each value, and a play on the board is the
// id of its lay. The 54 cards bound everything: a play has at least one of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/game.hpp"
#include "core/small.hpp"

namespace kibitz {

// Rule 2: the lays, multisets of one to three cards with at most two jokers, by size, then in
// lexical order; and the place of each in that order.
struct DubitoLays {
  static constexpr int kValues = 14;
  static constexpr int kCount = 14 + 105 + 559;

  struct Lay {
    std::int8_t size;
    std::array<std::int8_t, 3> cards;  // ascending
  };

  std::array<Lay, kCount> lays{};
  std::array<std::array<std::int16_t, kValues>, kValues> pairs{};
  std::array<std::array<std::array<std::int16_t, kValues>, kValues>, kValues> triples{};

  constexpr DubitoLays() {
    int next = 0;
    const auto add = [&](int size, int a, int b, int c) {
      at(lays, next) = {small(size), {small(a), small(b), small(c)}};
      return static_cast<std::int16_t>(next++);
    };
    for (int a = 0; a < kValues; ++a) add(1, a, 0, 0);  // a single card's place is its value
    for (int a = 0; a < kValues; ++a) {
      for (int b = a; b < kValues; ++b) at(at(pairs, a), b) = add(2, a, b, 0);
    }
    for (int a = 0; a < kValues; ++a) {
      for (int b = a; b < kValues; ++b) {
        for (int c = b; c < kValues; ++c) {
          if (c > 0) at(at(at(triples, a), b), c) = add(3, a, b, c);
        }
      }
    }
  }
};

struct Dubito {
  static constexpr const char* name = "dubito";
  static constexpr int kPlayersMin = 3;
  static constexpr int kPlayersMax = 8;
  static constexpr int kValues = DubitoLays::kValues;  // the joker and 1 to 13
  static constexpr int kJoker = 0;
  static constexpr int kDeck = 54;
  static constexpr int kFour = 4;            // of a kind: they leave the game
  static constexpr int kLayMax = 3;          // cards in one play
  static constexpr int kTurnsMax = 100'000;  // of the option max_turns

  static constexpr int kDoubt = 13;  // the actions below are "declare 1" to "declare 13"
  static constexpr int kLay = 14;    // the first of the lays
  static constexpr int kActions = kLay + DubitoLays::kCount;

  using Actions = ActionList<1 + DubitoLays::kCount>;
  using Lay = DubitoLays::Lay;

  enum Phase : std::int8_t { kDeal, kDeclare, kLaying, kTurn, kEnd };

  struct Options {
    std::int32_t max_turns;
    std::int8_t players;
    std::int8_t values;  // numbers in the deck: 13, fewer in a small variant
    std::int8_t jokers;
    std::int8_t deck;  // cards in all
    bool immediate;    // the option exit
  };

  using Hand = std::array<std::int8_t, kValues>;  // how many of each value

  struct Position {
    std::array<Hand, kPlayersMax> hands;
    std::array<std::int8_t, kPlayersMax> sizes;  // of the hands
    std::array<std::int16_t, kDeck> plays;       // this round's, in the order laid: places in kLays
    std::array<std::int8_t, kDeck> play_seats;
    std::array<std::int8_t, kPlayersMax> out;  // the first winner first
    std::int32_t turns;
    std::int8_t board_size;  // plays
    std::int8_t out_size;
    std::int8_t number;   // 0 before it is declared
    std::int8_t pending;  // Rule 7: the seat that has laid its last cards and can be doubted
    std::int8_t player;
    Phase phase;
  };

  static Options read_options(Reader& in) {
    Options o{};
    o.players = small(in.number(kPlayersMin, kPlayersMax));
    o.immediate = in.flag();
    o.max_turns = in.number(1, kTurnsMax);
    o.values = small(in.number(1, kValues - 1));
    o.jokers = small(in.number(0, 2));
    o.deck = small(o.jokers + kFour * o.values);
    if (o.deck < 2 * o.players) throw Malformed("a deck that is too small");
    return o;
  }

  static int seats(const Options& o) { return o.players; }

  static void start(const Options&, Position& p) {
    p = Position{};
    p.pending = small(kNobody);
    p.player = small(kChance);
    p.phase = kDeal;
  }

  static int player(const Options&, const Position& p) { return p.player; }
  static int phase(const Options&, const Position& p) { return p.phase; }

  // Rule 1: the deal. One in which anybody holds four of a value is dealt again.
  static std::array<Hand, kPlayersMax> draw_hands(const Options& o, Stream& stream) {
    std::array<Hand, kPlayersMax> hands{};
    do {
      std::array<std::int8_t, kDeck> deck{};
      int top = 0;
      for (int value = 0; value < kValues; ++value) {
        for (int i = 0; i < copies(o, value); ++i) at(deck, top++) = small(value);
      }
      if (top == kDeck) {
        stream.shuffle(deck);
      } else {
        std::span<std::int8_t> few(deck.data(), static_cast<std::size_t>(top));
        stream.shuffle(few);
      }
      hands = {};
      for (int i = 0; i < o.deck; ++i) ++at(at(hands, i % o.players), at(deck, i));
    } while (any_four(hands));
    return hands;
  }

  static void draw(const Options& o, const Position&, Stream& stream, Ints& out) {
    const std::array<Hand, kPlayersMax> hands = draw_hands(o, stream);
    out.push_back(o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      out.push_back(hand_size(at(hands, seat)));
      for_each_card(at(hands, seat), [&](int card) { out.push_back(card); });
    }
  }

  // draw and deal_out in one, for playouts.
  static void deal_random(const Options& o, Position& p, Stream& stream) {
    p.hands = draw_hands(o, stream);
    for (int seat = 0; seat < o.players; ++seat) {
      at(p.sizes, seat) = small(hand_size(at(p.hands, seat)));
    }
    p.player = 0;
    p.phase = kDeclare;
  }

  template <class Log>
  static void deal_out(const Options& o, Position& p, std::span<const std::int32_t> deal,
                       Log& log) {
    Reader in(deal);
    Position fresh = p;
    Hand seen{};
    load_hands(o, fresh, 1, seen, in);
    in.end();
    if (any_four(fresh.hands)) throw Malformed("a hand is dealt four of a kind");
    fresh.player = 0;
    fresh.phase = kDeclare;
    p = fresh;
    log.event(Kind::deal, kNobody, deal);
  }

  // Rule 2: what is legal.
  static void legal(const Options& o, const Position& p, Actions& out) {
    if (p.phase == kDeclare) {
      for (int action = 0; action < o.values; ++action) out.add(action);
      return;
    }
    if (can_doubt(p)) out.add(kDoubt);
    add_lays(at(p.hands, p.player), out);
  }

  // Whether there is more than one legal action, without listing the lays: every card can be laid.
  static bool has_choice(const Options& o, const Position& p) {
    if (p.phase == kDeclare) return o.values > 1;
    return can_doubt(p) || at(p.sizes, p.player) > 1;
  }

  static bool is_legal(const Options& o, const Position& p, int action) {
    if (p.phase == kDeclare) return action < o.values;
    if (action <= kDoubt) return action == kDoubt && can_doubt(p);
    Hand hand = at(p.hands, p.player);
    const Lay& lay = at(kLays.lays, action - kLay);
    for (int i = 0; i < lay.size; ++i) {
      if (at(hand, at(lay.cards, i))-- == 0) return false;
    }
    return true;
  }

  // For search: another seat sees of a lay only how many cards it has.
  static bool hides(const Options&, const Position& p, int) { return p.phase != kDeclare; }
  static int seen(const Options&, const Position&, int action) {
    return action < kLay ? action : kActions + at(kLays.lays, action - kLay).size;
  }

  // Rule 2: not on an opening. Rule 7, immediate: not when the latest play's seat is out.
  static bool can_doubt(const Position& p) {
    return p.board_size > 0 && !is_out(p, at(p.play_seats, p.board_size - 1));
  }

  template <class Log>
  static void apply(const Options& o, Position& p, int action, Log& log) {
    if (p.phase == kDeclare) {
      p.number = small(action + 1);
      p.phase = kLaying;  // Rule 2: the same turn goes on, with the cards
    } else if (action == kDoubt) {
      doubt(o, p, log);
    } else {
      lay(o, p, action - kLay, log);
    }
  }

  template <class Log>
  static void lay(const Options& o, Position& p, int place, Log& log) {
    const int seat = p.player;
    const Lay& cards = at(kLays.lays, place);
    for (int i = 0; i < cards.size; ++i) --at(at(p.hands, seat), at(cards.cards, i));
    at(p.sizes, seat) = small(at(p.sizes, seat) - cards.size);
    at(p.plays, p.board_size) = static_cast<std::int16_t>(place);
    at(p.play_seats, p.board_size++) = small(seat);
    const int before = p.pending;  // Rule 7: it has not been doubted
    const bool empty = at(p.sizes, seat) == 0;
    p.pending = small(empty && !o.immediate ? seat : kNobody);
    ++p.turns;
    end_turn(o, p, before, empty && o.immediate ? seat : kNobody, seat_after(o, seat), log);
  }

  // Rules 3 to 5: the board is shown, the loser takes it, and the next round is opened.
  template <class Log>
  static void doubt(const Options& o, Position& p, Log& log) {
    const int doubter = p.player;
    const int target = at(p.play_seats, p.board_size - 1);
    const bool bluff = is_bluff(p);
    int jokers = 0;
    // Rule 4: jokers of an honest latest play leave the game; those below it do not.
    if (!bluff) {
      const Lay& latest = lay_of(p, p.board_size - 1);
      for (int i = 0; i < latest.size; ++i) jokers += at(latest.cards, i) == kJoker;
    }
    if constexpr (Log::enabled) log_reveal(p, doubter, target, bluff, jokers, log);
    const int loser = bluff ? target : doubter;
    take_board(p, loser, jokers);
    const int before = p.pending;
    p.pending = small(kNobody);
    ++p.turns;
    drop_fours(p, loser, log);
    // Rule 7: first the seat pending since before this turn, then a hand emptied by rule 6.
    const auto if_empty = [&](int seat) {
      return seat != kNobody && at(p.sizes, seat) == 0 ? seat : kNobody;
    };
    // Rule 5: the doubter opens at once. Rule 4: the seat after the doubter opens.
    end_turn(o, p, if_empty(before), if_empty(loser), bluff ? doubter : seat_after(o, doubter),
             log);
  }

  static void take_board(Position& p, int loser, int jokers) {
    Hand& hand = at(p.hands, loser);
    for (int i = 0; i < p.board_size; ++i) {
      const Lay& lay = lay_of(p, i);
      for (int j = 0; j < lay.size; ++j) ++at(hand, at(lay.cards, j));
    }
    hand[kJoker] = small(hand[kJoker] - jokers);
    at(p.sizes, loser) = small(hand_size(hand));
    p.board_size = 0;
    p.number = 0;
  }

  // Rule 6, for the one hand that has grown.
  template <class Log>
  static void drop_fours(Position& p, int seat, Log& log) {
    for (int value = 1; value < kValues; ++value) {
      if (at(at(p.hands, seat), value) != kFour) continue;
      at(at(p.hands, seat), value) = 0;
      at(p.sizes, seat) = small(at(p.sizes, seat) - kFour);
      log.event(Kind::discard, seat, {value});
    }
  }

  // Rules 7 to 9: who goes out (first and second, if anybody), whether the game is over, and whose
  // turn it is.
  template <class Log>
  static void end_turn(const Options& o, Position& p, int first, int second, int coming, Log& log) {
    for (const int seat : {first, second}) {
      // A doubted target that was pending and has lost its whole pick-up by rule 6 comes twice.
      if (seat == kNobody || is_out(p, seat)) continue;
      at(p.out, p.out_size++) = small(seat);
      log.event(Kind::out, seat, {p.out_size});
      if (p.out_size == o.players - 2) {
        end_game(o, p, log);  // Rule 8: at once, so that a second empty hand loses
        return;
      }
    }
    if (p.turns >= o.max_turns) {
      end_game(o, p, log);  // Rule 8: cut off; a pending seat has lost too
      return;
    }
    while (is_out(p, coming)) coming = seat_after(o, coming);  // Rule 9
    p.player = small(coming);
    p.phase = p.board_size > 0 ? kTurn : kDeclare;
  }

  template <class Log>
  static void end_game(const Options& o, Position& p, Log& log) {
    p.player = small(kOver);
    p.phase = kEnd;
    p.pending = small(kNobody);
    std::array<std::int32_t, kPlayersMax> points{};
    for (int seat = 0; seat < o.players; ++seat) at(points, seat) = half_points(p, seat);
    log.event(Kind::score, kNobody,
              std::span<const std::int32_t>(points.data(), static_cast<std::size_t>(o.players)));
  }

  static void scores(const Options& o, const Position& p, Points& out) {
    for (int seat = 0; seat < o.players; ++seat) at(out, seat) = half_points(p, seat) / 2.0;
  }

  static void returns(const Options& o, const Position& p, Points& out) { scores(o, p, out); }

  // The first one out has won; if nobody got out before the cut-off, nobody is ahead.
  static void outcome(const Options& o, const Position& p, Points& out) {
    for (int seat = 0; seat < o.players; ++seat) {
      at(out, seat) = p.out_size == 0 ? 1.0 / o.players : p.out[0] == seat ? 1.0 : 0.0;
    }
  }

  // The order of POSITION_SHAPE.
  static void save(const Options& o, const Position& p, Writer& out) {
    out.number(o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      out.number(at(p.sizes, seat));
      for_each_card(at(p.hands, seat), [&](int card) { out.number(card); });
    }
    out.number(p.board_size);
    for (int i = 0; i < p.board_size; ++i) {
      const Lay& lay = lay_of(p, i);
      out.number(at(p.play_seats, i));
      out.number(lay.size);
      for (int j = 0; j < lay.size; ++j) out.number(at(lay.cards, j));
    }
    out.number(p.number);
    out.number(p.player);
    out.number(p.out_size);
    for (int i = 0; i < p.out_size; ++i) out.number(at(p.out, i));
    out.number(p.turns);
  }

  // Positions come checked from Python; here only what memory safety and an end to every game need
  // is checked again: no card too many, three players in the game, and a card for whoever comes to
  // play.
  static void load(const Options& o, Position& p, Reader& in) {
    Hand seen{};
    load_hands(o, p, 0, seen, in);
    p.board_size = small(in.number(0, kDeck));
    for (int i = 0; i < p.board_size; ++i) load_play(o, p, i, seen, in);
    p.number = small(in.number(p.board_size > 0 ? 1 : 0, o.values));
    p.player = small(in.number(0, o.players - 1));
    const int out_size = in.number(0, o.players - kPlayersMin);
    while (p.out_size < out_size) {
      const int seat = in.number(0, o.players - 1);
      if (is_out(p, seat)) throw Malformed("a seat is out twice");
      at(p.out, p.out_size++) = small(seat);
    }
    p.turns = in.number(0, o.max_turns - 1);
    const int latest = p.board_size > 0 ? at(p.play_seats, p.board_size - 1) : kNobody;
    for (int seat = 0; seat < o.players; ++seat) {
      if (is_out(p, seat) || at(p.sizes, seat) > 0) continue;
      if (seat != latest || o.immediate) throw Malformed("a seat without cards is not out");
      p.pending = small(seat);
    }
    if (is_out(p, p.player) || p.player == p.pending) throw Malformed("a player without cards");
    p.phase = p.board_size > 0 ? kTurn : p.number > 0 ? kLaying : kDeclare;
  }

  // The cards of a play on the board.
  static const Lay& lay_of(const Position& p, int i) { return at(kLays.lays, at(p.plays, i)); }

  // The place of a seat that is out, from 1; 0 for one that is not.
  static int place_of(const Position& p, int seat) {
    for (int i = 0; i < p.out_size; ++i) {
      if (at(p.out, i) == seat) return i + 1;
    }
    return 0;
  }
  static bool is_out(const Position& p, int seat) { return place_of(p, seat) > 0; }

  // Rule 3: how many cards of a play on the board are honest; whether the latest play is a bluff.
  static int honest_cards(const Position& p, int i) {
    const Lay& lay = lay_of(p, i);
    int honest = 0;
    for (int j = 0; j < lay.size; ++j) {
      honest += at(lay.cards, j) == kJoker || at(lay.cards, j) == p.number;
    }
    return honest;
  }
  static bool is_bluff(const Position& p) {
    const int latest = p.board_size - 1;
    return honest_cards(p, latest) < lay_of(p, latest).size;
  }

  static int lay_size(int action) { return at(kLays.lays, action - kLay).size; }

  // The action that lays the first `size` of these cards, which ascend.
  static int lay_action(int size, int a, int b, int c) {
    if (size == 1) return kLay + a;
    return kLay + (size == 2 ? at(at(kLays.pairs, a), b) : at(at(at(kLays.triples, a), b), c));
  }

 private:
  static constexpr DubitoLays kLays{};

  static constexpr int copies(const Options& o, int value) {
    return value == kJoker ? o.jokers : value <= o.values ? kFour : 0;
  }
  static int seat_after(const Options& o, int seat) { return (seat + 1) % o.players; }

  // Rule 8 in halves of a point, which are whole: hard win 2, soft win 1, loss 0.
  static int half_points(const Position& p, int seat) {
    if (!is_out(p, seat)) return 0;
    return p.out[0] == seat ? 2 : 1;
  }

  static int hand_size(const Hand& hand) {
    int size = 0;
    for (const int count : hand) size += count;
    return size;
  }

  static bool any_four(const std::array<Hand, kPlayersMax>& hands) {
    for (const Hand& hand : hands) {
      for (const int count : hand) {
        if (count == kFour) return true;
      }
    }
    return false;
  }

  template <class Function>
  static void for_each_card(const Hand& hand, Function&& visit) {
    for (int value = 0; value < kValues; ++value) {
      for (int i = 0; i < at(hand, value); ++i) visit(value);
    }
  }

  // All multisets of one to three cards of a hand, ascending by id.
  static void add_lays(const Hand& hand, Actions& out) {
    std::array<int, kValues> held{};
    int n = 0;
    for (int value = 0; value < kValues; ++value) {
      if (at(hand, value) > 0) at(held, n++) = value;
    }
    for (int i = 0; i < n; ++i) out.add(kLay + at(held, i));
    for (int i = 0; i < n; ++i) {
      const int a = at(held, i);
      for (int j = at(hand, a) > 1 ? i : i + 1; j < n; ++j) {
        out.add(kLay + at(at(kLays.pairs, a), at(held, j)));
      }
    }
    for (int i = 0; i < n; ++i) {
      const int a = at(held, i);
      for (int j = at(hand, a) > 1 ? i : i + 1; j < n; ++j) {
        const int b = at(held, j);
        const int needed = i == j ? 3 : 2;  // of b, for a third card that is like it
        for (int k = at(hand, b) >= needed ? j : j + 1; k < n; ++k) {
          out.add(kLay + at(at(at(kLays.triples, a), b), at(held, k)));
        }
      }
    }
  }

  template <class Log>
  static void log_reveal(const Position& p, int doubter, int target, bool bluff, int jokers,
                         Log& log) {
    std::array<std::int32_t, 4 + 3 * kDeck> data{};  // seat and size of each play, and the cards
    int n = 0;
    for (const int x : {target, int{p.number}, bluff ? 1 : 0, jokers}) at(data, n++) = x;
    for (int i = 0; i < p.board_size; ++i) {
      const Lay& lay = lay_of(p, i);
      at(data, n++) = at(p.play_seats, i);
      at(data, n++) = lay.size;
      for (int j = 0; j < lay.size; ++j) at(data, n++) = at(lay.cards, j);
    }
    log.event(Kind::reveal, doubter,
              std::span<const std::int32_t>(data.data(), static_cast<std::size_t>(n)));
  }

  // A card that the deck still has; `seen` counts those before it.
  static int load_card(const Options& o, Hand& seen, Reader& in) {
    const int card = in.number(0, kValues - 1);
    if (++at(seen, card) > copies(o, card)) {
      throw Malformed("more cards of a value than the deck has");
    }
    return card;
  }

  static void load_hands(const Options& o, Position& p, int size_min, Hand& seen, Reader& in) {
    in.number(o.players, o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      at(p.sizes, seat) = small(in.number(size_min, kDeck));
      for (int i = 0; i < at(p.sizes, seat); ++i) ++at(at(p.hands, seat), load_card(o, seen, in));
    }
  }

  static void load_play(const Options& o, Position& p, int i, Hand& seen, Reader& in) {
    at(p.play_seats, i) = small(in.number(0, o.players - 1));
    const int size = in.number(1, kLayMax);
    std::array<int, kLayMax> cards{};
    for (int j = 0; j < size; ++j) {
      at(cards, j) = load_card(o, seen, in);
      if (j > 0 && at(cards, j) < at(cards, j - 1)) throw Malformed("a play must ascend");
    }
    const int action = lay_action(size, cards[0], cards[1], cards[2]);
    at(p.plays, i) = static_cast<std::int16_t>(action - kLay);
  }
};

static_assert(GameRules<Dubito>);

}  // namespace kibitz
