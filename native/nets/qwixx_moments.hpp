// Qwixx: a plain network of 25 features, 128 and 64 hidden numbers, that estimates the mean and the
// log-variance of a seat's final score. The twin of kibitz/nets/qwixx_moments.py, which documents the
// features; they follow from the inputs of the other network. It does not estimate who wins: positions
// are ranked by the Gaussian rule. Every sum is made in the order of its terms.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "nets/qwixx_value.hpp"

namespace kibitz {

class QwixxMoments final : public QwixxNet {
 public:
  static constexpr std::size_t kFeatures = 25;
  static constexpr std::size_t kFirst = 128;
  static constexpr std::size_t kSecond = 64;
  static constexpr std::size_t kBoth = 2;  // mean, log-variance
  static constexpr int kNumbers =
      kFeatures * kFirst + kFirst + kFirst * kSecond + kSecond + kSecond * kBoth + kBoth;

  using Features = std::array<float, kFeatures>;

  // All numbers in the order of the tensors: each layer and its bias.
  explicit QwixxMoments(std::span<const float> numbers) {
    QwixxNumbers all(numbers, kNumbers);
    all.take(first_);
    all.take(first_bias_);
    all.take(second_);
    all.take(second_bias_);
    all.take(out_);
    all.take(out_bias_);
  }

  bool has_strengths() const override { return false; }

  void forward(const Table& table, int players, Scratch& scratch, bool keep,
               Out& out) const override {
    const bool reusable = scratch.players == players;
    for (int i = 0; i < players; ++i) {
      if (reusable && at(scratch.inputs, i) == at(table, i)) {
        at(out, i) = at(scratch.out, i);
      } else {
        at(out, i) = of(features(at(table, i)));
      }
    }
    if (!keep) return;
    scratch.players = small(players);
    scratch.inputs = table;
    scratch.out = out;
  }

  static Features features(const Inputs& inputs) {
    Features found{};
    int skipped = 0;
    int closed_rows = 0;
    int furthest = 0;
    int lockable = 0;
    unsigned sums = 0;  // white sums that some row waits for, one bit each
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int own = at(inputs, 3 * row) % kRowInputs;
      const int reach = own / kMarks;
      const int marks = own % kMarks;
      const int reach_others = (at(inputs, 3 * row + 1) % kRowInputs - kPairs) % kReaches;
      const bool closed = reach == kReaches - 1;
      const bool waits = reach < Qwixx::kCells;
      const int ways = waits ? 6 - std::abs(Qwixx::kCells / 2 - reach) : 0;
      at(found, 4 * row) = ratio(std::min(reach, Qwixx::kCells), Qwixx::kCells);
      at(found, 4 * row + 1) = ratio(marks, kMarks - 1);
      at(found, 4 * row + 2) = closed ? 1.0F : 0.0F;
      at(found, 4 * row + 3) = ratio(ways * (marks + 1), kRollsOfTwo);
      closed_rows += closed;
      if (closed) continue;
      skipped += reach - std::min(reach, marks);
      furthest = std::max({furthest, reach, reach_others});
      lockable += marks >= Qwixx::kLockMarks;
      if (waits) sums |= 1U << (row < 2 ? reach : Qwixx::kCells - 1 - reach);
    }
    const int strikes = at(inputs, kInputs - 3) - kStrikesAt;
    const int others = (at(inputs, kInputs - 2) - kTableAt) / kMax % kMax;
    int ways = 0;
    for (int sum = 0; sum < Qwixx::kCells; ++sum) {
      if ((sums >> sum & 1) != 0) ways += 6 - std::abs(Qwixx::kCells / 2 - sum);
    }
    const std::array<float, 9> rest{
        ratio(strikes / kStrikes, Qwixx::kStrikesEnd),
        ratio(skipped, 10),
        ratio(others, kMax - 1),
        ratio(at(inputs, kInputs - 1) - kLeadAt - kLeadMax, kLeadMax),
        ratio(std::max(strikes / kStrikes, strikes % kStrikes), Qwixx::kStrikesEnd),
        ratio(closed_rows, Qwixx::kLocksEnd),
        ratio(furthest, Qwixx::kCells),
        ratio(ways, kRollsOfTwo),
        ratio(lockable, Qwixx::kRows)};
    std::ranges::copy(rest, found.begin() + 4 * Qwixx::kRows);
    return found;
  }

 private:
  static constexpr int kRollsOfTwo = 36;
  using Seat = std::array<float, kOut>;

  static float ratio(int x, int y) { return static_cast<float>(x) / static_cast<float>(y); }

  Seat of(const Features& x) const {
#if KIBITZ_HAS_BMI2_PATH
    const int lanes = qwixx_net_lanes();
    if (lanes == 16) return of_avx512(x);
    if (lanes == 8) return of_avx2(x);
#endif
    return compute(x);
  }

#if KIBITZ_HAS_BMI2_PATH
#if defined(__clang__)
  __attribute__((target("avx512f"), noinline))
#else
  __attribute__((target("avx512f,prefer-vector-width=512"), noinline))
#endif
  Seat of_avx512(const Features& x) const {
    return compute(x);
  }
  __attribute__((target("avx2"), noinline)) Seat of_avx2(const Features& x) const {
    return compute(x);
  }
#endif

#if KIBITZ_GNU
  __attribute__((always_inline))
#endif
  inline Seat compute(const Features& x) const {
    std::array<float, kFirst> first = first_bias_;
    qwixx_multiply(x, first_, first);
    for (float& one : first) one = one > 0 ? one : 0;
    std::array<float, kSecond> second = second_bias_;
    qwixx_multiply(first, second_, second);
    for (float& one : second) one = one > 0 ? one : 0;
    std::array<float, kBoth> both = out_bias_;
    qwixx_multiply(second, out_, both);
    return {0, both[0], both[1]};
  }

  alignas(64) std::array<std::array<float, kFirst>, kFeatures> first_;
  alignas(64) std::array<float, kFirst> first_bias_;
  alignas(64) std::array<std::array<float, kSecond>, kFirst> second_;
  alignas(64) std::array<float, kSecond> second_bias_;
  alignas(64) std::array<std::array<float, kBoth>, kSecond> out_;
  std::array<float, kBoth> out_bias_;
};

// The network that has so many numbers.
inline std::shared_ptr<const QwixxNet> qwixx_net(std::span<const float> numbers) {
  if (numbers.size() == static_cast<std::size_t>(QwixxMoments::kNumbers)) {
    return std::make_shared<const QwixxMoments>(numbers);
  }
  return std::make_shared<const QwixxTableNet>(numbers);
}

}  // namespace kibitz
