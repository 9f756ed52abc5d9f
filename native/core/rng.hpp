// Random numbers: the twin of kibitz/core/rng.py, word for word.
//
// Word i of a stream (i from 1) is the splitmix64 finaliser of seed + i * golden. Chance event k of
// a game (k from 0) uses the stream of mix(seed, k).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/compiler.hpp"

namespace kibitz {

inline constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;

constexpr std::uint64_t finalise(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t k) {
  return finalise(seed + k * kGolden);
}

// The high half of a 64 x 64 bit product: (a * b) >> 64.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#if KIBITZ_GNU && defined(__SIZEOF_INT128__) && !defined(__wasm__)  // there it is a call
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
#else
  // Four products of halves; `middle` holds the carry out of the low word.
  const std::uint64_t a_low = a & 0xFFFFFFFFU;
  const std::uint64_t a_high = a >> 32;
  const std::uint64_t b_low = b & 0xFFFFFFFFU;
  const std::uint64_t b_high = b >> 32;
  const std::uint64_t cross = a_high * b_low;
  const std::uint64_t middle = (a_low * b_low >> 32) + (cross & 0xFFFFFFFFU) + a_low * b_high;
  return a_high * b_high + (cross >> 32) + (middle >> 32);
#endif
}

class Stream {
 public:
  explicit constexpr Stream(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t word() {
    state_ += kGolden;
    return finalise(state_);
  }

  // A number from 0 to n - 1.
  constexpr int below(int n) {
    return static_cast<int>(multiply_high(word(), static_cast<std::uint64_t>(n)));
  }

  // Fisher-Yates from the top: the last place is filled first.
  template <class Deck>
  constexpr void shuffle(Deck& deck) {
    for (int i = static_cast<int>(deck.size()) - 1; i > 0; --i) {
      std::swap(deck[static_cast<std::size_t>(i)], deck[static_cast<std::size_t>(below(i + 1))]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace kibitz
