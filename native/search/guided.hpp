// Tree search guided by a network: ismcts.hpp with the network's policy as prior (PUCT), its value at
// the leaves, or both. The twin of kibitz/search/guided.py, draw for draw.
//
// One simulation:
// 1. Draw a world that fits what the observer knows.
// 2. At each node only the actions legal in this world count. Where one of them has no edge yet, the
//    network is asked as the seat on turn: every legal action gets an edge, whose prior is the mean of
//    the policy over the worlds in which the node was asked. Without a prior all are alike.
// 3. Take the action with the highest
//        value + exploration * prior * sqrt(available) / (1 + visits)
//    where value is the mean reward of the seat that acts, brought to 0..1 by the least and the
//    greatest reward seen so far; an action that was never taken has the mean of the others.
// 4. A node without edges is a leaf. There either the rollout begins, or the network estimates what the game
//    is worth: it plays on for everybody until each seat whose edges were taken has been on turn once
//    more, and the seat's value there is what it is credited with, on top of its running score. So the
//    network is asked only on its own turn, where it was trained, and never for the other seats.
// 5. Forced actions are not asked about, and deals end the tree, as in ismcts.hpp.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "search/ismcts.hpp"
#include "search/net_guide.hpp"

namespace kibitz {

struct GuidedEdge : TreeEdge {
  double prior = 0;         // sum over the worlds in which the node was asked
  std::uint32_t asked = 0;  // how many these are
};

struct GuideSettings {
  bool prior = false;
  bool value = false;
  double unit = 1;  // reward of one unit of the network's value
};

template <class List>
class GuidedSearch {
 public:
  using G = typename List::Game;
  using Options = typename G::Options;
  using Position = typename G::Position;
  using Edge = GuidedEdge;
  using Mind = NetMemory<List>;

  GuidedSearch(const Options& options, const TreeSettings& settings, const GuideSettings& guide,
               int root_player)
      : options_(options),
        settings_(settings),
        guide_(guide),
        range_(settings.reward.is_share(G::seats(options))) {
    tree_.set_root_player(root_player);
  }

  const Tree<Edge>& tree() const { return tree_; }

  // `mind` is the network's memory of this world, `memory` that of the rollout policy.
  template <class Policy>
  void simulate(Position& p, typename Policy::Memory memory, Mind mind, Luck& luck) {
    path_.clear();
    known_.fill(false);
    Points reward{};
    const bool leaf = descend<Policy>(p, memory, mind, luck);
    const bool valued = guide_.value && leaf && play_to_values(p, mind, luck, reward);
    if (!valued) {
      if constexpr (std::same_as<typename Policy::Memory, Mind>) {
        finish<Policy, G>(options_, p, mind, luck, settings_.horizon, scratch_);
      } else {
        finish<Policy, G>(options_, p, memory, luck, settings_.horizon, scratch_);
      }
      Points end{};
      judge<Policy, G>(options_, p, memory, settings_.reward, settings_.horizon, end);
      for (int seat = 0; seat < G::seats(options_); ++seat) {
        if (!at(known_, seat)) at(reward, seat) = at(end, seat);
      }
    }
    back_up(tree_, path_, reward);
    if (range_.fixed()) return;
    for (const TreeStep& step : path_) range_.widen(at(reward, step.player));  // of those who acted
  }

 private:
  // Steps 2 and 3; whether it ended at a leaf, and not at the end of the game or before a deal.
  template <class Policy>
  bool descend(Position& p, typename Policy::Memory& memory, Mind& mind, Luck& luck) {
    std::uint32_t node = 0;
    for (int player = G::player(options_, p);;) {
      list_keys(p, player);
      const bool fresh = tree_.size(node) == 0;
      value_known_ = false;
      if (tree_.full()) return true;
      grow(node, p, mind);
      if (fresh && node != 0 && keys_.size() > 1) return true;
      const int place = select(node);
      const int key = tree_.edges(node)[place].key;
      const int action = action_of<G>(options_, p, actions_, key, hidden_, luck.choice, alike_);
      path_.push_back({node, place, player});
      play<Policy>(p, action, memory, mind);
      player = G::player(options_, p);
      if (player == kOver || (player == kChance && !settings_.horizon.dice)) return false;
      node = tree_.follow(node, place, player);
      bool made = false;
      while (player == kChance && !made) {
        roll(p, mind, luck);
        player = G::player(options_, p);
        node = tree_.roll(node, scratch_[0], player, made);
      }
      if (player == kOver) return false;
    }
  }

  template <class Policy>
  void play(Position& p, int action, typename Policy::Memory& memory, Mind& mind) {
    if constexpr (!std::same_as<typename Policy::Memory, Mind>) {
      Policy::note(options_, p, action, memory);
    }
    NetPolicy<List>::note(options_, p, action, mind);
    NetLog<List> log{&mind};
    G::apply(options_, p, action, log);
  }

  void roll(Position& p, Mind& mind, Luck& luck) {
    NetLog<List> log{&mind};
    scratch_.clear();
    G::draw(options_, p, luck.chance, scratch_);
    G::deal_out(options_, p, std::span<const std::int32_t>(scratch_), log);
  }

  // The legal actions, and as the observer sees them.
  void list_keys(const Position& p, int player) {
    actions_.clear();
    G::legal(options_, p, actions_);
    hidden_ = hidden_from<G>(settings_.observer, options_, p, player);
    keys_.clear();
    for (const int action : actions_) {
      const int key = key_of<G>(options_, p, action, hidden_);
      if (std::ranges::find(keys_, key) == keys_.end()) keys_.push_back(key);
    }
  }

