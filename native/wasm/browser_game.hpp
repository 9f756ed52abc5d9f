// One game as the browser calls it: the state, its players and its playouts behind plain functions.
//
// The twin of bindings/bind_game.hpp and bindings/bind_players.hpp without Python. Lists of integers come
// back in one buffer, numbers with a point in another; the page reads them before its next call.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "players/net.hpp"
#include "search/playouts.hpp"

namespace kibitz {

template <class Encoders_, class Rules>
struct BrowserGame {
  using Encoders = Encoders_;
  using G = typename Encoders::Game;
  // A game under way that also knows the position it began with. Its last action may have been forced: made
  // without asking whether it is legal, for what somebody is said to have done in a world that may not fit.
  struct State : History<G> {
    explicit State(const typename G::Options& options)
        : History<G>(options), start(History<G>::position()) {}

    const typename G::Position& position() const {
      return forced ? forced->position : History<G>::position();
    }
    const Ints& events() const { return forced ? forced->log.data : History<G>::events(); }
    int player() const { return G::player(this->options(), position()); }
    void legal(typename G::Actions& actions) const {
      actions.clear();
      if (player() >= 0) G::legal(this->options(), position(), actions);
    }

    void force(int action) {
      EventLog log;
      log.data = events();
      log.event(Kind::action, player(), {action});
      typename G::Position after = position();
      G::apply(this->options(), after, action, log);
      forced = Forced{after, std::move(log)};
    }

    struct Forced {
      typename G::Position position;
      EventLog log;
    };
    typename G::Position start;
    std::optional<Forced> forced;
  };
  using Table = PlayersAndNets<Encoders, Rules>;

  static inline Ints integers;
  static inline Points numbers{};
  static inline std::vector<double> values;  // of searches: as many as the caller knows
  static inline std::vector<std::shared_ptr<const Net>> nets;

  static int give(Ints list) {
    integers = std::move(list);
    return static_cast<int>(integers.size());
  }

  static State* make(std::span<const std::int32_t> options) {
    Reader reader{options};
    const typename G::Options read = G::read_options(reader);
    reader.end();
    return new State(read);
  }

  static void load(State& state, std::span<const std::int32_t> flat) {
    Reader reader{flat};
    state.load(reader);
    state.start = state.position();
  }

  static int legal(const State& state) {
    typename G::Actions actions;
    state.legal(actions);
    return give(Ints(actions.begin(), actions.end()));
  }

  // Each outcome as its length and its numbers.
  static int chance(const State& state) {
    Ints all;
    for (const Ints& outcome : state.chance()) {
      all.push_back(static_cast<std::int32_t>(outcome.size()));
      all.insert(all.end(), outcome.begin(), outcome.end());
    }
    return give(std::move(all));
  }

  static int save(const State& state) {
    Writer writer;
    G::save(state.options(), state.position(), writer);
    return give(writer.take());
  }

  // 0 the running scores; at the end 1 the returns, 2 the outcome.
  static int points(const State& state, int which) {
    numbers = {};
    if (which != 0 && state.player() != kOver) throw Malformed("the game is not over");
    if (which == 0) G::scores(state.options(), state.position(), numbers);
    if (which == 1) G::returns(state.options(), state.position(), numbers);
    if (which == 2) G::outcome(state.options(), state.position(), numbers);
    return G::seats(state.options());
  }

  // The description as NetShape reads it, and all tensors one after another, with their sizes.
  static int add_net(std::span<const std::int32_t> description, std::string_view encoding,
                     std::span<const std::int32_t> sizes, std::span<const float> weights) {
    Reader reader{description};
    NetShape shape = NetShape::read(reader);
    shape.game = G::name;
    shape.encoding = encoding;
    std::vector<std::span<const float>> tensors;
    for (const std::int32_t size : sizes) {
      if (size < 0 || static_cast<std::size_t>(size) > weights.size()) {
        throw Malformed("a network with too few weights");
      }
      tensors.push_back(weights.first(static_cast<std::size_t>(size)));
      weights = weights.subspan(static_cast<std::size_t>(size));
    }
    nets.push_back(std::make_shared<Net>(shape, tensors));
    return static_cast<int>(nets.size()) - 1;
  }

