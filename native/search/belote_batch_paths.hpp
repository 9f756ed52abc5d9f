// The CPU paths of Belote in batches, as belote_batch.cpp sees them: three functions each, and the
// random generators that they all step in the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/belote_batch.hpp"

namespace kibitz::belote_batch {

// One xorshift128+ (shifts 23, 18, 5) for every two games of a block, all seeded anew for every chunk of
// games by the project's splitmix64 stream. Game j of a block takes half j % 2 (low first) of the next
// word of generator j / 2, once a trick. Dealing has a set of its own: game j takes quarter j % 4 of the
// next word of generator j / 4, once a card.
struct alignas(64) Generator {
  std::uint64_t a[kBlock / 2];
  std::uint64_t b[kBlock / 2];
};

// What one CPU path offers.
struct Functions {
  void (*deal)(Generator& random, std::span<Block> blocks);
  // Plays blocks[0], blocks[stride], blocks[2 * stride]...: stride 0 plays one block again and again.
  void (*play)(Generator& random, const Block* blocks, std::size_t stride,
               std::span<Outcome> outcomes);
  void (*play_recorded)(Generator& random, const Block* blocks, std::span<Outcome> outcomes,
                        Record* records);
};
extern const Functions kPortable;
extern const Functions kAvx2;
extern const Functions kAvx512;

}  // namespace kibitz::belote_batch
