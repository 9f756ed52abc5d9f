// Episode for one game and one encoder. Chance comes from the seed as in every game of that seed, and rule
// players draw from the streams that arena/match.hpp gives them, so a table of rule players plays the very
// games that play_match plays.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "arena/match.hpp"
#include "core/encode.hpp"
#include "envs/episode.hpp"
#include "envs/shaped_rewards.hpp"
#include "players/player.hpp"

namespace kibitz {

template <Encoder E, class Table>
class EpisodeOf final : public Episode {
 public:
  using G = typename E::Game;

  explicit EpisodeOf(const EpisodeRules& rules)
      : by_deal_(rules.by_deal), skip_forced_(rules.skip_forced), which_(rules.shaped) {
    for (const Ints& flat : rules.options) {
      Reader reader{std::span<const std::int32_t>(flat)};
      kinds_.push_back(G::read_options(reader));
      reader.end();
    }
  }

  void begin(int kind, std::uint64_t seed, const Sitting& sitting,
             const std::shared_ptr<const Opponent>& teacher) override {
    options_ = at(kinds_, kind);
    seed_ = seed;
    chance_ = 0;
    length_ = 0;
    told_ = false;
    track_ = typename E::Track{};
    shaped_.fill(0);
    G::start(options_, position_);
    const std::uint64_t bots = mix(seed, kBotStream);
    for (int s = 0; s < seats(); ++s) {
      sit(at(places_, s), at(sitting, s) ? at(sitting, s) : teacher);
      at(asked_, s) = at(sitting, s).get();
      at(sitting_, s) = at(sitting, s);
      if (Player<G>* player = at(places_, s).player.get()) {
        player->begin(options_, s, mix(bots, static_cast<std::uint64_t>(s)));
      }
    }
  }

  Pause advance() override {
    for (;;) {
      const int seat = player();
      if (seat == kOver) return Pause::over;
      if (seat == kChance) {
        if (kHasDeals && by_deal_ && chance_ > 0 && !std::exchange(told_, true)) return Pause::deal;
        deal();
        continue;
      }
      const Opponent* who = at(asked_, seat);
      const bool ruled = who != nullptr && who->net == nullptr;
      if (ruled && !who->recorded) {
        act(choose());
        continue;
      }
      if (!skip_forced_ || has_choice<G>(options_, position_, legal_)) return Pause::decision;
      act(ruled ? choose() : only_action());
    }
  }

  void act(int action) override {
    const int seat = player();
    for (int s = 0; s < seats(); ++s) {
      if (Player<G>* player = at(places_, s).player.get()) {
        player->note(options_, position_, action);
      }
    }
    const int mark = Shaped<G>::mark(position_);
    track_.event(Kind::action, seat, {action});
    G::apply(options_, position_, action, track_);
    ++length_;
    if (which_ >= 0 && Shaped<G>::mark(position_) != mark) {
      Shaped<G>::add(options_, position_, which_, shaped_);
    }
  }

  int choose() override {
    const int seat = player();
    Player<G>* player = at(places_, seat).player.get();
    if (player == nullptr) throw Malformed("nobody to ask on this seat");
    const int action = player->choose(options_, position_);
    if (!is_legal(action)) throw Malformed("a native player chose an illegal action");
    return action;
  }

  int seats() const override { return G::seats(options_); }
  int player() const override { return G::player(options_, position_); }
  int length() const override { return length_; }

  bool is_legal(int action) const override {
    return action >= 0 && action < G::kActions && G::is_legal(options_, position_, action);
  }

  void mask(std::uint8_t* out) const override {
    std::fill_n(out, G::kActions, std::uint8_t{0});
    if constexpr (requires { G::legal_set(options_, position_); }) {
      const LegalSet legal = G::legal_set(options_, position_);
      for_each(legal.set, [&](int b) { out[legal.base + b] = 1; });
    } else {
      typename G::Actions actions;
      actions.clear();
      G::legal(options_, position_, actions);
      for (const int action : actions) out[action] = 1;
    }
  }

  void encode(int seat, float* out) const override {
    E::encode(options_, position_, track_, seat, out);
  }

  void scores(Points& out) const override { G::scores(options_, position_, out); }
  void returns(Points& out) const override { G::returns(options_, position_, out); }
  void outcome(Points& out) const override { G::outcome(options_, position_, out); }
  const Points& shaped() const override { return shaped_; }

 private:
  static constexpr bool kHasDeals = requires { G::kDeal; };

  struct Place {
    std::shared_ptr<const Opponent> of;  // whom the player was made for: kept while they stay
    std::unique_ptr<Player<G>> player;
  };

  static void sit(Place& place, const std::shared_ptr<const Opponent>& who) {
    if (place.of == who) return;
    place.of = who;
    place.player = who && who->net == nullptr ? Table::make(who->name, who->numbers) : nullptr;
  }

  void deal() {
    told_ = false;
    Stream stream(mix(seed_, chance_++));
    if constexpr (requires { G::deal_random(options_, position_, stream); } && !E::Track::enabled) {
      G::deal_random(options_, position_, stream);
    } else {
      outcome_.clear();
      G::draw(options_, position_, stream, outcome_);
      G::deal_out(options_, position_, std::span<const std::int32_t>(outcome_), track_);
    }
    for (int s = 0; s < seats(); ++s) {
      if (Player<G>* player = at(places_, s).player.get()) player->dealt(options_, position_);
    }
  }

  int only_action() {
    legal_.clear();
    G::legal(options_, position_, legal_);
    return legal_[0];
  }

  std::vector<typename G::Options> kinds_;
  bool by_deal_;
  bool skip_forced_;
  int which_;
  typename G::Options options_{};
  typename G::Position position_{};
  typename E::Track track_{};
  std::uint64_t seed_ = 0;
  std::uint64_t chance_ = 0;  // events so far
  int length_ = 0;
  bool told_ = false;  // that the last deal is over
  Points shaped_{};
  Sitting sitting_{};  // keeps them alive
  std::array<const Opponent*, kMaxSeats> asked_{};
  std::array<Place, kMaxSeats> places_{};
  typename G::Actions legal_{};
  Ints outcome_;
};

// Registers the episodes of a game: a list of encoders and the table of its native players.
template <class List, class Table>
void add_episodes() {
  using G = typename List::Game;
  EpisodeMaker maker;
  maker.actions = G::kActions;
  List::each(
      [&]<class E>(std::type_identity<E>) { maker.sizes[std::string(E::kName)] = E::kSize; });
  for (const char* name : Shaped<G>::kNames) maker.shaped_names.emplace_back(name);
  maker.seats = [](const Ints& flat) {
    Reader reader{std::span<const std::int32_t>(flat)};
    const typename G::Options options = G::read_options(reader);
    reader.end();
    return G::seats(options);
  };
  maker.check = [](const Opponent& player) { Table::make(player.name, player.numbers); };
  maker.make = [](const std::string& encoding, const EpisodeRules& rules) {
    std::unique_ptr<Episode> made;
    List::with(encoding, [&]<class E>(std::type_identity<E>) {
      made = std::make_unique<EpisodeOf<E, Table>>(rules);
    });
    return made;
  };
  episode_makers()[G::name] = std::move(maker);
}

}  // namespace kibitz
