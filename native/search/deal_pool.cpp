// How the rows of a pool are made: deal, solve, write down.
#include "search/deal_pool.hpp"

#include <array>
#include <optional>

#include "core/flat.hpp"
#include "core/rng.hpp"
#include "core/small.hpp"
#include "games/belote.hpp"
#include "games/codepiece.hpp"

namespace kibitz {

namespace dd = double_dummy;

namespace {

using Bytes = PoolFiller::Bytes;

struct Deal {
  std::array<Cards, 4> hands;
  int dealer;
};

// What `game.new(seed)` deals: its first chance event.
template <class G>
Deal deal_of(std::uint64_t seed) {
  const typename G::Options options{};
  typename G::Position p;
  G::start(options, p);
  Stream stream(mix(seed, 0));
  G::deal_random(options, p, stream);
  Deal deal{};
  for (int seat = 0; seat < 4; ++seat) at(deal.hands, seat) = at(p.hands, seat);
  deal.dealer = p.dealer;
  return deal;
}

void put(Bytes& out, std::uint64_t x, int size) {
  for (int i = 0; i < size; ++i) out.push_back(static_cast<std::uint8_t>(x >> (8 * i)));
}

// The value of a whole deal; none after `stop`.
std::optional<dd::Value> solve(dd::Solver& solver, const Deal& deal, int trump, int leader,
                               bool capots, const std::atomic<bool>& stopped) {
  if (stopped) return std::nullopt;
  dd::Question question;
  question.position.hands = deal.hands;
  question.position.trump = trump;
  question.position.leader = leader;
  question.all_asked = question.none_asked = capots;
  return solver.value(question);
}

using Values = std::array<std::uint8_t, 16>;

bool solve_belote(dd::Solver& solver, const Deal& deal, const std::atomic<bool>& stopped,
                  Values& values) {
  const int leader = (deal.dealer + 1) % 4;
  for (int trump = 0; trump < 4; ++trump) {
    const auto value = solve(solver, deal, trump, leader, true, stopped);
    if (!value) return false;
    const int code = value->all ? kCapotNs : value->none ? kCapotEw : value->made;
    at(values, trump) = static_cast<std::uint8_t>(code);
  }
  return true;
}

bool solve_codepiece(dd::Solver& solver, const Deal& deal, const std::atomic<bool>& stopped,
                     Values& values) {
  // All bidders of one trump in a row: they share much of what the solver remembers.
  for (int trump = 0; trump < 4; ++trump) {
    for (int bidder = 0; bidder < 4; ++bidder) {
      const auto value = solve(solver, deal, trump, bidder, false, stopped);
      if (!value) return false;
      const int tricks = bidder % 2 == 0 ? value->made : Codepiece::kHand - value->made;
      at(values, 4 * bidder + trump) = static_cast<std::uint8_t>(tricks);
    }
  }
  return true;
}

}  // namespace

PoolFiller::PoolFiller(dd::Play play, std::uint64_t seed) : play_(play), seed_(seed) {
  if (play == dd::Play::bridge) throw Malformed("there are no pools of bridge");
}

PoolFiller::Bytes PoolFiller::fill(std::uint64_t first, int count) {
  const bool belote = play_ == dd::Play::belote;
  const int plane = belote ? 4 : 8;  // bytes
  const int width = belote ? 4 : 16;
  std::unique_ptr<dd::Solver> solver = take();
  Bytes rows;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t seed = mix(seed_, first + static_cast<std::uint64_t>(i));
    const Deal deal = belote ? deal_of<Belote>(seed) : deal_of<Codepiece>(seed);
    Values values{};
    const bool solved = belote ? solve_belote(*solver, deal, stopped_, values)
                               : solve_codepiece(*solver, deal, stopped_, values);
    if (!solved) {
      rows.clear();
      break;
    }
    put(rows, deal.hands[1] | deal.hands[3], plane);
    put(rows, deal.hands[2] | deal.hands[3], plane);
    put(rows, static_cast<std::uint64_t>(deal.dealer), 1);
    for (int j = 0; j < width; ++j) put(rows, at(values, j), 1);
  }
  bring(std::move(solver));
  return rows;
}

std::unique_ptr<dd::Solver> PoolFiller::take() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return dd::make_solver(play_);
  std::unique_ptr<dd::Solver> solver = std::move(idle_.back());
  idle_.pop_back();
  return solver;
}

void PoolFiller::bring(std::unique_ptr<dd::Solver> solver) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(solver));
}

}  // namespace kibitz
