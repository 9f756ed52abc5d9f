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
constexpr int kProposedDraws = 4;       // PROPOSED_DRAWS of kibitz/search/pimc.py
constexpr int kFirstSlice = 4;          // worlds that kibitz/search/pimc.py solves first
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

// How likely worlds are by where a network expects the cards: the logarithms.
class Locating {
 public:
  Locating(const Pimc& pimc, const kibitz::BrowserQuestion& q)
      : pimc_(pimc),
        seats_(q.places.first(q.places.size() / 2)),
        places_(q.masks[0], q.places.subspan(seats_.size()), {q.masks.begin() + 1, q.masks.end()},
                q.weights) {}

  std::vector<double> logs(std::span<const std::uint64_t> numbers) const {
    std::vector<kibitz::Cards> held(numbers.size() * Pimc::kSeats);
    pimc_.hands(numbers, held);
    std::vector<double> found;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      kibitz::WeightedAssignment::Hands hands{};
      for (std::size_t p = 0; p < seats_.size(); ++p) {
        hands[p] = held[k * Pimc::kSeats + static_cast<std::size_t>(seats_[p])];
      }
      found.push_back(places_.log_weight(hands));
    }
    return found;
  }

 private:
  const Pimc& pimc_;
  std::span<const std::int32_t> seats_;
  kibitz::WeightedAssignment places_;
};

// A network that weighs worlds by the others' actions of a deal, and where that deal began.
struct Weighing {
  std::span<const std::int32_t> start;
  std::span<const std::int32_t> actions;
  int net;
  double slip;
};

// How likely a network makes the others' actions of this deal in each world; never 0.
std::vector<double> likelihoods(const State* state, const ViewWorlds& worlds,
                                std::span<const std::uint64_t> numbers, const Weighing& by) {
  const Game::Options& o = state->options();
  if (by.net < 0) throw kibitz::Malformed("worlds to weigh without a network");
  std::vector<kibitz::Cards> hands(numbers.size() * Pimc::kSeats);
  worlds.pimc.hands(numbers, hands);
  std::vector<Game::Position> drawn(numbers.size(), worlds.here);
  for (std::size_t i = 0; i < hands.size(); ++i) {
    auto& hand = drawn[i / Pimc::kSeats].hands[i % Pimc::kSeats];
    hand = static_cast<std::remove_reference_t<decltype(hand)>>(hands[i]);
  }
  const kibitz::DealSoFar<Game> deal{
      ViewWorlds::only(kibitz::BrowserSearching::positions(o, by.start)),
      {by.actions.begin(), by.actions.end()}};
  kibitz::Guide<Browser::Encoders> guide(Browser::nets.at(static_cast<std::size_t>(by.net)), 1.0);
  kibitz::Inference<Browser::Encoders> inference(o, deal, worlds.here, Game::player(o, worlds.here),
                                                 by.slip, guide);
  std::vector<double> weights;
  inference.weigh(drawn, weights);
  for (double& weight : weights) weight = std::max(kLeastWeight, std::exp(weight));
  return weights;
}

// For each number i one of the worlds i * draws .. i * draws + draws - 1, in proportion to the weights, which
// counts as much as they do on average: `choose` of kibitz/search/pimc.py. `weigh` gives the weights of worlds.
template <class Weigh>
Chosen choose(std::uint64_t seed, std::span<const std::uint64_t> wanted, int draws,
              const Weigh& weigh) {
  const auto each = static_cast<std::size_t>(draws);
  std::vector<std::uint64_t> numbers;
  for (const std::uint64_t i : wanted) {
    for (std::uint64_t k = 0; k < each; ++k) numbers.push_back(i * each + k);
  }
  const std::vector<double> weights = weigh(numbers);
  Chosen chosen;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::vector<double> upto(each);
    std::partial_sum(weights.begin() + static_cast<std::ptrdiff_t>(i * each),
                     weights.begin() + static_cast<std::ptrdiff_t>((i + 1) * each), upto.begin());
    const std::uint64_t word = kibitz::Stream(kibitz::mix(seed, wanted[i])).word();
    const double lot = static_cast<double>(word) * 0x1p-64 * upto.back();
    const auto taken = static_cast<std::size_t>(std::ranges::upper_bound(upto, lot) - upto.begin());
    chosen.numbers.push_back(numbers[i * each + std::min(taken, each - 1)]);
    chosen.weights.push_back(upto.back() / draws);
  }
  return chosen;
}

