// How rule sets, opponents and seatings cross from Python: shared by the collector and the seated vector.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bind_net.hpp"
#include "envs/tables.hpp"

namespace kibitz {

namespace nb = nanobind;

inline constexpr int kTablesMax = 1 << 20;
inline constexpr int kThreadsMax = 256;

// id, name of a rule player (empty: a network), its numbers, network, temperature, recorded
using OpponentGiven =
    std::tuple<int, std::string, std::vector<double>, std::optional<NetHandle>, float, bool>;
using SeatingRows =
    nb::ndarray<const std::int32_t, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using SeatingKinds =
    nb::ndarray<const std::int32_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// What a caller passes once, read and checked.
struct TableRules {
  const EpisodeMaker* maker = nullptr;
  std::string encoding;
  EpisodeRules episode;
  RewardRule reward;
  std::vector<double> weights;
  std::vector<int> seats;  // of each kind
  std::vector<int> fixed;  // the kind of each game; empty: drawn by weight

  int inputs() const { return maker->sizes.at(encoding); }
};

inline RewardKind reward_kind(const std::string& name, const EpisodeMaker& maker, int& shaped) {
  const std::vector<std::pair<const char*, RewardKind>> known{
      {"returns", RewardKind::returns},         {"margin", RewardKind::margin},
      {"mean_margin", RewardKind::mean_margin}, {"outcome", RewardKind::outcome},
      {"scores", RewardKind::scores},           {"lead", RewardKind::lead}};
  for (const auto& [word, kind] : known) {
    if (name == word) return kind;
  }
  const auto found = std::ranges::find(maker.shaped_names, name);
  if (found == maker.shaped_names.end()) throw Malformed("no reward of that name");
  shaped = static_cast<int>(found - maker.shaped_names.begin());
  return RewardKind::shaped;
}

inline TableRules read_rules(const std::string& game, const std::string& encoding,
                             const std::vector<Ints>& options, const std::vector<double>& weights,
                             const Ints& fixed, const std::vector<Ints>& sides,
                             const std::string& reward, double scale, bool by_deal,
                             bool skip_forced) {
  TableRules rules;
  rules.maker = &episode_maker(game);
  rules.encoding = encoding;
  if (!rules.maker->sizes.contains(encoding)) throw Malformed("no encoding of that name");
  if (options.empty() || weights.size() != options.size() || sides.size() != options.size()) {
    throw Malformed("weights and sides for each kind of game");
  }
  const auto proper = [](double w) { return std::isfinite(w) && w >= 0; };
  if (!std::ranges::all_of(weights, proper) ||
      std::ranges::none_of(weights, [](double w) { return w > 0; }) || !std::isfinite(scale)) {
    throw Malformed("weights that are not finite, or all zero");
  }
  const auto known = [&](int k) { return k >= 0 && static_cast<std::size_t>(k) < options.size(); };
  if (!std::ranges::all_of(fixed, known)) throw Malformed("a game of no kind");
  rules.weights = weights;
  rules.fixed = fixed;
  for (std::size_t k = 0; k < options.size(); ++k) {
    rules.seats.push_back(rules.maker->seats(options[k]));
    if (sides[k].size() != static_cast<std::size_t>(rules.seats.back())) {
      throw Malformed("a side for each seat");
    }
    Sides read{};
    std::ranges::copy(sides[k], read.begin());
    rules.reward.sides.push_back(read);
  }
  rules.episode.options = options;
  rules.episode.by_deal = by_deal;
  rules.episode.skip_forced = skip_forced;
  rules.reward.kind = reward_kind(reward, *rules.maker, rules.episode.shaped);
  rules.reward.scale = scale;
  return rules;
}

inline void check_net(const Net& net, const TableRules& rules) {
  if (net.inputs() != rules.inputs() || net.actions() != rules.maker->actions ||
      !(net.has_policy() || net.has_q())) {
    throw Malformed("a network for another encoding or another game");
  }
}

inline std::shared_ptr<const Opponent> read_opponent(const OpponentGiven& given,
                                                     const TableRules& rules) {
  const auto& [id, name, numbers, net, temperature, recorded] = given;
  auto made = std::make_shared<Opponent>();
  made->id = id;
  made->name = name;
  made->numbers = numbers;
  made->temperature = temperature;
  made->recorded = recorded;
  if (!(temperature >= 0)) throw Malformed("a temperature below 0");
  if (net) {
    made->net = *net;
    check_net(**net, rules);
  } else {
    rules.maker->check(*made);
  }
  return made;
}

// Rows of places in the list of opponents, from 1; 0 is the learner. Every kind needs a row.
inline std::shared_ptr<const Seating> read_seating(const std::vector<OpponentGiven>& opponents,
                                                   const SeatingRows& rows,
                                                   const SeatingKinds& kinds,
                                                   const TableRules& rules, int games) {
  std::vector<std::shared_ptr<const Opponent>> made{nullptr};
  for (const OpponentGiven& given : opponents) made.push_back(read_opponent(given, rules));
  const int most = *std::ranges::max_element(rules.seats);
  const std::size_t width = rows.shape(1);
  if (rows.shape(0) < 1 || rows.shape(0) != kinds.shape(0) ||
      width < static_cast<std::size_t>(most) || width > kMaxSeats) {
    throw Malformed("a seating of the wrong shape");
  }
  auto seating = std::make_shared<Seating>();
  const bool any = std::ranges::all_of(std::span(kinds.data(), kinds.shape(0)),
                                       [](std::int32_t kind) { return kind == -1; });
  seating->by_game = any && rows.shape(0) == static_cast<std::size_t>(games);
  seating->of_kind.resize(rules.seats.size());
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    Seating::Choice choice;
    choice.kind = kinds.data()[i];
    for (std::size_t s = 0; s < width; ++s) {
      const std::int32_t who = rows.data()[i * width + s];
      if (who < 0 || static_cast<std::size_t>(who) >= made.size()) {
        throw Malformed("a seat of nobody");
      }
      choice.sitting[s] = made[static_cast<std::size_t>(who)];
    }
    for (std::size_t k = 0; k < rules.seats.size(); ++k) {
      if (choice.kind == -1 || choice.kind == static_cast<int>(k)) {
        seating->of_kind[k].push_back(static_cast<int>(i));
      }
    }
    seating->rows.push_back(std::move(choice));
  }
  for (std::size_t k = 0; k < rules.seats.size(); ++k) {
    if (rules.weights[k] > 0 && seating->of_kind[k].empty()) {
      throw Malformed("a kind of game without a seating");
    }
  }
  return seating;
}

}  // namespace kibitz
