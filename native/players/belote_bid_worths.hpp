// What Belote calls are worth in worlds that fit a hand and an auction: the twin of `Worths` in
// kibitz/players/belote/bidding/solver.py, and of expect.py beside it, which explain the idea.
//
// Each world is chosen from kDrawn deals by how well the calls so far fit it; its auction is completed by
// rule after each candidate, and the contract is solved double dummy.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "core/rng.hpp"
#include "players/belote_auction.hpp"
#include "search/double_dummy.hpp"
#include "search/match_goal.hpp"

namespace kibitz {

// The expected worth of a contract to its taker: `marks` and `worths` of expect.py.
struct BeloteExpect {
  static constexpr int kCapotTaker = 163;
  static constexpr int kCapotDefence = 164;
  static constexpr int kAllPoints = 162;
  static constexpr int kLevels = 10;
  // Made points vary around their mean: by how much, and how often.
  static constexpr std::array<std::array<double, 2>, 3> kSpread{
      {{-15.0, 0.25}, {0.0, 0.5}, {15.0, 0.25}}};

  struct Contract {
    bool leads;
    int code;  // the taker's solved points, or a capot
    int level;
    int coinche;
    int belote;  // 0 nobody's, 1 the taker's, 2 the defence's
    bool exact;
  };

  // A way in which the play may end: made, by a capot, failed.
  struct Ending {
    double share;
    double taker;
    double defence;
  };

  static std::array<Ending, 3> endings(const Contract& c) {
    const int value = c.level == kLevels - 1 ? 250 : 80 + 10 * c.level;
    const int own = c.belote == 1 ? 20 : 0;
    const int other = c.belote == 2 ? 20 : 0;
    const int solved = c.code == kCapotTaker ? kAllPoints : c.code == kCapotDefence ? 0 : c.code;
    double capot = c.code == kCapotTaker                   ? 0.41
                   : c.code >= 120 && c.code <= kAllPoints ? 0.033
                                                           : 0.0;
    double plain = 0;
    if (value != 250) {
      const double odds = 0.50 + 0.078 * (solved + own - value) + -0.91 * (c.leads ? 1 : 0) +
                          (c.coinche > 0 ? -0.31 : 0.0);
      const double made = 1 / (1 + std::exp(-odds));
      capot = std::min(capot, made);
      plain = made - capot;
    }
    const double points = std::min<double>(
        kAllPoints, std::max<double>(value - own, 74.4 + 0.41 * solved + 0.34 * (value - 100) +
                                                      -5.7 * (c.leads ? 1 : 0) + -0.26 * own));
    const double doubled = value * (c.coinche + 1) + own + other + (c.exact ? 2 : 0);
    const Ending failed{1 - plain - capot, 0, 160.0 + doubled};
    if (c.coinche > 0) {
      return {{{plain, 160.0 + doubled, 0}, {capot, 250.0 + doubled, 0}, failed}};
    }
    return {{{plain, points + value + own, kAllPoints - points + other},
             {capot, 252.0 + value + own, static_cast<double>(other)},
             failed}};
  }

  static double marks(const Contract& c) {
    double sum = 0;
    for (const Ending& e : endings(c)) sum += e.share * (e.taker - e.defence);
    return sum;
  }

  // To make the contract.
  static double chance(const Contract& c) {
    const std::array<Ending, 3> all = endings(c);
    return all[0].share + all[1].share;
  }

  // In a match of the taker's side.
  static double worth(const Contract& c, const MatchGoal& goal) {
    const auto equity = [&](double own, double other) {
      return goal.equity(goal.own + static_cast<int>(std::nearbyint(own)),
                         goal.other + static_cast<int>(std::nearbyint(other)));
    };
    const std::array<Ending, 3> all = endings(c);
    const Ending& made = all[0];
    double won = 0;
    if (c.level < kLevels - 1 && c.coinche == 0) {
      for (const auto& [more, share] : kSpread) {
        won += share * equity(made.taker + more, std::max(0.0, made.defence - more));
      }
    } else {
      won = equity(made.taker, made.defence);
    }
    double total = made.share * won;
    for (const Ending& e : {all[1], all[2]}) total += e.share * equity(e.taker, e.defence);
    return (total - goal.now) / goal.point;
  }
};

class BeloteBidWorths {
 public:
  using Hands = std::array<std::uint32_t, 4>;

