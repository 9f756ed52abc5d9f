// The reader of Dubito and its beliefs, for kibitz/players/dubito/reader.py and kibitz/search/beliefs.
//
// Both take a whole game that fits what one seat has seen (any such game: the hidden cards are not
// looked at) as its beginning and its actions, and play it again to gather the evidence.
#include "players/dubito_reader.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "core/game.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

struct Replayed {
  Dubito::Options options;
  Dubito::Position position;
  DubitoReader::Memory memory;

  Replayed(const History<Dubito>& start, const Ints& actions, int worlds, bool field)
      : options(start.options()), position(start.position()) {
    if (worlds < 1 || worlds > DubitoReader::kWorldsMax) throw Malformed("worlds of the reader");
    memory.worlds = worlds;
    memory.field = field;
    DubitoReader::begin(options, 0, memory);
    memory.evidence.take_up(position);
    NoLog log;
    for (const int action : actions) {
      if (position.player < 0 || action < 0 || action >= Dubito::kActions ||
          !Dubito::is_legal(options, position, action)) {
        throw Malformed("an action that is not legal");
      }
      DubitoReader::note(options, position, action, memory);
      Dubito::apply(options, position, action, log);
    }
  }
};

// One seat's beliefs with the game that they come from.
class Believed {
 public:
  Believed(const History<Dubito>& start, const Ints& actions, int seat, bool field,
           std::uint64_t seed)
      : game_(start, actions, 1, field),
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

  Replayed game_;
  Stream rng_;
  DubitoBeliefs beliefs_;
};

nb::tuple read(const History<Dubito>& start, const Ints& actions, int worlds, bool field,
               std::uint64_t seed) {
  const auto replayed = std::make_unique<Replayed>(start, actions, worlds, field);
  const Replayed& game = *replayed;
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
        nb::arg("field"), nb::arg("seed"));
  nb::class_<Believed>(m, "dubito_beliefs")
      .def(nb::init<const History<Dubito>&, const Ints&, int, bool, std::uint64_t>(),
           nb::arg("start"), nb::arg("actions"), nb::arg("seat"), nb::arg("field"), nb::arg("seed"))
      .def("draw", &Believed::draw)
      .def("log_weight", &Believed::log_weight, nb::arg("world"));
}

}  // namespace kibitz
