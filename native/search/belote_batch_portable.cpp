// Belote in batches without any instruction beyond the base of the platform: 4 games in 128 bits.
//
// Written with the vector extension of GCC and Clang, which is SSE2 on x86-64, NEON on ARM and plain
// registers elsewhere. Other compilers get the same operators on arrays.
#include "core/compiler.hpp"

#if KIBITZ_GNU && defined(__SSE2__)
#include <emmintrin.h>
#define KIBITZ_SSE2 1
#else
#define KIBITZ_SSE2 0
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/lanes.hpp"
#include "search/belote_batch.hpp"
#include "search/belote_batch_kernel.hpp"
#include "search/belote_batch_pair.hpp"
#include "search/belote_batch_paths.hpp"

namespace kibitz::belote_batch {

namespace {

#if KIBITZ_GNU
using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Shorts = std::uint16_t __attribute__((vector_size(16)));
using Signed = std::int32_t __attribute__((vector_size(16)));
using Longs = std::uint32_t __attribute__((vector_size(16)));
using Wides = std::uint64_t __attribute__((vector_size(16)));
using SignedShorts = std::int16_t __attribute__((vector_size(16)));
#else
using Bytes = Lanes<std::uint8_t, 16>;
using Shorts = Lanes<std::uint16_t, 8>;
using Signed = Lanes<std::int32_t, 4>;
using Longs = Lanes<std::uint32_t, 4>;
using Wides = Lanes<std::uint64_t, 2>;
using SignedShorts = Lanes<std::int16_t, 8>;
#endif

// The same bits as lanes of another kind.
template <class To, class From>
To as(From v) {
#if KIBITZ_GNU
  return reinterpret_cast<To>(v);
#else
  return std::bit_cast<To>(v);
#endif
}

template <class Vector>
Vector load128(const void* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <class Vector>
void store128(void* to, Vector v) {
  std::memcpy(to, &v, sizeof v);
}

// The parts of a word in the order in which games take them, whatever the byte order.
inline Wides low_half_first(Wides v) {
  if constexpr (std::endian::native == std::endian::big) v = (v << 32) | (v >> 32);
  return v;
}

inline Wides low_quarter_first(Wides v) {
  v = low_half_first(v);
  if constexpr (std::endian::native == std::endian::big) {
    constexpr std::uint64_t kEven = 0x0000FFFF0000FFFFULL;
    v = ((v & kEven) << 16) | ((v >> 16) & kEven);
  }
  return v;
}

struct Word128 {
  static constexpr int kWords = 2;
  Wides v;
  static Word128 load(const std::uint64_t* from) { return {load128<Wides>(from)}; }
  void store(std::uint64_t* to) const { store128(to, v); }
};

inline Word128 next(Word128& a, Word128& b) {
  const Wides x = a.v ^ (a.v << 23);
  const Wides y = b.v;
  const Wides word = a.v + y;
  a.v = y;
  b.v = x ^ y ^ (x >> 18) ^ (y >> 5);
  return {word};
}

struct Cards128 {
  static constexpr int kGames = 4;
  struct Mask {
    Longs v;
  };
  using Word = Word128;
  Longs v;

  static Cards128 load(const std::uint32_t* from) { return {load128<Longs>(from)}; }
  static Cards128 all(std::uint32_t x) { return {Longs{x, x, x, x}}; }
  static Cards128 halves(Word x) { return {as<Longs>(low_half_first(x.v))}; }
  static Mask everywhere() { return {all(~0U).v}; }
  void store(std::uint32_t* to) const { store128(to, v); }
  void store_outcomes(Outcome* to) const {
    for (int i = 0; i < kGames; ++i) to[i] = static_cast<Outcome>(v[i]);
  }
};

inline Cards128::Mask operator^(Cards128::Mask x, Cards128::Mask y) {
  return {x.v ^ y.v};
}

inline Cards128 operator&(Cards128 x, Cards128 y) {
  return {x.v & y.v};
}

inline Cards128 operator|(Cards128 x, Cards128 y) {
  return {x.v | y.v};
}

inline Cards128 operator+(Cards128 x, Cards128 y) {
  return {x.v + y.v};
}

inline Cards128 operator-(Cards128 x) {
  return {-x.v};
}

inline Cards128 operator>>(Cards128 x, int bits) {
  return {x.v >> bits};
}

inline Cards128 without(Cards128 x, Cards128 y) {
  return {x.v & ~y.v};
}

inline Cards128 highest(Cards128 x, Cards128 y) {
  const Longs more = as<Longs>(x.v > y.v);
  return {y.v ^ ((x.v ^ y.v) & more)};
}

// The byte of a single card.
inline Cards128 suit_of(Cards128 card) {
  return {as<Longs>(as<Bytes>(card.v) != 0)};
}

inline Cards128 lowest(Cards128 x) {
  return x & -x;
}

inline Cards128 times(Cards128 x, std::uint32_t n) {
  return {x.v * n};
}

inline Cards128 times_count(Cards128 x, Cards128 cards) {
  Longs n = cards.v - ((cards.v >> 1) & 0x55555555U);
  n = (n & 0x33333333U) + ((n >> 2) & 0x33333333U);
  n = (n + (n >> 4)) & 0x0F0F0F0FU;
  n += n >> 8;
  n = (n + (n >> 16)) & 0xF;
  return {x.v * n};
}

// Without the lowest card where product >= least.
inline Cards128 drop_lowest(Cards128 x, Cards128 product, std::uint32_t least) {
  const auto minus_one = as<Signed>(product.v) > static_cast<std::int32_t>(least - 1);
  return {x.v & (x.v + as<Longs>(minus_one))};
}

// A bit of each suit at a time, times its points; then the four bytes are added.
inline Cards128 card_points(Cards128 won) {
  const auto rank = [won](int bit) { return (won.v >> bit) & 0x010101U; };
  const auto trump = [won](int bit) { return (won.v >> (24 + bit)) & 1U; };
  Longs sum = rank(3) * 2 + rank(4) * 3 + rank(5) * 4 + rank(6) * 10 + rank(7) * 11;
  sum += trump(2) * 3 + trump(3) * 4 + trump(4) * 10 + trump(5) * 11 + trump(6) * 14;
  sum = (sum & 0xFF) + ((sum >> 8) & 0xFF) + (sum >> 16);
  return {sum + trump(7) * 20};
}

inline Cards128::Mask differ(Cards128 x, Cards128 y) {
  return {as<Longs>(x.v != y.v)};
}

// Where the single card is in the set.
inline Cards128::Mask inside(Cards128 card, Cards128 set) {
  return {as<Longs>(card.v == (card.v & set.v))};
}

inline Cards128 where(Cards128::Mask m, Cards128 yes, Cards128 no) {
  return {no.v ^ ((yes.v ^ no.v) & m.v)};
}

// x & y, or x where that is empty; with a mask: x outside of it.
inline Cards128 narrowed(Cards128 x, Cards128 y) {
  const Longs cut = x.v & y.v;
  return {cut | (x.v & as<Longs>(cut == 0))};
}

inline Cards128 narrowed(Cards128::Mask m, Cards128 x, Cards128 y) {
  return narrowed(x, {y.v & m.v});
}

struct Places128 {
  static constexpr int kGames = 8;
  using Word = Word128;
  Shorts v;

  static Places128 all(int x) {
    const auto n = static_cast<std::uint16_t>(x);
    return {Shorts{n, n, n, n, n, n, n, n}};
  }
  // From 0 to n - 1. SSE2 has this multiplication, but g++ 12 does not find it in the loop.
  static Places128 below(Word x, int n) {
    const Wides random = low_quarter_first(x.v);
#if KIBITZ_SSE2
    const auto factor = as<__m128i>(all(n).v);
    return {as<Shorts>(_mm_mulhi_epu16(as<__m128i>(random), factor))};
#else
    const auto factor = static_cast<std::uint32_t>(n);
    std::uint16_t number[kGames];
    store128(number, random);
    for (std::uint16_t& r : number) r = static_cast<std::uint16_t>((r * factor) >> 16);
    return {load128<Shorts>(number)};
#endif
  }
};

inline Places128 operator^(Places128 x, Places128 y) {
  return {x.v ^ y.v};
}

// Where number < limit: one place less, and the card.
inline void take(Places128 number, Places128& limit, Places128& cards, int card) {
  const auto taken = as<Shorts>(as<SignedShorts>(number.v) < as<SignedShorts>(limit.v));
  limit.v += taken;
  cards.v |= taken & Places128::all(card).v;
}

inline void store_joined(std::uint32_t* to, Places128 low, Places128 high) {
  for (int i = 0; i < Places128::kGames; ++i)
    to[i] = low.v[i] | (static_cast<std::uint32_t>(high.v[i]) << 16);
}

}  // namespace

const Functions kPortable = {deal_blocks<Places128>, play_blocks<Pair<Cards128>>,
                             play_recorded_blocks<Cards128>};

}  // namespace kibitz::belote_batch
