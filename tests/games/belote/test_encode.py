"""Encodings of Belote against numbers worked out by hand, and the symmetry of suits."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.errors import NoSuchEncoding
from kibitz.games.belote import suits
from kibitz.games.belote.encode import SIZES
from tests.games.belote.encodings import on, state
from tests.games.belote.habits import choose
from tests.games.belote.table import ids, play_all, position

LAYOUTS = ("bid", "bid114", "play", "box", "v2")


def test_sizes() -> None:
    view = state().view(0)
    for name, size in SIZES.items():
        code = view.encode(name)
        assert code.shape == (size,)
        assert code.dtype == np.float32
    assert view.encode().tolist() == view.encode("box").tolist() == view.encode(1).tolist()
    assert view.game.observation_size == 525
    for wrong in ("411", 3, 3.5):
        with pytest.raises(NoSuchEncoding):
            view.encode(wrong)


def test_bid() -> None:
    """S sees: N passes, E bids 90H; S is third to speak."""
    view = state("pass 90H").view(2)
    hand = {16 + i: 1.0 for i in range(8)}
    history = {32: 0.75, 38: 1.0, 39: 0.2, 41: 1.0}
    assert on(view.encode("bid")) == hand | history | {106: 1.0}
    assert on(view.encode("bid114")) == hand | history | {106: 1.0, 108: -0.2, 110: 1.0}
    box = on(view.encode())
    assert box == {0: 1.0} | {i + 2: x for i, x in on(view.encode("bid")).items()}


def test_bid114_own_side_and_coinche() -> None:
    view = state("pass capotC coinche").view(3)
    assert on(view.encode("bid114")[108:]) == {0: 1.0, 4: 1.0, 5: 0.5}
    rows = view.encode("bid")[32:104].reshape(12, 6)
    assert rows[1].tolist() == pytest.approx([0.75, 1, 0, 0, 0, 1])  # E: slot 2 of W
    assert rows[2].tolist() == pytest.approx([1, -0.5, 0, 0, 0, 0])  # S: slot 3
    assert not rows[3:].any()


def test_history_keeps_the_last_twelve() -> None:
    calls = "pass pass pass 80S pass pass 90S pass pass 100S pass pass 110S pass"
    rows = state(calls).view(0).encode("bid")[32:104].reshape(12, 6)
    assert rows[0].tolist() == pytest.approx([0.75, 0, 0, 0, 0, 0])  # the third call, a pass by S
    assert rows[10].tolist() == pytest.approx([0.25, 0.4, 1, 0, 0, 0])
    assert rows[11].tolist() == pytest.approx([0.5, 0, 0, 0, 0, 0])


def test_play() -> None:
    """N's 80S, coinched; first trick JS 7H 7D 7C, then 9S by N: E sees it."""
    view = state("80S coinche pass pass pass JS 7H 7D 7C 9S").view(1)
    code = view.encode("play")
    assert on(code[:32]) == {8 + i: 1.0 for i in range(1, 8)}
    assert on(code[32:160]) == {96 + 2: 1.0}  # slot 3: N
    assert on(code[160:256]) == {16: 1.0, 32 + 24: 1.0, 64 + 3: 1.0, 64 + 2: 1.0}  # S, W, N
    assert on(code[256:263]) == {0: 1.0, 4: 0.1, 6: 0.5}
    # S has shown no spades; hearts are all seen. W too. N has shown nothing, but hearts are gone.
    assert code[263:275].tolist() == [1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0]
    assert on(code[275:279]) == {1: round(20 / 162, 4)}
    assert code[279:285].tolist() == pytest.approx([1, 0.1, 1, 0, 0, 0])
    assert on(code[351:383]) == {3: 0.125, 8: 0.125, 16: 0.125, 24: 0.125, 2: 0.25}
    assert on(code[383:415] * 32) == {3: 1.0, 8: 2.0, 16: 3.0, 24: 4.0, 2: 5.0}
    box = view.encode()
    assert on(box[:110]) == {1: 1.0}
    assert box[110:].tolist() == code.tolist()


def test_scores_of_a_match() -> None:
    game = kibitz.game("belote", match=True, target=1000)
    start = position(["JS", "9S", "9H", "9D"]) | {"deals": 4, "totals": [250, 500]}
    assert on(game.new(position=start).view(1).encode("play")[275:279]) == {2: 0.5, 3: 0.25}


def test_order_after_a_position() -> None:
    """One trick is over: the next card is the fifth, in the second trick."""
    start = position(["JS 7H", "9S 8H", "9H KH", "9D AH"], won=["7C 8C 9C JC", ""])
    view = play_all(kibitz.game("belote").new(position=start), "JS").view(2)
    assert on(view.encode("play")[351:]) == {3: 0.25, 32 + 3: round(5 / 32, 4)}


def test_between_deals_and_at_the_end() -> None:
    game = kibitz.game("belote", match=True)
    assert not game.new(chance="explicit").view(0).encode().any()
    for layout in LAYOUTS:
        assert not game.new(chance="explicit").view(0).encode(layout).any()
    over = state("pass pass pass pass").view(0).encode()
    assert not over[:2].any()
    assert over[2:110].any()


# Suits ------------------------------------------------------------------------------------------


