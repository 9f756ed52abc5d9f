// Rollouts for learning: n games at once, the learner's decisions in batches, rows with advantages.
//
// A tick: every game plays on to its next decision (1); the decisions of the learner become rows and are
// evaluated in one forward pass, those of each snapshot network in one of its own (2); actions are drawn and
// made (3). Rule players, chance and forced moves need no tick. When enough rows are there the pending
// decisions give the bootstrap values of the trajectories that they belong to, and wait for the next batch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "envs/tables.hpp"
#include "learning/critic.hpp"
#include "learning/rows.hpp"

namespace kibitz {

// A finished game.
struct Finished {
  std::uint64_t seed = 0;
  std::int32_t game = 0;
  std::int32_t kind = 0;
  std::int32_t players = 0;
  std::int32_t length = 0;  // actions
  std::int32_t rows = 0;
  std::array<std::int32_t, kMaxSeats> who{};        // the opponents' ids, 0 the learner, -1 no seat
  std::array<std::int32_t, kMaxSeats> decisions{};  // rows of each seat
  Points returns{};
  Points outcome{};
  Points reward{};  // what each seat was paid, from its first decision on or before
};

struct Batch {
  Rows rows;
  SparseStore seen;  // what the critic saw of each row, where there is one
  std::vector<Finished> finished;
};

struct CollectRules {
  int rows = 0;
  double gamma = 1;
  double lambda = 0.95;
  float temperature = 1;
  bool whole = false;  // only rows of trajectories that have ended
  int threads = 1;
};

class Collector {
 public:
  static constexpr int kBarrenMax = 1000;  // finished games a table without a single row

  Collector(const EpisodeMaker& maker, const std::string& encoding, const EpisodeRules& rules,
            const RewardRule& reward, const std::vector<double>& weights,
            const std::vector<int>& fixed, int n, std::uint64_t seed)
      : reward_(reward),
        tables_(maker, encoding, rules, weights, fixed, n, seed),
        notes_(static_cast<std::size_t>(n)) {
    store_.inputs = maker.sizes.at(encoding);
    store_.actions = maker.actions;
  }

  int size() const { return tables_.size(); }
  int inputs() const { return store_.inputs; }
  int actions() const { return store_.actions; }
  int kinds() const { return tables_.kinds(); }

  // Episodes that each game has behind it; the one under way does not count.
  std::vector<std::uint64_t> state() {
    std::vector<std::uint64_t> counts;
    for (int e = 0; e < size(); ++e) counts.push_back(tables_[e].begun - (started_ ? 1 : 0));
    return counts;
  }

  // Goes on behind those episodes: games under way and rows held back are dropped.
  void restore(const std::vector<std::uint64_t>& counts) {
    for (int e = 0; e < size(); ++e) {
      tables_[e].begun = at(counts, e);
      at(notes_, e) = Note{};
    }
    store_.resize(0);
    critic_.seen.clear();
    started_ = false;
  }

  // The net may be nullptr where nobody learns: then the recorded players make the rows. After a failure
  // (a network that gives NaN, say) the games under way begin anew.
  // With a critic the values are its own; a collector has one from its first batch on, or never.
  Batch collect(const std::shared_ptr<const Net>& net, const std::shared_ptr<const Net>& critic,
                std::shared_ptr<const Seating> seating, std::shared_ptr<const Opponent> teacher,
                const CollectRules& rules) {
    if (store_.size() > 0 && (critic != nullptr) != (critic_.seen.size() > 0)) {
      throw Malformed("a critic that comes or goes between two batches");
    }
    tables_.seat(std::move(seating), std::move(teacher));
    try {
      return play(net, critic, rules);
    } catch (...) {
      restore(state());
      throw;
    }
  }

 private:
  Batch play(const std::shared_ptr<const Net>& net, const std::shared_ptr<const Net>& critic,
             const CollectRules& rules) {
    Workers workers(std::min(rules.threads, size()));
    NetTurns others(workers.size(), inputs(), actions());
    Forward forward(workers.size());
    store_.reserve(rules.rows + 2 * size() + store_.size());
    if (!std::exchange(started_, true)) {
      workers.each(size(), [&](int, int first, int last) {
        for (int e = first; e < last; ++e) begin(e);
      });
    }
    for (;;) {
      const int before = store_.size();
      workers.each(size(), [&](int, int first, int last) {
        for (int e = first; e < last; ++e) settle(e);
      });
      queue(others, net != nullptr);
      evaluate(workers, forward, net, critic, before);
      if ((rules.whole ? count_ended() : before) >= rules.rows) return finish(rules, before);
      decide(workers, rules.temperature, before);
      others.play(workers, tables_);
    }
  }

