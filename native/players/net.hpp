// A network on a seat, for every game that has a native encoder: the twin of kibitz/bots/net.py.
//
// It keeps the Track of its encoder by the events of the game, encodes what its seat knows, and takes
// the largest logit of the legal actions, the lowest action of equals. At a temperature T above 0 it
// draws instead, with chances as exp(logit / T). A forced action costs neither a look nor a draw.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/match.hpp"
#include "core/encode.hpp"
#include "nets/net.hpp"
#include "players/player.hpp"

namespace kibitz {

// The best of the legal actions, or one drawn by the chances that the logits give at the temperature.
template <class Actions>
int choose_by_logits(const float* logits, const Actions& legal, double temperature, Stream& rng) {
  int best = legal[0];
  for (const int action : legal) {
    if (logits[action] > logits[best]) best = action;
  }
  if (temperature <= 0) return best;
  const double top = static_cast<double>(logits[best]);
  const auto weight = [&](int action) {
    return std::exp((static_cast<double>(logits[action]) - top) / temperature);
  };
  double sum = 0;
  for (const int action : legal) sum += weight(action);
  double left = static_cast<double>(rng.word() >> 11) * 0x1p-53 * sum;
  for (const int action : legal) {
    left -= weight(action);
    if (left < 0) return action;
  }
  return best;
}

template <Encoder E>
class NetPlayer final : public Player<typename E::Game> {
 public:
  using G = typename E::Game;

  NetPlayer(std::shared_ptr<const Net> net, double temperature)
      : net_(std::move(net)), temperature_(temperature) {
    if (net_->inputs() != E::kSize || net_->actions() != G::kActions || !net_->has_policy()) {
      throw Malformed("a network that does not fit the game and its encoding");
    }
    if (!(temperature_ >= 0 && std::isfinite(temperature_))) throw Malformed("a temperature");
  }

  void begin(const typename G::Options&, int seat, std::uint64_t seed) override {
    seat_ = seat;
    rng_ = Stream(seed);
    track_ = typename E::Track{};
  }

  void dealt(const typename G::Options&, const typename G::Position&) override {}
  void note(const typename G::Options&, const typename G::Position&, int) override {}

  bool listens() const override { return !std::same_as<typename E::Track, NoLog>; }
  void event(Kind kind, int seat, std::span<const std::int32_t> data) override {
    track_.event(kind, seat, data);
  }

  int choose(const typename G::Options& o, const typename G::Position& p) override {
    legal_.clear();
    G::legal(o, p, legal_);
    if (legal_.size() == 1) return legal_[0];
    E::encode(o, p, track_, seat_, observation_.data());
    net_->forward(observation_.data(), 1, scratch_, {.policy = logits_.data()});
    return choose_by_logits(logits_.data(), legal_, temperature_, rng_);
  }

 private:
  std::shared_ptr<const Net> net_;
  double temperature_;
  int seat_ = 0;
  Stream rng_{0};
  typename E::Track track_{};
  typename G::Actions legal_;
  Net::Scratch scratch_;
  std::array<float, static_cast<std::size_t>(E::kSize)> observation_{};
  std::array<float, static_cast<std::size_t>(G::kActions)> logits_{};
};

// The native players of a game, networks among them.
template <class Encoders, class Rules>
struct PlayersAndNets {
  using G = typename Encoders::Game;
  static constexpr std::string_view kNet = "net";

  static std::vector<const char*> names() {
    std::vector<const char*> found = Rules::names();
    found.push_back(kNet.data());
    return found;
  }

  static std::unique_ptr<Player<G>> make(const PlayerName& who) {
    if (who.name != kNet) {
      if (who.net != nullptr) throw Malformed("a network for a player that takes none");
      return Rules::make(who.name, who.numbers);
    }
    if (who.net == nullptr || who.numbers.size() != 1) {
      throw Malformed("the player net has a network and a temperature");
    }
    if (who.net->shape().game != G::name) throw Malformed("a network of another game");
    std::unique_ptr<Player<G>> made;
    Encoders::with(who.net->shape().encoding, [&]<class E>(std::type_identity<E>) {
      made = std::make_unique<NetPlayer<E>>(who.net, who.numbers[0]);
    });
    return made;
  }
};

}  // namespace kibitz
