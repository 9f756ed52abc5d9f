// Playouts: very many uniformly random games, summed.
//
// Game i of a run draws everything, deals and actions alike, from Stream(mix(seed, i)): the sums are the
// same for every number of threads and every CPU path, and the same as the slow loop in
// kibitz/search/playouts.py gives. A game may offer short cuts, each with the same result as the plain way:
//   legal_set(o, p)          the legal actions as a 64-bit set above a base, in place of a list
//   deal_random(o, p, rng)   draw and deal_out in one, without the flat list between
//   play_random_round<Bits>(o, p, rng)   random actions up to the next deal or the end, and their number
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include "core/compiler.hpp"
#include "core/game.hpp"
#include "core/small.hpp"

// Not under a sanitizer: these paths put all that they call into one function, and compiling that with
// its checks takes minutes. The portable path runs the same code but for a few bit tricks.
#if KIBITZ_X86 && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define KIBITZ_HAS_BMI2_PATH 1
#include <immintrin.h>
#else
#define KIBITZ_HAS_BMI2_PATH 0
#endif

namespace kibitz {

struct PlayoutSums {
  std::uint64_t games = 0;
  std::uint64_t actions = 0;
  Points returns{};
  Points outcome{};

  void add(const PlayoutSums& other) {
    games += other.games;
    actions += other.actions;
    for (std::size_t i = 0; i < returns.size(); ++i) {
      returns[i] += other.returns[i];
      outcome[i] += other.outcome[i];
    }
  }
};

// How to find the n-th set bit (from 0): with one instruction where the CPU has it, else by halving.
struct PortableBits {
  static int nth(std::uint64_t set, int n) {
    for (; n > 0; --n) set &= set - 1;
    return std::countr_zero(set);
  }
  // The bit itself, of a set of at most `size` bits: as many steps for every n, so that no branch
  // depends on what was drawn.
  static std::uint64_t nth_bit(std::uint64_t set, int n, int size) {
    for (int i = 1; i < size; ++i) set = i <= n ? set & (set - 1) : set;
    return set & (0 - set);
  }
};

#if KIBITZ_HAS_BMI2_PATH
struct Bmi2Bits {
  __attribute__((target("bmi,bmi2"))) static int nth(std::uint64_t set, int n) {
    return static_cast<int>(_tzcnt_u64(_pdep_u64(1ULL << n, set)));
  }
  __attribute__((target("bmi,bmi2"))) static std::uint64_t nth_bit(std::uint64_t set, int n, int) {
    return _pdep_u64(1ULL << n, set);
  }
};
#endif

template <class G, class Bits>
concept HasRandomRound =
    requires(const typename G::Options& o, typename G::Position& p, Stream& rng) {
      { G::template play_random_round<Bits>(o, p, rng) } -> std::same_as<int>;
    };

template <class Bits, GameRules G>
inline int random_action(const typename G::Options& o, const typename G::Position& p, Stream& rng) {
  if constexpr (requires { G::legal_set(o, p); }) {
    const LegalSet legal = G::legal_set(o, p);
    const int n = std::popcount(legal.set);
    return legal.base + Bits::nth(legal.set, rng.below(n));
  } else {
    typename G::Actions actions;
    actions.clear();
    G::legal(o, p, actions);
    return actions[rng.below(actions.size())];
  }
}

template <GameRules G>
inline void random_chance(const typename G::Options& o, typename G::Position& p, Stream& rng,
                          Ints& scratch) {
  if constexpr (requires { G::deal_random(o, p, rng); }) {
    G::deal_random(o, p, rng);
  } else {
    NoLog log;
    scratch.clear();
    G::draw(o, p, rng, scratch);
    G::deal_out(o, p, std::span<const std::int32_t>(scratch), log);
  }
}

// Games first .. last - 1 from one position.
template <class Bits, GameRules G>
inline void play_range(const typename G::Options& o, const typename G::Position& from,
                       std::uint64_t seed, std::uint64_t first, std::uint64_t last,
                       PlayoutSums& sums) {
  NoLog log;
  Ints scratch;
  for (std::uint64_t i = first; i < last; ++i) {
    Stream rng(mix(seed, i));
    typename G::Position p = from;
    for (int player = G::player(o, p); player != kOver; player = G::player(o, p)) {
      if (player == kChance) {
        random_chance<G>(o, p, rng, scratch);
      } else if constexpr (HasRandomRound<G, Bits>) {
        sums.actions += static_cast<std::uint64_t>(G::template play_random_round<Bits>(o, p, rng));
      } else {
        G::apply(o, p, random_action<Bits, G>(o, p, rng), log);
        ++sums.actions;
      }
    }
    Points points{};
    G::returns(o, p, points);
    for (std::size_t s = 0; s < points.size(); ++s) sums.returns[s] += points[s];
    points.fill(0);
    G::outcome(o, p, points);
    for (std::size_t s = 0; s < points.size(); ++s) sums.outcome[s] += points[s];
    ++sums.games;
  }
}

template <GameRules G>
void play_range_portable(const typename G::Options& o, const typename G::Position& from,
                         std::uint64_t seed, std::uint64_t first, std::uint64_t last,
                         PlayoutSums& sums) {
  play_range<PortableBits, G>(o, from, seed, first, last, sums);
}

#if KIBITZ_HAS_BMI2_PATH
// The same loop compiled for CPUs with BMI2 (all since 2013): popcount, pdep and tzcnt in hardware.
template <GameRules G>
__attribute__((target("bmi,bmi2,popcnt,lzcnt"), flatten)) void play_range_bmi2(
    const typename G::Options& o, const typename G::Position& from, std::uint64_t seed,
    std::uint64_t first, std::uint64_t last, PlayoutSums& sums) {
  play_range<Bmi2Bits, G>(o, from, seed, first, last, sums);
}

inline bool has_bmi2() {
  static const bool found = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  }();
  return found;
}
#endif

