// Two registers of games for one: the same work on twice the games, so that one computes while the
// other waits (idea 8 of belote_batch_kernel.hpp). Everything a register can do, a pair can do.
//
// Included, like the kernel, once for each CPU path; hence the unnamed namespace.
#pragma once

#include <cstdint>

#include "search/belote_batch.hpp"

namespace kibitz::belote_batch {

namespace {

template <class C>
struct PairMask {
  typename C::Mask a, b;
};

template <class W>
struct PairWord {
  static constexpr int kWords = 2 * W::kWords;
  W a, b;
  static PairWord load(const std::uint64_t* from) {
    return {W::load(from), W::load(from + W::kWords)};
  }
  void store(std::uint64_t* to) const {
    a.store(to);
    b.store(to + W::kWords);
  }
};

template <class C>
struct Pair {
  static constexpr int kGames = 2 * C::kGames;
  using Mask = PairMask<C>;
  using Word = PairWord<typename C::Word>;
  C a, b;

  static Pair load(const std::uint32_t* from) { return {C::load(from), C::load(from + C::kGames)}; }
  static Pair all(std::uint32_t x) { return {C::all(x), C::all(x)}; }
  static Pair halves(Word x) { return {C::halves(x.a), C::halves(x.b)}; }
  static Mask everywhere() { return {C::everywhere(), C::everywhere()}; }
  void store(std::uint32_t* to) const {
    a.store(to);
    b.store(to + C::kGames);
  }
  void store_outcomes(Outcome* to) const {
    a.store_outcomes(to);
    b.store_outcomes(to + C::kGames);
  }
};

template <class W>
inline PairWord<W> next(PairWord<W>& x, PairWord<W>& y) {
  return {next(x.a, y.a), next(x.b, y.b)};
}

template <class C>
inline Pair<C> operator&(Pair<C> x, Pair<C> y) {
  return {x.a & y.a, x.b & y.b};
}

template <class C>
inline Pair<C> operator|(Pair<C> x, Pair<C> y) {
  return {x.a | y.a, x.b | y.b};
}

template <class C>
inline Pair<C> operator+(Pair<C> x, Pair<C> y) {
  return {x.a + y.a, x.b + y.b};
}

template <class C>
inline Pair<C> operator-(Pair<C> x) {
  return {-x.a, -x.b};
}

template <class C>
inline Pair<C> operator>>(Pair<C> x, int bits) {
  return {x.a >> bits, x.b >> bits};
}

template <class C>
inline Pair<C> without(Pair<C> x, Pair<C> y) {
  return {without(x.a, y.a), without(x.b, y.b)};
}

template <class C>
inline Pair<C> highest(Pair<C> x, Pair<C> y) {
  return {highest(x.a, y.a), highest(x.b, y.b)};
}

template <class C>
inline Pair<C> suit_of(Pair<C> x) {
  return {suit_of(x.a), suit_of(x.b)};
}

template <class C>
inline Pair<C> lowest(Pair<C> x) {
  return {lowest(x.a), lowest(x.b)};
}

template <class C>
inline Pair<C> times(Pair<C> x, std::uint32_t n) {
  return {times(x.a, n), times(x.b, n)};
}

template <class C>
inline Pair<C> times_count(Pair<C> x, Pair<C> y) {
  return {times_count(x.a, y.a), times_count(x.b, y.b)};
}

template <class C>
inline Pair<C> drop_lowest(Pair<C> x, Pair<C> y, std::uint32_t least) {
  return {drop_lowest(x.a, y.a, least), drop_lowest(x.b, y.b, least)};
}

template <class C>
inline Pair<C> card_points(Pair<C> x) {
  return {card_points(x.a), card_points(x.b)};
}

template <class C>
inline PairMask<C> differ(Pair<C> x, Pair<C> y) {
  return {differ(x.a, y.a), differ(x.b, y.b)};
}

template <class C>
inline PairMask<C> inside(Pair<C> x, Pair<C> y) {
  return {inside(x.a, y.a), inside(x.b, y.b)};
}

template <class C>
inline PairMask<C> operator^(PairMask<C> x, PairMask<C> y) {
  return {x.a ^ y.a, x.b ^ y.b};
}

template <class C>
inline Pair<C> where(PairMask<C> m, Pair<C> x, Pair<C> y) {
  return {where(m.a, x.a, y.a), where(m.b, x.b, y.b)};
}

template <class C>
inline Pair<C> narrowed(Pair<C> x, Pair<C> y) {
  return {narrowed(x.a, y.a), narrowed(x.b, y.b)};
}

template <class C>
inline Pair<C> narrowed(PairMask<C> m, Pair<C> x, Pair<C> y) {
  return {narrowed(m.a, x.a, y.a), narrowed(m.b, x.b, y.b)};
}

}  // namespace

}  // namespace kibitz::belote_batch
