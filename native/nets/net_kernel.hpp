// A dense layer, compiled once for each CPU path (net_{portable,avx2,avx512}.cpp).
//
// V is a register of floats: a vector type of GCC and Clang, or Lanes. Two ways to the same numbers:
//   sparse   one row at a time over its inputs that are not 0; eight registers of outputs at once
//   tiles    four or eight rows by 16 outputs over all inputs, the weights loaded once for all rows
// Sums are those of net.hpp in either, so which one is taken is a question of speed alone.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "nets/net_layer.hpp"

namespace kibitz {

namespace {

template <class V>
struct NetKernel {
  static constexpr int kLanes = static_cast<int>(sizeof(V) / sizeof(float));
  static constexpr int kAcross = kLanes == kNetPanel ? 1 : 2;  // registers of a tile
  static constexpr int kDown = kLanes == kNetPanel ? 8 : 4;    // rows of a tile
  static constexpr int kChunk = 8;                             // registers of a sparse row

  static V load(const float* from) {
    V v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }
  static void store(float* to, V v) { std::memcpy(to, &v, sizeof v); }
  static V all(float x) {
    if constexpr (std::is_class_v<V>) {
      return V::all(x);
    } else {
      return x - V{};  // a plain broadcast: `x + V{}` would cost an addition, which makes -0 a 0
    }
  }
  static V positive(V v) {
    if constexpr (std::is_class_v<V>) {
      return V::made([&](int i) { return v[i] > 0.0F ? v[i] : 0.0F; });
    } else {
      const V zero{};
      return v > zero ? v : zero;
    }
  }

  static void layer(const NetLayer& l, const float* x, int stride, int rows, NetSparse& sparse,
                    float* y) {
    const int tiled = use_tiles(l, x, stride, rows) ? rows - rows % kDown : 0;
    if (tiled > 0) tiles(l, x, stride, tiled, y);
    if (tiled < rows) {
      const std::ptrdiff_t skip = tiled;
      scan(l, x + skip * stride, stride, rows - tiled, sparse);
      sparse_rows(l, sparse, rows - tiled, y + skip * l.wide);
    }
    for (std::ptrdiff_t r = 0; r < rows; ++r) finish(l, x + r * stride, y + r * l.wide);
  }

 private:
  // The first row stands for all.
  static bool use_tiles(const NetLayer& l, const float* x, int stride, int rows) {
    if (rows < kDown || stride < l.in) return false;
    int used = 0;
    for (int k = 0; k < l.in; ++k) used += x[k] != 0.0F;
    return 3 * used > l.in;
  }

  static void scan(const NetLayer& l, const float* x, int stride, int rows, NetSparse& sparse) {
    std::uint32_t n = 0;
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
      sparse.first[static_cast<std::size_t>(r)] = n;
      const float* row = x + r * stride;
      for (int k = 0; k < l.in; ++k) {
        sparse.offset[n] = static_cast<std::uint32_t>(k) * static_cast<std::uint32_t>(l.wide);
        sparse.value[n] = row[k];
        n += row[k] != 0.0F;
      }
    }
    sparse.first[static_cast<std::size_t>(rows)] = n;
  }

  static void sparse_rows(const NetLayer& l, const NetSparse& sparse, int rows, float* y) {
    constexpr int kStep = kChunk * kLanes;
    int column = 0;
    for (; column + kStep <= l.wide; column += kStep) {
      for (int r = 0; r < rows; ++r) sparse_row<kChunk>(l, sparse, r, column, y);
    }
    for (; column < l.wide; column += kNetPanel) {
      for (int r = 0; r < rows; ++r) sparse_row<kNetPanel / kLanes>(l, sparse, r, column, y);
    }
  }