  // Step 2: an edge for every key.
  void grow(std::uint32_t node, const Position& p, Mind& mind) {
    bool missing = false;
    places_.clear();
    for (const int key : keys_) {
      places_.push_back(find(node, key));
      missing = missing || places_.back() < 0;
    }
    if (!missing) return;
    if (keys_.size() > 1 && (guide_.prior || guide_.value)) {
      const float* logits =
          mind.guide->ask(options_, p, mind.tracks, guide_.value ? &value_ : nullptr);
      value_known_ = guide_.value;
      softmax_of(logits, actions_, 1.0, chances_);
    }
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      if (places_[k] < 0) {
        places_[k] = tree_.add_edge(node, keys_[k], static_cast<int>(keys_.size()));
      }
      Edge& edge = tree_.edges(node)[places_[k]];
      ++edge.asked;
      edge.prior += prior(p, keys_[k]);
    }
  }

  double prior(const Position& p, int key) const {
    if (!guide_.prior || keys_.size() == 1) return 1.0 / static_cast<double>(keys_.size());
    double sum = 0;
    std::size_t i = 0;
    for (const int action : actions_) {
      if (key_of<G>(options_, p, action, hidden_) == key) sum += chances_[i];
      ++i;
    }
    return sum;
  }

  int find(std::uint32_t node, int key) const {
    const Edge* edges = tree_.edges(node);
    for (int i = 0; i < tree_.size(node); ++i) {
      if (edges[i].key == key) return i;
    }
    return -1;
  }

  // Step 3.
  int select(std::uint32_t node) {
    Edge* edges = tree_.edges(node);
    double total = 0;
    double visits = 0;
    for (const int place : places_) {
      ++edges[place].available;
      total += edges[place].total;
      visits += edges[place].visits;
    }
    const double mean = visits > 0 ? range_.scaled(total / visits) : 0;
    int best = -1;
    double best_score = 0;
    for (const int place : places_) {
      const Edge& edge = edges[place];
      const double n = edge.visits;
      const double value = n > 0 ? range_.scaled(edge.total / n) : mean;
      const double share = edge.prior / edge.asked;
      const double score =
          value + settings_.exploration * share * std::sqrt(double(edge.available)) / (1 + n);
      if (best >= 0 && score <= best_score) continue;
      best = place;
      best_score = score;
    }
    return best;
  }

  // Step 4; whether every seat of the path has its value. The network's answer at the leaf is still at
  // hand where `value_known_`.
  bool play_to_values(Position& p, Mind& mind, Luck& luck, Points& reward) {
    int wanted = 0;
    std::array<bool, kMaxSeats> waits{};
    for (const TreeStep& step : path_) {
      wanted += !at(waits, step.player);
      at(waits, step.player) = true;
    }
    bool asked = value_known_;
    for (int player = G::player(options_, p); player != kOver; player = G::player(options_, p)) {
      if (player == kChance) {
        if (!settings_.horizon.dice) return false;
        roll(p, mind, luck);
        continue;
      }
      actions_.clear();
      G::legal(options_, p, actions_);
      int action = actions_[0];
      if (actions_.size() > 1) {
        if (!asked) {
          const float* logits = mind.guide->ask(options_, p, mind.tracks, &value_);
          softmax_of(logits, actions_, 1.0, chances_);
        }
        asked = false;
        if (at(waits, player)) {
          at(waits, player) = false;
          at(known_, player) = true;
          at(reward, player) = so_far(p, player) + guide_.unit * static_cast<double>(value_);
          if (--wanted == 0) return true;
        }
        action = draw(luck.choice);
      }
      play<NetPolicy<List>>(p, action, mind, mind);
    }
    return false;
  }

  // One of `actions_` by `chances_`.
  int draw(Stream& rng) const {
    double left = static_cast<double>(rng.word() >> 11) * 0x1p-53;
    std::size_t i = 0;
    int last = actions_[0];
    for (const int action : actions_) {
      last = action;
      left -= chances_[i++];
      if (left < 0) break;
    }
    return last;
  }

  // What the seat has already: rewards are of whole games, the network's value is of what is to come.
  double so_far(const Position& p, int seat) const {
    if (settings_.reward.kind == RewardKind::outcome) return 0;
    Points points{};
    G::scores(options_, p, points);
    const int seats = G::seats(options_);
    if (settings_.reward.kind == RewardKind::points || seats == 1) return at(points, seat);
    double others = 0;
    for (int other = 0; other < seats; ++other) others += at(points, other);
    others -= at(points, seat);
    return at(points, seat) - others / (seats - 1);
  }

  Options options_;
  TreeSettings settings_;
  GuideSettings guide_;
  Tree<Edge> tree_;
  RewardRange range_;
  std::vector<TreeStep> path_;
  Ints scratch_;
  typename G::Actions actions_;
  bool hidden_ = false;
  std::vector<int> keys_;
  std::vector<int> places_;  // of the keys, in their order
  std::vector<int> alike_;
  std::vector<double> chances_;  // of the actions, in their order
  float value_ = 0;
  bool value_known_ = false;
  std::array<bool, kMaxSeats> known_{};  // seats whose reward the network has given
};

}  // namespace kibitz