  // What a player decides at the table: a fresh one, with a seed for this decision alone, that has
  // followed the game so far. The same choice as that of its Python twin on the server. A network without a
  // policy decides by its values of actions.
  static int choose(const State& state, std::string_view name, std::span<const double> parameters,
                    int net, std::uint64_t seed) {
    const int seat = state.player();
    if (seat < 0) throw Malformed("nobody is to act");
    if (name == Table::kNet && net >= 0) {
      const Net& found = *nets.at(static_cast<std::size_t>(net));
      if (found.has_q() && !found.has_policy()) return most_valued(state, found);
    }
    return checked(state, seated(state, seat, name, parameters, net, seed)
                              ->choose(state.options(), state.position()));
  }

  // The legal action that a network values most, the lowest of equals: kibitz/bots/net.py at temperature 0.
  static int most_valued(const State& state, const Net& net) {
    typename G::Actions legal;
    state.legal(legal);
    if (legal.size() == 1) return legal[0];
    const std::vector<float> worths = worths_of(state, net);
    Stream unused(0);
    return choose_by_logits(worths.data(), legal, 0, unused);
  }

  // What a network thinks each action is worth to the seat to act, legal or not.
  static std::vector<float> worths_of(const State& state, const Net& net) {
    if (!net.has_q()) throw Malformed("a network that does not value actions");
    std::vector<float> row(static_cast<std::size_t>(net.inputs()));
    std::vector<float> worths(static_cast<std::size_t>(net.actions()));
    Encoders::with(net.shape().encoding, [&]<class E>(std::type_identity<E>) {
      if (net.inputs() != E::kSize || net.actions() != G::kActions) {
        throw Malformed("a network that does not fit the game and its encoding");
      }
      const auto track = tracked<typename E::Track>(state);
      E::encode(state.options(), state.position(), track, state.player(), row.data());
    });
    Net::Scratch scratch;
    net.forward(row.data(), 1, scratch, {.q = worths.data()});
    return worths;
  }

  // A player on a seat that has followed the game so far.
  static std::unique_ptr<Player<G>> seated(const State& state, int seat, std::string_view name,
                                           std::span<const double> parameters, int net,
                                           std::uint64_t seed) {
    PlayerName who{std::string(name), {parameters.begin(), parameters.end()}, nullptr};
    if (net >= 0) who.net = nets.at(static_cast<std::size_t>(net));
    std::unique_ptr<Player<G>> player = Table::make(who);
    player->begin(state.options(), seat, seed);
    follow(state, *player);
    return player;
  }

  // What an event log makes of the game so far.
  template <class Track>
  static Track tracked(const State& state) {
    Track track{};
    each_event(state, [&](Kind kind, int seat, std::span<const std::int32_t> data) {
      track.event(kind, seat, data);
    });
    return track;
  }

  static int checked(const State& state, int action) {
    if (!G::is_legal(state.options(), state.position(), action)) {
      throw Malformed("an illegal choice");
    }
    return action;
  }

 private:
  template <class Hear>
  static void each_event(const State& state, const Hear& hear) {
    const std::span<const std::int32_t> all(state.events());
    for (std::size_t i = 0; i + 3 <= all.size();) {
      const auto length = static_cast<std::size_t>(all[i + 2]);
      hear(static_cast<Kind>(all[i]), all[i + 1], all.subspan(i + 3, length));
      i += 3 + length;
    }
  }

  // Shows a player every deal, roll and action of the game so far.
  static void follow(const State& state, Player<G>& player) {
    const typename G::Options& o = state.options();
    if (player.listens()) {
      each_event(state, [&](Kind kind, int seat, std::span<const std::int32_t> data) {
        player.event(kind, seat, data);
      });
    }
    NoLog none;
    typename G::Position p = state.start;
    if (G::player(o, p) >= 0) player.dealt(o, p);
    auto outcome = state.chance().begin();
    auto action = state.actions().begin();
    for (;;) {
      if (G::player(o, p) == kChance && outcome != state.chance().end()) {
        G::deal_out(o, p, std::span<const std::int32_t>(*outcome++), none);
        player.dealt(o, p);
      } else if (G::player(o, p) >= 0 && action != state.actions().end()) {
        player.note(o, p, *action);
        G::apply(o, p, *action++, none);
      } else {
        return;
      }
    }
  }
};

}  // namespace kibitz
