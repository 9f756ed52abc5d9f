"""A Ray cluster of two nodes on this machine, of one CPU each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import kibitz

ROOT = Path(__file__).parents[2]


@contextmanager
def two_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Any]]:
    """The cluster, and the node that may be lost. (Ray hangs if both are at 127.0.0.1.)"""
    paths = [str(Path(kibitz.__file__).parents[1]), str(ROOT), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    # Ray gives its workers a niceness of 15: beside other work they would hardly run at all.
    monkeypatch.setenv("RAY_worker_niceness", "0")
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "node_ip_address": "127.0.0.2"}
    found = Cluster(initialize_head=True, head_node_args=head)
    second = found.add_node(num_cpus=1, node_ip_address="127.0.0.3")
    ray.init(address=found.address, _node_ip_address="127.0.0.2", log_to_driver=False)
    try:
        yield found, second
    finally:
        ray.shutdown()
        found.shutdown()
