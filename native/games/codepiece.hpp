// Codepiece: the twin of kibitz/games/codepiece/rules.py and legal_moves.py, rule by rule. The numbers
// are those of the README there: two teams, one round of bids, follow suit and beat an opponent's
// card.
//
// Actions: 0 pass, 1-6 bids of 8 to 13, 7-10 trump (suits S H D C), 11-62 cards (suits C D H S). A
// suit is always a number in the order C D H S. Hands are bit masks, so a legal list costs a few
// operations.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "core/deck.hpp"
#include "core/game.hpp"
#include "core/small.hpp"

namespace kibitz {

struct Codepiece {
  static constexpr const char* name = "codepiece";
  static constexpr int kActions = 63;
  static constexpr int kBid = 1;    // the action bid_8
  static constexpr int kTrump = 7;  // the action trump_S
  static constexpr int kCard = 11;  // the action 2C, card 0
  static constexpr int kHand = 13;  // cards of a seat in a whole deal; given deals may be shorter
  static constexpr int kSeats = 4;
  static constexpr int kBidMin = 8;
  static constexpr int kBidMax = 13;
  static constexpr int kForced = 7;   // Rule 3: what the first speaker must accept when all pass
  static constexpr int kUnmade = -1;  // a seat that has not spoken
  static constexpr int kPassed = 0;   // a seat that has passed
  static constexpr int kNoSuit = -1;  // trump is not named yet
  static constexpr int kDealsMax = 1000;
  static constexpr int kTotalMax = 2 * kBidMax * kDealsMax;

  using Actions = ActionList<kHand>;

  enum Phase : std::int8_t { kDeal, kBidding, kNaming, kPlay, kEnd };

  struct Options {
    std::int32_t target;
    std::int16_t deals;
    std::int8_t hand = kHand;  // cards of a seat; fewer with a small deck
    bool match;
    Deck52 deck{4, 13};
  };

  struct Position {
    std::array<Cards, kSeats> hands;   // one bit a card
    std::array<Cards, kSeats> played;  // in this deal, the current trick included
    std::int32_t total;                // payoffs of seats 0 and 2, summed
    std::int16_t deal;                 // deals finished
    std::array<std::int8_t, kSeats> bids;
    std::array<std::int8_t, kSeats> trick;  // cards in the order played
    std::array<std::int8_t, 2> tricks;      // of the two teams
    std::int8_t trick_size;
    std::int8_t dealer;
    std::int8_t leader;
    std::int8_t trump;
    std::int8_t player;
    Phase phase;
  };

  using Trick = std::array<std::int8_t, kSeats>;  // cards in the order played

  struct Deal {
    std::array<Cards, kSeats> hands;
    int dealer;
  };

  struct Contract {
    int bidder;
    int bid;
  };

  // Actions as a set of bits: all 63 ids fit. `legal` of each phase gives one.
  using ActionSet = std::uint64_t;

  // Rules 2 and 3: four turns from the dealer's left, each a pass or a higher bid.
  struct BidPhase {
    // Rule 2: pass, always; and every bid above the highest, whoever made that one.
    static ActionSet legal(const Position& p) {
      const int best = highest(p);
      const int lowest = best < kBidMin ? kBidMin : best + 1;
      return bit(0) | (bit(kTrump) - bit(kBid + lowest - kBidMin));
    }

    static void apply(Position& p, int action) {
      const int seat = p.player;
      at(p.bids, seat) = small(action == 0 ? kPassed : kBidMin + action - kBid);
      p.player = next_seat(seat);
      if (seat == p.dealer) {  // Rule 2: the dealer speaks last, whatever was bid
        p.player = small(contract(p).bidder);
        p.phase = kNaming;
      }
    }

    static int highest(const Position& p) {
      int highest = kPassed;
      for (const int bid : p.bids) highest = bid > highest ? bid : highest;
      return highest;
    }

    static Contract contract(const Position& p) {
      Contract found{next_seat(p.dealer), kPassed};
      for (int seat = 0; seat < kSeats; ++seat) {
        if (at(p.bids, seat) > found.bid) found = {seat, at(p.bids, seat)};
      }
      if (found.bid == kPassed) found.bid = kForced;  // Rule 3
      return found;
    }
  };

  // The suit that an action names: the actions are in the order S H D C.
  static constexpr int trump_suit(int action) { return 3 - (action - kTrump); }

  // Rule 4: the bidder names one of four suits, held or not.
  struct TrumpPhase {
    static ActionSet legal() { return bit(kCard) - bit(kTrump); }

