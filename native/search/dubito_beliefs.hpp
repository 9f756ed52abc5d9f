// What one seat at Dubito believes: worlds that fit all it has seen, drawn as likely as the evidence
// makes them. The twin of kibitz/search/games/dubito/beliefs.py, draw for draw.
//
// A Markov chain over two things that are hidden, which cards each seat has and which habit each player
// has. Given the habits, two random cards of two seats change places, or not, by Metropolis' rule: the
// evidence is a product over seats and values, so four numbers decide. Given the cards, each habit is
// drawn from its posterior. Then the plays of this round are drawn from the cards of their seats.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "search/dubito_evidence.hpp"

namespace kibitz {

class DubitoBeliefs {
 public:
  using Options = Dubito::Options;
  using Position = Dubito::Position;
  using Hand = Dubito::Hand;

  static constexpr int kSwapsBefore = 240;  // of the first world
  static constexpr int kSwapsBetween = 60;  // of two worlds
  static constexpr int kTries = 50;         // times as many, for cards that cannot be so

  DubitoBeliefs(const Options& o, const Position& p, const DubitoEvidence& evidence, int seat,
                Stream& rng)
      : seen_(p), evidence_(evidence) {
    std::array<int, Dubito::kValues> left{};
    std::array<int, Dubito::kPlayersMax> sizes{};
    count_hidden(o, seat, left, sizes);
    for (int s = 0; s < o.players; ++s) {
      if (at(sizes, s) > 0) seats_.push_back(s);
    }
    weigh_plays();
    for (const int s : seats_) weigh_cards(s);
    deal(left, sizes, rng);
    for (int i = 0; i < 4; ++i) {
      draw_habits(rng);
      swap_cards(kSwapsBefore / 4, rng);
    }
  }

  // The next world: the position, with hidden cards filled in.
  void draw(Position& world, Stream& rng) {
    swap_cards(kSwapsBetween, rng);
    for (int i = 0; i < kTries && !possible(); ++i) swap_cards(kSwapsBetween, rng);
    draw_habits(rng);
    world = seen_;
    for (const int seat : seats_) {
      at(world.hands, seat) = at(counts_, seat);
      for (int i = at(first_play_, seat); i >= 0; i = at(next_play_, i)) {
        at(world.plays, i) = static_cast<std::int16_t>(draw_play(i, at(world.hands, seat), rng));
      }
    }
  }

  // Who the player on a seat is taken for in the latest world.
  int habit(int seat) const { return at(habits_, seat); }

  // How much more likely all that was seen is with these hidden cards than if players laid at random:
  // the logarithm. It is finite for every world that fits.
  double log_weight(const Position& world) const {
    double sum = 0;
    for (const int seat : seats_) {
      double of_seat = 0;
      for (const int habit : evidence_.active()) of_seat += weight_of(world, seat, habit);
      sum += std::log(of_seat);
    }
    return sum;
  }

  // Whether the cards of the latest world fit all that was seen.
  bool possible() const {
    for (const int seat : seats_) {
      for (int value = 0; value < Dubito::kValues; ++value) {
        const int count = at(at(counts_, seat), value);
        if (count >= DubitoEvidence::kCounts) return false;
        if (at(at(evidence_.uniform(seat), value), count) <= 0) return false;
      }
    }
    return true;
  }

 private:
  using ByCount = DubitoEvidence::ByCount;
  static constexpr int kCounts = DubitoEvidence::kCounts;
  static constexpr double kImpossible = 1e-12;  // so that the chain may pass through it

  static double unit(Stream& rng) { return static_cast<double>(rng.word() >> 11) * 0x1p-53; }

  // How many cards of each value the others have, which is public but for the own cards, and how many
  // cards each of them has, in hand and in its plays.
  void count_hidden(const Options& o, int viewer, std::array<int, Dubito::kValues>& left,
                    std::array<int, Dubito::kPlayersMax>& sizes) {
    first_play_.fill(-1);
    next_play_.fill(-1);
    for (int s = 0; s < o.players; ++s) {
      if (s == viewer) continue;
      at(sizes, s) = at(seen_.sizes, s);
      for (int v = 0; v < Dubito::kValues; ++v) at(left, v) += at(at(seen_.hands, s), v);
    }
    for (int i = seen_.board_size - 1; i >= 0; --i) {
      const int s = at(seen_.play_seats, i);
      if (s == viewer) continue;
      const Dubito::Lay& lay = Dubito::lay_of(seen_, i);
      at(sizes, s) += lay.size;
      for (int j = 0; j < lay.size; ++j) ++at(left, at(lay.cards, j));
      at(next_play_, i) = at(first_play_, s);
      at(first_play_, s) = i;
    }
  }

  // From the last play to the first: how likely the sizes of it and of its seat's later plays are.
  void weigh_plays() {
    for (int i = seen_.board_size - 1; i >= 0; --i) {
      const DubitoEvidence::PlayChances& play = evidence_.play(i);
      for (const int habit : evidence_.active()) {
        for (int own = 0; own < kCounts; ++own) {
          double sum = honest(play, i, habit, own);
          for (int hits = 0; hits <= std::min(own, play.size); ++hits) {
            sum += bluff(play, i, habit, own, hits);
          }
          at(at(at(likely_, i), habit), own) = sum;
        }
      }
    }
  }

