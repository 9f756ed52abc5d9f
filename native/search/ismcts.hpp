// Information-set Monte Carlo tree search with one observer (Cowling, Powley, Whitehouse 2012), any
// number of players, chance included. With one world and no observer it is plain UCT (mcts).
//
// One simulation:
// 1. Draw a world that fits what the observer knows.
// 2. Go down the tree while actions are known. At each node only the actions that are legal in this
//    world count; each of them was available once more. If one has never been tried, try one of
//    those at random: the tree grows by that edge, and the rollout begins behind it.
// 3. Otherwise take the action with the highest
//        value + exploration * sqrt(log(available) / visits)
//    where value is the mean reward of the seat that acts, brought to 0..1 by the least and the
//    greatest reward seen so far (shares of the win are there already).
// 4. Dice are branches of the tree. A deal ends the tree: what follows is rollout only, since no
//    deal comes twice and most of it is hidden.
// 5. Play on by the rollout policy, judge, and add the reward of the acting seat to every edge taken.
//
// Actions that the observer does not see whole (G::hides, G::seen) share one edge; which of them is
// played in a simulation is chance. The twin of kibitz/search/ismcts.py, draw for draw.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "search/simulation.hpp"
#include "search/tree.hpp"
#include "search/worlds.hpp"

namespace kibitz {

// log(n), from a table for the numbers that matter.
inline double log_of(std::uint32_t n) {
  static const std::vector<double> table = [] {
    std::vector<double> logs(1U << 15);
    for (std::size_t i = 1; i < logs.size(); ++i) logs[i] = std::log(static_cast<double>(i));
    return logs;
  }();
  return n < table.size() ? table[n] : std::log(static_cast<double>(n));
}

struct TreeSettings {
  int observer = kAllSeen;
  double exploration = 0.7;
  Reward reward{};
  Horizon horizon{};
};

template <GameRules G>
class TreeSearch {
 public:
  using Options = typename G::Options;
  using Position = typename G::Position;
  using Edge = TreeEdge;

  TreeSearch(const Options& options, const TreeSettings& settings, int root_player)
      : options_(options),
        settings_(settings),
        range_(settings.reward.is_share(G::seats(options))) {
    tree_.set_root_player(root_player);
  }

  const Tree<Edge>& tree() const { return tree_; }

  template <class Bits, class Policy>
  void simulate(Position& p, typename Policy::Memory memory, Luck& luck) {
    path_.clear();
    descend<Bits, Policy>(p, memory, luck);
    finish<Policy, G>(options_, p, memory, luck, settings_.horizon, scratch_);
    Points reward{};
    judge<Policy, G>(options_, p, memory, settings_.reward, settings_.horizon, reward);
    back_up(tree_, path_, reward);
    if (range_.fixed()) return;
    for (int seat = 0; seat < G::seats(options_); ++seat) range_.widen(at(reward, seat));
  }

 private:
  // An edge of a node, and the action that it stands for in this world.
  struct Choice {
    int place;
    int action;
    bool fresh;
  };

  // Steps 2 to 4: p is where the rollout begins.
  template <class Bits, class Policy>
  void descend(Position& p, typename Policy::Memory& memory, Luck& luck) {
    auto log = log_for<Policy>(memory);
    std::uint32_t node = 0;
    for (int player = G::player(options_, p);;) {
      const Choice choice = choose<Bits>(node, p, player, luck.choice);
      if (choice.place < 0) return;  // no room for more edges
      path_.push_back({node, choice.place, player});
      Policy::note(options_, p, choice.action, memory);
      G::apply(options_, p, choice.action, log);
      if (choice.fresh) return;
      player = G::player(options_, p);
      if (player == kOver || (player == kChance && !settings_.horizon.dice)) return;
      node = tree_.follow(node, choice.place, player);
      bool made = false;
      while (player == kChance && !made) {
        scratch_.clear();
        G::draw(options_, p, luck.chance, scratch_);
        G::deal_out(options_, p, std::span<const std::int32_t>(scratch_), log);
        player = G::player(options_, p);
        node = tree_.roll(node, scratch_[0], player, made);
      }
      if (made || player == kOver) return;
    }
  }

