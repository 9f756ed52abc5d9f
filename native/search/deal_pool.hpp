// Deal pools: random deals with their double-dummy values, as the rows of a pool file.
//
// Deal i of a pool is the one that the game deals itself for the seed mix(seed, i), so any deal of a
// pool can be played. A row depends on the game, the seed and i alone: blocks may be filled by any
// thread, in any order. kibitz/search/deal_pool/layout.py documents the file; a row is
//
//   owners, bit 0 | owners, bit 1 | dealer | values          little endian, no gaps
//
//   Belote      4 + 4 + 1 + 4 bytes; a value for each trump S H D C, the left of the dealer leading
//   Codepiece   8 + 8 + 1 + 16 bytes; tricks of the bidder's side, [bidder][trump C D H S]
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "search/double_dummy.hpp"

namespace kibitz {

// A value of Belote in one byte: points of NS with the last trick (0 to 162), or one of these.
inline constexpr int kCapotNs = 252;
inline constexpr int kCapotEw = 255;

class PoolFiller {
 public:
  using Bytes = std::vector<std::uint8_t>;

  PoolFiller(double_dummy::Play play, std::uint64_t seed);

  // The rows of deals first to first + count - 1; none after `stop`. For any number of threads.
  Bytes fill(std::uint64_t first, int count);

  // Ends all filling within the time of one value.
  void stop() { stopped_ = true; }

 private:
  std::unique_ptr<double_dummy::Solver> take();
  void bring(std::unique_ptr<double_dummy::Solver> solver);

  double_dummy::Play play_;
  std::uint64_t seed_;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::vector<std::unique_ptr<double_dummy::Solver>> idle_;  // with what they remember
};

}  // namespace kibitz
