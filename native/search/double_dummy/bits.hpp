// Bits pressed together: with one instruction where the compiler may use it, else in six rounds.
//
// The solver is compiled twice, for every CPU and for those with BMI2 (see double_dummy.cpp). The
// inline namespace keeps the two apart, so that the linker never takes one for the other.
#pragma once

#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#define KIBITZ_CPU bmi2
#else
#define KIBITZ_CPU portable
#endif

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

struct Pair {
  std::uint64_t first;
  std::uint64_t second;
};

// The bits of `first` and of `second` at the places of `mask`, moved together to the low end.
inline Pair press(std::uint64_t first, std::uint64_t second, std::uint64_t mask) {
#if defined(__BMI2__)
  return {_pext_u64(first, mask), _pext_u64(second, mask)};
#else
  // Hacker's Delight, 7-4: in round i the bits with an odd number of 2^i gaps below move by 2^i.
  first &= mask;
  second &= mask;
  std::uint64_t gaps = ~mask << 1;
  for (int i = 0; i < 6; ++i) {
    std::uint64_t parity = gaps ^ (gaps << 1);
    parity ^= parity << 2;
    parity ^= parity << 4;
    parity ^= parity << 8;
    parity ^= parity << 16;
    parity ^= parity << 32;
    const std::uint64_t moving = parity & mask;
    mask = (mask ^ moving) | (moving >> (1 << i));
    const std::uint64_t a = first & moving;
    const std::uint64_t b = second & moving;
    first = (first ^ a) | (a >> (1 << i));
    second = (second ^ b) | (b >> (1 << i));
    gaps &= ~parity;
  }
  return {first, second};
#endif
}

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
