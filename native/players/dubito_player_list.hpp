// The native players of Dubito, by name: for matches, seated vectors and the collector.
#pragma once

#include "games/dubito.hpp"
#include "players/dubito_character.hpp"
#include "players/dubito_reader.hpp"
#include "players/dubito_rule_players.hpp"
#include "players/dubito_tracker.hpp"
#include "players/player.hpp"

namespace kibitz {

using DubitoPlayers =
    Players<Dubito, DubitoHonest, DubitoTrusting, DubitoAlwaysBluff, DubitoAlwaysDoubt, DubitoCoin,
            DubitoTacticalDoubt, DubitoSuspicion, DubitoBalanced, DubitoAdaptive, DubitoRiskAware,
            DubitoClaude, DubitoGemini, DubitoChatgpt, DubitoChatgptThinking, DubitoTracker,
            DubitoReader, DubitoCharacterPlayer>;

}  // namespace kibitz
