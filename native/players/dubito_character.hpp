// Dubito by habits drawn at random: the twin of kibitz/players/dubito/character.py, which explains them.
// Same habits, same draws.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/rng.hpp"
#include "players/dubito_questions.hpp"
#include "players/dubito_tracker.hpp"

namespace kibitz {

// The habits of a character.
struct DubitoCharacter {
  static constexpr const char* name = "character";
  static constexpr std::uint64_t kPopulation = 0x73747267;
  static constexpr int kShortHand = 4;
  static constexpr double kBoardUsual = 6;
  static constexpr double kBoardScale = 8;

  std::array<double, Dubito::kLayMax> doubts{};
  double doubt_without = 0;
  double doubt_opening = 0;
  double doubt_caught = 0;
  double doubt_board = 0;
  double doubt_near = 0;
  double doubt_short = 0;
  bool counts = false;
  bool stops = false;
  double bluffs = 0;
  double bluff_own = 0;
  double bluff_doubted = 0;
  double bluff_board = 0;
  double opens = 0;
  double open_single = 0;
  double open_doubted = 0;
  double honest_most = 0;
  int bluff_size = 0;
  bool careful = false;
  bool finishes = false;
  double noise = 0;

  static constexpr DubitoCharacter drawn(std::uint64_t number, double spread) {
    Stream rng(mix(number, kPopulation));
    const auto between = [&](double low, double high) {
      return low + (high - low) * (rng.below(17) / 16.0);
    };
    const auto some = [&](double low, double high) {
      const int looks = rng.below(2);
      return spread * looks * between(low, high);
    };
    constexpr std::array<double, 6> kMost{0, 0.5, 1, 1, 1, 1};
    constexpr std::array<int, 8> kSizes{3, 3, 3, 3, 0, 0, 1, 2};
    DubitoCharacter c;
    c.doubts[0] = between(-0.5, 0.5);
    c.doubts[1] = c.doubts[0] + between(-0.25, 0.5);
    c.doubts[2] = c.doubts[1] + between(-0.25, 0.75);
    c.doubt_without = some(0, 1);
    c.doubt_opening = some(-1, 0.5);
    c.doubt_caught = some(0, 2);
    c.doubt_board = some(-0.5, 0.5);
    c.doubt_near = some(0, 1);
    c.doubt_short = some(-0.5, 0.25);
    c.counts = rng.below(8) < 5;
    c.stops = rng.below(8) < 6;
    c.bluffs = between(-0.5, 1);
    c.bluff_own = some(-0.5, 0);
    c.bluff_doubted = some(-2, 0);
    c.bluff_board = some(-1, 0.5);
    c.opens = between(-0.5, 1);
    c.open_single = some(0, 1);
    c.open_doubted = some(-2, 0);
    c.honest_most = at(kMost, rng.below(6));
    c.bluff_size = at(kSizes, rng.below(8));
    c.careful = rng.below(2) == 1;
    c.finishes = rng.below(2) == 1;
    c.noise = rng.below(2) / 16.0;
    return c;
  }

  double opening_bluff(const DubitoSignals& s) const {
    const double chance = opens + open_single * (s.all_single() ? 1 : 0);
    return noisy(chance + open_doubted * (s.next_doubt_rate() - 0.5));
  }

  double doubt(const DubitoSignals& s) const {
    if (stops && s.prev_empty()) return 1;
    if (counts && s.own() + s.laid() > Dubito::kFour) return 1;
    double chance = at(doubts, s.laid() - 1);
    chance += doubt_without * (s.own() == 0 ? 1 : 0);
    chance += doubt_opening * (s.prev_opened() ? 1 : 0);
    chance += doubt_caught * (s.prev_bluffs() - 0.5);
    chance += doubt_board * ((s.board() - kBoardUsual) / kBoardScale);
    chance += doubt_near * (at(s.p.sizes, s.prev()) <= Dubito::kLayMax ? 1 : 0);
    chance += doubt_short * (s.cards() <= kShortHand ? 1 : 0);
    return noisy(chance);
  }

  double bluff(const DubitoSignals& s) const {
    double chance = bluffs + bluff_own * (s.own() - 1);
    chance += bluff_doubted * (s.next_doubt_rate() - 0.5);
    chance += bluff_board * ((s.board() - kBoardUsual) / kBoardScale);
    return noisy(chance);
  }

  double honest_size_chance(int size, int most) const {
    if (size > most) return 0;
    return honest_most * (size == most ? 1 : 0) + (1 - honest_most) / most;
  }

  double bluff_size_chance(int size, int most) const {
    if (size > most) return 0;
    if (bluff_size == 0) return 1.0 / most;
    return size == std::min(bluff_size, most) ? 1 : 0;
  }

  int lay_honest(const Dubito::Position&, int card, int most, Stream& rng) const {
    const int size = DubitoDeeds::happens(honest_most, rng) ? most : 1 + rng.below(most);
    return Dubito::lay_action(size, card, card, card);
  }

  int lay_bluff(const Dubito::Position& p, Stream& rng) const {
    const int most = std::min<int>(Dubito::kLayMax, at(p.sizes, p.player));
    const int size = bluff_size > 0 ? std::min(bluff_size, most) : 1 + rng.below(most);
    return careful ? DubitoTracker::lay_worst(p, size) : DubitoDeeds::lay_random(p, size, rng);
  }

  int choose(const Dubito::Options& o, const Dubito::Position& p, const DubitoStats& stats,
             Stream& rng) const {
    const int cards = at(p.sizes, p.player);
    if (finishes && o.immediate && p.phase != Dubito::kDeclare && cards <= Dubito::kLayMax) {
      return DubitoTracker::lay_worst(p, cards);
    }
    return DubitoPlayer<DubitoCharacter>::choose_by(*this, o, p, stats, rng);
  }

 private:
  double noisy(double chance) const { return std::min(std::max(chance, noise), 1 - noise); }
};

// A player of a character: its numbers are that of the character and the spread of the weights.
struct DubitoCharacterPlayer {
  using Options = Dubito::Options;
  using Position = Dubito::Position;
  static constexpr const char* name = DubitoCharacter::name;
  static constexpr double kNumberMax = 0x1p52;
  static constexpr double kSpreadMax = 8;

  struct Memory {
    DubitoStats stats;
    DubitoCharacter habits = DubitoCharacter::drawn(0, 1);
  };

  static void tune(std::span<const double> numbers, Memory& memory) {
    if (numbers.empty()) return;
    if (numbers.size() != 2) throw Malformed("a character has a number and a spread");
    if (!(numbers[0] >= 0 && numbers[0] <= kNumberMax)) throw Malformed("no such character");
    if (!(numbers[1] >= 0 && numbers[1] <= kSpreadMax)) throw Malformed("no such spread");
    memory.habits = DubitoCharacter::drawn(static_cast<std::uint64_t>(numbers[0]), numbers[1]);
  }

  static void note(const Options&, const Position& p, int action, Memory& memory) {
    memory.stats.note(p, action);
  }

  static int choose(const Options& o, const Position& p, const Memory& memory, Stream& rng) {
    return memory.habits.choose(o, p, memory.stats, rng);
  }
};

}  // namespace kibitz
