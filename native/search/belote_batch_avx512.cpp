// Belote in batches with AVX-512: 16 games a register, four registers at a time.
//
// Masks live in their own registers, so "only where" costs nothing; the CPU counts bits in each lane
// (VPOPCNTDQ: Ice Lake, Zen 4 and later; without it the AVX2 path is taken).
#include "core/compiler.hpp"

#if KIBITZ_X86

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/belote_batch.hpp"

#if defined(__clang__)
#pragma clang attribute push(                                                      \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"))), \
    apply_to = function)
#else
// g++ 12 warns about its own intrinsics (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")
#endif

#include "search/belote_batch_kernel.hpp"
#include "search/belote_batch_pair.hpp"
#include "search/belote_batch_paths.hpp"

namespace kibitz::belote_batch {

namespace {

struct Word512 {
  static constexpr int kWords = 8;
  __m512i v;
  static Word512 load(const std::uint64_t* from) { return {_mm512_loadu_si512(from)}; }
  void store(std::uint64_t* to) const { _mm512_storeu_si512(to, v); }
};

inline Word512 next(Word512& a, Word512& b) {
  const __m512i x = _mm512_xor_si512(a.v, _mm512_slli_epi64(a.v, 23));
  const __m512i y = b.v;
  const __m512i word = _mm512_add_epi64(a.v, y);
  a.v = y;
  b.v = _mm512_xor_si512(_mm512_ternarylogic_epi64(x, y, _mm512_srli_epi64(x, 18), 0x96),
                         _mm512_srli_epi64(y, 5));
  return {word};
}

struct Cards512 {
  static constexpr int kGames = 16;
  struct Mask {
    __mmask16 k;
  };
  using Word = Word512;
  __m512i v;

  static Cards512 load(const std::uint32_t* from) { return {_mm512_loadu_si512(from)}; }
  static Cards512 all(std::uint32_t x) { return {_mm512_set1_epi32(static_cast<int>(x))}; }
  static Cards512 halves(Word x) { return {x.v}; }
  static Mask everywhere() { return {0xFFFF}; }
  void store(std::uint32_t* to) const { _mm512_storeu_si512(to, v); }
  void store_outcomes(Outcome* to) const {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_cvtepi32_epi16(v));
  }
};

inline Cards512::Mask operator^(Cards512::Mask x, Cards512::Mask y) {
  return {_kxor_mask16(x.k, y.k)};
}

inline Cards512 operator&(Cards512 x, Cards512 y) {
  return {_mm512_and_si512(x.v, y.v)};
}

inline Cards512 operator|(Cards512 x, Cards512 y) {
  return {_mm512_or_si512(x.v, y.v)};
}

inline Cards512 operator+(Cards512 x, Cards512 y) {
  return {_mm512_add_epi32(x.v, y.v)};
}

inline Cards512 operator-(Cards512 x) {
  return {_mm512_sub_epi32(_mm512_setzero_si512(), x.v)};
}

inline Cards512 operator>>(Cards512 x, int bits) {
  return {_mm512_srli_epi32(x.v, static_cast<unsigned>(bits))};
}

inline Cards512 without(Cards512 x, Cards512 y) {
  return {_mm512_andnot_si512(y.v, x.v)};
}

inline Cards512 highest(Cards512 x, Cards512 y) {
  return {_mm512_max_epu32(x.v, y.v)};
}

// The byte of a single card.
inline Cards512 suit_of(Cards512 card) {
  return {_mm512_movm_epi8(_mm512_test_epi8_mask(card.v, card.v))};
}

inline Cards512 lowest(Cards512 x) {
  return x & -x;
}

inline Cards512 times(Cards512 x, std::uint32_t n) {
  return {_mm512_mullo_epi32(x.v, Cards512::all(n).v)};
}

inline Cards512 times_count(Cards512 x, Cards512 cards) {
  return {_mm512_mullo_epi32(x.v, _mm512_popcnt_epi32(cards.v))};
}

// Without the lowest card where product >= least.
inline Cards512 drop_lowest(Cards512 x, Cards512 product, std::uint32_t least) {
  const __mmask16 k = _mm512_cmpgt_epi32_mask(product.v, Cards512::all(least - 1).v);
  return {_mm512_mask_and_epi32(x.v, k, x.v, _mm512_add_epi32(x.v, _mm512_set1_epi32(-1)))};
}

inline __m512i look(const std::uint8_t (&table)[16], __m512i at) {
  const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(table));
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(row), at);
}