    static void apply(Position& p, int action) {
      p.trump = small(trump_suit(action));
      p.leader = p.player;  // Rule 5: the bidder leads
      p.phase = kPlay;
    }
  };

  // Rules 5 to 7: follow suit, beat an opponent who is winning, and the best card takes.
  struct PlayPhase {
    static ActionSet legal(const Position& p) { return legal_cards(p) << kCard; }

    static Cards legal_cards(const Position& p) {
      const Cards hand = at(p.hands, p.player);
      if (p.trick_size == 0) return hand;  // Rule 5: any card, trump too
      const Cards follow = hand & suit_mask(p.trick[0] / 13);
      const Cards candidates = follow != 0 ? follow : hand;
      const int best = winner(p);
      // Rule 6: partners sit opposite, so a card an odd number of places back is an opponent's.
      if ((p.trick_size - best) % 2 == 0) return candidates;
      const Cards beating = candidates & beaters(at(p.trick, best), p.trump);
      return beating != 0 ? beating : candidates;
    }

    template <class Log>
    static void apply(const Options& o, Position& p, int card, Log& log) {
      const int seat = p.player;
      at(p.hands, seat) &= ~bit(card);
      at(p.played, seat) |= bit(card);
      at(p.trick, p.trick_size++) = small(card);
      p.player = next_seat(seat);
      if (p.trick_size < kSeats) return;
      const int won = (p.leader + winner(p)) % kSeats;
      ++at(p.tricks, won % 2);
      p.trick_size = 0;
      p.leader = p.player = small(won);
      const Contract contract = BidPhase::contract(p);
      const bool failed = at(p.tricks, 1 - contract.bidder % 2) == kHand + 1 - contract.bid;
      if (failed || at(p.hands, won) == 0) end_deal(o, p, contract, log);  // Rule 8
    }

    static int winner(const Position& p) { return winner(p.trick, p.trick_size, p.trump); }

    // Rule 7: the place in the trick of its best card so far.
    static int winner(const Trick& trick, int size, int trump) {
      int best = 0;
      for (int place = 1; place < size; ++place) {
        if ((beaters(at(trick, best), trump) & bit(at(trick, place))) != 0) best = place;
      }
      return best;
    }

    // The cards that whoever played `card` to this trick cannot have kept: see legal_moves.py.
    static Cards disproved(int card, const Trick& trick, int size, int trump) {
      if (size == 0) return 0;
      const Cards led = suit_mask(trick[0] / 13);
      const bool follows = (led & bit(card)) != 0;
      const Cards out = follows ? 0 : led;
      const int best = winner(trick, size, trump);
      const Cards better = beaters(at(trick, best), trump);
      if ((size - best) % 2 == 0 || (better & bit(card)) != 0) return out;
      return out | (follows ? better & led : better);
    }
  };

  static Options read_options(Reader& in) {
    Options o{};
    o.match = in.flag();
    o.target = in.number(1, kTotalMax);
    o.deals = static_cast<std::int16_t>(in.number(1, kDealsMax));
    if (!o.match) o.deals = 1;
    const int suits = in.number(1, 4);
    o.deck = Deck52(suits, in.number(1, 13));
    if (o.deck.size % kSeats != 0) throw Malformed("a deck that cannot be dealt out");
    o.hand = small(o.deck.size / kSeats);
    return o;
  }

  static int seats(const Options&) { return kSeats; }

  static void start(const Options&, Position& p) {
    p = Position{};
    p.dealer = small(kNobody);
    p.player = small(kChance);
    p.phase = kDeal;
    clear_table(p);
  }

  static int player(const Options&, const Position& p) { return p.player; }
  static int phase(const Options&, const Position& p) { return p.phase; }

  static void draw(const Options& o, const Position& p, Stream& stream, Ints& out) {
    const Deal deal = random_deal(o, p, stream);
    out.push_back(kSeats);
    for (const Cards hand : deal.hands) {
      out.push_back(o.hand);
      for_each(hand, [&](int card) { out.push_back(card); });
    }
    out.push_back(deal.dealer);
  }

  // draw and deal_out in one, for playouts.
  static void deal_random(const Options& o, Position& p, Stream& stream) {
    set_table(p, random_deal(o, p, stream));
  }

