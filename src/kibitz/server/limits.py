"""All limits of the server in one place. Names end in their unit.

They are generous for a household, and small enough that a single address cannot take the server
down. Tests and load measurements use others: `replace(Limits(), ...)`. They are enforced where the
thing arrives: connection.py for connections, guard.py for requests, socket.py for messages, hall.py
for tables. A limit per `rate_seconds` is counted by sliding_window.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.core.errors import KibitzError
from kibitz.table.admission import Budget


class TooManyRequests(KibitzError):
    """Too many requests or messages in a short time."""

    code = "too_fast"


@dataclass(frozen=True)
class Limits:
    rate_seconds: float = 20.0  # the window of all rate limits

    # One address
    # per `rate_seconds`; a first visit makes about 70, and a whole class may share an address
    requests_max: int = 3000
    extension_requests_max: int = 120  # per `rate_seconds`; a round needs 0.5 a second
    sessions_max: int = 30  # new ones per `rate_seconds`; limits passphrase guesses too
    sockets_address_max: int = 128  # of HTTP as well as WebSockets
    connections_address_max: int = 64  # WebSockets alone
    tables_address_max: int = 50  # unfinished ones that it created

    # Frames and messages
    frame_bytes_max: int = 8 * 1024  # per WebSocket message from a client
    player_messages_max: int = 100  # per `rate_seconds` and connection that holds a seat
    spectator_messages_max: int = 50  # per `rate_seconds` and connection that does not
    hello_seconds_max: float = 10.0  # from connecting to the first message
    outgoing_messages_max: int = 500  # queued for a slow client before it is disconnected

    # Connections, of HTTP as well as WebSockets
    sockets_max: int = 4000
    header_seconds_max: float = 10.0  # until the headers of a request are complete
    header_bytes_max: int = 32 * 1024  # of all headers
    header_line_bytes_max: int = 8000  # of one header of a WebSocket; its parser ends at 8 KiB
    body_seconds_max: float = 30.0  # until the body of a request is complete

    # HTTP
    body_bytes_max: int = 64 * 1024
    records_max: int = 200  # per response

    # Tables and connections
    connections_max: int = 2000
    tables_max: int = 5000  # in memory
    tables_connection_max: int = 16  # watched by one connection
    spectators_max: int = 100  # per table
    tables_listed_max: int = 200  # per response
    plies_max: int = 10_000  # per game: the cost of a message grows with the history

    budget: Budget = field(
        default_factory=Budget
    )  # of events other than moves, for each person and table

    # Thinking
    bot_seconds_max: float = 60.0  # per move; then another bot takes the seat
    thinking_seconds: float = 0.5  # until people are shown that a bot is thinking
    advice_workers: int = 2  # processes for quick advice: hints, explorer, advisor
    advice_seconds_max: float = 60.0  # per answer
    advice_waiting_max: int = 32  # questions queued for advice; beyond that, `busy`
    advice_person_max: int = 4  # per person, running or waiting
    quick_milliseconds: float = 50.0  # a bot that takes less is asked before slower ones
    jobs_running_max: int = 1  # at the same time, each in its own process; the rest wait
    jobs_person_max: int = 3  # per person, running or waiting
    jobs_max: int = 100  # running or waiting; as many finished ones are kept
    job_seconds_max: float = 660.0  # the longest that can be requested, plus a minute
    job_kept_seconds: float = 3600.0  # after it ends

    # Coming and going
    away_seconds: float = 30.0  # disconnected, until others may let a bot take over
    listed_seconds: float = (
        3 * 3600.0
    )  # without a move or a listener, until strangers see it no more
    idle_over_seconds: float = 600.0  # until a finished table that nobody attends is unloaded
    idle_waiting_seconds: float = 86_400.0  # until a table that never began is abandoned
    idle_playing_seconds: float = 30 * 86_400.0  # until an interrupted game is abandoned
    retry_seconds: float = 1.0  # until an event that the disk refused is tried again
    sweep_seconds: float = 60.0  # between two checks for such tables
    adopt_seconds: float = 2.0  # between two checks for tables of processes that died
