// Dubito by reading the others: our own champion, the twin of kibitz/players/dubito/reader.py, which explains
// the idea. Worlds from beliefs, every option played out in the same worlds with the same
// luck, opponents by the habits that they are taken for; what counts is the chance to win.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "players/dubito_habits.hpp"
#include "search/dubito_beliefs.hpp"
#include "search/dubito_evidence.hpp"

namespace kibitz {

struct DubitoReader {
  using Options = Dubito::Options;
  using Position = Dubito::Position;
  using Hand = Dubito::Hand;
  static constexpr const char* name = "reader";

  static constexpr int kWorldsMax = 4096;
  static constexpr int kStages = 4;          // after each, the better half of the options goes on
  static constexpr int kRolloutTurns = 300;  // who has not won by then has not
  // The own turns to come are those of a tracker, which sees no more than this seat will. Tuned against
  // the population of dubito_character.hpp.
  static constexpr DubitoTracker::Numbers kOwnTurns{
      0.33, 0.5, 0.45, 0.9, 8, {0.09, 0.33, 0.975}, 5.5, {0.55, 0.27, 0.21}, 1};

  struct Memory {
    DubitoEvidence evidence;
    int worlds = 64;  // of the first stage; each later one has as many as all before it
    DubitoHabitSet habits = kAllHabits;  // that players may have
  };

  // A whole turn: the number (of an opening) and the cards; or a doubt.
  struct Option {
    int number;
    int action;
    double wins = 0;
    int rollouts = 0;
    double chance() const { return rollouts > 0 ? wins / rollouts : 0; }
  };

  struct Decision {
    int action = 0;
    int worlds = 0;
    int bluffs = 0;               // of these worlds, where the latest play is a bluff
    std::vector<Option> options;  // the best first
    std::array<std::array<int, kHabits>, Dubito::kPlayersMax> habits{};  // worlds of each
  };

  static void tune(std::span<const double> numbers, Memory& memory) {
    if (numbers.size() > 3)
      throw Malformed("the reader takes worlds, field and habits to leave out");
    if (!numbers.empty()) {
      if (!(numbers[0] >= 1 && numbers[0] <= kWorldsMax)) throw Malformed("worlds of the reader");
      memory.worlds = static_cast<int>(numbers[0]);
    }
    if (numbers.size() > 1) {
      const double without = numbers.size() > 2 ? numbers[2] : 0;
      if (!(without >= 0 && without <= static_cast<double>(kAllHabits))) {
        throw Malformed("no such habits");
      }
      memory.habits = dubito_habits(numbers[1] != 0, static_cast<DubitoHabitSet>(without));
      if (memory.habits == 0) throw Malformed("the reader needs a habit");
    }
  }

  static void begin(const Options&, int, Memory& memory) { memory.evidence.begin(memory.habits); }

  static void note(const Options& o, const Position& p, int action, Memory& memory) {
    memory.evidence.note(o, p, action);
  }

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream& rng) {
    Stream own(rng.word());  // a decision takes one number, however long it thinks
    return decide(o, p, memory, own).action;
  }

  static Decision decide(const Options& o, const Position& p, const Memory& memory, Stream& rng) {
    Decision decision;
    add_options(o, p, rng, decision.options);
    if (decision.options.size() > 1) play_out(o, p, memory, rng, decision);
    const Option& best = decision.options.front();
    decision.action = p.phase == Dubito::kDeclare ? best.number - 1 : best.action;
    return decision;
  }

  // The options that are worth a thought -----------------------------------------------------

  static void add_options(const Options& o, const Position& p, Stream& rng,
                          std::vector<Option>& options) {
    const Hand& hand = at(p.hands, p.player);
    if (o.immediate && at(p.sizes, p.player) <= Dubito::kLayMax) {  // Rule 7: that wins
      const std::vector<int> all = by_use(hand, p.number);
      add_lay(hand, p.number > 0 ? p.number : 1, all, options);
      return;
    }
    if (p.phase == Dubito::kTurn) {
      if (Dubito::can_doubt(p)) options.push_back({p.number, Dubito::kDoubt});
      add_lays(hand, p.number, false, options);
    } else if (p.phase == Dubito::kLaying) {
      add_lays(hand, p.number, true, options);
    } else {
      for (int number = 1; number < Dubito::kValues; ++number) {
        if (at(hand, number) > 0) add_lays(hand, number, true, options);
      }
      for (int i = 0; i < 2; ++i) {  // and two bluffs about what it may not have
        const int number = 1 + rng.below(Dubito::kValues - 1);
        add_first(hand, number, by_use(hand, number), Dubito::kLayMax, options);
      }
    }
  }

