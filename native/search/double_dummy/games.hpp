// Positions of Belote and Codepiece as questions, and the answers as results of the game.
//
// Marks (Belote, rule 9) need no search of their own. For the taker they are a step function that never
// falls as the result rises, in the order: all tricks lost < 0 points < ... < all points < all tricks won;
// and those of the defence never rise. So who can force a result can force its marks, and the marks of
// the best result are the best marks. What differs is the range: where the function is flat nothing needs
// to be distinguished. A contract that is lost is flat below its threshold; a coinched one is flat above,
// too, but for all tricks; a capot asks for all tricks alone.
#pragma once

#include <bit>

#include "core/game.hpp"
#include "games/belote.hpp"
#include "games/codepiece.hpp"
#include "search/double_dummy.hpp"

namespace kibitz::double_dummy {

inline Question question(const Belote::Position& p) {
  if (p.phase != Belote::kPlay) throw Malformed("a position without a contract");
  Question q;
  for (int seat = 0; seat < 4; ++seat) at(q.position.hands, seat) = at(p.hands, seat);
  q.position.trump = Belote::trump_of(p);
  q.position.leader = p.leader;
  q.position.trick_size = p.trick_size;
  for (int i = 0; i < p.trick_size; ++i) at(q.position.trick, i) = at(p.trick, i);
  q.all_asked = p.won[1] == 0;
  q.none_asked = p.won[0] == 0;
  return q;
}

inline Question question(const Codepiece::Position& p) {
  if (p.phase != Codepiece::kPlay) throw Malformed("a position without trump");
  Question q;
  q.position.hands = p.hands;
  q.position.trump = p.trump;
  q.position.leader = p.leader;
  q.position.trick_size = p.trick_size;
  for (int i = 0; i < p.trick_size; ++i) at(q.position.trick, i) = at(p.trick, i);
  return q;
}

// The end of a Belote deal: card points with the last trick or the capot, who made one, and the marks.
struct BeloteResult {
  Belote::Sides points{};
  int capot = kNobody;  // the side that took all tricks: 0 for NS, 1 for EW
  Belote::Sides marks{};
};

// All card points of the deal with the 10 of the last trick: 162 if it is whole.
inline int points_of_deal(const Belote::Position& p) {
  Belote::Set deck = p.won[0] | p.won[1];
  for (const Belote::Set hand : p.hands) deck |= hand;
  for (int i = 0; i < p.trick_size; ++i) deck |= Belote::card_bit(at(p.trick, i));
  return Belote::card_points(deck, Belote::trump_of(p)) + 10;
}

// Rule 8: the seat that has announced belote or will.
inline int belote_seat(const Belote::Position& p) {
  const Belote::Set pair = Belote::belote_pair(Belote::trump_of(p));
  for (int seat = 0; seat < 4; ++seat) {
    if ((at(p.hands, seat) & pair) == pair) return seat;
  }
  return p.belote;
}

// `belote` is the seat that has announced it or will, or -1.
inline BeloteResult result(const Belote::Options& o, const Belote::Position& p, const Value& v,
                           int belote) {
  const int total = points_of_deal(p);
  const int ours = Belote::card_points(p.won[0], Belote::trump_of(p)) + v.made;
  BeloteResult r;
  r.points = {ours, total - ours};
  if (v.all && p.won[1] == 0) r.capot = 0;
  if (v.none && p.won[0] == 0) r.capot = 1;
  if (r.capot != kNobody) {
    r.points = {0, 0};
    at(r.points, r.capot) = total + 90;  // rule 7: 100 in place of 10
  }
  Belote::Position end = p;
  end.belote = small(belote);
  end.won = {r.capot == 1 ? 0U : 1U, r.capot == 0 ? 0U : 1U};  // `mark` asks only who has none
  r.marks = Belote::mark(o, end, r.points);
  return r;
}

inline BeloteResult result(const Belote::Options& o, const Belote::Position& p, const Value& v) {
  return result(o, p, v, belote_seat(p));
}

// The question for marks alone: the range outside which they do not change, and `reach` points more.
inline Question marks_question(const Belote::Position& p, int reach = 0) {
  Question q = question(p);
  const int taker = Belote::side_of(p.bidder);
  (taker == 0 ? q.none_asked : q.all_asked) = false;  // a capot of the defence marks nothing more
  if (p.bid >= Belote::kCapot) {
    q.low = q.high = taker == 0 ? q.high : 0;
    return q;
  }
  const int seat = belote_seat(p);
  const int belote = seat >= 0 && Belote::side_of(seat) == taker ? 20 : 0;
  const int threshold = 80 + 10 * ((p.bid - 1) / 4) - belote;
  const int ours = Belote::card_points(p.won[0], Belote::trump_of(p));
  if (taker == 0) {
    q.low = threshold - 1 - ours - reach;
    if (p.coinche > 0) q.high = threshold - ours + reach;
  } else {
    const int kept = points_of_deal(p) - threshold - ours;  // no more, and the contract is made
    q.high = kept + 1 + reach;
    if (p.coinche > 0) q.low = kept - reach;
  }
  return q;
}

// Codepiece: the question whether the bid is made, and by how much up to `reach` tricks.
inline Question bid_question(const Codepiece::Position& p, int reach = 0) {
  Question q = question(p);
  const Codepiece::Contract contract = Codepiece::BidPhase::contract(p);
  const int side = contract.bidder % 2;
  const int need = contract.bid - at(p.tricks, side);
  const int made = side == 0 ? need : std::popcount(at(p.hands, p.player)) - need + 1;
  q.low = made - 1 - reach;
  q.high = made + reach;
  return q;
}

// Rule 9: what the deal pays seats 0 and 2, if they make so many tricks of the rest.
inline int payoff(const Codepiece::Position& p, int made) {
  const Codepiece::Contract contract = Codepiece::BidPhase::contract(p);
  const int side = contract.bidder % 2;
  const int rest = side == 0 ? made : std::popcount(at(p.hands, p.player)) - made;
  const bool kept = at(p.tricks, side) + rest >= contract.bid;
  const int gain = kept ? contract.bid : -2 * contract.bid;
  return side == 0 ? gain : -gain;
}

}  // namespace kibitz::double_dummy