inline constexpr std::uint64_t kPlayoutBlock = 4096;  // games that one thread takes at a time

// A game whose moves go faster in batches specialises this: see belote_playouts.hpp.
template <GameRules G>
struct BatchPlayouts {
  static bool fits(const typename G::Options&, const typename G::Position&) { return false; }
  static void run(const typename G::Options&, const typename G::Position&, std::uint64_t,
                  std::uint64_t, std::uint64_t, bool, PlayoutSums&) {}
};

template <GameRules G>
void play_block(const typename G::Options& o, const typename G::Position& from, std::uint64_t seed,
                std::uint64_t first, std::uint64_t last, bool portable, PlayoutSums& sums) {
  if (BatchPlayouts<G>::fits(o, from)) {
    BatchPlayouts<G>::run(o, from, seed, first, last, portable, sums);
    return;
  }
#if KIBITZ_HAS_BMI2_PATH
  if (!portable && has_bmi2()) {
    play_range_bmi2<G>(o, from, seed, first, last, sums);
    return;
  }
#endif
  play_range_portable<G>(o, from, seed, first, last, sums);
}

// n games from a position, over some threads. Each block of games has sums of its own, which are added
// in the order of the blocks: so even shares such as 1/3 add up to the same bits for every number of
// threads.
template <GameRules G>
PlayoutSums playouts(const typename G::Options& o, const typename G::Position& from,
                     std::uint64_t n, std::uint64_t seed, int threads, bool portable = false) {
  const std::uint64_t blocks = (n + kPlayoutBlock - 1) / kPlayoutBlock;
  std::vector<PlayoutSums> sums(blocks);
  std::atomic<std::uint64_t> next{0};
  const auto work = [&] {
    for (std::uint64_t b = next++; b < blocks; b = next++) {
      const std::uint64_t first = b * kPlayoutBlock;
      play_block<G>(o, from, seed, first, std::min(n, first + kPlayoutBlock), portable, sums[b]);
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  PlayoutSums total;
  for (const PlayoutSums& sum : sums) total.add(sum);
  return total;
}

}  // namespace kibitz
