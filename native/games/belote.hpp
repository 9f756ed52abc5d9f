// Belote Contrée: the twin of kibitz/games/belote/rules.py, rule by rule. The numbers are those of
// the README there: an auction, eight tricks with trump, marks for the contract; one deal or a
// match.
//
// Sets of cards are 32 bits, suit by suit, ranks 7 8 9 J Q K 10 A. What is legal is found with masks
// alone: for each set of trump ranks on the table a table has the ranks that beat them all.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/game.hpp"
#include "core/small.hpp"

namespace kibitz {

struct Belote {
  static constexpr const char* name = "belote";
  static constexpr int kActions = 75;
  static constexpr int kBid = 32;  // the action of bid 0; a card's action is its id
  static constexpr int kPass = 0;
  static constexpr int kCapot = 37;  // in spades, the first of four
  static constexpr int kCoinche = 41;
  static constexpr int kSurcoinche = 42;
  static constexpr int kHandSize = 8;
  static constexpr int kTargetMax = 1'000'000;
  static constexpr int kDealsMax = 10'000;
  static constexpr int kMarksMax = 252 + 3 * 250 + 20;  // of a side in one deal

  using Set = std::uint32_t;
  using Actions = ActionList<43>;
  using Sides = std::array<std::int32_t, 2>;  // NS, EW

  enum Phase : std::int8_t { kDeal, kBidding, kPlay, kEnd };

  struct Options {
    std::int32_t target;
    std::int16_t deals_max;
    bool match;
    bool exact;
  };

  struct Position {
    std::array<Set, 4> hands;
    std::array<Set, 2> won;            // the cards in the tricks of NS and of EW
    Sides totals;                      // marks of the finished deals
    std::int16_t deals;                // finished
    std::array<std::int8_t, 4> trick;  // cards in the order played
    std::int8_t trick_size;
    std::int8_t dealer;
    std::int8_t leader;  // of the current trick, or -1 before the play
    std::int8_t player;
    std::int8_t bid;  // the last bid 1..40, or 0
    std::int8_t bidder;
    std::int8_t coinche;  // 0, 1 coinched, 2 surcoinched
    std::int8_t passes;   // in a row
    std::int8_t belote;   // the seat that announced it, or -1
    Phase phase;
  };
  static_assert(sizeof(Position) <= 64);

  static constexpr std::array<int, 8> kStrength = {0, 1, 6, 7, 2, 3, 4, 5};  // of ranks in trump
  static constexpr std::array<int, 8> kPoints = {0, 0, 0, 2, 3, 4, 10, 11};  // of ranks

  // For each set of trump ranks the ranks that beat them all; all ranks beat the empty set.
  static constexpr std::array<std::uint8_t, 256> kAbove = [] {
    std::array<std::uint8_t, 256> above{};
    for (int set = 0; set < 256; ++set) {
      int best = -1;
      for (int rank = 0; rank < 8; ++rank) {
        if ((set >> rank & 1) != 0 && at(kStrength, rank) > best) best = at(kStrength, rank);
      }
      int ranks = 0;
      for (int rank = 0; rank < 8; ++rank) {
        if (at(kStrength, rank) > best) ranks |= 1 << rank;
      }
      at(above, set) = static_cast<std::uint8_t>(ranks);
    }
    return above;
  }();

  static constexpr Set card_bit(int card) { return Set{1} << card; }
  static constexpr Set suit_set(int suit) { return Set{0xFF} << (8 * suit); }
  static constexpr int side_of(int seat) { return seat % 2; }  // 0 for NS, 1 for EW
  static int trump_of(const Position& p) { return (p.bid - 1) & 3; }

  // Rule 8: king and queen of trump.
  static constexpr Set belote_pair(int trump) { return Set{0b110000} << (8 * trump); }

  // The trumps that beat every trump among these cards; all, if there is none.
  static Set above(Set cards, int trump) {
    const Set ranks = cards >> (8 * trump) & 0xFF;
    return Set{at(kAbove, static_cast<int>(ranks))} << (8 * trump);
  }

