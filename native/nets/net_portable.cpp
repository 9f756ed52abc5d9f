// Dense layers without any instruction beyond the base of the platform: four floats in 128 bits, which
// is SSE2 on x86-64 and NEON on ARM.
#include "nets/net_kernel.hpp"

namespace kibitz {

using Float128 = float __attribute__((vector_size(16)));

const NetFunctions kNetPortable = {NetKernel<Float128>::layer};

}  // namespace kibitz
