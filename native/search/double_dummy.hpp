// Double dummy: the exact value of a deal when everybody sees all hands. An oracle, never a player.
//
// One design solves Belote (card points), Codepiece and bridge-style play (tricks). How it works, file by file:
//   double_dummy/rules.hpp   what is legal and what counts, one small struct a game
//   double_dummy/search.hpp  the question "can seats 0 and 2 still make so much?", step by step
//   double_dummy/order.hpp   which card to try first
//   double_dummy/bounds.hpp  what is sure without a search
//   double_dummy/relevance.hpp  which ranks an answer depends on
//   double_dummy/table.hpp   what is remembered, by shape and relevant ranks; in the chains of chains.hpp
//   double_dummy/points.hpp  how Belote's points come back into the shape
//   double_dummy/solve.hpp   from questions to values: of a position, of every card, of a sweep
//   double_dummy/games.hpp   positions and results of the games themselves
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/small.hpp"

namespace kibitz::double_dummy {

enum class Play : std::int8_t { belote, codepiece, bridge };

inline constexpr int kNoTrump = -1;

// A position of the play. Cards and suits have the numbers of the game: 8 * suit + rank in Belote,
// 13 * suit + rank in the others.
struct Position {
  std::array<Cards, 4> hands{};
  int trump = kNoTrump;              // only bridge-style play may go without
  int leader = 0;                    // of the current trick
  std::array<std::int8_t, 3> trick;  // its cards, in the order played
  int trick_size = 0;

  int player() const { return (leader + trick_size) % 4; }
};

// A position and how much of its value is asked for.
struct Question {
  Position position;
  int low = 0;              // a lower value need not be distinguished from this one
  int high = 1000;          // nor a higher one from this one
  bool all_asked = false;   // Belote: whether seats 0 and 2 can take all tricks that are left
  bool none_asked = false;  // Belote: whether the others can
};

// What seats 0 and 2 make of the rest, the current trick included, under best play of both sides.
struct Value {
  int made = 0;  // Belote: points with the 10 of the last trick; else tricks; within low and high
  bool all = false;   // they take every trick that is left, and that was asked
  bool none = false;  // they take none
  bool operator==(const Value&) const = default;
};

struct CardValue {
  int card;
  Value value;
};

struct Answer {
  Value value;
  std::vector<CardValue> cards;  // ascending; empty if not asked for
};

// Solves one question at a time, and remembers. Not to be shared between threads.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual Value value(const Question& question) = 0;
  virtual Answer cards(const Question& question) = 0;
  virtual void forget() = 0;                // empties the table: only speed differs
  virtual std::uint64_t nodes() const = 0;  // positions between tricks visited so far
};

// Throws Malformed if hands and trick do not fit together.
void check(Play play, const Position& position);

// `portable` leaves out the path for newer CPUs; the answers are the same.
std::unique_ptr<Solver> make_solver(Play play, bool portable = false);

// A solver on loan. Who brings one back leaves it, with what it remembers of the last deal, to the next:
// any thread may ask at any time, and nobody pays for new tables.
class Borrowed {
 public:
  explicit Borrowed(Play play);
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed();
  Solver* operator->() const { return solver_.get(); }

 private:
  Play play_;
  std::unique_ptr<Solver> solver_;
};

// Answers in the order of the questions, whatever the number of threads.
std::vector<Answer> solve_many(Play play, std::span<const Question> questions, bool cards,
                               int threads, bool portable = false);

}  // namespace kibitz::double_dummy
