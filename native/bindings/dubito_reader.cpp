// The reader of Dubito and its beliefs, for kibitz/players/dubito/reader.py and kibitz/search/beliefs.
//
// Both take a whole game that fits what one seat has seen (any such game: the hidden cards are not
// looked at) as its beginning and its actions, and play it again to gather the evidence.
#include "players/dubito_replay.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "core/game.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

// One seat's beliefs with the game that they come from.
class Believed {
 public:
  Believed(const History<Dubito>& start, const Ints& actions, int seat, bool field,
           std::uint64_t seed)
      : game_(start.options(), start.position(), actions, 1, dubito_habits(field, 0)),
        rng_(seed),
        beliefs_(game_.options, game_.position, game_.memory.evidence, check(seat), rng_) {}

  Believed(const Believed&) = delete;  // the beliefs look at the game
  Believed& operator=(const Believed&) = delete;

  // A world as a flat position, and the habit of each seat in it.
  nb::tuple draw() {
    Dubito::Position world;
    beliefs_.draw(world, rng_);
    Writer writer;
    Dubito::save(game_.options, world, writer);
    Ints habits;
    for (int s = 0; s < game_.options.players; ++s) habits.push_back(beliefs_.habit(s));
    return nb::make_tuple(writer.take(), habits, beliefs_.possible());
  }

  double log_weight(const History<Dubito>& world) const {
    const Dubito::Position& p = world.position();
    if (p.board_size != game_.position.board_size || p.sizes != game_.position.sizes) {
      throw Malformed("a world of another position");
    }
    return beliefs_.log_weight(p);
  }

 private:
  int check(int seat) const {
    if (seat < 0 || seat >= game_.options.players) throw Malformed("no such seat");
    if (game_.position.phase == Dubito::kDeal) throw Malformed("beliefs before the deal");
    return seat;
  }

  DubitoReplay game_;
  Stream rng_;
  DubitoBeliefs beliefs_;
};

nb::tuple read(const History<Dubito>& start, const Ints& actions, int worlds, bool field,
               std::uint64_t seed, DubitoHabitSet without) {
  const auto replayed = std::make_unique<DubitoReplay>(start.options(), start.position(), actions,
                                                       worlds, dubito_habits(field, without));
  const DubitoReplay& game = *replayed;
  if (game.position.player < 0) throw Malformed("nobody is on turn");
  DubitoReader::Decision decision;
  {
    nb::gil_scoped_release release;
    Stream rng(seed);
    decision = DubitoReader::decide(game.options, game.position, game.memory, rng);
  }
  nb::list options;
  for (const DubitoReader::Option& option : decision.options) {
    options.append(nb::make_tuple(option.number, option.action, option.wins, option.rollouts));
  }
  nb::list habits;
  for (int s = 0; s < game.options.players; ++s) {
    const auto& counts = at(decision.habits, s);
    habits.append(Ints(counts.begin(), counts.end()));
  }
  return nb::make_tuple(decision.action, decision.worlds, decision.bluffs, options, habits);
}

}  // namespace

void bind_dubito_reader(nb::module_& m) {
  // (action, worlds, bluffs among them, options as (number, action, wins, rollouts), for each seat
  // the worlds in which it has each habit)
  m.def("dubito_read", &read, nb::arg("start"), nb::arg("actions"), nb::arg("worlds"),
        nb::arg("field"), nb::arg("seed"), nb::arg("without") = 0);
  nb::class_<Believed>(m, "dubito_beliefs")
      .def(nb::init<const History<Dubito>&, const Ints&, int, bool, std::uint64_t>(),
           nb::arg("start"), nb::arg("actions"), nb::arg("seat"), nb::arg("field"), nb::arg("seed"))
      .def("draw", &Believed::draw)
      .def("log_weight", &Believed::log_weight, nb::arg("world"));
}

}  // namespace kibitz
