// One search of a decision, as the browser calls it: ismcts, or flat rollouts, with rollouts at random or
// by a rule player, or guided by the game's network. The twin of kibitz/search/native_searcher.py.
//
// The page gives what the seat knows: positions with hidden cards dealt anyhow, the cards that are
// hidden and where they cannot be, and the deal so far; or whole worlds, where the hidden things are not
// cards. The engine's own state, which knows every card, is not among it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "search/searcher.hpp"
#include "wasm/browser_game.hpp"

namespace kibitz {

// As frontend/src/offline/search.ts writes it, number by number.
struct BrowserQuestion {
  std::span<const std::int32_t> shells;   // positions, each as its length and its numbers
  std::span<const std::int32_t> start;    // the position at the deal, flat; empty if nobody asks
  std::span<const std::int32_t> actions;  // since the deal
  std::span<const std::int32_t>
      places;  // seats whose cards are hidden, then the size of each place
  // Hidden cards, then those excluded from each place; empty if no cards are hidden.
  std::span<const std::uint64_t> masks;
  std::span<const std::uint64_t> seeds;  // of worlds and luck
  std::span<const double> settings;      // see `search`
  std::span<const std::int32_t> plans;   // as shells; empty: each legal action
  std::span<const std::int32_t> memory;  // of the policy
  std::span<const double> numbers;       // of the policy
  // Of each hidden card, ascending, in each of three places; empty: all worlds are equally likely.
  std::span<const double> weights;
};

// The lists that one list holds, each as its length and its numbers.
inline std::vector<Ints> parted(std::span<const std::int32_t> all) {
  std::vector<Ints> lists;
  for (std::size_t i = 0; i < all.size();) {
    const std::int32_t size = all[i++];
    if (size < 0 || static_cast<std::size_t>(size) > all.size() - i)
      throw Malformed("a list in a list");
    lists.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(i),
                       all.begin() + static_cast<std::ptrdiff_t>(i) + size);
    i += static_cast<std::size_t>(size);
  }
  return lists;
}

template <class Browser, class... Policies>
struct BrowserSearch {
  using G = typename Browser::G;
  using Self = Searcher<typename Browser::Encoders, Policies...>;

  // The choice; the integers are action and visits of every candidate, the values their sums of rewards.
  // Settings: flat, simulations, exploration, reward, to_deal, prior, value, value_unit, seats that are
  // hidden, slip and worlds of beliefs (0 worlds without), policy, dice, turns, softness, halving,
  // whether the worlds are known (mcts); then the match that the deal is part of, if it counts
  // (MatchGoal::read).
  static int search(const History<G>& state, const BrowserQuestion& q, int net) {
    constexpr std::size_t kSettings = 17;
    if (q.settings.size() < kSettings || q.seeds.size() != 2)
      throw Malformed("settings of a search");
    const auto number = [&](std::size_t i) { return static_cast<int>(q.settings[i]); };
    const auto flag = [&](std::size_t i) { return q.settings[i] != 0; };
    const typename G::Options& o = state.options();
    const std::vector<typename G::Position> shells = positions(o, q.shells);
    if (shells.empty()) throw Malformed("a search without a world");
    const typename G::Position& here = shells.front();
    const int seat = G::player(o, here);
    std::vector<Ints> plans = parted(q.plans);
    if (plans.empty()) {
      typename G::Actions legal;
      legal.clear();
      G::legal(o, here, legal);
      for (const int action : legal) plans.push_back({action});
    }
    const bool flat = flag(0);
    const auto match =
        q.settings.size() == kSettings ? nullptr : MatchGoal::read(q.settings.subspan(kSettings));
    const TreeSettings tree{flag(16) ? kAllSeen : seat, q.settings[2],
                            Reward{static_cast<RewardKind>(number(3)), q.settings[14], match},
                            Horizon{flag(4), flag(12), number(13)}};
    const std::shared_ptr<const Net> guide =
        net < 0 ? nullptr : Browser::nets.at(static_cast<std::size_t>(net));
    const bool guided = flag(5) || flag(6);
    Self self(o,
              SearchSettings{q.seeds[0], q.seeds[1], seat, flat, number(11), tree,
                             flat ? plans : std::vector<Ints>{},
                             GuideSettings{flag(5), flag(6), q.settings[7]},
                             guided ? guide : nullptr, 1.0},
              Ints(q.memory.begin(), q.memory.end()), {q.numbers.begin(), q.numbers.end()});
    for (const auto& shell : shells) self.add_world(shell, {});
    if (!q.masks.empty()) hide(self, q, number(8));
    if (!q.weights.empty()) self.locate({q.weights.begin(), q.weights.end()});
    if (!q.start.empty()) {
      const DealSoFar<G> deal{read(o, q.start), {q.actions.begin(), q.actions.end()}};
      self.follow(deal);
      const auto worlds = static_cast<std::size_t>(number(10));
      if (worlds > 0 && !deal.actions.empty()) {
        self.infer(deal, guide, q.settings[9], worlds, 1.0, false);
      }
    }
    const int simulations = number(1);
    const int rounds = std::max(1, simulations / static_cast<int>(plans.size()));
    if (flag(15)) {
      halve(self, static_cast<int>(plans.size()), rounds);
    } else {
      self.run(0, static_cast<std::uint64_t>(flat ? rounds : simulations));
    }
    return chosen(self, flat && !flag(15));
  }

