// The sparse first layer in training, for kibitz/learning/sparse.py.
#include "learning/sparse_layer.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace kibitz {

namespace nb = nanobind;

namespace {

template <class T>
using Line = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
nb::object own(std::vector<T>&& numbers) {
  auto* held = new std::vector<T>(std::move(numbers));
  const nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(held->data(), {held->size()}, owner));
}

template <class T>
std::span<T> span_of(const Line<T>& line) {
  return {line.data(), line.shape(0)};
}

nb::tuple compress(const Matrix<const float>& x) {
  const std::size_t width = x.shape(1);
  if (width > std::numeric_limits<std::uint16_t>::max()) throw Malformed("rows that are too wide");
  SparseStore store;
  {
    const nb::gil_scoped_release release;
    store.first.reserve(x.shape(0) + 1);
    for (std::size_t r = 0; r < x.shape(0); ++r) {
      store.add(x.data() + r * width, static_cast<int>(width));
    }
  }
  return nb::make_tuple(own(std::move(store.first)), own(std::move(store.index)),
                        own(std::move(store.value)));
}

// Rows, with all that the kernels rely on checked once. The arrays must live as long as this does.
struct BoundRows {
  Line<const std::int64_t> first;
  Line<const std::uint16_t> index;
  Line<const float> value;
  int inputs = 0;  // one more than the largest index

  BoundRows(Line<const std::int64_t> first_, Line<const std::uint16_t> index_,
            Line<const float> value_)
      : first(std::move(first_)), index(std::move(index_)), value(std::move(value_)) {
    const auto starts = span_of(first);
    if (starts.empty() || starts.front() != 0 || !std::ranges::is_sorted(starts) ||
        static_cast<std::size_t>(starts.back()) != index.shape(0) ||
        index.shape(0) != value.shape(0)) {
      throw Malformed("compressed rows that do not fit together");
    }
    for (const std::uint16_t k : span_of(index)) inputs = std::max(inputs, k + 1);
  }

  SparseRows rows() const { return {span_of(first), span_of(index), span_of(value)}; }
};

void check(const BoundRows& x, const Line<const std::int64_t>& chosen, std::size_t inputs,
           std::size_t out, std::size_t rows) {
  const std::int64_t n = x.rows().rows();
  const auto fits = [n](std::int64_t row) { return row >= 0 && row < n; };
  if (static_cast<std::size_t>(x.inputs) > inputs || out % sparse_layer::kLanes != 0 ||
      rows != chosen.shape(0) || !std::ranges::all_of(span_of(chosen), fits)) {
    throw Malformed("a sparse layer whose parts do not fit together");
  }
}

void forward(const BoundRows& x, const Line<const std::int64_t>& chosen,
             const Matrix<const float>& weight, const Line<const float>& bias,
             const Matrix<float>& y) {
  const std::size_t out = weight.shape(1);
  check(x, chosen, weight.shape(0), out, y.shape(0));
  if (bias.shape(0) != out || y.shape(1) != out) throw Malformed("a layer of another width");
  const nb::gil_scoped_release release;
  sparse_forward(x.rows(), span_of(chosen), weight.data(), bias.data(), static_cast<int>(out),
                 y.data(), best_cpu_path());
}

void gradient(const BoundRows& x, const Line<const std::int64_t>& chosen,
              const Matrix<const float>& d_y, const Matrix<float>& d_weight) {
  const std::size_t out = d_weight.shape(1);
  check(x, chosen, d_weight.shape(0), out, d_y.shape(0));
  if (d_y.shape(1) != out) throw Malformed("a layer of another width");
  const nb::gil_scoped_release release;
  sparse_gradient(x.rows(), span_of(chosen), d_y.data(), static_cast<int>(out), d_weight.data(),
                  best_cpu_path());
}

}  // namespace

void bind_sparse_layer(nb::module_& m) {
  m.def("compress", &compress, nb::arg("x"));
  nb::class_<BoundRows>(m, "SparseRows")
      .def(nb::init<Line<const std::int64_t>, Line<const std::uint16_t>, Line<const float>>(),
           nb::arg("first"), nb::arg("index"), nb::arg("value"))
      .def("forward", &forward, nb::arg("chosen"), nb::arg("weight"), nb::arg("bias"), nb::arg("y"))
      .def("gradient", &gradient, nb::arg("chosen"), nb::arg("d_y"), nb::arg("d_weight"));
}

}  // namespace kibitz
