// What all at a table of Dubito have seen, as evidence on who has which cards: the twin of
// kibitz/search/games/dubito/evidence.py, number for number.
//
// For each seat, each habit that its player may have, and each value, it holds how likely all that was
// seen is if the seat has c cards of that value "with it": in its hand or in its plays of this round.
// That is enough:
// 1. Within a round nobody takes cards, so c stands from the opening to the doubt. There all see the
//    board: who laid what, and who takes it. So the likelihoods only move from c to another count.
// 2. A rule of the field looks at its own cards of the round's number and at public things. So a turn
//    informs about one value; an honest opening shows that no other value is more frequent.
// 3. A play that nobody has seen is honest or a bluff of random cards. PlayChances keeps the chances
//    of both until the doubt shows which it was.
// Every habit has some slack, so that nothing which can have happened ever gets the likelihood 0.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "players/dubito_habits.hpp"

namespace kibitz {

class DubitoEvidence {
 public:
  using Options = Dubito::Options;
  using Position = Dubito::Position;
  using Hand = Dubito::Hand;

  static constexpr int kCounts = 4;  // of a value with one seat at an opening: 0 to 3, by rule 6
  using ByCount = std::array<double, kCounts>;
  using ByValue = std::array<ByCount, Dubito::kValues>;

  // A play of this round: how likely its size is, by habit and by the cards of the number that the
  // seat had before it. An honest play lays nothing else; a bluff lays random cards.
  struct PlayChances {
    std::array<ByCount, kHabits> honest;
    std::array<ByCount, kHabits> bluff;
    int seat;
    int size;
    int cards;  // in the hand before it
    bool opening;
  };

  // A value that an honest opener should not have so many cards of.
  static constexpr double kMisfit = 0.05;

  static constexpr double choose(int n, int k) {
    if (k > n) return 0;
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
  }

  // The chance that `hits` of `size` random cards out of `cards` are among `own` certain ones.
  static constexpr double random_hits(int cards, int own, int size, int hits) {
    if (hits > own || size - hits > cards - own) return 0;
    return choose(own, hits) * choose(cards - own, size - hits) / choose(cards, size);
  }

  DubitoEvidence() { begin(kAllHabits); }

  // A deal. `habits` are those that players may have.
  void begin(DubitoHabitSet habits) {
    constexpr ByCount kDealt{1, 1, 1.0 / 2, 1.0 / 6};  // 1 / c!: ways to deal c of a value
    constexpr ByCount kJokers{1, 1, 1.0 / 2, 0};
    ByValue dealt;
    dealt.fill(kDealt);
    dealt[Dubito::kJoker] = kJokers;
    uniform_.fill(dealt);
    for (auto& seat : weights_) seat.fill(dealt);
    active_count_ = 0;
    for (int habit = 0; habit < kHabits; ++habit) {
      const bool active = (habits >> habit & 1) != 0;
      if (active) at(active_, active_count_++) = small(habit);
      for (auto& seat : priors_) at(seat, habit) = active ? 1 : 0;
    }
    seen_ = {};
    plays_ = 0;
  }

  // A game that begins from a position: of the plays on its board only the sizes are known.
  void take_up(const Position& p) {
    std::array<std::int8_t, Dubito::kPlayersMax> cards = p.sizes;
    for (int i = 0; i < p.board_size; ++i) {
      at(cards, at(p.play_seats, i)) =
          small(at(cards, at(p.play_seats, i)) + Dubito::lay_of(p, i).size);
    }
    for (plays_ = 0; plays_ < p.board_size; ++plays_) {
      PlayChances& play = at(round_, plays_);
      const int seat = at(p.play_seats, plays_);
      const int size = Dubito::lay_of(p, plays_).size;
      play = {{}, {}, seat, size, at(cards, seat), plays_ == 0};
      for (ByCount& bluff : play.bluff) bluff.fill(1);
      at(cards, seat) = small(at(cards, seat) - size);
    }
  }

  // Called before each action. Looks at what all will know after it.
  void note(const Options& o, const Position& p, int action) {
    if (p.phase == Dubito::kDeclare) return;
    if (action == Dubito::kDoubt) {
      note_doubt(o, p);
    } else {
      note_lay(o, p, Dubito::lay_size(action));
    }
    seen_.note(o, p, action);
  }

  // The habits that players may have, ascending.
  std::span<const std::int8_t> active() const {
    return {active_.data(), static_cast<std::size_t>(active_count_)};
  }
  const DubitoSeen& seen() const { return seen_; }
  const PlayChances& play(int i) const { return at(round_, i); }
  double prior(int seat, int habit) const { return at(at(priors_, seat), habit); }
  const ByValue& weights(int seat, int habit) const { return at(at(weights_, seat), habit); }
  // The same if all plays were random: what the cards alone show.
  const ByValue& uniform(int seat) const { return at(uniform_, seat); }

