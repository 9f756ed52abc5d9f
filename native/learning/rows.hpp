// Training rows: decisions with what came of them, and generalised advantage estimation over them.
//
// A row is one decision of one seat. Rows of a seat form a chain: `next` is its following decision. The
// advantage is A = r + gamma * V(next) - V + gamma * lambda * A(next), where the chain of a finished
// trajectory ends with V = A = 0, and where a chain is cut (the next row belongs to a later batch) A(next) is 0
// and V(next) is the bootstrap value. A row whose successor is not known yet is held back.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/small.hpp"

namespace kibitz {

struct Row {
  static constexpr int kOpen = -1;  // the seat has not decided again, nor has its trajectory ended
  static constexpr int kEnd = -2;

  std::uint64_t seed = 0;  // of the game
  double base = 0;         // the seat's sum of rewards at the decision
  float logp = 0;
  float value = 0;
  float reward = 0;
  float advantage = 0;
  std::int32_t action = 0;
  std::int32_t expert = -1;  // what the teacher would do, where there is one
  std::int32_t seat = 0;
  std::int32_t who = 0;   // the opponent's id, 0 for the learner
  std::int32_t game = 0;  // which of the n games
  std::int32_t kind = 0;
  std::int32_t players = 0;
  std::int32_t next = kOpen;
};

// Leaves new elements uninitialised: the threads that write the rows touch their memory first, where a
// resize that zeroes it would do so on one thread, page faults included.
template <class T>
struct Unset : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unset<U>;
  };

  Unset() = default;
  template <class U>
  explicit Unset(const Unset<U>&) {}

  template <class U, class... Given>
  void construct(U* place, Given&&... given) {
    if constexpr (sizeof...(Given) == 0) {
      ::new (static_cast<void*>(place)) U;
    } else {
      ::new (static_cast<void*>(place)) U(std::forward<Given>(given)...);
    }
  }
};

template <class T>
using UnsetVector = std::vector<T, Unset<T>>;

struct Rows {
  int inputs = 0;
  int actions = 0;
  std::vector<Row> rows;
  UnsetVector<float> observation;
  UnsetVector<std::uint8_t> mask;

  int size() const { return static_cast<int>(rows.size()); }

  void resize(int n) {
    rows.resize(static_cast<std::size_t>(n));
    observation.resize(place(n, inputs));
    mask.resize(place(n, actions));
  }

  void reserve(int n) {
    rows.reserve(static_cast<std::size_t>(n));
    observation.reserve(place(n, inputs));
    mask.reserve(place(n, actions));
  }

  float* x(int i) { return observation.data() + place(i, inputs); }
  std::uint8_t* legal(int i) { return mask.data() + place(i, actions); }

  // Copies row `from` of another list over row `to`; the ranges of one list may overlap.
  void copy(int to, Rows& other, int from) {
    at(rows, to) = at(other.rows, from);
    std::memmove(x(to), other.x(from), place(1, inputs) * sizeof(float));
    std::memmove(legal(to), other.legal(from), place(1, actions));
  }

 private:
  static std::size_t place(int i, int width) {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(width);
  }
};

// Advantages of the rows before `end`; from there on come the pending decisions, which give bootstrap values
// alone. held[i]: the row is not part of this batch. A row always comes before its successor.
inline void estimate_advantages(Rows& rows, int end, const std::vector<bool>& held, double gamma,
                                double lambda) {
  for (int i = end - 1; i >= 0; --i) {
    Row& row = at(rows.rows, i);
    if (held[static_cast<std::size_t>(i)]) continue;
    double advantage = static_cast<double>(row.reward) - static_cast<double>(row.value);
    if (row.next >= 0) {
      const Row& next = at(rows.rows, row.next);
      advantage += gamma * static_cast<double>(next.value);
      if (row.next < end && !held[static_cast<std::size_t>(row.next)]) {
        advantage += gamma * lambda * static_cast<double>(next.advantage);
      }
    }
    row.advantage = static_cast<float>(advantage);
  }
}

}  // namespace kibitz
