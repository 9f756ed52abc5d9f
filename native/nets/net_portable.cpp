// Dense layers without any instruction beyond the base of the platform: four floats in 128 bits, which
// is SSE2 on x86-64 and NEON on ARM.
#include "core/compiler.hpp"
#include "core/lanes.hpp"
#include "nets/net_kernel.hpp"

namespace kibitz {

#if KIBITZ_GNU
using Float128 = float __attribute__((vector_size(16)));
#else
using Float128 = Lanes<float, 4>;
#endif

const NetFunctions kNetPortable = {NetKernel<Float128>::layer};

}  // namespace kibitz
