// The transposition table: what is known of positions between two tricks.
//
// The key of a position is, for each suit, the sequence of the owners of the cards left: ranks are
// closed up, so that all positions of the same shape are one. It is complete, not hashed, and has all
// that the value depends on: an entry is true for every deal, and the table is never cleared.
//
// An entry is 16 bytes; four of them are a bucket, one line of the cache.
//
//   TrickEntry   low   owners, bit 0   48 | length of suits 0, 1   8 | least 4 | most 4
//                high  owners, bit 1   48 | length of suit 2       4 | leader 2 | no trump 1 | age 3 | -
//   PointEntry   low   owners, bit 0   28 | owners, bit 1          28 | leader 2 | -
//                high  cards left      32 | lengths 12 | least 8 | most 8 | age 4
//
// Positions with all cards in the hands are not kept: they do not fit, and never come back.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/rng.hpp"
#include "search/double_dummy/bits.hpp"
#include "search/double_dummy/points.hpp"
#include "search/double_dummy/rules.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

// What the side of seats 0 and 2 will make of the rest: tricks, or points with the last trick.
struct Bounds {
  int least;
  int most;

  void narrow(int at_least, int at_most) {
    if (at_least > least) least = at_least;
    if (at_most < most) most = at_most;
  }
};

// Both bits of the owner of each card left, lowest card of suit 0 first; and the suits' lengths.
struct Owners {
  std::uint64_t low;
  std::uint64_t high;
  std::uint64_t lengths;  // of suits 0, 1 and 2, four bits each; the hands' size gives the last
};

template <class R>
inline Owners owners(const std::array<typename R::Set, 4>& hands, typename R::Set all) {
  const Pair pressed = press(hands[1] | hands[3], hands[2] | hands[3], all);
  const auto length = [&](int i) {
    return static_cast<std::uint64_t>(std::popcount(all & R::lane(i)));
  };
  return {pressed.first, pressed.second, length(0) | length(1) << 4 | length(2) << 8};
}

// An aligned array of buckets. Memory comes as zeroes from the system and is touched when used.
template <class Entry>
class Buckets {
 public:
  static constexpr std::size_t kWays = 4;
  struct alignas(64) Bucket {
    std::array<Entry, kWays> ways;
  };
  static_assert(sizeof(Bucket) == 64);

  explicit Buckets(int bits) : shift_(64 - bits), buckets_(new Bucket[std::size_t{1} << bits]()) {}

  Bucket& find(std::uint64_t low, std::uint64_t high) const {
    std::uint64_t hash = (low ^ std::rotl(high, 31)) * kGolden;
    hash = (hash ^ hash >> 32 ^ high) * 0xD6E8FEB86659FD93ULL;
    return buckets_[hash >> shift_];
  }

  int bits() const { return 64 - shift_; }
  std::size_t count() const { return std::size_t{1} << bits(); }
  Bucket& operator[](std::size_t i) { return buckets_[i]; }
  void clear() {
    for (std::size_t i = 0; i < count(); ++i) buckets_[i] = {};
  }

 private:
  int shift_;
  std::unique_ptr<Bucket[]> buckets_;
};

struct Entry {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// Positions that count tricks.
template <class R>
class TrickTable {
 public:
  TrickTable(const TrickTable&) = delete;  // `now_` points inside
  TrickTable& operator=(const TrickTable&) = delete;

  using Set = typename R::Set;
  static constexpr int kLeast =
      3;  // tricks left of positions that are kept: fewer are faster searched
  static constexpr int kMost = 12;

  struct Key {
    std::uint64_t low;
    std::uint64_t high;
    Buckets<Entry>::Bucket*
        bucket;  // to probe; the table may have grown before the answer is stored
  };

  explicit TrickTable(int bits) : small_(bits) {}

  Key key(const std::array<Set, 4>& hands, Set all, int leader, bool trumps) const {
    const Owners o = owners<R>(hands, all);
    const std::uint64_t low = o.low | (o.lengths & 0xFF) << 48;
    const std::uint64_t high = o.high | (o.lengths >> 8) << 48 |
                               static_cast<std::uint64_t>(leader) << 52 |
                               static_cast<std::uint64_t>(!trumps) << 54;
    return {low, high, &now_->find(low, high)};
  }

  // Makes the bounds closer by what is remembered.
  void probe(const Key& key, Bounds& known) const {
    for (const Entry& entry : key.bucket->ways) {
      if ((entry.low & kLow) == key.low && (entry.high & kHigh) == key.high) {
        known.narrow(static_cast<int>(entry.low >> 56 & 15), static_cast<int>(entry.low >> 60));
        return;
      }
    }
  }

