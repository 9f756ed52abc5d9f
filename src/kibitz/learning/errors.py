"""Named errors of training runs."""

from __future__ import annotations

from kibitz.core.errors import KibitzError


class BadRun(KibitzError):
    """The folder is not a run, or the run cannot be resumed as requested."""

    code = "bad_run"


class ForeignCheckpoint(KibitzError):
    """The checkpoint is for another game, network or recipe, or the file is not a checkpoint."""

    code = "foreign_checkpoint"


class NotFinite(KibitzError):
    """A loss or gradient became NaN or infinite; the last checkpoint is intact."""

    code = "not_finite"


class DiskFull(KibitzError):
    """A file of the run could not be written; the last checkpoint is intact."""

    code = "disk_full"


class BadLeague(KibitzError):
    """A league file has an invalid agent or key, or an agent keeps failing."""

    code = "bad_league"
