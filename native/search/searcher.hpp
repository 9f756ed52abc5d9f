// One search under way, whatever its kind: worlds, luck, policy, and the tree or the flat sums. Runs
// in slices, so that the caller can stop it; simulation i is the same however they are cut.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "search/guided.hpp"
#include "search/inference.hpp"
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
  GuideSettings guide{};
  std::shared_ptr<const Net> net = nullptr;  // of the guide, and of the policy `net`
  double temperature = 1;                    // of rollouts by it
};

// List has the encoders of the game. Rules are its own rollout policies; `net` comes after them.
template <class List, class... Rules>
class Searcher {
 public:
  using G = typename List::Game;
  using Position = typename G::Position;
  using Mind = NetMemory<List>;
  static constexpr int kNet = static_cast<int>(sizeof...(Rules)) + 1;

  // The memory and the numbers are those of the policy.
  Searcher(const typename G::Options& options, const SearchSettings& settings, const Ints& memory,
           const std::vector<double>& numbers)
      : options_(options),
        settings_(settings),
        numbers_(numbers),
        worlds_(settings.seed_worlds),
        tree_(options, settings.tree, settings.seat),
        guided_(options, settings.tree, settings.guide, settings.seat),
        flat_(options, settings.seat, settings.tree.reward, settings.tree.horizon) {
    if (settings.seat < 0 || settings.seat >= G::seats(options)) throw Malformed("no such seat");
    if (settings.policy < 0 || settings.policy > kNet) throw Malformed("no such policy");
    if (is_guided() || settings.policy == kNet) {
      guide_ = std::make_unique<Guide<List>>(settings.net, settings.temperature);
      if (settings.guide.value && (!guide_->net().has_value() || guide_->net().values() != 1)) {
        throw Malformed("a network that values positions with one number");
      }
    }
    with_rule([&]<class P>(typename P::Memory& mind) {
      tune<P>(numbers, mind);
      Reader reader{std::span<const std::int32_t>(memory)};
      if constexpr (requires { P::read(options_, reader, mind); }) {
        P::read(options_, reader, mind);
        reader.end();
      }
    });
  }

  const typename G::Options& options() const { return options_; }
  const FlatSearch<G>& flat() const { return flat_; }
  bool is_flat() const { return settings_.flat; }
  bool is_guided() const { return settings_.guide.prior || settings_.guide.value; }

  // Calls with the tree that the search grows.
  template <class Function>
  auto with_tree(const Function& function) const {
    return is_guided() ? function(guided_.tree()) : function(tree_.tree());
  }

  // Where simulation i begins, for tests.
  Position world(std::uint64_t i) const {
    if (worlds_.empty()) throw Malformed("a search without a world");
    Position p;
    worlds_.draw(i, p);
    return p;
  }

  // Of a flat search: leaves the worse half of the plans out.
  void narrow() { flat_.narrow(); }

  // The events are all that happened in that world, as History logs them.
  void add_world(const Position& position, const Ints& events) {
    if (G::player(options_, position) != settings_.seat) throw Malformed("another seat's turn");
    if (worlds_.empty()) flat_.set_plans(position, settings_.plans);
    worlds_.add(position);
    if (guide_ != nullptr) minds_.push_back(remember(events));
  }

  // From now on every simulation has a world of its own: see Worlds.
  void hide(Cards cards, const Ints& seats, const Ints& sizes, const std::vector<Cards>& excluded) {
    worlds_.hide(options_, cards, seats, sizes, excluded);
  }

  // From now on they are drawn in proportion to the weights of where each card is: see Worlds.
  void locate(const std::vector<double>& weights) { worlds_.locate(weights); }

  // How the deal came to where it is, for a network that begins to search in its middle.
  void follow(const DealSoFar<G>& deal) {
    if constexpr (HandsAreSets<G>) {
      if (guide_ == nullptr) return;
      Position p = deal.start_in(options_, worlds_.front(), world(0));
      Mind mind{guide_.get(), guide_->begin()};
      if (!replay<List>(options_, p, deal.actions, mind, [](int) {})) {
        throw Malformed("a deal with an action that is not legal");
      }
      minds_.assign(1, mind);
    } else {
      throw Malformed("the hands of this game are not sets of cards");
    }
  }

  // Weighs `count` worlds by the other seats' choices in this deal, their likelihood to a power, and draws
  // from these from now on; `prior` as in Worlds.
  void infer(const DealSoFar<G>& deal, const std::shared_ptr<const Net>& net, double slip,
             std::size_t count, double power, bool prior) {
    if (!(power > 0 && power <= 1)) throw Malformed("a power");
    if constexpr (HandsAreSets<G>) {
      Guide<List> reader(net, 1.0);
      Inference<List> inference(options_, deal, worlds_.front(), settings_.seat, slip, reader);
      const auto weigh = [&](const std::vector<Position>& worlds, std::vector<double>& out) {
        inference.weigh(worlds, out);
        for (double& log : out) log *= power;
      };
      worlds_.infer(count, prior, weigh);
    } else {
      throw Malformed("the hands of this game are not sets of cards");
    }
  }

