// Perfect-information Monte Carlo, the heavy half: worlds that fit a view, each solved for every legal
// card. What a result is worth and which card is best, kibitz/search/pimc.py decides.
//
// A result of the deal is one number, its code, so that a table has what each is worth:
//   case * (left + 3)   + 0          seats 0 and 2 lose every trick of the deal (a capot against them)
//                       + 1 + made   they make so much of the rest, from 0 to all that is left
//                       + left + 2   they take every trick of the deal
// The case is what else the score depends on and worlds differ in: in Belote, whose the belote is.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "search/double_dummy.hpp"
#include "search/double_dummy/games.hpp"
#include "search/worlds.hpp"

namespace kibitz {

template <class G>
struct PimcRules;

template <>
struct PimcRules<Belote> {
  using Position = Belote::Position;
  static constexpr double_dummy::Play kPlay = double_dummy::Play::belote;
  static constexpr int kCases = 3;  // belote is nobody's, NS's, EW's

  static double_dummy::Question question(const Position& p, int reach) {
    return double_dummy::marks_question(p, reach);
  }
  static int left(const Position& p) {
    const Belote::Set gone = p.won[0] | p.won[1];
    return double_dummy::points_of_deal(p) - Belote::card_points(gone, Belote::trump_of(p));
  }
  static int case_of(const Position& p) {
    const int seat = double_dummy::belote_seat(p);
    return seat < 0 ? 0 : 1 + Belote::side_of(seat);
  }
  // Marks of NS and of EW.
  static std::array<int, 2> marks(const Belote::Options& o, const Position& p, int which,
                                  const double_dummy::Value& v) {
    const double_dummy::BeloteResult r = double_dummy::result(o, p, v, which - 1);
    return {r.marks[0], r.marks[1]};
  }
};

template <>
struct PimcRules<Codepiece> {
  using Position = Codepiece::Position;
  static constexpr double_dummy::Play kPlay = double_dummy::Play::codepiece;
  static constexpr int kCases = 1;

  static double_dummy::Question question(const Position& p, int reach) {
    return double_dummy::bid_question(p, reach);
  }
  static int left(const Position& p) { return std::popcount(at(p.hands, p.player)); }
  static int case_of(const Position&) { return 0; }
  // The payoff of seats 0 and 2, and that of the others.
  static std::array<int, 2> marks(const Codepiece::Options&, const Position& p, int,
                                  const double_dummy::Value& v) {
    const int payoff = double_dummy::payoff(p, v.made);
    return {payoff, -payoff};
  }
};

template <GameRules G>
class Pimc {
 public:
  using Position = typename G::Position;
  using Rules = PimcRules<G>;
  using Code = std::int16_t;
  static constexpr int kSeats = 4;

  // `reach`: how far beyond the contract results are distinguished (points, or tricks).
  Pimc(const typename G::Options& options, const Position& root, std::uint64_t seed, int seat,
       int reach)
      : options_(options), worlds_(seed), seat_(seat), reach_(reach) {
    if (seat < 0 || seat >= kSeats || reach < 0 || reach > 1000) throw Malformed("pimc settings");
    check(root);
    left_ = Rules::left(root);
    legal_ = G::legal_set(options_, root).set;
    cards_ = static_cast<std::size_t>(std::popcount(legal_));
  }

  void add_world(const Position& p) {
    check(p);
    if (G::legal_set(options_, p).set != legal_ || Rules::left(p) != left_) {
      throw Malformed("worlds of different views");
    }
    worlds_.add(p);
  }

  void hide(Cards cards, const Ints& seats, const Ints& sizes, const std::vector<Cards>& excluded) {
    for (const int seat : seats) {
      if (seat == seat_) throw Malformed("nobody's own cards are hidden");
    }
    worlds_.hide(options_, cards, seats, sizes, excluded);
    Position p;
    worlds_.draw(0, p);
    check(p);
  }

  // See Worlds.
  void locate(const std::vector<double>& weights) { worlds_.locate(weights); }

  double count() const { return worlds_.count(); }
  void list() { worlds_.list(); }

  // Who holds what in worlds, four hands a world.
  void hands(std::span<const std::uint64_t> numbers, std::span<Cards> out) const {
    if (worlds_.empty() || out.size() != numbers.size() * kSeats)
      throw Malformed("as much room as hands");
    Position p;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      worlds_.draw(numbers[i], p);
      for (std::size_t seat = 0; seat < kSeats; ++seat) out[i * kSeats + seat] = p.hands[seat];
    }
  }

  // The results of every legal card in worlds, in the order of the cards, one row a world.
  void solve(std::span<const std::uint64_t> numbers, std::span<Code> out, int threads) const {
    if (worlds_.empty()) throw Malformed("a search without a world");
    if (out.size() != numbers.size() * cards_) throw Malformed("as much room as results");
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      const double_dummy::Borrowed solver(Rules::kPlay);
      for (std::size_t i = next++; i < numbers.size(); i = next++) {
        Position p;
        worlds_.draw(numbers[i], p);
        const double_dummy::Answer answer = solver->cards(Rules::question(p, reach_));
        for (std::size_t c = 0; c < cards_; ++c) {
          out[i * cards_ + c] = code(Rules::case_of(p), answer.cards[c].value);
        }
      }
    };
    std::vector<std::thread> helpers;
    for (int t = 1; t < threads; ++t) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
  }

  // What each code brings seats 0 and 2, and the others: two numbers a code.
  std::vector<int> marks() const {
    if (worlds_.empty()) throw Malformed("a search without a world");
    Position p;
    worlds_.draw(0, p);
    std::vector<int> table;
    for (int which = 0; which < Rules::kCases; ++which) {
      const auto add = [&](const double_dummy::Value& v) {
        for (const int side : Rules::marks(options_, p, which, v)) table.push_back(side);
      };
      add({0, false, true});
      for (int made = 0; made <= left_; ++made) add({made, false, false});
      add({left_, true, false});
    }
    return table;
  }

 private:
  void check(const Position& p) const {
    if (G::player(options_, p) != seat_) throw Malformed("another seat's turn");
    double_dummy::check(Rules::kPlay, Rules::question(p, 0).position);
  }

  Code code(int which, const double_dummy::Value& v) const {
    constexpr bool kSweeps = Rules::kPlay == double_dummy::Play::belote;
    const int place = kSweeps && v.none ? 0 : kSweeps && v.all ? left_ + 2 : 1 + v.made;
    return static_cast<Code>(which * (left_ + 3) + place);
  }

  typename G::Options options_;
  Worlds<G> worlds_;
  int seat_;
  int reach_;
  int left_ = 0;
  std::uint64_t legal_ = 0;
  std::size_t cards_ = 0;
};

}  // namespace kibitz
