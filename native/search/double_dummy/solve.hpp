// From questions to values.
//
// The value of a position is found by halving the range: each question of search.hpp cuts it in two, and
// the table carries what one question learned to the next. The value of every card begins at the value
// of the position, which most good cards reach, and steps down in growing steps before it halves.
//
// A capot needs no place in the search. Results are ordered (all tricks lost < 0 points < ... < all
// points < all tricks won), and to force "at least r" is the same question for points with or without
// the bonus; only at the two ends "all points" and "all tricks" must be distinguished, by a search that
// counts tricks. So it is asked only where the value lies at an end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <vector>

#include "search/double_dummy.hpp"
#include "search/double_dummy/search.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// How the cards of a game lie in lanes: trump on top, the other suits below in their order.
template <class R>
class Layout {
 public:
  using Set = typename R::Set;

  explicit Layout(int trump) {
    int lane = 0;
    for (int suit = 0; suit < 4; ++suit) at(lane_, suit) = suit == trump ? 3 : lane++;
    belote_trump_ = R::kRanks == 8 ? trump : kNoTrump;
  }

  Set card(int id) const {
    const int suit = id / R::kRanks;
    const int rank = id % R::kRanks;
    const int place = suit == belote_trump_ ? at(kTrumpOrder, rank) : rank;
    return Set{1} << (at(lane_, suit) * R::kLane + place);
  }

  Set cards(Cards ids) const {
    Set set = 0;
    for_each(ids, [&](int id) { set |= card(id); });
    return set;
  }

 private:
  // Belote's ranks 7 8 9 J Q K 10 A by strength in trump.
  static constexpr std::array<int, 8> kTrumpOrder = {0, 1, 6, 7, 2, 3, 4, 5};
  std::array<int, 4> lane_{};
  int belote_trump_;
};

// A position as the search wants it, asked again and again.
template <class R>
class Root {
 public:
  using Set = typename R::Set;

  Root(Search<R>& search, const Position& p)
      : search_(search), layout_(p.trump), leader_(p.leader) {
    std::array<Set, 4> hands{};
    for (int seat = 0; seat < 4; ++seat) at(hands, seat) = layout_.cards(at(p.hands, seat));
    const Set all = hands[0] | hands[1] | hands[2] | hands[3];
    search_.set(hands, p.trump == kNoTrump ? Set{0} : R::kTop);
    place_ = p.trick_size;
    t_ = {all, 0, 0, p.player(), p.leader, 0, 0, std::popcount(at(hands, p.player())), {}};
    for (int i = 0; i < place_; ++i) put(layout_.card(at(p.trick, i)), (p.leader + i) & 3);
    if constexpr (R::kPoints) {
      t_.left = R::kLast + t_.points;
      for (Set rest = all; rest != 0; rest &= rest - 1) t_.left += R::points(lowest(rest));
    }
  }

  int left() const { return t_.left; }
  int tricks() const { return std::popcount(at(search_.hands(), t_.seat)); }
  int player() const { return t_.seat; }
  const Layout<R>& layout() const { return layout_; }

  // Whether seats 0 and 2 make `need`, from here: an answer as `reach` gives it. 0 < need <= left.
  int ask(int need) {
    t_.need = need;
    switch (place_) {
      case 1:
        return search_.template follow<1>(t_).value;
      case 2:
        return search_.template follow<2>(t_).value;
      case 3:
        return search_.template follow<3>(t_).value;
      default:
        return search_.reach(t_.rest, leader_, need, t_.left).value;
    }
  }

  // The same after a card of the player.
  int ask(int need, Set card) {
    t_.need = need;
    switch (place_) {
      case 1:
        return search_.template after<1>(t_, card).value;
      case 2:
        return search_.template after<2>(t_, card).value;
      case 3:
        return search_.template after<3>(t_, card).value;
      default:
        return search_.after_lead(t_.rest, leader_, card, need, t_.left).value;
    }
  }

  Set legal() const { return place_ == 0 ? at(search_.hands(), t_.seat) : search_.legal(t_); }
  Set different() const {
    if (place_ == 0) return legal() & ~R::repeated(legal(), t_.rest);
    return search_.different(legal(), t_);
  }

 private:
  void put(Set card, int seat) {
    if (t_.led == 0) t_.led = R::lane(R::lane_of(card));
    if (t_.best == 0 || (card & beaters(t_.best, t_.led, search_.trump())) != 0) {
      t_.best = card;
      t_.winner = seat;
    }
    if constexpr (R::kPoints) t_.points += R::points(card);
    at(t_.table, seat & 1) |= card;
  }

