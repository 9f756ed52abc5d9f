// Belote in batches with AVX2: 8 games a register, two registers at a time.
//
// Masks are registers of all ones or zeros. Selecting is done with xor-and-xor: g++ 12 miscompiles
// _mm256_blendv_epi8 with an inverted mask at -O1 and up.
#include "core/compiler.hpp"

#if KIBITZ_X86

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/belote_batch.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "search/belote_batch_kernel.hpp"
#include "search/belote_batch_pair.hpp"
#include "search/belote_batch_paths.hpp"

namespace kibitz::belote_batch {

namespace {

__m256i load256(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

void store256(void* to, __m256i v) {
  _mm256_storeu_si256(static_cast<__m256i*>(to), v);
}

struct Word256 {
  static constexpr int kWords = 4;
  __m256i v;
  static Word256 load(const std::uint64_t* from) { return {load256(from)}; }
  void store(std::uint64_t* to) const { store256(to, v); }
};

inline Word256 next(Word256& a, Word256& b) {
  const __m256i x = _mm256_xor_si256(a.v, _mm256_slli_epi64(a.v, 23));
  const __m256i y = b.v;
  const __m256i word = _mm256_add_epi64(a.v, y);
  a.v = y;
  b.v = _mm256_xor_si256(_mm256_xor_si256(x, _mm256_srli_epi64(x, 18)),
                         _mm256_xor_si256(y, _mm256_srli_epi64(y, 5)));
  return {word};
}

struct Cards256 {
  static constexpr int kGames = 8;
  struct Mask {
    __m256i v;
  };
  using Word = Word256;
  __m256i v;

  static Cards256 load(const std::uint32_t* from) { return {load256(from)}; }
  static Cards256 all(std::uint32_t x) { return {_mm256_set1_epi32(static_cast<int>(x))}; }
  static Cards256 halves(Word x) { return {x.v}; }
  static Mask everywhere() { return {_mm256_set1_epi32(-1)}; }
  void store(std::uint32_t* to) const { store256(to, v); }
  void store_outcomes(Outcome* to) const {
    const __m128i packed =
        _mm_packus_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), packed);
  }
};

inline Cards256::Mask operator^(Cards256::Mask x, Cards256::Mask y) {
  return {_mm256_xor_si256(x.v, y.v)};
}

inline Cards256 operator&(Cards256 x, Cards256 y) {
  return {_mm256_and_si256(x.v, y.v)};
}

inline Cards256 operator|(Cards256 x, Cards256 y) {
  return {_mm256_or_si256(x.v, y.v)};
}

inline Cards256 operator+(Cards256 x, Cards256 y) {
  return {_mm256_add_epi32(x.v, y.v)};
}

inline Cards256 operator-(Cards256 x) {
  return {_mm256_sub_epi32(_mm256_setzero_si256(), x.v)};
}

inline Cards256 operator>>(Cards256 x, int bits) {
  return {_mm256_srli_epi32(x.v, bits)};
}

inline Cards256 without(Cards256 x, Cards256 y) {
  return {_mm256_andnot_si256(y.v, x.v)};
}

inline Cards256 highest(Cards256 x, Cards256 y) {
  return {_mm256_max_epu32(x.v, y.v)};
}

// The byte of a single card.
inline Cards256 suit_of(Cards256 card) {
  const __m256i zero = _mm256_setzero_si256();
  return {_mm256_cmpeq_epi8(_mm256_cmpeq_epi8(card.v, zero), zero)};
}

inline Cards256 lowest(Cards256 x) {
  return x & -x;
}

inline Cards256 times(Cards256 x, std::uint32_t n) {
  return {_mm256_mullo_epi32(x.v, Cards256::all(n).v)};
}

inline __m256i sum_of_bytes(__m256i bytes) {
  const __m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1));
  return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

// The bits of each half byte are looked up, then summed over the lane.
inline Cards256 times_count(Cards256 x, Cards256 cards) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i nibble = _mm256_set1_epi8(15);
  const __m256i low = _mm256_and_si256(cards.v, nibble);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi32(cards.v, 4), nibble);
  const __m256i bytes =
      _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
  return {_mm256_mullo_epi32(x.v, sum_of_bytes(bytes))};
}

