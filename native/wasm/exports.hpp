// The functions that a module exports, for the game that its source file names `kibitz::Browser`.
//
// frontend/src/offline/engine.ts is the only caller. A state is a pointer; text and lists come as a
// pointer and a length; functions that give a list return its length (see browser_game.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "wasm/browser_game.hpp"

#define KIBITZ_EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace {

using Browser = kibitz::Browser;
using State = Browser::State;

template <class T>
std::span<const T> list(const T* data, std::size_t size) {
  return {data, size};
}

}  // namespace

KIBITZ_EXPORT("kibitz_integers") const std::int32_t* kibitz_integers() {
  return Browser::integers.data();
}
KIBITZ_EXPORT("kibitz_numbers") const double* kibitz_numbers() {
  return Browser::numbers.data();
}
KIBITZ_EXPORT("kibitz_values") const double* kibitz_values() {
  return Browser::values.data();
}

KIBITZ_EXPORT("kibitz_new") State* kibitz_new(const std::int32_t* options, std::size_t size) {
  return Browser::make(list(options, size));
}
KIBITZ_EXPORT("kibitz_copy") State* kibitz_copy(const State* state) {
  return new State(*state);
}
KIBITZ_EXPORT("kibitz_free") void kibitz_free(const State* state) {
  delete state;
}
KIBITZ_EXPORT("kibitz_seed") void kibitz_seed(State* state, std::uint64_t seed) {
  state->reseed(seed);
}
KIBITZ_EXPORT("kibitz_apply") int kibitz_apply(State* state, int action) {
  return state->apply(action) ? 1 : 0;
}
KIBITZ_EXPORT("kibitz_force") void kibitz_force(State* state, int action) {
  state->force(action);
}
// Begins with this position instead of the first deal.
KIBITZ_EXPORT("kibitz_load")
void kibitz_load(State* state, const std::int32_t* position, std::size_t size) {
  Browser::load(*state, list(position, size));
}
// Puts another position in the place of this one; what has happened stays.
KIBITZ_EXPORT("kibitz_replace")
void kibitz_replace(State* state, const std::int32_t* position, std::size_t size) {
  kibitz::Reader reader{list(position, size)};
  state->load(reader);
}
KIBITZ_EXPORT("kibitz_keep_seed") void kibitz_keep_seed(State* state, std::uint64_t seed) {
  state->keep_seed(seed);
}
KIBITZ_EXPORT("kibitz_take")
void kibitz_take(State* state, const std::int32_t* outcome, std::size_t size) {
  state->take(kibitz::Ints(outcome, outcome + size));
}

KIBITZ_EXPORT("kibitz_player") int kibitz_player(const State* state) {
  return state->player();
}
KIBITZ_EXPORT("kibitz_phase") int kibitz_phase(const State* state) {
  return Browser::G::phase(state->options(), state->position());
}
KIBITZ_EXPORT("kibitz_legal") int kibitz_legal(const State* state) {
  return Browser::legal(*state);
}
KIBITZ_EXPORT("kibitz_actions") int kibitz_actions(const State* state) {
  return Browser::give(kibitz::Ints(state->actions().begin(), state->actions().end()));
}
KIBITZ_EXPORT("kibitz_chance") int kibitz_chance(const State* state) {
  return Browser::chance(*state);
}
KIBITZ_EXPORT("kibitz_events") int kibitz_events(const State* state) {
  return Browser::give(state->events());
}
KIBITZ_EXPORT("kibitz_save") int kibitz_save(const State* state) {
  return Browser::save(*state);
}
KIBITZ_EXPORT("kibitz_points") int kibitz_points(const State* state, int which) {
  return Browser::points(*state, which);
}

KIBITZ_EXPORT("kibitz_add_net")
int kibitz_add_net(const std::int32_t* description, std::size_t length, const char* encoding,
                   std::size_t letters, const std::int32_t* sizes, std::size_t tensors,
                   const float* weights, std::size_t count) {
  return Browser::add_net(list(description, length), std::string_view(encoding, letters),
                          list(sizes, tensors), list(weights, count));
}
KIBITZ_EXPORT("kibitz_choose")
int kibitz_choose(const State* state, const char* name, std::size_t letters,
                  const double* parameters, std::size_t count, int net, std::uint64_t seed) {
  return Browser::choose(*state, std::string_view(name, letters), list(parameters, count), net,
                         seed);
}

// Random games from here; the numbers are each seat's sum of returns.
KIBITZ_EXPORT("kibitz_playouts")
double kibitz_playouts(const State* state, int games, std::uint64_t seed) {
  const kibitz::PlayoutSums sums = kibitz::playouts<Browser::G>(
      state->options(), state->position(), static_cast<std::uint64_t>(games), seed, 1);
  Browser::numbers = sums.returns;
  return static_cast<double>(sums.actions);
}
