// Qwixx: a small network that estimates, between two turns, each seat's chance to win, and the mean and
// spread of its final score; for one to five players and both orders. The twin of
// kibitz/nets/qwixx_value.py, which documents its inputs.
//
// For each seat fifteen rows of one table are added up (96 numbers) and cut off below 0: the sheet as
// the network sees it. From the own sheet and the sum of all sheets come 48 numbers, cut off again,
// and from these three: the seat's strength, the mean and the log-variance of its score. The chances
// to win are the softmax of the strengths. Every sum is made in the order of its terms, one lane
// each, and nothing is fused: so the bits are those of the twin on every CPU.
//
// QwixxNet is what all networks between two turns have in common; another one is in qwixx_moments.hpp.
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

// A game between two turns. Places count from the player who rolls next.
struct QwixxBetween {
  static constexpr int kMax = Qwixx::kPlayersMax;
  std::array<Qwixx::Sheet, kMax> sheets{};
  std::array<std::int8_t, kMax> strikes{};
  std::int8_t players = 0;
  bool sequential = false;
  std::uint8_t closed = 0;  // one bit a row

  bool over() const {
    int most = 0;
    for (int i = 0; i < players; ++i) most = std::max<int>(most, at(strikes, i));
    return most >= Qwixx::kStrikesEnd || std::popcount(closed) >= Qwixx::kLocksEnd;
  }

  int score(int place) const {
    int total = -Qwixx::kStrikePoints * at(strikes, place);
    for (int row = 0; row < Qwixx::kRows; ++row) {
      const int n = Qwixx::marks(Qwixx::lane(at(sheets, place), row));
      total += n * (n + 1) / 2;
    }
    return total;
  }

  // Closes the rows that anybody has locked.
  void close() {
    Qwixx::Sheet all = 0;
    for (int i = 0; i < players; ++i) all |= at(sheets, i);
    for (int row = 0; row < Qwixx::kRows; ++row) {
      if (Qwixx::lane(all, row) >> Qwixx::kLast != 0) {
        closed = static_cast<std::uint8_t>(closed | 1U << row);
      }
    }
  }
};

// By what positions are ranked: the chance to win as the network estimates it, that of the mean and the
// spread of the own score against those of the leading rival, or the mean of the two.
enum class QwixxRank : std::int8_t { win, gaussian, both };

// A network that says three numbers of each seat, given the rows of the table that a position selects.
class QwixxNet {
 public:
  static constexpr int kMax = Qwixx::kPlayersMax;
  static constexpr int kInputs = 3 * Qwixx::kRows + 3;  // of a seat
  static constexpr int kReaches = Qwixx::kCells + 2;    // numbers gone by; the last: a closed row
  static constexpr int kMarks = Qwixx::kCells + 2;      // 0 to 11, and one more for a lock
  static constexpr int kPairs = kReaches * kMarks;
  static constexpr int kRowInputs = 3 * kPairs;
  static constexpr int kStrikes = Qwixx::kStrikesEnd + 1;
  static constexpr int kLeadMax = 32;  // points; a larger lead counts as this one
  static constexpr int kStrikesAt = 2 * kRowInputs;
  static constexpr int kTableAt = kStrikesAt + kStrikes * kStrikes;
  static constexpr int kLeadAt = kTableAt + 2 * kMax * kMax;
  static constexpr int kTable = kLeadAt + 2 * kLeadMax + 1;
  static constexpr int kWide = 96;
  static constexpr int kNarrow = 48;
  static constexpr int kOut = 3;         // strength, mean, log-variance
  static constexpr double kPoints = 20;  // the unit of mean and spread
  static constexpr double kLogMax = 20;  // of a log-variance

  using Inputs = std::array<std::int16_t, kInputs>;
  using Table = std::array<Inputs, kMax>;  // by place
  using Wide = std::array<float, kWide>;
  using Narrow = std::array<float, kNarrow>;
  using Out = std::array<std::array<float, kOut>, kMax>;

  // What was computed of one position, for the next that differs little from it.
  struct Scratch {
    std::int8_t players = 0;  // 0: nothing yet
    Table inputs{};
    alignas(64) std::array<Wide, kMax> sheets{};
    alignas(64) std::array<Narrow, kMax> own{};
    Out out{};
  };

