// Oh Hell: the twin of kibitz/games/ohhell/rules.py, rule by rule. The numbers are those of the
// README there: bid exactly the tricks that you will take; the led suit must be followed; trump may
// not be led before it is broken.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "core/deck.hpp"
#include "core/game.hpp"
#include "core/small.hpp"

namespace kibitz {

struct OhHell {
  static constexpr const char* name = "ohhell";
  static constexpr int kActions = 65;
  static constexpr int kBid = 52;  // the action "bid 0"; a card's action is its id
  static constexpr int kHandMax = 12;
  static constexpr int kPlayersMax = 5;
  static constexpr int kRoundsMax = 64;
  static constexpr int kTotalMax = kRoundsMax * (10 + kHandMax);  // of a position that is loaded
  static constexpr int kUnmade = -1;                              // a bid that has not been made
  static constexpr Cards kSuit = (1ULL << 13) - 1;

  using Actions = ActionList<52>;

  enum Phase : std::int8_t { kDeal, kBidding, kPlay, kEnd };

  struct Options {
    std::int8_t players;
    std::int8_t rounds;
    std::int8_t largest;  // M of rule 1; a custom schedule leaves it as it is
    std::int8_t no_trump_rounds;
    bool hook;
    bool trump_lead_free;
    bool miss_tricks;
    std::array<std::int8_t, kRoundsMax> schedule;
    std::array<std::int8_t, kRoundsMax> turned;  // the card of each round; kNobody: it is drawn
    Deck52 deck{4, 13};                          // all 52 cards, or those of a small variant
  };

  struct Position {
    std::array<Cards, kPlayersMax> hands;   // one bit a card
    std::array<Cards, kPlayersMax> played;  // this round, the current trick included
    std::array<std::int16_t, kPlayersMax> totals;
    std::array<std::int8_t, kPlayersMax> bids;
    std::array<std::int8_t, kPlayersMax> tricks;
    std::array<std::int8_t, kPlayersMax> trick;  // cards in the order played
    std::int8_t trick_size;
    std::int8_t round;
    std::int8_t dealer;
    std::int8_t turned;
    std::int8_t leader;
    std::int8_t player;
    Phase phase;
    bool broken;
  };

  static Options read_options(Reader& in) {
    Options o{};
    o.players = small(in.number(2, kPlayersMax));
    const int largest = in.number(-1, kHandMax);
    o.rounds = small(in.number(0, kRoundsMax));
    for (int i = 0; i < o.rounds; ++i) at(o.schedule, i) = small(in.number(1, kHandMax));
    if (largest == 0) throw Malformed("a largest hand without cards");
    o.hook = in.flag();
    o.trump_lead_free = in.flag();
    o.miss_tricks = in.flag();
    const int no_trump_rounds = in.number(0, kRoundsMax);
    o.turned.fill(small(kNobody));
    const int chosen = in.number(0, kRoundsMax);
    for (int i = 0; i < chosen; ++i) at(o.turned, i) = small(in.number(kNobody, 51));
    const int suits = in.number(1, 4);
    o.deck = Deck52(suits, in.number(1, 13));
    const int room = (o.deck.size - 1) / o.players;  // one card is turned up
    const int most = room < kHandMax ? room : kHandMax;
    if (most < 1) throw Malformed("a deck that is too small");
    o.largest = small(largest < 0 ? most : largest);
    if (o.rounds == 0) default_schedule(o, o.largest);
    for (int i = 0; i < o.rounds; ++i) {
      if (at(o.schedule, i) > most) throw Malformed("a round with too many cards");
    }
    if (chosen > o.rounds) throw Malformed("more turned cards than rounds");
    for (int i = 0; i < chosen; ++i) {
      const int card = at(o.turned, i);
      if (card >= 0 && (bit(card) & ~o.deck.set) != 0) throw Malformed("a card not in the deck");
    }
    if (no_trump_rounds > o.rounds) throw Malformed("more rounds without trump than rounds");
    o.no_trump_rounds = small(no_trump_rounds);
    return o;
  }

  static int seats(const Options& o) { return o.players; }

  static void start(const Options&, Position& p) {
    p = Position{};
    p.bids.fill(kUnmade);
    p.dealer = p.turned = small(kNobody);
    p.player = small(kChance);
    p.phase = kDeal;
  }

  static int player(const Options&, const Position& p) { return p.player; }
  static int phase(const Options&, const Position& p) { return p.phase; }

