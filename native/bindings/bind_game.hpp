// One template binds every game: History<G> as a Python class with the name of the game.
//
// kibitz/core/native.py derives from this class and adds what both engines share (views, records,
// hashes). Methods that the contract names are bound here under their own names, because a step from
// Python must cost nothing but the call; the others begin with an underscore.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <new>

#include "core/game.hpp"
#include "search/playouts.hpp"

namespace kibitz {

namespace nb = nanobind;

// A list of Python ints without a detour through a vector.
template <class List>
nb::list to_list(const List& numbers) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(numbers.end() - numbers.begin()));
  if (list == nullptr) throw nb::python_error();
  Py_ssize_t i = 0;
  for (const auto number : numbers) PyList_SET_ITEM(list, i++, PyLong_FromLong(number));
  return nb::steal<nb::list>(list);
}

inline nb::list to_list(const Points& points, int seats) {
  PyObject* list = PyList_New(seats);
  if (list == nullptr) throw nb::python_error();
  for (int i = 0; i < seats; ++i) {
    PyList_SET_ITEM(list, i, PyFloat_FromDouble(points[static_cast<std::size_t>(i)]));
  }
  return nb::steal<nb::list>(list);
}

// The errors are made in Python, in words that both engines share; both calls raise.
[[noreturn]] inline void refuse(nb::handle state, nb::handle action) {
  nb::module_::import_("kibitz.core.game").attr("refuse")(state, action);
  throw std::logic_error("refuse returned");
}

template <GameRules G>
void bind_game(nb::module_& m) {
  using Self = History<G>;

  const auto apply = [](nb::handle_t<Self> handle, nb::handle action) {
    Self& self = *nb::inst_ptr<Self>(handle);
    int overflow = 0;
    long id = -1;
    if (PyLong_CheckExact(action.ptr())) {
      id = PyLong_AsLongAndOverflow(action.ptr(), &overflow);
    } else if (PyIndex_Check(action.ptr()) && !PyBool_Check(action.ptr())) {
      nb::object number = nb::steal(PyNumber_Index(action.ptr()));
      if (!number.is_valid()) throw nb::python_error();
      id = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
    }
    if (overflow != 0 || id < 0 || id >= G::kActions || !self.apply(static_cast<int>(id))) {
      refuse(handle, action);
    }
  };

  const auto points = [](auto function) {
    return [function](nb::handle_t<Self> handle) {
      const Self& self = *nb::inst_ptr<Self>(handle);
      if (self.player() != kOver) handle.attr("check_over")();
      Points result{};
      function(self.options(), self.position(), result);
      return to_list(result, G::seats(self.options()));
    };
  };

  nb::class_<Self>(m, G::name)
      .def(
          "__init__",
          [](Self* self, const Ints& options) {
            Reader reader{std::span<const std::int32_t>(options)};
            const typename G::Options read = G::read_options(reader);
            reader.end();
            new (self) Self(read);
          },
          nb::arg("options"))
      .def(
          "__init__", [](Self* self, const Self& other) { new (self) Self(other); },
          nb::arg("other"))
      .def_prop_ro("player", &Self::player)
      .def_prop_ro("done", [](const Self& self) { return self.player() == kOver; })
      .def_prop_ro("seed", &Self::seed)
      .def("legal",
           [](const Self& self) {
             typename G::Actions actions;
             self.legal(actions);
             return to_list(actions);
           })
      .def("apply", apply, nb::arg("action").none())
      .def("returns", points([](const auto& o, const auto& p, Points& r) { G::returns(o, p, r); }))
      .def("outcome", points([](const auto& o, const auto& p, Points& r) { G::outcome(o, p, r); }))
      .def("scores",
           [](const Self& self) {
             Points result{};
             G::scores(self.options(), self.position(), result);
             return to_list(result, G::seats(self.options()));
           })
      .def("_phase", [](const Self& self) { return G::phase(self.options(), self.position()); })
      .def("_actions", [](const Self& self) { return to_list(self.actions()); })
      .def("_chance", [](const Self& self) { return self.chance(); })
      .def("_events", [](const Self& self) { return to_list(self.events()); })
      .def("_save",
           [](const Self& self) {
             Writer writer;
             G::save(self.options(), self.position(), writer);
             return to_list(writer.take());
           })
      .def(
          "_load_flat",
          [](Self& self, const Ints& position) {
            Reader reader{std::span<const std::int32_t>(position)};
            self.load(reader);
          },
          nb::arg("position"))
      .def(
          "_take_flat", [](Self& self, const Ints& outcome) { self.take(outcome); },
          nb::arg("outcome"))
      .def("_reseed_raw", &Self::reseed, nb::arg("seed"))
      .def("_keep_seed", &Self::keep_seed, nb::arg("seed").none())
      .def(
          "_playouts",
          [](const Self& self, std::uint64_t n, std::uint64_t seed, int threads, bool portable) {
            PlayoutSums sums;
            {
              nb::gil_scoped_release release;
              sums = playouts<G>(self.options(), self.position(), n, seed, threads, portable);
            }
            const int seats = G::seats(self.options());
            return nb::make_tuple(sums.games, sums.actions, to_list(sums.returns, seats),
                                  to_list(sums.outcome, seats));
          },
          nb::arg("n"), nb::arg("seed"), nb::arg("threads"), nb::arg("portable"))
      .def("_assign", [](Self& self, const Self& other) { self = other; }, nb::arg("other"));
}

}  // namespace kibitz
