// Games that begin with given actions and are played on by native players: an auction that others have
// held, say. Every player follows the opening as if it had been played, and then chooses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "arena/match.hpp"

namespace kibitz {

using Opening = std::vector<std::uint16_t>;

// A player whose choices are those of an opening, as long as there are any.
template <GameRules G>
class Opened final : public Player<G> {
 public:
  void set(Player<G>* player, const Opening* opening) {
    player_ = player;
    opening_ = opening;
    done_ = 0;
  }

  void begin(const typename G::Options& o, int seat, std::uint64_t seed) override {
    player_->begin(o, seat, seed);
  }
  void dealt(const typename G::Options& o, const typename G::Position& p) override {
    player_->dealt(o, p);
  }
  void note(const typename G::Options& o, const typename G::Position& p, int action) override {
    player_->note(o, p, action);
    ++done_;
  }
  int choose(const typename G::Options& o, const typename G::Position& p) override {
    return done_ < opening_->size() ? (*opening_)[done_] : player_->choose(o, p);
  }
  bool listens() const override { return player_->listens(); }
  void event(Kind kind, int seat, std::span<const std::int32_t> data) override {
    player_->event(kind, seat, data);
  }

 private:
  Player<G>* player_ = nullptr;
  const Opening* opening_ = nullptr;
  std::size_t done_ = 0;  // actions so far
};

// The actions of whole games; the arguments are as in play_match.
template <GameRules G, class Table>
std::vector<Opening> play_on(const typename G::Options& o, const std::vector<PlayerName>& names,
                             std::span<const std::int32_t> seating,
                             std::span<const std::uint64_t> seeds,
                             const std::vector<Opening>& openings) {
  const auto seats = static_cast<std::size_t>(G::seats(o));
  if (openings.size() != seeds.size() || seating.size() != seeds.size() * seats) {
    throw Malformed("an opening and a seating for each game");
  }
  std::vector<std::unique_ptr<Player<G>>> players(names.size() * seats);
  std::vector<Opened<G>> opened(seats);
  std::vector<Player<G>*> sitting(seats);
  Ints scratch;
  MatchGame game;
  std::vector<Opening> actions;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    for (std::size_t s = 0; s < seats; ++s) {
      const auto who = static_cast<std::size_t>(seating[i * seats + s]);
      auto& player = players[who * seats + s];
      if (!player) player = Table::make(names[who]);
      opened[s].set(player.get(), &openings[i]);
      sitting[s] = &opened[s];
    }
    play_game<G>(o, sitting, seeds[i], scratch, false, game);
    actions.push_back(game.actions);
  }
  return actions;
}

}  // namespace kibitz