  // Lays that claim a number: the honest ones with and without jokers, and bluffs with the cards that
  // are of least use. An opener, who chooses the number, need not lay little.
  static void add_lays(const Hand& hand, int number, bool opening, std::vector<Option>& options) {
    const int own = std::min<int>(at(hand, number), Dubito::kLayMax);
    const int jokers = hand[Dubito::kJoker];
    const std::vector<int> cards = by_use(hand, number);
    const auto honest = [&](int numbers, int with) {
      std::vector<int> lay(static_cast<std::size_t>(with), Dubito::kJoker);
      lay.insert(lay.end(), static_cast<std::size_t>(numbers), number);
      add_lay(hand, number, lay, options);
    };
    honest(own, 0);
    if (jokers > 0) honest(std::min(own, Dubito::kLayMax - 1), 1);
    if (jokers > 1) honest(std::min(own, Dubito::kLayMax - 2), 2);
    add_first(hand, number, cards, Dubito::kLayMax, options);
    if (!opening) {
      if (own > 1) honest(1, 0);
      if (jokers > 0) honest(0, 1);
      add_first(hand, number, cards, 2, options);
      add_first(hand, number, cards, 1, options);
    }
    if (own == 1 || own == 2) {  // the honest cards, and others to make it three
      std::vector<int> lay(static_cast<std::size_t>(own), number);
      lay.insert(
          lay.end(), cards.begin(),
          cards.begin() + std::min<std::ptrdiff_t>(std::ssize(cards), Dubito::kLayMax - own));
      add_lay(hand, number, lay, options);
    }
  }

  static void add_first(const Hand& hand, int number, const std::vector<int>& cards, int size,
                        std::vector<Option>& options) {
    const auto end = cards.begin() + std::min<std::ptrdiff_t>(std::ssize(cards), size);
    add_lay(hand, number, std::vector<int>(cards.begin(), end), options);
  }

  // An option, if the hand has these cards and it is a new one.
  static void add_lay(Hand hand, int number, std::vector<int> cards, std::vector<Option>& options) {
    const int size = static_cast<int>(cards.size());
    if (size < 1 || size > Dubito::kLayMax) return;
    for (const int card : cards) {
      if (at(hand, card)-- == 0) return;
    }
    std::ranges::sort(cards);
    cards.resize(Dubito::kLayMax);
    const int action = Dubito::lay_action(size, cards[0], cards[1], cards[2]);
    for (const Option& o : options) {
      if (o.number == number && o.action == action) return;
    }
    options.push_back({number, action});
  }

  // The cards of a hand, those of least use first: singles before pairs, then the number, then jokers.
  static std::vector<int> by_use(const Hand& hand, int number) {
    std::vector<int> cards;
    const auto add = [&](int value) {
      cards.insert(cards.end(), static_cast<std::size_t>(at(hand, value)), value);
    };
    for (int count = 1; count <= Dubito::kFour; ++count) {
      for (int value = 1; value < Dubito::kValues; ++value) {
        if (at(hand, value) == count && value != number) add(value);
      }
    }
    if (number > 0) add(number);
    add(Dubito::kJoker);
    return cards;
  }

  // What they lead to --------------------------------------------------------------------------

  static void play_out(const Options& o, const Position& p, const Memory& memory, Stream& rng,
                       Decision& decision) {
    // Too large for the stack of a small thread.
    const auto held = std::make_unique<DubitoBeliefs>(o, p, memory.evidence, p.player, rng);
    DubitoBeliefs& beliefs = *held;
    Position world;
    std::size_t going = decision.options.size();
    for (int stage = 0; stage < kStages && going > 1; ++stage) {
      for (; decision.worlds < memory.worlds << stage; ++decision.worlds) {
        beliefs.draw(world, rng);
        decision.bluffs += p.board_size > 0 && Dubito::is_bluff(world);
        for (int seat = 0; seat < o.players; ++seat) {
          ++at(at(decision.habits, seat), beliefs.habit(seat));
        }
        const std::uint64_t luck = rng.word();
        for (std::size_t i = 0; i < going; ++i) {
          Option& option = decision.options[i];
          option.wins += rollout(o, world, memory.evidence.seen(), beliefs, option, Stream(luck));
          ++option.rollouts;
        }
      }
      std::stable_sort(decision.options.begin(),
                       decision.options.begin() + static_cast<std::ptrdiff_t>(going),
                       [](const Option& a, const Option& b) { return a.chance() > b.chance(); });
      going = std::max<std::size_t>(1, going / 2);
    }
  }

  // 1 if this seat wins: goes out first, or at all where another has been first before.
  static double rollout(const Options& o, Position p, DubitoSeen seen, const DubitoBeliefs& beliefs,
                        const Option& option, Stream rng) {
    NoLog log;
    const int seat = p.player;
    const bool first = p.out_size == 0;
    const int until = p.turns + kRolloutTurns;
    const auto act = [&](int action) {
      seen.note(o, p, action);
      Dubito::apply(o, p, action, log);
    };
    if (p.phase == Dubito::kDeclare) act(option.number - 1);
    act(option.action);
    while (p.phase != Dubito::kEnd && p.turns < until && !Dubito::is_out(p, seat) &&
           (!first || p.out_size == 0)) {
      const int player = p.player;
      act(player == seat ? DubitoTracker::choose_by(kOwnTurns, o, p, seen.counts)
                         : at(kDubitoHabits, beliefs.habit(player)).choose(o, p, seen, rng));
    }
    const int place = Dubito::place_of(p, seat);
    return (first ? place == 1 : place > 0) ? 1 : 0;
  }
};

}  // namespace kibitz
