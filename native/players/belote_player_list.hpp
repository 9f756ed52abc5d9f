// The native players of Belote, by name: for matches, seated vectors and the collector.
#pragma once

#include "games/belote.hpp"
#include "players/belote_rule_players.hpp"
#include "players/player.hpp"

namespace kibitz {

using BelotePlayers = Players<Belote, BeloteRule>;

}  // namespace kibitz
