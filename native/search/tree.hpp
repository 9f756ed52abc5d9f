// The tree of mcts and ismcts: nodes and edges in two arenas, found by number.
//
// A node is what the observer can distinguish; its edges are the actions as the observer sees them,
// side by side in the edge arena. A full block of edges moves to one of twice the size at the end of
// the arena. Edges are 24 bytes:
//   total      sum of the rewards of the seat that acts at the node
//   visits     simulations that took this action here
//   available  simulations in which it could have been taken
//   node       what follows, 0 before a second visit
//   key        the action
// What follows an edge may also depend on dice, or on who acts next: such branches are in a map.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/game.hpp"

namespace kibitz {

struct TreeEdge {
  double total = 0;
  std::uint32_t visits = 0;
  std::uint32_t available = 0;
  std::uint32_t node = 0;
  std::int32_t key = 0;
};

// An edge may have more than that: see guided.hpp.
template <class Edge>
class Tree {
 public:
  static constexpr std::size_t kEdgesMax = std::size_t{1} << 23;  // then it grows no more

  struct Node {
    std::uint32_t first = 0;
    std::uint16_t size = 0;
    std::uint16_t capacity = 0;
    std::int32_t player = 0;
  };

  Tree() { nodes_.push_back(Node{}); }  // the root has number 0, which no edge leads to

  Edge* edges(std::uint32_t node) { return edges_.data() + nodes_[node].first; }
  const Edge* edges(std::uint32_t node) const { return edges_.data() + nodes_[node].first; }
  int size(std::uint32_t node) const { return nodes_[node].size; }
  bool full() const { return edges_.size() >= kEdgesMax; }
  std::size_t nodes() const { return nodes_.size(); }
  void set_root_player(int player) { nodes_[0].player = player; }

  // A new edge of a node; `expected` is how many it may have soon. Its place in the node.
  int add_edge(std::uint32_t id, int key, int expected) {
    Node& node = nodes_[id];
    if (node.size == node.capacity) {
      const auto capacity =
          static_cast<std::uint16_t>(std::max<int>(node.size * 2, std::min<int>(expected, 16)));
      const auto first = static_cast<std::uint32_t>(edges_.size());
      edges_.resize(edges_.size() + capacity);
      for (std::uint32_t i = 0; i < node.size; ++i) edges_[first + i] = edges_[node.first + i];
      node.first = first;
      node.capacity = capacity;
    }
    edges_[node.first + node.size].key = key;
    return node.size++;
  }

  // The node behind an edge, where `player` acts; made if there is none.
  std::uint32_t follow(std::uint32_t id, int place, int player) {
    const std::uint32_t next = edges(id)[place].node;
    if (next == 0) {
      const std::uint32_t made = add_node(player);
      edges(id)[place].node = made;
      return made;
    }
    return for_player(next, player);
  }

  // The node behind a node after dice that everybody sees; `made` returns whether it is new.
  std::uint32_t roll(std::uint32_t id, std::int32_t dice, int player, bool& made) {
    return for_player(branch(id, static_cast<std::uint32_t>(dice), player, made), player);
  }

 private:
  static constexpr std::uint32_t kByPlayer = 1U << 30;  // beyond any dice

  // After actions that the observer did not see whole, another player may be to act than before.
  std::uint32_t for_player(std::uint32_t id, int player) {
    if (nodes_[id].player == player) return id;
    bool made = false;
    return branch(id, kByPlayer + static_cast<std::uint32_t>(player + 2), player, made);
  }

  std::uint32_t branch(std::uint32_t id, std::uint32_t key, int player, bool& made) {
    const auto [entry, fresh] = branches_.try_emplace(std::uint64_t{id} << 32 | key, 0U);
    made = fresh;
    if (fresh) entry->second = add_node(player);
    return entry->second;
  }

  std::uint32_t add_node(int player) {
    nodes_.push_back(Node{0, 0, 0, player});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::unordered_map<std::uint64_t, std::uint32_t> branches_;
};

// One decision on the way down, by `player`.
struct TreeStep {
  std::uint32_t node;
  int place;
  int player;
};

// Adds the rewards of a simulation to the edges that it took.
template <class Edge>
void back_up(Tree<Edge>& tree, const std::vector<TreeStep>& path, const Points& reward) {
  for (const TreeStep& step : path) {
    Edge& edge = tree.edges(step.node)[step.place];
    ++edge.visits;
    edge.total += at(reward, step.player);
  }
}

// The rewards seen so far, which scores map to 0 .. 1. Shares of the win have that range already.
class RewardRange {
 public:
  explicit RewardRange(bool shares) : fixed_(shares) {}

  bool fixed() const { return fixed_; }
  double scaled(double reward) const { return (reward - low_) * scale_; }

  void widen(double reward) {
    low_ = any_ ? std::min(low_, reward) : reward;
    high_ = any_ ? std::max(high_, reward) : reward;
    any_ = true;
    scale_ = high_ > low_ ? 1 / (high_ - low_) : 0;
  }

 private:
  bool fixed_;
  double low_ = 0;
  double high_ = 1;
  double scale_ = 1;
  bool any_ = false;
};

// Actions as an observer sees them: some are hidden (G::hides), and then several look alike (G::seen).
inline constexpr int kAllSeen = -1;  // the observer of mcts

template <class G>
bool hidden_from(int observer, const typename G::Options& o, const typename G::Position& p,
                 int player) {
  if constexpr (requires { G::hides(o, p, 0); }) {
    return observer != kAllSeen && observer != player && G::hides(o, p, observer);
  } else {
    return false;
  }
}

template <class G>
int key_of(const typename G::Options& o, const typename G::Position& p, int action, bool hidden) {
  if constexpr (requires { G::seen(o, p, action); }) {
    return hidden ? G::seen(o, p, action) : action;
  } else {
    return action;
  }
}

// One of the actions with this key; `alike` is scratch space.
template <class G>
int action_of(const typename G::Options& o, const typename G::Position& p,
              const typename G::Actions& actions, int key, bool hidden, Stream& rng,
              std::vector<int>& alike) {
  if (!hidden) return key;
  alike.clear();
  for (const int action : actions) {
    if (key_of<G>(o, p, action, hidden) == key) alike.push_back(action);
  }
  return alike.size() == 1 ? alike[0] : at(alike, rng.below(static_cast<int>(alike.size())));
}

}  // namespace kibitz
