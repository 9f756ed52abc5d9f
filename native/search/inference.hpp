// How likely a world is, by what the other seats did in this deal: policy-based inference (Rebstock,
// Solinas, Buro and Sturtevant, "Policy based inference in trick-taking card games", 2019).
//
// The deal is replayed in that world. Every choice of another seat counts the chance that the network
// gives it there, mixed with a little of a uniform choice, since players are not networks:
//     slip / choices + (1 - slip) * chance
// The weight of a world is the product. For games whose hidden cards are plain sets in hands and whose
// actions are public; what a seat has played is known, so a world gives the hands at the deal, too.
//
// A seat sees its own hand and what is public, so the product has one factor for each seat, which depends
// on that seat's hand alone: it is computed once for each hand that any world gives it. Towards the end of a
// deal many worlds share their hands, and a thousand worlds cost little more than fifty.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "players/policy.hpp"
#include "search/net_guide.hpp"
#include "search/worlds.hpp"

namespace kibitz {

// A deal so far: where it began, with any hidden cards, and the actions since.
template <GameRules G>
struct DealSoFar {
  typename G::Position start;
  std::vector<std::int32_t> actions;

  // Where it began in a world; `now` is where the actions lead, so what its hands lack was played.
  typename G::Position start_in(const typename G::Options& o, const typename G::Position& now,
                                const typename G::Position& world) const
    requires HandsAreSets<G>
  {
    typename G::Position p = start;
    for (int seat = 0; seat < G::seats(o); ++seat) {
      const auto played = at(start.hands, seat) & ~at(now.hands, seat);
      at(p.hands, seat) = at(world.hands, seat) | static_cast<Hand<G>>(played);
    }
    return p;
  }
};

// Plays the actions of a deal from a position; `before(action)` is called ahead of each. Whether all
// were legal.
template <class List, class Before>
bool replay(const typename List::Game::Options& o, typename List::Game::Position& p,
            const std::vector<std::int32_t>& actions, NetMemory<List>& mind, const Before& before) {
  using G = typename List::Game;
  NetLog<List> log{&mind};
  for (const std::int32_t action : actions) {
    if (G::player(o, p) < 0 || action < 0 || action >= G::kActions || !G::is_legal(o, p, action)) {
      return false;
    }
    before(action);
    NetPolicy<List>::note(o, p, action, mind);
    G::apply(o, p, action, log);
  }
  return true;
}

template <class List>
class Inference {
 public:
  using G = typename List::Game;
  using Position = typename G::Position;

  static constexpr int kBatch = 64;  // rows that the network is asked at once

  Inference(const typename G::Options& options, const DealSoFar<G>& deal, const Position& now,
            int observer, double slip, Guide<List>& guide)
      : options_(options),
        deal_(deal),
        now_(now),
        observer_(observer),
        slip_(slip),
        guide_(&guide) {
    if (!(slip > 0 && slip <= 1)) throw Malformed("a slip");
    const auto inputs = static_cast<std::size_t>(guide.net().inputs());
    rows_.resize(inputs * (kBatch + deal.actions.size()));
    logits_.resize(static_cast<std::size_t>(G::kActions) * (kBatch + deal.actions.size()));
  }