  template <class Log>
  static void deal_out(const Options& o, Position& p, std::span<const std::int32_t> flat,
                       Log& log) {
    Reader in(flat);
    Deal deal{};
    Cards seen = 0;
    in.number(kSeats, kSeats);
    deal.hands[0] = load_cards(in, 1, o.hand, 52, seen);
    const int size = std::popcount(deal.hands[0]);
    for (int seat = 1; seat < kSeats; ++seat) {
      at(deal.hands, seat) = load_cards(in, size, size, 52, seen);
    }
    if ((seen & ~o.deck.set) != 0) throw Malformed("a card not in the deck");
    deal.dealer = in.number(0, kSeats - 1);
    in.end();
    set_table(p, deal);
    log.event(Kind::deal, kNobody, flat);
    if (size < kHand) {  // of a short deal everybody knows which cards are in it
      std::array<std::int32_t, 52> cards;
      std::size_t count = 0;
      for_each(seen, [&](int card) { cards[count++] = card; });
      log.event(Kind::reveal, kNobody, std::span<const std::int32_t>(cards.data(), count));
    }
  }

  static void legal(const Options& o, const Position& p, Actions& out) {
    for_each(legal_set(o, p).set, [&](int action) { out.add(action); });
  }

  static bool is_legal(const Options& o, const Position& p, int action) {
    return (legal_set(o, p).set & bit(action)) != 0;
  }

  static LegalSet legal_set(const Options&, const Position& p) {
    if (p.phase == kBidding) return {BidPhase::legal(p), 0};
    if (p.phase == kNaming) return {TrumpPhase::legal(), 0};
    return {PlayPhase::legal(p), 0};
  }

  template <class Log>
  static void apply(const Options& o, Position& p, int action, Log& log) {
    if (p.phase == kBidding) {
      BidPhase::apply(p, action);
    } else if (p.phase == kNaming) {
      TrumpPhase::apply(p, action);
    } else {
      PlayPhase::apply(o, p, action - kCard, log);
    }
  }

  // Rule 9, then the next deal of a match (rule 10), a chance event, or the end.
  template <class Log>
  static void end_deal(const Options& o, Position& p, const Contract& contract, Log& log) {
    const int side = contract.bidder % 2;
    // The tricks that a small deck lacks count for the bidder.
    const bool made = at(p.tricks, side) + kHand - o.hand >= contract.bid;
    const int gain = made ? contract.bid : -2 * contract.bid;
    const int first = side == 0 ? gain : -gain;
    log.event(Kind::score, kNobody, {first, -first, first, -first});
    p.total += first;
    ++p.deal;
    const bool reached = p.total >= o.target || -p.total >= o.target;
    const bool goes_on = o.match && p.deal < o.deals && !reached;
    p.player = small(goes_on ? kChance : kOver);
    p.phase = goes_on ? kDeal : kEnd;
  }

  static void scores(const Options&, const Position& p, Points& out) {
    for (int seat = 0; seat < kSeats; ++seat) at(out, seat) = seat % 2 == 0 ? p.total : -p.total;
  }

  static void returns(const Options& o, const Position& p, Points& out) { scores(o, p, out); }

  // A sum of 0 is a draw, which only a match can be.
  static void outcome(const Options&, const Position& p, Points& out) {
    const int team = p.total > 0 ? 0 : 1;
    for (int seat = 0; seat < kSeats; ++seat) {
      at(out, seat) = p.total == 0 ? 0.25 : seat % 2 == team ? 0.5 : 0.0;
    }
  }

  // The order of POSITION_SHAPE.
  static void save(const Options&, const Position& p, Writer& out) {
    out.number(p.phase);
    out.number(p.deal);
    out.number(p.dealer);
    save_sets(p.hands, out);
    save_sets(p.played, out);
    out.number(kSeats);
    for (const int bid : p.bids) save_maybe(bid, kUnmade, out);
    save_maybe(p.trump, kNoSuit, out);
    out.number(2);
    for (const int won : p.tricks) out.number(won);
    out.number(p.leader);
    out.number(p.trick_size);
    for (int place = 0; place < p.trick_size; ++place) out.number(at(p.trick, place));
    out.number(p.total);
  }

