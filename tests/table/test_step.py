"""The transitions of a table: who may do what, when, and what it leads to."""

import random

import pytest

import kibitz
from kibitz.core.errors import IllegalAction, KibitzError, UnknownBot
from kibitz.table import clock, events, undo
from kibitz.table.effects import Ask, Deal, Keep, Wake
from kibitz.table.errors import (
    AlreadyBegun,
    AlreadySeated,
    BadSetup,
    CannotUndo,
    NoOpenSeat,
    NotAlone,
    NotAway,
    NotFinished,
    NotHost,
    NoTimeLeft,
    NotPlaying,
    NotSeated,
    NotYourTurn,
    OracleClosed,
    SeatTaken,
    StaleMove,
)
from kibitz.table.setup import Clock, Setup
from kibitz.table.step import due
from kibitz.table.table import Table
from tests.table.tables import ADA, BOB, CYD, act, begun, do, make, play, wants

TWO = "me open bot bot"
MOVE, GAME = Clock("move", 10.0), Clock("game", 60.0, 5.0)


def until_turn(table: Table, seat: int) -> Table:
    while table.on_turn != seat:
        table = act(table)
    return table


def two_persons(seed: int = 7, **more: object) -> Table:
    table = do(make("belote", TWO, **more), events.Sit(BOB, "Bob"))
    return do(table, events.Begin(seed, "5a17"))


# Setting up --------------------------------------------------------------------------------------


def test_a_full_table_wants_a_deal_and_an_open_one_waits() -> None:
    assert due(make("belote")) == (Deal(),)
    assert due(make("belote", TWO)) == ()
    assert wants(make("belote", TWO), events.Sit(BOB, "Bob")) == (Deal(),)


@pytest.mark.parametrize(
    ("game", "seats", "error"),
    [
        ("belote", "me bot", BadSetup),
        ("belote", "me me bot bot", BadSetup),
        ("belote", "me nobody bot bot", UnknownBot),
        ("belote", "me ../../x.toml bot bot", UnknownBot),
        ("belote", "me oracle bot bot", OracleClosed),
    ],
)
def test_what_cannot_be_set_up(game: str, seats: str, error: type[KibitzError]) -> None:
    with pytest.raises(error):
        make(game, seats)


def test_an_oracle_sits_where_the_cards_are_open() -> None:
    assert make("belote", "me oracle bot bot", open_cards=True).setup.open_cards
    assert make("belote", "oracle bot bot bot").setup.open_cards  # only bots: nothing to hide


def test_a_setup_survives_the_store() -> None:
    setup = Setup("ohhell", {"schedule": [3, 2], "players": 3}, clock=GAME, pace_ms=5).check()
    assert Setup.of(setup.as_dict()).check() == setup


def test_sitting_down() -> None:
    table = make("belote", TWO)
    with pytest.raises(AlreadySeated):
        do(table, events.Sit(ADA, "Ada"))
    with pytest.raises(SeatTaken):
        do(table, events.Sit(BOB, "Bob", 2))
    with pytest.raises(SeatTaken):
        do(table, events.Sit(BOB, "Bob", 9))
    table = do(table, events.Sit(BOB, "Bob", 1))
    assert table.seats[1].name == "Bob"
    with pytest.raises(NoOpenSeat):
        do(table, events.Sit(CYD, "Cyd"))


def test_bots_fill_what_is_open() -> None:
    table = make("belote", "me open open rule")
    with pytest.raises(NotSeated):
        do(table, events.Start(CYD, "rule"))
    with pytest.raises(OracleClosed):
        do(table, events.Start(ADA, "oracle"))
    table = do(table, events.Start(ADA, "smart"))
    assert [seat.bot for seat in table.seats] == [None, "smart", "smart", "rule"]
    assert due(table) == (Deal(),)
    with pytest.raises(AlreadyBegun):
        do(do(table, events.Begin(1, "")), events.Start(ADA, "rule"))


def test_nobody_deals_twice_or_to_an_open_seat() -> None:
    with pytest.raises(AlreadyBegun):
        do(begun(), events.Begin(1, ""))
    with pytest.raises(NotPlaying):
        do(make("belote", TWO), events.Begin(1, ""))


# Playing -----------------------------------------------------------------------------------------


def test_a_bot_on_turn_is_asked_and_a_person_is_not() -> None:
    table = begun("belote", pace_ms=250)
    while table.on_turn == 0:
        table = act(table)
    bot = table.on_turn
    assert bot is not None
    expected = Ask(bot, "simple", 1, table.ply, table.turn_at + 0.25)
    assert due(table) == (expected,)
    assert due(until_turn(table, 0)) == ()


