// Uniform assignment of hidden cards to places under what play has proved: the native counterpart
// of kibitz/core/assign.py, by the same counting, prepared once and drawn very many times.
//
// 1. A place that excludes one of the cards is *tight*, any other is *open*. A card that some tight
//    place excludes is *bound*, any other is *free*.
// 2. ways[i][room] counts the ways to place bound cards i.. and all free cards so that they fill
//    exactly that room in each tight place; the open places take the rest. The last row is a
//    multinomial coefficient, the others add up over where card i may go.
// 3. To draw: place the bound cards one by one in proportion to the counts, fill the tight places
//    with free cards at random, and deal what is left to the open places.
//
// Counts are doubles: every world has the same chance to within a relative 1e-13. Where there are few,
// `for_all` visits them all in the same order: bound cards first, nowhere without a way to go on.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/flat.hpp"
#include "core/rng.hpp"
#include "core/small.hpp"

namespace kibitz {

class Assignment {
 public:
  static constexpr int kPlacesMax = 8;
  static constexpr int kCardsMax = 64;
  using Hands = std::array<Cards, kPlacesMax>;

  Assignment() = default;

  // sizes[p] of the cards go to place p, together all of them.
  Assignment(Cards cards, std::span<const std::int32_t> sizes, std::span<const Cards> excluded) {
    if (sizes.size() > kPlacesMax || sizes.size() != excluded.size()) {
      throw Malformed("places of hidden cards");
    }
    int total = 0;
    for (std::size_t p = 0; p < sizes.size(); ++p) {
      if (sizes[p] < 0 || sizes[p] > kCardsMax) throw Malformed("the size of a hidden hand");
      total += sizes[p];
      if (sizes[p] == 0) continue;
      const bool tight = (excluded[p] & cards) != 0;
      (tight ? tight_ : open_).push_back({static_cast<int>(p), sizes[p], excluded[p]});
    }
    if (total != std::popcount(cards)) throw Malformed("as many places as hidden cards");
    // The largest open place (a stock) is dealt last: it takes what is left without a draw.
    std::stable_sort(open_.begin(), open_.end(),
                     [](const Place& a, const Place& b) { return a.size < b.size; });
    for_each(cards, [&](int card) { sort_in(card); });
    count_ways();
  }

  // How many assignments there are.
  double count() const {
    double ways = ways_[row_ - 1];  // then the open places share what is left
    int left = 0;
    for (const Place& place : open_) left += place.size;
    for (const Place& place : open_) {
      for (int i = 0; i < place.size; ++i) ways = ways * (left - i) / (i + 1);
      left -= place.size;
    }
    return std::round(ways);
  }

  template <class Visit>
  void for_all(Visit&& visit) const {
    Hands hands{};
    std::array<int, kPlacesMax> room{};  // by place
    for (const Place& place : tight_) at(room, place.place) = place.size;
    for (const Place& place : open_) at(room, place.place) = place.size;
    bind_all(0, row_ - 1, hands, room, only_open_, visit);
  }

  // The cards of each place.
  void draw(Stream& rng, Hands& hands) const {
    hands.fill(0);
    std::array<std::int8_t, kCardsMax> rest;  // free cards first, then bound ones in open places
    int n = static_cast<int>(free_.size());
    std::copy(free_.begin(), free_.end(), rest.begin());
    int begin = 0;
    if (!tight_.empty()) {
      std::array<int, kPlacesMax> room{};
      const int start = place_bound(rng, hands, rest, n, room);
      begin = fill_tight(rng, hands, rest, room, start);
    }
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      begin = deal(rng, rest, begin, n, open_[i].size, at(hands, open_[i].place));
    }
    if (!open_.empty()) {
      Cards last = 0;
      for (; begin < n; ++begin) last |= bit(at(rest, begin));
      at(hands, open_.back().place) |= last;
    }
  }

 private:
  struct Place {
    int place;
    int size;
    Cards excluded;
  };
  using Rest = std::array<std::int8_t, kCardsMax>;

  void sort_in(int card) {
    std::uint32_t allowed = 0;
    for (std::size_t t = 0; t < tight_.size(); ++t) {
      if ((tight_[t].excluded & bit(card)) == 0) allowed |= 1U << t;
    }
    if (allowed + 1 == 1U << tight_.size()) {
      free_.push_back(small(card));
    } else if (allowed == 0) {
      only_open_.push_back(small(card));
    } else {
      bound_.push_back({small(card), allowed});
    }
  }

  // Steps of a room in a row of `ways_`, then the rows from the last to the first.
  void count_ways() {
    int size = 1;
    for (const Place& place : tight_) {
      steps_.push_back(size);
      size *= place.size + 1;
    }
    row_ = static_cast<std::size_t>(size);
    ways_.assign(row_ * (bound_.size() + 1), 0.0);
    const int n = static_cast<int>(free_.size());
    double* last = ways_.data() + row_ * bound_.size();
    for (int r = 0; r < size; ++r) {
      double ways = 1;
      int left = n;
      for (std::size_t t = 0; t < tight_.size() && ways > 0; ++t) {
        const int k = r / steps_[t] % (tight_[t].size + 1);
        for (int i = 0; i < k; ++i) ways = ways * (left - i) / (i + 1);
        ways = left < k ? 0 : std::round(ways);
        left -= k;
      }
      last[r] = ways;
    }
    for (std::size_t i = bound_.size(); i-- > 0;) {
      const double* next = ways_.data() + row_ * (i + 1);
      double* now = ways_.data() + row_ * i;
      for (int r = 0; r < size; ++r) {
        now[r] = next[r];
        for (std::size_t t = 0; t < tight_.size(); ++t) {
          const bool fits = r / steps_[t] % (tight_[t].size + 1) > 0;
          if (fits && (bound_[i].allowed >> t & 1) != 0) now[r] += next[r - steps_[t]];
        }
      }
    }
    if (!tight_.empty() && ways_[row_ - 1] <= 0) {
      throw Malformed("the constraints on hidden cards contradict each other");
    }
  }

