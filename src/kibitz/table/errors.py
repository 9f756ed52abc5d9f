"""What a table refuses, each with its name. Whatever was refused has changed nothing."""

from __future__ import annotations

from kibitz.core.errors import BadOption, KibitzError


class TableRefusal(KibitzError):
    """The base of them."""

    code = "refused"


class UnknownTable(TableRefusal):
    """There is no table of that name."""

    code = "unknown_table"


class NotSeated(TableRefusal):
    """Only who sits at the table may do this."""

    code = "not_seated"


class NotHost(TableRefusal):
    """Only who has set the table up may do this."""

    code = "not_host"


class NotYourTurn(TableRefusal):
    """Somebody else is to act."""

    code = "not_your_turn"


class StaleMove(TableRefusal):
    """A move for a position that is no longer there."""

    code = "stale_move"


class SeatTaken(TableRefusal):
    """Somebody sits there already."""

    code = "seat_taken"


class NoOpenSeat(TableRefusal):
    """The table is full."""

    code = "no_open_seat"


class AlreadySeated(TableRefusal):
    """One person has one seat at a table."""

    code = "already_seated"


class AlreadyBegun(TableRefusal):
    """The game is under way."""

    code = "already_begun"


class NotPlaying(TableRefusal):
    """No game is under way."""

    code = "not_playing"


class NotFinished(TableRefusal):
    """The game is not over yet."""

    code = "not_over"


class CannotUndo(TableRefusal):
    """Nothing of the person's own to take back, or something was seen since."""

    code = "cannot_undo"


class NotAway(TableRefusal):
    """The person is at the table."""

    code = "not_away"


class NoTimeLeft(TableRefusal):
    """The clock of the game has run out for this seat."""

    code = "no_time_left"


class MayNotLook(TableRefusal):
    """A view that is not one's own while the game goes on."""

    code = "may_not_look"


class BadSetup(BadOption):
    """Seats that do not fit the game, or a table that nobody can play at."""

    code = "bad_setup"


class OracleClosed(BadSetup):
    """A bot that sees all cards sits only where the cards are open."""

    code = "oracle_closed"


class DamagedTable(KibitzError):
    """A stored table that does not replay."""

    code = "damaged_table"
    fault = "us"
