// A register of equal lanes as an array, for compilers without vector types (core/compiler.hpp).
//
// It has the operators of GCC's vector extension that the portable paths use, with the same results:
// a comparison gives all ones or zero in a lane of signed integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kibitz {

template <class T, int N>
struct Lanes {
  T lane[N];

  constexpr T operator[](int i) const { return lane[i]; }

  template <class Function>
  static constexpr Lanes made(Function&& function) {
    Lanes made{};
    for (int i = 0; i < N; ++i) made.lane[i] = static_cast<T>(function(i));
    return made;
  }
  static constexpr Lanes all(T x) {
    return made([&](int) { return x; });
  }

  friend constexpr Lanes operator+(Lanes x, Lanes y) {
    return made([&](int i) { return x[i] + y[i]; });
  }
  friend constexpr Lanes operator-(Lanes x, Lanes y) {
    return made([&](int i) { return x[i] - y[i]; });
  }
  friend constexpr Lanes operator*(Lanes x, Lanes y) {
    return made([&](int i) { return x[i] * y[i]; });
  }
  friend constexpr Lanes operator/(Lanes x, Lanes y) {
    return made([&](int i) { return x[i] / y[i]; });
  }
  friend constexpr Lanes operator&(Lanes x, Lanes y) {
    return made([&](int i) { return x[i] & y[i]; });
  }
  friend constexpr Lanes operator|(Lanes x, Lanes y) {
    return made([&](int i) { return x[i] | y[i]; });
  }
  friend constexpr Lanes operator^(Lanes x, Lanes y) {
    return made([&](int i) { return x[i] ^ y[i]; });
  }
  friend constexpr Lanes operator<<(Lanes x, int bits) {
    return made([&](int i) { return x[i] << bits; });
  }
  friend constexpr Lanes operator>>(Lanes x, int bits) {
    return made([&](int i) { return x[i] >> bits; });
  }
  friend constexpr Lanes operator~(Lanes x) {
    return made([&](int i) { return ~x[i]; });
  }
  friend constexpr Lanes operator-(Lanes x) {
    return made([&](int i) { return T{0} - x[i]; });
  }

  // With one number on the right, for all lanes.
  friend constexpr Lanes operator+(Lanes x, T y) { return x + all(y); }
  friend constexpr Lanes operator*(Lanes x, T y) { return x * all(y); }
  friend constexpr Lanes operator&(Lanes x, T y) { return x & all(y); }

  constexpr Lanes& operator+=(Lanes y) { return *this = *this + y; }
  constexpr Lanes& operator|=(Lanes y) { return *this = *this | y; }

  using Wide = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  using Narrow = std::conditional_t<sizeof(T) == 1, std::int8_t, std::int16_t>;
  using Truth = Lanes<std::conditional_t<(sizeof(T) > 2), Wide, Narrow>, N>;

  friend constexpr Truth operator>(Lanes x, Lanes y) {
    return Truth::made([&](int i) { return x[i] > y[i] ? -1 : 0; });
  }
  friend constexpr Truth operator<(Lanes x, Lanes y) { return y > x; }
  friend constexpr Truth operator==(Lanes x, Lanes y) {
    return Truth::made([&](int i) { return x[i] == y[i] ? -1 : 0; });
  }
  friend constexpr Truth operator!=(Lanes x, Lanes y) {
    return Truth::made([&](int i) { return x[i] != y[i] ? -1 : 0; });
  }
  friend constexpr Truth operator>(Lanes x, T y) { return x > all(y); }
  friend constexpr Truth operator==(Lanes x, T y) { return x == all(y); }
  friend constexpr Truth operator!=(Lanes x, T y) { return x != all(y); }
};

}  // namespace kibitz
