// Whole games between native players, over threads: the twin of kibitz/arena/match.py. Game i has its
// seed and its seating; what comes out does not depend on the number of threads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/game.hpp"
#include "core/small.hpp"
#include "nets/net.hpp"
#include "players/player.hpp"

namespace kibitz {

inline constexpr std::uint64_t kBotStream = 0x626F7473;  // as in kibitz/arena/match.py

struct PlayerName {
  std::string name;
  std::vector<double> numbers;
  std::shared_ptr<const Net> net = nullptr;  // of the player `net`
};

// A log that hands every event on to the players that follow it.
template <GameRules G>
struct ListenersLog {
  static constexpr bool enabled = true;
  std::array<Player<G>*, kMaxSeats> listeners{};
  std::size_t size = 0;

  explicit ListenersLog(std::span<Player<G>* const> seats) {
    for (Player<G>* seat : seats) {
      if (seat->listens()) listeners[size++] = seat;
    }
  }

  void event(Kind kind, int seat, std::initializer_list<std::int32_t> data) {
    event(kind, seat, std::span(data.begin(), data.size()));
  }
  void event(Kind kind, int seat, std::span<const std::int32_t> data) {
    for (std::size_t i = 0; i < size; ++i) listeners[i]->event(kind, seat, data);
  }
};

struct MatchGame {
  Points returns{};
  Points outcome{};
  std::vector<std::uint16_t> actions;
  std::array<std::int32_t, kMaxSeats> moves{};  // decisions with a choice, where they are counted
  std::array<double, kMaxSeats> seconds{};      // wall time of each seat's decisions, likewise
};

// Whether the player on turn has more than one legal action. A game may know a quicker way.
template <GameRules G>
bool has_choice(const typename G::Options& o, const typename G::Position& p,
                typename G::Actions& legal) {
  if constexpr (requires { G::has_choice(o, p); }) {
    return G::has_choice(o, p);
  } else {
    legal.clear();
    G::legal(o, p, legal);
    return legal.size() > 1;
  }
}

// A player's choice; adds its time. The clock costs about as much as a random choice.
template <GameRules G>
int timed_choice(const typename G::Options& o, const typename G::Position& p, Player<G>& player,
                 double& seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const int action = player.choose(o, p);
  seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  return action;
}

// One game; the seats hold one player each. Counting moves costs as much as a quick player.
template <GameRules G>
void play_game(const typename G::Options& o, std::span<Player<G>* const> seats, std::uint64_t seed,
               Ints& scratch, bool count_moves, MatchGame& game) {
  NoLog none;
  ListenersLog<G> log(seats);
  typename G::Actions legal;
  typename G::Position p;
  G::start(o, p);
  game.actions.clear();
  game.moves.fill(0);
  game.seconds.fill(0);
  const std::uint64_t bots = mix(seed, kBotStream);
  for (std::size_t s = 0; s < seats.size(); ++s) {
    seats[s]->begin(o, static_cast<int>(s), mix(bots, s));
  }
  std::array<Player<G>*, kMaxSeats> dealt_to{};
  std::size_t dealt_size = 0;
  for (Player<G>* seat : seats) {
    if (seat->sees_deals()) dealt_to[dealt_size++] = seat;
  }
  std::uint64_t events = 0;
  for (int player = G::player(o, p); player != kOver; player = G::player(o, p)) {
    if (player == kChance) {
      Stream stream(mix(seed, events++));
      if (log.size > 0) {
        scratch.clear();
        G::draw(o, p, stream, scratch);
        G::deal_out(o, p, std::span<const std::int32_t>(scratch), log);
      } else {
        random_chance<G>(o, p, stream, scratch);
      }
      for (std::size_t i = 0; i < dealt_size; ++i) dealt_to[i]->dealt(o, p);
    } else {
      if (count_moves) {
        game.moves[static_cast<std::size_t>(player)] += has_choice<G>(o, p, legal);
      }
      const int action = count_moves
                             ? timed_choice<G>(o, p, *at(seats, player),
                                               game.seconds[static_cast<std::size_t>(player)])
                             : at(seats, player)->choose(o, p);
      if (action < 0 || action >= G::kActions || !G::is_legal(o, p, action)) {
        throw Malformed("a native player chose an illegal action");
      }
      for (Player<G>* seat : seats) seat->note(o, p, action);
      game.actions.push_back(static_cast<std::uint16_t>(action));
      if (log.size > 0) {
        log.event(Kind::action, player, {action});
        G::apply(o, p, action, log);
      } else {
        G::apply(o, p, action, none);
      }
    }
  }
  game.returns.fill(0);
  game.outcome.fill(0);
  G::returns(o, p, game.returns);
  G::outcome(o, p, game.outcome);
}

#if KIBITZ_HAS_BMI2_PATH
// The same compiled for CPUs with BMI2: the rules count bits.
template <GameRules G>
__attribute__((target("bmi,bmi2,popcnt,lzcnt"), flatten)) void play_game_bmi2(
    const typename G::Options& o, std::span<Player<G>* const> seats, std::uint64_t seed,
    Ints& scratch, bool count_moves, MatchGame& game) {
  play_game<G>(o, seats, seed, scratch, count_moves, game);
}
#endif

template <GameRules G>
auto game_player() {
#if KIBITZ_HAS_BMI2_PATH
  if (has_bmi2()) return &play_game_bmi2<G>;
#endif
  return &play_game<G>;
}

// Plays games 0 .. n - 1 and hands each to `take(i, game)`, which may be called by any thread.
// seating[i * seats + s] is the place in `names` of who sits on seat s in game i.
template <GameRules G, class Table, class Take>
void play_match(const typename G::Options& o, const std::vector<PlayerName>& names,
                std::span<const std::int32_t> seating, std::span<const std::uint64_t> seeds,
                int threads, bool count_moves, const Take& take) {
  constexpr std::size_t kBlock = 64;  // games that one thread takes at a time
  const auto seats = static_cast<std::size_t>(G::seats(o));
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  const auto work = [&] {
    // A player may sit on every seat, so there is one for each.
    std::vector<std::unique_ptr<Player<G>>> players(names.size() * seats);
    std::vector<Player<G>*> sitting(seats);
    const auto play = game_player<G>();
    Ints scratch;
    MatchGame game;
    for (std::size_t b = next++; b * kBlock < seeds.size() && !failed; b = next++) {
      for (std::size_t i = b * kBlock; i < std::min(seeds.size(), (b + 1) * kBlock); ++i) {
        for (std::size_t s = 0; s < seats; ++s) {
          const auto who = static_cast<std::size_t>(seating[i * seats + s]);
          auto& player = players[who * seats + s];
          if (!player) player = Table::make(names[who]);
          sitting[s] = player.get();
        }
        play(o, sitting, seeds[i], scratch, count_moves, game);
        take(i, game);
      }
    }
  };
  const auto guarded = [&] {
    try {
      work();
    } catch (const Malformed&) {
      failed = true;
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads; ++i) helpers.emplace_back(guarded);
  guarded();
  for (std::thread& helper : helpers) helper.join();
  if (failed) throw Malformed("a native player cannot be made, or chose an illegal action");
}

}  // namespace kibitz
