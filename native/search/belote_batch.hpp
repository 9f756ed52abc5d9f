// Random play of Belote deals, many games at once: the kernel of rollouts and of `playouts`.
//
// Only the play (rules 5 to 7): 64 games start side by side with 8 cards in each hand, every legal card
// is equally likely at every decision, and out come the card points of the leader's side with der and
// capot, plus who was dealt belote. That is all that marks need, so a histogram of outcomes stands for
// any number of games, any contract and any scoring.
//
// "Kernel cards": a hand is a 32-bit mask, one byte for each suit, trump in the top byte in trump order
// (7 8 Q K 10 A 9 J from bit 24), the plain suits below in plain order (7 8 9 J Q K 10 A). Single cards
// then compare as integers: the winner of a trick is the unsigned maximum of `card & (led | trump)`,
// and "higher trumps" are `hand & -best`. Hands are relative to the leader of the first trick: hand[0]
// leads, hand[1] sits left of it, hand[2] is its partner. How the play works: belote_batch_kernel.hpp.
//
// The same seed gives the same games on every CPU path and for every split into calls: the random words
// of game i depend on (seed, i) only. See `Generator` in belote_batch_kernel.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/cpu_path.hpp"

namespace kibitz::belote_batch {

inline constexpr int kBlock = 64;    // games that are played side by side
inline constexpr int kChunk = 2048;  // games between two seedings; calls start at a multiple of it

using Hands = std::array<std::uint32_t, 4>;  // kernel cards, the leader's hand first

// The deals of 64 games, hand by hand, so that a vector register loads one hand of many games.
struct alignas(64) Block {
  std::uint32_t hand[4][kBlock];
};

// One byte of result and, above it, one of belote.
using Outcome = std::uint16_t;

// 0-162: card points of the leader's side with der (rule 7). 162 and 0 without a capot do happen.
inline constexpr int kCapotFor = 163;      // the leader's side took all eight tricks: 252 points
inline constexpr int kCapotAgainst = 164;  // the other side took all eight: 0 points
inline constexpr int kResults = 165;
constexpr int result(Outcome outcome) {
  return outcome & 0xFF;
}
constexpr int points(int result) {
  return result == kCapotFor ? 252 : result == kCapotAgainst ? 0 : result;
}

// Who was dealt king and queen of trump (rule 8): 0 nobody, 1 the leader's side, 2 the other side.
constexpr int belote(Outcome outcome) {
  return outcome >> 8;
}

// Games counted by belote and result.
using Histogram = std::array<std::array<std::uint64_t, kResults>, 3>;

// From sets of engine cards (suit * 8 + rank, bit = card id) to kernel cards and back. The plain suits
// keep their order: the lowest suit id that is not trump is byte 0.
std::uint32_t to_kernel(std::uint32_t engine_cards, int trump);
std::uint32_t to_engine(std::uint32_t kernel_cards, int trump);

// The code that plays. All give the same outcomes; best_path() is the fastest that this CPU has.
bool has_path(CpuPath path);
CpuPath best_path();

// Games are numbered from `first`, a multiple of kChunk, on. Split work between threads at multiples of
// kChunk and add the histograms: the sums are those of one call. Misuse throws Malformed; the deals in
// blocks are trusted (8 cards a hand, every card once).

// Deals at random: every deal equally likely (up to 2^-16 at each card, see the kernel).
void deal(CpuPath path, std::uint64_t seed, std::uint64_t first, std::span<Block> blocks);

// Plays each deal once; outcomes.size() == kBlock * blocks.size().
void play(CpuPath path, std::uint64_t seed, std::uint64_t first, std::span<const Block> blocks,
          std::span<Outcome> outcomes);

// `games` random deals, each played once at random. Trump and leader are only names here: deals are
// uniform, so every trump and every leader have this one distribution.
void play_random(CpuPath path, std::uint64_t seed, std::uint64_t first, std::uint64_t games,
                 Histogram& histogram);

// One deal, played at random `games` times.
void play_fixed(CpuPath path, const Hands& hands, std::uint64_t seed, std::uint64_t first,
                std::uint64_t games, Histogram& histogram);

// For tests: the same games as play(), with every card. card[trick][place][game] is a kernel card,
// place 0 the leader of that trick.
struct Record {
  std::uint32_t card[8][4][kBlock];
};
void play_recorded(CpuPath path, std::uint64_t seed, std::uint64_t first,
                   std::span<const Block> blocks, std::span<Outcome> outcomes,
                   std::span<Record> records);

}  // namespace kibitz::belote_batch