  struct Auction {
    std::uint32_t hand;
    std::uint32_t hidden;  // the cards of the other hands
    int seat;
    int dealer;
    std::vector<int> calls;
    bool exact;                                        // the option scoring="exact"
    std::shared_ptr<const MatchGoal> match = nullptr;  // of seats 0 and 2, if there is one
  };

  BeloteBidWorths(Auction auction, const BeloteWeights& own, const BeloteWeights& other,
                  std::uint64_t seed)
      : auction_(std::move(auction)), models_{own, other}, seed_(seed) {
    if (auction_.seat < 0 || auction_.seat > 3 || auction_.dealer < 0 || auction_.dealer > 3 ||
        (auction_.hand & auction_.hidden) != 0 || auction_.calls.size() > 36) {
      throw Malformed("an auction of Belote");
    }
  }

  // Worlds first .. first + count - 1, a row each with a column for each call.
  std::vector<double> rows(std::span<const std::int32_t> calls, std::size_t first,
                           std::size_t count) const {
    std::vector<double> out;
    each(calls, first, count, [&](const Contract& contract, const BeloteExpect::Contract& c) {
      out.push_back(contract.bid == Belote::kPass ? 0.0 : worth(contract, c));  // rule 4: no bid
    });
    return out;
  }

  // Of the same worlds, two numbers a call: who plays the contract (1 the own side, -1 the other one,
  // 0 nobody), and the chance to make it.
  std::vector<double> chances(std::span<const std::int32_t> calls, std::size_t first,
                              std::size_t count) const {
    std::vector<double> out;
    each(calls, first, count, [&](const Contract& contract, const BeloteExpect::Contract& c) {
      const bool is_played = contract.bid != Belote::kPass;
      const double who = contract.side == auction_.seat % 2 ? 1 : -1;
      out.push_back(is_played ? who : 0);
      out.push_back(is_played ? BeloteExpect::chance(c) : 0);
    });
    return out;
  }

 private:
  static constexpr std::size_t kDrawn = 40;
  static constexpr double kShareUnit = 268435456.0;  // 2^28, of a share: sums are exact
  static constexpr double kPassOdds = 2.0;
  static constexpr double kSuitOdds = 1.5;
  static constexpr double kLevelOdds = 0.4;

  struct World {
    Hands hands;
    std::size_t model;  // of the opponents
  };
  struct Contract {
    int bid = Belote::kPass;
    int side = 0;
    int doubles = 0;
  };

  // World i deals by sorting the hidden cards by words of the stream.
  Hands draw(std::size_t i) const {
    std::array<std::pair<std::uint64_t, int>, 32> order;
    std::size_t size = 0;
    for (int card = 0; card < 32; ++card) {
      if ((auction_.hidden >> card & 1U) != 0) order[size++].second = card;
    }
    for (std::size_t k = 0; k < size; ++k) {
      order[k].first = finalise(seed_ + (i * size + k + 1) * kGolden);
    }
    std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(size));
    Hands hands{};
    at(hands, auction_.seat) = auction_.hand;
    const std::size_t each = size / 3;
    for (std::size_t k = 0; k < 3 * each; ++k) {
      at(hands, (auction_.seat + 1 + static_cast<int>(k / each)) % 4) |= 1U << order[k].second;
    }
    return hands;
  }

  // Systematic resampling of the drawn hands, each with a model of the opponents.
  std::vector<World> likely(std::size_t first, std::size_t count) const {
    std::vector<World> drawn;
    std::vector<double> odds;
    for (std::size_t i = 0; i < count * kDrawn; ++i) {
      drawn.push_back({draw(first * kDrawn + i), i % 2});
      odds.push_back(odds_of(drawn.back()));
    }
    const double top = *std::ranges::max_element(odds);
    std::vector<double> upto;
    double sum = 0;
    for (const double odd : odds) {
      upto.push_back(sum += std::floor(std::exp(odd - top) * kShareUnit + 0.5));
    }
    // Both sides of (k + 1/2) / count * sum <= upto times 2 count, which keeps them whole numbers.
    const double parts = 2 * static_cast<double>(count);
    std::vector<World> out;
    for (std::size_t k = 0; k < count; ++k) {
      const double mark = (2 * static_cast<double>(k) + 1) * sum;
      const auto place =
          std::ranges::lower_bound(upto, mark, {}, [parts](double share) { return parts * share; });
      out.push_back(drawn[static_cast<std::size_t>(place - upto.begin())]);
    }
    return out;
  }

