// Weights of a rule player, from a list of numbers into a struct whose fields all have one type.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/flat.hpp"

namespace kibitz {

// The numbers in the order of the fields; refused if their count differs or one is beyond `most`.
template <class Weights, class Number>
Weights read_weights(std::span<const double> numbers, double most) {
  std::array<Number, sizeof(Weights) / sizeof(Number)> all;
  if (numbers.size() != all.size()) throw Malformed("a different number of weights is needed");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!(std::abs(numbers[i]) <= most)) throw Malformed("a weight is too large, or not a number");
    all[i] = static_cast<Number>(numbers[i]);
  }
  return std::bit_cast<Weights>(all);
}

}  // namespace kibitz
