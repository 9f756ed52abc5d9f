// What the compiler offers beyond standard C++20. Everything else asks here.
//
//   KIBITZ_GNU   GCC's extensions: vector types, 128-bit integers, attributes (GCC and Clang)
//   KIBITZ_X86   the faster paths for x86-64 besides; each asks the CPU at run time
//
// MSVC has neither, and runs the same code on plain integers and arrays. -DKIBITZ_PLAIN=ON makes any
// compiler do without, which is how that code is tested where there is no MSVC.
#pragma once

#if defined(__GNUC__) && !defined(_MSC_VER) && !defined(KIBITZ_PLAIN)
#define KIBITZ_GNU 1
#else
#define KIBITZ_GNU 0
#endif

#if KIBITZ_GNU && defined(__x86_64__)
#define KIBITZ_X86 1
#else
#define KIBITZ_X86 0
#endif

// Everything that the function calls goes into it, so that it is compiled for one CPU path.
#if KIBITZ_GNU
#define KIBITZ_FLATTEN [[gnu::flatten]]
#else
#define KIBITZ_FLATTEN
#endif
