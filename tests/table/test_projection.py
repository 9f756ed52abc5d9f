"""What is sent to a seat: complete, of the promised form, and the same in pieces as in one."""

import itertools
import json
import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.server import messages
from kibitz.table import events, seal
from kibitz.table.errors import MayNotLook
from kibitz.table.games import look, public_history
from kibitz.table.parts import HAND_ORDER
from kibitz.table.projection import Around, look_back, project, result, summary
from kibitz.table.table import Table
from tests.support.found import GAMES, game_options
from tests.table.tables import ADA, BOB, act, begun, do, make, play

AROUND = Around({ADA}, 3, 500.0)


def message_for(table: Table, player: str | None, since: int | None = None) -> dict[str, Any]:
    """As it travels, and as the models promise."""
    message = json.loads(json.dumps(project(table, player, AROUND, since)))
    messages.from_server.validate_python(message)
    return message


def some_table(game: str, rng: random.Random) -> Table:
    """A random moment of a random game with two persons."""
    options = {
        k: list(v) if isinstance(v, tuple) else v for k, v in game_options(game, rng).items()
    }
    table = begun(game, "", rng.getrandbits(64), options=options)
    stop = rng.randrange(60)
    return play(table, rng, lambda t: t.ply >= stop)


class Follower:
    """A client: it appends what it receives, as docs/protocol.md says."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.seq: int | None = None
        self.history: list[Any] = []
        self.notes: list[Any] = []

    def hear(self, table: Table) -> None:
        message = message_for(table, self.player, self.seq)
        self.seq = message["seq"]
        self.history = self.history[: message["keep"]] + message["history"]
        self.notes = self.notes[: message["notes_keep"]] + message["notes"]

    def check(self, table: Table) -> None:
        whole = message_for(table, self.player)
        assert whole["keep"] == whole["notes_keep"] == 0
        assert self.history == whole["history"]
        assert self.notes == whole["notes"]


@pytest.mark.parametrize("game", GAMES)
def test_every_message_keeps_the_promise(game: str) -> None:
    for seed in range(8):
        table = some_table(game, random.Random(seed))
        for player in (ADA, None):
            message = message_for(table, player)
            position = message["position"]
            assert position["ply"] == table.ply
            own = table.seat_of(player)
            legal = table.view(own).legal() if own is not None else []
            assert [action["id"] for action in position["legal"]] == legal
            assert len(message["history"]) == len(table.history(own))
            assert all(line["text"] for line in message["history"])


@pytest.mark.parametrize("game", GAMES)
def test_the_offers_can_be_distinguished(game: str) -> None:
    """A page finds the action for a click by kind, card, value, suit, row: each is unique."""
    for seed in range(6):
        table = some_table(game, random.Random(seed))
        seat = table.on_turn
        if seat is None:
            continue
        view = table.view(seat)
        offers = [json.dumps(look(game).offer(view, action)) for action in view.legal()]
        if game == "qwixx":  # both white dice may lead to the same cell
            continue
        assert len(set(offers)) == len(offers)


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_sees_what_all_seats_see_alike(game: str) -> None:
    """Built from any seat's view a spectator's message is the same: nothing in it is anybody's."""
    for seed in range(12):
        table = some_table(game, random.Random(seed))
        assert table.state is not None
        views = [table.state.view(seat) for seat in range(table.rules.players)]
        shown = [look(game).show(view, False, None) for view in views]
        assert all(one == shown[0] for one in shown)
        histories = [public_history(view) for view in views]
        assert all(history == histories[0] for history in histories)


@pytest.mark.parametrize("game", GAMES)
def test_pieces_make_the_whole(game: str) -> None:
    """Whoever comes and goes, whatever is taken back: each has what a newcomer gets."""
    rng = random.Random(game)
    table = begun(game, seed=rng.getrandbits(64))
    always, rarely = Follower(ADA), Follower(ADA)
    watcher = Follower(None)
    undone = 0
    for _ in range(120):
        if table.status == "over":
            table = do(do(table, events.Rematch(ADA)), events.Begin(rng.getrandbits(64), "00"))
        if rng.random() < 0.2:
            try:
                table = do(table, events.Undo(ADA))
                undone += 1
            except KibitzError:
                pass
        else:
            table = act(table, rng.randrange(1000))
        for follower, often in ((always, 1.0), (rarely, 0.1), (watcher, 0.4)):
            if rng.random() < often:
                follower.hear(table)
                follower.check(table)
    assert undone or game == "qwixx"


def test_a_number_from_nowhere_gives_everything() -> None:
    table = begun()
    for since in (999, -1, None):
        assert message_for(table, ADA, since)["keep"] == 0


