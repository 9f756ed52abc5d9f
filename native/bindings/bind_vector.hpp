// Binds Vector<E> as <game>_vector: kibitz/envs/vector.py holds the arrays and calls it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "envs/vector.hpp"

namespace kibitz {

namespace nb = nanobind;

template <class T, int Dimensions>
using Array = nb::ndarray<T, nb::numpy, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

// Keeps the arrays alive as long as the games write into them.
template <Encoder E>
struct BoundVector {
  using G = typename E::Game;

  Array<float, 2> observation;
  Array<std::uint8_t, 2> mask;
  Array<std::int32_t, 1> player;
  Array<float, 2> reward;
  Array<std::uint8_t, 1> done;
  Array<std::uint64_t, 1> seed;
  Vector<E> games;
};

// Nothing is converted on the way in: games that write into a copy would leave the caller's arrays empty.
template <Encoder E>
void bind_vector(nb::module_& m) {
  using Self = BoundVector<E>;
  using G = typename E::Game;
  static const std::string name = std::string(G::name) + "_vector";

  nb::class_<Self>(m, name.c_str())
      .def(
          "__init__",
          [](Self* self, const Ints& options, std::uint64_t seed, int seat, int threads,
             Array<float, 2> observation, Array<std::uint8_t, 2> mask,
             Array<std::int32_t, 1> player, Array<float, 2> reward, Array<std::uint8_t, 1> done,
             Array<std::uint64_t, 1> seeds) {
            Reader reader{std::span<const std::int32_t>(options)};
            const typename G::Options read = G::read_options(reader);
            reader.end();
            const std::size_t n = player.shape(0);
            const auto seats = static_cast<std::size_t>(G::seats(read));
            if (n < 1 || n > (1U << 20) || observation.shape(0) != n || mask.shape(0) != n ||
                reward.shape(0) != n || done.shape(0) != n || seeds.shape(0) != n ||
                observation.shape(1) != E::kSize || mask.shape(1) != G::kActions ||
                reward.shape(1) != seats || seat < Vector<E>::kAllSeats || seat >= G::seats(read) ||
                threads < 1 || threads > 256) {
              throw Malformed("arrays, seat or threads do not fit a vector of games");
            }
            const VectorArrays arrays{observation.data(), mask.data(), player.data(),
                                      reward.data(),      done.data(), seeds.data()};
            new (self) Self{observation,
                            mask,
                            player,
                            reward,
                            done,
                            seeds,
                            {read, static_cast<int>(n), seed, seat, threads, arrays}};
            self->games.reset();
          },
          nb::arg("options"), nb::arg("seed"), nb::arg("seat"), nb::arg("threads"),
          nb::arg("observation").noconvert(), nb::arg("mask").noconvert(),
          nb::arg("player").noconvert(), nb::arg("reward").noconvert(), nb::arg("done").noconvert(),
          nb::arg("seeds").noconvert())
      .def("reset",
           [](Self& self) {
             nb::gil_scoped_release release;
             self.games.reset();
           })
      .def_prop_ro("nbytes", [](const Self& self) { return self.games.bytes(); })
      .def(
          "step",
          [](Self& self, const Array<const std::int32_t, 1>& actions) {
            if (actions.shape(0) != self.player.shape(0)) {
              throw Malformed("one action for each game");
            }
            nb::gil_scoped_release release;
            return self.games.step(actions.data());
          },
          nb::arg("actions").noconvert());
}

}  // namespace kibitz
