// The value network of Qwixx, for kibitz/nets/qwixx_value.py and kibitz/learning/qwixx_value.py.
#include "nets/qwixx_value.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "learning/qwixx_samples.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

template <class T>
using Flat = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void keep(std::uint64_t key, const Flat<float>& numbers) {
  const std::span<const float> all(numbers.data(), numbers.shape(0));
  QwixxNets::keep(key, std::make_shared<const QwixxNet>(all));
}

// Log-odds of positions by their inputs.
std::vector<float> logits(std::uint64_t key,
                          const nb::ndarray<const std::int16_t, nb::shape<-1, QwixxNet::kInputs>,
                                            nb::c_contig, nb::device::cpu>& inputs) {
  const std::shared_ptr<const QwixxNet> net = QwixxNets::find(key);
  std::vector<float> found;
  for (std::size_t i = 0; i < inputs.shape(0); ++i) {
    QwixxNet::Inputs one;
    std::copy_n(inputs.data() + i * one.size(), one.size(), one.begin());
    for (const int input : one) {
      if (input < 0 || input >= QwixxNet::kTable) throw Malformed("an input out of range");
    }
    found.push_back(net->logit(one));
  }
  return found;
}

template <class T>
nb::object array_of(std::vector<T>&& numbers, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(numbers));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  using Number = std::conditional_t<std::is_same_v<T, float>, float, std::int16_t>;
  return nb::cast(nb::ndarray<nb::numpy, Number>(kept->data(), shape, owner));
}

template <class Policy>
QwixxSamples samples_of(const std::vector<double>& numbers, const QwixxSampling& sampling,
                        std::uint64_t first, std::uint64_t last, int threads) {
  const nb::gil_scoped_release free;
  return QwixxSampler<Policy>(numbers, sampling).sample(first, last, threads);
}

// By the network (numbers of the policy `value`), or by ga.
nb::tuple samples(bool by_net, const std::vector<double>& numbers, std::uint64_t seed,
                  std::uint64_t first, std::uint64_t last, int openings, double explore,
                  double trace, int threads) {
  if (last < first || last - first > 10'000'000 || openings < 1 || openings > 1000 ||
      !(explore >= 0 && explore <= 1) || !(trace >= 0 && trace <= 1) || threads < 1 ||
      threads > 256) {
    throw Malformed("settings of samples");
  }
  const QwixxSampling sampling{seed, openings, explore, trace};
  QwixxSamples found = by_net ? samples_of<QwixxValue>(numbers, sampling, first, last, threads)
                              : samples_of<QwixxGa>(numbers, sampling, first, last, threads);
  const std::size_t n = found.targets.size();
  return nb::make_tuple(array_of(std::move(found.inputs), {n, std::size_t{QwixxNet::kInputs}}),
                        array_of(std::move(found.targets), {n}));
}

}  // namespace

void bind_qwixx_value(nb::module_& m) {
  m.attr("qwixx_value_numbers") = QwixxNet::kNumbers;
  m.def("qwixx_value_keep", &keep, nb::arg("key"), nb::arg("numbers"));
  m.def("qwixx_value_logits", &logits, nb::arg("key"), nb::arg("inputs"));
  m.def("qwixx_value_samples", &samples, nb::arg("by_net"), nb::arg("numbers"), nb::arg("seed"),
        nb::arg("first"), nb::arg("last"), nb::arg("openings"), nb::arg("explore"),
        nb::arg("trace"), nb::arg("threads"));
}

}  // namespace kibitz
