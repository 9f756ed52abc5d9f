// The native players of OhHell, by name: for matches, seated vectors and the collector.
#pragma once

#include "games/ohhell.hpp"
#include "players/ohhell_heuristic.hpp"
#include "players/ohhell_rule_players.hpp"
#include "players/ohhell_sharp.hpp"
#include "players/player.hpp"

namespace kibitz {

using OhHellPlayers = Players<OhHell, OhHellHeuristic, OhHellSmart, OhHellSharp>;

}  // namespace kibitz
