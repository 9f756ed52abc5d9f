// A game of Dubito played again, to gather the evidence of the reader.
//
// Any game that fits what one seat has seen will do: the hidden cards are not looked at.
#pragma once

#include <span>

#include "core/game.hpp"
#include "players/dubito_reader.hpp"

namespace kibitz {

struct DubitoReplay {
  Dubito::Options options;
  Dubito::Position position;
  DubitoReader::Memory memory;

  // The beginning is the position after the deal.
  DubitoReplay(const Dubito::Options& given, const Dubito::Position& start,
               std::span<const std::int32_t> actions, int worlds, DubitoHabitSet habits)
      : options(given), position(start) {
    if (worlds < 1 || worlds > DubitoReader::kWorldsMax) throw Malformed("worlds of the reader");
    if (habits == 0) throw Malformed("the reader needs a habit");
    memory.worlds = worlds;
    memory.habits = habits;
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

}  // namespace kibitz
