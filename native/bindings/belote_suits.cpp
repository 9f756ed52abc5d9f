// belote_permute: observations of Belote with their suits renamed, for a network that trains on all 24.
#include "games/belote_suits.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <array>
#include <string>

#include "games/belote_encoders.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

template <class T>
using Batch = nb::ndarray<T, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

BeloteSuits::Order read_perm(const std::array<int, 4>& perm) {
  BeloteSuits::Order order{};
  unsigned seen = 0;
  for (int suit = 0; suit < 4; ++suit) {
    const int renamed = at(perm, suit);
    if (renamed < 0 || renamed > 3) throw Malformed("a suit is a number from 0 to 3");
    seen |= 1U << renamed;
    at(order, suit) = small(renamed);
  }
  if (seen != 0b1111) throw Malformed("a renaming gives every suit a name of its own");
  return order;
}

// Writes the renamed rows of `observation` into `out`.
void permute(const std::string& encoding, const Batch<const float>& observation,
             const std::array<int, 4>& perm, const Batch<float>& out) {
  const BeloteSuits::Order order = read_perm(perm);
  int size = 0;
  BeloteEncoders::with(encoding, [&]<class E>(std::type_identity<E>) { size = E::kSize; });
  const std::size_t rows = observation.shape(0);
  const auto width = static_cast<std::size_t>(size);
  if (observation.shape(1) != width || out.shape(0) != rows || out.shape(1) != width) {
    throw Malformed("observations of another size");
  }
  if (out.data() == observation.data()) throw Malformed("observations renamed in place");
  for (std::size_t row = 0; row < rows; ++row) {
    BeloteSuits::permute(encoding, observation.data() + row * width, order,
                         out.data() + row * width);
  }
}

}  // namespace

void bind_belote_suits(nb::module_& m) {
  m.def("belote_permute", &permute, nb::arg("encoding"), nb::arg("observation").noconvert(),
        nb::arg("perm"), nb::arg("out").noconvert());
}

}  // namespace kibitz