@pytest.mark.parametrize("game", ["belote", "codepiece", "ohhell"])
def test_a_bot_that_leads_leaves_time_to_look_at_the_trick(game: str) -> None:
    def waits(table: Table) -> float:
        (asked,) = due(table)
        assert isinstance(asked, Ask)
        return asked.at - table.turn_at

    def plays(table: Table) -> bool:
        return table.view(0).phase == "play" and table.on_turn not in (None, 0)

    def leads(table: Table) -> bool:
        position = table.view(0).__dict__
        return plays(table) and not position["trick"] and sum(position["tricks"]) > 0

    def follows(table: Table) -> bool:
        return plays(table) and bool(table.view(0).__dict__["trick"])

    for found, seconds in ((leads, 0.5), (follows, 0.25)):
        for seed in range(20):  # a contract that cannot be made ends a deal early
            table = play(begun(game, "me bot bot bot", pace_ms=250), random.Random(seed), found)
            if table.status == "playing":
                break
        assert waits(table) == pytest.approx(seconds)


def test_a_bot_leaves_time_to_look_at_what_a_doubt_shows() -> None:
    def just_doubted(table: Table) -> bool:
        assert table.state is not None
        return table.state.events[-1].kind == "reveal" and table.on_turn not in (None, 0)

    table = begun("dubito", "me bot bot bot", pace_ms=250)
    table = play(table, random.Random(3), just_doubted)
    assert table.status == "playing"
    (asked,) = due(table)
    assert isinstance(asked, Ask)
    assert asked.at == pytest.approx(table.turn_at + 0.75)


def test_moves_that_are_refused_change_nothing() -> None:
    table = until_turn(begun(), 0)
    legal = table.view(0).legal()[0]
    here = (table.game, table.ply)
    for event, error in [
        (events.Act(BOB, *here, legal), NotSeated),
        (events.Act(ADA, 2, table.ply, legal), StaleMove),
        (events.Act(ADA, 1, table.ply + 1, legal), StaleMove),
        (events.Act(ADA, 1, table.ply - 1, legal), StaleMove),
        (events.Act(ADA, *here, 31), IllegalAction),
        (events.Act(ADA, *here, 10**6), IllegalAction),
        (events.BotActs(0, *here, legal), NotYourTurn),
        (events.BotActs(1, *here, legal), StaleMove),
        (events.Rematch(ADA), NotFinished),
        (events.ComeBack(ADA), AlreadySeated),
        (events.Pace(BOB, 0), NotHost),
        (events.Pace(ADA, paused=True), NotHost),
    ]:
        before = table.state.hash if table.state else None
        with pytest.raises(error):
            do(table, event)
        assert table.state is not None
        assert table.state.hash == before
    other = do(table, events.Act(ADA, *here, legal))
    assert table.ply == other.ply - 1, "a table is a value: the old one is as it was"
    with pytest.raises(NotYourTurn):
        do(other, events.Act(ADA, other.game, other.ply, legal))


@pytest.mark.parametrize("game", kibitz.names())
def test_a_whole_game_is_the_game_of_its_seed(game: str) -> None:
    table = play(begun(game, seed=12345), random.Random(game))
    assert table.status == "over"
    assert table.state is not None
    record = table.state.record()
    assert record["seed"] == 12345
    assert kibitz.game(game).replay(record).returns() == table.state.returns()
    with pytest.raises(NotPlaying):
        do(table, events.Act(ADA, table.game, table.ply, 0))


def test_the_end_is_kept_once() -> None:
    table = begun("codepiece")
    kept = 0
    while table.status == "playing":
        seat = table.on_turn
        assert seat is not None
        action = table.view(seat).legal()[0]
        here = (table.game, table.ply, action)
        event = events.Act(ADA, *here) if seat == 0 else events.BotActs(seat, *here)
        kept += wants(table, event).count(Keep(1))
        table = do(table, event)
    assert kept == 1
    assert Keep(1) not in wants(table, events.Leave(ADA))


def test_a_bot_that_fails_is_replaced_and_the_table_says_so() -> None:
    table = begun("belote", "me smart smart smart")
    while table.on_turn == 0:
        table = act(table)
    seat = table.on_turn
    assert seat is not None
    table = do(table, events.Replace(seat, table.game, table.ply, "crashed"))
    assert (table.seats[seat].bot, table.seats[seat].name) == ("simple", "simple")
    assert table.notes[-1].kind == "replaced"
    assert "smart failed (crashed)" in table.notes[-1].text
    table = do(table, events.Replace(seat, table.game, table.ply, "crashed"))
    assert table.seats[seat].bot == "random", "the last resort"


# Taking back -------------------------------------------------------------------------------------


def test_among_bots_one_takes_back_at_once() -> None:
    table = until_turn(begun("belote"), 0)
    ply = table.ply
    after = until_turn(act(table), 0)
    assert after.ply > ply
    back = do(after, events.Undo(ADA))
    assert (back.ply, back.on_turn) == (ply, 0)
    assert back.view(0) == table.view(0)


