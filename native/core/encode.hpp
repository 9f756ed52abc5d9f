// Observations, written natively: what native/games/<game>_encode.hpp gives for vector stepping.
//
// An encoder is a struct with Game, kSize, Track (an event log that keeps what the position forgets and the
// observation needs; NoLog if nothing) and encode(options, position, track, seat, out). It is the twin of
// the game's encode.py: the same numbers, bit for bit, which the tests compare.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/game.hpp"
#include "core/small.hpp"

namespace kibitz {

template <class E>
concept Encoder =
    GameRules<typename E::Game> && std::is_default_constructible_v<typename E::Track> &&
    requires(const typename E::Game::Options& o, const typename E::Game::Position& p,
             const typename E::Track& track, float* out) {
      { E::kSize } -> std::convertible_to<int>;
      E::encode(o, p, track, 0, out);
    };

// n bits as n floats; a loop that compilers turn into vector code.
inline void write_bits(std::uint64_t bits, int n, float* out) {
  for (int i = 0; i < n; ++i) out[i] = static_cast<float>(static_cast<int>(bits >> i & 1));
}

}  // namespace kibitz