  // Makes an action, then lets a rule player on every seat finish the deal, or the game: the twin of
  // `play_on` of kibitz/advice/outlook.py. One of the policies gets its memory; any other follows the game.
  static void play_on(typename Browser::State& state, int action, std::string_view name,
                      std::span<const double> numbers, std::span<const std::int32_t> memory,
                      std::uint64_t seed) {
    const bool known = ((name == Policies::name &&
                         (play_on<Policies>(state, action, numbers, memory, seed), true)) ||
                        ...);
    if (known) return;
    std::vector<std::unique_ptr<Player<G>>> players;
    for (int seat = 0; seat < G::seats(state.options()); ++seat) {
      const std::uint64_t own = mix(seed, static_cast<std::uint64_t>(seat));
      players.push_back(Browser::seated(state, seat, name, numbers, -1, own));
    }
    const auto at_seat = [&](int seat) -> Player<G>& {
      return *players[static_cast<std::size_t>(seat)];
    };
    finish(
        state, action,
        [&](int seat, const auto& o, const auto& p) { return at_seat(seat).choose(o, p); },
        [&](int seat, const auto& o, const auto& p, int made) { at_seat(seat).note(o, p, made); },
        [&](int seat, const auto& o, const auto& p) { at_seat(seat).dealt(o, p); });
  }

  // Deals the hidden cards anew for every world, to a search or to a solver of worlds.
  template <class Worlds>
  static void hide(Worlds& worlds, const BrowserQuestion& q, int count) {
    const auto hidden = static_cast<std::size_t>(count);
    if (count < 0 || hidden > q.places.size() || q.masks.empty()) {
      throw Malformed("places of hidden cards");
    }
    const Ints seats(q.places.begin(), q.places.begin() + static_cast<std::ptrdiff_t>(hidden));
    const Ints sizes(q.places.begin() + static_cast<std::ptrdiff_t>(hidden), q.places.end());
    worlds.hide(q.masks[0], seats, sizes, {q.masks.begin() + 1, q.masks.end()});
  }

  static std::vector<typename G::Position> positions(const typename G::Options& o,
                                                     std::span<const std::int32_t> flat) {
    std::vector<typename G::Position> found;
    for (const Ints& one : parted(flat)) found.push_back(read(o, one));
    return found;
  }