  // In place of the entry of the same key, or of that of the least worth: old ones first, then small ones.
  void store(const Key& key, Bounds bounds) {
    const std::uint64_t low = key.low | static_cast<std::uint64_t>(bounds.least) << 56 |
                              static_cast<std::uint64_t>(bounds.most) << 60;
    put(key.low, key.high, {low, key.high | age_ << 55});
    if (lost_ > now_->count() && now_ == &small_) grow();
  }

  // A new question: most deals are solved in the small table, whose memory is near.
  void grow_older() {
    age_ = (age_ + 1) & 7;
    now_ = &small_;
    lost_ = 0;
  }

  void clear() {
    small_.clear();
    if (large_) large_->clear();
  }

 private:
  static constexpr int kGrowth = 2;  // four times as many buckets
  static constexpr std::uint64_t kCards = (1ULL << 48) - 1;
  static constexpr std::uint64_t kLow = (1ULL << 56) - 1;
  static constexpr std::uint64_t kHigh = (1ULL << 55) - 1;

  void put(std::uint64_t low, std::uint64_t high, const Entry& fresh) {
    Entry* worst = nullptr;
    int worst_rank = 0;
    for (Entry& entry : now_->find(low, high).ways) {
      const bool same = (entry.low & kLow) == low && (entry.high & kHigh) == high;
      const int size = std::popcount(entry.low & entry.high & kCards);
      const int rank = same ? -1 : size + ((entry.high >> 55 & 7) == age_ ? kYoung : 0);
      if (worst == nullptr || rank < worst_rank) {
        worst = &entry;
        worst_rank = rank;
      }
    }
    if (worst_rank > kYoung) ++lost_;
    *worst = fresh;
  }

  // A hard deal: as many entries of this question as there are buckets were lost. The rest moves to a
  // larger table.
  void grow() {
    if (!large_) large_.emplace(small_.bits() + kGrowth);
    now_ = &*large_;
    for (std::size_t i = 0; i < small_.count(); ++i) {
      for (const Entry& entry : small_[i].ways) {
        if ((entry.high >> 55 & 7) == age_ && entry.low != 0) {
          put(entry.low & kLow, entry.high & kHigh, entry);
        }
      }
    }
  }

  static constexpr int kYoung = 16;  // above every number of tricks

  Buckets<Entry> small_;
  std::optional<Buckets<Entry>> large_;
  Buckets<Entry>* now_ = &small_;
  std::size_t lost_ = 0;
  std::uint64_t age_ = 0;
};

// Positions that count points: the key is without them, and a bound is corrected by how far they differ.
template <class R>
class PointTable {
 public:
  using Set = typename R::Set;
  static constexpr int kLeast = 2;
  static constexpr int kMost = 7;

  struct Key {
    std::uint64_t low;
    std::uint64_t high;  // the lengths, in their place
    Set all;
    TrumpRun run;
    Buckets<Entry>::Bucket* bucket;
  };

  explicit PointTable(int bits) : buckets_(bits) {}

  Key key(const std::array<Set, 4>& hands, Set all, int leader, bool) const {
    const Owners o = owners<R>(hands, all);
    const std::uint64_t low = o.low | o.high << 28 | static_cast<std::uint64_t>(leader) << 56;
    const std::uint64_t high = o.lengths << 32;
    return {low, high, all, trump_run(hands), &buckets_.find(low, high)};
  }

  void probe(const Key& key, Bounds& known) const {
    for (const Entry& entry : key.bucket->ways) {
      if (entry.low != key.low || (entry.high & kLengths) != key.high) continue;
      const Difference d = difference(static_cast<Set>(entry.high), key.all, key.run);
      known.narrow(static_cast<int>(entry.high >> 44 & 255) + d.sure - d.lost,
                   static_cast<int>(entry.high >> 52 & 255) + d.sure + d.gained);
    }
  }

  void store(const Key& key, Bounds bounds) {
    Entry* worst = nullptr;
    int worst_rank = 0;
    for (Entry& entry : key.bucket->ways) {
      const bool same = entry.low == key.low && static_cast<Set>(entry.high) == key.all;
      const int size = std::popcount(static_cast<Set>(entry.high));
      const int rank = same ? -1 : size + ((entry.high >> 60) == age_ ? 64 : 0);
      if (worst == nullptr || rank < worst_rank) {
        worst = &entry;
        worst_rank = rank;
      }
    }
    worst->low = key.low;
    worst->high = key.high | key.all | static_cast<std::uint64_t>(bounds.least) << 44 |
                  static_cast<std::uint64_t>(bounds.most) << 52 | age_ << 60;
  }

  void grow_older() { age_ = (age_ + 1) & 15; }
  void clear() { buckets_.clear(); }

 private:
  static constexpr std::uint64_t kLengths = 0xFFFULL << 32;

  Buckets<Entry> buckets_;
  std::uint64_t age_ = 0;
};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
