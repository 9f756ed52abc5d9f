// The transposition table: what is known of positions between two tricks.
//
// An entry is an answer with the cards that it depends on (relevance.hpp): for each suit the owners of
// the relevant cards, from the highest down, and for all others only how many each hand has. Ranks are
// closed up, so an entry is true for every position of the same shape whose relevant cards have the
// same owners, in this deal and in every other one.
//
// Owners are two bits a card, in two words (or two halves of one): first those of suit 0, lowest card
// first. In positions of one shape the same card of a suit is at the same place.
//
//   TrickEntries  low, high  the two bits of 48 owners; above them in `low` least 4 | most 4
//                 mask       the relevant ones
//   PointEntries  owners     28 and 28 bits | least 8
//                 mask       28 and 28 bits | most 8
//                 points     of all cards, as points.hpp compares them
//
// Positions with all cards in the hands are not kept: they do not fit, and never come back.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "search/double_dummy/bits.hpp"
#include "search/double_dummy/chains.hpp"
#include "search/double_dummy/points.hpp"
#include "search/double_dummy/relevance.hpp"
#include "search/double_dummy/rules.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// A position between two tricks.
template <class Set>
struct Boundary {
  const std::array<Set, 4>& hands;
  Set all;
  std::uint64_t lengths;  // as in Shape
  int leader;
};

// Both bits of the owner of each card left.
template <class Set>
inline Pair owners(const Boundary<Set>& p) {
  return press(p.hands[1] | p.hands[3], p.hands[2] | p.hands[3], p.all);
}

struct TrickEntries {
  static constexpr int kWays = 4;
  std::array<std::uint64_t, kWays> low;
  std::array<std::uint64_t, kWays> high;
  std::array<std::uint64_t, kWays> mask;
};

// Positions that count tricks.
template <class R>
class TrickTable {
 public:
  using Set = typename R::Set;
  // Tricks left of positions that are kept: fewer are faster searched.
  static constexpr int kLeast = 3;
  static constexpr int kMost = 12;

  struct Key {
    Shape shape;
    std::uint32_t head;
    Pair owners;
  };

  explicit TrickTable(int bits) : chains_(bits, std::size_t{16} << bits) {}

  // Where the position would be; its memory is on the way afterwards.
  void locate(Key& key, const Boundary<Set>& p, bool trumps) const {
    key.shape = {p.lengths, static_cast<std::uint32_t>(p.leader) | (trumps ? 0U : 4U)};
    key.head = chains_.head(key.shape);
    chains_.prefetch(key.head);
  }

  // Whether the answer is known.
  bool probe(Key& key, const Boundary<Set>& p, int need, Found<Set>& found) const {
    key.owners = owners(p);
    return chains_.any(key.head, key.shape, [&](const auto& block) {
      const TrickEntries& e = block.body;
      std::array<std::uint64_t, TrickEntries::kWays> differ;
      for (int i = 0; i < TrickEntries::kWays; ++i) {
        at(differ, i) = ((at(e.low, i) ^ key.owners.first) | (at(e.high, i) ^ key.owners.second)) &
                        at(e.mask, i);
      }
      for (int i = 0; i < static_cast<int>(block.count); ++i) {
        if (at(differ, i) != 0) continue;
        const int least = static_cast<int>(at(e.low, i) >> 56 & 15);
        const int most = static_cast<int>(at(e.low, i) >> 60);
        if (least < need && most >= need) continue;
        const auto relevant = static_cast<Set>(spread(at(e.mask, i), p.all));
        found = {least >= need ? least : most, R::upward(relevant)};
        return true;
      }
      return false;
    });
  }

  void store(const Key& key, const Boundary<Set>& p, int need, const Found<Set>& found) {
    auto& block = chains_.room(key.head, key.shape);
    const int i = static_cast<int>(block.count) - 1;
    const bool reached = found.value >= need;
    const std::uint64_t least = reached ? static_cast<std::uint64_t>(found.value) : 0;
    const std::uint64_t most = reached ? 15 : static_cast<std::uint64_t>(found.value);
    at(block.body.low, i) = key.owners.first | least << 56 | most << 60;
    at(block.body.high, i) = key.owners.second;
    at(block.body.mask, i) = press(found.relevant, 0, p.all).first;
  }

  void clear() { chains_.clear(); }

 private:
  Chains<TrickEntries> chains_;
};

struct PointEntries {
  static constexpr int kWays = 2;
  std::array<std::uint64_t, kWays> owners;
  std::array<std::uint64_t, kWays> mask;
  std::array<CardPoints, kWays> points;
};

// Positions that count points: a bound is corrected by how far the points of the cards differ.
template <class R>
class PointTable {
 public:
  using Set = typename R::Set;
  static constexpr int kLeast = 2;
  static constexpr int kMost = 7;

  struct Key {
    Shape shape;
    std::uint32_t head;
    std::uint64_t owners;
    bool compared;  // whether `points` is there: most positions are found without
    CardPoints points;
  };

  explicit PointTable(int bits) : chains_(bits, std::size_t{4} << bits) {}

  void locate(Key& key, const Boundary<Set>& p, bool) const {
    key.shape = {p.lengths, static_cast<std::uint32_t>(p.leader)};
    key.head = chains_.head(key.shape);
    chains_.prefetch(key.head);
  }

  bool probe(Key& key, const Boundary<Set>& p, int need, Found<Set>& found) const {
    const Pair both = owners(p);
    key.owners = both.first | both.second << kHalf;
    key.compared = false;
    TrumpRun run{};
    TrumpBytes below = 0;
    return chains_.any(key.head, key.shape, [&](const auto& block) {
      const PointEntries& e = block.body;
      for (int i = 0; i < static_cast<int>(block.count); ++i) {
        const std::uint64_t mask = at(e.mask, i) & kCards;
        if (((at(e.owners, i) ^ key.owners) & mask) != 0) continue;
        if (!key.compared) {
          key.compared = true;
          key.points = card_points(p.hands);
          run = trump_run(p.hands);
          below = trump_bytes(p.all, run);
        }
        const Difference d = difference(at(e.points, i), key.points, run, below);
        const int least = static_cast<int>(at(e.owners, i) >> 56) + d.sure - d.lost;
        const int most = static_cast<int>(at(e.mask, i) >> 56) + d.sure + d.gained;
        if (least < need && most >= need) continue;
        const auto relevant = spread(mask & ((std::uint64_t{1} << kHalf) - 1), p.all);
        found = {least >= need ? least : most, R::upward(static_cast<Set>(relevant))};
        return true;
      }
      return false;
    });
  }

  void store(const Key& key, const Boundary<Set>& p, int need, const Found<Set>& found) {
    auto& block = chains_.room(key.head, key.shape);
    const int i = static_cast<int>(block.count) - 1;
    const bool reached = found.value >= need;
    const std::uint64_t least = reached ? static_cast<std::uint64_t>(found.value) : 0;
    const std::uint64_t most = reached ? 255 : static_cast<std::uint64_t>(found.value);
    const Set relevant = found.relevant | Relevance<R>::kAlways;
    const std::uint64_t mask = press(relevant, 0, p.all).first;
    at(block.body.owners, i) = key.owners | least << 56;
    at(block.body.mask, i) = mask | mask << kHalf | most << 56;
    at(block.body.points, i) = key.compared ? key.points : card_points(p.hands);
  }

  void clear() { chains_.clear(); }

 private:
  static constexpr int kHalf = 28;
  static constexpr std::uint64_t kCards = (1ULL << 56) - 1;
  Chains<PointEntries> chains_;
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
