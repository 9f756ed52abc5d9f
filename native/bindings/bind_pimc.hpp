// One template binds the solving of worlds: Pimc<G> as the class <game>_pimc. Its only caller is
// kibitz/search/pimc_worlds.py.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "core/game.hpp"
#include "search/pimc.hpp"

namespace kibitz {

namespace nb = nanobind;

template <GameRules G>
void bind_pimc(nb::module_& m) {
  using Self = Pimc<G>;
  using Numbers = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  using Hands = nb::ndarray<Cards, nb::shape<-1, Self::kSeats>, nb::c_contig, nb::device::cpu>;
  using Codes = nb::ndarray<typename Self::Code, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
  const auto numbers_of = [](const Numbers& array) {
    return std::span<const std::uint64_t>(array.data(), array.shape(0));
  };
  static const std::string name = std::string(G::name) + "_pimc";
  nb::class_<Self>(m, name.c_str())
      .def(
          "__init__",
          [](Self* self, const History<G>& world, std::uint64_t seed, int seat, int reach) {
            new (self) Self(world.options(), world.position(), seed, seat, reach);
          },
          nb::arg("world"), nb::arg("seed"), nb::arg("seat"), nb::arg("reach"))
      .def(
          "add_world", [](Self& self, const History<G>& w) { self.add_world(w.position()); },
          nb::arg("world"))
      .def("hide", &Self::hide, nb::arg("cards"), nb::arg("seats"), nb::arg("sizes"),
           nb::arg("excluded"))
      .def("locate", &Self::locate, nb::arg("weights"))
      .def("count", &Self::count)
      .def("list_all", &Self::list)
      .def("marks", &Self::marks)
      .def(
          "hands",
          [numbers_of](const Self& self, const Numbers& numbers, const Hands& out) {
            self.hands(numbers_of(numbers), std::span<Cards>(out.data(), out.size()));
          },
          nb::arg("numbers"), nb::arg("out"))
      .def(
          "solve",
          [numbers_of](const Self& self, const Numbers& numbers, const Codes& out, int threads) {
            if (threads < 1 || threads > 256) throw Malformed("from 1 to 256 threads");
            nb::gil_scoped_release release;
            self.solve(numbers_of(numbers), std::span(out.data(), out.size()), threads);
          },
          nb::arg("numbers"), nb::arg("out"), nb::arg("threads"));
}

}  // namespace kibitz
