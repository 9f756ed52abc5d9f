// Binds the encoders of a game: <game>_encodings() and <game>_encode(), which replays a game and encodes
// every decision. Tests compare the twins with it, and it makes training sets of recorded games.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/encode.hpp"

namespace kibitz {

namespace nb = nanobind;

inline constexpr int kWhoActs = -1;

// Writes one row before every action, as the seat that makes it sees the game; with a seat given, as that
// seat sees it, and one more row after the last action. The rows have room for all.
template <Encoder E>
void encode_game(const typename E::Game::Options& options, const std::vector<Ints>& chance,
                 const Ints& actions, int seat, float* rows) {
  using G = typename E::Game;
  typename G::Position position;
  typename E::Track track{};
  G::start(options, position);
  std::size_t dealt = 0;
  for (const int action : actions) {
    while (G::player(options, position) == kChance) {
      if (dealt == chance.size()) throw Malformed("a game with too few chance outcomes");
      G::deal_out(options, position, std::span<const std::int32_t>(chance[dealt++]), track);
    }
    const int player = G::player(options, position);
    if (player < 0 || action < 0 || action >= G::kActions ||
        !G::is_legal(options, position, action)) {
      throw Malformed("a game with an action that is not legal");
    }
    E::encode(options, position, track, seat == kWhoActs ? player : seat, rows);
    rows += E::kSize;
    track.event(Kind::action, player, {action});
    G::apply(options, position, action, track);
  }
  if (seat != kWhoActs) E::encode(options, position, track, seat, rows);
}

using Rows = nb::ndarray<float, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <Encoder E>
Rows encode_rows(const Ints& flat_options, const std::vector<Ints>& chance, const Ints& actions,
                 int seat) {
  Reader reader{std::span<const std::int32_t>(flat_options)};
  const typename E::Game::Options options = E::Game::read_options(reader);
  reader.end();
  if (seat < kWhoActs || seat >= E::Game::seats(options)) throw Malformed("no such seat");
  const std::size_t n = actions.size() + (seat == kWhoActs ? 0 : 1);
  auto rows = std::make_unique_for_overwrite<float[]>(n * E::kSize);
  {
    nb::gil_scoped_release release;
    encode_game<E>(options, chance, actions, seat, rows.get());
  }
  float* data = rows.get();
  const nb::capsule owner(rows.release(),
                          [](void* held) noexcept { delete[] static_cast<float*>(held); });
  return Rows(data, {n, static_cast<std::size_t>(E::kSize)}, owner);
}

template <class List>
void bind_encode(nb::module_& m) {
  static const std::string name = std::string(List::Game::name);
  static const std::string encode = name + "_encode";
  static const std::string encodings = name + "_encodings";
  m.def(encodings.c_str(), [] {
    std::vector<std::pair<std::string, int>> found;
    List::each([&]<class E>(std::type_identity<E>) { found.emplace_back(E::kName, E::kSize); });
    return found;
  });
  m.def(
      encode.c_str(),
      [](const Ints& options, const std::vector<Ints>& chance, const Ints& actions,
         const std::string& encoding, int seat) {
        Rows rows;
        List::with(encoding, [&]<class E>(std::type_identity<E>) {
          rows = encode_rows<E>(options, chance, actions, seat);
        });
        return rows;
      },
      nb::arg("options"), nb::arg("chance"), nb::arg("actions"), nb::arg("encoding"),
      nb::arg("seat") = kWhoActs);
}

}  // namespace kibitz