 private:
  template <class P>
  static void play_on(typename Browser::State& state, int action, std::span<const double> numbers,
                      std::span<const std::int32_t> flat, std::uint64_t seed) {
    const typename G::Options& options = state.options();
    std::array<typename P::Memory, kMaxSeats> memories{};
    std::array<Stream, kMaxSeats> streams =
        [&]<std::size_t... seats>(std::index_sequence<seats...>) {
          return std::array<Stream, kMaxSeats>{Stream(mix(seed, seats))...};
        }(std::make_index_sequence<kMaxSeats>{});
    for (int seat = 0; seat < G::seats(options); ++seat) {
      typename P::Memory& memory = at(memories, seat);
      tune<P>(numbers, memory);
      if constexpr (requires { P::begin(options, seat, memory); }) P::begin(options, seat, memory);
      Reader reader{flat};
      if constexpr (requires { P::read(options, reader, memory); }) {
        P::read(options, reader, memory);
      }
    }
    finish(
        state, action,
        [&](int seat, const auto& o, const auto& p) {
          return P::choose(o, p, at(memories, seat), at(streams, seat));
        },
        [&](int seat, const auto& o, const auto& p, int made) {
          P::note(o, p, made, at(memories, seat));
        },
        [&](int seat, const auto& o, const auto& p) {
          auto& memory = at(memories, seat);
          if constexpr (requires { P::dealt(o, p, memory); }) P::dealt(o, p, memory);
        });
  }

  template <class Choose, class Note, class Dealt>
  static void finish(typename Browser::State& state, int action, Choose&& choose, Note&& note,
                     Dealt&& dealt) {
    const typename G::Options& o = state.options();
    const int seats = G::seats(o);
    for (;;) {
      const typename G::Position before = state.position();
      const std::size_t outcomes = state.chance().size();
      if (!state.apply(action)) throw Malformed("an illegal action");
      for (int seat = 0; seat < seats; ++seat) note(seat, o, before, action);
      if (state.chance().size() > outcomes) {
        for (int seat = 0; seat < seats; ++seat) dealt(seat, o, state.position());
      }
      if (state.player() < 0) return;
      action = Browser::checked(state, choose(state.player(), o, state.position()));
    }
  }

  static typename G::Position read(const typename G::Options& o,
                                   std::span<const std::int32_t> flat) {
    typename G::Position p;
    G::start(o, p);
    Reader reader{flat};
    G::load(o, p, reader);
    reader.end();
    return p;
  }

  // Phases of equal budget, halving the plans down to two: `_run_halving` of kibitz/search/run.py.
  static void halve(Self& self, int plans, int rounds) {
    const int phases = std::bit_width(static_cast<unsigned>(plans - 1));
    const int simulations = rounds * plans;
    int done = 0;
    for (int phase = 1; phase <= phases; ++phase) {
      const int last = done + std::max(1, simulations / (phases * plans));
      self.run(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(last));
      done = last;
      if (phase == phases) return;
      self.narrow();
      plans = (plans + 1) / 2;
    }
  }

  // A tree's choice has the most visits, then the higher value, and so has one by halving; another flat
  // one's has the highest value. Ties go to the lower action, and actions come in ascending order or are
  // compared.
  static int chosen(const Self& self, bool by_value) {
    using Rank = std::tuple<std::uint64_t, double, int>;
    Ints rows;
    std::vector<double> totals;
    Rank best{0, 0, 0};
    bool any = false;
    const auto take = [&](int action, std::uint64_t visits, double total) {
      rows.push_back(action);
      rows.push_back(static_cast<std::int32_t>(visits));
      totals.push_back(total);
      if (visits == 0) return;
      const Rank rank{by_value ? 0 : visits, total / static_cast<double>(visits), -action};
      if (!any || rank > best) best = rank;
      any = true;
    };
    if (self.is_flat()) {
      for (const auto& sum : self.flat().sums()) take(sum.plan.front(), sum.visits, sum.total);
    } else {
      self.with_tree([&](const auto& tree) {
        for (int i = 0; i < tree.size(0); ++i) {
          const auto& edge = tree.edges(0)[i];
          take(static_cast<int>(edge.key), edge.visits, edge.total);
        }
      });
    }
    Browser::give(std::move(rows));
    Browser::values = std::move(totals);
    return -std::get<2>(best);
  }
};

}  // namespace kibitz