  // What the collector keeps beside a table.
  struct Note {
    std::array<int, kMaxSeats> last;                  // the open row of each seat, or -1
    std::array<int, kMaxSeats> length{};              // rows of the trajectory under way
    std::array<std::int32_t, kMaxSeats> decisions{};  // rows of each seat in this game
    std::int64_t ended = 0;  // rows of trajectories that have ended, still in store
    std::int32_t rows = 0;   // of this game
    int barren = 0;          // games in a row without a row
    int row = -1;            // of the decision that waits
    std::vector<Finished> finished;

    Note() { last.fill(-1); }
  };

  void begin(int e) {
    tables_.begin(e);
    at(notes_, e).rows = 0;
    at(notes_, e).decisions.fill(0);
  }

  // Step 1: plays on to a decision; ends trajectories and begins new games on the way.
  void settle(int e) {
    Table& table = tables_[e];
    Note& note = at(notes_, e);
    note.row = -1;
    for (;;) {
      const Pause pause = table.episode->advance();
      reward_.update(*table.episode, table.kind, pause != Pause::decision, table.sums);
      if (pause == Pause::decision) return;
      for (int s = 0; s < table.episode->seats(); ++s) close(table, note, s, Row::kEnd);
      if (pause == Pause::deal) continue;
      keep(e);
      if (note.barren > kBarrenMax) return;
      begin(e);
    }
  }

  // The row before is complete: what the seat was paid since, and what follows.
  void close(const Table& table, Note& note, int seat, int next) {
    const int last = at(note.last, seat);
    if (last >= 0) {
      Row& row = at(store_.rows, last);
      row.reward = static_cast<float>(at(table.sums, seat) - row.base);
      row.next = next;
    }
    if (next == Row::kEnd) {
      note.ended += at(note.length, seat);
      at(note.length, seat) = 0;
      at(note.last, seat) = -1;
    }
  }

  void keep(int e) {
    const Table& table = tables_[e];
    Note& note = at(notes_, e);
    Finished done;
    done.seed = table.seed;
    done.game = e;
    done.kind = table.kind;
    done.players = table.episode->seats();
    done.length = table.episode->length();
    done.rows = note.rows;
    done.who.fill(-1);
    for (int s = 0; s < done.players; ++s) {
      at(done.who, s) = at(table.sitting, s) ? at(table.sitting, s)->id : 0;
    }
    done.decisions = note.decisions;
    done.reward = table.sums;
    table.episode->returns(done.returns);
    table.episode->outcome(done.outcome);
    note.finished.push_back(done);
    note.barren = note.rows > 0 ? 0 : note.barren + 1;
  }

  // Step 2a: rows for the learner's decisions, in the order of the games; the networks' turns apart.
  void queue(NetTurns& others, bool learns) {
    others.clear();
    waiting_.clear();
    int rows = store_.size();
    for (int e = 0; e < size(); ++e) {
      const Table& table = tables_[e];
      Note& note = at(notes_, e);
      if (note.barren > kBarrenMax) throw Malformed("games that end without a decision to learn");
      const std::shared_ptr<const Opponent>& who = at(table.sitting, table.episode->player());
      if (who && who->net) {
        others.add(e, who);
      } else if (who == nullptr && !learns) {
        throw Malformed("a seat for the learner, but no network that learns");
      } else {
        note.row = rows++;
        waiting_.push_back(e);
      }
    }
    store_.resize(rows);
  }

  // Step 2b: observations, masks, values and logits of the rows from `before` on.
  void evaluate(Workers& workers, Forward& forward, const std::shared_ptr<const Net>& net,
                const std::shared_ptr<const Net>& critic, int before) {
    workers.each(store_.size() - before, [&](int, int first, int last) {
      for (int i = first; i < last; ++i) write(at(waiting_, i), before + i);
    });
    const int n = store_.size() - before;
    if (net == nullptr || n == 0) return;
    forward.run(workers, *net, store_.x(before), n, logits_, &values_);
    if (critic) critic_.look(workers, tables_, waiting_, inputs(), *critic, values_);
    for (int i = 0; i < n; ++i) at(store_.rows, before + i).value = at(values_, i);
  }

