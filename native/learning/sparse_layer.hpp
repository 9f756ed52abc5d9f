// The first layer of a network in training, over inputs that are mostly 0.
//
// One in seven inputs of an observation is not 0, so a first layer that reads only those does a seventh of
// the work of a dense one, forward and backward. Rows are stored compressed: the entries of row i are
// [first[i], first[i + 1]). `chosen` names the rows of a minibatch, so that nothing is copied for it.
//
//   forward    y[r] = bias + sum over entries of value * weight[index]
//   gradient   d_weight[index] += value * d_y[r]
//
// Outputs are taken in blocks of registers, as many as one CPU path holds; the body is compiled once for each
// path. Sums run over the entries in their order, and rows in theirs, so results do not depend on the path.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/compiler.hpp"
#include "core/flat.hpp"
#include "core/lanes.hpp"
#include "nets/net_layer.hpp"

namespace kibitz {

struct SparseRows {
  std::span<const std::int64_t> first;  // one more than rows
  std::span<const std::uint16_t> index;
  std::span<const float> value;

  std::int64_t rows() const { return static_cast<std::int64_t>(first.size()) - 1; }
};

// Rows as they are built, one after the other.
struct SparseStore {
  std::vector<std::int64_t> first = {0};
  std::vector<std::uint16_t> index;
  std::vector<float> value;

  // Appends a row of n numbers. Eight zeros at a time are skipped with one test.
  void add(const float* x, int n) {
    constexpr int kStride = 8;
    const auto take = [&](int k) {
      if (x[k] == 0.0F) return;
      index.push_back(static_cast<std::uint16_t>(k));
      value.push_back(x[k]);
    };
    int k = 0;
    for (; k + kStride <= n; k += kStride) {
      std::array<std::uint64_t, kStride / 2> words;
      std::memcpy(words.data(), x + k, sizeof words);
      if ((words[0] | words[1] | words[2] | words[3]) == 0) continue;
      for (int j = 0; j < kStride; ++j) take(k + j);
    }
    for (; k < n; ++k) take(k);
    first.push_back(static_cast<std::int64_t>(index.size()));
  }

  // Appends row i of another store.
  void copy(const SparseStore& other, int i) {
    const auto row = static_cast<std::size_t>(i);
    const auto begin = static_cast<std::ptrdiff_t>(other.first[row]);
    const auto end = static_cast<std::ptrdiff_t>(other.first[row + 1]);
    index.insert(index.end(), other.index.begin() + begin, other.index.begin() + end);
    value.insert(value.end(), other.value.begin() + begin, other.value.begin() + end);
    first.push_back(static_cast<std::int64_t>(index.size()));
  }

  int size() const { return static_cast<int>(first.size()) - 1; }

