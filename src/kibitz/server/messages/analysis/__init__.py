"""The messages of the analysis routes, one module each, all re-exported here.

    hint, review, annonces, jobs, explorer, advisor

The rules of all messages apply: requests are validated strictly and every length is bounded;
responses have no other keys.

Shares and probabilities are from 0 to 1. `value`, `expected` and `loss` are in the unit named by
`reward`: "margin" (points of the own side minus those of the others), "points", "outcome" (share of
the win), or "soft" (the same, but a narrow win counts less than a clear one).
"""

from kibitz.server.messages.analysis.advisor import *  # noqa: F403
from kibitz.server.messages.analysis.annonces import *  # noqa: F403
from kibitz.server.messages.analysis.explorer import *  # noqa: F403
from kibitz.server.messages.analysis.hint import *  # noqa: F403
from kibitz.server.messages.analysis.jobs import *  # noqa: F403
from kibitz.server.messages.analysis.review import *  # noqa: F403