  void write(int e, int i) {
    Table& table = tables_[e];
    Note& note = at(notes_, e);
    Row& row = at(store_.rows, i);
    row = Row{};
    row.seat = table.episode->player();
    row.seed = table.seed;
    row.base = at(table.sums, row.seat);
    row.who = at(table.sitting, row.seat) ? at(table.sitting, row.seat)->id : 0;
    row.game = e;
    row.kind = table.kind;
    row.players = table.episode->seats();
    table.episode->encode(row.seat, store_.x(i));
    table.episode->mask(store_.legal(i));
    close(table, note, row.seat, i);
  }

  // Step 3: draws and makes the actions of the rows from `before` on.
  void decide(Workers& workers, float temperature, int before) {
    workers.each(size(), [&](int, int first, int last) {
      for (int e = first; e < last; ++e) {
        Note& note = at(notes_, e);
        if (note.row < 0) continue;
        Table& table = tables_[e];
        Row& row = at(store_.rows, note.row);
        if (row.who != 0) {
          row.action = table.episode->choose();
        } else {
          if (tables_.has_teacher(e)) row.expert = table.episode->choose();
          const float* logits = logits_.data() + static_cast<std::size_t>(note.row - before) *
                                                     static_cast<std::size_t>(actions());
          const Drawn drawn =
              sample_action(logits, store_.legal(note.row), actions(), temperature, table.draws);
          row.action = drawn.action;
          row.logp = drawn.logp;
        }
        at(note.last, row.seat) = note.row;
        ++at(note.length, row.seat);
        ++at(note.decisions, row.seat);
        ++note.rows;
        table.episode->act(row.action);
      }
    });
  }

  std::int64_t count_ended() const {
    std::int64_t sum = 0;
    for (const Note& note : notes_) sum += note.ended;
    return sum;
  }

  // Rows before `end` were decided; those behind are pending and serve as bootstrap values.
  Batch finish(const CollectRules& rules, int end) {
    std::vector<bool> held(static_cast<std::size_t>(end));
    for (int i = end - 1; i >= 0; --i) {
      const int next = at(store_.rows, i).next;
      const bool ends =
          next == Row::kEnd || (next >= 0 && next < end && !held[static_cast<std::size_t>(next)]);
      held[static_cast<std::size_t>(i)] = rules.whole ? !ends : next == Row::kOpen;
    }
    estimate_advantages(store_, end, held, rules.gamma, rules.lambda);
    return split(end, held);
  }

  // The batch takes the store; rows held back move into a new one and their links with them.
  Batch split(int end, const std::vector<bool>& held) {
    Batch batch;
    Rows kept;
    kept.inputs = inputs();
    kept.actions = actions();
    std::vector<int> place(static_cast<std::size_t>(end));  // in the list that the row goes to
    int kept_rows = 0;
    int given = 0;
    for (int i = 0; i < end; ++i) {
      at(place, i) = held[static_cast<std::size_t>(i)] ? kept_rows++ : given++;
    }
    kept.resize(kept_rows);
    SparseStore kept_seen;
    for (int i = 0; i < end && critic_.seen.size() > 0; ++i) {
      (held[static_cast<std::size_t>(i)] ? kept_seen : batch.seen).copy(critic_.seen, i);
    }
    critic_.seen = std::move(kept_seen);
    for (int i = 0; i < end; ++i) {
      const bool hold = held[static_cast<std::size_t>(i)];
      Rows& to = hold ? kept : store_;
      if (hold || at(place, i) != i) to.copy(at(place, i), store_, i);
      int& next = at(to.rows, at(place, i)).next;
      if (next < 0) continue;
      const bool together = next < end && held[static_cast<std::size_t>(next)] == hold;
      next = together ? at(place, next) : Row::kOpen;
    }
    store_.resize(given);
    std::swap(batch.rows, store_);
    store_ = std::move(kept);
    for (Note& note : notes_) {
      for (int& last : note.last)
        last = last >= 0 && held[static_cast<std::size_t>(last)] ? at(place, last) : -1;
      note.length.fill(0);
      note.ended = 0;
      batch.finished.insert(batch.finished.end(), note.finished.begin(), note.finished.end());
      note.finished.clear();
    }
    for (const Row& row : store_.rows) ++at(at(notes_, row.game).length, row.seat);
    return batch;
  }

  RewardRule reward_;
  Tables tables_;
  std::vector<Note> notes_;
  Rows store_;
  Critic critic_;
  bool started_ = false;
  std::vector<int> waiting_;
  std::vector<float> logits_;
  std::vector<float> values_;
};

}  // namespace kibitz
