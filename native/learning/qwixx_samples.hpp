// Games of Qwixx for two, order sequential, as samples for the network: positions between turns, each
// with the share of the win that the player who rolls next should expect. For
// kibitz/learning/qwixx_value.py.
//
// Half of the games are played as well as the policy can. The other half open with some turns that
// are now and then at random, the last of them for certain: a network must also know what not to
// walk into. Samples begin after the opening, so their targets are what good play makes of it.
//
// A target is a mean of the values that the policy gave all later positions and of how the game ended
// (TD(lambda): Sutton 1988): with `trace` 1 only the end counts, with 0 only the next position.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "core/small.hpp"
#include "games/qwixx.hpp"
#include "nets/qwixx_value.hpp"
#include "players/policy.hpp"
#include "players/qwixx_value.hpp"

namespace kibitz {

struct QwixxSamples {
  std::vector<QwixxNet::Inputs> inputs;
  std::vector<float> targets;
};

struct QwixxSampling {
  std::uint64_t seed = 0;
  int openings = 0;    // an opening has fewer turns than this
  double explore = 0;  // how often a turn of an opening is at random
  double trace = 1;
};

// Games first .. last - 1 by a policy; each depends on the seed and its number alone.
template <class Policy>
class QwixxSampler {
 public:
  QwixxSampler(std::span<const double> numbers, const QwixxSampling& sampling)
      : sampling_(sampling) {
    tune<Policy>(numbers, fresh_);
  }

  QwixxSamples sample(std::uint64_t first, std::uint64_t last, int threads) const {
    std::vector<QwixxSamples> games(last - first);
    std::atomic<std::uint64_t> next{first};
    const auto work = [&] {
      for (std::uint64_t i = next++; i < last; i = next++) play(i, games[i - first]);
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    QwixxSamples all;
    for (const QwixxSamples& game : games) {
      all.inputs.insert(all.inputs.end(), game.inputs.begin(), game.inputs.end());
      all.targets.insert(all.targets.end(), game.targets.begin(), game.targets.end());
    }
    return all;
  }

 private:
  using Memory = typename Policy::Memory;
  static constexpr Qwixx::Options kOptions{.players = 2, .sequential = true};
  static constexpr bool kValues =
      requires(Points& out) { Policy::value(kOptions, Qwixx::Position{}, Memory{}, out); };

  void play(std::uint64_t number, QwixxSamples& out) const {
    Stream rng(mix(sampling_.seed, number));
    const int opening = rng.below(2) == 0 ? 0 : rng.below(sampling_.openings);
    const auto explore = static_cast<int>(sampling_.explore * kThousand);
    Qwixx::Position p;
    Qwixx::start(kOptions, p);
    Memory memory = fresh_;
    std::vector<double> values;  // by the policy, for the player who rolls next
    int turn = 0;
    for (; p.phase != Qwixx::kEnd; ++turn) {
      if (turn >= opening) {
        out.inputs.push_back(QwixxNet::inputs(between(p)));
        values.push_back(value(p, memory));
      }
      Qwixx::deal_random(kOptions, p, rng);
      const bool strays = turn < opening && (turn == opening - 1 || rng.below(kThousand) < explore);
      play_turn(p, memory, strays, rng);
    }
    set_targets(p, values, out);
  }

  static void play_turn(Qwixx::Position& p, Memory& memory, bool strays, Stream& rng) {
    NoLog log;
    while (p.player >= 0) {
      const int action = strays ? random_action<PortableBits, Qwixx>(kOptions, p, rng)
                                : Policy::choose(kOptions, p, memory, rng);
      Policy::note(kOptions, p, action, memory);
      Qwixx::apply(kOptions, p, action, log);
    }
  }

  static QwixxBetween between(const Qwixx::Position& p) {
    const int other = 1 - p.active;
    return {{at(p.sheets, p.active), at(p.sheets, other)},
            {at(p.strikes, p.active), at(p.strikes, other)},
            p.closed};
  }

  double value([[maybe_unused]] const Qwixx::Position& p,
               [[maybe_unused]] const Memory& memory) const {
    if constexpr (kValues) return sampling_.trace < 1 ? memory.net->value(between(p)) : 0;
    return 0;
  }

  // From the end backwards. The turn changes hands, and with it whose share it is.
  void set_targets(const Qwixx::Position& end, const std::vector<double>& values,
                   QwixxSamples& out) const {
    // `active` is still who has just played; who would roll next is the other.
    const double of_active = between(end).outcome();
    double expected = 1 - of_active;
    double next = expected;
    out.targets.resize(values.size());
    for (std::size_t i = values.size(); i-- > 0;) {
      expected = 1 - (sampling_.trace * expected + (1 - sampling_.trace) * next);
      out.targets[i] = static_cast<float>(expected);
      next = values[i];
    }
  }

  static constexpr int kThousand = 1000;
  QwixxSampling sampling_;
  Memory fresh_{};
};

}  // namespace kibitz
