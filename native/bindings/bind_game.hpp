// One template binds every game: History<G> as a Python class with the name of the game.
//
// kibitz/core/native_state.py derives from this class and adds what both engines share (views, records,
// hashes). Methods that the contract names are bound here under their own names, because a step from
// Python must cost nothing but the call; the others begin with an underscore.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <new>

#include "core/game.hpp"
#include "search/playouts.hpp"

namespace kibitz {

namespace nb = nanobind;

// Fills a place of a new list and takes over the reference. The stable ABI has only the checked way.
inline void fill(PyObject* list, Py_ssize_t i, PyObject* item) {
#ifdef Py_LIMITED_API
  PyList_SetItem(list, i, item);
#else
  PyList_SET_ITEM(list, i, item);
#endif
}

// A list of Python ints without a detour through a vector.
template <class List>
nb::list to_list(const List& numbers) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(numbers.end() - numbers.begin()));
  if (list == nullptr) throw nb::python_error();
  Py_ssize_t i = 0;
  for (const auto number : numbers) fill(list, i++, PyLong_FromLong(number));
  return nb::steal<nb::list>(list);
}

inline nb::list to_list(const Points& points, int seats) {
  PyObject* list = PyList_New(seats);
  if (list == nullptr) throw nb::python_error();
  for (int i = 0; i < seats; ++i) {
    fill(list, i, PyFloat_FromDouble(points[static_cast<std::size_t>(i)]));
  }
  return nb::steal<nb::list>(list);
}

// The four members that every step from Python touches, as plain C functions in the slots of the type: a
// call costs half of what a bound function's dispatch does.
template <GameRules G>
struct Hot {
  using Self = History<G>;

  // The game behind a Python object; nullptr with an error set if its __init__ has not run.
  static Self* game(PyObject* self) {
    if (nb::inst_ready(self)) return nb::inst_ptr<Self>(self);
    PyErr_SetString(PyExc_TypeError, "the state has not been initialised");
    return nullptr;
  }

  static PyObject* player(PyObject* self, void*) {
    const Self* state = game(self);
    return state == nullptr ? nullptr : PyLong_FromLong(state->player());
  }

  static PyObject* done(PyObject* self, void*) {
    const Self* state = game(self);
    return state == nullptr ? nullptr : PyBool_FromLong(state->player() == kOver);
  }

  static PyObject* legal(PyObject* self, PyObject*) {
    const Self* state = game(self);
    if (state == nullptr) return nullptr;
    typename G::Actions actions;
    state->legal(actions);
    PyObject* list = PyList_New(actions.size());
    if (list == nullptr) return nullptr;
    for (int i = 0; i < actions.size(); ++i) {
      PyObject* id = at(ids, actions[i]);
      Py_INCREF(id);
      fill(list, i, id);
    }
    return list;
  }

  // Every action id as a Python int, made once.
  static inline std::array<PyObject*, G::kActions> ids{};

  static void make_ids() {
    for (int i = 0; i < G::kActions; ++i) {
      at(ids, i) = PyLong_FromLong(i);
      if (at(ids, i) == nullptr) throw nb::python_error();
    }
  }

  // A copy of the native part in a new object of the same Python type.
  static PyObject* twin(PyObject* self, PyObject*) {
    const Self* state = game(self);
    if (state == nullptr) return nullptr;
    try {
      nb::object copy = nb::inst_alloc(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(self))));
      new (nb::inst_ptr<Self>(copy)) Self(*state);
      nb::inst_mark_ready(copy);
      return copy.release().ptr();
    } catch (nb::python_error& error) {
      error.restore();
    } catch (const std::bad_alloc&) {
      PyErr_NoMemory();
    }
    return nullptr;
  }

  static PyObject* apply(PyObject* self, PyObject* action) {
    Self* state = game(self);
    if (state == nullptr) return nullptr;
    long id = -1;
    int overflow = 0;
    if (PyLong_CheckExact(action)) {
      id = PyLong_AsLongAndOverflow(action, &overflow);
    } else if (PyIndex_Check(action) && !PyBool_Check(action)) {
      PyObject* number = PyNumber_Index(action);
      if (number == nullptr) {
        PyErr_Clear();  // an array, say: refused below, in words
      } else {
        id = PyLong_AsLongAndOverflow(number, &overflow);
        Py_DECREF(number);
      }
    }
    if (overflow == 0 && id >= 0 && id < G::kActions && state->apply(static_cast<int>(id))) {
      Py_RETURN_NONE;
    }
    return refuse(self, action);
  }

  // The error is made in Python, in words that both engines share.
  static PyObject* refuse(PyObject* self, PyObject* action) {
    try {
      nb::module_::import_("kibitz.core.state")
          .attr("refuse")(nb::handle(self), nb::handle(action));
      PyErr_SetString(PyExc_SystemError, "refuse returned");
    } catch (nb::python_error& error) {
      error.restore();
    }
    return nullptr;
  }

  static inline PyMethodDef methods[] = {
      {"legal", legal, METH_NOARGS, "legal($self, /)\n--\n\nThe legal actions, ascending."},
      {"apply", apply, METH_O, "apply($self, action, /)\n--\n\nMake an action, or refuse it."},
      {"_twin", twin, METH_NOARGS, "_twin($self, /)\n--\n\nA copy of the native part."},
      {nullptr, nullptr, 0, nullptr}};
  static inline PyGetSetDef properties[] = {
      {"player", player, nullptr, "The seat to act, CHANCE, or OVER.", nullptr},
      {"done", done, nullptr, "Whether the game is over.", nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static inline PyType_Slot slots[] = {
      {Py_tp_methods, methods}, {Py_tp_getset, properties}, {0, nullptr}};
};

template <GameRules G>
void bind_game(nb::module_& m) {
  using Self = History<G>;
  Hot<G>::make_ids();

  const auto points = [](auto function) {
    return [function](nb::handle_t<Self> handle) {
      const Self& self = *nb::inst_ptr<Self>(handle);
      if (self.player() != kOver) handle.attr("check_over")();
      Points result{};
      function(self.options(), self.position(), result);
      return to_list(result, G::seats(self.options()));
    };
  };

  nb::class_<Self>(m, G::name, nb::type_slots(Hot<G>::slots))
      .def(
          "__init__",
          [](Self* self, const Ints& options) {
            Reader reader{std::span<const std::int32_t>(options)};
            const typename G::Options read = G::read_options(reader);
            reader.end();
            new (self) Self(read);
          },
          nb::arg("options"))
      .def_prop_ro("seed", &Self::seed)
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
