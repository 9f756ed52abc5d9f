// CPU paths: the same work compiled for several instruction sets, chosen at run time.
//
// All paths give the same results. The functions are not inline: a header compiled for AVX-512 must
// not leave its copy of them to code that runs everywhere.
#pragma once

#include <string>

namespace kibitz {

enum class CpuPath { portable, avx2, avx512 };

// Whether this CPU has a path. AVX-512 means F, BW, DQ and VL, which came together; code that counts
// bits in registers also needs VPOPCNTDQ, which came later.
bool has_cpu_path(CpuPath path, bool counts_bits = false);

// The widest path that this CPU has.
CpuPath best_cpu_path(bool counts_bits = false);

// "portable", "avx2" or "avx512", and back; other names are Malformed.
const char* cpu_path_name(CpuPath path);
CpuPath cpu_path_of(const std::string& name);

}  // namespace kibitz