// Worlds by how likely a network makes what was played, relative to how often they come up.
Chosen choose_inferred(const State* state, const ViewWorlds& worlds,
                       const kibitz::BrowserQuestion& q, const Weighing& by, std::uint64_t seed,
                       std::span<const std::uint64_t> wanted, int draws) {
  if (worlds.listed > 0 || q.weights.empty()) {
    return choose(seed, wanted, draws,
                  [&](const auto& numbers) { return likelihoods(state, worlds, numbers, by); });
  }
  const Locating places(worlds.pimc, q);
  std::vector<std::uint64_t> first(static_cast<std::size_t>(kFirstSlice * draws));
  std::iota(first.begin(), first.end(), std::uint64_t{0});
  const double ratio = std::ranges::max(places.logs(first));  // any constant
  return choose(seed, wanted, draws, [&](const auto& numbers) {
    std::vector<double> weights = likelihoods(state, worlds, numbers, by);
    const std::vector<double> logs = places.logs(numbers);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      weights[k] *= std::exp(std::min(ratio - logs[k], 500.0));
    }
    return weights;
  });
}

}  // namespace

// Solves worlds by their numbers, except those that come after all worlds if these are listed; how many.
// `wanted` is how many the search wants in all. With weights of places (see BrowserQuestion) worlds come up as
// often as they are likely, or count as much; with a network, as likely as it makes the others' actions since
// `start`. Integers: the number of all worlds if they are few enough to be listed, else 0; how many of them
// stand behind each one solved; how many cases there are (see search/pimc.hpp) and results in each; then the
// result of every legal card, world by world. Values: what each result brings seats 0 and 2, and the others;
// then how much each world counts.
KIBITZ_EXPORT("kibitz_solve_worlds")
int kibitz_solve_worlds(const State* state, const std::int32_t* shell, std::size_t shell_size,
                        const std::int32_t* places, std::size_t places_size,
                        const std::uint64_t* masks, std::size_t masks_size, const double* weights,
                        std::size_t weights_size, const std::uint64_t* asked,
                        std::size_t asked_size, const std::int32_t* start, std::size_t start_size,
                        const std::int32_t* actions, std::size_t actions_size, int hidden,
                        std::uint64_t seed, std::uint64_t pick_seed, int reach, int wanted, int net,
                        double slip) {
  if (wanted < 1) throw kibitz::Malformed("worlds of a solver");
  const kibitz::BrowserQuestion q =
      question_of(list(shell, shell_size), list(places, places_size), list(masks, masks_size),
                  list(weights, weights_size));
  const Weighing by{list(start, start_size), list(actions, actions_size), net, slip};
  const ViewWorlds worlds(state, q, hidden, seed, reach);
  const bool inferred = net >= 0;
  const bool weighed = inferred || (worlds.listed > 0 && !q.weights.empty());
  const int draws = !weighed            ? 1
                    : worlds.listed > 0 ? std::clamp(worlds.listed / wanted, 1, kDraws)
                    : q.weights.empty() ? kDraws
                                        : kProposedDraws;
  Chosen chosen{{asked, asked + asked_size}, {}};
  if (worlds.listed > 0) {
    const auto last = static_cast<std::uint64_t>(worlds.listed / draws);
    std::erase_if(chosen.numbers, [&](auto i) { return i >= last; });
  }
  chosen.weights.assign(chosen.numbers.size(), 1.0);
  if (inferred) {
    chosen = choose_inferred(state, worlds, q, by, pick_seed, chosen.numbers, draws);
  } else if (weighed) {
    const Locating located(worlds.pimc, q);
    chosen = choose(pick_seed, chosen.numbers, draws, [&](const auto& numbers) {
      std::vector<double> found = located.logs(numbers);
      for (double& weight : found) weight = std::exp(std::max(weight, -500.0));
      return found;
    });
  }
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
  const ViewWorlds worlds(
      state,
      question_of(list(shell, shell_size), list(places, places_size), list(masks, masks_size)),
      hidden, seed, 0);
  if (count < 1) throw kibitz::Malformed("worlds to weigh");
  const int many = worlds.listed > 0 ? std::min(count, worlds.listed) : count;
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(many));
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  const Weighing by{list(start, start_size), list(actions, actions_size), net, slip};
  Browser::values = likelihoods(state, worlds, numbers, by);
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