  // The logarithms of the weights of given hands, a row of all seats each: by the network, or without one
  // by the policy of this search, which has a memory of its own here.
  std::vector<double> weigh(const DealSoFar<G>& deal, const std::vector<std::vector<Cards>>& hands,
                            const std::shared_ptr<const Net>& net, double slip, std::size_t first) {
    if (worlds_.empty()) throw Malformed("a search without a world");
    std::vector<double> out;
    if constexpr (HandsAreSets<G>) {
      std::vector<Position> worlds(hands.size(), worlds_.front());
      for (std::size_t i = 0; i < hands.size(); ++i) {
        if (hands[i].size() != static_cast<std::size_t>(G::seats(options_))) {
          throw Malformed("a hand for each seat");
        }
        for (int seat = 0; seat < G::seats(options_); ++seat) {
          at(worlds[i].hands, seat) =
              static_cast<Hand<G>>(hands[i][static_cast<std::size_t>(seat)]);
        }
      }
      if (!(slip > 0 && slip < 1)) throw Malformed("a slip");
      if (net != nullptr) {
        Guide<List> reader(net, 1.0);
        Inference<List> inference(options_, deal, worlds_.front(), settings_.seat, slip, reader);
        inference.weigh(worlds, out);
        return out;
      }
      if (settings_.policy < 1 || settings_.policy >= kNet) throw Malformed("a rule to weigh by");
      with_rule([&]<class P>(const typename P::Memory&) {
        typename P::Memory fresh{};
        tune<P>(numbers_, fresh);
        for (const Position& world : worlds) {
          const Position start = deal.start_in(options_, worlds_.front(), world);
          out.push_back(
              log_weight_by_rule<G, P>(options_, deal, start, settings_.seat, slip, first, fresh));
        }
      });
    } else {
      throw Malformed("the hands of this game are not sets of cards");
    }
    return out;
  }

  double effective() const { return worlds_.effective(); }

  // Simulations first .. last - 1; of a flat search, rounds of one for each plan.
  void run(std::uint64_t first, std::uint64_t last) {
    if (worlds_.empty()) throw Malformed("a search without a world");
    if (guide_ != nullptr && minds_.empty()) throw Malformed("a network without a memory");
    if (settings_.policy == kNet) {
      run_net(first, last);
      return;
    }
    if (settings_.policy != 0) {
      with_rule([&]<class P>(const typename P::Memory& mind) {
#if KIBITZ_HAS_BMI2_PATH
        if constexpr (is_short<P>) {
          if (has_bmi2() && !is_guided()) {
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
    if (has_bmi2() && !is_guided()) {
      run_bmi2(first, last);
      return;
    }
#endif
    run_policy<PortableBits, Uniform<PortableBits, G>>(first, last, {});
  }

 private:
  // Calls with the chosen rule and its memory; not for random play, which has none.
  template <class Function>
  inline void with_rule(const Function& function) {
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      ((settings_.policy == static_cast<int>(k) + 1
            ? function.template operator()<Rules>(std::get<k>(memories_))
            : void()),
       ...);
    }(std::index_sequence_for<Rules...>{});
  }

  // What a network knows after these events: kind, seat, length and data of each.
  Mind remember(const Ints& events) {
    Mind mind{guide_.get(), guide_->begin()};
    const std::span<const std::int32_t> all(events);
    for (std::size_t i = 0; i + 3 <= all.size();) {
      const auto length = static_cast<std::size_t>(all[i + 2]);
      mind.event(static_cast<Kind>(all[i]), all[i + 1], all.subspan(i + 3, length));
      i += 3 + length;
    }
    return mind;
  }

  const Mind& mind_of(std::uint64_t i) const { return minds_[i % minds_.size()]; }

#if KIBITZ_HAS_BMI2_PATH
  template <class Policy>
  static constexpr bool is_short = requires { Policy::is_short; };

  template <class Policy>
  __attribute__((target("bmi,bmi2,popcnt,lzcnt"), flatten)) void run_short_bmi2(
      std::uint64_t first, std::uint64_t last, const typename Policy::Memory& memory) {
    run_plain<Bmi2Bits, Policy>(first, last, memory);
  }

  // For random play and short policies only: of long ones the compiler would make too much code.
  __attribute__((target("bmi,bmi2,popcnt,lzcnt"), flatten)) void run_bmi2(std::uint64_t first,
                                                                          std::uint64_t last) {
    run_plain<Bmi2Bits, Uniform<Bmi2Bits, G>>(first, last, {});
  }
#endif

  template <class Bits, class Policy>
  void run_policy(std::uint64_t first, std::uint64_t last, const typename Policy::Memory& memory) {
    if (!is_guided()) {
      run_plain<Bits, Policy>(first, last, memory);
      return;
    }
    Position p;
    for (std::uint64_t i = first; i < last; ++i) {
      worlds_.draw(i, p);
      Luck luck(settings_.seed_luck, i);
      guided_.template simulate<Policy>(p, memory, mind_of(i), luck);
    }
  }

  // Without a network in the tree.
  template <class Bits, class Policy>
  inline void run_plain(std::uint64_t first, std::uint64_t last,
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

  // Rollouts by the network, whose memory is of the world.
  void run_net(std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      run_policy<PortableBits, NetPolicy<List>>(i, i + 1, mind_of(i));
    }
  }

  typename G::Options options_;
  SearchSettings settings_;
  std::vector<double> numbers_;  // of the policy
  Worlds<G> worlds_;
  TreeSearch<G> tree_;
  GuidedSearch<List> guided_;
  FlatSearch<G> flat_;
  std::tuple<typename Rules::Memory...> memories_{};
  std::unique_ptr<Guide<List>> guide_;
  std::vector<Mind> minds_;  // of each world of the pool; one for all where cards are hidden in it
};

}  // namespace kibitz
