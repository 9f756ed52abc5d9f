// What a View knows of a position, read from its attributes: the twin of View.shell in kibitz/core/view.py.
//
// A search of a hundred simulations takes some 35 microseconds, and the way from a View to its first world
// through Python dictionaries and lists took half as long. Here each field of the game's POSITION_SHAPE is
// read from the attribute of the same name, and `hands` from the own hand and the unseen cards.
//
// A field comes as a pair of its name and its shape, as kibitz/core/shape.py codes it: 0 for an integer or
// a flag, (1, shape) for a list, (2, shape) for a value or None, (3, words) for one of several words.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "core/flat.hpp"
#include "core/small.hpp"

namespace kibitz {

namespace nb = nanobind;

// The tuple Unseen of kibitz/core/view.py.
struct UnseenCards {
  Ints cards;
  Ints seats;
  Ints sizes;
  std::vector<Cards> excluded;

  Cards set() const {
    Cards all = 0;
    for (const int card : cards) all |= bit(card);
    return all;
  }
};

class KnownPosition {
 public:
  KnownPosition(nb::handle view, nb::handle unseen) : view_(view) {
    hidden_.cards = integers(item(unseen, 0), 0, 63);
    hidden_.seats = integers(item(unseen, 1), 0, 63);
    hidden_.sizes = integers(item(unseen, 2), 0, 64);
    if (hidden_.seats.size() > hidden_.sizes.size()) throw Malformed("places of unseen cards");
    const nb::handle masks = item(unseen, 3);
    const Cards cards = hidden_.set();
    for (Py_ssize_t i = 0, n = size(masks); i < n; ++i) {
      // A mask of everything but a suit is negative in Python: the low bits count.
      const auto mask = PyLong_AsUnsignedLongLongMask(item(masks, i).ptr());
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      hidden_.excluded.push_back(Cards{mask} & cards);
    }
  }

  const UnseenCards& unseen() const { return hidden_; }

  // All fields of the position, flat.
  Ints flat(nb::handle fields, int seats) {
    flat_.clear();
    for (Py_ssize_t i = 0, n = size(fields); i < n; ++i) {
      const nb::handle field = item(fields, i);
      const nb::handle name = item(field, 0);
      if (PyUnicode_CompareWithASCIIString(name.ptr(), "hands") == 0) {
        write_hands(seats);
      } else {
        write(item(field, 1), nb::getattr(view_, name));
      }
    }
    return std::move(flat_);
  }

 private:
  // Of a tuple or a list.
  static Py_ssize_t size(nb::handle list) {
    if (PyTuple_Check(list.ptr())) return PyTuple_Size(list.ptr());
    if (PyList_Check(list.ptr())) return PyList_Size(list.ptr());
    throw nb::type_error("a view has something else in place of a list");
  }

  static nb::handle item(nb::handle list, Py_ssize_t i) {
    PyObject* found =
        PyTuple_Check(list.ptr()) ? PyTuple_GetItem(list.ptr(), i) : PyList_GetItem(list.ptr(), i);
    if (found == nullptr) throw nb::python_error();
    return found;
  }

  static std::int32_t integer(nb::handle value, long low, long high) {
    const long number = PyLong_AsLong(value.ptr());
    if (number == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    if (number < low || number > high) throw Malformed("a number out of range in a view");
    return static_cast<std::int32_t>(number);
  }

  static Ints integers(nb::handle list, long low, long high) {
    Ints out(static_cast<std::size_t>(size(list)));
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = integer(item(list, static_cast<Py_ssize_t>(i)), low, high);
    }
    return out;
  }

  static std::int32_t any_integer(nb::handle value) {
    return integer(value, std::numeric_limits<std::int32_t>::min(),
                   std::numeric_limits<std::int32_t>::max());
  }

  void write(nb::handle shape, nb::handle value) {
    if (PyLong_Check(shape.ptr())) {
      flat_.push_back(any_integer(value));
      return;
    }
    const nb::handle inner = item(shape, 1);
    switch (any_integer(item(shape, 0))) {
      case 1: {
        const Py_ssize_t n = size(value);
        flat_.push_back(static_cast<std::int32_t>(n));
        for (Py_ssize_t i = 0; i < n; ++i) write(inner, item(value, i));
        return;
      }
      case 2:
        flat_.push_back(value.is_none() ? 0 : 1);
        if (!value.is_none()) write(inner, value);
        return;
      case 3:
        for (Py_ssize_t i = 0, n = size(inner); i < n; ++i) {
          if (!item(inner, i).equal(value)) continue;
          flat_.push_back(static_cast<std::int32_t>(i));
          return;
        }
        throw Malformed("a word that the shape does not know");
      default:
        throw Malformed("the shape of a position");
    }
  }

  // The own hand, and in the others hidden cards in order, whether or not they can be there.
  void write_hands(int seats) {
    const nb::object own = nb::getattr(view_, "hand");
    flat_.push_back(seats);
    for (int seat = 0; seat < seats; ++seat) {
      std::size_t first = 0;
      std::size_t place = 0;
      while (place < hidden_.seats.size() && hidden_.seats[place] != seat) {
        first += static_cast<std::size_t>(at(hidden_.sizes, static_cast<int>(place++)));
      }
      if (place == hidden_.seats.size()) {
        write_list(integers(own, 0, 63));
        continue;
      }
      const auto count = static_cast<std::size_t>(at(hidden_.sizes, static_cast<int>(place)));
      if (first + count > hidden_.cards.size()) throw Malformed("fewer unseen cards than places");
      write_list(std::span(hidden_.cards).subspan(first, count));
    }
  }

  void write_list(std::span<const std::int32_t> numbers) {
    flat_.push_back(static_cast<std::int32_t>(numbers.size()));
    flat_.insert(flat_.end(), numbers.begin(), numbers.end());
  }

  nb::handle view_;
  UnseenCards hidden_;
  Ints flat_;
};

}  // namespace kibitz