  QwixxNet() = default;
  QwixxNet(const QwixxNet&) = delete;
  QwixxNet& operator=(const QwixxNet&) = delete;
  virtual ~QwixxNet() = default;

  // Three numbers a place: strength, mean and log-variance in units. Only sheets whose inputs differ
  // from those in the scratch are computed; `keep`: the scratch becomes this position.
  virtual void forward(const Table& table, int players, Scratch& scratch, bool keep,
                       Out& out) const = 0;

  // Whether it estimates who wins; if not, its strengths are 0 and the Gaussian rule ranks.
  virtual bool has_strengths() const = 0;

  static void inputs(const QwixxBetween& p, Table& found) {
    std::array<int, kMax> scores{};
    for (int i = 0; i < p.players; ++i) at(scores, i) = p.score(i);
    for (int i = 0; i < p.players; ++i) {
      Inputs& mine = at(found, i);
      int strikes = 0;
      int rival = p.players == 1 ? at(scores, 0) : -1000;
      for (int k = 0; k < p.players; ++k) {
        if (k == i) continue;
        strikes = std::max<int>(strikes, at(p.strikes, k));
        rival = std::max(rival, at(scores, k));
      }
      for (int row = 0; row < Qwixx::kRows; ++row) {
        const bool closed = (p.closed >> row & 1) != 0;
        int reach_others = 0;
        int marks_others = 0;
        for (int k = 0; k < p.players; ++k) {
          if (k == i) continue;
          const int bits = Qwixx::lane(at(p.sheets, k), row);
          reach_others = std::max(reach_others, reach(bits));
          marks_others = std::max(marks_others, Qwixx::marks(bits));
        }
        const int bits = Qwixx::lane(at(p.sheets, i), row);
        const int marks = Qwixx::marks(bits);
        const int reach_mine = closed ? kReaches - 1 : reach(bits);
        if (closed) reach_others = kReaches - 1;
        const int base = row / 2 * kRowInputs;  // ascending rows alike, and descending ones
        at(mine, 3 * row) = static_cast<std::int16_t>(base + reach_mine * kMarks + marks);
        at(mine, 3 * row + 1) =
            static_cast<std::int16_t>(base + kPairs + reach_mine * kReaches + reach_others);
        at(mine, 3 * row + 2) =
            static_cast<std::int16_t>(base + 2 * kPairs + marks * kMarks + marks_others);
      }
      const int lead = std::clamp(at(scores, i) - rival, -kLeadMax, kLeadMax);
      at(mine, kInputs - 3) =
          static_cast<std::int16_t>(kStrikesAt + at(p.strikes, i) * kStrikes + strikes);
      at(mine, kInputs - 2) = static_cast<std::int16_t>(
          kTableAt + ((p.sequential ? kMax : 0) + p.players - 1) * kMax + i);
      at(mine, kInputs - 1) = static_cast<std::int16_t>(kLeadAt + kLeadMax + lead);
    }
  }

  // Each place's share of the win: of a game that is over, or as the network expects it.
  void chances(const QwixxBetween& p, QwixxRank rank, Scratch& scratch, bool keep,
               std::array<double, kMax>& chance) const {
    if (p.over()) {
      share(p, chance);
      return;
    }
    Table table{};
    inputs(p, table);
    Out out;
    forward(table, p.players, scratch, keep, out);
    rated(out, p.players, rank, chance);
  }

  // The chances to win that the outputs stand for.
  void rated(const Out& out, int players, QwixxRank rank, std::array<double, kMax>& chance) const {
    if (players == 1) {
      chance[0] = 1;
    } else if (rank == QwixxRank::gaussian || !has_strengths()) {
      gaussian(out, players, chance);
    } else {
      softmax(out, players, chance);
      if (rank == QwixxRank::win) return;
      std::array<double, kMax> by_scores{};
      gaussian(out, players, by_scores);
      for (int i = 0; i < players; ++i) at(chance, i) = 0.5 * (at(chance, i) + at(by_scores, i));
    }
  }

  // One player: the score, or its mean as the network expects it.
  double points(const QwixxBetween& p, Scratch& scratch) const {
    if (p.over()) return p.score(0);
    Table table{};
    inputs(p, table);
    Out out;
    forward(table, p.players, scratch, false, out);
    return kPoints * static_cast<double>(out[0][1]);
  }

