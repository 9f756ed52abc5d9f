"""The batch kernel of Belote against the book: cards legal, results right, all paths equal.

The kernel deals and plays 64 games side by side with a generator of its own. Each recorded game is
played again on the Python engine, card by card.
"""

import importlib
from collections import Counter
from typing import Any

import pytest

import kibitz

TRUMP = 2  # diamonds, in which the binding names the cards
CAPOT_FOR, CAPOT_AGAINST = 163, 164
native: Any = importlib.import_module("kibitz._native")
PATHS = [path for path in ("portable", "avx2", "avx512") if native._belote_batch_has(path)]


def cards_of(mask: int) -> list[int]:
    return [card for card in range(32) if mask >> card & 1]


@pytest.mark.native_smoke
def test_every_path_plays_the_same_games() -> None:
    games = [native._belote_batch_record(path, 5, 40) for path in PATHS]
    assert all(other == games[0] for other in games)
    assert native._belote_batch_record("portable", 6, 1)[0] != games[0][0]


def test_every_card_is_legal_and_every_result_is_right() -> None:
    game = kibitz.game("belote", engine="python")
    places: Counter[tuple[int, int]] = Counter()
    for hands, cards, result, belote in native._belote_batch_record(PATHS[-1], 11, 12):
        state = game.new(deal={"hands": [cards_of(hand) for hand in hands], "dealer": 3})
        for call in ("80D", "pass", "pass", "pass"):
            state.apply(game.parse_action(call))
        pair = 1 << (8 * TRUMP + 4) | 1 << (8 * TRUMP + 5)
        dealt = [hand & pair == pair for hand in hands]
        for card in cards:
            legal = state.legal()
            assert card in legal
            places[len(legal), legal.index(card)] += 1
            state.apply(card)
        score = [event.data for event in state.events if event.kind == "score"][-1]
        assert isinstance(score, tuple)
        points, tricks = score[2], score[4]
        expected = CAPOT_FOR if tricks == 8 else CAPOT_AGAINST if tricks == 0 else points
        assert result == expected
        assert belote == (1 if dealt[0] or dealt[2] else 2 if dealt[1] or dealt[3] else 0)
    # Every legal card is equally likely: chi-square for each number of legal cards.
    for n in range(2, 9):
        seen = [places[n, i] for i in range(n)]
        mean = sum(seen) / n
        chi2 = sum((x - mean) ** 2 / mean for x in seen)
        assert chi2 < n - 1 + 5 * (2 * (n - 1)) ** 0.5 + 10, (n, seen)


def test_known_means_of_random_play() -> None:
    """81.74 points for the leader's side: a wrong rule or a miscompiled path moves this."""
    games = native._belote_batch_record(PATHS[-1], 3, 64)
    for seed in range(4, 20):
        games += native._belote_batch_record(PATHS[-1], seed, 64)
    points = [252 if r == CAPOT_FOR else 0 if r == CAPOT_AGAINST else r for _, _, r, _ in games]
    n = len(points)
    mean = sum(points) / n
    assert abs(mean - 81.74) < 5 * 40.56 / n**0.5
    for kind, share in ((CAPOT_FOR, 0.0109), (CAPOT_AGAINST, 0.0113)):
        found = sum(r == kind for _, _, r, _ in games) / n
        assert abs(found - share) < 5 * (share / n) ** 0.5


def test_batches_and_the_plain_loop_agree_in_distribution() -> None:
    """A match of one deal goes through the plain loop; a single deal through the batches."""
    deal = kibitz.game("belote").new(3).chance[0]
    batch = kibitz.playouts("belote", 200_000, 1, deal=deal)
    plain = kibitz.playouts("belote", 200_000, 2, deal=deal, match=True, deals_max=1)
    assert batch.actions / batch.games == pytest.approx(plain.actions / plain.games, rel=0.005)
    for one, other in zip(batch.mean_returns(), plain.mean_returns(), strict=True):
        assert one == pytest.approx(other, abs=6)  # the standard deviation of a deal is about 400
    for one, other in zip(batch.outcome, plain.outcome, strict=True):
        assert one == pytest.approx(other, abs=0.01 * 200_000)


def test_refusals() -> None:
    with pytest.raises(kibitz.errors.Malformed):
        native._belote_batch_record("portable", 1, 0)
    with pytest.raises(kibitz.errors.Malformed):
        native._belote_batch_has("sse9")
