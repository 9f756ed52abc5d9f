// The solver that a module exports: worlds that fit a view, weighed by a network and solved for every legal
// card, and known hands solved, for reviews and the explorer. The twin of kibitz/search/pimc_worlds.py, of
// kibitz/search/native_weights.py and of kibitz/advice/exact.py.
#pragma once

#include <numeric>

#include "search/inference.hpp"
#include "search/pimc.hpp"
#include "wasm/search_export.hpp"

namespace {

constexpr double kListedMax = 4096;     // LISTED_MAX of kibitz/search/pimc.py
constexpr int kDraws = 16;              // `draws` of kibitz/search/settings.py
constexpr double kLeastWeight = 1e-30;  // LEAST of kibitz/search/beliefs.py

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

// The worlds of a view that this question describes; all of them in random order if they are few, else as
// likely as its weights of places make them.
struct ViewWorlds {
  ViewWorlds(const State* state, const kibitz::BrowserQuestion& q, int hidden, std::uint64_t seed,
             int reach)
      : here(only(kibitz::BrowserSearching::positions(state->options(), q.shells))),
        pimc(state->options(), here, seed, Game::player(state->options(), here), reach) {
    pimc.add_world(here);
    kibitz::BrowserSearching::hide(pimc, q, hidden);
    if (pimc.count() > 0 && pimc.count() <= kListedMax) {
      pimc.list();
      listed = static_cast<int>(pimc.count());
    } else if (!q.weights.empty()) {
      pimc.locate({q.weights.begin(), q.weights.end()});
    }
  }

  static Game::Position only(const std::vector<Game::Position>& positions) {
    if (positions.size() != 1) throw kibitz::Malformed("worlds of a solver");
    return positions.front();
  }

  Game::Position here;
  Pimc pimc;
  int listed = 0;  // how many there are; 0 if too many
};

// The question about the worlds of a view.
kibitz::BrowserQuestion question_of(std::span<const std::int32_t> shell,
                                    std::span<const std::int32_t> places,
                                    std::span<const std::uint64_t> masks,
                                    std::span<const double> weights = {}) {
  return {.shells = shell,
          .start = {},
          .actions = {},
          .places = places,
          .masks = masks,
          .seeds = {},
          .settings = {},
          .plans = {},
          .memory = {},
          .numbers = {},
          .weights = weights};
}

// Worlds to solve, and how much each counts.
struct Chosen {
  std::vector<std::uint64_t> numbers;
  std::vector<double> weights;
};

// For each number i one of the worlds i * draws .. i * draws + draws - 1, in proportion to the weights, which
// counts as much as they do on average: `choose` of kibitz/search/pimc.py, where all worlds are listed.
Chosen choose(const Pimc& pimc, const kibitz::BrowserQuestion& q, std::uint64_t seed,
              std::span<const std::uint64_t> wanted, int draws) {
  const std::vector<kibitz::Cards> excluded(q.masks.begin() + 1, q.masks.end());
  const auto seats = q.places.first(q.places.size() / 2);
  const kibitz::WeightedAssignment places(q.masks[0], q.places.subspan(seats.size()), excluded,
                                          q.weights);
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(draws));
  std::vector<kibitz::Cards> held(numbers.size() * Pimc::kSeats);
  Chosen chosen;
  for (const std::uint64_t i : wanted) {
    std::iota(numbers.begin(), numbers.end(), i * numbers.size());
    pimc.hands(numbers, held);
    std::vector<double> upto;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      kibitz::WeightedAssignment::Hands hands{};
      for (std::size_t p = 0; p < seats.size(); ++p) {
        hands[p] = held[k * Pimc::kSeats + static_cast<std::size_t>(seats[p])];
      }
      const double before = upto.empty() ? 0 : upto.back();
      upto.push_back(before + std::exp(std::max(places.log_weight(hands), -500.0)));
    }
    const std::uint64_t word = kibitz::Stream(kibitz::mix(seed, i)).word();
    const double lot = static_cast<double>(word) * 0x1p-64 * upto.back();
    const auto taken = std::ranges::upper_bound(upto, lot) - upto.begin();
    chosen.numbers.push_back(numbers[std::min(static_cast<std::size_t>(taken), upto.size() - 1)]);
    chosen.weights.push_back(upto.back() / draws);
  }
  return chosen;
}

}  // namespace

