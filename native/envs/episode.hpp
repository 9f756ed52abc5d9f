// One game under way with players on its seats, behind one interface for every game and encoding.
//
// Vector stepping with seating and the collector of training rows are written once, over this interface;
// episode_of.hpp implements it for each game. A virtual call a decision costs nothing beside a forward pass.
//
// A seat belongs to the learner (nobody sits there), to a network, whose decisions the caller makes in
// batches, or to a rule player, which the episode asks itself.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/flat.hpp"
#include "core/game.hpp"

namespace kibitz {

class Net;

struct Opponent {
  int id = 0;        // the caller's number for it, from 1; 0 is the learner
  std::string name;  // of a rule player
  std::vector<double> numbers;
  std::shared_ptr<const Net> net;  // in place of a rule player
  float temperature = 1;           // of a network; 0 is greedy
  bool recorded = false;           // a rule player whose decisions the caller wants to see
};

using Sitting = std::array<std::shared_ptr<const Opponent>, kMaxSeats>;  // nullptr: the learner

enum class Pause {
  decision,  // of the learner, a network, or a rule player that is recorded
  deal,      // a deal is over and the game goes on; only where deals are asked for
  over,
};

// What stays the same for all games of one caller.
struct EpisodeRules {
  std::vector<Ints> options;  // of each kind of game, flat
  bool by_deal = false;       // pause after each deal
  bool skip_forced = true;    // decisions with one legal action are made, not asked for
  int shaped = -1;            // the place in shaped_names() of a reward to add up, or -1
};

class Episode {
 public:
  virtual ~Episode() = default;

  virtual void begin(int kind, std::uint64_t seed, const Sitting& sitting,
                     const std::shared_ptr<const Opponent>& teacher) = 0;

  // Plays chance, rule players and forced moves up to the next pause; there it stays until act().
  virtual Pause advance() = 0;
  virtual void act(int action) = 0;

  // What the rule player on turn does here; on the learner's seats what the teacher would do.
  virtual int choose() = 0;

  virtual int seats() const = 0;
  virtual int player() const = 0;
  virtual int length() const = 0;  // actions so far
  virtual bool is_legal(int action) const = 0;
  virtual void mask(std::uint8_t* out) const = 0;
  virtual void encode(int seat, float* out) const = 0;
  virtual void scores(Points& out) const = 0;
  virtual void returns(Points& out) const = 0;
  virtual void outcome(Points& out) const = 0;
  virtual const Points& shaped() const = 0;  // the shaped reward of each seat so far
};

// What a game registers: how to make an episode by the name of an encoding, and what callers must know.
struct EpisodeMaker {
  int actions = 0;
  std::map<std::string, int> sizes;  // of the observation, by encoding
  std::vector<std::string> shaped_names;
  std::function<int(const Ints& options)> seats;
  std::function<void(const Opponent& player)> check;  // Malformed if it cannot be made
  std::function<std::unique_ptr<Episode>(const std::string& encoding, const EpisodeRules& rules)>
      make;
};

// By the name of the game; each bindings/<game>_episode.cpp adds one.
inline std::map<std::string, EpisodeMaker>& episode_makers() {
  static std::map<std::string, EpisodeMaker> makers;
  return makers;
}

inline const EpisodeMaker& episode_maker(const std::string& game) {
  const auto found = episode_makers().find(game);
  if (found == episode_makers().end()) throw Malformed("a game without native episodes");
  return found->second;
}

}  // namespace kibitz