  // Rule 6: cards of a trick compare by this; -1 for one that cannot win.
  static int strength(int card, int led, int trump) {
    const int suit = card / 8;
    if (suit == trump) return 8 + at(kStrength, card % 8);
    return suit == led ? card % 8 : -1;
  }

  // What these cards are worth, without the last trick's bonus.
  static int card_points(Set cards, int trump) {
    int points = 0;
    for (int rank = 3; rank < 8; ++rank) {
      points += at(kPoints, rank) * std::popcount(cards & (Set{0x01010101} << rank));
    }
    if ((cards & card_bit(8 * trump + 2)) != 0) points += 14;  // the nine
    if ((cards & card_bit(8 * trump + 3)) != 0) points += 18;  // the jack: 20 in place of 2
    return points;
  }

  static Options read_options(Reader& in) {
    Options o{};
    o.match = in.flag();
    o.target = in.number(1, kTargetMax);
    o.deals_max = static_cast<std::int16_t>(in.number(1, kDealsMax));
    o.exact = in.number(0, 1) == 1;
    return o;
  }

  static int seats(const Options&) { return 4; }

  static void start(const Options&, Position& p) {
    p = Position{};
    p.dealer = small(kNobody);
    p.player = small(kChance);
    clear(p);
  }

  static int player(const Options&, const Position& p) { return p.player; }
  static int phase(const Options&, const Position& p) { return p.phase; }

  // Rule 1: the deal.
  static void draw(const Options&, const Position& p, Stream& stream, Ints& out) {
    const Drawn drawn = draw_hands(p, stream);
    out.push_back(4);
    for (const Set hand : drawn.hands) {
      out.push_back(kHandSize);
      for_each(hand, [&](int card) { out.push_back(card); });
    }
    out.push_back(drawn.dealer);
  }

  template <class Log>
  static void deal_out(const Options&, Position& p, std::span<const std::int32_t> deal, Log& log) {
    Reader in(deal);
    Drawn read{};
    Cards seen = 0;
    in.number(4, 4);
    for (Set& hand : read.hands) hand = static_cast<Set>(load_cards(in, 1, kHandSize, 32, seen));
    const int size = std::popcount(read.hands[0]);
    for (const Set hand : read.hands) {
      if (std::popcount(hand) != size) throw Malformed("hands of unequal sizes");
    }
    read.dealer =
        p.dealer < 0 ? in.number(0, 3) : in.number((p.dealer + 1) % 4, (p.dealer + 1) % 4);
    in.end();
    begin(p, read);
    log.event(Kind::deal, kNobody, deal);
    if (Log::enabled && size < kHandSize) {
      // Which cards a short deal has is public: every seat sees the set, not the hands.
      std::array<std::int32_t, 32> deck;
      std::size_t n = 0;
      for_each(seen, [&](int card) { deck[n++] = card; });
      log.event(Kind::reveal, kNobody, std::span<const std::int32_t>(deck.data(), n));
    }
  }

  // draw and deal_out in one, for playouts.
  static void deal_random(const Options&, Position& p, Stream& stream) {
    begin(p, draw_hands(p, stream));
  }

  // What is legal.
  static LegalSet legal_set(const Options&, const Position& p) {
    if (p.phase == kBidding) return {legal_bids(p), kBid};
    return {legal_cards(p), 0};
  }

  static void legal(const Options& o, const Position& p, Actions& out) {
    const LegalSet legal = legal_set(o, p);
    for_each(legal.set, [&](int i) { out.add(legal.base + i); });
  }

  static bool is_legal(const Options&, const Position& p, int action) {
    if (p.phase == kBidding) return action >= kBid && (legal_bids(p) & bit(action - kBid)) != 0;
    return action < kBid && (legal_cards(p) & card_bit(action)) != 0;
  }

