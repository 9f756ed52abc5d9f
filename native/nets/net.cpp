// Networks at run time: reading the description, laying out the weights, and the way through the layers.
#include "nets/net.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "core/compiler.hpp"
#include "core/small.hpp"

namespace kibitz {

namespace {

constexpr float kWeightMax = 1e6F;           // as in kibitz/nets/net.py
constexpr std::size_t kLayerMax = 1U << 28;  // weights of one layer

int rounded(int width) {
  return (width + kNetPanel - 1) / kNetPanel * kNetPanel;
}

// Hands out the tensors in their order, each checked.
class Taker {
 public:
  explicit Taker(std::span<const std::span<const float>> tensors) : tensors_(tensors) {}

  std::span<const float> take(std::size_t size) {
    if (next_ == tensors_.size()) throw Malformed("a network with too few tensors");
    const std::span<const float> tensor = tensors_[next_++];
    if (tensor.size() != size) throw Malformed("a tensor of another size than the description has");
    const auto fits = [](float x) { return std::abs(x) <= kWeightMax; };
    if (!std::ranges::all_of(tensor, fits)) throw Malformed("a weight that is NaN or too large");
    return tensor;
  }

  void end() const {
    if (next_ != tensors_.size()) throw Malformed("a network with too many tensors");
  }

 private:
  std::span<const std::span<const float>> tensors_;
  std::size_t next_ = 0;
};

NetFloats padded(std::span<const float> from, int wide) {
  NetFloats to(static_cast<std::size_t>(wide), 0.0F);
  std::ranges::copy(from, to.begin());
  return to;
}

NetLayer linear(Taker& taker, int in, int out) {
  NetLayer layer;
  layer.in = in;
  layer.out = out;
  layer.wide = rounded(out);
  const auto n = static_cast<std::size_t>(in);
  const auto wide = static_cast<std::size_t>(layer.wide);
  if (n * wide > kLayerMax) throw Malformed("a layer with too many weights");
  const auto width = static_cast<std::size_t>(out);
  const std::span<const float> weights = taker.take(n * width);
  layer.bias = padded(taker.take(width), layer.wide);
  layer.rows.assign(n * wide, 0.0F);
  layer.panels.assign(n * wide, 0.0F);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = 0; j < width; ++j) {
      const float weight = weights[k * width + j];
      layer.rows[k * wide + j] = weight;
      layer.panels[(j / kNetPanel * n + k) * kNetPanel + j % kNetPanel] = weight;
    }
  }
  return layer;
}

void grow(NetFloats& floats, std::size_t size) {
  if (floats.size() < size) floats.resize(size);
}

void prepare(Net::Scratch& scratch, std::size_t rows, std::size_t widest, std::size_t most) {
  grow(scratch.now, rows * widest);
  grow(scratch.next, rows * widest);
  grow(scratch.head, 2 * rows * widest);
  NetSparse& sparse = scratch.sparse;
  if (sparse.offset.size() < rows * most + 1) {
    sparse.offset.resize(rows * most + 1);
    sparse.value.resize(rows * most + 1);
  }
  if (sparse.first.size() < rows + 1) sparse.first.resize(rows + 1);
}

// The same order as in the kernel and in numpy.
float sum_in_lanes(const float* x, int n) {
  std::array<float, kNetPanel> lanes{};
  for (int j = 0; j < n; ++j) at(lanes, j % kNetPanel) += x[j];
  for (int half = kNetPanel / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) at(lanes, i) += at(lanes, i + half);
  }
  return lanes[0];
}

// Copies columns [first, first + n) of rows that are `wide` apart.
void copy_columns(const float* from, int wide, int rows, int first, int n, float* to) {
  for (std::ptrdiff_t r = 0; r < rows; ++r) std::copy_n(from + r * wide + first, n, to + r * n);
}

}  // namespace

NetShape NetShape::read(Reader& reader) {
  NetShape shape;
  shape.inputs = reader.number(1, kInputsMax);
  shape.actions = reader.number(1, kWidthMax);
  shape.values = reader.number(1, kWidthMax);
  const int layers = reader.number(1, kLayersMax);
  for (int i = 0; i < layers; ++i) shape.trunk.push_back(reader.number(1, kWidthMax));
  shape.residual = reader.flag();
  shape.layer_norm = reader.flag();
  shape.policy = reader.flag();
  shape.value = reader.flag();
  shape.q = reader.flag();
  shape.dueling = reader.flag();
  shape.cards = reader.number(0, kWidthMax);
  shape.places = reader.number(0, kWidthMax);
  shape.moments = reader.flag();
  reader.end();
  if ((shape.cards == 0) != (shape.places == 0)) throw Malformed("cards without places");
  if (std::int64_t{shape.cards} * shape.places > kWidthMax) throw Malformed("too many locations");
  if (!shape.policy && !shape.value && !shape.q && shape.cards == 0 && !shape.moments) {
    throw Malformed("a network without a head");
  }
  return shape;
}