def test_replies_that_were_seen_are_counted_and_shown() -> None:
    table = until_turn(begun("belote"), 0)
    slip = do(act(table), events.Undo(ADA))
    assert (slip.notes[-1].kind, undo.peeks(slip)) == ("undone", [0, 0, 0, 0])
    answered = until_turn(act(slip), 0)
    replies = answered.ply - slip.ply - 1
    assert undo.seen(answered, 0) == replies > 0
    back = do(answered, events.Undo(ADA))
    assert back.notes[-1].kind == "undone_seen"
    assert f"{replies} repl" in back.notes[-1].text
    assert undo.peeks(back) == [1, 0, 0, 0]
    over = play(back, random.Random(1))
    again = do(do(over, events.Rematch(ADA)), events.Begin(8, "00"))
    assert (undo.peeks(over), undo.peeks(again)) == ([1, 0, 0, 0], [0, 0, 0, 0])


def test_secret_replies_are_not_seen() -> None:
    table = until_turn(begun("qwixx", options={"players": 3}), 0)
    decided = act(act(table))  # the second is the secret white step of a bot
    assert decided.ply == table.ply + 2
    assert undo.seen(decided, 0) == 0
    assert do(decided, events.Undo(ADA)).notes[-1].kind == "undone"


def test_nothing_to_take_back_and_nothing_to_peek() -> None:
    table = until_turn(begun("belote"), 0)
    with pytest.raises(CannotUndo, match="no move to undo"):
        do(table, events.Undo(ADA))
    with pytest.raises(NotSeated):
        do(table, events.Undo(BOB))
    qwixx = begun("qwixx")
    while not (qwixx.on_turn == 0 and len(qwixx.state.chance if qwixx.state else ()) == 2):
        qwixx = act(qwixx)
    with pytest.raises(CannotUndo, match="the dice were rolled"):
        do(qwixx, events.Undo(ADA))


def test_other_persons_are_asked() -> None:
    table = act(until_turn(two_persons(), 0))
    asked = do(table, events.Undo(ADA))
    assert asked.undo == 0
    assert asked.ply == table.ply
    with pytest.raises(CannotUndo):
        do(asked, events.AnswerUndo(ADA, True))
    refused = do(asked, events.AnswerUndo(BOB, False))
    assert (refused.undo, refused.ply) == (None, table.ply)
    agreed = do(asked, events.AnswerUndo(BOB, True))
    assert (agreed.undo, agreed.ply) == (None, table.ply - 1)
    moved = act(until_turn(asked, 1))
    assert moved.undo is None, "who plays on has answered"


# Clocks ------------------------------------------------------------------------------------------


def test_a_clock_for_each_move() -> None:
    table = until_turn(begun("belote", clock=MOVE), 0)
    time_up = clock.deadline(table)
    assert time_up == table.turn_at + 10
    assert due(table) == (Wake(1, table.ply, time_up),)
    with pytest.raises(StaleMove):
        do(table, events.Flag(1, table.ply), time_up - 1)
    flagged = do(table, events.Flag(1, table.ply), time_up)
    assert flagged.seats[0].away
    assert flagged.seats[0].bot == "simple"
    assert isinstance(due(flagged)[0], Ask)
    back = do(flagged, events.ComeBack(ADA), 150.0)
    assert clock.deadline(back) == 160.0


def test_a_clock_for_the_game() -> None:
    table = until_turn(begun("belote", clock=GAME), 0)
    start = table.turn_at
    table = act(table, now=start + 20)
    assert table.left[0] == 45.0, "60 - 20 + 5"
    table = until_turn(table, 0)
    table = do(table, events.Flag(1, table.ply), table.turn_at + 45)
    assert table.left[0] == 0
    with pytest.raises(NoTimeLeft):
        do(table, events.ComeBack(ADA))


def test_bots_have_no_clock() -> None:
    table = begun("belote", clock=GAME)
    while table.on_turn == 0:
        table = act(table)
    assert clock.deadline(table) is None
    after = act(table, now=10_000.0)
    assert after.left == table.left


def test_the_time_that_the_server_was_away_costs_nobody_anything() -> None:
    table = until_turn(begun("belote", clock=MOVE), 0)
    table = do(table, events.Restart(), 5000.0)
    assert clock.deadline(table) == 5010.0


# Coming and going --------------------------------------------------------------------------------