  // Rules 2 and 3.
  static Cards legal_bids(const Position& p) {
    const Cards pass = bit(kPass);
    const bool mine = p.bidder >= 0 && side_of(p.bidder) == side_of(p.player);
    if (p.coinche == 0) {
      // Rule 2: strictly higher in value, so past all four suits of the last one's.
      const int lowest = p.bid == kPass ? 1 : 4 * ((p.bid - 1) / 4) + 5;
      const Cards higher = (bit(kCoinche) - 1) & ~(bit(lowest) - 1);
      return pass | higher | (p.bid != kPass && !mine ? bit(kCoinche) : 0);
    }
    return pass | (p.coinche == 1 && mine ? bit(kSurcoinche) : 0);
  }

  // Rule 5.
  static Set legal_cards(const Position& p) {
    const Set hand = at(p.hands, p.player);
    if (p.trick_size == 0) return hand;
    const int trump = trump_of(p);
    const int led = p.trick[0] / 8;
    const Set follow = hand & suit_set(led);
    if (led != trump && follow != 0) return follow;
    const Set higher = hand & above(table(p), trump);
    if (led == trump) return higher != 0 ? higher : follow != 0 ? follow : hand;
    // Cut or overtrump, unless the partner holds the trick; who cannot may play anything.
    return higher != 0 && !partner_winning(p, trump) ? higher : hand;
  }

  template <class Log>
  static void apply(const Options& o, Position& p, int action, Log& log) {
    if (p.phase == kBidding) {
      call(o, p, action - kBid, log);
    } else {
      play(o, p, action, log);
    }
  }

  // Rules 2 to 4.
  template <class Log>
  static void call(const Options& o, Position& p, int bid, Log& log) {
    const std::int8_t seat = p.player;
    p.player = small((seat + 1) % 4);
    p.passes = small(bid == kPass ? p.passes + 1 : 0);
    if (bid >= kCoinche) {
      ++p.coinche;
    } else if (bid != kPass) {
      p.bid = small(bid);
      p.bidder = seat;
    }
    if (p.bid == kPass && p.passes == 4) {
      end_deal(o, p, Sides{}, Sides{}, log);  // Rule 4: void
    } else if (auction_over(p)) {
      p.phase = kPlay;
      p.leader = p.player = small((p.dealer + 1) % 4);  // Rule 1
    }
  }

  template <class Log>
  static void play(const Options& o, Position& p, int card, Log& log) {
    const int seat = p.player;
    const int trump = trump_of(p);
    at(p.hands, seat) &= ~card_bit(card);
    const Set pair = belote_pair(trump);
    if ((pair & card_bit(card)) != 0 && (pair & at(p.hands, seat)) != 0) {
      p.belote = small(seat);  // Rule 8: announced by itself with the first of the two
      log.event(Kind::reveal, seat, {card});
    }
    at(p.trick, p.trick_size++) = small(card);
    p.player = small((seat + 1) % 4);
    if (p.trick_size == 4) end_trick(o, p, trump, log);
  }

  // Rule 6, and after the last trick rules 7 to 9.
  template <class Log>
  static void end_trick(const Options& o, Position& p, int trump, Log& log) {
    const int winner = (p.leader + best_place(p, trump)) % 4;
    const int side = side_of(winner);
    at(p.won, side) |= table(p);
    p.trick_size = 0;
    p.leader = p.player = small(winner);
    if (at(p.hands, winner) != 0) return;
    Sides points{card_points(p.won[0], trump), card_points(p.won[1], trump)};
    at(points, side) += at(p.won, 1 - side) != 0 ? 10 : 100;  // Rule 7
    end_deal(o, p, points, mark(o, p, points), log);
  }

  // Rule 9: the marks of NS and EW for these card points.
  static Sides mark(const Options& o, const Position& p, const Sides& points) {
    const int taker = side_of(p.bidder);
    const int value = p.bid >= kCapot ? 250 : 80 + 10 * ((p.bid - 1) / 4);
    Sides belote{};
    if (p.belote >= 0) at(belote, side_of(p.belote)) = 20;  // Rule 8
    const bool all_tricks = at(p.won, 1 - taker) == 0;
    const bool made = value == 250 ? all_tricks : at(points, taker) + at(belote, taker) >= value;
    Sides marks{};
    if (made && p.coinche == 0) {
      marks = {points[0] + belote[0], points[1] + belote[1]};
      at(marks, taker) += value;
      return marks;
    }
    const int base = (made && all_tricks ? 250 : 160) + (o.exact ? 2 : 0);
    at(marks, made ? taker : 1 - taker) = base + value * (p.coinche + 1) + belote[0] + belote[1];
    return marks;
  }