  // How well an honest opening of `size` cards of a number fits a hand with so many of a value.
  static double fit(int number, int size, int value, int count) {
    if (value == Dubito::kJoker || value == number) return 1;
    return count < size || (count == size && value > number) ? 1 : kMisfit;
  }

 private:
  // What is public of a position: hands and plays without their cards. The cards of the number and the
  // jokers are all with the seat after the player: a habit can only count them.
  static Position public_part(const Options& o, const Position& p) {
    Position bare = p;
    bare.hands = {};
    int honest = 0;
    for (int seat = 0; seat < o.players; ++seat) {
      honest += at(p.hands, seat)[Dubito::kJoker] + at(at(p.hands, seat), p.number);
    }
    const int blank = p.number == 1 ? 2 : 1;
    for (int i = 0; i < p.board_size; ++i) {
      honest += Dubito::honest_cards(p, i);
      const int action = Dubito::lay_action(Dubito::lay_of(p, i).size, blank, blank, blank);
      at(bare.plays, i) = static_cast<std::int16_t>(action - Dubito::kLay);
    }
    at(at(bare.hands, (p.player + 1) % o.players), p.number) = small(honest);
    return bare;
  }

  // The same with a guess at the player's hand: so many cards of the number, the others as different
  // as can be.
  static Position guess_hand(const Options& o, const Position& bare, int own) {
    Position guess = bare;
    Hand& hand = at(guess.hands, bare.player);
    std::int8_t& others = at(at(guess.hands, (bare.player + 1) % o.players), bare.number);
    at(hand, bare.number) = small(own);
    others = small(others - own);
    int value = 0;
    for (int i = own; i < at(bare.sizes, bare.player); ++i) {
      do {
        value = value % (Dubito::kValues - 1) + 1;
      } while (value == bare.number);
      ++at(hand, value);
    }
    return guess;
  }

  void note_lay(const Options& o, const Position& p, int size) {
    PlayChances& play = at(round_, plays_++);
    play.seat = p.player;
    play.size = size;
    play.cards = at(p.sizes, p.player);
    play.opening = p.board_size == 0;
    // A bluffer may declare any number that is in the game.
    const int numbers = play.opening ? std::popcount(DubitoDeeds::numbers(o, p)) : 1;
    const Position bare = public_part(o, p);
    play.honest = {};
    play.bluff = {};
    for (int own = 0; own < std::min(kCounts, play.cards + 1); ++own) {
      const Position asked = guess_hand(o, bare, own);
      for (const int habit : active()) {
        const DubitoHabit& rule = at(kDubitoHabits, habit);
        const DubitoChances chances = rule.ask(o, asked, seen_, size);
        at(at(play.honest, habit), own) = chances.honest;
        at(at(play.bluff, habit), own) = (chances.bluff + rule.slack / 4) / numbers;
      }
    }
  }

  // The board is shown: what each play was, and then who has its cards.
  void note_doubt(const Options& o, const Position& p) {
    std::array<Hand, Dubito::kPlayersMax> laid{};
    Hand taken{};
    for (int i = 0; i < p.board_size; ++i) {
      Hand cards{};
      const Dubito::Lay& lay = Dubito::lay_of(p, i);
      for (int j = 0; j < lay.size; ++j) ++at(cards, at(lay.cards, j));
      const int seat = at(p.play_seats, i);
      for (const int habit : active()) {
        weigh_play(at(round_, i), habit, p.number, cards, at(laid, seat));
      }
      weigh_random_play(at(uniform_, seat), cards, at(laid, seat));
      for (int value = 0; value < Dubito::kValues; ++value) {
        at(at(laid, seat), value) = small(at(at(laid, seat), value) + at(cards, value));
        at(taken, value) = small(at(taken, value) + at(cards, value));
      }
    }
    weigh_doubt(o, p, at(laid, p.player));
    const bool bluff = Dubito::is_bluff(p);
    if (!bluff) {  // Rule 4
      const Dubito::Lay& latest = Dubito::lay_of(p, p.board_size - 1);
      for (int j = 0; j < latest.size; ++j) taken[0] = small(taken[0] - (at(latest.cards, j) == 0));
    }
    const int loser = bluff ? at(p.play_seats, p.board_size - 1) : p.player;
    for (int seat = 0; seat < o.players; ++seat) {
      move_cards(p, seat, at(laid, seat), seat == loser ? taken : Hand{});
      normalise(seat);
    }
    plays_ = 0;
  }

