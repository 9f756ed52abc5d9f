"""The errors of Kibitz, by their public name: `from kibitz.errors import IllegalAction`."""

from kibitz.core.errors import *  # noqa: F403  (the one place that re-exports them all)
