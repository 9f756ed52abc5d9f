// Bits pressed together and spread again: with one instruction where the compiler may use it, else in
// six rounds.
//
// The solver is compiled twice, for every CPU and for those with BMI2 (see double_dummy.cpp). The
// inline namespace keeps the two apart, so that the linker never takes one for the other.
#pragma once

#include <array>
#include <cstdint>

#include "core/small.hpp"

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

#if !defined(__BMI2__)
// Hacker's Delight, 7-4 and 7-5: in round i the bits with an odd number of 2^i gaps below move by 2^i.
// `mask` and `gaps` go from round to round; returns the places, before the move, of those that move.
inline std::uint64_t movers(std::uint64_t& mask, std::uint64_t& gaps, int i) {
  std::uint64_t parity = gaps ^ (gaps << 1);
  parity ^= parity << 2;
  parity ^= parity << 4;
  parity ^= parity << 8;
  parity ^= parity << 16;
  parity ^= parity << 32;
  const std::uint64_t moving = parity & mask;
  mask = (mask ^ moving) | (moving >> (1 << i));
  gaps &= ~parity;
  return moving;
}
#endif

// The bits of `first` and of `second` at the places of `mask`, moved together to the low end.
inline Pair press(std::uint64_t first, std::uint64_t second, std::uint64_t mask) {
#if defined(__BMI2__)
  return {_pext_u64(first, mask), _pext_u64(second, mask)};
#else
  first &= mask;
  second &= mask;
  std::uint64_t gaps = ~mask << 1;
  for (int i = 0; i < 6; ++i) {
    const std::uint64_t moving = movers(mask, gaps, i);
    const std::uint64_t a = first & moving;
    const std::uint64_t b = second & moving;
    first = (first ^ a) | (a >> (1 << i));
    second = (second ^ b) | (b >> (1 << i));
  }
  return {first, second};
#endif
}

// The low bits of `pressed` moved apart to the places of `mask`: `press` undone.
inline std::uint64_t spread(std::uint64_t pressed, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pdep_u64(pressed, mask);
#else
  const std::uint64_t places = mask;
  std::uint64_t gaps = ~mask << 1;
  std::array<std::uint64_t, 6> moving{};
  for (int i = 0; i < 6; ++i) at(moving, i) = movers(mask, gaps, i);
  for (int i = 5; i >= 0; --i) {
    const std::uint64_t up = pressed << (1 << i);
    pressed = (pressed & ~at(moving, i)) | (up & at(moving, i));
  }
  return pressed & places;
#endif
}

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
