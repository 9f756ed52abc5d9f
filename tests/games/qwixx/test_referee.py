"""A second opinion on Qwixx: the rules written in another way, to check both engines.

The referee keeps sheets as lists of the numbers crossed, in the order crossed, and runs the game as
two nested stories (a turn, a game) that ask and roll through callbacks. It shares no code with the
package.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

import kibitz

COLOURS = ["red", "yellow", "green", "blue"]
Ask = Callable[[int, set[int]], int]  # seat and the choices that the referee allows


class Sheet:
    def __init__(self) -> None:
        self.crossed: dict[str, list[int]] = {colour: [] for colour in COLOURS}
        self.strikes = 0

    def goes(self, colour: str, number: int) -> bool:
        numbers = self.crossed[colour]
        rising = colour in ("red", "yellow")
        if numbers and (number <= numbers[-1] if rising else number >= numbers[-1]):
            return False
        return len(numbers) >= 5 or number != (12 if rising else 2)

    def has_lock(self, colour: str) -> bool:
        numbers = self.crossed[colour]
        return bool(numbers) and numbers[-1] == (12 if colour in ("red", "yellow") else 2)

    def points(self) -> int:
        table = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
        crosses = [len(self.crossed[c]) + (1 if self.has_lock(c) else 0) for c in COLOURS]
        return sum(table[n] for n in crosses) - 5 * self.strikes


class Referee:
    def __init__(self, players: int, order: str, ask: Ask, roll: Callable[[], list[int]]) -> None:
        self.sheets = [Sheet() for _ in range(players)]
        self.order, self.ask, self.roll = order, ask, roll
        self.shut: set[str] = set()

    def white_choices(self, seat: int, total: int) -> dict[int, tuple[str, int]]:
        return {
            1 + i: (colour, total)
            for i, colour in enumerate(COLOURS)
            if colour not in self.shut and self.sheets[seat].goes(colour, total)
        }

    def colour_choices(self, seat: int, dice: list[int]) -> dict[int, tuple[str, int]]:
        choices = {}
        for i, colour in enumerate(COLOURS):
            if colour in self.shut:
                continue
            if self.sheets[seat].goes(colour, dice[0] + dice[2 + i]):
                choices[5 + 2 * i] = (colour, dice[0] + dice[2 + i])
            if dice[1] != dice[0] and self.sheets[seat].goes(colour, dice[1] + dice[2 + i]):
                choices[6 + 2 * i] = (colour, dice[1] + dice[2 + i])
        return choices

    def decide(self, seat: int, choices: dict[int, tuple[str, int]]) -> tuple[str, int] | None:
        return choices.get(self.ask(seat, {0, *choices}))

    def cross(self, seat: int, what: tuple[str, int] | None) -> bool:
        if what:
            self.sheets[seat].crossed[what[0]].append(what[1])
        return what is not None

    def shut_locked(self) -> None:
        self.shut = {c for c in COLOURS if any(sheet.has_lock(c) for sheet in self.sheets)}

    def finished(self) -> bool:
        return len(self.shut) > 1 or any(sheet.strikes > 3 for sheet in self.sheets)

    def turn(self, active: int) -> None:
        dice = self.roll()
        total = dice[0] + dice[1]
        ring = [*range(active, len(self.sheets)), *range(active)]
        if self.order == "simultaneous":
            wishes = [(seat, self.decide(seat, self.white_choices(seat, total))) for seat in ring]
            crossed = [self.cross(seat, wish) for seat, wish in wishes]
            self.shut_locked()
            if self.finished():
                return
            if not self.cross(active, self.decide(active, self.colour_choices(active, dice))):
                self.sheets[active].strikes += not crossed[0]
        else:
            first = self.cross(active, self.decide(active, self.white_choices(active, total)))
            second = self.cross(active, self.decide(active, self.colour_choices(active, dice)))
            if not first and not second:
                self.sheets[active].strikes += 1
            for seat in ring[1:]:
                self.cross(seat, self.decide(seat, self.white_choices(seat, total)))
        self.shut_locked()

    def game(self) -> list[int]:
        turns = 0
        while not self.finished():
            self.turn(turns % len(self.sheets))
            turns += 1
        return [sheet.points() for sheet in self.sheets]


def judge(players: int, order: str, seed: int) -> kibitz.State:
    rng = random.Random(seed)
    states = [
        kibitz.game("qwixx", engine=engine, players=players, order=order).new(chance="explicit")
        for engine in ("python", "native")
    ]
    bold = rng.random()  # how often the player takes what skips least

    def roll() -> list[int]:
        dice = [rng.randint(1, 6) for _ in range(6)]
        if rng.random() < 0.2:
            dice[:2] = rng.choice([[1, 1], [6, 6]])  # locks and strikes come up more
        for state in states:
            assert state.player == kibitz.CHANCE
            state.apply_chance(" ".join(f"{c}{d}" for c, d in zip("WWRYGB", dice, strict=True)))
        return dice

    def ask(seat: int, choices: set[int]) -> int:
        assert [state.player for state in states] == [seat] * 2
        assert [state.legal() for state in states] == [sorted(choices)] * 2
        for state in states:
            assert state.scores() == [sheet.points() for sheet in referee.sheets]
        choice = careful(states[0], choices) if rng.random() < bold else rng.choice(sorted(choices))
        for state in states:
            state.apply(choice)
        return choice

    referee = Referee(players, order, ask, roll)
    points = referee.game()
    for state in states:
        assert state.done
        assert state.returns() == points
        winners = [p == max(points) for p in points]
        assert state.outcome() == [w / sum(winners) for w in winners]
        closed = [colour in referee.shut for colour in COLOURS]
        assert state.position()["closed"] == closed
        assert state.position()["strikes"] == [sheet.strikes for sheet in referee.sheets]
    assert states[0].hash == states[1].hash
    return states[0]


def careful(state: kibitz.State, choices: set[int]) -> int:
    """The mark that skips least, or pass where all skip more than two."""
    skips: dict[int, Any] = {0: 3}
    before = state.position()["sheets"][state.player]
    view = state.view(state.player)
    white = sum(view.dice[:2])
    for choice in choices - {0}:
        row = choice - 1 if choice < 5 else (choice - 5) // 2
        number = white if choice < 5 else view.dice[(choice - 5) % 2] + view.dice[2 + row]
        skips[choice] = (number - 2 if row < 2 else 12 - number) - before[row].bit_length()
    return min(sorted(skips), key=skips.__getitem__)


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_engines_play_as_the_referee_says(players: int, order: str) -> None:
    ends = {"strikes": 0, "locks": 0, "shared lock": 0}
    for seed in range(40):
        p = judge(players, order, 1000 * players + seed).position()
        ends["strikes"] += max(p["strikes"]) == 4
        ends["locks"] += sum(p["closed"]) >= 2
        ends["shared lock"] += any(
            sum(sheet[row] >> 10 for sheet in p["sheets"]) > 1 for row in range(4)
        )
    assert ends["strikes"] > 0
    assert ends["locks"] > 0
    assert ends["shared lock"] > 0 or players < 3
