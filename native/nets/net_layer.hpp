// One dense layer of a network, its weights laid out for the CPU, and the choice of the CPU path.
//
// Weights are there twice. `rows` is [in][wide], for a single observation: only the rows of inputs that
// are not 0 are read. `panels` is [wide / 16][in][16], for batches: a panel stays in the first cache
// while all rows of a block pass by. `wide` is `out` rounded up to whole panels, filled with zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "core/cpu_path.hpp"

namespace kibitz {

inline constexpr int kNetPanel = 16;         // outputs; the lanes of the widest register
inline constexpr int kNetBlock = 64;         // rows that pass through the network together
inline constexpr float kNetEpsilon = 1e-5F;  // of the layer norm

// Cache lines are 64 bytes: no load of a register crosses one.
template <class T>
struct NetAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlign{64};
  NetAllocator() = default;
  template <class U>
  explicit NetAllocator(const NetAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kAlign)); }
  void deallocate(T* p, std::size_t n) { ::operator delete(p, n * sizeof(T), kAlign); }
  bool operator==(const NetAllocator&) const = default;
};
using NetFloats = std::vector<float, NetAllocator<float>>;

struct NetLayer {
  int in = 0;
  int out = 0;
  int wide = 0;
  bool relu = false;
  bool residual = false;  // adds its input, after the relu
  NetFloats rows;
  NetFloats panels;
  NetFloats bias;   // [wide]
  NetFloats scale;  // [wide] of the layer norm; empty without one
  NetFloats shift;

  // A layer that is not there answers nothing.
  bool empty() const { return out == 0; }
};

// The inputs of a block of rows that are not 0.
struct NetSparse {
  std::vector<std::uint32_t> offset;  // of the weights' row: input * wide
  std::vector<float> value;
  std::vector<std::uint32_t> first;  // where each row begins; one more at the end
};

// What one CPU path offers: y[rows, wide] = layer(x[rows, stride]).
struct NetFunctions {
  void (*layer)(const NetLayer& layer, const float* x, int stride, int rows, NetSparse& sparse,
                float* y);
};
extern const NetFunctions kNetPortable;
extern const NetFunctions kNetAvx2;
extern const NetFunctions kNetAvx512;
const NetFunctions& net_functions(CpuPath path);

}  // namespace kibitz
