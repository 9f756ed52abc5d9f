// The search that a module exports, for the game that its source file names `kibitz::BrowserSearching`.
#pragma once

#include "wasm/browser_search.hpp"
#include "wasm/exports.hpp"

// Lists as pairs of pointer and length, in the order of BrowserQuestion.
KIBITZ_EXPORT("kibitz_search")
int kibitz_search(const State* state, const std::int32_t* shells, std::size_t shells_size,
                  const std::int32_t* start, std::size_t start_size, const std::int32_t* actions,
                  std::size_t actions_size, const std::int32_t* places, std::size_t places_size,
                  const std::uint64_t* masks, std::size_t masks_size, const std::uint64_t* seeds,
                  std::size_t seeds_size, const double* settings, std::size_t settings_size,
                  const std::int32_t* plans, std::size_t plans_size, const std::int32_t* memory,
                  std::size_t memory_size, const double* numbers, std::size_t numbers_size,
                  const double* weights, std::size_t weights_size, int net) {
  const kibitz::BrowserQuestion question{
      list(shells, shells_size),     list(start, start_size),    list(actions, actions_size),
      list(places, places_size),     list(masks, masks_size),    list(seeds, seeds_size),
      list(settings, settings_size), list(plans, plans_size),    list(memory, memory_size),
      list(numbers, numbers_size),   list(weights, weights_size)};
  return kibitz::BrowserSearching::search(*state, question, net);
}

// An action, and the rest of the deal, or of the game, by a rule player on every seat.
KIBITZ_EXPORT("kibitz_play_on")
void kibitz_play_on(State* state, const char* name, std::size_t letters, const double* parameters,
                    std::size_t count, const std::int32_t* memory, std::size_t memory_size,
                    int action, std::uint64_t seed) {
  kibitz::BrowserSearching::play_on(*state, action, std::string_view(name, letters),
                                    list(parameters, count), list(memory, memory_size), seed);
}