  // Mark the deal; then the end, or the next deal of a match (rule 10), a chance event.
  template <class Log>
  static void end_deal(const Options& o, Position& p, const Sides& points, const Sides& marks,
                       Log& log) {
    log.event(Kind::score, kNobody,
              {marks[0], marks[1], points[0], points[1], std::popcount(p.won[0]) / 4,
               std::popcount(p.won[1]) / 4});
    ++p.deals;
    p.totals = {p.totals[0] + marks[0], p.totals[1] + marks[1]};
    if (!o.match || match_over(o, p)) {
      p.player = small(kOver);
      p.phase = kEnd;
    } else {
      p.player = small(kChance);
      clear(p);
    }
  }

  static void scores(const Options&, const Position& p, Points& out) {
    for (int seat = 0; seat < 4; ++seat) at(out, seat) = at(p.totals, side_of(seat));
  }

  static void returns(const Options& o, const Position& p, Points& out) { scores(o, p, out); }

  // The winning partners share the win; all four share a draw.
  static void outcome(const Options&, const Position& p, Points& out) {
    for (int seat = 0; seat < 4; ++seat) {
      const int own = at(p.totals, side_of(seat));
      const int other = at(p.totals, 1 - side_of(seat));
      at(out, seat) = own > other ? 0.5 : own == other ? 0.25 : 0.0;
    }
  }

  // The order of POSITION_SHAPE.
  static void save(const Options&, const Position& p, Writer& out) {
    out.number(p.deals);
    out.number(2);
    for (const int total : p.totals) out.number(total);
    out.number(p.dealer);
    out.number(4);
    for (const Set hand : p.hands) save_cards(hand, out);
    out.number(p.bid);
    out.number(p.bidder);
    out.number(p.coinche);
    out.number(p.passes);
    out.number(p.player);
    out.number(p.leader);
    out.number(p.trick_size);
    for (int i = 0; i < p.trick_size; ++i) out.number(at(p.trick, i));
    out.number(2);
    for (const Set cards : p.won) save_cards(cards, out);
    out.number(p.belote);
  }

  // Positions come checked from Python; checked again is what memory safety and an end need.
  static void load(const Options& o, Position& p, Reader& in) {
    Cards seen = 0;
    p.deals = static_cast<std::int16_t>(in.number(0, o.deals_max - 1));
    in.number(2, 2);
    for (std::int32_t& total : p.totals) total = in.number(0, kDealsMax * kMarksMax);
    p.dealer = small(in.number(kNobody, 3));
    in.number(4, 4);
    for (Set& hand : p.hands) hand = static_cast<Set>(load_cards(in, 0, kHandSize, 32, seen));
    p.bid = small(in.number(kPass, kCoinche - 1));
    p.bidder = small(in.number(kNobody, 3));
    p.coinche = small(in.number(0, 2));
    p.passes = small(in.number(0, 3));
    p.player = small(in.number(kChance, 3));
    p.leader = small(in.number(kNobody, 3));
    p.trick_size = small(in.number(0, 3));
    for (int i = 0; i < p.trick_size; ++i) {
      const int card = in.number(0, 31);
      if ((seen & bit(card)) != 0) throw Malformed("a card is there twice");
      seen |= bit(card);
      at(p.trick, i) = small(card);
    }
    in.number(2, 2);
    for (Set& cards : p.won) cards = static_cast<Set>(load_cards(in, 0, 32, 32, seen));
    p.belote = small(in.number(kNobody, 3));
    p.phase = p.player == kChance ? kDeal : p.leader < 0 ? kBidding : kPlay;
    check_phase(p);
  }

 private:
  struct Drawn {
    std::array<Set, 4> hands;
    int dealer;
  };