  // Log odds of the calls that others have made, had they held these hands.
  double odds_of(const World& world) const {
    double odds = 0;
    BeloteAuction auction(world.hands, auction_.dealer);
    for (const int call : auction_.calls) {
      const int seat = auction.position.player;
      if (seat != auction_.seat) {
        const bool partner = seat == (auction_.seat ^ 2);
        odds +=
            against(auction.call(at(models_, partner ? 0 : static_cast<int>(world.model))), call);
      }
      auction.make(call);
    }
    return odds;
  }

  static bool is_bid(int call) { return call > Belote::kPass && call < Belote::kCoinche; }

  static double against(int said, int call) {
    if (!is_bid(call)) return said == call ? 0.0 : -kPassOdds;
    if (!is_bid(said)) return -kPassOdds;
    const int steps = std::abs((said - 1) / 4 - (call - 1) / 4);
    return -((said - 1) % 4 == (call - 1) % 4 ? 0.0 : kSuitOdds) - kLevelOdds * steps;
  }

  // The contract after a call, the auction completed by rule.
  Contract end(const World& world, int call) const {
    BeloteAuction auction(world.hands, auction_.dealer);
    Contract contract;
    const auto make = [&](int bid) {
      if (is_bid(bid)) {
        contract.bid = bid;
        contract.side = auction.position.player % 2;
      }
      contract.doubles += bid >= Belote::kCoinche ? 1 : 0;
      auction.make(bid);
    };
    for (const int bid : auction_.calls) make(bid);
    make(call);
    while (!auction.over()) {
      const bool own = auction.position.player % 2 == auction_.seat % 2;
      make(auction.call(at(models_, own ? 0 : static_cast<int>(world.model))));
    }
    return contract;
  }

  using Solved = std::map<std::tuple<Hands, int>, double_dummy::Value>;

  // Calls `take` with the contract of each world after each call, and what expect.py asks about it;
  // without a contract, the latter means nothing.
  template <class Take>
  void each(std::span<const std::int32_t> calls, std::size_t first, std::size_t count,
            const Take& take) const {
    Solved solved;
    const double_dummy::Borrowed solver(double_dummy::Play::belote);
    for (const World& world : likely(first, count)) {
      for (const int call : calls) {
        const Contract contract = end(world, call);
        take(contract, contract.bid == Belote::kPass ? BeloteExpect::Contract{}
                                                     : solve(world, contract, solver, solved));
      }
    }
  }

  BeloteExpect::Contract solve(const World& world, const Contract& contract,
                               const double_dummy::Borrowed& solver, Solved& solved) const {
    const int trump = (contract.bid - 1) % 4;
    const auto key = std::tuple(world.hands, trump);
    auto found = solved.find(key);
    if (found == solved.end()) {
      double_dummy::Question q;
      for (int seat = 0; seat < 4; ++seat) at(q.position.hands, seat) = at(world.hands, seat);
      q.position.trump = trump;
      q.position.leader = (auction_.dealer + 1) % 4;
      q.all_asked = q.none_asked = true;
      double_dummy::check(double_dummy::Play::belote, q.position);
      found = solved.emplace(key, solver->value(q)).first;
    }
    const double_dummy::Value& value = found->second;
    Belote::Set deck = 0;
    for (const std::uint32_t hand : world.hands) deck |= hand;
    const int all = Belote::card_points(deck, trump) + 10;
    int code = contract.side == 0 ? value.made : all - value.made;
    if (value.all || value.none) {
      const int taker = value.all ? 0 : 1;
      code = taker == contract.side ? BeloteExpect::kCapotTaker : BeloteExpect::kCapotDefence;
    }
    int belote = 0;
    for (int seat = 0; seat < 4; ++seat) {
      const Belote::Set pair = Belote::belote_pair(trump);
      if ((at(world.hands, seat) & pair) == pair) belote = seat % 2 == contract.side ? 1 : 2;
    }
    const bool leads = contract.side == (auction_.dealer + 1) % 2;
    return {leads, code, (contract.bid - 1) / 4, contract.doubles, belote, auction_.exact};
  }

  double worth(const Contract& contract, const BeloteExpect::Contract& c) const {
    const double marks =
        auction_.match == nullptr
            ? BeloteExpect::marks(c)
            : BeloteExpect::worth(c,
                                  contract.side == 0 ? *auction_.match : auction_.match->turned());
    return contract.side == auction_.seat % 2 ? marks : -marks;
  }

  Auction auction_;
  std::array<BeloteWeights, 2> models_;  // the own rule, and how opponents may bid instead
  std::uint64_t seed_;
};

}  // namespace kibitz
