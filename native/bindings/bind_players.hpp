// Binds the native players of a game: <game>_players() lists their names, <game>_match plays games
// between them. kibitz/arena/native.py calls these.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "arena/match.hpp"
#include "bindings/bind_net.hpp"
#include "players/net.hpp"

namespace kibitz {

namespace nb = nanobind;

template <class T, int Dimensions>
using MatchArray = nb::ndarray<T, nb::numpy, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

// A policy is one of the game's own; `net` is there for every game, with each of its encoders.
template <class Encoders, class Rules>
void bind_players(nb::module_& m) {
  using G = typename Encoders::Game;
  using Table = PlayersAndNets<Encoders, Rules>;
  static const std::string players = std::string(G::name) + "_players";
  static const std::string match = std::string(G::name) + "_match";

  m.def(players.c_str(), [] {
    nb::list names;
    for (const char* name : Table::names()) names.append(nb::str(name));
    return names;
  });

  // Fills returns, outcome and lengths; where games are kept also moves and seconds, and gives their
  // actions.
  m.def(
      match.c_str(),
      [](const Ints& options,
         const std::vector<std::tuple<std::string, std::vector<double>, std::optional<NetHandle>>>&
             players_given,
         const MatchArray<const std::int32_t, 2>& seating,
         const MatchArray<const std::uint64_t, 1>& seeds, int threads, bool keep,
         const MatchArray<double, 2>& returns, const MatchArray<double, 2>& outcome,
         const MatchArray<std::int32_t, 1>& lengths, const MatchArray<std::int32_t, 2>& moves,
         const MatchArray<double, 2>& seconds) {
        Reader reader{std::span<const std::int32_t>(options)};
        const typename G::Options read = G::read_options(reader);
        reader.end();
        const auto seats = static_cast<std::size_t>(G::seats(read));
        const std::size_t n = seeds.shape(0);
        const auto fits = [&](const auto& array) {
          return array.shape(0) == n && array.shape(1) == seats;
        };
        if (!fits(seating) || !fits(returns) || !fits(outcome) || !fits(moves) || !fits(seconds) ||
            lengths.shape(0) != n || threads < 1 || threads > 256) {
          throw Malformed("arrays or threads do not fit a match");
        }
        const std::span<const std::int32_t> places(seating.data(), n * seats);
        const auto known = [&](std::int32_t k) {
          return k >= 0 && static_cast<std::size_t>(k) < players_given.size();
        };
        if (!std::ranges::all_of(places, known)) throw Malformed("a seat of no player");
        std::vector<PlayerName> names;
        for (const auto& [name, numbers, net] : players_given) {
          names.push_back({name, numbers, net.value_or(nullptr)});
        }
        std::vector<std::vector<std::uint16_t>> actions(keep ? n : 0);
        {
          nb::gil_scoped_release release;
          play_match<G, Table>(
              read, names, places, std::span<const std::uint64_t>(seeds.data(), n), threads, keep,
              [&](std::size_t i, const MatchGame& game) {
                std::copy_n(game.returns.begin(), seats, returns.data() + i * seats);
                std::copy_n(game.outcome.begin(), seats, outcome.data() + i * seats);
                lengths.data()[i] = static_cast<std::int32_t>(game.actions.size());
                if (!keep) return;
                std::copy_n(game.moves.begin(), seats, moves.data() + i * seats);
                std::copy_n(game.seconds.begin(), seats, seconds.data() + i * seats);
                actions[i] = game.actions;
              });
        }
        return actions;
      },
      nb::arg("options"), nb::arg("players"), nb::arg("seating").noconvert(),
      nb::arg("seeds").noconvert(), nb::arg("threads"), nb::arg("keep"),
      nb::arg("returns").noconvert(), nb::arg("outcome").noconvert(),
      nb::arg("lengths").noconvert(), nb::arg("moves").noconvert(), nb::arg("seconds").noconvert());
}

}  // namespace kibitz
