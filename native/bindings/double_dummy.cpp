// The double-dummy solver as functions of kibitz._native; kibitz/search/double_dummy.py calls them.
#include "search/double_dummy.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "core/game.hpp"
#include "search/double_dummy/games.hpp"
#include "search/minimax.hpp"

namespace kibitz {

namespace nb = nanobind;
namespace dd = double_dummy;

namespace {

dd::Answer solve_one(dd::Play play, const dd::Question& question, bool cards) {
  dd::check(play, question.position);
  const dd::Borrowed solver(play);
  dd::Answer answer;
  if (cards) {
    answer = solver->cards(question);
  } else {
    answer.value = solver->value(question);
  }
  return answer;
}

using Row = std::tuple<int, int, int, int, int, int>;

// card (-1 for the position itself), points NS, EW, the side of a capot or -1, marks NS, EW.
std::vector<Row> solve_belote(const History<Belote>& state, bool marks, bool cards) {
  const Belote::Position p = state.position();
  const dd::Question question = marks ? dd::marks_question(p) : dd::question(p);
  dd::Answer answer;
  {
    nb::gil_scoped_release release;
    answer = solve_one(dd::Play::belote, question, cards);
  }
  std::vector<Row> rows;
  const auto add = [&](int card, const dd::Value& value) {
    const dd::BeloteResult r = dd::result(state.options(), p, value);
    rows.emplace_back(card, r.points[0], r.points[1], r.capot, r.marks[0], r.marks[1]);
  };
  add(-1, answer.value);
  for (const auto& [card, value] : answer.cards) add(card, value);
  return rows;
}

using Pair = std::tuple<int, int>;

// (card or -1, tricks of seats 0 and 2 in the rest).
std::vector<Pair> solve_codepiece(const History<Codepiece>& state, bool cards) {
  const dd::Question question = dd::question(state.position());
  dd::Answer answer;
  {
    nb::gil_scoped_release release;
    answer = solve_one(dd::Play::codepiece, question, cards);
  }
  std::vector<Pair> rows{{-1, answer.value.made}};
  for (const auto& [card, value] : answer.cards) rows.emplace_back(card, value.made);
  return rows;
}

dd::Play play_of(int number) {
  if (number < 0 || number > 2) throw Malformed("no such kind of play");
  return static_cast<dd::Play>(number);
}

// Flat: four hands, trump (-1 none), leader, the current trick; one position after another.
std::vector<dd::Question> read_questions(dd::Play play, const Ints& flat) {
  const int deck = play == dd::Play::belote ? 32 : 52;
  std::vector<dd::Question> questions;
  std::size_t begin = 0;
  while (begin < flat.size()) {
    Reader in{std::span<const std::int32_t>(flat).subspan(begin)};
    std::size_t read = 0;
    const auto number = [&](int low, int high) {
      ++read;
      return in.number(low, high);
    };
    dd::Question q;
    for (Cards& hand : q.position.hands) {
      const int size = number(0, deck / 4);
      for (int i = 0; i < size; ++i) hand |= bit(number(0, deck - 1));
    }
    q.position.trump = number(dd::kNoTrump, 3);
    q.position.leader = number(0, 3);
    q.position.trick_size = number(0, 3);
    for (int i = 0; i < q.position.trick_size; ++i) {
      at(q.position.trick, i) = small(number(0, deck - 1));
    }
    q.all_asked = q.none_asked = play == dd::Play::belote;
    questions.push_back(q);
    begin += read;
  }
  return questions;
}

using Solved = std::tuple<int, bool, bool>;  // made, all, none
using SolvedCard = std::tuple<int, int, bool, bool>;

std::vector<std::tuple<Solved, std::vector<SolvedCard>>> solve_positions(int play, const Ints& flat,
                                                                         bool cards, int threads,
                                                                         bool portable) {
  if (threads < 1 || threads > 256) throw Malformed("from 1 to 256 threads");
  std::vector<dd::Answer> answers;
  {
    nb::gil_scoped_release release;
    const std::vector<dd::Question> questions = read_questions(play_of(play), flat);
    answers = dd::solve_many(play_of(play), questions, cards, threads, portable);
  }
  std::vector<std::tuple<Solved, std::vector<SolvedCard>>> rows;
  rows.reserve(answers.size());
  for (const dd::Answer& answer : answers) {
    std::vector<SolvedCard> values;
    for (const auto& [card, v] : answer.cards) values.emplace_back(card, v.made, v.all, v.none);
    const dd::Value& v = answer.value;
    rows.emplace_back(Solved{v.made, v.all, v.none}, std::move(values));
  }
  return rows;
}

// How many positions between tricks each one takes, with nothing remembered before it: the work, in a
// unit that no clock disturbs.
std::vector<std::uint64_t> count_nodes(int play, const Ints& flat, bool cards) {
  nb::gil_scoped_release release;
  const std::unique_ptr<dd::Solver> solver = dd::make_solver(play_of(play));
  std::vector<std::uint64_t> counts;
  for (const dd::Question& question : read_questions(play_of(play), flat)) {
    dd::check(play_of(play), question.position);
    solver->forget();
    const std::uint64_t before = solver->nodes();
    if (cards) {
      solver->cards(question);
    } else {
      solver->value(question);
    }
    counts.push_back(solver->nodes() - before);
  }
  return counts;
}

// The judge: (points of NS, the side of a capot or -1), by plain minimax to the end of the deal.
Pair judge_belote(const History<Belote>& state) {
  const auto over = [](const Belote::Position& p) { return p.phase != Belote::kPlay; };
  const auto worth = [](const Belote::Position& p) {
    if (p.won[0] == 0) return -1;
    if (p.won[1] == 0) return 1000;
    const int trump = Belote::trump_of(p);
    return Belote::card_points(p.won[0], trump) + (p.leader % 2 == 0 ? 10 : 0);
  };
  if (state.options().match || over(state.position())) {
    throw Malformed("the judge wants one deal with a contract");
  }
  nb::gil_scoped_release release;
  const int value = minimax<Belote>(state.options(), state.position(), over, worth, -2, 2000);
  if (value == -1) return {0, 1};
  if (value == 1000) return {dd::points_of_deal(state.position()) + 90, 0};
  return {value, kNobody};
}

// The judge: all tricks of seats 0 and 2 at the end of the deal, which must not end early (rule 8).
int judge_codepiece(const History<Codepiece>& state) {
  const auto over = [](const Codepiece::Position& p) { return p.phase != Codepiece::kPlay; };
  const auto worth = [](const Codepiece::Position& p) { return int{p.tricks[0]}; };
  if (over(state.position())) throw Malformed("the judge wants a deal with trump");
  nb::gil_scoped_release release;
  return minimax<Codepiece>(state.options(), state.position(), over, worth, -1, 14);
}

}  // namespace

void bind_double_dummy(nb::module_& m) {
  m.def("double_dummy_belote", &solve_belote, nb::arg("state"), nb::arg("marks"), nb::arg("cards"),
        "(card or -1, points NS, EW, side of a capot or -1, marks NS, EW), the position first.");
  m.def("double_dummy_codepiece", &solve_codepiece, nb::arg("state"), nb::arg("cards"),
        "(card or -1, tricks of seats 0 and 2 in the rest), the position first.");
  m.def("double_dummy_positions", &solve_positions, nb::arg("play"), nb::arg("positions"),
        nb::arg("cards"), nb::arg("threads"), nb::arg("portable"),
        "((made, all, none), [(card, made, all, none)]) of each position; play 0 Belote, 1 "
        "Codepiece, "
        "2 bridge.");
  m.def("double_dummy_nodes", &count_nodes, nb::arg("play"), nb::arg("positions"), nb::arg("cards"),
        "How many positions between tricks the solver visits for each, with an empty table.");
  m.def("judge_belote", &judge_belote, nb::arg("state"),
        "Plain minimax: (points NS, side of a capot or -1).");
  m.def("judge_codepiece", &judge_codepiece, nb::arg("state"),
        "Plain minimax: the tricks of seats 0 and 2.");
}

}  // namespace kibitz