  Search<R>& search_;
  Layout<R> layout_;
  int leader_;
  int place_ = 0;
  Trick<Set> t_{};
};

// A value between two bounds, closed in by questions. An answer may say more than was asked.
struct Range {
  int low;
  int high;

  bool open() const { return low < high; }

  template <class Ask>
  void ask(int need, Ask&& question) {
    const int answer = question(need);
    if (answer >= need) {
      low = std::min(answer, high);
    } else {
      high = std::max(answer, low);
    }
  }
};

// The value, by halves.
template <class Ask>
int halve(Range range, Ask&& question) {
  while (range.open()) range.ask((range.low + range.high + 1) / 2, question);
  return range.low;
}

// The same where the value is expected at the upper end, or (`down` false) at the lower one.
template <class Ask>
int gallop(Range range, bool down, Ask&& question) {
  const Range whole = range;
  for (int step = 1; range.open(); step *= 3) {
    const int need = down ? std::max(range.low + 1, range.high - step + 1)
                          : std::min(range.high, range.low + step);
    range.ask(need, question);
    if (down ? range.low > whole.low : range.high < whole.high) break;
  }
  return halve(range, question);
}

template <class R>
class SolverFor final : public Solver {
 public:
  explicit SolverFor(int table_bits) : search_(table_bits), sweep_(R::kPoints ? kSweepBits : 1) {}

  Value value(const Question& q) override {
    Root<R> root(search_, q.position);
    const Value value = from_made(root, best(q, root));
    return ends(q, root, value, [](Root<Sweep>& sweep, int need) { return sweep.ask(need); });
  }

  Answer cards(const Question& q) override {
    Root<R> root(search_, q.position);
    const int found = best(q, root);
    Answer answer;
    answer.value = ends(q, root, from_made(root, found),
                        [](Root<Sweep>& sweep, int need) { return sweep.ask(need); });
    const bool ours = Search<R>::ours(root.player());
    const auto legal = root.legal();
    const auto different = root.different();
    Value last{};  // of the next lower card in the lane; the same for a card in sequence with it
    std::array<Value, 64> by_place;
    for (auto rest = legal; rest != 0; rest &= rest - 1) {
      const auto card = lowest(rest);
      if ((card & different) != 0) {
        const auto ask = [&](int need) { return root.ask(need, card); };
        const int made = ours ? gallop({low(q, root), found}, true, ask)
                              : gallop({found, high(q, root)}, false, ask);
        last = ends(q, root, from_made(root, made),
                    [&](Root<Sweep>& sweep, int need) { return sweep.ask(need, card); });
      }
      at(by_place, std::countr_zero(card)) = last;
    }
    for_each(at(q.position.hands, q.position.player()), [&](int id) {
      const auto card = root.layout().card(id);
      if ((legal & card) != 0) {
        answer.cards.push_back({id, at(by_place, std::countr_zero(card))});
      }
    });
    return answer;
  }

  void forget() override {
    search_.table().clear();
    sweep_.table().clear();
  }

  std::uint64_t nodes() const override { return search_.nodes() + sweep_.nodes(); }

 private:
  using Sweep = std::conditional_t<R::kPoints, BeloteTricks, R>;
  static constexpr int kSweepBits = 8;

  static int best(const Question& q, Root<R>& root) {
    return halve({low(q, root), high(q, root)}, [&](int need) { return root.ask(need); });
  }

  // The range that is asked for, inside what is possible.
  static int low(const Question& q, const Root<R>& root) {
    return std::clamp(q.low, 0, high(q, root));
  }
  static int high(const Question& q, const Root<R>& root) {
    return std::clamp(q.high, 0, root.left());
  }

  static Value from_made(const Root<R>& root, int made) {
    if constexpr (R::kPoints) return {made, false, false};
    return {made, made == root.tricks(), made == 0};
  }

  // Belote: at the ends of the range, whether it is all tricks or none.
  template <class Ask>
  Value ends(const Question& q, Root<R>& root, Value value, Ask&& ask) {
    if constexpr (R::kPoints) {
      const bool top = q.all_asked && value.made >= high(q, root);
      const bool bottom = q.none_asked && value.made <= low(q, root);
      if (top || bottom) {
        Root<Sweep> sweep(sweep_, q.position);
        value.all = top && ask(sweep, sweep.tricks()) == sweep.tricks();
        value.none = bottom && !value.all && ask(sweep, 1) == 0;
      }
    }
    return value;
  }

  Search<R> search_;
  Search<Sweep> sweep_;
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
