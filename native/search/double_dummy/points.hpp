// Belote's points where the key leaves them out: how far two positions of the same shape differ.
//
// Let p and q be the points of the cards left in two positions of the same shape with the same relevant
// cards: card by card, the lowest of a suit in a hand beside the lowest of that suit in that hand, and
// so on. What a side can make with p it can make with q by the same plays, less what those cards lost
// and plus what they gained, so
//     V(q) >= V(p) - sum max(0, p_i - q_i)    and    V(q) <= V(p) + sum max(0, q_i - p_i).
// The top trumps that one side holds without a gap are different: whoever beats one of them holds a
// higher one of the same side, so that side wins them whatever happens. They move the value by exactly
// their difference (for seats 0 and 2; by nothing for the others) and stay out of the sums.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "search/double_dummy/rules.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// The run of highest trumps that one side holds.
struct TrumpRun {
  int length;  // cards
  bool ours;   // of seats 0 and 2
  int points;
};

// The points of the cards of one suit, closed up: byte i is what the i-th lowest card left is worth.
using SuitPoints = std::array<std::uint64_t, 256>;

constexpr SuitPoints closed_up(const std::array<std::uint8_t, 8>& points) {
  SuitPoints closed{};
  for (int set = 0; set < 256; ++set) {
    int place = 0;
    for (int rank = 0; rank < 8; ++rank) {
      if ((set >> rank & 1) == 0) continue;
      at(closed, set) |= std::uint64_t{at(points, rank)} << (8 * place++);
    }
  }
  return closed;
}

inline constexpr SuitPoints kPlainClosed = closed_up(BeloteRules::kPlainPoints);
inline constexpr SuitPoints kTrumpClosed = closed_up(BeloteRules::kTrumpPoints);

inline constexpr std::array<std::uint8_t, 256> kTrumpSum = [] {
  std::array<std::uint8_t, 256> sums{};
  for (int set = 0; set < 256; ++set) {
    int sum = 0;
    for (int rank = 0; rank < 8; ++rank) {
      if ((set >> rank & 1) != 0) sum += at(BeloteRules::kTrumpPoints, rank);
    }
    at(sums, set) = static_cast<std::uint8_t>(sum);
  }
  return sums;
}();

inline TrumpRun trump_run(const std::array<std::uint32_t, 4>& hands) {
  const std::uint32_t ours = (hands[0] | hands[2]) >> 24;
  const std::uint32_t theirs = (hands[1] | hands[3]) >> 24;
  const bool mine = ours > theirs;
  const std::uint32_t high = mine ? ours : theirs;
  const std::uint32_t low = mine ? theirs : ours;
  const std::uint32_t run = high & ~(std::bit_ceil(low + 1) - 1);
  return {std::popcount(run), mine, at(kTrumpSum, static_cast<int>(run))};
}

// What the cards left are worth, a word of bytes for each suit: in a plain suit hand after hand, in each
// its lowest card first; in trump, which is compared card by card, the lowest of all first.
using CardPoints = std::array<std::uint64_t, 4>;

inline CardPoints card_points(const std::array<std::uint32_t, 4>& hands) {
  CardPoints points{};
  for (int suit = 0; suit < 3; ++suit) {
    int place = 0;
    for (const std::uint32_t hand : hands) {
      const std::uint32_t cards = hand >> (8 * suit) & 0xFF;
      // After eight cards the other hands have none: zero, shifted by zero.
      at(points, suit) |= at(kPlainClosed, static_cast<int>(cards)) << (place & 63);
      place += 8 * std::popcount(cards);
    }
  }
  const std::uint32_t trumps = (hands[0] | hands[1] | hands[2] | hands[3]) >> 24;
  points[3] = at(kTrumpClosed, static_cast<int>(trumps));
  return points;
}

// The bytes of the trumps below the run.
using TrumpBytes = std::uint64_t;

inline TrumpBytes trump_bytes(std::uint32_t all, const TrumpRun& run) {
  const int trumps = std::popcount(all >> 24);
  return trumps > run.length ? ~std::uint64_t{0} >> (8 * (8 - trumps + run.length)) : 0;
}

struct Difference {
  int sure;    // what the trump run is worth more here, if it is ours
  int lost;    // what cards are worth less here, summed
  int gained;  // what cards are worth more here, summed
};

// From the cards of a stored position to those left here, whose trump run has as many cards.
inline Difference difference(const CardPoints& p, const CardPoints& q, const TrumpRun& run,
                             TrumpBytes below) {
  Difference d{0, 0, 0};
  const std::uint64_t p3 = p[3] & below;
  const std::uint64_t q3 = q[3] & below;
#if defined(__SSE2__)
  const __m128i p0 = _mm_set_epi64x(static_cast<long long>(p[1]), static_cast<long long>(p[0]));
  const __m128i p1 = _mm_set_epi64x(static_cast<long long>(p3), static_cast<long long>(p[2]));
  const __m128i q0 = _mm_set_epi64x(static_cast<long long>(q[1]), static_cast<long long>(q[0]));
  const __m128i q1 = _mm_set_epi64x(static_cast<long long>(q3), static_cast<long long>(q[2]));
  const __m128i zero = _mm_setzero_si128();
  // No byte is above 20: the sum of two still fits.
  const auto total = [&](__m128i a, __m128i b) {
    const __m128i sums = _mm_sad_epu8(_mm_add_epi8(a, b), zero);
    return _mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4);
  };
  d.lost = total(_mm_subs_epu8(p0, q0), _mm_subs_epu8(p1, q1));
  d.gained = total(_mm_subs_epu8(q0, p0), _mm_subs_epu8(q1, p1));
#else
  const auto compare = [&d](std::uint64_t stored, std::uint64_t here) {
    if (stored == here) return;
    for (int shift = 0; shift < 64; shift += 8) {
      const int less = static_cast<int>(stored >> shift & 255);
      const int more = static_cast<int>(here >> shift & 255);
      if (less > more) d.lost += less - more;
      if (more > less) d.gained += more - less;
    }
  };
  for (int i = 0; i < 3; ++i) compare(at(p, i), at(q, i));
  compare(p3, q3);
#endif
  if (run.ours && run.length > 0) {
    d.sure = run.points - static_cast<int>((p[3] & ~below) * 0x0101010101010101ULL >> 56);
  }
  return d;
}

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
