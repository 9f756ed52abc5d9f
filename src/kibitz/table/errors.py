"""Named refusals of a table. A refused event changes nothing."""

from __future__ import annotations

from kibitz.core.errors import BadOption, KibitzError


class TableRefusal(KibitzError):
    """Base class of everything a table refuses."""

    code = "refused"


class UnknownTable(TableRefusal):
    """No table has that id."""

    code = "unknown_table"


class NotSeated(TableRefusal):
    """Only people seated at the table may do this."""

    code = "not_seated"


class NotHost(TableRefusal):
    """Only the person who set up the table may do this."""

    code = "not_host"


class NotAlone(TableRefusal):
    """Other people sit at the table, so one person cannot end it for all."""

    code = "not_alone"


class NotYourTurn(TableRefusal):
    """Another seat is to act."""

    code = "not_your_turn"


class StaleMove(TableRefusal):
    """The move is for a position that has passed."""

    code = "stale_move"


class SeatTaken(TableRefusal):
    """The seat is already taken."""

    code = "seat_taken"


class NoOpenSeat(TableRefusal):
    """The table is full."""

    code = "no_open_seat"


class AlreadySeated(TableRefusal):
    """A person may hold only one seat at a table."""

    code = "already_seated"


class AlreadyBegun(TableRefusal):
    """The game is under way."""

    code = "already_begun"


class NotPlaying(TableRefusal):
    """No game is under way."""

    code = "not_playing"


class NotFinished(TableRefusal):
    """The game is not over yet."""

    code = "not_finished"


class CannotUndo(TableRefusal):
    """The person has nothing to undo, or something was revealed since."""

    code = "cannot_undo"


class NotAway(TableRefusal):
    """The person is still at the table."""

    code = "not_away"


class NoTimeLeft(TableRefusal):
    """This seat has used up its time for the game."""

    code = "no_time_left"


class TooManyEvents(TableRefusal):
    """A person or a table has reached its limit of events other than moves."""

    code = "too_many_events"


class MayNotLook(TableRefusal):
    """Another seat's view is off limits while the game is under way."""

    code = "may_not_look"


class BadSetup(BadOption):
    """The seats do not fit the game, or nobody could play at this table."""

    code = "bad_setup"


class OracleClosed(BadSetup):
    """A bot that sees all cards may only sit where the cards are open."""

    code = "oracle_closed"


class DamagedTable(KibitzError):
    """A stored table cannot be replayed."""

    code = "damaged_table"
    fault = "us"
