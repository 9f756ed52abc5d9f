// Assignment of hidden cards to places in proportion to weights: each card has a weight for each place,
// and an assignment has the product of its cards' weights. The native twin of the counting in
// kibitz/search/locations.py; with equal weights it draws what assign.hpp draws.
//
// ways[i][a][b] is the total weight of all ways to place cards i.. so that a of them are in place 0, b in
// place 1 and the rest in place 2. To draw, cards are placed one by one in proportion to what is left: no
// rejection, no importance weights, and the sums cost a few microseconds for a whole deal.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/flat.hpp"
#include "core/rng.hpp"
#include "core/small.hpp"
#include "search/assign.hpp"

namespace kibitz {

class WeightedAssignment {
 public:
  static constexpr int kPlaces = 3;
  using Hands = Assignment::Hands;

  WeightedAssignment() = default;

  // weights[i * kPlaces + p]: of the i-th card, ascending, in place p. Where a place excludes a card, its
  // weight does not count.
  WeightedAssignment(Cards cards, std::span<const std::int32_t> sizes,
                     std::span<const Cards> excluded, std::span<const double> weights) {
    if (sizes.size() != kPlaces || excluded.size() != kPlaces) {
      throw Malformed("cards are weighed over three places");
    }
    const auto n = static_cast<std::size_t>(std::popcount(cards));
    if (weights.size() != n * kPlaces) throw Malformed("a weight for each card and place");
    int total = 0;
    for (std::size_t p = 0; p < kPlaces; ++p) {
      if (sizes[p] < 0) throw Malformed("the size of a hidden hand");
      size_[p] = sizes[p];
      total += sizes[p];
    }
    if (static_cast<std::size_t>(total) != n) throw Malformed("as many places as hidden cards");
    for_each(cards, [&](int card) {
      Card one{small(card), {}};
      for (std::size_t p = 0; p < kPlaces; ++p) {
        const double weight = weights[cards_.size() * kPlaces + p];
        if (!(weight >= 0) || !std::isfinite(weight)) throw Malformed("the weight of a place");
        one.weight[p] = (excluded[p] & bit(card)) != 0 ? 0 : weight;
      }
      cards_.push_back(one);
    });
    count_ways();
  }

  // The logarithm of an assignment's weight.
  double log_weight(const Hands& hands) const {
    double sum = 0;
    for (const Card& card : cards_) {
      for (std::size_t p = 0; p < kPlaces; ++p) {
        if ((hands[p] & bit(card.card)) != 0) sum += std::log(card.weight[p]);
      }
    }
    return sum;
  }

  void draw(Stream& rng, Hands& hands) const {
    hands.fill(0);
    int a = size_[0];
    int b = size_[1];
    int c = size_[2];
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      const Card& card = cards_[i];
      const double first = a > 0 ? card.weight[0] * ways(i + 1, a - 1, b) : 0;
      const double second = b > 0 ? card.weight[1] * ways(i + 1, a, b - 1) : 0;
      const double third = c > 0 ? card.weight[2] * ways(i + 1, a, b) : 0;
      constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53
      const double pick = static_cast<double>(rng.word() >> 11) * kUnit * (first + second + third);
      // The last place with any weight takes what rounding leaves.
      const bool in_first = pick < first || (second <= 0 && third <= 0);
      if (in_first) {
        --a;
        hands[0] |= bit(card.card);
      } else if (pick < first + second || third <= 0) {
        --b;
        hands[1] |= bit(card.card);
      } else {
        --c;
        hands[2] |= bit(card.card);
      }
    }
  }

 private:
  struct Card {
    std::int8_t card;
    std::array<double, kPlaces> weight;
  };

  double& ways(std::size_t i, int a, int b) { return ways_[place(i, a, b)]; }
  double ways(std::size_t i, int a, int b) const { return ways_[place(i, a, b)]; }
  std::size_t place(std::size_t i, int a, int b) const {
    const auto columns = static_cast<std::size_t>(size_[1] + 1);
    const std::size_t rows = static_cast<std::size_t>(size_[0] + 1) * columns;
    return i * rows + static_cast<std::size_t>(a) * columns + static_cast<std::size_t>(b);
  }

  void count_ways() {
    const std::size_t n = cards_.size();
    ways_.assign(place(n + 1, 0, 0), 0.0);
    ways(n, 0, 0) = 1;
    for (std::size_t i = n; i-- > 0;) {
      const int left = static_cast<int>(n - i);
      const Card& card = cards_[i];
      for (int a = 0; a <= size_[0]; ++a) {
        for (int b = 0; b <= size_[1]; ++b) {
          const int c = left - a - b;
          if (c < 0 || c > size_[2]) continue;
          double sum = 0;
          if (a > 0) sum += card.weight[0] * ways(i + 1, a - 1, b);
          if (b > 0) sum += card.weight[1] * ways(i + 1, a, b - 1);
          if (c > 0) sum += card.weight[2] * ways(i + 1, a, b);
          ways(i, a, b) = sum;
        }
      }
    }
    if (!(ways(0, size_[0], size_[1]) > 0)) {
      throw Malformed("the weights leave no assignment of the hidden cards");
    }
  }

  std::array<int, kPlaces> size_{};
  std::vector<Card> cards_;
  std::vector<double> ways_;
};

}  // namespace kibitz
