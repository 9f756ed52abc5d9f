"""Named errors of the arena."""

from __future__ import annotations

from kibitz.core.errors import KibitzError


class BadList(KibitzError):
    """A leaderboard's list of matches has something missing or unknown."""

    code = "bad_list"


class NothingPlayed(KibitzError):
    """The store has no games to report on."""

    code = "nothing_played"


class OtherBot(KibitzError):
    """A bot differs from the one that began the match: its file has changed meanwhile."""

    code = "other_bot"


class TooManyBots(KibitzError):
    """The match has more bots than allowed."""

    code = "too_many_bots"


class NoRatings(KibitzError):
    """The game has no shipped players with a rating to compare with."""

    code = "no_ratings"


class BadImport(KibitzError):
    """A file of matches cannot be read; the sentence names the line."""

    code = "bad_import"


class NewerStore(KibitzError):
    """The store was written by a newer version of Kibitz."""

    code = "newer_store"


class UnknownMatch(KibitzError):
    """The store has no match with that number."""

    code = "unknown_match"


class WorkerFailed(KibitzError):
    """A worker cannot continue, or several died playing the same games. Stored games are kept."""

    code = "worker_failed"
    fault = "us"