def renamed(record: dict[str, Any], perm: suits.Suits) -> dict[str, Any]:
    chance = [
        d | {"hands": [[suits.permute_card(c, perm) for c in hand] for hand in d["hands"]]}
        for d in record["chance"]
    ]
    actions = [suits.permute_action(a, perm) for a in record["actions"]]
    return {"chance": chance, "actions": actions}


def random_state(seed: int) -> kibitz.State:
    rng = random.Random(seed)
    state = kibitz.game("belote").new(seed)
    for _ in range(rng.randrange(40)):
        if not state.done:
            state.apply(choose(state, rng))
    return state


def test_renaming_the_game_renames_the_observation() -> None:
    for seed in range(24):
        state = random_state(seed)
        perm = suits.PERMUTATIONS[seed]
        other = state.game.rebuild(**renamed(state.record(), perm))
        seat = seed % 4
        mine, theirs = state.view(seat), other.view(seat)
        for layout in LAYOUTS:
            expected = suits.permute_observation(mine.encode(layout), perm, layout)
            assert theirs.encode(layout).tolist() == expected.tolist()
        assert theirs.mask().tolist() == suits.permute_mask(mine.mask(), perm).tolist()
        legal = sorted(suits.permute_action(a, perm) for a in mine.legal())
        assert legal == theirs.legal()


def test_canonical_does_not_see_names() -> None:
    tested = 0
    for seed in range(60):
        state = random_state(seed)
        view = state.view(seed % 4)
        patterns = [tuple(c % 8 for c in view.dealt if c // 8 == s) for s in range(4)]
        if view.trump < 0 or len(set(patterns)) < 4:
            continue  # two suits alike: the lower id decides, and names matter
        tested += 1
        for perm in suits.PERMUTATIONS:
            other = state.game.rebuild(**renamed(state.record(), perm)).view(seed % 4)
            assert other.encode("canonical").tolist() == view.encode("canonical").tolist()
    assert tested > 20


def test_canonical_layout() -> None:
    """411 numbers: those of play in another order, without the trump suit."""
    view = state("pass 80D pass pass pass 7S").view(2)
    order = suits.canonical_order(view.trump, view.dealt)
    assert order == (2, 0, 1, 3)  # trump, then empty suits by id
    code = view.encode("canonical")
    assert on(code[:32]) == dict.fromkeys(range(8), 1.0)
    assert on(code[32 + 64 : 160]) == {8: 1.0}  # slot 2: N's seven of spades, now the second suit
    assert code[256:259].tolist() == pytest.approx([0.1, 0, 0])
    assert on(code[347:379]) == {8: 0.125}
    assert on(code[379:411]) == {8: round(1 / 32, 4)}


def test_canonical_order() -> None:
    hand = ids("7S 8S AH KH QH 7D AD JC")
    assert suits.canonical_order(3, hand) == (3, 1, 2, 0)  # AD above 8S with two cards each
    assert suits.canonical_order(0, hand) == (0, 1, 2, 3)
    assert suits.canonical_order(-1, hand) == (1, 2, 0, 3)
    assert suits.canonical_order(1, ids("7S 7D 7C")) == (1, 0, 2, 3)  # alike: the lower suit


def test_canonical_mapping_goes_both_ways() -> None:
    rng = random.Random(1)
    for order in suits.PERMUTATIONS:
        for card in range(32):
            canonical = suits.card_to_canonical(card, order)
            assert suits.card_to_physical(canonical, order) == card
            assert suits.set_to_canonical(1 << card, order) == 1 << canonical
            assert order[canonical // 8] == card // 8
        some = rng.getrandbits(32)
        assert suits.set_to_physical(suits.set_to_canonical(some, order), order) == some
        for size in (32, 75):
            mask = np.array([rng.random() < 0.5 for _ in range(size)])
            there = suits.mask_to_canonical(mask, order)
            assert suits.mask_to_physical(there, order).tolist() == mask.tolist()
            for card in range(32):
                assert there[suits.card_to_canonical(card, order)] == mask[card]


def test_permutations_are_a_group_of_24() -> None:
    assert len(set(suits.PERMUTATIONS)) == 24
    for perm in suits.PERMUTATIONS:
        images = [suits.permute_action(a, perm) for a in range(75)]
        assert sorted(images) == list(range(75))
        back = [suits.permute_action(a, suits.inverse(perm)) for a in images]
        assert back == list(range(75))
        assert suits.permute_set(0xFF, perm) == 0xFF << 8 * perm[0]
    assert suits.permute_action(33, (2, 0, 1, 3)) == 35  # 80S becomes 80D
    assert suits.permute_action(72, (0, 1, 3, 2)) == 71  # capot in clubs


def test_batches_and_wrong_shapes() -> None:
    perm = (1, 0, 2, 3)
    batch = np.stack([random_state(i).view(0).encode() for i in range(3)])
    done = suits.permute_observation(batch, perm)
    assert done.tolist() == [suits.permute_observation(x, perm).tolist() for x in batch]
    with pytest.raises(NoSuchEncoding):
        suits.permute_observation(batch, perm, "play")
    with pytest.raises(NoSuchEncoding):
        suits.permute_observation(batch, perm, "canonical")
    with pytest.raises(NoSuchEncoding):
        suits.permute_mask(np.zeros(43, dtype=bool), perm)