  // Rule 2: the deal.
  static void draw(const Options& o, const Position& p, Stream& stream, Ints& out) {
    const Deal deal = random_deal(o, p, stream);
    const int size = hand_size(o, p);
    out.push_back(o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      out.push_back(size);
      for_each(at(deal.hands, seat), [&](int card) { out.push_back(card); });
    }
    out.push_back(deal.dealer);
    out.push_back(deal.turned);
  }

  template <class Log>
  static void deal_out(const Options& o, Position& p, std::span<const std::int32_t> outcome,
                       Log& log) {
    Reader in(outcome);
    Deal deal{};
    Cards seen = 0;
    const int size = hand_size(o, p);
    in.number(o.players, o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      at(deal.hands, seat) = load_cards(in, size, size, 52, seen);
    }
    deal.dealer = small(in.number(0, o.players - 1));
    deal.turned = small(in.number(0, 51));
    if ((seen & bit(deal.turned)) != 0) throw Malformed("the turned card is in a hand");
    if (((seen | bit(deal.turned)) & ~o.deck.set) != 0) throw Malformed("a card not in the deck");
    in.end();
    begin_round(o, p, deal);
    log.event(Kind::deal, kNobody, outcome);
  }

  // For playouts: draw and deal_out in one.
  static void deal_random(const Options& o, Position& p, Stream& rng) {
    begin_round(o, p, random_deal(o, p, rng));
  }

  // Rules 3 to 5: what is legal.
  static void legal(const Options& o, const Position& p, Actions& out) {
    if (p.phase == kBidding) {
      const int forbidden = forbidden_bid(o, p);
      for (int bid = 0; bid <= hand_size(o, p); ++bid) {
        if (bid != forbidden) out.add(kBid + bid);
      }
      return;
    }
    for_each(legal_cards(o, p), [&](int card) { out.add(card); });
  }

  static LegalSet legal_set(const Options& o, const Position& p) {
    if (p.phase != kBidding) return {legal_cards(o, p), 0};
    const int forbidden = forbidden_bid(o, p);
    const Cards bids = bit(hand_size(o, p) + 1) - 1;
    return {forbidden < 0 ? bids : bids & ~bit(forbidden), kBid};
  }

  static bool is_legal(const Options& o, const Position& p, int action) {
    if (p.phase == kBidding) {
      const int bid = action - kBid;
      return bid >= 0 && bid <= hand_size(o, p) && bid != forbidden_bid(o, p);
    }
    return action < kBid && (legal_cards(o, p) & bit(action)) != 0;
  }

  // Rule 3: the dealer may not make the bids add up to the tricks.
  static int forbidden_bid(const Options& o, const Position& p) {
    if (!o.hook || p.player != p.dealer) return kUnmade;
    int others = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      if (seat != p.dealer) others += at(p.bids, seat);
    }
    return hand_size(o, p) - others;
  }

  static Cards legal_cards(const Options& o, const Position& p) {
    const Cards hand = at(p.hands, p.player);
    Cards some = hand;
    if (p.trick_size > 0) {
      some = hand & suit_mask(p.trick[0] / 13);  // Rule 5
    } else if (!o.trump_lead_free && !p.broken) {
      some = hand & ~suit_mask(trump(o, p));  // Rule 4
    }
    return some != 0 ? some : hand;
  }

  template <class Log>
  static void apply(const Options& o, Position& p, int action, Log& log) {
    if (p.phase == kBidding) {
      at(p.bids, p.player) = small(action - kBid);
      if (p.player == p.dealer) p.phase = kPlay;
      p.player = next(o, p.player);
      return;
    }
    at(p.hands, p.player) &= ~bit(action);
    at(p.played, p.player) |= bit(action);
    // Rule 4: broken by a trump from anyone but the leader of the trick.
    if (p.trick_size > 0 && (bit(action) & suit_mask(trump(o, p))) != 0) p.broken = true;
    at(p.trick, p.trick_size++) = small(action);
    if (p.trick_size < o.players) {
      p.player = next(o, p.player);
      return;
    }
    const int winner = (p.leader + best_card(p, trump(o, p))) % o.players;
    ++at(p.tricks, winner);
    p.leader = p.player = small(winner);
    p.trick_size = 0;
    if (at(p.hands, winner) == 0) end_round(o, p, log);
  }

