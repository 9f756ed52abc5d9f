// Where simulations begin: worlds that fit what one seat knows.
//
// Either a pool of positions, drawn in Python from the View, of which simulation i takes number
// i mod size; or, where the hidden cards are plain sets in hands, a new world for every simulation,
// drawn here from counts that the View has prepared. Nothing here has seen the true hands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/assign.hpp"

namespace kibitz {

template <class G>
concept HandsAreSets = requires(typename G::Position& p) {
  { p.hands[0] } -> std::same_as<Cards&>;
};

template <GameRules G>
class Worlds {
 public:
  using Position = typename G::Position;

  explicit Worlds(std::uint64_t seed) : seed_(seed) {}

  void add(const Position& position) { pool_.push_back(position); }

  // The first `seats.size()` places are hands, a last one may be the stock.
  void hide(Assignment assignment, std::vector<std::int32_t> seats) {
    hidden_ = std::move(assignment);
    seats_ = std::move(seats);
  }

  bool empty() const { return pool_.empty(); }

  void draw(std::uint64_t i, Position& p) const {
    p = pool_[i % pool_.size()];
    if constexpr (HandsAreSets<G>) {
      if (!hidden_) return;
      Stream rng(mix(seed_, i));
      Assignment::Hands hands;
      hidden_->draw(rng, hands);
      for (std::size_t k = 0; k < seats_.size(); ++k) at(p.hands, seats_[k]) = hands[k];
    }
  }

 private:
  std::uint64_t seed_;
  std::vector<Position> pool_;
  std::optional<Assignment> hidden_;
  std::vector<std::int32_t> seats_;
};

}  // namespace kibitz
