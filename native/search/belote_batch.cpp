// Belote in batches: the choice of the CPU path, seeds and counting. The play itself is in
// belote_batch_kernel.hpp.
#include "search/belote_batch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/compiler.hpp"
#include "core/flat.hpp"
#include "core/rng.hpp"
#include "search/belote_batch_paths.hpp"

namespace kibitz::belote_batch {

namespace {

// Bit of each rank 7 8 9 J Q K 10 A in the trump order 7 8 Q K 10 A 9 J.
constexpr std::array<int, 8> kTrumpBit = {0, 1, 6, 7, 2, 3, 4, 5};

constexpr int kernel_bit(int card, int trump) {
  const int suit = card / 8;
  if (suit == trump) return 24 + kTrumpBit[static_cast<std::size_t>(card % 8)];
  return 8 * (suit - (suit > trump ? 1 : 0)) + card % 8;
}

constexpr bool kCountsBits = true;  // how many cards are left, a register at a time

const Functions& functions(CpuPath path) {
  if (!has_path(path)) throw Malformed("this CPU has no such path");
#if KIBITZ_X86
  if (path == CpuPath::avx512) return kAvx512;
  if (path == CpuPath::avx2) return kAvx2;
#endif
  return kPortable;
}

// Two sets of generators for each chunk of games: one deals, one plays.
enum class Use : std::uint64_t { dealing = 0, playing = 1 };

Generator generator(std::uint64_t seed, std::uint64_t game, Use use) {
  Stream stream(mix(seed, 2 * (game / kChunk) + static_cast<std::uint64_t>(use)));
  Generator random;
  for (std::size_t i = 0; i < kBlock / 2;
       ++i) {  // two words in a row differ, so no state is all zeros
    random.a[i] = stream.word();
    random.b[i] = stream.word();
  }
  return random;
}

void check_first(std::uint64_t first) {
  if (first % kChunk != 0) throw Malformed("calls start at a multiple of kChunk games");
}

// Rule 1: eight cards each, every card once.
void check_deal(const Hands& hands) {
  std::uint32_t all = 0;
  for (const std::uint32_t hand : hands) {
    if (std::popcount(hand) != 8) throw Malformed("a hand has eight cards");
    all |= hand;
  }
  if (all != ~0U) throw Malformed("a card is there twice");
}

constexpr std::size_t kChunkBlocks = kChunk / kBlock;

// Calls visit(first game, first block, number of blocks) for each chunk.
template <class Visit>
void for_each_chunk(std::uint64_t first, std::size_t blocks, Visit&& visit) {
  check_first(first);
  for (std::size_t start = 0; start < blocks; start += kChunkBlocks) {
    visit(first + start * kBlock, start, std::min(kChunkBlocks, blocks - start));
  }
}

void count(std::span<const Outcome> outcomes, Histogram& histogram) {
  for (const Outcome outcome : outcomes) {
    ++histogram[static_cast<std::size_t>(belote(outcome))]
               [static_cast<std::size_t>(result(outcome))];
  }
}

// Calls visit(first game, games, blocks that hold them) for each chunk; the last may be smaller, and
// the outcomes beyond `games` in its last block do not count.
template <class Visit>
void for_each_chunk_of_games(std::uint64_t first, std::uint64_t games, Visit&& visit) {
  check_first(first);
  for (std::uint64_t done = 0; done < games; done += kChunk) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(games - done, kChunk));
    visit(first + done, n, (n + kBlock - 1) / kBlock);
  }
}

}  // namespace

