// Event logs: what a game reports while it is played.
//
// Rules are templates over the log, so that search and playouts, which use NoLog, pay nothing for
// it. EventLog writes kind, seat, length, data one after another (see kibitz/core/events.py).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "core/flat.hpp"

namespace kibitz {

// The place of each kind in KINDS of kibitz/core/events.py.
enum class Kind : std::int32_t { deal, action, chance, reveal, discard, out, score };

inline constexpr int kNobody = -1;

struct NoLog {
  static constexpr bool enabled = false;
  void event(Kind, int, std::initializer_list<std::int32_t>) {}
  void event(Kind, int, std::span<const std::int32_t>) {}
};

struct EventLog {
  static constexpr bool enabled = true;
  Ints data;

  void event(Kind kind, int seat, std::initializer_list<std::int32_t> numbers) {
    event(kind, seat, std::span(numbers.begin(), numbers.size()));
  }

  void event(Kind kind, int seat, std::span<const std::int32_t> numbers) {
    const std::size_t old = data.size();
    data.resize(old + 3 + numbers.size());
    std::int32_t* out = data.data() + old;
    *out++ = static_cast<std::int32_t>(kind);
    *out++ = seat;
    *out++ = static_cast<std::int32_t>(numbers.size());
    for (const std::int32_t number : numbers) *out++ = number;
  }
};

}  // namespace kibitz
