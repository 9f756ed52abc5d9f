// Binds <game>_play_on: games that begin with given actions, played on by native players. Its only caller is
// kibitz/arena/native.py.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <vector>

#include "arena/openings.hpp"
#include "bindings/bind_players.hpp"

namespace kibitz {

template <class Encoders, class Rules>
void bind_openings(nb::module_& m) {
  using G = typename Encoders::Game;
  static const std::string name = std::string(G::name) + "_play_on";
  m.def(
      name.c_str(),
      [](const Ints& options,
         const std::vector<std::tuple<std::string, std::vector<double>, std::optional<NetHandle>>>&
             players,
         const MatchArray<const std::int32_t, 2>& seating,
         const MatchArray<const std::uint64_t, 1>& seeds, const std::vector<Opening>& openings) {
        Reader reader{std::span<const std::int32_t>(options)};
        const typename G::Options read = G::read_options(reader);
        reader.end();
        const std::span<const std::int32_t> places(seating.data(), seating.size());
        const auto known = [&](std::int32_t k) {
          return k >= 0 && static_cast<std::size_t>(k) < players.size();
        };
        if (!std::ranges::all_of(places, known)) throw Malformed("a seat of no player");
        std::vector<PlayerName> names;
        for (const auto& [policy, numbers, net] : players) {
          names.push_back({policy, numbers, net.value_or(nullptr)});
        }
        nb::gil_scoped_release release;
        return play_on<G, PlayersAndNets<Encoders, Rules>>(
            read, names, places, std::span<const std::uint64_t>(seeds.data(), seeds.size()),
            openings);
      },
      nb::arg("options"), nb::arg("players"), nb::arg("seating").noconvert(),
      nb::arg("seeds").noconvert(), nb::arg("openings"));
}

}  // namespace kibitz
