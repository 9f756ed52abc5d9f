// The solver for every CPU, and the choice between the two. double_dummy_bmi2.cpp is the other one.
#include "search/double_dummy.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <thread>

#include "core/flat.hpp"
#include "search/double_dummy/make.hpp"

namespace kibitz::double_dummy {

std::unique_ptr<Solver> make_portable(Play play) {
  return make(play);
}

#if KIBITZ_HAS_BMI2
std::unique_ptr<Solver> make_bmi2(Play play);

namespace {

bool has_bmi2() {
  static const bool found = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("avx2");
  }();
  return found;
}

}  // namespace
#endif

std::unique_ptr<Solver> make_solver(Play play, [[maybe_unused]] bool portable) {
#if KIBITZ_HAS_BMI2
  if (!portable && has_bmi2()) return make_bmi2(play);
#endif
  return make_portable(play);
}

namespace {

struct Waiting {
  std::mutex mutex;
  std::array<std::vector<std::unique_ptr<Solver>>, 3> solvers;  // by kind of play

  std::vector<std::unique_ptr<Solver>>& of(Play play) {
    return at(solvers, static_cast<int>(play));
  }
};

Waiting& waiting() {
  static Waiting all;
  return all;
}

}  // namespace

Borrowed::Borrowed(Play play) : play_(play) {
  {
    const std::lock_guard lock(waiting().mutex);
    auto& idle = waiting().of(play);
    if (!idle.empty()) {
      solver_ = std::move(idle.back());
      idle.pop_back();
    }
  }
  if (!solver_) solver_ = make_solver(play);
}

Borrowed::~Borrowed() {
  const std::lock_guard lock(waiting().mutex);
  waiting().of(play_).push_back(std::move(solver_));
}

void check(Play play, const Position& p) {
  const int deck = play == Play::belote ? 32 : 52;
  const bool bridge = play == Play::bridge;
  if (p.trump < (bridge ? kNoTrump : 0) || p.trump > 3) throw Malformed("no such trump");
  if (p.leader < 0 || p.leader > 3 || p.trick_size < 0 || p.trick_size > 3) {
    throw Malformed("no such leader, or a trick that is complete");
  }
  Cards seen = 0;
  const auto take = [&](Cards cards) {
    if ((seen & cards) != 0 || (cards >> deck) != 0) throw Malformed("cards that cannot be");
    seen |= cards;
  };
  for (const Cards hand : p.hands) take(hand);
  for (int i = 0; i < p.trick_size; ++i) {
    const int card = at(p.trick, i);
    if (card < 0 || card >= deck) throw Malformed("no such card");
    take(bit(card));
  }
  const int size = std::popcount(at(p.hands, p.player()));
  if (size < 1 || size > deck / 4) throw Malformed("hands that are empty or too large");
  for (int i = 0; i < 4; ++i) {
    const int behind = i < p.trick_size ? 1 : 0;
    if (std::popcount(at(p.hands, (p.leader + i) % 4)) + behind != size) {
      throw Malformed("hands of unequal sizes");
    }
  }
}

std::vector<Answer> solve_many(Play play, std::span<const Question> questions, bool cards,
                               int threads, bool portable) {
  for (const Question& question : questions) check(play, question.position);
  std::vector<Answer> answers(questions.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    const std::unique_ptr<Solver> solver = make_solver(play, portable);
    for (std::size_t i = next++; i < questions.size(); i = next++) {
      if (cards) {
        answers[i] = solver->cards(questions[i]);
      } else {
        answers[i].value = solver->value(questions[i]);
      }
    }
  };
  std::vector<std::thread> helpers;
  const std::size_t wanted = std::min(static_cast<std::size_t>(threads), questions.size());
  for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  return answers;
}

}  // namespace kibitz::double_dummy
