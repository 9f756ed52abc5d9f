"""A pool solved on two nodes of a Ray cluster is the file that one machine writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.search import deal_pool as pool
from tests.support.nodes import two_nodes

pytestmark = [
    pytest.mark.soak,  # Ray takes a while to start
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]
DEALS = 1000  # several blocks


def test_it_is_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = pool.write(tmp_path / "here.pool", "belote", DEALS, 7, workers=1)
    assert here.settings.blocks > 2
    with two_nodes(monkeypatch):
        there = pool.write(tmp_path / "there.pool", "belote", DEALS, 7, cluster="auto")
    assert there.made == DEALS
    assert (tmp_path / "there.pool").read_bytes() == (tmp_path / "here.pool").read_bytes()
