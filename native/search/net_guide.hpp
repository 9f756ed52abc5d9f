// A network inside a search: it plays rollouts, gives moves their prior and positions their value.
//
// A search plays imagined games, so what the position forgets and an observation needs (the Track of an
// encoder) is kept for each of them: NetMemory is copied with every simulation and follows its events.
// The network always looks as the seat on turn, at what that seat knows in the imagined world.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <variant>

#include "core/encode.hpp"
#include "nets/net.hpp"
#include "players/net.hpp"

namespace kibitz {

template <class List>
struct TracksOf;

// One Track, whichever encoder the network reads; of encoders with the same Track each has its own place.
template <class... E>
struct TracksOf<Encoders<E...>> {
  template <class One>
  struct Of {
    using Encoder = One;
    typename One::Track track{};
  };
  using Any = std::variant<Of<E>...>;

  static Any begin(std::string_view encoding) {
    Any made;
    bool found = false;
    ((encoding == E::kName ? (made = Of<E>{}, found = true) : false), ...);
    if (!found) throw Malformed("no encoding of that name");
    return made;
  }
};

// The network with its buffers: of one search on one thread.
template <class List>
class Guide {
 public:
  using G = typename List::Game;
  using Tracks = typename TracksOf<List>::Any;

  Guide(std::shared_ptr<const Net> net, double temperature)
      : net_(std::move(net)), temperature_(temperature) {
    if (net_ == nullptr) throw Malformed("a search by a network needs one");
    if (net_->shape().game != G::name) throw Malformed("a network of another game");
    if (net_->actions() != G::kActions || !net_->has_policy()) {
      throw Malformed("a network that does not fit the game");
    }
    if (!(temperature_ > 0 && std::isfinite(temperature_))) throw Malformed("a temperature");
    begin_ = TracksOf<List>::begin(net_->shape().encoding);
    std::visit(
        [&]<class Of>(const Of&) {
          if (net_->inputs() != Of::Encoder::kSize) throw Malformed("a network's inputs");
          row_.resize(Of::Encoder::kSize);
        },
        begin_);
  }

  const Net& net() const { return *net_; }
  const Tracks& begin() const { return begin_; }
  double temperature() const { return temperature_; }

  static void encode(const typename G::Options& o, const typename G::Position& p,
                     const Tracks& tracks, int seat, float* out) {
    std::visit([&]<class Of>(const Of& of) { Of::Encoder::encode(o, p, of.track, seat, out); },
               tracks);
  }

  // Asks for the seat on turn; gives its logits, and its value where that is wanted.
  const float* ask(const typename G::Options& o, const typename G::Position& p,
                   const Tracks& tracks, float* value = nullptr) {
    encode(o, p, tracks, G::player(o, p), row_.data());
    net_->forward(row_.data(), 1, scratch_, {.policy = logits_.data(), .value = value});
    return logits_.data();
  }

  void ask_many(const float* rows, int n, float* logits) {
    net_->forward(rows, n, scratch_, {.policy = logits});
  }

 private:
  std::shared_ptr<const Net> net_;
  double temperature_;
  Tracks begin_;
  Net::Scratch scratch_;
  std::vector<float> row_;
  std::array<float, static_cast<std::size_t>(G::kActions)> logits_{};
};

// The chances of some actions by their logits, in their order; they add up to 1.
template <class Actions, class Chances>
void softmax_of(const float* logits, const Actions& actions, double temperature, Chances& out) {
  double top = static_cast<double>(logits[actions[0]]);
  for (const int action : actions) top = std::max(top, static_cast<double>(logits[action]));
  out.clear();
  double sum = 0;
  for (const int action : actions) {
    out.push_back(std::exp((static_cast<double>(logits[action]) - top) / temperature));
    sum += out.back();
  }
  for (double& chance : out) chance /= sum;
}

// What the network remembers in one imagined game.
template <class List>
struct NetMemory {
  Guide<List>* guide = nullptr;
  typename TracksOf<List>::Any tracks{};

  void event(Kind kind, int seat, std::span<const std::int32_t> data) {
    std::visit([&](auto& of) { of.track.event(kind, seat, data); }, tracks);
  }
};

// A log that hands the events of an imagined game to its memory.
template <class List>
struct NetLog {
  static constexpr bool enabled = true;
  NetMemory<List>* memory;

  void event(Kind kind, int seat, std::initializer_list<std::int32_t> data) {
    memory->event(kind, seat, std::span(data.begin(), data.size()));
  }
  void event(Kind kind, int seat, std::span<const std::int32_t> data) {
    memory->event(kind, seat, data);
  }
};

// Rollouts by a network: a policy (policy.hpp) whose memory also follows the events.
template <class List>
struct NetPolicy {
  using G = typename List::Game;
  using Memory = NetMemory<List>;
  static constexpr const char* name = "net";

  static void note(const typename G::Options& o, const typename G::Position& p, int action,
                   Memory& memory) {
    const std::int32_t one = action;
    memory.event(Kind::action, G::player(o, p), std::span(&one, 1));
  }

  static NetLog<List> log(Memory& memory) { return {&memory}; }

  static int choose(const typename G::Options& o, const typename G::Position& p, Memory& memory,
                    Stream& rng) {
    typename G::Actions legal;
    legal.clear();
    G::legal(o, p, legal);
    if (legal.size() == 1) return legal[0];
    const float* logits = memory.guide->ask(o, p, memory.tracks);
    return choose_by_logits(logits, legal, memory.guide->temperature(), rng);
  }
};

}  // namespace kibitz