  // For playouts: uniformly random actions to the end of the round, with the same draws and the same
  // position after it as action by action. Returns how many they were.
  template <class Bits>
  static int play_random_round(const Options& o, Position& p, Stream& rng) {
    int actions = 0;
    if (p.phase == kBidding) actions += bid_randomly(o, p, rng);
    NoLog log;
    for (; p.trick_size > 0; ++actions) {
      const Cards legal = legal_cards(o, p);
      const int card =
          std::countr_zero(Bits::nth_bit(legal, rng.below(std::popcount(legal)), kHandMax));
      apply(o, p, card, log);
    }
    if (p.phase != kPlay) return actions;
    switch (o.players) {
      case 2:
        return actions + play_tricks_randomly<Bits, 2>(o, p, rng);
      case 3:
        return actions + play_tricks_randomly<Bits, 3>(o, p, rng);
      case 4:
        return actions + play_tricks_randomly<Bits, 4>(o, p, rng);
      default:
        return actions + play_tricks_randomly<Bits, 5>(o, p, rng);
    }
  }

  // Rule 6: the place in the trick of its best card.
  static int best_card(const Position& p, int trump) {
    int best = 0;
    for (int i = 1; i < p.trick_size; ++i) {
      const int card = at(p.trick, i);
      const int top = at(p.trick, best);
      const bool same = card / 13 == top / 13;
      if (same ? card > top : card / 13 == trump) best = i;
    }
    return best;
  }

  // Rule 7, then the next deal, a chance event, or the end.
  template <class Log>
  static void end_round(const Options& o, Position& p, Log& log) {
    std::array<std::int32_t, kPlayersMax> points{};
    for (int seat = 0; seat < o.players; ++seat) {
      const int won = at(p.tricks, seat);
      at(points, seat) = won == at(p.bids, seat) ? 10 + won : o.miss_tricks ? won : 0;
      at(p.totals, seat) = static_cast<std::int16_t>(at(p.totals, seat) + at(points, seat));
    }
    log.event(Kind::score, kNobody,
              std::span<const std::int32_t>(points.data(), static_cast<std::size_t>(o.players)));
    ++p.round;
    wait(o, p);
  }

  static void wait(const Options& o, Position& p) {
    const bool over = p.round == o.rounds;
    p.player = small(over ? kOver : kChance);
    p.phase = over ? kEnd : kDeal;
  }

  static void scores(const Options& o, const Position& p, Points& out) {
    for (int seat = 0; seat < o.players; ++seat) at(out, seat) = at(p.totals, seat);
  }

  static void returns(const Options& o, const Position& p, Points& out) { scores(o, p, out); }

