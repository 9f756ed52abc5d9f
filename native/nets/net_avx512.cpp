// Dense layers with AVX-512: sixteen floats a register.
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
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512vl")
#endif

#include "nets/net_kernel.hpp"

namespace kibitz {

using Float512 = float __attribute__((vector_size(64)));

const NetFunctions kNetAvx512 = {NetKernel<Float512>::layer};

}  // namespace kibitz

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