  // All ways to place bound cards from i on; `open` are cards for open places so far.
  template <class Visit>
  void bind_all(std::size_t i, std::size_t r, Hands& hands, std::array<int, kPlacesMax>& room,
                const std::vector<std::int8_t>& open, Visit&& visit) const {
    if (i == bound_.size()) {
      fill_all(0, open, hands, room, visit);
      return;
    }
    const double* next = ways_.data() + row_ * (i + 1);
    if (next[r] > 0) {
      std::vector<std::int8_t> more = open;
      more.push_back(bound_[i].card);
      bind_all(i + 1, r, hands, room, more, visit);
    }
    for (std::size_t t = 0; t < tight_.size(); ++t) {
      const auto step = static_cast<std::size_t>(steps_[t]);
      int& left = at(room, tight_[t].place);
      if ((bound_[i].allowed >> t & 1) == 0 || left == 0 || next[r - step] <= 0) continue;
      --left;
      at(hands, tight_[t].place) |= bit(bound_[i].card);
      bind_all(i + 1, r - step, hands, room, open, visit);
      at(hands, tight_[t].place) &= ~bit(bound_[i].card);
      ++left;
    }
  }

  // All ways to place the rest: cards of `open` in open places, then free cards where room is left.
  template <class Visit>
  void fill_all(std::size_t i, const std::vector<std::int8_t>& open, Hands& hands,
                std::array<int, kPlacesMax>& room, Visit&& visit) const {
    if (i == open.size() + free_.size()) {
      visit(hands);
      return;
    }
    const bool anywhere = i >= open.size();
    const int card = anywhere ? free_[i - open.size()] : open[i];
    const auto try_all = [&](const std::vector<Place>& places) {
      for (const Place& place : places) {
        int& left = at(room, place.place);
        if (left == 0) continue;
        --left;
        at(hands, place.place) |= bit(card);
        fill_all(i + 1, open, hands, room, visit);
        at(hands, place.place) &= ~bit(card);
        ++left;
      }
    };
    try_all(open_);
    if (anywhere) try_all(tight_);
  }

  // Step 3, bound cards. Those for open places go behind the free ones. The room that is left.
  int place_bound(Stream& rng, Hands& hands, Rest& rest, int& n,
                  std::array<int, kPlacesMax>& room) const {
    for (std::size_t t = 0; t < tight_.size(); ++t) at(room, static_cast<int>(t)) = tight_[t].size;
    for (const std::int8_t card : only_open_) at(rest, n++) = card;
    std::size_t r = row_ - 1;
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      const double* next = ways_.data() + row_ * (i + 1);
      constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53
      double pick = static_cast<double>(rng.word() >> 11) * kUnit * ways_[row_ * i + r];
      int chosen = -1;  // an open place, also where rounding leaves a little
      bool found = next[r] > 0 && (pick -= next[r]) < 0;
      for (std::size_t t = 0; t < tight_.size() && !found; ++t) {
        if ((bound_[i].allowed >> t & 1) == 0 || room[t] == 0) continue;
        const double ways = next[r - static_cast<std::size_t>(steps_[t])];
        if (ways <= 0) continue;
        chosen = static_cast<int>(t);
        found = (pick -= ways) < 0;
      }
      if (chosen < 0) {
        at(rest, n++) = bound_[i].card;
        continue;
      }
      const auto t = static_cast<std::size_t>(chosen);
      at(hands, tight_[t].place) |= bit(bound_[i].card);
      --room[t];
      r -= static_cast<std::size_t>(steps_[t]);
    }
    return 0;
  }

  // Step 3, free cards for what the tight places still have room for.
  int fill_tight(Stream& rng, Hands& hands, Rest& rest, const std::array<int, kPlacesMax>& room,
                 int begin) const {
    const int n = static_cast<int>(free_.size());
    for (std::size_t t = 0; t < tight_.size(); ++t) {
      begin = deal(rng, rest, begin, n, room[t], at(hands, tight_[t].place));
    }
    return begin;
  }

  // Moves `count` random cards of rest[begin, end) to the front and into a hand; the new begin.
  static int deal(Stream& rng, Rest& rest, int begin, int end, int count, Cards& hand) {
    for (; count > 0; --count, ++begin) {
      std::swap(at(rest, begin), at(rest, begin + rng.below(end - begin)));
      hand |= bit(at(rest, begin));
    }
    return begin;
  }

  struct Bound {
    std::int8_t card;
    std::uint32_t allowed;  // one bit a tight place
  };

  std::vector<Place> tight_;
  std::vector<Place> open_;
  std::vector<std::int8_t> free_;
  std::vector<std::int8_t> only_open_;
  std::vector<Bound> bound_;
  std::vector<int> steps_;
  std::vector<double> ways_;
  std::size_t row_ = 1;
};

}  // namespace kibitz
