// The deck of Oh Hell and Codepiece: all 52 cards, or a small one (core/cards.py, `small_deck`) for
// variants that exact methods can hold: the first suits, and of each its highest ranks.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/rng.hpp"
#include "core/small.hpp"

namespace kibitz {

struct Deck52 {
  std::array<std::int8_t, 52> cards{};  // ascending; the first `size` of them
  Cards set = 0;
  std::int8_t size = 0;

  constexpr Deck52() = default;
  constexpr Deck52(int suits, int ranks) {
    for (int card = 0; card < 52; ++card) {
      if (card / 13 >= suits || card % 13 < 13 - ranks) continue;
      at(cards, size++) = small(card);
      set |= bit(card);
    }
  }

  // Shuffles a copy of `cards`.
  void shuffle(std::array<std::int8_t, 52>& copy, Stream& stream) const {
    if (size == 52) {
      stream.shuffle(copy);
    } else {
      std::span<std::int8_t> few(copy.data(), static_cast<std::size_t>(size));
      stream.shuffle(few);
    }
  }
};

}  // namespace kibitz
