// An action drawn from a network's logits: softmax over the legal actions at a temperature.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/flat.hpp"
#include "core/rng.hpp"

namespace kibitz {

struct Drawn {
  int action = -1;
  float logp = 0;  // of the distribution that was drawn from; 0 where the choice is greedy
};

// Temperature 0 takes the largest logit, the first of equals, and draws nothing.
inline Drawn sample_action(const float* logits, const std::uint8_t* mask, int actions,
                           float temperature, Stream& stream) {
  int best = -1;
  for (int a = 0; a < actions; ++a) {
    if (mask[a] == 0) continue;
    if (!std::isfinite(logits[a])) throw Malformed("a network whose logits are NaN or infinite");
    if (best < 0 || logits[a] > logits[best]) best = a;
  }
  if (best < 0) throw Malformed("a decision without a legal action");
  if (temperature <= 0) return {best, 0};
  const double top = static_cast<double>(logits[best]);
  const double heat = 1 / static_cast<double>(temperature);
  const auto weight = [&](int a) {
    return std::exp((static_cast<double>(logits[a]) - top) * heat);
  };
  double sum = 0;
  for (int a = 0; a < actions; ++a) {
    if (mask[a] != 0) sum += weight(a);
  }
  double left = static_cast<double>(stream.word() >> 11) * 0x1p-53 * sum;
  int chosen = best;
  for (int a = 0; a < actions; ++a) {
    if (mask[a] == 0) continue;
    left -= weight(a);
    if (left < 0) {
      chosen = a;
      break;
    }
  }
  const double logp = (static_cast<double>(logits[chosen]) - top) * heat - std::log(sum);
  return {chosen, static_cast<float>(logp)};
}

}  // namespace kibitz
