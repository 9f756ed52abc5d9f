// What a native rule player is: the twin of `choose(view, rng)` in kibitz/players/<game>/<name>.py.
//
// A policy is a struct of static functions with
//   name                            as in Python
//   struct Memory                   what it knows beside the position, and its numbers
//   note(o, p, action, memory)      called before every action of any seat
//   choose(o, p, memory, rng)       a legal action of the seat on turn; the same draws as in Python
// and, where it needs them,
//   read(o, reader, memory)         the memory in the middle of a game, as View.memory() gives it
//   tune(numbers, memory)           its numbers (weights, say); they stay when a game begins
//   begin(o, seat, memory)          a game begins, and this is its seat
//   dealt(o, p, memory)             a chance event came out
//   values(o)                       whether it values positions between turns, here
//   value(o, p, memory, out)        each seat's chance to win there, and at the end
//   play_round(o, p, rng)           plays all seats up to the next chance event, the same but faster
//   is_short                        rollouts by it are compiled as one piece, which is faster
// It is handed the whole position, so as to be fast, and may look only at what its seat knows: a test
// compares it with its Python form, which gets a View.
#pragma once

#include <concepts>
#include <span>

#include "core/game.hpp"
#include "search/playouts.hpp"

namespace kibitz {

template <class P, class G>
concept PolicyOf = std::copyable<typename P::Memory> &&
                   requires(const typename G::Options& o, const typename G::Position& p,
                            typename P::Memory& memory, Stream& rng) {
                     { P::name } -> std::convertible_to<const char*>;
                     P::note(o, p, 0, memory);
                     { P::choose(o, p, memory, rng) } -> std::same_as<int>;
                   };

// Plays uniformly at random. Bits finds the n-th bit of a set.
template <class Bits, GameRules G>
struct Uniform {
  static constexpr const char* name = "random";
  struct Memory {};
  static void note(const typename G::Options&, const typename G::Position&, int, Memory&) {}
  static int choose(const typename G::Options& o, const typename G::Position& p, const Memory&,
                    Stream& rng) {
    return random_action<Bits, G>(o, p, rng);
  }
  // Up to the next chance event or the end at once; only for policies that keep no memory.
  static void play_round(const typename G::Options& o, typename G::Position& p, Stream& rng)
    requires HasRandomRound<G, Bits>
  {
    G::template play_random_round<Bits>(o, p, rng);
  }
};

// Hands a policy its numbers.
template <class P>
void tune(std::span<const double> numbers, typename P::Memory& memory) {
  if constexpr (requires { P::tune(numbers, memory); }) {
    P::tune(numbers, memory);
  } else if (!numbers.empty()) {
    throw Malformed("numbers for a policy that takes none");
  }
}

}  // namespace kibitz
