// n games at once with players on their seats: what seated vectors and the collector share.
//
// Game e of episode k has the seed mix(mix(seed, e), k). What kind of game it is (player count, hand size) and
// who sits where come from streams of that seed, and so do the draws of networks: nothing depends on the
// other games or on the number of threads. Opponents change for games that begin later; a game under
// way keeps its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/rng.hpp"
#include "core/small.hpp"
#include "core/workers.hpp"
#include "envs/episode.hpp"
#include "envs/reward.hpp"
#include "nets/net.hpp"
#include "nets/sample.hpp"

namespace kibitz {

// Who may sit where: each row is a table for one kind of game, or for any (kind -1). A game draws among the
// rows that fit it; where there is a row for each game, game e takes row e.
struct Seating {
  struct Choice {
    int kind = -1;
    Sitting sitting;
  };
  std::vector<Choice> rows;
  std::vector<std::vector<int>> of_kind;  // the rows that fit each kind
  bool by_game = false;
};

inline constexpr std::uint64_t kTableStream = 0x7461626C65;  // apart from chance events and bots

struct Table {
  std::unique_ptr<Episode> episode;
  std::uint64_t seed = 0;
  std::uint64_t begun = 0;  // episodes
  int kind = 0;
  Sitting sitting{};
  bool taught = false;  // a teacher was there when this game began
  Stream draws{0};      // of the networks at this table
  Points sums{};        // rewards so far
};

class Tables {
 public:
  Tables(const EpisodeMaker& maker, const std::string& encoding, const EpisodeRules& rules,
         std::vector<double> weights, std::vector<int> fixed, int n, std::uint64_t seed)
      : seed_(seed),
        weights_(std::move(weights)),
        fixed_(std::move(fixed)),
        tables_(static_cast<std::size_t>(n)) {
    for (Table& table : tables_) table.episode = maker.make(encoding, rules);
    for (const double weight : weights_) total_ += weight;
  }

  Tables(const Tables&) = delete;  // episodes are not copied
  Tables& operator=(const Tables&) = delete;

  int size() const { return static_cast<int>(tables_.size()); }
  int kinds() const { return static_cast<int>(weights_.size()); }
  Table& operator[](int e) { return at(tables_, e); }

  void seat(std::shared_ptr<const Seating> seating, std::shared_ptr<const Opponent> teacher) {
    seating_ = std::move(seating);
    teacher_ = std::move(teacher);
  }
  bool has_teacher(int e) const { return teacher_ != nullptr && at(tables_, e).taught; }
  bool is_seated() const { return seating_ != nullptr; }

  // Begins the next episode of game e.
  void begin(int e) {
    Table& table = at(tables_, e);
    table.seed = mix(mix(seed_, static_cast<std::uint64_t>(e)), table.begun++);
    const std::uint64_t stream = mix(table.seed, kTableStream);
    Stream draw(mix(stream, 0));
    table.draws = Stream(mix(stream, 1));
    table.kind = fixed_.empty() ? draw_kind(draw) : at(fixed_, e);
    table.sitting = at(seating_->rows, draw_row(e, table.kind, draw)).sitting;
    table.taught = teacher_ != nullptr;
    table.sums.fill(0);
    table.episode->begin(table.kind, table.seed, table.sitting, teacher_);
  }

 private:
  int draw_row(int e, int kind, Stream& stream) const {
    if (seating_->by_game) return e;
    const std::vector<int>& fit = at(seating_->of_kind, kind);
    return at(fit, stream.below(static_cast<int>(fit.size())));
  }

  int draw_kind(Stream& stream) const {
    double left = static_cast<double>(stream.word() >> 11) * 0x1p-53 * total_;
    for (int k = 0; k < kinds(); ++k) {
      left -= at(weights_, k);
      if (left < 0) return k;
    }
    return kinds() - 1;
  }

