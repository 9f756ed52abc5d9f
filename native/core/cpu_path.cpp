// Which instruction sets this CPU has.
#include "core/cpu_path.hpp"

#include "core/compiler.hpp"
#include "core/flat.hpp"

namespace kibitz {

bool has_cpu_path(CpuPath path, [[maybe_unused]] bool counts_bits) {
  if (path == CpuPath::portable) return true;
#if KIBITZ_X86
  __builtin_cpu_init();
  if (path == CpuPath::avx2) return __builtin_cpu_supports("avx2") != 0;
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         (!counts_bits || __builtin_cpu_supports("avx512vpopcntdq") != 0);
#else
  return false;
#endif
}

CpuPath best_cpu_path(bool counts_bits) {
  for (const CpuPath path : {CpuPath::avx512, CpuPath::avx2}) {
    if (has_cpu_path(path, counts_bits)) return path;
  }
  return CpuPath::portable;
}

const char* cpu_path_name(CpuPath path) {
  if (path == CpuPath::avx512) return "avx512";
  return path == CpuPath::avx2 ? "avx2" : "portable";
}

CpuPath cpu_path_of(const std::string& name) {
  for (const CpuPath path : {CpuPath::portable, CpuPath::avx2, CpuPath::avx512}) {
    if (name == cpu_path_name(path)) return path;
  }
  throw Malformed("CPU paths are portable, avx2 and avx512");
}

}  // namespace kibitz