  static void softmax(const Out& out, int players, std::array<double, kMax>& chance) {
    double most = at(out, 0)[0];
    for (int i = 1; i < players; ++i) most = std::max(most, static_cast<double>(at(out, i)[0]));
    double sum = 0;
    for (int i = 0; i < players; ++i) {
      at(chance, i) = std::exp(static_cast<double>(at(out, i)[0]) - most);
      sum += at(chance, i);
    }
    for (int i = 0; i < players; ++i) at(chance, i) /= sum;
  }

  static void gaussian(const Out& out, int players, std::array<double, kMax>& chance) {
    for (int i = 0; i < players; ++i) {
      int rival = i == 0 ? 1 : 0;
      for (int k = 0; k < players; ++k) {
        if (k != i && at(out, k)[1] > at(out, rival)[1]) rival = k;
      }
      const double lead =
          static_cast<double>(at(out, i)[1]) - static_cast<double>(at(out, rival)[1]);
      const double variance = spread(at(out, i)[2]) + spread(at(out, rival)[2]);
      at(chance, i) = 0.5 * std::erfc(-lead / std::sqrt(2 * variance));
    }
  }

  static void share(const QwixxBetween& p, std::array<double, kMax>& chance) {
    int best = p.score(0);
    int sharers = 0;
    for (int i = 0; i < p.players; ++i) {
      const int points = p.score(i);
      sharers = points > best ? 1 : sharers + (points == best);
      best = std::max(best, points);
    }
    for (int i = 0; i < p.players; ++i) at(chance, i) = p.score(i) == best ? 1.0 / sharers : 0.0;
  }

 private:
  static double spread(float log_variance) {
    return std::exp(std::clamp(static_cast<double>(log_variance), -kLogMax, kLogMax));
  }

  static int reach(int bits) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(bits)));
  }
};

// The number of floats that the CPU's widest vectors hold: 16, 8, or 1 where nobody asked.
inline int qwixx_net_lanes() {
#if KIBITZ_HAS_BMI2_PATH
  static const int lanes = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") != 0 ? 16
           : __builtin_cpu_supports("avx2") != 0  ? 8
                                                  : 1;
  }();
  return lanes;
#else
  return 1;
#endif
}

// Adds x times the rows of a matrix, one after another.
template <std::size_t in, std::size_t out>
#if KIBITZ_GNU
__attribute__((always_inline))
#endif
inline void qwixx_multiply(const std::array<float, in>& x,
                           const std::array<std::array<float, out>, in>& weights,
                           std::array<float, out>& sum) {
  std::array<float, out> found = sum;  // a copy of its own stays in registers
  for (std::size_t j = 0; j < in; ++j) {
    const float factor = x[j];
    const std::array<float, out>& row = weights[j];
    for (std::size_t k = 0; k < out; ++k) found[k] += factor * row[k];
  }
  sum = found;
}

// Fills arrays with the numbers of a network, one after another.
class QwixxNumbers {
 public:
  QwixxNumbers(std::span<const float> numbers, int wanted) : left_(numbers) {
    if (numbers.size() != static_cast<std::size_t>(wanted)) {
      throw Malformed("a network of another size");
    }
    for (const float x : numbers) {
      if (!std::isfinite(x)) throw Malformed("a network with NaN or infinite weights");
    }
  }

  template <std::size_t n>
  void take(std::array<float, n>& to) {
    std::copy_n(left_.begin(), n, to.begin());
    left_ = left_.subspan(n);
  }

  template <std::size_t m, std::size_t n>
  void take(std::array<std::array<float, n>, m>& to) {
    for (std::array<float, n>& row : to) take(row);
  }

 private:
  std::span<const float> left_;
};

// The network of the player value.
class QwixxTableNet final : public QwixxNet {
 public:
  static constexpr int kNumbers =
      kTable * kWide + kWide + 2 * kWide * kNarrow + kNarrow + kNarrow * kOut + kOut;
  static constexpr std::size_t kLanes = 8;

  // All numbers in the order of the tensors: table, its bias, own, all, their bias, out, its bias.
  explicit QwixxTableNet(std::span<const float> numbers) {
    QwixxNumbers all(numbers, kNumbers);
    all.take(table_);
    all.take(table_bias_);
    all.take(own_);
    all.take(all_);
    all.take(hidden_bias_);
    all.take(out_);
    all.take(out_bias_);
  }

