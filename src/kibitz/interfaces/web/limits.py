"""Every limit of the server, in one place. Units come last in the names.

They are generous for a household and small enough that one address cannot take the server down.
`replace(Limits(), ...)` makes others, for tests and for load measurements.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    # Frames and messages
    frame_bytes_max: int = 8 * 1024  # of a WebSocket message from a client
    rate_seconds: float = 20.0  # the window of the next two
    player_messages_max: int = 100  # of a connection that holds a seat somewhere
    spectator_messages_max: int = 50  # of one that does not
    hello_seconds_max: float = 10.0  # from the connection to the first message
    outgoing_messages_max: int = 500  # that wait for a slow client; then it is hung up on

    # HTTP
    body_bytes_max: int = 64 * 1024
    requests_max: int = 600  # of an address in `rate_seconds`
    sessions_max: int = 30  # new ones of an address in `rate_seconds`: also tries of a pass phrase
    records_max: int = 200  # in one answer

    # Tables and connections
    connections_max: int = 2000
    connections_address_max: int = 64
    tables_max: int = 5000  # in memory
    tables_address_max: int = 50  # unfinished ones that an address has set up
    tables_connection_max: int = 16  # that one connection attends
    spectators_max: int = 100  # of a table
    tables_listed_max: int = 200  # in one answer
    plies_max: int = 10_000  # of a game: what it costs to tell grows with its history

    # Thinking
    bot_seconds_max: float = 60.0  # for a move; then another bot takes the seat
    hint_seconds_max: float = 60.0
    hints_max: int = 4  # at the same time
    thinking_seconds: float = 0.5  # until people are told that a bot takes its time

    # Analysis
    analysts: int = 1  # processes for what is soon answered
    analysis_seconds_max: float = 60.0  # of one answer
    jobs_running_max: int = 1  # at the same time; others wait
    jobs_person_max: int = 3  # of one person, running or waiting
    jobs_max: int = 100  # kept, finished ones too
    job_seconds_max: float = 660.0  # the most that can be asked for, and a minute
    job_kept_seconds: float = 3600.0  # after its end

    # Coming and going
    away_seconds: float = 30.0  # without a connection, until others may let a bot take over
    idle_over_seconds: float = 600.0  # a finished table without anybody leaves the memory
    idle_waiting_seconds: float = 86_400.0  # one that never began is given up
    idle_playing_seconds: float = 30 * 86_400.0  # one that nobody goes on with too
    sweep_seconds: float = 60.0  # between two looks for such tables
