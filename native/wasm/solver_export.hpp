// The solver that a module exports: worlds that fit a view, solved for every legal card, and known hands
// solved, for reviews and the explorer. The twin of kibitz/search/pimc_worlds.py and of kibitz/advice/exact.py.
#pragma once

#include <numeric>

#include "search/pimc.hpp"
#include "wasm/search_export.hpp"

namespace {

constexpr double kListedMax = 4096;  // LISTED_MAX of kibitz/search/pimc.py

using Game = Browser::G;
using Pimc = kibitz::Pimc<Game>;
using PimcRules = kibitz::PimcRules<Game>;

// Card points with the last trick or the capot, or tricks, of seats 0 and 2 and of the others.
[[maybe_unused]] std::array<int, 2> sides_of(const kibitz::Belote::Options& o,
                                             const kibitz::Belote::Position& p,
                                             const kibitz::double_dummy::Value& value) {
  return kibitz::double_dummy::result(o, p, value).points;
}
[[maybe_unused]] std::array<int, 2> sides_of(const kibitz::Codepiece::Options&,
                                             const kibitz::Codepiece::Position& p,
                                             const kibitz::double_dummy::Value& value) {
  return {p.tricks[0] + value.made,
          p.tricks[1] + kibitz::PimcRules<kibitz::Codepiece>::left(p) - value.made};
}

}  // namespace

// Solves worlds first .. last - 1; how many. Integers: the number of all worlds if they are few enough to be
// listed, else 0; how many cases there are (see search/pimc.hpp) and results in each; then the result of every legal card, world by world. Values: what
// each result brings seats 0 and 2, and the others.
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
  const std::vector<int> marks = pimc.marks();
  Browser::values.assign(marks.begin(), marks.end());
  kibitz::Ints out{listed ? static_cast<std::int32_t>(pimc.count()) : 0, PimcRules::kCases,
                   static_cast<std::int32_t>(marks.size()) / 2 / PimcRules::kCases};
  out.insert(out.end(), codes.begin(), codes.end());
  Browser::give(std::move(out));
  return static_cast<int>(wanted);
}

// A position with all hands known, an oracle: the rows of the integers are a card (-1: best play from here)
// and what seats 0 and 2, and the others, make of the deal; the values are the margin of seats 0 and 2.
KIBITZ_EXPORT("kibitz_solve") int kibitz_solve(const State* state, int cards) {
  const Game::Options& o = state->options();
  const Game::Position& p = state->position();
  const kibitz::double_dummy::Question question = kibitz::double_dummy::question(p);
  kibitz::double_dummy::check(PimcRules::kPlay, question.position);
  const kibitz::double_dummy::Borrowed solver(PimcRules::kPlay);
  kibitz::Ints rows;
  Browser::values.clear();
  const auto add = [&](int card, const kibitz::double_dummy::Value& value) {
    const std::array<int, 2> sides = sides_of(o, p, value);
    rows.insert(rows.end(), {card, sides[0], sides[1]});
    const std::array<int, 2> marks = PimcRules::marks(o, p, PimcRules::case_of(p), value);
    Browser::values.push_back(marks[0] - marks[1]);
  };
  if (cards == 0) {
    add(-1, solver->value(question));
  } else {
    for (const auto& [card, value] : solver->cards(question).cards) add(card, value);
  }
  return Browser::give(std::move(rows));
}

// Full hands, a trump and a leader, solved. The integers: what seats 0 and 2 make, whether they
// take all tricks, and whether none.
KIBITZ_EXPORT("kibitz_solve_hands")
int kibitz_solve_hands(const std::uint64_t* hands, std::size_t size, int trump, int leader) {
  kibitz::double_dummy::Question q;
  if (size != q.position.hands.size()) throw kibitz::Malformed("four hands");
  std::copy_n(hands, size, q.position.hands.begin());
  q.position.trump = trump;
  q.position.leader = leader;
  q.all_asked = q.none_asked = PimcRules::kPlay == kibitz::double_dummy::Play::belote;
  kibitz::double_dummy::check(PimcRules::kPlay, q.position);
  const kibitz::double_dummy::Borrowed solver(PimcRules::kPlay);
  const kibitz::double_dummy::Value value = solver->value(q);
  return Browser::give({value.made, value.all ? 1 : 0, value.none ? 1 : 0});
}
