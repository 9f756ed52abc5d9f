// The solver that a module exports: worlds that fit a view, solved for every legal card, and the true deal
// solved, for reviews. The twin of kibitz/search/pimc_worlds.py and of kibitz/advice/exact.py.
#pragma once

#include <numeric>

#include "search/pimc.hpp"
#include "wasm/search_export.hpp"

namespace {

constexpr double kListedMax = 4096;  // LISTED_MAX of kibitz/search/pimc.py

using Game = Browser::G;
using Pimc = kibitz::Pimc<Game>;
using PimcRules = kibitz::PimcRules<Game>;

}  // namespace

// Solves worlds first .. last - 1; how many. Integers: the number of all worlds if they are few enough to be
// listed, else 0; how many cases there are (see search/pimc.hpp) and results in each; then the result of every legal card, world by world. Values: what
// each result is worth to seats 0 and 2, less what it is worth to the others.
KIBITZ_EXPORT("kibitz_solve_worlds")
int kibitz_solve_worlds(const State* state, const std::int32_t* shell, std::size_t shell_size,
                        const std::int32_t* places, std::size_t places_size,
                        const std::uint64_t* masks, std::size_t masks_size, int hidden,
                        std::uint64_t seed, int reach, int first, int last) {
  const kibitz::BrowserQuestion q{.shells = list(shell, shell_size),
                                  .start = {},
                                  .actions = {},
                                  .places = list(places, places_size),
                                  .masks = list(masks, masks_size),
                                  .seeds = {},
                                  .settings = {},
                                  .plans = {},
                                  .memory = {},
                                  .numbers = {}};
  const auto here = kibitz::BrowserSearching::positions(state->options(), q.shells);
  if (here.size() != 1 || first < 0 || last <= first) throw kibitz::Malformed("worlds of a solver");
  const int seat = Game::player(state->options(), here.front());
  Pimc pimc(state->options(), here.front(), seed, seat, reach);
  pimc.add_world(here.front());
  kibitz::BrowserSearching::hide(pimc, q, hidden);
  const bool listed = pimc.count() > 0 && pimc.count() <= kListedMax;
  if (listed) {
    pimc.list();
    last = std::min(last, static_cast<int>(pimc.count()));
    first = std::min(first, last);
  }
  const auto wanted = static_cast<std::size_t>(last - first);
  std::vector<std::uint64_t> numbers(wanted);
  std::iota(numbers.begin(), numbers.end(), static_cast<std::uint64_t>(first));
  const auto cards =
      static_cast<std::size_t>(std::popcount(Game::legal_set(state->options(), here.front()).set));
  std::vector<Pimc::Code> codes(wanted * cards);
  pimc.solve(numbers, codes, 1);
  const std::vector<int> margins = pimc.margins();
  Browser::values.assign(margins.begin(), margins.end());
  kibitz::Ints out{listed ? static_cast<std::int32_t>(pimc.count()) : 0, PimcRules::kCases,
                   static_cast<std::int32_t>(margins.size()) / PimcRules::kCases};
  out.insert(out.end(), codes.begin(), codes.end());
  Browser::give(std::move(out));
  return static_cast<int>(wanted);
}

// The true deal, an oracle: how many legal cards. Integers: the cards; values: of each the margin of seats
// 0 and 2 under best play of all.
KIBITZ_EXPORT("kibitz_solve_cards") int kibitz_solve_cards(const State* state) {
  const Game::Position& p = state->position();
  const kibitz::double_dummy::Question question = kibitz::double_dummy::question(p);
  kibitz::double_dummy::check(PimcRules::kPlay, question.position);
  const kibitz::double_dummy::Borrowed solver(PimcRules::kPlay);
  kibitz::Ints cards;
  Browser::values.clear();
  for (const auto& [card, value] : solver->cards(question).cards) {
    cards.push_back(card);
    Browser::values.push_back(PimcRules::margin(state->options(), p, PimcRules::case_of(p), value));
  }
  return Browser::give(std::move(cards));
}
