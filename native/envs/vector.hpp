// Vector stepping: n games at once, written into arrays that the caller keeps.
//
// Every game is its own: game e of episode k has the seed mix(mix(seed, e), k) and is the game that a
// single state plays from that seed, so neither the number of threads nor the other games matter. A
// finished game begins anew in the same step; its last rewards stand beside the new observation, with `done`.
// With a seat given, only that seat is asked: the others make uniformly random legal actions, drawn from
// a stream of the game's own.
#pragma once

#include <atomic>
#include <barrier>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "core/encode.hpp"
#include "search/playouts.hpp"

namespace kibitz {

// The caller's arrays, row by row for each game.
struct VectorArrays {
  float* observation;    // [n, kSize]
  std::uint8_t* mask;    // [n, kActions]
  std::int32_t* player;  // [n]
  float* reward;         // [n, seats]: the returns of a game that has just ended, else 0
  std::uint8_t* done;    // [n]
  std::uint64_t* seed;   // [n]: of the game under way
};

template <Encoder E>
class Vector {
 public:
  using G = typename E::Game;
  static constexpr int kAllSeats = -1;
  static constexpr int kBarrenMax = 1000;  // games in a row that end before the seat is asked

  Vector(const typename G::Options& options, int n, std::uint64_t seed, int seat, int threads,
         const VectorArrays& arrays)
      : options_(options),
        seed_(seed),
        seat_(seat),
        arrays_(arrays),
        games_(static_cast<std::size_t>(n)) {
    const int extra = std::min(threads, n) - 1;
    workers_ = extra + 1;
    if (extra > 0) {
      barrier_ = std::make_unique<std::barrier<>>(workers_);
      for (int i = 1; i <= extra; ++i) threads_.emplace_back([this, i] { serve(i); });
    }
  }

  Vector(const Vector&) = delete;
  Vector& operator=(const Vector&) = delete;

  ~Vector() {
    if (barrier_ == nullptr) return;
    task_ = Task::stop;
    barrier_->arrive_and_wait();
    for (std::thread& thread : threads_) thread.join();
  }

  int size() const { return static_cast<int>(games_.size()); }

  // What the games take beside the caller's arrays.
  std::size_t bytes() const { return games_.size() * sizeof(Game); }

  void reset() { run(Task::reset); }

  // Makes one action in every game. If one is illegal nothing happens and its game is returned; else -1.
  int step(const std::int32_t* actions) {
    for (int e = 0; e < size(); ++e) {
      if (!legal(e, actions[e])) return e;
    }
    actions_ = actions;
    run(Task::step);
    return -1;
  }

 private:
  enum class Task { reset, step, stop };

  struct Game {
    typename G::Position position;
    typename E::Track track;
    std::uint64_t seed = 0;
    std::uint64_t episode = 0;
    std::uint64_t chance = 0;  // events so far
    Stream others{0};
  };

  // Asks the rules, not the mask: the caller may have written into that.
  bool legal(int e, int action) const {
    return action >= 0 && action < G::kActions &&
           G::is_legal(options_, at(games_, e).position, action);
  }

  void run(Task task) {
    task_ = task;
    if (barrier_ != nullptr) barrier_->arrive_and_wait();
    work(0);
    if (barrier_ != nullptr) barrier_->arrive_and_wait();
    if (barren_) throw Malformed("a seat that these games never ask");
  }

  void serve(int worker) {
    for (;;) {
      barrier_->arrive_and_wait();
      if (task_ == Task::stop) return;
      work(worker);
      barrier_->arrive_and_wait();
    }
  }

  void work(int worker) {
    const int first = static_cast<int>(static_cast<std::int64_t>(size()) * worker / workers_);
    const int last = static_cast<int>(static_cast<std::int64_t>(size()) * (worker + 1) / workers_);
    for (int e = first; e < last; ++e) {
      if (task_ == Task::reset) {
        reset_game(e);
      } else {
        step_game(e, actions_[e]);
      }
      if (!barren_) write(e);
    }
  }

  void reset_game(int e) {
    Game& game = at(games_, e);
    game.episode = 0;
    clear_reward(e);
    begin(e, game);
  }

  // A game of the next episode, played on to where somebody who is asked must act.
  void begin(int e, Game& game) {
    int barren = 0;
    do {
      if (++barren > kBarrenMax) {
        barren_ = true;
        return;
      }
      game.seed = mix(mix(seed_, static_cast<std::uint64_t>(e)), game.episode++);
      game.chance = 0;
      game.others = Stream(mix(game.seed, UINT64_MAX));
      game.track = typename E::Track{};
      G::start(options_, game.position);
      advance(game);
    } while (G::player(options_, game.position) == kOver);
  }

  void step_game(int e, int action) {
    Game& game = at(games_, e);
    clear_reward(e);
    act(game, action);
    advance(game);
    if (G::player(options_, game.position) != kOver) return;
    Points points{};
    G::returns(options_, game.position, points);
    for (int s = 0; s < G::seats(options_); ++s) {
      at(arrays_.reward, e * G::seats(options_) + s) = static_cast<float>(at(points, s));
    }
    at(arrays_.done, e) = 1;
    begin(e, game);
  }

  void clear_reward(int e) {
    at(arrays_.done, e) = 0;
    for (int s = 0; s < G::seats(options_); ++s) at(arrays_.reward, e * G::seats(options_) + s) = 0;
  }

  void act(Game& game, int action) {
    game.track.event(Kind::action, G::player(options_, game.position), {action});
    G::apply(options_, game.position, action, game.track);
  }

  // Chance, and the seats that nobody asks for.
  void advance(Game& game) {
    for (;;) {
      const int player = G::player(options_, game.position);
      if (player == kChance) {
        deal(game);
      } else if (player == kOver || seat_ == kAllSeats || player == seat_) {
        return;
      } else {
        act(game, random_action<PortableBits, G>(options_, game.position, game.others));
      }
    }
  }

  void deal(Game& game) {
    Stream stream(mix(game.seed, game.chance++));
    if constexpr (requires { G::deal_random(options_, game.position, stream); } &&
                  !E::Track::enabled) {
      G::deal_random(options_, game.position, stream);
    } else {
      Ints outcome;
      G::draw(options_, game.position, stream, outcome);
      G::deal_out(options_, game.position, std::span<const std::int32_t>(outcome), game.track);
    }
  }

  void write(int e) {
    const Game& game = at(games_, e);
    const int player = G::player(options_, game.position);
    std::uint8_t* mask = &at(arrays_.mask, e * G::kActions);
    std::fill_n(mask, G::kActions, std::uint8_t{0});
    if constexpr (requires { G::legal_set(options_, game.position); }) {
      const LegalSet legal = G::legal_set(options_, game.position);
      for_each(legal.set, [&](int b) { mask[legal.base + b] = 1; });
    } else {
      typename G::Actions actions;
      actions.clear();
      G::legal(options_, game.position, actions);
      for (const int action : actions) mask[action] = 1;
    }
    at(arrays_.player, e) = player;
    at(arrays_.seed, e) = game.seed;
    E::encode(options_, game.position, game.track, player, &at(arrays_.observation, e * E::kSize));
  }

  typename G::Options options_;
  std::uint64_t seed_;
  int seat_;
  VectorArrays arrays_;
  std::vector<Game> games_;
  const std::int32_t* actions_ = nullptr;
  Task task_ = Task::reset;
  int workers_ = 1;
  std::atomic<bool> barren_{false};
  std::unique_ptr<std::barrier<>> barrier_;
  std::vector<std::thread> threads_;
};

}  // namespace kibitz