  // Positions come checked from Python; here only what memory safety and an end need is checked.
  static void load(const Options& o, Position& p, Reader& in) {
    p.phase = static_cast<Phase>(in.number(kDeal, kPlay));
    p.deal = static_cast<std::int16_t>(in.number(0, o.deals - 1));
    p.dealer = small(in.number(p.phase == kDeal ? kNobody : 0, kSeats - 1));
    Cards seen = 0;
    load_sets(p.hands, seen, in);
    load_sets(p.played, seen, in);
    in.number(kSeats, kSeats);
    for (auto& bid : p.bids) bid = small(in.flag() ? in.number(kPassed, kBidMax) : kUnmade);
    p.trump = small(in.flag() ? in.number(0, 3) : kNoSuit);
    in.number(2, 2);
    for (auto& won : p.tricks) won = small(in.number(0, kHand));
    p.leader = small(in.number(p.phase == kPlay ? 0 : kNobody, kSeats - 1));
    p.trick_size = small(in.number(0, p.phase == kPlay ? kSeats - 1 : 0));
    for (int place = 0; place < p.trick_size; ++place) at(p.trick, place) = small(in.number(0, 51));
    p.total = in.number(-kTotalMax, kTotalMax);
    if (p.phase == kPlay && p.trump == kNoSuit) throw Malformed("play without trump");
    p.player = small(player_of(p));
    if (p.phase != kDeal) check_sizes(p);
  }

  static constexpr Cards suit_mask(int suit) { return ((Cards{1} << 13) - 1) << (13 * suit); }

  // All cards that beat this one.
  static constexpr Cards beaters(int card, int trump) {
    const int suit = card / 13;
    const Cards higher = suit_mask(suit) & ~((Cards{2} << card) - 1);
    return suit == trump ? higher : higher | suit_mask(trump);
  }

 private:
  static constexpr std::int8_t next_seat(int seat) { return small((seat + 1) % kSeats); }

  // Rule 1: the deal. Rule 10: in a match it moves left; the first dealer is drawn before the cards.
  static Deal random_deal(const Options& o, const Position& p, Stream& stream) {
    Deal deal{};
    deal.dealer = p.dealer < 0 ? stream.below(kSeats) : next_seat(p.dealer);
    std::array<std::int8_t, 52> deck = o.deck.cards;
    o.deck.shuffle(deck, stream);
    for (int seat = 0, i = 0; seat < kSeats; ++seat) {
      for (const int end = i + o.hand; i < end; ++i) at(deal.hands, seat) |= bit(at(deck, i));
    }
    return deal;
  }

  static void set_table(Position& p, const Deal& deal) {
    clear_table(p);
    p.hands = deal.hands;
    p.dealer = small(deal.dealer);
    p.player = next_seat(deal.dealer);
    p.phase = kBidding;
  }

  static void clear_table(Position& p) {
    p.hands.fill(0);
    p.played.fill(0);
    p.bids.fill(kUnmade);
    p.trick.fill(0);
    p.tricks.fill(0);
    p.trick_size = 0;
    p.leader = small(kNobody);
    p.trump = kNoSuit;
  }

  static int player_of(const Position& p) {
    if (p.phase == kDeal) return kChance;
    if (p.phase == kNaming) return BidPhase::contract(p).bidder;
    if (p.phase == kPlay) return (p.leader + p.trick_size) % kSeats;
    int spoken = 0;
    for (const int bid : p.bids) spoken += bid != kUnmade;
    if (spoken == kSeats) throw Malformed("all have spoken, and the bidding goes on");
    return (p.dealer + 1 + spoken) % kSeats;
  }

  // As many cards in every hand, one less after a card to the current trick; and not too many.
  static void check_sizes(const Position& p) {
    const int size = std::popcount(at(p.hands, p.player));
    if (size == 0 || size + p.tricks[0] + p.tricks[1] > kHand)
      throw Malformed("an impossible hand");
    for (int seat = 0; seat < kSeats; ++seat) {
      const bool gone = p.phase == kPlay && (seat - p.leader + kSeats) % kSeats < p.trick_size;
      if (std::popcount(at(p.hands, seat)) + gone != size)
        throw Malformed("hands of unequal sizes");
    }
  }

  using Sets = std::array<Cards, kSeats>;

  static void save_sets(const Sets& sets, Writer& out) {
    out.number(kSeats);
    for (const Cards cards : sets) save_cards(cards, out);
  }

  static void load_sets(Sets& sets, Cards& seen, Reader& in) {
    in.number(kSeats, kSeats);
    for (Cards& cards : sets) cards = load_cards(in, 0, kHand, 52, seen);
  }

  static void save_maybe(int value, int missing, Writer& out) {
    out.flag(value != missing);
    if (value != missing) out.number(value);
  }
};

static_assert(GameRules<Codepiece>);

}  // namespace kibitz