  // A play that is shown, by a seat that had laid `before` in this round.
  void weigh_play(const PlayChances& play, int habit, int number, const Hand& cards,
                  const Hand& before) {
    ByValue& weights = at(at(weights_, play.seat), habit);
    const ByCount& honest = at(play.honest, habit);
    const ByCount& bluff = at(play.bluff, habit);
    const bool pure = at(cards, number) == play.size;
    const bool chosen = pure && play.opening && at(honest, std::min(play.size, kCounts - 1)) > 0;
    for (int value = 0; value < Dubito::kValues; ++value) {
      for (int count = 0; count < kCounts; ++count) {
        const int own = count - at(before, value);
        const int shown = at(cards, value);
        double& weight = at(at(weights, value), count);
        if (own < shown) {
          weight = 0;
        } else if (value == number) {
          weight *= pure ? at(honest, own) +
                               at(bluff, own) * random_hits(play.cards, own, play.size, play.size)
                         : at(bluff, own) * choose(own, shown);
        } else if (chosen) {
          weight *= fit(number, play.size, value, own);
        } else if (shown > 0) {
          weight *= choose(own, shown);
        }
      }
    }
  }

  static void weigh_random_play(ByValue& weights, const Hand& cards, const Hand& before) {
    for (int value = 0; value < Dubito::kValues; ++value) {
      for (int count = 0; count < kCounts; ++count) {
        const int own = count - at(before, value);
        at(at(weights, value), count) *= own < 0 ? 0 : choose(own, at(cards, value));
      }
    }
  }

  // The doubt itself informs about the doubter's own cards of the number.
  void weigh_doubt(const Options& o, const Position& p, const Hand& before) {
    const Position bare = public_part(o, p);
    for (int count = at(before, p.number); count < kCounts; ++count) {
      const int own = count - at(before, p.number);
      if (own > at(p.sizes, p.player)) break;
      const Position asked = guess_hand(o, bare, own);
      for (const int habit : active()) {
        const DubitoHabit& rule = at(kDubitoHabits, habit);
        at(at(at(at(weights_, p.player), habit), p.number), count) *=
            rule.ask(o, asked, seen_, 1).doubt + rule.slack / 4;
      }
    }
  }

  // A seat loses what it laid and gets what it takes; a value that becomes four leaves the game, which
  // all see (rule 6).
  void move_cards(const Position& p, int seat, const Hand& laid, const Hand& taken) {
    for (int value = 0; value < Dubito::kValues; ++value) {
      const int change = at(taken, value) - at(laid, value);
      if (at(taken, value) == 0 && at(laid, value) == 0) continue;
      const bool drops =
          at(taken, value) > 0 && at(at(p.hands, seat), value) + at(taken, value) == Dubito::kFour;
      for (const int habit : active()) {
        move_counts(at(at(at(weights_, seat), habit), value), change, drops);
      }
      move_counts(at(at(uniform_, seat), value), change, drops);
    }
  }

  static void move_counts(ByCount& weights, int change, bool drops) {
    const ByCount old = weights;
    weights.fill(0);
    for (int count = 0; count < kCounts; ++count) {
      const int now = count + change;
      if (drops && now == Dubito::kFour) weights[0] = at(old, count);
      if (!drops && now >= 0 && now < kCounts) at(weights, now) = at(old, count);
    }
  }

  // The largest weight of each value is 1, and the largest prior too.
  void normalise(int seat) {
    constexpr double kPriorMin = 1e-60;
    double top = 0;
    for (const int habit : active()) {
      double& prior = at(at(priors_, seat), habit);
      for (ByCount& weights : at(at(weights_, seat), habit)) prior *= scale(weights);
      top = std::max(top, prior);
    }
    for (double& prior : at(priors_, seat)) {
      if (prior > 0) prior = std::max(prior / top, kPriorMin);
    }
    for (ByCount& weights : at(uniform_, seat)) scale(weights);
  }

  static double scale(ByCount& weights) {
    const double most = *std::ranges::max_element(weights);
    if (most <= 0) return 1;  // what cannot have happened: a made-up position
    for (double& weight : weights) weight /= most;
    return most;
  }

  std::array<std::array<ByValue, kHabits>, Dubito::kPlayersMax> weights_;
  std::array<ByValue, Dubito::kPlayersMax> uniform_;
  std::array<std::array<double, kHabits>, Dubito::kPlayersMax> priors_;
  std::array<PlayChances, Dubito::kDeck> round_;
  std::array<std::int8_t, kHabits> active_;
  int active_count_ = 0;
  int plays_ = 0;
  DubitoSeen seen_;
};

}  // namespace kibitz