  double later(int i, int habit, int own) const {
    const int next = at(next_play_, i);
    return next < 0 ? 1 : at(at(at(likely_, next), habit), own);
  }

  double honest(const DubitoEvidence::PlayChances& play, int i, int habit, int own) const {
    if (own < play.size) return 0;
    return at(at(play.honest, habit), own) * later(i, habit, own - play.size);
  }

  double bluff(const DubitoEvidence::PlayChances& play, int i, int habit, int own, int hits) const {
    return at(at(play.bluff, habit), own) *
           DubitoEvidence::random_hits(play.cards, own, play.size, hits) *
           later(i, habit, own - hits);
  }

  // The weights of a seat's counts in this round. The chain swaps cards as if all were different, so
  // each count comes with its c! orders.
  void weigh_cards(int seat) {
    constexpr ByCount kOrders{1, 1, 2, 6};
    const int first = at(first_play_, seat);
    for (const int habit : evidence_.active()) {
      DubitoEvidence::ByValue& weights = at(at(weights_, seat), habit);
      weights = evidence_.weights(seat, habit);
      for (int value = 0; value < Dubito::kValues; ++value) {
        for (int count = 0; count < kCounts; ++count) {
          double& weight = at(at(weights, value), count);
          weight *= at(kOrders, count);
          if (value == seen_.number && first >= 0) {
            weight *= at(at(at(likely_, first), habit), count);
          }
          weight = std::max(weight, kImpossible);
        }
      }
    }
  }

  double weight_of(const Position& world, int seat, int habit) const {
    Hand hand = at(world.hands, seat);
    for (int i = at(first_play_, seat); i >= 0; i = at(next_play_, i)) {
      const Dubito::Lay& lay = Dubito::lay_of(world, i);
      for (int j = 0; j < lay.size; ++j) ++at(hand, at(lay.cards, j));
    }
    double product = evidence_.prior(seat, habit);
    for (int value = 0; value < Dubito::kValues; ++value) {
      const int count = at(hand, value);
      if (count >= kCounts || at(at(evidence_.uniform(seat), value), count) <= 0) return 0;
      product *= at(at(evidence_.weights(seat, habit), value), count) /
                 at(at(evidence_.uniform(seat), value), count);
    }
    for (int i = at(first_play_, seat); i >= 0; i = at(next_play_, i)) {
      product *= weight_of_play(world, i, habit, hand);
    }
    return product;
  }

  // Of a play of this round with these cards, which are then taken out of the hand.
  double weight_of_play(const Position& world, int i, int habit, Hand& hand) const {
    const DubitoEvidence::PlayChances& play = evidence_.play(i);
    const Dubito::Lay& lay = Dubito::lay_of(world, i);
    const int own = at(hand, seen_.number);
    double truth = at(at(play.honest, habit), own);
    for (int value = 0; play.opening && value < Dubito::kValues; ++value) {
      truth *= DubitoEvidence::fit(seen_.number, play.size, value, at(hand, value));
    }
    double random = 1;  // the chance that a random play is of these cards
    Hand cards{};
    for (int j = 0; j < lay.size; ++j) ++at(cards, at(lay.cards, j));
    for (int value = 0; value < Dubito::kValues; ++value) {
      random *= DubitoEvidence::choose(at(hand, value), at(cards, value));
      at(hand, value) = small(at(hand, value) - at(cards, value));
    }
    random /= DubitoEvidence::choose(play.cards, play.size);
    const bool pure = at(cards, seen_.number) == play.size;
    return (pure ? truth / random : 0) + at(at(play.bluff, habit), own);
  }

  double weight(int seat, int value, int count) const {
    if (count >= kCounts) return kImpossible;
    return at(at(at(at(weights_, seat), at(habits_, seat)), value), count);
  }

  // To begin with: the cards that a seat must have, and the others at random.
  void deal(std::array<int, Dubito::kValues>& left,
            const std::array<int, Dubito::kPlayersMax>& sizes, Stream& rng) {
    const auto give = [&](int seat, int value) {
      at(cards_, seat).push_back(small(value));
      ++at(at(counts_, seat), value);
      --at(left, value);
    };
    for (const int seat : seats_) {
      for (int value = 0; value < Dubito::kValues; ++value) {
        const ByCount& known = at(evidence_.uniform(seat), value);
        int least = 0;
        while (least < kCounts - 1 && at(known, least) <= 0) ++least;
        if (at(known, least) <= 0) continue;
        for (int i = 0; i < least && at(left, value) > 0 && room(seat, sizes) > 0; ++i) {
          give(seat, value);
        }
      }
    }
    std::vector<int> rest;
    for (int value = 0; value < Dubito::kValues; ++value) {
      rest.insert(rest.end(), static_cast<std::size_t>(at(left, value)), value);
    }
    rng.shuffle(rest);
    std::size_t next = 0;
    for (const int seat : seats_) {
      while (room(seat, sizes) > 0) give(seat, rest[next++]);
    }
  }

