// The native players of Qwixx, by name: for matches, seated vectors and the collector.
#pragma once

#include "games/qwixx.hpp"
#include "players/player.hpp"
#include "players/qwixx_rule_players.hpp"
#include "players/qwixx_value.hpp"

namespace kibitz {

using QwixxPlayers =
    Players<Qwixx, QwixxMarker, QwixxConservative, QwixxOpportunist, QwixxGa, QwixxValue>;

}  // namespace kibitz
