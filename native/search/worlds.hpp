// Where simulations begin: worlds that fit what one seat knows.
//
// Either a pool of positions, drawn in Python from the View, of which simulation i takes number
// i mod size; or, where the hidden cards are plain sets in hands, a new world for every simulation,
// drawn here from counts that the View has prepared; or the same in proportion to weights of where each
// card may be; or all worlds that there are, one after another; or some drawn worlds in proportion to
// weights that they were given.
// Nothing here has seen the true hands.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/assign.hpp"
#include "search/weighted_assign.hpp"

namespace kibitz {

// The type of a hand.
template <class G>
using Hand = std::remove_cvref_t<decltype(std::declval<typename G::Position>().hands[0])>;

template <class G>
concept HandsAreSets = std::unsigned_integral<Hand<G>>;

template <GameRules G>
class Worlds {
 public:
  static constexpr double kListMax = 1 << 16;

  using Position = typename G::Position;

  explicit Worlds(std::uint64_t seed) : seed_(seed) {}

  void add(const Position& position) { pool_.push_back(position); }

  // The cards of these hands are hidden from now on: the first `seats.size()` places are hands, a last
  // one may be the stock.
  void hide(const typename G::Options& options, Cards cards, const Ints& seats, const Ints& sizes,
            const std::vector<Cards>& excluded) {
    if (pool_.empty() || seats.size() > sizes.size() || (cards >> kDeckMax) != 0) {
      throw Malformed("nothing to hide cards in");
    }
    if constexpr (HandsAreSets<G>) {
      const Position& p = pool_.front();
      if ((cards & ~Cards{std::numeric_limits<Hand<G>>::max()}) != 0)
        throw Malformed("no such card");
      Cards held = 0;
      for (int seat = 0; seat < G::seats(options); ++seat) held |= at(p.hands, seat);
      for (std::size_t k = 0; k < seats.size(); ++k) {
        if (seats[k] < 0 || seats[k] >= G::seats(options)) throw Malformed("no such seat");
        if (std::popcount(at(p.hands, seats[k])) != sizes[k]) throw Malformed("a hand's size");
        held &= ~Cards{at(p.hands, seats[k])};
      }
      if ((held & cards) != 0) throw Malformed("a hidden card is in a known hand");
    } else {
      throw Malformed("the hands of this game are not sets of cards");
    }
    hidden_ = Assignment(cards, sizes, excluded);
    seats_ = seats;
    located_.reset();
    cards_ = cards;
    sizes_ = sizes;
    excluded_ = excluded;
  }

  // From now on worlds are drawn in proportion to the weights of where each hidden card is: three numbers
  // for each card, ascending.
  void locate(std::span<const double> weights) {
    if (!hidden_) throw Malformed("no hidden cards to weigh");
    located_ = WeightedAssignment(cards_, sizes_, excluded_, weights);
  }

  // How many worlds there are; 0 where hidden cards are not known to be plain sets.
  double count() const { return hidden_ ? hidden_->count() : 0; }

  // From now on world i is number i of all that there are, in random order.
  void list() {
    if (!hidden_ || hidden_->count() > kListMax) throw Malformed("too many worlds to list");
    all_.clear();
    hidden_->for_all([&](const Assignment::Hands& hands) { all_.push_back(hands); });
    Stream(seed_).shuffle(all_);
  }

  // Draws some worlds and hands them to `weigh`, which gives the logarithm of each one's weight; where they
  // were drawn in proportion to other weights, it counts relative to those (importance sampling), unless
  // these are a `prior`, which counts as well. From now on world i is one of them, by the golden-ratio
  // sequence: any stretch of it has about the right shares.
  template <class Weigh>
  void infer(std::size_t count, bool prior, const Weigh& weigh) {
    if (!hidden_ || count == 0) throw Malformed("no hidden cards to weigh");
    std::vector<Position> drawn(count);
    for (std::size_t i = 0; i < count; ++i) draw(i, drawn[i]);
    std::vector<double> weights;
    weigh(drawn, weights);
    if constexpr (HandsAreSets<G>) {
      for (std::size_t i = 0; located_ && !prior && i < count; ++i) {
        Assignment::Hands hands{};
        for (std::size_t k = 0; k < seats_.size(); ++k) hands[k] = at(drawn[i].hands, seats_[k]);
        weights[i] -= located_->log_weight(hands);
      }
    }
    const double top = *std::ranges::max_element(weights);
    if (!std::isfinite(top)) throw Malformed("no world fits what was played");
    double sum = 0;
    for (double& weight : weights) weight = sum += std::exp(weight - top);
    inferred_ = std::move(drawn);
    upto_ = std::move(weights);
  }

  // How many equally weighted worlds would be as informative: (sum of weights)^2 / sum of their squares.
  double effective() const {
    double squares = 0;
    double before = 0;
    for (const double upto : upto_) {
      squares += (upto - before) * (upto - before);
      before = upto;
    }
    return squares > 0 ? upto_.back() * upto_.back() / squares : 0;
  }

  bool empty() const { return pool_.empty(); }
  const Position& front() const {
    if (pool_.empty()) throw Malformed("a search without a world");
    return pool_.front();
  }

  void draw(std::uint64_t i, Position& p) const {
    if (!inferred_.empty()) {
      const double part = static_cast<double>((seed_ + i * kGolden) >> 11) * 0x1p-53;
      const auto place = std::ranges::upper_bound(upto_, part * upto_.back()) - upto_.begin();
      p = inferred_[std::min(static_cast<std::size_t>(place), inferred_.size() - 1)];
      return;
    }
    p = pool_[i % pool_.size()];
    if constexpr (HandsAreSets<G>) {
      if (!hidden_) return;
      if (!all_.empty()) {
        put(all_[i % all_.size()], p);
        return;
      }
      Stream rng(mix(seed_, i));
      Assignment::Hands hands;
      if (located_) {
        located_->draw(rng, hands);
      } else {
        hidden_->draw(rng, hands);
      }
      put(hands, p);
    }
  }

 private:
  static constexpr int kDeckMax = 52;

  void put(const Assignment::Hands& hands, Position& p) const {
    for (std::size_t k = 0; k < seats_.size(); ++k) {
      at(p.hands, seats_[k]) = static_cast<Hand<G>>(hands[k]);
    }
  }

  std::uint64_t seed_;
  std::vector<Position> pool_;
  std::optional<Assignment> hidden_;
  std::optional<WeightedAssignment> located_;
  Cards cards_ = 0;  // hidden ones, their places, and where they cannot be
  std::vector<std::int32_t> sizes_;
  std::vector<Cards> excluded_;
  std::vector<std::int32_t> seats_;
  std::vector<Assignment::Hands> all_;
  std::vector<Position> inferred_;
  std::vector<double> upto_;  // sums of the weights of inferred_ so far
};

}  // namespace kibitz