// Without the lowest card where product >= least.
inline Cards256 drop_lowest(Cards256 x, Cards256 product, std::uint32_t least) {
  const __m256i minus_one = _mm256_cmpgt_epi32(product.v, Cards256::all(least - 1).v);
  return {_mm256_and_si256(x.v, _mm256_add_epi32(x.v, minus_one))};
}

inline __m256i look(const std::uint8_t (&table)[16], __m256i at) {
  const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(table));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), at);
}

inline Cards256 card_points(Cards256 won) {
  const __m256i nibble = _mm256_set1_epi8(15);
  const __m256i low = _mm256_and_si256(won.v, nibble);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi32(won.v, 4), nibble);
  const __m256i plain = _mm256_add_epi8(look(kPlainLow, low), look(kPlainHigh, high));
  const __m256i trump = _mm256_add_epi8(look(kTrumpLow, low), look(kTrumpHigh, high));
  const __m256i is_trump = Cards256::all(kTrumps).v;
  return {sum_of_bytes(
      _mm256_or_si256(_mm256_andnot_si256(is_trump, plain), _mm256_and_si256(is_trump, trump)))};
}

inline Cards256::Mask differ(Cards256 x, Cards256 y) {
  return {_mm256_xor_si256(_mm256_cmpeq_epi32(x.v, y.v), _mm256_set1_epi32(-1))};
}

// Where the single card is in the set.
inline Cards256::Mask inside(Cards256 card, Cards256 set) {
  return {_mm256_cmpeq_epi32(card.v, _mm256_and_si256(card.v, set.v))};
}

inline Cards256 where(Cards256::Mask m, Cards256 yes, Cards256 no) {
  const __m256i change = _mm256_and_si256(_mm256_xor_si256(yes.v, no.v), m.v);
  return {_mm256_xor_si256(no.v, change)};
}

// x & y, or x where that is empty; with a mask: x outside of it.
inline Cards256 narrowed(Cards256 x, Cards256 y) {
  const __m256i cut = _mm256_and_si256(x.v, y.v);
  const __m256i empty = _mm256_cmpeq_epi32(cut, _mm256_setzero_si256());
  return {_mm256_or_si256(cut, _mm256_and_si256(x.v, empty))};
}

inline Cards256 narrowed(Cards256::Mask m, Cards256 x, Cards256 y) {
  return narrowed(x, y & Cards256{m.v});
}

struct Places256 {
  static constexpr int kGames = 16;
  using Word = Word256;
  __m256i v;

  static Places256 all(int x) { return {_mm256_set1_epi16(static_cast<short>(x))}; }
  // From 0 to n - 1.
  static Places256 below(Word x, int n) { return {_mm256_mulhi_epu16(x.v, all(n).v)}; }
};

inline Places256 operator^(Places256 x, Places256 y) {
  return {_mm256_xor_si256(x.v, y.v)};
}

// Where number < limit: one place less, and the card.
inline void take(Places256 number, Places256& limit, Places256& cards, int card) {
  const __m256i taken = _mm256_cmpgt_epi16(limit.v, number.v);
  limit.v = _mm256_add_epi16(limit.v, taken);
  cards.v = _mm256_or_si256(cards.v, _mm256_and_si256(taken, Places256::all(card).v));
}

inline void store_joined(std::uint32_t* to, Places256 low, Places256 high) {
  const __m256i even = _mm256_unpacklo_epi16(low.v, high.v);  // games 0-3 and 8-11
  const __m256i odd = _mm256_unpackhi_epi16(low.v, high.v);   // games 4-7 and 12-15
  store256(to, _mm256_permute2x128_si256(even, odd, 0x20));
  store256(to + 8, _mm256_permute2x128_si256(even, odd, 0x31));
}

}  // namespace

const Functions kAvx2 = {deal_blocks<Places256>, play_blocks<Pair<Cards256>>,
                         play_recorded_blocks<Cards256>};

}  // namespace kibitz::belote_batch

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
