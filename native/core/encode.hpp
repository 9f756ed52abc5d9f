// Observations, written natively: what native/games/<game>_encode.hpp gives for vector stepping.
//
// An encoder is a struct with Game, kName, kSize, Track (an event log that keeps what the position forgets and the
// observation needs; NoLog if nothing) and encode(options, position, track, seat, out). It is the twin of
// the game's encode.py: the same numbers, bit for bit, which the tests compare. A game lists its encoders as
// a type, Encoders<..>, in native/games/<game>_encoders.hpp; at run time one is chosen by its name.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/game.hpp"
#include "core/small.hpp"

namespace kibitz {

template <class E>
concept Encoder =
    GameRules<typename E::Game> && std::is_default_constructible_v<typename E::Track> &&
    requires(const typename E::Game::Options& o, const typename E::Game::Position& p,
             const typename E::Track& track, float* out) {
      { E::kName } -> std::convertible_to<std::string_view>;
      { E::kSize } -> std::convertible_to<int>;
      E::encode(o, p, track, 0, out);
    };

// The encoders of a game, the default first, in the order of `game.encodings`.
template <Encoder First, Encoder... Rest>
struct Encoders {
  using Default = First;
  using Game = typename First::Game;
  static_assert((std::same_as<typename Rest::Game, Game> && ...), "encoders of one game");

  // Calls visit(std::type_identity<E>{}) for every encoder.
  template <class Visit>
  static void each(Visit&& visit) {
    visit(std::type_identity<First>{});
    (visit(std::type_identity<Rest>{}), ...);
  }

  // Calls visit(std::type_identity<E>{}) for the encoder of that name, or throws Malformed.
  template <class Visit>
  static void with(std::string_view name, Visit&& visit) {
    bool found = false;
    each([&]<class E>(std::type_identity<E> encoder) {
      if (name != E::kName) return;
      found = true;
      visit(encoder);
    });
    if (!found) throw Malformed("no encoding of that name");
  }
};

// n bits as n floats; a loop that compilers turn into vector code.
inline void write_bits(std::uint64_t bits, int n, float* out) {
  for (int i = 0; i < n; ++i) out[i] = static_cast<float>(static_cast<int>(bits >> i & 1));
}

}  // namespace kibitz
