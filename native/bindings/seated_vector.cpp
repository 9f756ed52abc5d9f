// Vector stepping with players on the seats, for kibitz/envs/seated.py, which holds the arrays.
#include "envs/seated_vector.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bind_tables.hpp"

namespace kibitz {

namespace {

template <class T, int Dimensions>
using Kept = nb::ndarray<T, nb::numpy, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

// Keeps the arrays alive as long as the games write into them.
struct BoundSeated {
  nb::object arrays;
  TableRules rules;
  std::unique_ptr<SeatedVector> games;
};

// The array of that name; nothing is converted, as a copy would leave the caller's array empty.
template <class T, int Dimensions>
Kept<T, Dimensions> array(const nb::dict& arrays, const char* name, std::size_t n, int width) {
  auto found = nb::cast<Kept<T, Dimensions>>(arrays[name], false);
  if (found.shape(0) != n ||
      (Dimensions == 2 && found.shape(1) != static_cast<std::size_t>(width))) {
    throw Malformed("arrays that do not fit a vector of games");
  }
  return found;
}

SeatedArrays read_arrays(const nb::dict& arrays, std::size_t n, int inputs, int actions,
                         int seats) {
  return {array<float, 2>(arrays, "observation", n, inputs).data(),
          array<std::uint8_t, 2>(arrays, "mask", n, actions).data(),
          array<std::int32_t, 1>(arrays, "player", n, 0).data(),
          array<float, 2>(arrays, "reward", n, seats).data(),
          array<std::uint8_t, 1>(arrays, "done", n, 0).data(),
          array<std::uint64_t, 1>(arrays, "seed", n, 0).data(),
          array<std::int32_t, 1>(arrays, "kind", n, 0).data(),
          array<std::int32_t, 2>(arrays, "who", n, seats).data(),
          array<std::int32_t, 1>(arrays, "teacher", n, 0).data(),
          array<float, 2>(arrays, "returns", n, seats).data(),
          array<float, 2>(arrays, "outcome", n, seats).data(),
          array<float, 2>(arrays, "final_observation", n, inputs).data()};
}

void make(BoundSeated* self, const std::string& game, const std::string& encoding,
          const std::vector<Ints>& options, const std::vector<double>& weights, const Ints& fixed,
          const std::vector<Ints>& sides, const std::string& reward, double scale, bool skip_forced,
          int n, std::uint64_t seed, int threads, const nb::dict& arrays) {
  if (n < 1 || n > kTablesMax || threads < 1 || threads > kThreadsMax ||
      (!fixed.empty() && fixed.size() != static_cast<std::size_t>(n))) {
    throw Malformed("a number of games or threads out of range");
  }
  TableRules rules =
      read_rules(game, encoding, options, weights, fixed, sides, reward, scale, false, skip_forced);
  const int seats = *std::ranges::max_element(rules.seats);
  const SeatedArrays kept =
      read_arrays(arrays, static_cast<std::size_t>(n), rules.inputs(), rules.maker->actions, seats);
  auto games = std::make_unique<SeatedVector>(*rules.maker, encoding, rules.episode, rules.reward,
                                              weights, fixed, n, seed, seats, threads, kept);
  // The arrays are held by the tuple of their own: the dict may be changed by the caller.
  new (self) BoundSeated{nb::tuple(arrays.values()), std::move(rules), std::move(games)};
}

}  // namespace

void bind_seated_vector(nb::module_& m) {
  nb::class_<BoundSeated>(m, "SeatedVector")
      .def("__init__", &make, nb::arg("game"), nb::arg("encoding"), nb::arg("options"),
           nb::arg("weights"), nb::arg("fixed"), nb::arg("sides"), nb::arg("reward"),
           nb::arg("scale"), nb::arg("skip_forced"), nb::arg("n"), nb::arg("seed"),
           nb::arg("threads"), nb::arg("arrays"))
      .def(
          "seat",
          [](BoundSeated& self, const std::vector<OpponentGiven>& opponents,
             const SeatingRows& seating, const SeatingKinds& kinds,
             const std::optional<OpponentGiven>& teacher) {
            self.games->seat(
                read_seating(opponents, seating, kinds, self.rules, self.games->size()),
                teacher ? read_opponent(*teacher, self.rules) : nullptr);
          },
          nb::arg("opponents"), nb::arg("seating"), nb::arg("kinds"), nb::arg("teacher").none())
      .def("reset",
           [](BoundSeated& self) {
             const nb::gil_scoped_release release;
             self.games->reset();
           })
      .def(
          "step",
          [](BoundSeated& self, const Kept<const std::int32_t, 1>& actions) {
            if (actions.shape(0) != static_cast<std::size_t>(self.games->size())) {
              throw Malformed("one action for each game");
            }
            const nb::gil_scoped_release release;
            return self.games->step(actions.data());
          },
          nb::arg("actions").noconvert());
}

}  // namespace kibitz
