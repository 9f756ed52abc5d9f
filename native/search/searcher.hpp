// One search under way, whatever its kind: worlds, luck, policy, and the tree or the flat sums. Runs
// in slices, so that the caller can stop it; simulation i is the same however they are cut.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

#include "search/ismcts.hpp"
#include "search/rollout.hpp"
#include "search/worlds.hpp"

namespace kibitz {

struct SearchSettings {
  std::uint64_t seed_worlds;
  std::uint64_t seed_luck;
  int seat;                 // whose decision it is
  bool flat;                // rollout, not a tree
  int policy;               // of the rollouts: 0 is random, k the k-th of the game's policies
  TreeSettings tree;        // reward and horizon also of a flat search
  std::vector<Ints> plans;  // of a flat search: what is compared
};

template <GameRules G, PolicyOf<G>... Policies>
class Searcher {
 public:
  using Position = typename G::Position;

  // The memory and the numbers are those of the policy.
  Searcher(const typename G::Options& options, const SearchSettings& settings, const Ints& memory,
           const std::vector<double>& numbers)
      : options_(options),
        settings_(settings),
        worlds_(settings.seed_worlds),
        tree_(options, settings.tree, settings.seat),
        flat_(options, settings.seat, settings.tree.reward, settings.tree.horizon) {
    if (settings.seat < 0 || settings.seat >= G::seats(options)) throw Malformed("no such seat");
    constexpr int kPolicies = sizeof...(Policies);
    if (settings.policy < 0 || settings.policy > kPolicies) throw Malformed("no such policy");
    with_policy([&]<class P>(typename P::Memory& mind) {
      tune<P>(numbers, mind);
      Reader reader{std::span<const std::int32_t>(memory)};
      if constexpr (requires { P::read(options_, reader, mind); }) {
        P::read(options_, reader, mind);
        reader.end();
      }
    });
  }

  const Tree& tree() const { return tree_.tree(); }
  const FlatSearch<G>& flat() const { return flat_; }
  const typename G::Options& options() const { return options_; }

  // Where simulation i begins, for tests.
  Position world(std::uint64_t i) const {
    if (worlds_.empty()) throw Malformed("a search without a world");
    Position p;
    worlds_.draw(i, p);
    return p;
  }

  bool is_flat() const { return settings_.flat; }

  // Of a flat search: leaves the worse half of the plans out.
  void narrow() { flat_.narrow(); }

  void add_world(const Position& position) {
    if (G::player(options_, position) != settings_.seat) throw Malformed("another seat's turn");
    if (worlds_.empty()) flat_.set_plans(position, settings_.plans);
    worlds_.add(position);
  }

  // From now on every simulation has a world of its own: see Worlds.
  void hide(Cards cards, const Ints& seats, const Ints& sizes, const std::vector<Cards>& excluded) {
    worlds_.hide(options_, cards, seats, sizes, excluded);
  }

  // Simulations first .. last - 1; of a flat search, rounds of one for each plan.
  void run(std::uint64_t first, std::uint64_t last) {
    if (worlds_.empty()) throw Malformed("a search without a world");
    if (settings_.policy != 0) {
      with_policy([&]<class P>(const typename P::Memory& mind) {
#if KIBITZ_HAS_BMI2_PATH
        if constexpr (is_short<P>) {
          if (has_bmi2()) {
            run_short_bmi2<P>(first, last, mind);
            return;
          }
        }
#endif
        run_policy<PortableBits, P>(first, last, mind);
      });
      return;
    }
#if KIBITZ_HAS_BMI2_PATH
    if (has_bmi2()) {
      run_bmi2(first, last);
      return;
    }
#endif
    run_policy<PortableBits, Uniform<PortableBits, G>>(first, last, {});
  }

 private:
  // Calls with the chosen policy and its memory; not for random play, which has none.
  template <class Function>
  inline void with_policy(const Function& function) {
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      ((settings_.policy == static_cast<int>(k) + 1
            ? function.template operator()<Policies>(std::get<k>(memories_))
            : void()),
       ...);
    }(std::index_sequence_for<Policies...>{});
  }

#if KIBITZ_HAS_BMI2_PATH
  template <class Policy>
  static constexpr bool is_short = requires { Policy::is_short; };

  template <class Policy>
  __attribute__((target("bmi,bmi2,popcnt,lzcnt"), flatten)) void run_short_bmi2(
      std::uint64_t first, std::uint64_t last, const typename Policy::Memory& memory) {
    run_policy<Bmi2Bits, Policy>(first, last, memory);
  }

  // For random play and short policies only: of long ones the compiler would make too much code.
  __attribute__((target("bmi,bmi2,popcnt,lzcnt"), flatten)) void run_bmi2(std::uint64_t first,
                                                                          std::uint64_t last) {
    run_policy<Bmi2Bits, Uniform<Bmi2Bits, G>>(first, last, {});
  }
#endif

  template <class Bits, class Policy>
  inline void run_policy(std::uint64_t first, std::uint64_t last,
                         const typename Policy::Memory& memory) {
    Position p;
    for (std::uint64_t i = first; i < last; ++i) {
      worlds_.draw(i, p);
      Luck luck(settings_.seed_luck, i);
      if (settings_.flat) {
        flat_.template round<Policy>(p, memory, luck);
      } else {
        tree_.template simulate<Bits, Policy>(p, memory, luck);
      }
    }
  }

  typename G::Options options_;
  SearchSettings settings_;
  Worlds<G> worlds_;
  TreeSearch<G> tree_;
  FlatSearch<G> flat_;
  std::tuple<typename Policies::Memory...> memories_{};
};

}  // namespace kibitz
