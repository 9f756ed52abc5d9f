// The match behind a deal: what the totals after it are worth to seats 0 and 2. The twin of
// kibitz/search/games/belote/goal.py and equity.py, which explain the idea.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace kibitz {

// Chances to win by what both sides need: [the leading side / unit - 1, the other / unit - 1].
class EquityTable {
 public:
  EquityTable(std::vector<double> chances, std::size_t size)
      : chances_(std::move(chances)), size_(size) {
    if (size == 0 || chances_.size() != size * size) throw Malformed("a square table of equity");
  }

  // The chance of the side that leads in the next deal.
  double lead(int own, int other, int target, double unit) const {
    if (std::max(own, other) >= target) return own == other ? 0.5 : own > other ? 1.0 : 0.0;
    return chances_[place(target - own, unit) * size_ + place(target - other, unit)];
  }

 private:
  std::size_t place(int need, double unit) const {
    const auto rows = static_cast<long>(std::ceil(need / unit));
    return static_cast<std::size_t>(std::clamp(rows, 1L, static_cast<long>(size_))) - 1;
  }

  std::vector<double> chances_;
  std::size_t size_;
};

struct MatchGoal {
  std::shared_ptr<EquityTable> table;
  int own;  // totals before the deal
  int other;
  int target;
  bool leads;   // seats 0 and 2 lead in the deal after this one
  bool last;    // no deal follows: the higher total wins
  double unit;  // points between two rows of the table
  double now;   // the chance to win if the deal scored nothing
  double point;

  double equity(int a, int b) const {
    if (last) return a == b ? 0.5 : a > b ? 1.0 : 0.0;
    return leads ? table->lead(a, b, target, unit) : 1.0 - table->lead(b, a, target, unit);
  }

  // Of totals after the deal, in points.
  double worth(int a, int b) const { return (equity(a, b) - now) / point; }

  // The same match for the other seats.
  MatchGoal turned() const {
    return {table, other, own, target, !leads, last, unit, 1.0 - now, point};
  }

  // From a list: own, other, target, leads, last, unit, now, point, and the rows of the table.
  static std::shared_ptr<const MatchGoal> read(std::span<const double> list) {
    constexpr std::size_t kNumbers = 8;
    if (list.size() <= kNumbers) throw Malformed("a match and its table");
    const std::span<const double> rows = list.subspan(kNumbers);
    const auto size = static_cast<std::size_t>(std::lround(std::sqrt(rows.size())));
    const auto number = [&](std::size_t i) { return static_cast<int>(list[i]); };
    auto table = std::make_shared<EquityTable>(std::vector<double>(rows.begin(), rows.end()), size);
    return std::make_shared<const MatchGoal>(MatchGoal{std::move(table), number(0), number(1),
                                                       number(2), list[3] != 0, list[4] != 0,
                                                       list[5], list[6], list[7]});
  }
};

}  // namespace kibitz