// Solves worlds by their numbers, except those that come after all worlds if these are listed; how many.
// `wanted` is how many the search wants in all. With weights of places (see BrowserQuestion) worlds come up as
// often as they are likely, or count as much. Integers: the number of all worlds if they are few enough to be
// listed, else 0; how many of them stand behind each one solved; how many cases there are (see search/pimc.hpp)
// and results in each; then the result of every legal card, world by world. Values: what each result brings
// seats 0 and 2, and the others; then how much each world counts.
KIBITZ_EXPORT("kibitz_solve_worlds")
int kibitz_solve_worlds(const State* state, const std::int32_t* shell, std::size_t shell_size,
                        const std::int32_t* places, std::size_t places_size,
                        const std::uint64_t* masks, std::size_t masks_size, const double* weights,
                        std::size_t weights_size, const std::uint64_t* asked,
                        std::size_t asked_size, int hidden, std::uint64_t seed,
                        std::uint64_t pick_seed, int reach, int wanted) {
  if (wanted < 1) throw kibitz::Malformed("worlds of a solver");
  const kibitz::BrowserQuestion q =
      question_of(list(shell, shell_size), list(places, places_size), list(masks, masks_size),
                  list(weights, weights_size));
  const ViewWorlds worlds(state, q, hidden, seed, reach);
  const bool weighed = worlds.listed > 0 && !q.weights.empty();
  const int draws = weighed ? std::clamp(worlds.listed / wanted, 1, kDraws) : 1;
  Chosen chosen{{asked, asked + asked_size}, {}};
  if (worlds.listed > 0) {
    const auto last = static_cast<std::uint64_t>(worlds.listed / draws);
    std::erase_if(chosen.numbers, [&](auto i) { return i >= last; });
  }
  chosen.weights.assign(chosen.numbers.size(), 1.0);
  if (weighed) chosen = choose(worlds.pimc, q, pick_seed, chosen.numbers, draws);
  const auto cards =
      static_cast<std::size_t>(std::popcount(Game::legal_set(state->options(), worlds.here).set));
  std::vector<Pimc::Code> codes(chosen.numbers.size() * cards);
  worlds.pimc.solve(chosen.numbers, codes, 1);
  const std::vector<int> marks = worlds.pimc.marks();
  Browser::values.assign(marks.begin(), marks.end());
  Browser::values.insert(Browser::values.end(), chosen.weights.begin(), chosen.weights.end());
  kibitz::Ints out{worlds.listed, draws, PimcRules::kCases,
                   static_cast<std::int32_t>(marks.size()) / 2 / PimcRules::kCases};
  out.insert(out.end(), codes.begin(), codes.end());
  Browser::give(std::move(out));
  return static_cast<int>(chosen.numbers.size());
}

// Weighs worlds 0 .. count - 1 of a view, or as many as there are, by how likely a network makes the others'
// actions of this deal; `start` is where it began. How many; the values are the weights.
KIBITZ_EXPORT("kibitz_weigh_worlds")
int kibitz_weigh_worlds(const State* state, const std::int32_t* shell, std::size_t shell_size,
                        const std::int32_t* places, std::size_t places_size,
                        const std::uint64_t* masks, std::size_t masks_size,
                        const std::int32_t* start, std::size_t start_size,
                        const std::int32_t* actions, std::size_t actions_size, int hidden,
                        std::uint64_t seed, int count, int net, double slip) {
  const Game::Options& o = state->options();
  const ViewWorlds worlds(
      state,
      question_of(list(shell, shell_size), list(places, places_size), list(masks, masks_size)),
      hidden, seed, 0);
  if (count < 1 || net < 0) throw kibitz::Malformed("worlds to weigh");
  const int many = worlds.listed > 0 ? std::min(count, worlds.listed) : count;
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(many));
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  std::vector<kibitz::Cards> hands(numbers.size() * Pimc::kSeats);
  worlds.pimc.hands(numbers, hands);
  std::vector<Game::Position> drawn(numbers.size(), worlds.here);
  for (std::size_t i = 0; i < hands.size(); ++i) {
    auto& hand = drawn[i / Pimc::kSeats].hands[i % Pimc::kSeats];
    hand = static_cast<std::remove_reference_t<decltype(hand)>>(hands[i]);
  }
  const kibitz::DealSoFar<Game> deal{
      ViewWorlds::only(kibitz::BrowserSearching::positions(o, list(start, start_size))),
      {actions, actions + actions_size}};
  kibitz::Guide<Browser::Encoders> guide(Browser::nets.at(static_cast<std::size_t>(net)), 1.0);
  kibitz::Inference<Browser::Encoders> inference(o, deal, worlds.here, Game::player(o, worlds.here),
                                                 slip, guide);
  inference.weigh(drawn, Browser::values);
  for (double& weight : Browser::values) weight = std::max(kLeastWeight, std::exp(weight));
  return many;
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
