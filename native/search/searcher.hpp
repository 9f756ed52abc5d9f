// One search under way, whatever its kind: worlds, luck, policy, and the tree or the flat sums. Runs
// in slices, so that the caller can stop it; simulation i is the same however they are cut.
#pragma once

#include <cstdint>
#include <type_traits>

#include "search/ismcts.hpp"
#include "search/rollout.hpp"
#include "search/worlds.hpp"

namespace kibitz {

// The game has no native rule player.
struct NoRule {
  struct Memory {};
};

struct SearchSettings {
  std::uint64_t seed_worlds;
  std::uint64_t seed_luck;
  int seat;           // whose decision it is
  bool flat;          // rollout, not a tree
  bool rule;          // rollouts by the game's rule player, not at random
  TreeSettings tree;  // reward and horizon also of a flat search
};

template <GameRules G, class Rule = NoRule>
class Searcher {
 public:
  using Position = typename G::Position;
  static constexpr int kDeckMax = 52;
  static constexpr bool kHasRule = !std::is_same_v<Rule, NoRule>;

  Searcher(const typename G::Options& options, const SearchSettings& settings, const Ints& memory)
      : options_(options),
        settings_(settings),
        worlds_(settings.seed_worlds),
        tree_(options, settings.tree, settings.seat),
        flat_(options, settings.seat, settings.tree.reward, settings.tree.horizon) {
    if (settings.seat < 0 || settings.seat >= G::seats(options)) throw Malformed("no such seat");
    if constexpr (kHasRule) {
      if (settings.rule) {
        Reader reader{std::span<const std::int32_t>(memory)};
        Rule::read(options_, reader, memory_);
        reader.end();
      }
    } else if (settings.rule) {
      throw Malformed("this game has no native rule player");
    }
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

  void add_world(const Position& position) {
    if (G::player(options_, position) != settings_.seat) throw Malformed("another seat's turn");
    if (worlds_.empty()) flat_.set_actions(position);
    worlds_.add(position);
  }

  // From now on every simulation has a world of its own: see Worlds.
  void hide(Cards cards, const Ints& seats, const Ints& sizes, const std::vector<Cards>& excluded) {
    if (worlds_.empty() || seats.size() > sizes.size() || (cards >> kDeckMax) != 0) {
      throw Malformed("nothing to hide cards in");
    }
    if constexpr (HandsAreSets<G>) {
      const Position p = world(0);
      Cards held = 0;
      for (int seat = 0; seat < G::seats(options_); ++seat) held |= at(p.hands, seat);
      for (std::size_t k = 0; k < seats.size(); ++k) {
        if (seats[k] < 0 || seats[k] >= G::seats(options_)) throw Malformed("no such seat");
        if (std::popcount(at(p.hands, seats[k])) != sizes[k]) throw Malformed("a hand's size");
        held &= ~at(p.hands, seats[k]);
      }
      if ((held & cards) != 0) throw Malformed("a hidden card is in a known hand");
    } else {
      throw Malformed("the hands of this game are not sets of cards");
    }
    worlds_.hide(Assignment(cards, sizes, excluded), seats);
  }

  // Simulations first .. last - 1; of a flat search, rounds of one for each action.
  void run(std::uint64_t first, std::uint64_t last) {
    if (worlds_.empty()) throw Malformed("a search without a world");
#if KIBITZ_HAS_BMI2_PATH
    if (has_bmi2()) {
      run_bmi2(first, last);
      return;
    }
#endif
    run_with<PortableBits>(first, last);
  }

 private:
  template <class Bits>
  inline void run_with(std::uint64_t first, std::uint64_t last) {
    if constexpr (kHasRule) {
      if (settings_.rule) {
        run_policy<Bits, Rule>(first, last, memory_);
        return;
      }
    }
    run_policy<Bits, Uniform<Bits, G>>(first, last, {});
  }

#if KIBITZ_HAS_BMI2_PATH
  __attribute__((target("bmi,bmi2,popcnt,lzcnt"), flatten)) void run_bmi2(std::uint64_t first,
                                                                          std::uint64_t last) {
    run_with<Bmi2Bits>(first, last);
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
  typename Rule::Memory memory_{};
};

}  // namespace kibitz
