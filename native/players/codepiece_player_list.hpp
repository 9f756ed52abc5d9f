// The native players of Codepiece, by name: for matches, seated vectors and the collector.
#pragma once

#include "games/codepiece.hpp"
#include "players/codepiece_rule_players.hpp"
#include "players/player.hpp"

namespace kibitz {

using CodepiecePlayers = Players<Codepiece, CodepieceRule, CodepieceHighest, CodepieceAlwaysPass>;

}  // namespace kibitz