inline Cards512 card_points(Cards512 won) {
  const __m512i nibble = _mm512_set1_epi8(15);
  const __m512i low = _mm512_and_si512(won.v, nibble);
  const __m512i high = _mm512_and_si512(_mm512_srli_epi32(won.v, 4), nibble);
  const __m512i plain = _mm512_add_epi8(look(kPlainLow, low), look(kPlainHigh, high));
  const __m512i trump = _mm512_add_epi8(look(kTrumpLow, low), look(kTrumpHigh, high));
  const __m512i bytes = _mm512_mask_blend_epi8(0x8888888888888888ULL, plain, trump);
  const __m512i pairs = _mm512_maddubs_epi16(bytes, _mm512_set1_epi8(1));
  return {_mm512_madd_epi16(pairs, _mm512_set1_epi16(1))};
}

inline Cards512::Mask differ(Cards512 x, Cards512 y) {
  return {_mm512_cmpneq_epi32_mask(x.v, y.v)};
}

// Where the single card is in the set.
inline Cards512::Mask inside(Cards512 card, Cards512 set) {
  return {_mm512_test_epi32_mask(card.v, set.v)};
}

inline Cards512 where(Cards512::Mask m, Cards512 yes, Cards512 no) {
  return {_mm512_mask_mov_epi32(no.v, m.k, yes.v)};
}

// x & y, or x where that is empty; with a mask: x outside of it.
inline Cards512 narrowed(Cards512 x, Cards512 y) {
  return {_mm512_mask_and_epi32(x.v, _mm512_test_epi32_mask(x.v, y.v), x.v, y.v)};
}

inline Cards512 narrowed(Cards512::Mask m, Cards512 x, Cards512 y) {
  return {_mm512_mask_and_epi32(x.v, _mm512_mask_test_epi32_mask(m.k, x.v, y.v), x.v, y.v)};
}

struct Places512 {
  static constexpr int kGames = 32;
  using Word = Word512;
  __m512i v;

  static Places512 all(int x) { return {_mm512_set1_epi16(static_cast<short>(x))}; }
  // From 0 to n - 1.
  static Places512 below(Word x, int n) { return {_mm512_mulhi_epu16(x.v, all(n).v)}; }
};

inline Places512 operator^(Places512 x, Places512 y) {
  return {_mm512_xor_si512(x.v, y.v)};
}

// Where number < limit: one place less, and the card.
inline void take(Places512 number, Places512& limit, Places512& cards, int card) {
  const __mmask32 k = _mm512_cmplt_epi16_mask(number.v, limit.v);
  limit.v = _mm512_mask_add_epi16(limit.v, k, limit.v, Places512::all(-1).v);
  cards.v = _mm512_mask_add_epi16(cards.v, k, cards.v, Places512::all(card).v);
}

inline __m512i join(__m256i low, __m256i high) {
  return _mm512_or_si512(_mm512_cvtepu16_epi32(low),
                         _mm512_slli_epi32(_mm512_cvtepu16_epi32(high), 16));
}

inline void store_joined(std::uint32_t* to, Places512 low, Places512 high) {
  _mm512_storeu_si512(to, join(_mm512_castsi512_si256(low.v), _mm512_castsi512_si256(high.v)));
  _mm512_storeu_si512(
      to + 16, join(_mm512_extracti64x4_epi64(low.v, 1), _mm512_extracti64x4_epi64(high.v, 1)));
}

}  // namespace

const Functions kAvx512 = {deal_blocks<Places512>, play_blocks<Pair<Pair<Cards512>>>,
                           play_recorded_blocks<Cards512>};

}  // namespace kibitz::belote_batch

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
