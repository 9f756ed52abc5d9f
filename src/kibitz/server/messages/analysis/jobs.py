"""Jobs: long-running questions, with their progress and results so far."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz.server.message_base import Sent
from kibitz.server.messages.analysis.annonces import AnnoncesReply
from kibitz.server.messages.analysis.review import ReviewReply
from kibitz.server.messages.http import Refused

JobId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,32}$")]


class JobReply(Sent):
    """A job and its results. Poll until `state` is neither "waiting" nor "running"."""

    job: str
    kind: Literal["review", "annonces"]
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    progress: float  # from 0 to 1
    review: ReviewReply | None = None  # partial until the job is done
    annonces: AnnoncesReply | None = None
    refusal: Refused | None = None  # why it failed
