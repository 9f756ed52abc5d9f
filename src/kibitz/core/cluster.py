"""A connection to a Ray cluster, for what plays, trains or solves on several machines.

Ray is the extra `cluster`, and is imported only here and only when a cluster is asked for. Kibitz
must be installed at the same path on every node.
"""

from __future__ import annotations

import logging
import os
import socket
from typing import Any

from kibitz.core.errors import KibitzError, MissingExtra
from kibitz.core.extras import install

ADDRESS_SECONDS_MAX = 10.0  # to wait for an answer there


class NoCluster(KibitzError):
    """The cluster cannot be reached, or has no worker left. What is stored is kept."""

    code = "no_cluster"


def connect(address: str) -> Any:
    """Return the connected ray module; an existing connection is reused."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise MissingExtra(f"a cluster needs Ray: {install('cluster')}") from None
    if not ray.is_initialized():
        _check_address(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise NoCluster(f"no Ray cluster answers at {address!r}: {reason}") from None
    return ray


def _check_address(address: str) -> None:
    """Check the port first: Ray itself retries for minutes if nothing listens."""
    host, colon, port = address.rpartition(":")
    if not colon or "/" in host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=ADDRESS_SECONDS_MAX).close()
    except (OSError, OverflowError) as error:
        raise NoCluster(f"no Ray cluster answers at {address!r}: {error}") from None


def cpus(ray: Any) -> int:
    """Return the number of CPUs of the cluster, at least 1."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
