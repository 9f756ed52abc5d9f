"""A judge from outside: OpenSpiel's `oh_hell`, an implementation by other people.

What coincides, and is compared here after every action: 3 to 5 players (it has no game for two),
a round of 1 to 12 cards, the turned card as trump, who bids and plays next, the bids that are legal
with the hook, the cards that are legal, who wins each trick, and the score.
What differs: OpenSpiel lets trump be led at any time (`trump_lead="free"`), gives a point for each
trick also to those who miss their bid (`miss="tricks"`), always has the hook and a trump, and plays
one round. Under our own defaults its verdict still bounds ours: see the last test.
"""

import random
from typing import Any

import pyspiel
import pytest

import kibitz
from kibitz.core.cards import CARD_NAMES
from tests.support.found import ENGINES

ROUNDS = 60  # a number of players and an engine


class Judge:
    """An OpenSpiel state with our card ids and bids."""

    def __init__(self, players: int, deal: dict[str, Any]) -> None:
        size = len(deal["hands"][0])
        game = pyspiel.load_game(
            f"oh_hell(players={players},num_tricks_fixed={size},off_bid_penalty=False,"
            "points_per_trick=1,num_suits=4,num_cards_per_suit=13)"
        )
        self.state = game.new_initial_state()
        self.do(str(size))
        self.do(str(deal["dealer"]))
        for i in range(size):  # it deals card by card from seat 0 on
            for hand in deal["hands"]:
                self.do(name(hand[i]))
        self.do(name(deal["turned"]))

    @property
    def player(self) -> int:
        return -2 if self.state.is_terminal() else self.state.current_player()

    def words(self) -> dict[str, int]:
        """The legal actions by their words: D7 for a card, 3 for a bid."""
        player = self.state.current_player()
        return {self.state.action_to_string(player, a): a for a in self.state.legal_actions()}

    def do(self, word: str) -> None:
        self.state.apply_action(self.words()[word])


def name(action: int) -> str:
    """Our action in the judge's words."""
    return CARD_NAMES[action][::-1] if action < 52 else str(action - 52)


def random_round(players: int, engine: str, seed: int, **options: Any) -> tuple[Any, Judge]:
    size = random.Random(seed).randint(1, 10 if players == 5 else 12)
    game = kibitz.game("ohhell", engine=engine, players=players, schedule=[size], **options)
    state = game.new(seed=seed)
    return state, Judge(players, state.chance[0])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_rounds_agree(players: int, engine: str) -> None:
    for seed in range(ROUNDS):
        state, judge = random_round(players, engine, seed, trump_lead="free", miss="tricks")
        rng = random.Random(seed)
        while not state.done:
            assert judge.player == state.player  # the winner of a trick leads the next
            assert set(judge.words()) == {name(action) for action in state.legal()}
            action = rng.choice(state.legal())
            judge.do(name(action))
            state.apply(action)
        assert judge.state.is_terminal()
        assert judge.state.returns() == state.returns()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_defaults_are_stricter_only_where_the_rules_say_so(players: int) -> None:
    restricted = 0
    for seed in range(ROUNDS):
        state, judge = random_round(players, "python", seed)
        rng = random.Random(seed)
        while not state.done:
            ours = {name(action) for action in state.legal()}
            theirs = set(judge.words())
            assert judge.player == state.player
            if ours != theirs:
                # Rule 4: only trumps are missing, at a lead before trump is broken.
                position = state.position()
                assert ours < theirs
                assert not position["trick"]
                assert not position["broken"]
                trump = name(position["turned"])[0]
                assert {word[0] for word in theirs - ours} == {trump}
                assert trump not in {word[0] for word in ours}
                restricted += 1
            action = rng.choice(state.legal())
            judge.do(name(action))
            state.apply(action)
        end = state.position()
        made = [bid == won for bid, won in zip(end["bids"], end["tricks"], strict=True)]
        theirs_if_made = zip(judge.state.returns(), made, strict=True)
        assert state.returns() == [points if exact else 0 for points, exact in theirs_if_made]
    assert restricted > 50
