"""Players put together: who decides when, what they hear, and what an oracle among them means."""

import pytest

import kibitz
from kibitz.arena.match import play
from kibitz.bots.bot import Bot
from kibitz.bots.composite import BidAndPlay, Blend, Switch
from kibitz.bots.oracle import Oracle
from kibitz.core.errors import OracleOnly
from kibitz.core.events import Event

GAME = kibitz.game("ohhell", players=2, schedule=[5])


class Note(Bot):
    """Takes the first legal action, and remembers when it was asked and what it observed."""

    def start(self, game: kibitz.Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.asked: list[tuple[str, int]] = []
        self.received: list[Event] = []

    def observe(self, event: Event) -> None:
        self.received.append(event)

    def choose(self, view: kibitz.View) -> int:
        self.asked.append((view.phase, sum(view.tricks)))  # type: ignore[attr-defined]
        return view.legal()[0]

    def explain(self) -> dict[str, int]:
        return {"asked": len(self.asked)}


class FirstKnowing(Oracle):
    """The first legal action, of a state that it may spoil as it likes."""

    def choose_knowing(self, state: kibitz.State) -> int:
        action = state.legal()[0]
        while not state.done:
            state.apply(state.legal()[0])
        return action


def test_one_bids_and_another_plays() -> None:
    bidder, player = Note(), Note()
    both = BidAndPlay(bidder, player)
    play(GAME, [both, Note()], 1)
    assert {phase for phase, _ in bidder.asked} == {"bid"}
    assert {phase for phase, _ in player.asked} == {"play"}
    assert bidder.received == player.received != []
    assert both.explain() == {"asked": 5}


def test_another_takes_over_after_some_tricks() -> None:
    first, then = Note(), Note()
    play(GAME, [Switch(first, then, 2), Note()], 1)
    assert [tricks for phase, tricks in first.asked if phase == "play"] == [0, 1]
    assert [tricks for _, tricks in then.asked] == [2, 3, 4]


def test_a_blend_is_drawn_by_weight() -> None:
    parts = [Note(), Note(), Note()]
    blend = Blend(parts, [1, 2, 5])
    blend.start(GAME, 0, 3)
    view = GAME.new(1).view(GAME.new(1).player)
    count = {id(part): 0 for part in parts}
    for _ in range(8000):
        count[id(blend.part(view))] += 1
    shares = [count[id(part)] / 8000 for part in parts]
    assert shares == pytest.approx([0.125, 0.25, 0.625], abs=0.03)


def test_parts_have_numbers_of_their_own() -> None:
    parts = [Note(), Note()]
    BidAndPlay(*parts).start(GAME, 0, 3)
    assert parts[0].rng.word() != parts[1].rng.word()


def test_only_bots_that_listen_observe() -> None:
    class Deaf(Bot):
        pass

    assert not BidAndPlay(Deaf(), Deaf()).listens
    assert BidAndPlay(Deaf(), Note()).listens


def test_an_oracle_is_handed_a_copy_and_marks_the_whole() -> None:
    mixed = BidAndPlay(Note(), FirstKnowing())
    assert mixed.oracle
    assert mixed.kind == "oracle"
    played = play(GAME, [mixed, Note()], 1)
    assert played.record == play(GAME, [Note(), Note()], 1).record
    assert not BidAndPlay(Note(), Note()).oracle


def test_an_oracle_cannot_be_asked_with_a_view() -> None:
    state = GAME.new(1)
    for bot in (FirstKnowing(), BidAndPlay(FirstKnowing(), Note())):
        bot.start(GAME, state.player, 1)
        with pytest.raises(OracleOnly):
            bot.choose(state.view(state.player))
    with pytest.raises(OracleOnly):
        Note().choose_knowing(state)