  template <class Bits>
  Choice choose(std::uint32_t node, const Position& p, int player, Stream& rng) {
    if (hidden_from<G>(settings_.observer, options_, p, player)) {
      return choose_listed(node, p, rng, true);
    }
    if constexpr (requires { G::legal_set(options_, p); }) {
      return choose_set<Bits>(node, p, rng);
    } else {
      return choose_listed(node, p, rng, false);
    }
  }

  // The legal actions are bits of a word.
  template <class Bits>
  Choice choose_set(std::uint32_t node, const Position& p, Stream& rng) {
    const LegalSet legal = G::legal_set(options_, p);
    const int size = tree_.size(node);
    Edge* edges = tree_.edges(node);
    std::uint64_t untried = legal.set;
    for (int i = 0; i < size; ++i) untried &= ~bit_above(edges[i].key, legal.base);
    if (untried != 0) {
      for (int i = 0; i < size; ++i) {
        edges[i].available += (legal.set & bit_above(edges[i].key, legal.base)) != 0;
      }
      const int action = legal.base + Bits::nth(untried, rng.below(std::popcount(untried)));
      return add(node, action, action, std::popcount(legal.set));
    }
    int best = -1;
    double best_score = 0;
    for (int i = 0; i < size; ++i) {
      if ((legal.set & bit_above(edges[i].key, legal.base)) == 0) continue;
      const double value = score(edges[i]);
      if (best < 0 || value > best_score) {
        best = i;
        best_score = value;
      }
    }
    return {best, edges[best].key, false};
  }

  static std::uint64_t bit_above(int key, int base) {
    const int place = key - base;
    return place >= 0 && place < 64 ? std::uint64_t{1} << place : 0;
  }

  // The legal actions are a list, in which some may look alike to the observer.
  Choice choose_listed(std::uint32_t node, const Position& p, Stream& rng, bool hidden) {
    typename G::Actions actions;
    actions.clear();
    G::legal(options_, p, actions);
    keys_.clear();
    ++now_;
    for (const int action : actions) {
      const int key = key_of<G>(options_, p, action, hidden);
      if (at(legal_, key) != now_) keys_.push_back(key);
      at(legal_, key) = now_;
    }
    const int size = tree_.size(node);
    Edge* edges = tree_.edges(node);
    int known = 0;
    for (int i = 0; i < size; ++i) known += at(legal_, edges[i].key) == now_;
    if (known < static_cast<int>(keys_.size())) {
      for (int i = 0; i < size; ++i) {
        if (at(legal_, edges[i].key) != now_) continue;
        ++edges[i].available;
        at(legal_, edges[i].key) = 0;  // tried
      }
      std::erase_if(keys_, [&](int key) { return at(legal_, key) != now_; });
      const int key = at(keys_, rng.below(static_cast<int>(keys_.size())));
      const int action = action_of<G>(options_, p, actions, key, hidden, rng, alike_);
      return add(node, key, action, actions.size());
    }
    int best = -1;
    double best_score = 0;
    for (int i = 0; i < size; ++i) {
      if (at(legal_, edges[i].key) != now_) continue;
      const double value = score(edges[i]);
      if (best < 0 || value > best_score) {
        best = i;
        best_score = value;
      }
    }
    const int key = edges[best].key;
    return {best, action_of<G>(options_, p, actions, key, hidden, rng, alike_), false};
  }

  // Step 3; the action is available once more.
  double score(Edge& edge) const {
    const double visits = edge.visits;
    const double value = range_.scaled(edge.total / visits);
    return value + settings_.exploration * std::sqrt(log_of(++edge.available) / visits);
  }

  Choice add(std::uint32_t node, int key, int action, int expected) {
    if (tree_.full()) return {-1, action, true};
    const int place = tree_.add_edge(node, key, expected);
    tree_.edges(node)[place].available = 1;
    return {place, action, true};
  }

  static constexpr int kKeys = G::kActions + 8;  // actions, and what hidden ones look like

  Options options_;
  TreeSettings settings_;
  Tree<Edge> tree_;
  RewardRange range_;
  std::vector<TreeStep> path_;
  Ints scratch_;
  std::vector<int> keys_;
  std::vector<int> alike_;
  std::array<std::uint32_t, kKeys> legal_{};  // = now_: legal in this world
  std::uint32_t now_ = 0;
};

}  // namespace kibitz
