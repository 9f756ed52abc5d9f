// Qwixx: a small network that estimates who will win a game of two, between two turns. The twin of
// kibitz/nets/qwixx_value.py, which documents its inputs.
//
// Thirteen rows of a table are added up (96 numbers), cut off below 0, brought to 32 numbers, cut off
// again, and to one: the log-odds that the player wins who rolls next. Every sum is made in the order
// of its terms, one lane each, and nothing is fused: so the bits are those of the twin on every CPU.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "core/compiler.hpp"
#include "core/small.hpp"
#include "games/qwixx.hpp"
#include "search/playouts.hpp"

namespace kibitz {

// A game of two between two turns: first the player who rolls next.
struct QwixxBetween {
  std::array<Qwixx::Sheet, 2> sheets;
  std::array<int, 2> strikes;
  unsigned closed;  // one bit a row

  bool over() const {
    return std::max(strikes[0], strikes[1]) >= Qwixx::kStrikesEnd ||
           std::popcount(closed) >= Qwixx::kLocksEnd;
  }

  int score(int player) const {
    int total = -Qwixx::kStrikePoints * at(strikes, player);
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int n = Qwixx::marks(Qwixx::lane(at(sheets, player), row));
      total += n * (n + 1) / 2;
    }
    return total;
  }

  // The first player's share of the win, once it is over.
  double outcome() const {
    const int margin = score(0) - score(1);
    return margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5;
  }
};

class QwixxNet {
 public:
  static constexpr int kInputs = 13;                  // of a position
  static constexpr int kReaches = Qwixx::kCells + 2;  // numbers gone by; the last: a closed row
  static constexpr int kMarks = Qwixx::kCells + 2;    // 0 to 11, and one more for a lock
  static constexpr int kPairs = kReaches * kMarks;    // reach and marks; reach and reach
  static constexpr int kStrikes = Qwixx::kStrikesEnd + 1;
  static constexpr int kRowInputs = 3 * kPairs;  // mine, the other's, both reaches
  static constexpr int kTable = 2 * kRowInputs + kStrikes * kStrikes;
  static constexpr int kWide = 96;
  static constexpr int kNarrow = 32;
  static constexpr int kNumbers = kTable * kWide + kWide + kWide * kNarrow + kNarrow + kNarrow + 1;

  using Inputs = std::array<std::int16_t, kInputs>;

  // All numbers in the order of the tensors: table, its bias, hidden, its bias, out, its bias.
  explicit QwixxNet(std::span<const float> numbers) {
    if (numbers.size() != static_cast<std::size_t>(kNumbers)) {
      throw Malformed("a network of another size");
    }
    for (const float x : numbers) {
      if (!std::isfinite(x)) throw Malformed("a network with NaN or infinite weights");
    }
    const float* next = numbers.data();
    const auto take = [&](float* to, int n) {
      std::copy_n(next, n, to);
      next += n;
    };
    take(table_.data()->data(), kTable * kWide);
    take(table_bias_.data(), kWide);
    take(hidden_.data()->data(), kWide * kNarrow);
    take(hidden_bias_.data(), kNarrow);
    take(out_.data(), kNarrow);
    take(&out_bias_, 1);
  }

  static Inputs inputs(const QwixxBetween& position) {
    Inputs found{};
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const bool closed = (position.closed >> row & 1) != 0;
      const int mine = Qwixx::lane(position.sheets[0], row);
      const int other = Qwixx::lane(position.sheets[1], row);
      const int reach_mine = closed ? kReaches - 1 : reach(mine);
      const int reach_other = closed ? kReaches - 1 : reach(other);
      const int base = row / 2 * kRowInputs;  // ascending rows alike, and descending ones
      at(found, 3 * row) =
          static_cast<std::int16_t>(base + reach_mine * kMarks + Qwixx::marks(mine));
      at(found, 3 * row + 1) =
          static_cast<std::int16_t>(base + kPairs + reach_other * kMarks + Qwixx::marks(other));
      at(found, 3 * row + 2) =
          static_cast<std::int16_t>(base + 2 * kPairs + reach_mine * kReaches + reach_other);
    }
    found.back() = static_cast<std::int16_t>(2 * kRowInputs + position.strikes[0] * kStrikes +
                                             position.strikes[1]);
    return found;
  }

  float logit(const Inputs& inputs) const {
#if KIBITZ_HAS_BMI2_PATH
    static const bool has_avx2 = [] {
      __builtin_cpu_init();
      return __builtin_cpu_supports("avx2") != 0;
    }();
    if (has_avx2) return logit_avx2(inputs);
#endif
    return sum(inputs);
  }

  // The chance that the player wins who rolls next; a tie is half of a win.
  double value(const QwixxBetween& position) const {
    if (position.over()) return position.outcome();
    return 1.0 / (1.0 + std::exp(-static_cast<double>(logit(inputs(position)))));
  }

 private:
  static int reach(int bits) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(bits)));
  }

#if KIBITZ_HAS_BMI2_PATH
  __attribute__((target("avx2"), noinline)) float logit_avx2(const Inputs& inputs) const {
    return sum(inputs);
  }
#endif

  // Inlined into each path, so that it is compiled for its lanes.
#if KIBITZ_GNU
  __attribute__((always_inline))
#endif
  inline float sum(const Inputs& inputs) const {
    std::array<float, kWide> wide = table_bias_;
    for (const std::int16_t input : inputs) {
      const auto& row = at(table_, input);
      for (std::size_t j = 0; j < wide.size(); ++j) wide[j] += row[j];
    }
    std::array<float, kNarrow> narrow = hidden_bias_;
    for (std::size_t j = 0; j < wide.size(); ++j) {
      const float x = wide[j] > 0 ? wide[j] : 0;
      const auto& row = hidden_[j];
      for (std::size_t k = 0; k < narrow.size(); ++k) narrow[k] += x * row[k];
    }
    float total = out_bias_;
    for (std::size_t k = 0; k < narrow.size(); ++k) {
      total += (narrow[k] > 0 ? narrow[k] : 0) * out_[k];
    }
    return total;
  }

  alignas(64) std::array<std::array<float, kWide>, kTable> table_;
  alignas(64) std::array<float, kWide> table_bias_;
  alignas(64) std::array<std::array<float, kNarrow>, kWide> hidden_;
  alignas(64) std::array<float, kNarrow> hidden_bias_;
  alignas(64) std::array<float, kNarrow> out_;
  float out_bias_;
};

// The networks of this process, by the key that Python makes of their weights' hash. They stay.
class QwixxNets {
 public:
  using Key = std::uint64_t;

  static void keep(Key key, std::shared_ptr<const QwixxNet> net) {
    const std::scoped_lock lock(mutex());
    table()[key] = std::move(net);
  }

  static std::shared_ptr<const QwixxNet> find(Key key) {
    const std::scoped_lock lock(mutex());
    const auto found = table().find(key);
    if (found == table().end()) throw Malformed("a network that was not loaded");
    return found->second;
  }

 private:
  static std::map<Key, std::shared_ptr<const QwixxNet>>& table() {
    static std::map<Key, std::shared_ptr<const QwixxNet>> kept;
    return kept;
  }
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
};

}  // namespace kibitz