  // The logarithms of the weights of some worlds.
  void weigh(const std::vector<Position>& worlds, std::vector<double>& out) {
    const int seats = G::seats(options_);
    std::vector<std::size_t> factors(worlds.size() * static_cast<std::size_t>(seats), kNone);
    for (std::size_t i = 0; i < worlds.size(); ++i) {
      list(worlds[i], std::span(factors).subspan(i * static_cast<std::size_t>(seats)));
      if (choices_.size() >= kBatch || i + 1 == worlds.size()) settle();
    }
    out.assign(worlds.size(), 0);
    for (std::size_t k = 0; k < factors.size(); ++k) {
      if (factors[k] != kNone) out[k / static_cast<std::size_t>(seats)] += logs_[factors[k]];
    }
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct Choice {
    std::size_t factor;
    int action;
    typename G::Actions legal;
  };

  // The factors of a world, one for each other seat; where its hand is new, its choices with their rows.
  void list(const Position& world, std::span<std::size_t> factors) {
    std::array<bool, kMaxSeats> is_new{};
    bool any = false;
    for (int seat = 0; seat < G::seats(options_); ++seat) {
      if (seat == observer_) continue;
      const auto [found, added] =
          known_.try_emplace({seat, std::uint64_t{at(world.hands, seat)}}, logs_.size());
      if (added) logs_.push_back(0);
      at(factors, seat) = found->second;
      at(is_new, seat) = added;
      any = any || added;
    }
    if (!any) return;
    Position p = deal_.start_in(options_, now_, world);
    NetMemory<List> mind{guide_, guide_->begin()};
    const auto note = [&](int action) {
      const int seat = G::player(options_, p);
      if (!at(is_new, seat)) return;
      typename G::Actions legal;
      legal.clear();
      G::legal(options_, p, legal);
      if (legal.size() == 1) return;
      const auto inputs = static_cast<std::size_t>(guide_->net().inputs());
      Guide<List>::encode(options_, p, mind.tracks, G::player(options_, p),
                          rows_.data() + inputs * choices_.size());
      choices_.push_back({at(factors, seat), action, legal});
    };
    if (replay<List>(options_, p, deal_.actions, mind, note)) return;
    // Some hand does not fit what was played: not the fault of the others, so this world stands alone.
    for (std::size_t& factor : factors) factor = kNone;
    factors.front() = logs_.size();
    logs_.push_back(-std::numeric_limits<double>::infinity());
    for (int seat = 0; seat < G::seats(options_); ++seat) {
      if (at(is_new, seat)) known_.erase({seat, std::uint64_t{at(world.hands, seat)}});
    }
  }

  void settle() {
    guide_->ask_many(rows_.data(), static_cast<int>(choices_.size()), logits_.data());
    for (std::size_t k = 0; k < choices_.size(); ++k) {
      const Choice& choice = choices_[k];
      softmax_of(logits_.data() + k * static_cast<std::size_t>(G::kActions), choice.legal,
                 guide_->temperature(), chances_);
      std::size_t place = 0;
      for (const int action : choice.legal) {
        if (action == choice.action) break;
        ++place;
      }
      const double even = 1.0 / static_cast<double>(chances_.size());
      logs_[choice.factor] += std::log(slip_ * even + (1 - slip_) * chances_[place]);
    }
    choices_.clear();
  }

  typename G::Options options_;
  DealSoFar<G> deal_;
  Position now_;
  int observer_;
  double slip_;
  Guide<List>* guide_;
  std::vector<float> rows_;
  std::vector<float> logits_;
  std::vector<Choice> choices_;
  std::vector<double> chances_;
  std::map<std::pair<int, std::uint64_t>, std::size_t> known_;  // the factor of a seat's hand
  std::vector<double> logs_;                                    // of each factor
};

// The same by a rule, whose choices are certain: what it would have done counts 1 - slip, anything else a
// share of the slip. Choices before action `first` of the deal do not count.
template <GameRules G, PolicyOf<G> P>
double log_weight_by_rule(const typename G::Options& o, const DealSoFar<G>& deal,
                          typename G::Position p, int observer, double slip, std::size_t first,
                          typename P::Memory memory) {
  NoLog log;
  Stream rng(0);
  typename G::Actions legal;
  double sum = 0;
  if constexpr (requires { P::dealt(o, p, memory); }) P::dealt(o, p, memory);
  for (std::size_t k = 0; k < deal.actions.size(); ++k) {
    const int action = deal.actions[k];
    const int player = G::player(o, p);
    if (player < 0 || action < 0 || action >= G::kActions || !G::is_legal(o, p, action)) {
      return -std::numeric_limits<double>::infinity();
    }
    if (k >= first && player != observer) {
      legal.clear();
      G::legal(o, p, legal);
      if (legal.size() > 1) {
        const bool same = P::choose(o, p, memory, rng) == action;
        sum += std::log(same ? 1 - slip : slip / static_cast<double>(legal.size() - 1));
      }
    }
    P::note(o, p, action, memory);
    G::apply(o, p, action, log);
  }
  return sum;
}

}  // namespace kibitz