  int room(int seat, const std::array<int, Dubito::kPlayersMax>& sizes) const {
    return at(sizes, seat) - static_cast<int>(at(cards_, seat).size());
  }

  void draw_habits(Stream& rng) {
    for (const int seat : seats_) {
      std::array<double, kHabits> chance;
      double sum = 0;
      for (const int habit : evidence_.active()) {
        double x = evidence_.prior(seat, habit);
        const DubitoEvidence::ByValue& weights = at(at(weights_, seat), habit);
        for (int value = 0; value < Dubito::kValues; ++value) {
          const int count = at(at(counts_, seat), value);
          x *= count < kCounts ? at(at(weights, value), count) : kImpossible;
        }
        at(chance, habit) = x;
        sum += x;
      }
      double left = unit(rng) * sum;
      for (const int habit : evidence_.active()) {
        at(habits_, seat) = habit;
        if ((left -= at(chance, habit)) < 0) break;
      }
    }
  }

  void swap_cards(int times, Stream& rng) {
    const int seats = static_cast<int>(seats_.size());
    if (seats < 2) return;
    for (int i = 0; i < times; ++i) {
      const int first = rng.below(seats);
      const int step = 1 + rng.below(seats - 1);
      const int a = at(seats_, first);
      const int b = at(seats_, (first + step) % seats);
      std::int8_t& x = at(at(cards_, a), rng.below(static_cast<int>(at(cards_, a).size())));
      std::int8_t& y = at(at(cards_, b), rng.below(static_cast<int>(at(cards_, b).size())));
      if (x == y) continue;
      Hand& of_a = at(counts_, a);
      Hand& of_b = at(counts_, b);
      const double before = weight(a, x, at(of_a, x)) * weight(a, y, at(of_a, y)) *
                            weight(b, x, at(of_b, x)) * weight(b, y, at(of_b, y));
      const double after = weight(a, x, at(of_a, x) - 1) * weight(a, y, at(of_a, y) + 1) *
                           weight(b, x, at(of_b, x) + 1) * weight(b, y, at(of_b, y) - 1);
      if (after < before && unit(rng) * before >= after) continue;
      --at(of_a, x);
      ++at(of_a, y);
      ++at(of_b, x);
      --at(of_b, y);
      std::swap(x, y);
    }
  }

  // The cards of a play of this round, taken out of what its seat had left: its place in the lays.
  int draw_play(int i, Hand& hand, Stream& rng) {
    const DubitoEvidence::PlayChances& play = evidence_.play(i);
    const int habit = at(habits_, play.seat);
    const int number = seen_.number;
    const int own = std::min<int>(at(hand, number), kCounts - 1);
    double truth = honest(play, i, habit, own);
    if (play.opening && truth > 0) {
      for (int value = 0; value < Dubito::kValues; ++value) {
        truth *= DubitoEvidence::fit(number, play.size, value, at(hand, value));
      }
    }
    ByCount by_hits{};
    double sum = truth;
    for (int hits = 0; hits <= std::min(own, play.size); ++hits) {
      at(by_hits, hits) = bluff(play, i, habit, own, hits);
      sum += at(by_hits, hits);
    }
    double left = unit(rng) * sum - truth;
    int hits = play.size;
    if (left >= 0) {
      hits = 0;
      while (hits < std::min(own, play.size) && (left -= at(by_hits, hits)) >= 0) ++hits;
    }
    return take(hand, number, hits, play.size, rng);
  }

  static int take(Hand& hand, int number, int hits, int size, Stream& rng) {
    int others = -at(hand, number);
    for (const int count : hand) others += count;
    hits = std::max(hits, size - others);
    std::array<int, Dubito::kLayMax> cards;
    cards.fill(Dubito::kValues);  // above all cards
    for (int i = 0; i < size; ++i) {
      int value = number;
      if (i >= hits) {
        int n = rng.below(others--);
        value = 0;
        while (value == number || n >= at(hand, value)) {
          if (value != number) n -= at(hand, value);
          ++value;
        }
      }
      at(cards, i) = value;
      --at(hand, value);
    }
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {0, 1}}) {
      if (at(cards, i) > at(cards, j)) std::swap(at(cards, i), at(cards, j));
    }
    return Dubito::lay_action(size, cards[0], cards[1], cards[2]) - Dubito::kLay;
  }

  Position seen_;  // of it only what the seat knows is looked at
  const DubitoEvidence& evidence_;
  std::vector<int> seats_;  // who have hidden cards
  std::array<std::vector<std::int8_t>, Dubito::kPlayersMax> cards_;
  std::array<Hand, Dubito::kPlayersMax> counts_{};
  std::array<int, Dubito::kPlayersMax> habits_{};
  std::array<std::array<DubitoEvidence::ByValue, kHabits>, Dubito::kPlayersMax> weights_;
  std::array<std::array<ByCount, kHabits>, Dubito::kDeck> likely_;
  std::array<int, Dubito::kPlayersMax> first_play_;
  std::array<int, Dubito::kDeck> next_play_;
};

}  // namespace kibitz