def test_who_leaves_is_played_for_and_may_come_back() -> None:
    table = until_turn(begun("belote"), 0)
    gone = do(table, events.Leave(ADA))
    assert due(gone)[0] == Ask(0, "simple", 1, gone.ply, gone.turn_at + 0.6)
    with pytest.raises(NotSeated):
        do(gone, events.Leave(ADA))
    with pytest.raises(NotYourTurn):
        do(gone, events.Act(ADA, 1, gone.ply, gone.view(0).legal()[0]))
    back = do(until_turn(act(gone), 0), events.ComeBack(ADA))
    assert back.seats[0].plays_itself
    assert due(back) == ()


def test_who_leaves_before_the_game_frees_the_seat() -> None:
    table = do(do(make("belote", "me open open bot"), events.Sit(BOB, "Bob")), events.Leave(BOB))
    assert table.seats[1].kind == "open"


def test_others_may_let_a_bot_take_over() -> None:
    table = two_persons()
    with pytest.raises(NotSeated):
        do(table, events.TakeOver(CYD, 1))
    with pytest.raises(NotAway):
        do(table, events.TakeOver(ADA, 2))
    with pytest.raises(NotAway):
        do(table, events.TakeOver(ADA, 77))
    over = do(table, events.TakeOver(ADA, 1))
    assert over.seats[1].away
    assert over.seat_of(BOB) == 1


def test_another_game_begins_when_all_persons_want_it() -> None:
    table = play(two_persons(), random.Random(1))
    wanted = do(table, events.Rematch(ADA))
    assert (wanted.status, wanted.rematch) == ("over", {0})
    assert wants(wanted, events.Rematch(BOB)) == (Deal(),)
    again = do(do(wanted, events.Rematch(BOB)), events.Begin(99, "ff"))
    assert (again.game, again.ply, again.status, again.rematch) == (2, 0, "playing", frozenset())
    with pytest.raises(StaleMove):
        do(until_turn(again, 0), events.Act(ADA, 1, until_turn(again, 0).ply, 0))


def test_who_has_left_is_not_waited_for() -> None:
    table = do(play(two_persons(), random.Random(1)), events.Leave(BOB))
    assert wants(table, events.Rematch(ADA)) == (Deal(),)


def test_bots_alone_can_be_stopped_and_go_on() -> None:
    table = begun("belote", "bot bot bot bot")
    paused = do(table, events.Pace(ADA, 0, True))
    assert due(paused) == ()
    assert due(do(paused, events.Pace(ADA, paused=False)))[0] == Ask(
        table.on_turn or 0, "simple", 1, 0, table.turn_at
    )


def test_seats_are_distinguished_by_name() -> None:
    table = make("belote", "me bot bot smart")
    assert table.names() == ["Ada", "simple (East)", "simple (South)", "smart"]


# Giving up ---------------------------------------------------------------------------------------


def test_one_person_gives_up_a_game_and_it_leaves_no_record() -> None:
    table = begun()
    assert wants(table, events.Abandon(ADA)) == (), "no record, no bot is asked"
    given_up = do(table, events.Abandon(ADA))
    assert (given_up.status, given_up.abandoned) == ("over", True)
    assert given_up.notes[-1].kind == "abandoned"
    with pytest.raises(NotPlaying):
        do(given_up, events.Abandon(ADA))
    with pytest.raises(NotFinished):
        do(given_up, events.Rematch(ADA))


def test_a_person_resigns_against_bots() -> None:
    table = begun("codepiece", "bot me bot bot")
    assert Keep(1) in wants(table, events.Resign(ADA)), "the record is kept"
    lost = do(table, events.Resign(ADA))
    assert (lost.status, lost.resigned, lost.outcome()) == ("over", 1, [0.5, 0, 0.5, 0])
    assert events.read(events.write(events.Resign(ADA))) == events.Resign(ADA)
    with pytest.raises(NotPlaying):
        do(lost, events.Resign(ADA))
    again = do(do(lost, events.Rematch(ADA)), events.Begin(8, "5a17"))
    assert (again.resigned, again.status) == (None, "playing")
    with pytest.raises(NotAlone):
        do(two_persons(), events.Resign(ADA))


def test_a_game_begins_at_a_position() -> None:
    table = make("belote", "me bot bot bot")
    first = begun("belote", "me bot bot bot")
    moved = act(act(first))
    assert moved.state is not None
    begin = events.Begin(7, "5a17", list(moved.state.actions))
    later = do(table, events.read(events.write(begin)))
    assert (later.ply, later.on_turn) == (2, moved.on_turn)
    assert later.state is not None
    assert later.state.hash == moved.state.hash


def test_nobody_ends_a_game_for_others() -> None:
    with pytest.raises(NotAlone):
        do(two_persons(), events.Abandon(ADA))
    with pytest.raises(NotSeated):
        do(begun(), events.Abandon(CYD))
    left = do(two_persons(), events.Leave(BOB))
    assert do(left, events.Abandon(ADA)).abandoned, "nobody else plays there any more"
