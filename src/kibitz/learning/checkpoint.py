"""What all runs that learn share: a file that holds a run can only be gone on with as it was."""

from __future__ import annotations

from kibitz.core.errors import KibitzError


class OtherRun(KibitzError):
    """The file holds a run with other settings, or something else."""

    code = "other_run"