std::uint32_t to_kernel(std::uint32_t engine_cards, int trump) {
  // The trump byte in trump order on top; the plain bytes close up below it.
  static constexpr std::array<std::uint8_t, 256> kTrumpOrder = [] {
    std::array<std::uint8_t, 256> order{};
    for (std::uint32_t ranks = 0; ranks < 256; ++ranks) {
      std::uint32_t ordered = 0;
      for (int rank = 0; rank < 8; ++rank) {
        ordered |= (ranks >> rank & 1U) << (kernel_bit(24 + rank, 3) - 24);
      }
      order[ranks] = static_cast<std::uint8_t>(ordered);
    }
    return order;
  }();
  const std::uint64_t cards = engine_cards;
  const int at_bit = 8 * trump;
  const std::uint64_t below = cards & ((std::uint64_t{1} << at_bit) - 1);
  const std::uint64_t above = cards >> (at_bit + 8) << at_bit;
  const std::uint32_t ordered = kTrumpOrder[cards >> at_bit & 0xFF];
  return ordered << 24 | static_cast<std::uint32_t>(below | above);
}

std::uint32_t to_engine(std::uint32_t kernel_cards, int trump) {
  std::uint32_t cards = 0;
  for (int card = 0; card < 32; ++card) {
    cards |= ((kernel_cards >> kernel_bit(card, trump)) & 1U) << card;
  }
  return cards;
}

bool has_path(CpuPath path) {
  return has_cpu_path(path, kCountsBits);
}

CpuPath best_path() {
  return best_cpu_path(kCountsBits);
}

void deal(CpuPath path, std::uint64_t seed, std::uint64_t first, std::span<Block> blocks) {
  for_each_chunk(first, blocks.size(), [&](std::uint64_t game, std::size_t at, std::size_t n) {
    Generator random = generator(seed, game, Use::dealing);
    functions(path).deal(random, blocks.subspan(at, n));
  });
}

void play(CpuPath path, std::uint64_t seed, std::uint64_t first, std::span<const Block> blocks,
          std::span<Outcome> outcomes) {
  if (outcomes.size() != blocks.size() * kBlock) throw Malformed("one outcome for each game");
  for_each_chunk(first, blocks.size(), [&](std::uint64_t game, std::size_t at, std::size_t n) {
    Generator random = generator(seed, game, Use::playing);
    functions(path).play(random, &blocks[at], 1, outcomes.subspan(at * kBlock, n * kBlock));
  });
}

void play_recorded(CpuPath path, std::uint64_t seed, std::uint64_t first,
                   std::span<const Block> blocks, std::span<Outcome> outcomes,
                   std::span<Record> records) {
  if (outcomes.size() != blocks.size() * kBlock || records.size() != blocks.size()) {
    throw Malformed("one outcome for each game and one record for each block");
  }
  for_each_chunk(first, blocks.size(), [&](std::uint64_t game, std::size_t at, std::size_t n) {
    Generator random = generator(seed, game, Use::playing);
    functions(path).play_recorded(random, &blocks[at], outcomes.subspan(at * kBlock, n * kBlock),
                                  &records[at]);
  });
}

void play_random(CpuPath path, std::uint64_t seed, std::uint64_t first, std::uint64_t games,
                 Histogram& histogram) {
  std::array<Block, kChunkBlocks> blocks;  // 32 KiB
  std::array<Outcome, kChunk> outcomes;
  for_each_chunk_of_games(first, games, [&](std::uint64_t game, std::size_t n, std::size_t used) {
    deal(path, seed, game, std::span(blocks).first(used));
    play(path, seed, game, std::span(blocks).first(used), std::span(outcomes).first(used * kBlock));
    count(std::span(outcomes).first(n), histogram);
  });
}

void play_fixed(CpuPath path, const Hands& hands, std::uint64_t seed, std::uint64_t first,
                std::uint64_t games, Histogram& histogram) {
  check_deal(hands);
  Block block;
  for (std::size_t place = 0; place < 4; ++place) {
    std::fill(std::begin(block.hand[place]), std::end(block.hand[place]), hands[place]);
  }
  std::array<Outcome, kChunk> outcomes;
  for_each_chunk_of_games(first, games, [&](std::uint64_t game, std::size_t n, std::size_t used) {
    Generator random = generator(seed, game, Use::playing);
    functions(path).play(random, &block, 0, std::span(outcomes).first(used * kBlock));
    count(std::span(outcomes).first(n), histogram);
  });
}

}  // namespace kibitz::belote_batch
