"""A match on a cluster of two nodes, one of which is killed in the middle."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.arena.run import cluster
from kibitz.arena.run.run import Silent, run
from kibitz.arena.store import open_store
from kibitz.core.cluster import NoCluster, connect
from tests.arena.support import slow_pair, table
from tests.support.nodes import two_nodes

pytestmark = [
    pytest.mark.soak,  # Ray takes a while to start, and a dead node to be noticed
    pytest.mark.timeout(900),  # with little of the processor for itself
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]

UNITS = 4000


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Any]]:
    with two_nodes(monkeypatch) as found:
        yield found


class KillsANode(Silent):
    """Removes the second node, not gently, once both are at work."""

    def __init__(self, nodes: tuple[Any, Any]) -> None:
        self.nodes, self.games, self.killed = nodes, 0, False
        self.busy = 0  # workers that have a job

    def seen(self, games: int) -> None:
        self.games += games
        if self.busy == 2 and not self.killed:
            self.killed = True
            found, second = self.nodes
            threading.Thread(target=found.remove_node, args=(second, False)).start()


def test_a_lost_node_costs_only_its_games_in_flight(
    nodes: tuple[Any, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[int] = []
    lose = cluster._Fleet._lose

    def losing(self: Any, stream: Any, job: Any) -> None:
        lost.append(len(job.units))
        lose(self, stream, job)

    watcher = KillsANode(nodes)
    hand_out = cluster._Fleet._hand_out

    def handing_out(self: Any) -> None:
        hand_out(self)
        watcher.busy = len(self.streams)

    monkeypatch.setattr(cluster._Fleet, "_lose", losing)
    monkeypatch.setattr(cluster._Fleet, "_hand_out", handing_out)
    with open_store(tmp_path / "cluster.db") as store:
        match = run(slow_pair(UNITS), store, cluster="auto", watcher=watcher)
        assert match.finished
        scattered = table(store, match.id)
    assert lost, "the node had work when it died"
    assert watcher.games == len(scattered), "no game came twice"
    with open_store(tmp_path / "calm.db") as store:
        calm = run(slow_pair(UNITS), store, workers=1)
        assert table(store, calm.id) == scattered


def test_no_cluster_says_so() -> None:
    ray = pytest.importorskip("ray")
    assert not ray.is_initialized()
    with pytest.raises(NoCluster, match="no Ray cluster answers"):
        connect("127.0.0.9:1")