def test_the_seed_is_sealed_until_the_end() -> None:
    table = begun("codepiece", seed=2**255 + 11)
    while table.status == "playing":
        message = message_for(table, ADA)
        assert message["result"] is None
        assert str(table.seed) not in json.dumps(message)
        assert table.salt not in json.dumps(message)
        table = act(table)
    ending = message_for(table, None)
    found = ending["result"]
    assert seal.opens(ending["seal"], int(found["seed"]), found["salt"])
    record = json.loads(found["record"])
    assert kibitz.game("codepiece").replay(record).returns() == found["returns"]
    assert found["deals"] == [record["chance"][0]["hands"]]


def test_the_bots_seeds_reveal_nothing_of_the_game() -> None:
    seeds = {seal.bot_seed(7, "00", seat, ply) for seat in range(4) for ply in range(50)}
    assert len(seeds) == 200
    assert seal.bot_seed(7, "00", 0, 0) != seal.bot_seed(7, "01", 0, 0)


def test_open_cards_show_all_hands() -> None:
    for game in ("belote", "dubito"):
        table = begun(game, open_cards=True)
        for player in (ADA, None):
            message = message_for(table, player)
            assert message["setup"]["open_cards"]
            hands = message["position"]["hands"]
            assert all(hands)
            assert sum(map(len, hands)) == sum(message["position"]["hand_sizes"])
        assert message_for(begun(game), ADA)["position"]["hands"] is None


def test_looking_back() -> None:
    table = play(begun("belote", seed=3), random.Random(5), lambda t: t.ply >= 6)
    own = look_back(table, ADA, 2, None)
    assert (own["ply"], own["seat"]) == (2, 0)
    assert own == look_back(table, ADA, 2, 0)
    assert own["hands"] is None
    public = look_back(table, BOB, 2, None)
    assert public["hand"] is None
    for player, ply, seat in ((ADA, 2, 1), (BOB, 2, 0), (ADA, 7, 0), (ADA, 1, 9)):
        with pytest.raises(MayNotLook):
            look_back(table, player, ply, seat)
    over = play(table, random.Random(5))
    assert look_back(over, BOB, 2, 3)["hand"] == look_back(over, ADA, 2, None)["hands"][3]


def test_whether_undo_is_possible_is_shown() -> None:
    table = begun("ohhell")
    while table.on_turn != 0:
        table = act(table)
    assert not message_for(table, ADA)["can_undo"]
    assert message_for(act(table), ADA)["can_undo"]
    assert message_for(act(table), ADA)["undo_seen"] == 0
    assert message_for(act(act(table)), ADA)["undo_seen"] == 1
    assert message_for(act(act(table)), None)["undo_seen"] == 0
    assert not message_for(act(table), None)["can_undo"]


def test_a_hand_is_sorted_by_colours() -> None:
    for trump, order in HAND_ORDER.items():
        assert order[0] == (trump or "S")
        assert all((a in "SC") != (b in "SC") for a, b in itertools.pairwise(order))
    table = begun("belote", seed=3)
    held = message_for(table, ADA)["position"]["hand"]
    while table.state is not None and table.state.phase == "bid":
        assert message_for(table, ADA)["position"]["hand"] == held, "it lies still while they bid"
        table = act(table, 1 if table.ply == 0 else 0)
    position = message_for(table, ADA)["position"]
    assert position["trump"] == "S"
    assert sorted(position["hand"]) == sorted(held)
    suits = [suit for suit, _ in itertools.groupby("SHDC"[c // 8] for c in position["hand"])]
    assert suits == [suit for suit in "SHCD" if suit in suits], "each suit in one place"


def test_no_result_before_the_end() -> None:
    assert result(begun()) is None


def test_seats_say_who_sits_there() -> None:
    seats = message_for(begun("belote", "me rule bot bot"), ADA)["seats"]
    assert [s["label"] for s in seats] == ["North", "East", "South", "West"]
    assert [s["you"] for s in seats] == [True, False, False, False]
    assert seats[1]["name"] == seats[1]["bot"] == "rule"
    assert seats[0]["side"] == [0, 2]
    assert [s["here"] for s in seats] == [True] * 4


def test_it_is_nobodys_turn_while_a_bot_plays_for_them() -> None:
    """The lobby does not call back a person whose bot is about to move."""
    table = do(make("belote", "me open bot bot"), events.Sit(BOB, "Bob"))
    table = do(table, events.Begin(7, "5a17"))
    while table.on_turn != 0:
        table = act(table)
    assert summary(table, ADA, AROUND)["your_turn"]
    assert not summary(do(table, events.Leave(ADA)), ADA, AROUND)["your_turn"]