  std::uint64_t seed_;
  std::vector<double> weights_;
  double total_ = 0;
  std::vector<int> fixed_;  // the kind of each game; empty: drawn by weight
  std::vector<Table> tables_;
  std::shared_ptr<const Seating> seating_;
  std::shared_ptr<const Opponent> teacher_;
};

// A network's answers for many rows, shared out over the workers.
class Forward {
 public:
  explicit Forward(int workers) : scratch_(static_cast<std::size_t>(workers)) {}

  // Fills logits [rows, actions] and, if wanted and there, value [rows].
  void run(Workers& workers, const Net& net, const float* x, int rows, std::vector<float>& logits,
           std::vector<float>* value) {
    const auto actions = static_cast<std::size_t>(net.actions());
    const auto values = static_cast<std::size_t>(net.values());
    logits.resize(static_cast<std::size_t>(rows) * actions);
    const bool valued = value != nullptr && net.has_value();
    if (value != nullptr) value->assign(static_cast<std::size_t>(rows), 0.0F);
    wide_.resize(valued ? static_cast<std::size_t>(rows) * values : 0);
    workers.each(rows, [&](int worker, int first, int last) {
      const auto from = static_cast<std::size_t>(first);
      Net::Outputs out;
      (net.has_policy() ? out.policy : out.q) = logits.data() + from * actions;
      if (valued) out.value = wide_.data() + from * values;
      net.forward(x + from * static_cast<std::size_t>(net.inputs()), last - first,
                  at(scratch_, worker), out);
    });
    for (std::size_t i = 0; valued && i < value->size(); ++i) (*value)[i] = wide_[i * values];
  }

 private:
  std::vector<Net::Scratch> scratch_;
  std::vector<float> wide_;
};

// Decisions that wait for one network.
struct NetQueue {
  std::shared_ptr<const Opponent> of;
  std::vector<int> games;
};

// The pending decisions of networks at the tables, batched by network.
class NetTurns {
 public:
  NetTurns(int workers, int inputs, int actions)
      : forward_(workers), inputs_(inputs), actions_(actions) {}

  void clear() {
    queues_.clear();
    place_.clear();
    count_ = 0;
  }

  bool empty() const { return count_ == 0; }

  void add(int game, const std::shared_ptr<const Opponent>& who) {
    const auto [found, fresh] = place_.try_emplace(who->net.get(), queues_.size());
    if (fresh) queues_.push_back({who, {}});
    queues_[found->second].games.push_back(game);
    ++count_;
  }

  // Decides and acts for all of them.
  void play(Workers& workers, Tables& tables) {
    for (const NetQueue& queue : queues_) {
      const int n = static_cast<int>(queue.games.size());
      x_.resize(static_cast<std::size_t>(n) * static_cast<std::size_t>(inputs_));
      workers.each(n, [&](int, int first, int last) {
        for (int i = first; i < last; ++i) {
          const Episode& episode = *tables[at(queue.games, i)].episode;
          episode.encode(episode.player(), x_.data() + static_cast<std::size_t>(i) *
                                                           static_cast<std::size_t>(inputs_));
        }
      });
      forward_.run(workers, *queue.of->net, x_.data(), n, logits_, nullptr);
      workers.each(n, [&](int, int first, int last) {
        std::vector<std::uint8_t> mask(static_cast<std::size_t>(actions_));
        for (int i = first; i < last; ++i) {
          Table& table = tables[at(queue.games, i)];
          // Two opponents may share a network and differ in temperature.
          const Opponent& who = *at(table.sitting, table.episode->player());
          table.episode->mask(mask.data());
          const float* logits =
              logits_.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(actions_);
          table.episode->act(
              sample_action(logits, mask.data(), actions_, who.temperature, table.draws).action);
        }
      });
    }
  }

 private:
  Forward forward_;
  int inputs_;
  int actions_;
  int count_ = 0;
  std::vector<NetQueue> queues_;
  std::unordered_map<const Net*, std::size_t> place_;
  std::vector<float> x_;
  std::vector<float> logits_;
};

}  // namespace kibitz
