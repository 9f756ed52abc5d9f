// Small words that every game uses: indexing by int, narrowing on purpose, sets of cards as bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/flat.hpp"

namespace kibitz {

// array[i] for a signed i, which is what seats and cards are.
template <class Array>
constexpr auto& at(Array& array, int i) {
  return array[static_cast<std::size_t>(i)];
}

constexpr std::int8_t small(int x) {
  return static_cast<std::int8_t>(x);
}

// A set of cards is a 64-bit mask; for_each visits its cards in ascending order.
using Cards = std::uint64_t;

constexpr Cards bit(int card) {
  return Cards{1} << card;
}

template <class Function>
constexpr void for_each(Cards cards, Function&& visit) {
  for (; cards != 0; cards &= cards - 1) visit(std::countr_zero(cards));
}

// A list of cards in a flat list: its length, then the cards, ascending.
inline void save_cards(Cards cards, Writer& out) {
  out.number(std::popcount(cards));
  for_each(cards, [&](int card) { out.number(card); });
}

// Reads a list of `size_min` to `size_max` cards below `deck`; none of them may be in `seen`.
inline Cards load_cards(Reader& in, int size_min, int size_max, int deck, Cards& seen) {
  Cards cards = 0;
  const int size = in.number(size_min, size_max);
  for (int i = 0; i < size; ++i) {
    const Cards card = bit(in.number(0, deck - 1));
    if ((seen & card) != 0) throw Malformed("a card is there twice");
    cards |= card;
    seen |= card;
  }
  return cards;
}

}  // namespace kibitz
