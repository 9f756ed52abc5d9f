// What a seat is paid, as a sum that grows: a seat's reward is what the sum gained since its last decision.
//
// returns, margin, mean_margin and outcome are settled at the end of a game (with deals as horizon: of a
// deal); scores and lead pay every change of the running score at once, and add up to the same as
// returns and margin; shaped is the game's own (shaped.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/small.hpp"
#include "envs/episode.hpp"

namespace kibitz {

enum class RewardKind { returns, margin, mean_margin, outcome, scores, lead, shaped };

using Sides = std::array<int, kMaxSeats>;  // seats with the same number win and lose together

struct RewardRule {
  RewardKind kind = RewardKind::returns;
  double scale = 1;          // every reward is multiplied by it
  std::vector<Sides> sides;  // of each kind of game

  // Sums that are settled only at an end; `ended` is whether one is here.
  void update(const Episode& episode, int game_kind, bool ended, Points& sums) const {
    if (kind == RewardKind::shaped) {
      sums = episode.shaped();
    } else if (kind == RewardKind::scores || (kind == RewardKind::returns && ended)) {
      episode.scores(sums);
    } else if (kind == RewardKind::outcome) {
      if (!ended) return;
      episode.outcome(sums);
    } else if (kind == RewardKind::lead || (kind != RewardKind::returns && ended)) {
      Points scores{};
      episode.scores(scores);
      margins(scores, episode.seats(), at(sides, game_kind), sums);
    } else {
      return;
    }
    for (double& sum : sums) sum *= scale;
  }

 private:
  // Own score less the best, or the mean, of the seats of other sides; alone it is the own score.
  void margins(const Points& scores, int seats, const Sides& side, Points& out) const {
    for (int s = 0; s < seats; ++s) {
      double best = 0;
      double sum = 0;
      int others = 0;
      for (int t = 0; t < seats; ++t) {
        if (at(side, t) == at(side, s)) continue;
        best = others == 0 ? at(scores, t) : std::max(best, at(scores, t));
        sum += at(scores, t);
        ++others;
      }
      const double rival = others == 0 ? 0 : kind == RewardKind::mean_margin ? sum / others : best;
      at(out, s) = at(scores, s) - rival;
    }
  }
};

}  // namespace kibitz
