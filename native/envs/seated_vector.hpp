// Vector stepping with players on the seats: the learner's decisions are asked for, those of rule players and
// networks are made. The plain vector (vector.hpp) is the faster one where every seat is asked.
//
// A finished game begins anew in the same step. What it ended with stands in arrays of its own (done, returns,
// outcome, final observation), while observation, mask and player are of the new game already.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "envs/tables.hpp"

namespace kibitz {

// The caller's arrays, row by row for each game; seats is the width of the widest table.
struct SeatedArrays {
  float* observation;    // [n, inputs]
  std::uint8_t* mask;    // [n, actions]
  std::int32_t* player;  // [n], the seat that is asked
  float*
      reward;  // [n, seats]: of the seat that is asked, since its last decision; of all at an end
  std::uint8_t* done;     // [n]
  std::uint64_t* seed;    // [n], of the game under way
  std::int32_t* kind;     // [n], of the game under way
  std::int32_t* who;      // [n, seats], of the game under way: ids, 0 the learner, -1 no seat
  std::int32_t* teacher;  // [n], what the teacher would do, or -1
  float* returns;         // [n, seats] of a game that has just ended, else 0
  float* outcome;         // [n, seats] likewise
  float*
      final_observation;  // [n, inputs] of the seat that was asked last, where a game has just ended
};

class SeatedVector {
 public:
  static constexpr int kBarrenMax = 1000;  // games in a row that end before the learner is asked

  SeatedVector(const EpisodeMaker& maker, const std::string& encoding, const EpisodeRules& rules,
               const RewardRule& reward, const std::vector<double>& weights,
               const std::vector<int>& fixed, int n, std::uint64_t seed, int seats, int threads,
               const SeatedArrays& arrays)
      : inputs_(maker.sizes.at(encoding)),
        actions_(maker.actions),
        seats_(seats),
        reward_(reward),
        arrays_(arrays),
        tables_(maker, encoding, rules, weights, fixed, n, seed),
        notes_(static_cast<std::size_t>(n)),
        workers_(std::min(threads, n)),
        others_(workers_.size(), inputs_, actions_) {}

  int size() const { return tables_.size(); }

  // For games that begin from here on.
  void seat(std::shared_ptr<const Seating> seating, std::shared_ptr<const Opponent> teacher) {
    tables_.seat(std::move(seating), std::move(teacher));
  }

  void reset() {
    if (!tables_.is_seated()) throw Malformed("games without a seating");
    started_ = true;
    workers_.each(size(), [&](int, int first, int last) {
      for (int e = first; e < last; ++e) {
        tables_[e].begun = 0;
        clear(e);
        begin(e);
      }
    });
    play_on();
  }

  // Makes one action in every game. If one is illegal nothing happens and its game is given; else -1.
  int step(const std::int32_t* actions) {
    if (!started_) throw Malformed("games that have not begun");
    for (int e = 0; e < size(); ++e) {
      if (!tables_[e].episode->is_legal(actions[e])) return e;
    }
    workers_.each(size(), [&](int, int first, int last) {
      for (int e = first; e < last; ++e) {
        clear(e);
        at(notes_, e).asked = tables_[e].episode->player();
        tables_[e].episode->act(actions[e]);
      }
    });
    play_on();
    return -1;
  }

 private:
  struct Note {
    Points base{};       // what each seat had been paid at its last decision
    int asked = 0;       // the seat that decided last
    unsigned met = 0;    // seats that have decided in this game, one bit each
    int barren = 0;      // games in a row without a decision of the learner
    bool waits = false;  // for a network
  };

  void begin(int e) {
    tables_.begin(e);
    at(notes_, e).base.fill(0);
    at(notes_, e).met = 0;
  }

  void clear(int e) {
    at(arrays_.done, e) = 0;
    for (int s = 0; s < seats_; ++s) {
      cell(arrays_.reward, e, s) = 0;
      cell(arrays_.returns, e, s) = 0;
      cell(arrays_.outcome, e, s) = 0;
    }
    at(notes_, e).barren = 0;
  }