  template <int N>
  static void sparse_row(const NetLayer& l, const NetSparse& sparse, std::ptrdiff_t r, int column,
                         float* y) {
    const float* bias = l.bias.data() + column;
    const float* weights = l.rows.data() + column;
    V sum[N];
    for (int j = 0; j < N; ++j) sum[j] = load(bias + j * kLanes);
    const std::uint32_t last = sparse.first[static_cast<std::size_t>(r) + 1];
    for (std::uint32_t i = sparse.first[static_cast<std::size_t>(r)]; i < last; ++i) {
      const V input = all(sparse.value[i]);
      const float* row = weights + sparse.offset[i];
      for (int j = 0; j < N; ++j) sum[j] += input * load(row + j * kLanes);
    }
    float* out = y + r * l.wide + column;
    for (int j = 0; j < N; ++j) store(out + j * kLanes, sum[j]);
  }

  static void tiles(const NetLayer& l, const float* x, int stride, int rows, float* y) {
    constexpr int kStep = kAcross * kLanes;
    for (int panel = 0; panel < l.wide; panel += kNetPanel) {
      const float* weights = l.panels.data() + static_cast<std::ptrdiff_t>(panel) * l.in;
      for (int part = 0; part < kNetPanel; part += kStep) {
        for (std::ptrdiff_t r = 0; r < rows; r += kDown) {
          tile(l, weights + part, x + r * stride, stride, l.bias.data() + panel + part,
               y + r * l.wide + panel + part);
        }
      }
    }
  }

  static void tile(const NetLayer& l, const float* weights, const float* x, int stride,
                   const float* bias, float* y) {
    V sum[kDown][kAcross];
    for (int r = 0; r < kDown; ++r) {
      for (int j = 0; j < kAcross; ++j) sum[r][j] = load(bias + j * kLanes);
    }
    const std::ptrdiff_t n = l.in;
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      V row[kAcross];
      for (int j = 0; j < kAcross; ++j) row[j] = load(weights + k * kNetPanel + j * kLanes);
      for (std::ptrdiff_t r = 0; r < kDown; ++r) {
        const V input = all(x[r * stride + k]);
        for (int j = 0; j < kAcross; ++j) sum[r][j] += input * row[j];
      }
    }
    for (std::ptrdiff_t r = 0; r < kDown; ++r) {
      for (int j = 0; j < kAcross; ++j) store(y + r * l.wide + j * kLanes, sum[r][j]);
    }
  }

  // Layer norm, relu and residual connection of one row.
  static void finish(const NetLayer& l, const float* x, float* y) {
    if (!l.scale.empty()) normalise(l, y);
    if (!l.relu) return;
    for (int j = 0; j < l.wide; j += kLanes) store(y + j, positive(load(y + j)));
    if (!l.residual) return;
    for (int j = 0; j < l.out; ++j) y[j] += x[j];
  }

  static void normalise(const NetLayer& l, float* y) {
    const auto n = static_cast<float>(l.out);
    const float mean = sum<false>(l, y) / n;
    for (int j = 0; j < l.out; ++j) y[j] -= mean;
    const float variance = sum<true>(l, y) / n;
    const float spread = std::sqrt(variance + kNetEpsilon);
    for (int j = 0; j < l.wide; j += kLanes) {
      store(y + j, load(y + j) / all(spread) * load(l.scale.data() + j) + load(l.shift.data() + j));
    }
  }

  // Of the numbers or of their squares, in 16 lanes that are folded pairwise; beyond `out` all is 0.
  template <bool kSquares>
  static float sum(const NetLayer& l, const float* y) {
    constexpr int kParts = kNetPanel / kLanes;
    V parts[kParts] = {};
    for (int j = 0; j < l.wide; j += kNetPanel) {
      for (int i = 0; i < kParts; ++i) {
        const V v = load(y + j + i * kLanes);
        parts[i] += kSquares ? v * v : v;
      }
    }
    float lanes[kNetPanel];
    for (int i = 0; i < kParts; ++i) store(lanes + i * kLanes, parts[i]);
    for (int half = kNetPanel / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    }
    return lanes[0];
  }
};

}  // namespace

}  // namespace kibitz