  // Rule 4: whether a contract stands.
  static bool auction_over(const Position& p) {
    return p.bid != kPass && (p.passes == 3 || p.coinche == 2);
  }

  // Rule 10, and the limit of deals.
  static bool match_over(const Options& o, const Position& p) {
    const bool reached = p.totals[0] >= o.target || p.totals[1] >= o.target;
    return p.deals >= o.deals_max || (reached && p.totals[0] != p.totals[1]);
  }

  // An empty table.
  static void clear(Position& p) {
    p.hands.fill(0);
    p.won.fill(0);
    p.trick_size = 0;
    p.bid = small(kPass);
    p.coinche = p.passes = 0;
    p.leader = p.bidder = p.belote = small(kNobody);
    p.phase = kDeal;
  }

  static Drawn draw_hands(const Position& p, Stream& stream) {
    Drawn drawn{};
    drawn.dealer = p.dealer < 0 ? stream.below(4) : (p.dealer + 1) % 4;
    std::array<std::int8_t, 32> deck;
    for (int i = 0; i < 32; ++i) at(deck, i) = small(i);
    stream.shuffle(deck);
    for (int i = 0; i < 32; ++i) at(drawn.hands, i / 8) |= card_bit(at(deck, i));
    return drawn;
  }

  static void begin(Position& p, const Drawn& drawn) {
    clear(p);
    p.hands = drawn.hands;
    p.dealer = small(drawn.dealer);
    p.player = small((drawn.dealer + 1) % 4);
    p.phase = kBidding;
  }

  // The cards of the current trick as a set.
  static Set table(const Position& p) {
    Set cards = 0;
    for (int i = 0; i < p.trick_size; ++i) cards |= card_bit(at(p.trick, i));
    return cards;
  }

  // Rule 6: the place in the trick of its best card.
  static int best_place(const Position& p, int trump) {
    const int led = p.trick[0] / 8;
    int best = 0;
    int best_strength = -1;
    for (int i = 0; i < p.trick_size; ++i) {
      const int mine = strength(at(p.trick, i), led, trump);
      if (mine > best_strength) {
        best = i;
        best_strength = mine;
      }
    }
    return best;
  }

  // Whether the partner of the seat to play holds the trick: the card before the last one.
  static bool partner_winning(const Position& p, int trump) {
    return p.trick_size >= 2 && best_place(p, trump) == p.trick_size - 2;
  }

  // What a loaded position needs so that every action leads on to an end.
  static void check_phase(const Position& p) {
    if (p.phase == kDeal) {
      const bool empty = (p.hands[0] | p.hands[1] | p.hands[2] | p.hands[3]) == 0;
      if (!empty || p.won[0] != 0 || p.won[1] != 0 || p.trick_size != 0 || p.bid != kPass ||
          p.bidder >= 0 || p.coinche != 0 || p.passes != 0 || p.leader >= 0 || p.belote >= 0) {
        throw Malformed("a table that is not empty before a deal");
      }
      return;
    }
    if (p.dealer < 0) throw Malformed("a deal without a dealer");
    if ((p.bid == kPass) != (p.bidder < 0) || (p.bid == kPass && p.coinche != 0)) {
      throw Malformed("a bid without a bidder");
    }
    if (auction_over(p) != (p.phase == kPlay)) throw Malformed("the wrong phase for this auction");
    if (p.phase == kBidding && (p.trick_size != 0 || p.won[0] != 0 || p.won[1] != 0)) {
      throw Malformed("cards played during the auction");
    }
    if (p.phase == kPlay && p.player != (p.leader + p.trick_size) % 4) {
      throw Malformed("not this player's turn");
    }
    const int left = std::popcount(at(p.hands, p.player));
    if (left == 0) throw Malformed("a player without cards");
    for (int seat = 0; seat < 4; ++seat) {
      const int behind = (seat - p.leader + 4) % 4 < p.trick_size ? 1 : 0;
      if (std::popcount(at(p.hands, seat)) + behind != left) {
        throw Malformed("hands of unequal sizes");
      }
    }
  }
};

static_assert(GameRules<Belote>);

}  // namespace kibitz