  static void outcome(const Options& o, const Position& p, Points& out) {
    int best = 0;
    int sharers = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      const int total = at(p.totals, seat);
      sharers = seat == 0 || total > best ? 1 : sharers + (total == best);
      if (seat == 0 || total > best) best = total;
    }
    const double share = 1.0 / sharers;
    for (int seat = 0; seat < o.players; ++seat) {
      at(out, seat) = at(p.totals, seat) == best ? share : 0.0;
    }
  }

  // The order of POSITION_SHAPE.
  static void save(const Options& o, const Position& p, Writer& out) {
    out.number(p.round);
    out.number(p.dealer);
    out.number(p.turned);
    save_sets(o, p.hands, out);
    save_sets(o, p.played, out);
    out.number(o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      const int bid = at(p.bids, seat);
      out.flag(bid != kUnmade);
      if (bid != kUnmade) out.number(bid);
    }
    out.number(o.players);
    for (int seat = 0; seat < o.players; ++seat) out.number(at(p.tricks, seat));
    out.number(p.leader);
    out.number(p.trick_size);
    for (int i = 0; i < p.trick_size; ++i) out.number(at(p.trick, i));
    out.flag(p.broken);
    out.number(o.players);
    for (int seat = 0; seat < o.players; ++seat) out.number(at(p.totals, seat));
  }

  // Positions come checked from Python (position.py there); here is checked again what memory
  // safety and the end of every game need: sizes, ranges, and that hands, bids and tricks fit
  // together.
  static void load(const Options& o, Position& p, Reader& in) {
    p.round = small(in.number(0, o.rounds));
    p.dealer = small(in.number(kNobody, o.players - 1));
    p.turned = small(in.number(kNobody, 51));
    Cards seen = p.turned < 0 ? 0 : bit(p.turned);
    load_sets(o, p.hands, seen, in);
    load_sets(o, p.played, seen, in);
    in.number(o.players, o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      at(p.bids, seat) = small(in.flag() ? in.number(0, kHandMax) : kUnmade);
    }
    in.number(o.players, o.players);
    for (int seat = 0; seat < o.players; ++seat) at(p.tricks, seat) = small(in.number(0, kHandMax));
    p.leader = small(in.number(0, o.players - 1));
    p.trick_size = small(in.number(0, o.players - 1));
    for (int i = 0; i < p.trick_size; ++i) at(p.trick, i) = small(in.number(0, 51));
    p.broken = in.flag();
    in.number(o.players, o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      at(p.totals, seat) = static_cast<std::int16_t>(in.number(0, kTotalMax));
    }
    Cards held = 0;
    for (const Cards hand : p.hands) held |= hand;
    if (held == 0) {
      load_between(o, p);
    } else {
      load_round(o, p);
    }
  }

  // The trump suit of this round, or -1 in a round without trump.
  static int trump(const Options& o, const Position& p) {
    return p.round >= o.rounds - o.no_trump_rounds ? -1 : p.turned / 13;
  }

  static int hand_size(const Options& o, const Position& p) { return at(o.schedule, p.round); }

 private:
  struct Deal {
    std::array<Cards, kPlayersMax> hands;
    std::int8_t dealer;
    std::int8_t turned;
  };

  static Deal random_deal(const Options& o, const Position& p, Stream& stream) {
    Deal deal{};
    const int size = hand_size(o, p);
    deal.dealer = p.dealer < 0 ? small(stream.below(o.players)) : next(o, p.dealer);
    std::array<std::int8_t, 52> deck = o.deck.cards;
    o.deck.shuffle(deck, stream);
    if (const std::int8_t chosen = at(o.turned, p.round); chosen >= 0) {
      // Every deal with this card in its place stays as likely as every other.
      *std::find(deck.begin(), deck.end(), chosen) = at(deck, o.players * size);
      at(deck, o.players * size) = chosen;
    }
    int top = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      for (int i = 0; i < size; ++i) at(deal.hands, seat) |= bit(at(deck, top++));
    }
    deal.turned = at(deck, top);
    return deal;
  }

  static void begin_round(const Options& o, Position& p, const Deal& deal) {
    p.hands = deal.hands;
    p.dealer = deal.dealer;
    p.turned = deal.turned;
    p.played.fill(0);
    p.bids.fill(kUnmade);
    p.tricks.fill(0);
    p.trick_size = 0;
    p.broken = false;
    p.leader = p.player = next(o, p.dealer);
    p.phase = kBidding;
  }

  // The rest of the bids: all but the one that is forbidden, ascending, are equally likely.
  static int bid_randomly(const Options& o, Position& p, Stream& rng) {
    const int bids = hand_size(o, p) + 1;
    int made = 1;
    for (; p.player != p.dealer; ++made) {
      at(p.bids, p.player) = small(rng.below(bids));
      p.player = next(o, p.player);
    }
    const int forbidden = forbidden_bid(o, p);
    const bool hooked = forbidden >= 0 && forbidden < bids;
    const int place = rng.below(bids - hooked);
    at(p.bids, p.dealer) = small(place + (hooked && place >= forbidden));
    p.player = next(o, p.dealer);
    p.phase = kPlay;
    return made;
  }

  // Whole tricks to the end of the round. A card stays a single bit from the hand to the trick, and no
  // step branches on what is in a hand: a game takes half of the time that it takes action by action.
  template <class Bits, int kPlayers>
  static int play_tricks_randomly(const Options& o, Position& p, Stream& rng) {
    const int suit = trump(o, p);
    const Cards trumps = suit_mask(suit);
    // Rotated so that trumps are the highest bits, cards that can win compare as numbers.
    const int up = suit < 0 ? 0 : 64 - 13 * (suit + 1);
    Cards closed = o.trump_lead_free || p.broken ? 0 : trumps;  // Rule 4
    std::array<Cards, kPlayers> hands;
    for (int seat = 0; seat < kPlayers; ++seat) {
      at(hands, seat) = at(p.hands, seat);
      at(p.played, seat) |= at(p.hands, seat);
      at(p.hands, seat) = 0;
    }
    int leader = p.leader;
    const int tricks = std::popcount(at(hands, leader));
    std::uint64_t won = 0;  // a byte a seat
    Cards followed = 0;
    for (int trick = 0; trick < tricks; ++trick) {
      const auto pick = [&](Cards& hand, Cards wanted) {
        const Cards legal = (hand & wanted) != 0 ? hand & wanted : hand;
        const Cards card = Bits::nth_bit(legal, rng.below(std::popcount(legal)), tricks - trick);
        hand ^= card;
        return card;
      };
      const Cards led = pick(at(hands, leader), ~closed);
      const Cards follow = at(kSuitOf, std::countr_zero(led));  // Rule 5
      const Cards winning = follow | trumps;
      Cards best = std::rotl(led, up);
      int winner = leader;
      int seat = leader;
      for (int i = 1; i < kPlayers; ++i) {
        seat = seat + 1 == kPlayers ? 0 : seat + 1;
        const Cards card = pick(at(hands, seat), follow);
        followed |= card;
        const Cards height = std::rotl(card & winning, up);  // Rule 6
        winner = height > best ? seat : winner;
        best = height > best ? height : best;
      }
      closed = (followed & trumps) != 0 ? 0 : closed;
      won += std::uint64_t{1} << (8 * winner);
      leader = winner;
    }
    p.broken = p.broken || (followed & trumps) != 0;
    for (int seat = 0; seat < kPlayers; ++seat) {
      at(p.tricks, seat) = small(at(p.tricks, seat) + static_cast<int>(won >> (8 * seat) & 0xFF));
    }
    p.leader = p.player = small(leader);
    NoLog log;
    end_round(o, p, log);
    return kPlayers * tricks;
  }

  // The suit of each card.
  static constexpr std::array<Cards, 52> kSuitOf = [] {
    std::array<Cards, 52> suits{};
    for (std::size_t card = 0; card < 52; ++card) suits[card] = kSuit << (card / 13 * 13);
    return suits;
  }();

  static constexpr Cards suit_mask(int suit) { return suit < 0 ? 0 : kSuit << (13 * suit); }
  static std::int8_t next(const Options& o, int seat) { return small((seat + 1) % o.players); }

  // Rule 1: M, M-1, .. 2, 1, 2, .. M.
  static void default_schedule(Options& o, int largest) {
    for (int size = largest; size >= 1; --size) at(o.schedule, o.rounds++) = small(size);
    for (int size = 2; size <= largest; ++size) at(o.schedule, o.rounds++) = small(size);
  }

  // All hands are empty: before the first deal, between two rounds, or at the end.
  static void load_between(const Options& o, Position& p) {
    if (p.trick_size != 0) throw Malformed("a trick between two rounds");
    if ((p.dealer < 0) != (p.round == 0) || (p.turned < 0) != (p.round == 0)) {
      throw Malformed("a dealer and a turned card are there from the first deal on");
    }
    wait(o, p);
  }

  static void load_round(const Options& o, Position& p) {
    if (p.round == o.rounds || p.dealer < 0 || p.turned < 0) {
      throw Malformed("cards in hand without a deal");
    }
    int made = 0;
    while (made < o.players && at(p.bids, (p.dealer + 1 + made) % o.players) != kUnmade) ++made;
    for (int i = made; i < o.players; ++i) {
      if (at(p.bids, (p.dealer + 1 + i) % o.players) != kUnmade)
        throw Malformed("a bid out of turn");
    }
    const bool bidding = made < o.players;
    if (bidding && p.trick_size != 0) throw Malformed("a card played before all have bid");
    const int first = bidding ? p.dealer + 1 + made : p.leader + p.trick_size;
    p.phase = bidding ? kBidding : kPlay;
    p.player = small(first % o.players);
    int done = 0;
    for (int seat = 0; seat < o.players; ++seat) done += at(p.tricks, seat);
    for (int seat = 0; seat < o.players; ++seat) {
      const int turn = (seat - p.leader + o.players) % o.players;
      const int behind = turn < p.trick_size ? 1 : 0;
      if (std::popcount(at(p.hands, seat)) + behind + done != hand_size(o, p)) {
        throw Malformed("a hand whose size does not fit the tricks taken");
      }
    }
  }

  using Sets = std::array<Cards, kPlayersMax>;

  static void save_sets(const Options& o, const Sets& sets, Writer& out) {
    out.number(o.players);
    for (int seat = 0; seat < o.players; ++seat) save_cards(at(sets, seat), out);
  }

  static void load_sets(const Options& o, Sets& sets, Cards& seen, Reader& in) {
    in.number(o.players, o.players);
    for (int seat = 0; seat < o.players; ++seat) {
      at(sets, seat) = load_cards(in, 0, kHandMax, 52, seen);
    }
  }
};

static_assert(GameRules<OhHell>);

}  // namespace kibitz
