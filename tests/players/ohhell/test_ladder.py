"""The ladder of Oh Hell's rule players: measured shares, and what `sharp` does by its plan."""

from __future__ import annotations

import time

import pytest
from benchmarks.strength.ohhell_ladder import wins

import kibitz
from kibitz.arena import match, native
from kibitz.bots.bot import RuleBot
from kibitz.core.cards import parse_card, parse_hand
from kibitz.core.rng import Stream
from kibitz.players.ohhell import sharp


# Measured with 2,000 deals; the first four near what is published of players of these names.
@pytest.mark.parametrize(
    ("players", "one", "others", "measured"),
    [
        (4, "smart", "random", 0.968),
        (4, "smart", "heuristic", 0.565),
        (4, "heuristic", "smart", 0.063),
        (4, "heuristic", "random", 0.853),
        (2, "sharp", "smart", 0.870),
        (3, "sharp", "smart", 0.753),
        (4, "sharp", "smart", 0.587),
        (5, "sharp", "smart", 0.374),
    ],
)
def test_measured_shares_stand(players: int, one: str, others: str, measured: float) -> None:
    share, error = wins(players, one, others, 300, first=77_000)
    assert abs(share - measured) < max(0.02, 4 * error), f"{share:.3f} +- {error:.3f}"


# A table of smarts bids 66 % of the tricks.
@pytest.mark.parametrize(("players", "least"), [(2, 0.68), (3, 0.87), (4, 0.87), (5, 0.92)])
def test_bids_of_sharp_add_up_to_the_tricks(players: int, least: float) -> None:
    game = kibitz.game("ohhell", players=players, engine="native")
    played = native.play_many(game, [("sharp", ())], [[0] * players] * 20, range(20), keep=True)
    assert played.actions is not None
    bid = sum(a - 52 for actions in played.actions for a in actions if a >= 52)
    tricks = 20 * sum(_sizes(players))
    assert least < bid / tricks < 1.05


def _sizes(players: int) -> list[int]:
    most = 10 if players == 5 else 12
    return [*range(most, 0, -1), *range(2, most + 1)]


def _play(hand: str, other: str, bids: tuple[str, str], turned: str = "2H") -> str:
    """What sharp leads from a hand against one other player, after these bids."""
    game = kibitz.game("ohhell", players=2, schedule=[len(parse_hand(hand))], hook=False)
    deal = {
        "hands": [parse_hand(hand), parse_hand(other)],
        "dealer": 1,
        "turned": parse_card(turned),
    }
    state = game.new(deal=deal)
    for bid in bids:
        state.apply(game.parse_action(bid))
    return game.action_name(sharp.choose(state.view(0), Stream(1)))


def test_leads_high_to_take_and_low_to_duck() -> None:
    assert _play("SA C2", "D32", ("bid 2", "bid 0")) == "AS"
    assert _play("S3 C2", "D32", ("bid 0", "bid 0")) in ("3S", "2C")
    assert _play("SK C2", "D32", ("bid 0", "bid 1")) == "2C"


def test_the_native_form_decides_at_least_fifty_times_faster() -> None:
    game = kibitz.game("ohhell", players=4, engine="native")
    seats = [[0] * 4] * 50
    begin = time.process_time()
    lengths = native.play_many(game, [("sharp", ())], seats, range(50)).lengths
    fast = (time.process_time() - begin) / lengths.sum()
    begin = time.process_time()
    played = match.play(game, [RuleBot(sharp.choose) for _ in range(4)], 1)
    slow = sum(played.seconds) / len(played.record["actions"])
    assert slow / fast > 50, f"{slow / fast:.0f} x in {time.process_time() - begin:.2f} s"
