// Blocks of table entries, chained by shape.
//
// The shape of a position is how many cards of each suit each hand has, sixteen numbers of four bits,
// with the seat that leads. A deal comes by a thousand or two of them, and what is known of one shape
// stays together: a chain of blocks, the newest first, from a head that a hash of the shape gives. A
// chain may have blocks of other shapes in it; each block names its own.
//
// Memory grows with what is stored, up to a limit; then everything is forgotten.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "search/double_dummy/bits.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

struct Shape {
  std::uint64_t lengths;  // of suit i in hand j: four bits from 16 * i + 4 * j
  std::uint32_t rest;     // who leads; whether there are trumps
  bool operator==(const Shape&) const = default;
};

// `Body` has kWays entries of one shape.
template <class Body>
class Chains {
 public:
  struct alignas(64) Block {
    Body body;
    Shape shape;
    std::uint32_t next;
    std::uint32_t count;  // of entries
  };
  static_assert(sizeof(Block) == 128);

  Chains(int bits_of_heads, std::size_t most_blocks)
      : shift_(64 - bits_of_heads), most_(most_blocks), heads_(std::size_t{1} << bits_of_heads) {
    blocks_.resize(1);  // block 0 is no block
  }

  std::uint32_t head(const Shape& shape) const {
    const std::uint64_t hash = (shape.lengths ^ shape.rest * 0xD6E8FEB86659FD93ULL) * kGolden;
    return static_cast<std::uint32_t>(hash >> shift_);
  }

  void prefetch(std::uint32_t head) const {
    const Block* block = &blocks_[heads_[head]];
    __builtin_prefetch(block);
    __builtin_prefetch(reinterpret_cast<const char*>(block) + 64);
  }

  // Calls `look` with the blocks of a shape until it returns true.
  template <class Look>
  bool any(std::uint32_t head, const Shape& shape, Look&& look) const {
    for (std::uint32_t i = heads_[head]; i != 0; i = blocks_[i].next) {
      const Block& block = blocks_[i];
      if (block.shape == shape && look(block)) return true;
    }
    return false;
  }

  // A block of that shape with room for one more entry, which is counted already: number count - 1.
  Block& room(std::uint32_t head, const Shape& shape) {
    for (std::uint32_t i = heads_[head]; i != 0; i = blocks_[i].next) {
      if (blocks_[i].shape != shape) continue;
      if (blocks_[i].count == Body::kWays) break;
      ++blocks_[i].count;
      return blocks_[i];
    }
    if (blocks_.size() == most_) clear();
    Block& fresh = blocks_.emplace_back();
    fresh.shape = shape;
    fresh.next = heads_[head];
    fresh.count = 1;
    heads_[head] = static_cast<std::uint32_t>(blocks_.size() - 1);
    return fresh;
  }

  void clear() {
    blocks_.resize(1);
    heads_.assign(heads_.size(), 0);
  }

 private:
  int shift_;
  std::size_t most_;
  std::vector<std::uint32_t> heads_;
  std::vector<Block> blocks_;
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