  // Every game up to a decision of the learner; networks decide in batches on the way.
  void play_on() {
    std::vector<int> going(static_cast<std::size_t>(size()));
    for (int e = 0; e < size(); ++e) at(going, e) = e;
    while (!going.empty()) {
      workers_.each(static_cast<int>(going.size()), [&](int, int first, int last) {
        for (int i = first; i < last; ++i) settle(at(going, i));
      });
      others_.clear();
      std::vector<int> waiting;
      for (const int e : going) {
        if (!at(notes_, e).waits) continue;
        const Table& table = tables_[e];
        others_.add(e, at(table.sitting, table.episode->player()));
        waiting.push_back(e);
      }
      others_.play(workers_, tables_);
      going = std::move(waiting);
    }
  }

  void settle(int e) {
    Table& table = tables_[e];
    Note& note = at(notes_, e);
    note.waits = false;
    for (;;) {
      const Pause pause = table.episode->advance();
      reward_.update(*table.episode, table.kind, pause == Pause::over, table.sums);
      if (pause == Pause::over) {
        end(e);
        begin(e);
      } else if (at(table.sitting, table.episode->player()) == nullptr) {
        write(e);
        return;
      } else {
        note.waits = true;
        return;
      }
    }
  }

  // A game that ends before the learner was asked does not count.
  void end(int e) {
    const Table& table = tables_[e];
    Note& note = at(notes_, e);
    if (note.met == 0) {
      if (++note.barren > kBarrenMax) throw Malformed("a learner that these games never ask");
      return;
    }
    Points returns{};
    Points outcome{};
    table.episode->returns(returns);
    table.episode->outcome(outcome);
    for (int s = 0; s < table.episode->seats(); ++s) {
      cell(arrays_.reward, e, s) = static_cast<float>(at(table.sums, s) - at(note.base, s));
      cell(arrays_.returns, e, s) = static_cast<float>(at(returns, s));
      cell(arrays_.outcome, e, s) = static_cast<float>(at(outcome, s));
    }
    at(arrays_.done, e) = 1;
    table.episode->encode(note.asked, &wide(arrays_.final_observation, e, inputs_));
  }

  void write(int e) {
    Table& table = tables_[e];
    Note& note = at(notes_, e);
    const int player = table.episode->player();
    table.episode->mask(&wide(arrays_.mask, e, actions_));
    table.episode->encode(player, &wide(arrays_.observation, e, inputs_));
    at(arrays_.player, e) = player;
    at(arrays_.seed, e) = table.seed;
    at(arrays_.kind, e) = table.kind;
    at(arrays_.teacher, e) = tables_.has_teacher(e) ? table.episode->choose() : -1;
    if ((note.met >> player & 1) != 0) {
      cell(arrays_.reward, e, player) =
          static_cast<float>(at(table.sums, player) - at(note.base, player));
    }
    note.met |= 1U << player;
    at(note.base, player) = at(table.sums, player);
    for (int s = 0; s < seats_; ++s) {
      const bool there = s < table.episode->seats();
      cell(arrays_.who, e, s) = !there ? -1 : at(table.sitting, s) ? at(table.sitting, s)->id : 0;
    }
  }

  template <class T>
  T& cell(T* array, int e, int s) {
    return wide(array + s, e, seats_);
  }

  template <class T>
  static T& wide(T* array, int e, int width) {
    return array[static_cast<std::size_t>(e) * static_cast<std::size_t>(width)];
  }

  int inputs_;
  int actions_;
  int seats_;
  RewardRule reward_;
  SeatedArrays arrays_;
  Tables tables_;
  std::vector<Note> notes_;
  Workers workers_;
  NetTurns others_;
  bool started_ = false;
};

}  // namespace kibitz
