// Games of Qwixx as samples for the value network: positions between turns, each with what every seat
// should expect of it. For kibitz/learning/qwixx_value.py.
//
// Each game draws its table: the number of players, the order, and who sits where: all the network,
// the network against ga, or both mixed. Half of the games are played as well as the players can. The
// other half open with some turns that are now and then at random, the last of them for certain: a
// network must also know what not to walk into. Samples begin after the opening, so what they tell is
// what good play makes of it.
//
// What to expect is a mean of what the network said of all later positions and of how the game ended
// (TD(lambda): Sutton 1988): with `trace` 1 only the end counts, with 0 only the next position. Before
// there is a network, games of ga tell how they ended, or each position the mean of several rollouts.
//
// With `rolls` the luck of the dice is taken out. Instead of the one position that followed, the next
// position counts by its mean over that many rolls, each played out for this one turn, and what came
// later only by how much it differs from what the network said of it: a control variate, as in the
// luck-adjusted rollouts of backgammon. The expectation is that of TD(lambda), the variance a fraction
// of it, the more so because the rolls are stratified: by the sum of the white dice, and each coloured
// die by itself (McKay, Beckman and Conover 1979). The game goes on from one of them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "core/small.hpp"
#include "games/qwixx.hpp"
#include "nets/qwixx_value.hpp"
#include "players/policy.hpp"
#include "players/qwixx_value.hpp"

namespace kibitz {

// Positions of one number of players; all arrays by position, then by place.
struct QwixxSamples {
  std::vector<QwixxNet::Inputs> inputs;
  std::vector<float> wins;    // the share of the win to expect
  std::vector<float> points;  // the score to expect
  std::vector<float> finals;  // the score at the end
};
using QwixxSamplesByPlayers = std::array<QwixxSamples, Qwixx::kPlayersMax>;

struct QwixxSampling {
  std::uint64_t seed = 0;
  int openings = 0;    // an opening has fewer turns than this
  double explore = 0;  // how often a turn of an opening is at random
  double trace = 1;
  int rollouts = 0;  // without a network: games by ga from each position; 0: only its own
  int rolls = 0;     // with one: of the dice from each position; 0: only the one of the game
  std::array<double, Qwixx::kPlayersMax> players{};  // weights of the numbers of players
  std::array<double, 3> mixes{};  // weights: all the network, the network against ga, mixed
};

// Games first .. last - 1; each depends on the seed and its number alone. Without a network ga plays
// alone.
class QwixxSampler {
 public:
  QwixxSampler(std::shared_ptr<const QwixxNet> net, std::vector<std::vector<double>> rivals,
               const QwixxSampling& sampling)
      : net_(std::move(net)), sampling_(sampling) {
    for (const std::vector<double>& weights : rivals) {
      QwixxGa::Memory memory;
      QwixxGa::tune(weights, memory);
      rivals_.push_back(memory);
    }
    if (rivals_.empty()) rivals_.emplace_back();
  }