Net::Net(const NetShape& shape, std::span<const std::span<const float>> tensors) : shape_(shape) {
  Taker taker(tensors);
  int width = shape.inputs;
  for (const int out : shape.trunk) {
    NetLayer layer = linear(taker, width, out);
    layer.relu = true;
    layer.residual = shape.residual && !trunk_.empty() && width == out;
    if (shape.layer_norm) {
      layer.scale = padded(taker.take(static_cast<std::size_t>(out)), layer.wide);
      layer.shift = padded(taker.take(static_cast<std::size_t>(out)), layer.wide);
    }
    trunk_.push_back(std::move(layer));
    width = out;
  }
  if (shape.policy) policy_ = linear(taker, width, shape.actions);
  if (shape.value) value_ = linear(taker, width, shape.values);
  if (shape.q) q_ = linear(taker, width, shape.actions);
  if (shape.q && shape.dueling) q_state_ = linear(taker, width, 1);
  if (shape.cards > 0) locations_ = linear(taker, width, shape.cards * shape.places);
  if (shape.moments) moments_ = linear(taker, width, 2 * shape.values);
  taker.end();
}

void Net::forward(const float* x, int rows, Scratch& scratch, const Outputs& out,
                  CpuPath path) const {
  if ((out.policy != nullptr && !has_policy()) || (out.value != nullptr && !has_value()) ||
      (out.q != nullptr && !has_q()) || (out.locations != nullptr && !has_locations()) ||
      ((out.mean != nullptr || out.log_variance != nullptr) && !has_moments())) {
    throw Malformed("a head that the network does not have");
  }
  const auto skip = [](float* p, int row, int width) {
    return p == nullptr ? nullptr : p + static_cast<std::ptrdiff_t>(row) * width;
  };
  for (int row = 0; row < rows; row += kNetBlock) {
    const Outputs here = {skip(out.policy, row, shape_.actions),
                          skip(out.value, row, shape_.values),
                          skip(out.q, row, shape_.actions),
                          skip(out.locations, row, shape_.cards * shape_.places),
                          skip(out.mean, row, shape_.values),
                          skip(out.log_variance, row, shape_.values)};
    block(x + static_cast<std::ptrdiff_t>(row) * shape_.inputs, std::min(kNetBlock, rows - row),
          scratch, here, path);
  }
}

void Net::block(const float* x, int rows, Scratch& scratch, const Outputs& out,
                CpuPath path) const {
  const NetFunctions& functions = net_functions(path);
  int widest = 0;
  int most = shape_.inputs;
  for (const NetLayer& layer : trunk_) widest = std::max(widest, layer.wide);
  for (const NetLayer* head : {&policy_, &value_, &q_, &locations_, &moments_}) {
    widest = std::max(widest, head->wide);
  }
  most = std::max(most, widest);
  prepare(scratch, static_cast<std::size_t>(rows), static_cast<std::size_t>(widest),
          static_cast<std::size_t>(most));

  int stride = shape_.inputs;
  for (const NetLayer& layer : trunk_) {
    functions.layer(layer, x, stride, rows, scratch.sparse, scratch.next.data());
    std::swap(scratch.now, scratch.next);
    x = scratch.now.data();
    stride = layer.wide;
  }
  const auto ask = [&](const NetLayer& head, float* to) {
    functions.layer(head, x, stride, rows, scratch.sparse, to);
  };
  float* y = scratch.head.data();
  const auto whole = [&](const NetLayer& head, float* to) {
    ask(head, y);
    copy_columns(y, head.wide, rows, 0, head.out, to);
  };
  if (out.policy != nullptr) whole(policy_, out.policy);
  if (out.value != nullptr) whole(value_, out.value);
  if (out.locations != nullptr) whole(locations_, out.locations);
  if (out.q != nullptr) {
    whole(q_, out.q);
    if (!q_state_.empty()) {
      ask(q_state_, y);
      for (std::ptrdiff_t r = 0; r < rows; ++r) {
        float* q = out.q + r * shape_.actions;
        const float mean = sum_in_lanes(q, shape_.actions) / static_cast<float>(shape_.actions);
        for (int a = 0; a < shape_.actions; ++a) q[a] = y[r * q_state_.wide] + (q[a] - mean);
      }
    }
  }
  if (out.mean != nullptr || out.log_variance != nullptr) {
    ask(moments_, y);
    const int n = shape_.values;
    if (out.mean != nullptr) copy_columns(y, moments_.wide, rows, 0, n, out.mean);
    if (out.log_variance != nullptr) copy_columns(y, moments_.wide, rows, n, n, out.log_variance);
  }
}

const NetFunctions& net_functions(CpuPath path) {
  if (!has_cpu_path(path)) throw Malformed("this CPU has no such path");
#if KIBITZ_X86
  if (path == CpuPath::avx512) return kNetAvx512;
  if (path == CpuPath::avx2) return kNetAvx2;
#endif
  return kNetPortable;
}

}  // namespace kibitz
