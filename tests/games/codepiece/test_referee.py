"""An independent judge: both engines against a second Codepiece, written apart from them."""

import copy
import json
import random
from pathlib import Path

import pytest

import kibitz
from tests.games.codepiece.habits import choose, short_deal
from tests.games.codepiece.referee import Referee
from tests.support.found import ENGINES, replay_line

CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def judge(state: kibitz.State, rng: random.Random) -> None:
    """Play a deal to its end; the judge must say the same at every step."""
    game, deal = state.game, state.chance[0]
    referee = Referee([[CARDS[c] for c in hand] for hand in deal["hands"]], deal["dealer"])
    while not state.done:
        assert not referee.over()
        assert state.player == referee.turn
        assert sorted(game.action_name(a) for a in state.legal()) == sorted(referee.legal())
        action = choose(state, rng)
        referee.do(game.action_name(action))
        state.apply(action)
    assert referee.over()
    assert state.returns() == referee.payoffs()
    tricks = state.position()["tricks"]
    assert tricks == [sum(seat % 2 == team for seat in referee.won) for team in (0, 1)]
    left = [sorted(CARDS[card] for card in hand) for hand in state.position()["hands"]]
    assert left == [sorted(hand) for hand in referee.hands]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_judge_agrees_on_whole_deals(engine: str) -> None:
    game = kibitz.game("codepiece", engine=engine)
    for seed in range(400):
        state = game.new(seed)
        try:
            judge(state, random.Random(seed))
        except AssertionError:
            print(f"\nreplay: {replay_line(state)}")
            raise


@pytest.mark.parametrize("engine", ENGINES)
def test_the_judge_agrees_on_short_deals(engine: str) -> None:
    game = kibitz.game("codepiece", engine=engine)
    for seed in range(400):
        rng = random.Random(seed)
        deal = short_deal(rng, rng.randint(1, 12), rng.randrange(4))
        judge(game.new(deal=deal, chance="explicit"), rng)


def count(referee: Referee, depth: int) -> list[int]:
    """Perft by the judge."""
    counts = [0] * depth
    for word in referee.legal() if depth else []:
        below = copy.deepcopy(referee)
        below.do(word)
        counts[0] += 1
        for i, more in enumerate(count(below, depth - 1)):
            counts[i + 1] += more
    return counts


def test_the_judge_counts_the_same() -> None:
    cases = json.loads(Path(__file__).with_name("perft.json").read_text("utf-8"))
    dealt = [case for case in cases if "deal" in case]
    assert len(dealt) >= 2
    for case in dealt:
        hands = [[CARDS[card] for card in hand] for hand in case["deal"]["hands"]]
        referee = Referee(hands, case["deal"]["dealer"])
        assert count(referee, len(case["counts"])) == case["counts"]