  QwixxSamplesByPlayers sample(std::uint64_t first, std::uint64_t last, int threads) const {
    std::vector<Game> games(last - first);
    std::atomic<std::uint64_t> next{first};
    const auto work = [&] {
      for (std::uint64_t i = next++; i < last; i = next++) play(i, games[i - first]);
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    QwixxSamplesByPlayers all;
    const auto append = [](auto& to, const auto& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    for (const Game& game : games) {
      QwixxSamples& to = at(all, game.players - 1);
      append(to.inputs, game.samples.inputs);
      append(to.wins, game.samples.wins);
      append(to.points, game.samples.points);
      append(to.finals, game.samples.finals);
    }
    return all;
  }

 private:
  static constexpr int kMax = Qwixx::kPlayersMax;
  static constexpr int kThousand = 1000;
  using Numbers = std::array<double, kMax>;

  struct Game {
    int players = 1;
    QwixxSamples samples;
  };

  struct Said {
    int roller;  // the seat that rolls next
    Numbers wins;
    Numbers points;
    Numbers wins_next{};  // of the position after the next turn, in the mean over some rolls
    Numbers points_next{};
  };

  struct Seats {
    std::array<bool, kMax> by_net{};
    std::array<std::size_t, kMax> rival{};
  };

  template <std::size_t n>
  static int draw(const std::array<double, n>& weights, Stream& rng) {
    double total = 0;
    for (const double weight : weights) total += weight;
    double left = total * rng.below(1'000'000) / 1e6;
    for (std::size_t i = 0; i < n; ++i) {
      left -= weights[i];
      if (left < 0) return static_cast<int>(i);
    }
    return n - 1;
  }

  Seats seats(int players, Stream& rng) const {
    Seats found;
    const int mix = net_ == nullptr ? -1 : draw(sampling_.mixes, rng);
    const int alone = rng.below(players);
    const int rival = rng.below(static_cast<int>(rivals_.size()));
    for (int seat = 0; seat < players; ++seat) {
      const bool mixed = rng.below(2) == 0;
      at(found.by_net, seat) =
          mix == 0 || (mix == 1 && seat == alone) || (mix == 2 && (seat == alone || mixed));
      at(found.rival, seat) = static_cast<std::size_t>(rival);
    }
    return found;
  }

  void play(std::uint64_t number, Game& out) const {
    Stream rng(mix(sampling_.seed, number));
    out.players = 1 + draw(sampling_.players, rng);
    Qwixx::Options o{};
    o.players = small(out.players);
    o.sequential = rng.below(2) == 0;
    const int opening = rng.below(2) == 0 ? 0 : rng.below(sampling_.openings);
    const auto explore = static_cast<int>(sampling_.explore * kThousand);
    const Seats seated = seats(out.players, rng);
    Qwixx::Position p;
    Qwixx::start(o, p);
    QwixxValue::Memory memory;
    memory.net = net_;
    std::vector<Said> said;
    for (int turn = 0; p.phase != Qwixx::kEnd; ++turn) {
      if (turn >= opening) {
        said.push_back(say(o, p, out.samples));
        if (net_ == nullptr && sampling_.rollouts > 0) roll_out(o, p, seated, said.back(), rng);
        if (by_rolls()) {
          p = look_ahead(o, p, seated, memory, said.back(), rng);
          continue;
        }
      }
      Qwixx::deal_random(o, p, rng);
      const bool strays = turn < opening && (turn == opening - 1 || rng.below(kThousand) < explore);
      play_turn(o, p, seated, memory, strays, rng);
    }
    learn(o, p, said, out.samples);
  }

  void play_turn(const Qwixx::Options& o, Qwixx::Position& p, const Seats& seated,
                 QwixxValue::Memory& memory, bool strays, Stream& rng) const {
    NoLog log;
    while (p.player >= 0) {
      int action = 0;
      if (strays) {
        action = random_action<PortableBits, Qwixx>(o, p, rng);
      } else if (at(seated.by_net, p.player)) {
        action = QwixxValue::choose(o, p, memory, rng);
      } else {
        QwixxGa::Memory rival = rivals_[at(seated.rival, p.player)];
        rival.white = memory.white;
        action = QwixxGa::choose(o, p, rival, rng);
      }
      QwixxValue::note(o, p, action, memory);
      Qwixx::apply(o, p, action, log);
    }
  }

  Said say(const Qwixx::Options& o, const Qwixx::Position& p, QwixxSamples& samples) const {
    const QwixxBetween now = QwixxValue::between(o, p);
    QwixxNet::Table table;
    QwixxNet::inputs(now, table);
    for (int i = 0; i < o.players; ++i) samples.inputs.push_back(at(table, i));
    Said said{p.active, {}, {}};
    if (net_ == nullptr || (sampling_.trace >= 1 && !by_rolls())) return said;
    estimate(o, p, table, said.wins, said.points);
    return said;
  }

  // What the network says of a position, by seat.
  void estimate(const Qwixx::Options& o, const Qwixx::Position& p, const QwixxNet::Table& table,
                Numbers& wins, Numbers& points) const {
    QwixxNet::Scratch scratch;
    QwixxNet::Out out;
    net_->forward(table, o.players, scratch, false, out);
    Numbers chance{};
    net_->rated(out, o.players, QwixxRank::win, chance);
    for (int i = 0; i < o.players; ++i) {
      const int seat = (p.active + i) % o.players;
      at(wins, seat) = at(chance, i);
      at(points, seat) = QwixxNet::kPoints * static_cast<double>(at(out, i)[1]);
    }
  }

  bool by_rolls() const { return net_ != nullptr && sampling_.rolls > 0; }

  // The mean of the next position over some rolls; returns one of those positions.
  Qwixx::Position look_ahead(const Qwixx::Options& o, const Qwixx::Position& from,
                             const Seats& seated, QwixxValue::Memory& memory, Said& said,
                             Stream& rng) const {
    const std::vector<int> rolls = stratified(rng);
    const int taken = rng.below(sampling_.rolls);
    Qwixx::Position on;
    for (int i = 0; i < sampling_.rolls; ++i) {
      Qwixx::Position p = from;
      Qwixx::roll(p, rolls[static_cast<std::size_t>(i)]);
      play_turn(o, p, seated, memory, false, rng);
      Numbers wins{};
      Numbers points{};
      if (p.phase == Qwixx::kEnd) {
        end_of(o, p, wins, points);
      } else {
        QwixxNet::Table table;
        QwixxNet::inputs(QwixxValue::between(o, p), table);
        estimate(o, p, table, wins, points);
      }
      for (int seat = 0; seat < o.players; ++seat) {
        at(said.wins_next, seat) += at(wins, seat) / sampling_.rolls;
        at(said.points_next, seat) += at(points, seat) / sampling_.rolls;
      }
      if (i == taken) on = p;
    }
    return on;
  }

  // Rolls by their number: the pairs of white dice in the order of their sum, and the numbers of each
  // coloured die, are cut into as many equal parts as there are rolls, and each part is drawn once.
  std::vector<int> stratified(Stream& rng) const {
    constexpr int kFaces = 6;
    constexpr int kColours = 4;
    static constexpr std::array<int, kFaces * kFaces> kPairs = [] {
      std::array<int, kFaces * kFaces> found{};
      std::size_t n = 0;
      for (int sum = 0; sum <= 2 * (kFaces - 1); ++sum) {
        for (int first = 0; first < kFaces; ++first) {
          const int second = sum - first;
          if (second >= 0 && second < kFaces) found[n++] = first * kFaces + second;
        }
      }
      return found;
    }();
    const int rolls = sampling_.rolls;
    std::vector<int> found;
    for (int i = 0; i < rolls; ++i) {
      found.push_back(at(kPairs, (i * kFaces * kFaces + rng.below(kFaces * kFaces)) / rolls));
    }
    std::vector<int> parts(static_cast<std::size_t>(rolls));
    std::iota(parts.begin(), parts.end(), 0);
    for (int colour = 0; colour < kColours; ++colour) {
      for (std::size_t i = parts.size(); i > 1; --i) {
        std::swap(parts[i - 1], parts[static_cast<std::size_t>(rng.below(static_cast<int>(i)))]);
      }
      for (std::size_t i = 0; i < parts.size(); ++i) {
        found[i] = found[i] * kFaces + (parts[i] * kFaces + rng.below(kFaces)) / rolls;
      }
    }
    return found;
  }

  // How a game ended, by seat.
  static void end_of(const Qwixx::Options& o, const Qwixx::Position& p, Numbers& wins,
                     Numbers& points) {
    Points shares{};
    Qwixx::outcome(o, p, shares);
    for (int seat = 0; seat < o.players; ++seat) {
      at(wins, seat) = at(shares, seat);
      at(points, seat) = Qwixx::score(p, seat);
    }
  }

  // What ga makes of a position, in the mean.
  void roll_out(const Qwixx::Options& o, const Qwixx::Position& from, const Seats& seated,
                Said& said, Stream& rng) const {
    for (int i = 0; i < sampling_.rollouts; ++i) {
      Qwixx::Position p = from;
      QwixxValue::Memory memory;
      while (p.phase != Qwixx::kEnd) {
        Qwixx::deal_random(o, p, rng);
        play_turn(o, p, seated, memory, false, rng);
      }
      Points shares{};
      Qwixx::outcome(o, p, shares);
      for (int seat = 0; seat < o.players; ++seat) {
        at(said.wins, seat) += at(shares, seat) / sampling_.rollouts;
        at(said.points, seat) += static_cast<double>(Qwixx::score(p, seat)) / sampling_.rollouts;
      }
    }
  }

  // From the end backwards.
  void learn(const Qwixx::Options& o, const Qwixx::Position& end, const std::vector<Said>& said,
             QwixxSamples& out) const {
    Numbers wins{};
    Numbers points{};
    end_of(o, end, wins, points);
    const Numbers finals = points;
    Numbers next_wins = wins;
    Numbers next_points = points;
    const auto n = static_cast<std::size_t>(o.players);
    out.wins.resize(said.size() * n);
    out.points.resize(said.size() * n);
    out.finals.resize(said.size() * n);
    for (std::size_t i = said.size(); i-- > 0;) {
      for (int k = 0; k < o.players; ++k) {
        const int seat = (said[i].roller + k) % o.players;
        const std::size_t to = i * n + static_cast<std::size_t>(k);
        double& win = at(wins, seat);
        double& point = at(points, seat);
        if (net_ == nullptr && sampling_.rollouts > 0) {
          win = at(said[i].wins, seat);
          point = at(said[i].points, seat);
        } else if (by_rolls()) {
          win = at(said[i].wins_next, seat) + sampling_.trace * (win - at(next_wins, seat));
          point = at(said[i].points_next, seat) + sampling_.trace * (point - at(next_points, seat));
        } else {
          win = sampling_.trace * win + (1 - sampling_.trace) * at(next_wins, seat);
          point = sampling_.trace * point + (1 - sampling_.trace) * at(next_points, seat);
        }
        out.wins[to] = static_cast<float>(win);
        out.points[to] = static_cast<float>(point);
        out.finals[to] = static_cast<float>(at(finals, seat));
      }
      next_wins = said[i].wins;
      next_points = said[i].points;
    }
  }

  std::shared_ptr<const QwixxNet> net_;
  std::vector<QwixxGa::Memory> rivals_;
  QwixxSampling sampling_;
};

// The final scores of games by the network from a position between two turns, by game and seat.
inline std::vector<float> qwixx_scores(const std::shared_ptr<const QwixxNet>& net,
                                       const Qwixx::Options& o, const Qwixx::Position& from,
                                       std::uint64_t seed, int games) {
  std::vector<float> found;
  NoLog log;
  for (int i = 0; i < games; ++i) {
    Stream rng(mix(seed, static_cast<std::uint64_t>(i)));
    Qwixx::Position p = from;
    QwixxValue::Memory memory;
    memory.net = net;
    while (p.phase != Qwixx::kEnd) {
      if (p.phase == Qwixx::kRoll) Qwixx::deal_random(o, p, rng);
      const int action = QwixxValue::choose(o, p, memory, rng);
      QwixxValue::note(o, p, action, memory);
      Qwixx::apply(o, p, action, log);
    }
    for (int seat = 0; seat < o.players; ++seat) {
      found.push_back(static_cast<float>(Qwixx::score(p, seat)));
    }
  }
  return found;
}

}  // namespace kibitz