  bool has_strengths() const override { return true; }

  void forward(const Table& table, int players, Scratch& scratch, bool keep,
               Out& out) const override {
#if KIBITZ_HAS_BMI2_PATH
    const int lanes = qwixx_net_lanes();
    if (lanes == 16) return forward_avx512(table, players, scratch, keep, out);
    if (lanes == 8) return forward_avx2(table, players, scratch, keep, out);
#endif
    compute(table, players, scratch, keep, out);
  }

 private:
#if KIBITZ_HAS_BMI2_PATH
  // Clang takes the widest lanes by itself, and does not know this preference.
#if defined(__clang__)
  __attribute__((target("avx512f"), noinline))
#else
  __attribute__((target("avx512f,prefer-vector-width=512"), noinline))
#endif
  void forward_avx512(const Table& table, int players, Scratch& scratch, bool keep,
                      Out& out) const {
    compute(table, players, scratch, keep, out);
  }
  __attribute__((target("avx2"), noinline)) void forward_avx2(const Table& table, int players,
                                                              Scratch& scratch, bool keep,
                                                              Out& out) const {
    compute(table, players, scratch, keep, out);
  }
#endif

  // Inlined into each path, so that it is compiled for its lanes.
#if KIBITZ_GNU
  __attribute__((always_inline))
#endif
  inline void compute(const Table& table, int players, Scratch& scratch, bool keep,
                      Out& out) const {
    const bool reusable = scratch.players == players;
    std::array<Wide, kMax> fresh_wide;
    std::array<Narrow, kMax> fresh_narrow;
    std::array<const Wide*, kMax> wide{};
    std::array<const Narrow*, kMax> narrow{};
    for (int i = 0; i < players; ++i) {
      if (reusable && at(scratch.inputs, i) == at(table, i)) {
        at(wide, i) = &at(scratch.sheets, i);
        at(narrow, i) = &at(scratch.own, i);
        continue;
      }
      Wide& sheet = keep ? at(scratch.sheets, i) : at(fresh_wide, i);
      Narrow& part = keep ? at(scratch.own, i) : at(fresh_narrow, i);
      Wide added = table_bias_;  // a copy of its own stays in registers
      for (const std::int16_t input : at(table, i)) {
        const auto& row = at(table_, input);
        for (std::size_t j = 0; j < added.size(); ++j) added[j] += row[j];
      }
      for (std::size_t j = 0; j < added.size(); ++j) sheet[j] = added[j] > 0 ? added[j] : 0;
      part = hidden_bias_;
      qwixx_multiply(sheet, own_, part);
      at(wide, i) = &sheet;
      at(narrow, i) = &part;
    }
    if (keep) {
      scratch.players = small(players);
      scratch.inputs = table;
    }
    Wide sum = *wide[0];
    for (int i = 1; i < players; ++i) {
      const Wide& sheet = *at(wide, i);
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += sheet[j];
    }
    Narrow shared{};
    qwixx_multiply(sum, all_, shared);
    for (int i = 0; i < players; ++i) {
      Narrow seat = *at(narrow, i);
      for (std::size_t k = 0; k < seat.size(); ++k) {
        const float x = seat[k] + shared[k];
        seat[k] = x > 0 ? x : 0;
      }
      for (int m = 0; m < kOut; ++m) at(at(out, i), m) = at(out_bias_, m) + dot(seat, at(out_, m));
    }
  }

  // Eight partial sums, then these one by one.
#if KIBITZ_GNU
  __attribute__((always_inline))
#endif
  static inline float dot(const Narrow& x, const Narrow& y) {
    std::array<float, kLanes> parts{};
    for (std::size_t k = 0; k < x.size(); k += kLanes) {
      for (std::size_t l = 0; l < kLanes; ++l) parts[l] += x[k + l] * y[k + l];
    }
    float sum = 0;
    for (const float part : parts) sum += part;
    return sum;
  }

  alignas(64) std::array<Wide, kTable> table_;
  alignas(64) Wide table_bias_;
  alignas(64) std::array<Narrow, kWide> own_;
  alignas(64) std::array<Narrow, kWide> all_;
  alignas(64) Narrow hidden_bias_;
  alignas(64) std::array<Narrow, kOut> out_;
  std::array<float, kOut> out_bias_;
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