  void clear() {
    first.assign(1, 0);
    index.clear();
    value.clear();
  }
};

namespace sparse_layer {

#if KIBITZ_GNU
using V = float __attribute__((vector_size(64)));
#else
using V = Lanes<float, 16>;
#endif
constexpr int kLanes = 16;
constexpr int kBlock = 8;  // registers of outputs at once

#if KIBITZ_GNU
#define KIBITZ_INLINE inline __attribute__((always_inline))
#else
#define KIBITZ_INLINE inline
#endif

template <int N>
KIBITZ_INLINE void forward_block(const SparseRows& x, std::span<const std::int64_t> chosen,
                                 const float* weight, const float* bias, std::ptrdiff_t out,
                                 std::ptrdiff_t column, float* y) {
  for (std::size_t r = 0; r < chosen.size(); ++r) {
    V sum[N];
    std::memcpy(sum, bias + column, sizeof sum);
    const auto row = static_cast<std::size_t>(chosen[r]);
    for (std::int64_t i = x.first[row]; i < x.first[row + 1]; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const float value = x.value[k];
      const float* from = weight + x.index[k] * out + column;
      for (int j = 0; j < N; ++j) {
        V w;
        std::memcpy(&w, from + j * kLanes, sizeof w);
        sum[j] += w * value;
      }
    }
    std::memcpy(y + static_cast<std::ptrdiff_t>(r) * out + column, sum, sizeof sum);
  }
}

template <int N>
KIBITZ_INLINE void gradient_block(const SparseRows& x, std::span<const std::int64_t> chosen,
                                  const float* d_y, std::ptrdiff_t out, std::ptrdiff_t column,
                                  float* d_weight) {
  for (std::size_t r = 0; r < chosen.size(); ++r) {
    V d[N];
    std::memcpy(d, d_y + static_cast<std::ptrdiff_t>(r) * out + column, sizeof d);
    const auto row = static_cast<std::size_t>(chosen[r]);
    for (std::int64_t i = x.first[row]; i < x.first[row + 1]; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const float value = x.value[k];
      float* to = d_weight + x.index[k] * out + column;
      for (int j = 0; j < N; ++j) {
        V w;
        std::memcpy(&w, to + j * kLanes, sizeof w);
        w += d[j] * value;
        std::memcpy(to + j * kLanes, &w, sizeof w);
      }
    }
  }
}

// `out` is a multiple of 16: whole blocks, then single registers.
KIBITZ_INLINE void forward_body(const SparseRows& x, std::span<const std::int64_t> chosen,
                                const float* weight, const float* bias, std::ptrdiff_t out,
                                float* y) {
  std::ptrdiff_t column = 0;
  for (; column + kBlock * kLanes <= out; column += kBlock * kLanes) {
    forward_block<kBlock>(x, chosen, weight, bias, out, column, y);
  }
  for (; column < out; column += kLanes) {
    forward_block<1>(x, chosen, weight, bias, out, column, y);
  }
}

KIBITZ_INLINE void gradient_body(const SparseRows& x, std::span<const std::int64_t> chosen,
                                 const float* d_y, std::ptrdiff_t out, float* d_weight) {
  std::ptrdiff_t column = 0;
  for (; column + kBlock * kLanes <= out; column += kBlock * kLanes) {
    gradient_block<kBlock>(x, chosen, d_y, out, column, d_weight);
  }
  for (; column < out; column += kLanes) {
    gradient_block<1>(x, chosen, d_y, out, column, d_weight);
  }
}

#undef KIBITZ_INLINE

#if KIBITZ_X86
#define KIBITZ_PATH(name, target_names)                                               \
  __attribute__((target(target_names))) inline void forward_##name(                   \
      const SparseRows& x, std::span<const std::int64_t> chosen, const float* weight, \
      const float* bias, std::ptrdiff_t out, float* y) {                              \
    forward_body(x, chosen, weight, bias, out, y);                                    \
  }                                                                                   \
  __attribute__((target(target_names))) inline void gradient_##name(                  \
      const SparseRows& x, std::span<const std::int64_t> chosen, const float* d_y,    \
      std::ptrdiff_t out, float* d_weight) {                                          \
    gradient_body(x, chosen, d_y, out, d_weight);                                     \
  }
KIBITZ_PATH(avx512, "avx512f,avx512vl")
KIBITZ_PATH(avx2, "avx2")
#undef KIBITZ_PATH
#endif

}  // namespace sparse_layer

// y is [chosen, out]; every entry's index is below the inputs of `weight`, which the caller has checked.
inline void sparse_forward(const SparseRows& x, std::span<const std::int64_t> chosen,
                           const float* weight, const float* bias, int out, float* y,
                           [[maybe_unused]] CpuPath path) {
#if KIBITZ_X86
  if (path == CpuPath::avx512) return sparse_layer::forward_avx512(x, chosen, weight, bias, out, y);
  if (path == CpuPath::avx2) return sparse_layer::forward_avx2(x, chosen, weight, bias, out, y);
#endif
  sparse_layer::forward_body(x, chosen, weight, bias, out, y);
}

// Adds to d_weight.
inline void sparse_gradient(const SparseRows& x, std::span<const std::int64_t> chosen,
                            const float* d_y, int out, float* d_weight,
                            [[maybe_unused]] CpuPath path) {
#if KIBITZ_X86
  if (path == CpuPath::avx512) return sparse_layer::gradient_avx512(x, chosen, d_y, out, d_weight);
  if (path == CpuPath::avx2) return sparse_layer::gradient_avx2(x, chosen, d_y, out, d_weight);
#endif
  sparse_layer::gradient_body(x, chosen, d_y, out, d_weight);
}

}  // namespace kibitz
