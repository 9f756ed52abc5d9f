// Dense layers with AVX2: eight floats a register.
#include "core/compiler.hpp"

#if KIBITZ_X86

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "nets/net_kernel.hpp"

namespace kibitz {

using Float256 = float __attribute__((vector_size(32)));

const NetFunctions kNetAvx2 = {NetKernel<Float256>::layer};

}  // namespace kibitz

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
