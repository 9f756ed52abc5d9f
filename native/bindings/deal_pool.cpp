// Deal pools as a class of kibitz._native; kibitz/search/deal_pool/writing.py calls it from its threads.
#include "search/deal_pool.hpp"

#include <nanobind/nanobind.h>

#include "core/flat.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

constexpr int kBlockMax = 1 << 16;  // deals

double_dummy::Play pool_play(int number) {
  if (number < 0 || number > 1) throw Malformed("pools are of play 0, Belote, or 1, Codepiece");
  return static_cast<double_dummy::Play>(number);
}

nb::bytes fill(PoolFiller& filler, std::uint64_t first, int count) {
  if (count < 1 || count > kBlockMax) throw Malformed("a block has from 1 to 65536 deals");
  PoolFiller::Bytes rows;
  {
    nb::gil_scoped_release release;
    rows = filler.fill(first, count);
  }
  return nb::bytes(rows.data(), rows.size());
}

}  // namespace

void bind_deal_pool(nb::module_& m) {
  nb::class_<PoolFiller>(m, "PoolFiller")
      .def(
          "__init__",
          [](PoolFiller* self, int play, std::uint64_t seed) {
            new (self) PoolFiller(pool_play(play), seed);
          },
          nb::arg("play"), nb::arg("seed"), "Play 0 is Belote, 1 Codepiece.")
      .def("fill", &fill, nb::arg("first"), nb::arg("count"),
           "The rows of so many deals from number `first` on; nothing after `stop`.")
      .def("stop", &PoolFiller::stop, "Ends all filling soon.");
}

}  // namespace kibitz
