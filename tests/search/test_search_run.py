"""What every searcher promises: repeatable, stoppable, in time, and refusals with a name."""

import json
import time
from dataclasses import replace
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadBudget, BadEngine, BadOption, BadSeed, NoDecision
from kibitz.search.ismcts import ismcts
from kibitz.search.mcts import mcts
from kibitz.search.pimc import pimc
from kibitz.search.result import Search
from kibitz.search.rollout import rollout
from kibitz.search.settings import Settings
from tests.search.endings import decision
from tests.support.found import GAMES

METHODS = [rollout, ismcts, mcts, pimc]
EVERYWHERE = [(name, method) for name in GAMES for method in METHODS if method is not pimc]
ON_ALL = [*EVERYWHERE, ("belote", pimc), ("codepiece", pimc)]


def given(method: Any, name: str = "ohhell", engine: str | None = None, **options: Any) -> Any:
    """A decision that the method can search: for pimc an ending of four cards."""
    if method is pimc:
        name = name if name == "codepiece" else "belote"
        state = decision(name, 4, 6, engine)
        return state.view(state.player)
    state = kibitz.game(name, engine=engine, **options).new(1)
    return state if method is mcts else state.view(state.player)


@pytest.mark.native_smoke
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("name", "method"), ON_ALL)
def test_repeatable(name: str, method: Any, threads: int) -> None:
    wanted = {"simulations": 100, "seed": 4, "threads": threads, "worlds": 6, "agree": False}
    one, two = (method(given(method, name), **wanted) for _ in range(2))
    assert one.candidates == two.candidates
    assert one.action == two.action
    assert one.threads == threads
    assert one.ended == "simulations"


@pytest.mark.parametrize("method", METHODS)
def test_slices_change_nothing(method: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.search import run

    view = given(method, schedule=[5])
    whole = method(view, simulations=500)
    monkeypatch.setattr(run, "SLICE_MAX", 3)
    assert method(view, simulations=500).candidates == whole.candidates


def test_another_seed_another_search() -> None:
    view = given(ismcts)
    seeds = [ismcts(view, simulations=300, seed=seed).candidates for seed in (1, 2)]
    assert seeds[0] != seeds[1]


@pytest.mark.parametrize("method", METHODS)
def test_the_statistics_add_up(method: Any) -> None:
    found: Search = method(given(method), simulations=400, threads=2, agree=False)
    legal, flat = given(method).legal(), method in (rollout, pimc)
    assert [c.action for c in found.candidates] == legal
    assert sum(c.visits for c in found.candidates) == found.simulations
    assert found.simulations == (400 // len(legal) * len(legal) if flat else 400)
    assert all(c.visits <= c.available for c in found.candidates)
    assert all(c.value is not None for c in found.candidates)
    assert all(0 <= c.value <= 1 for c in found.candidates if c.value and method is not pimc)
    assert all((c.error is not None) == flat for c in found.candidates)
    assert found.oracle == (method is mcts)
    assert found.nodes > 2 or flat
    assert json.loads(json.dumps(found.as_dict()))["action"] == found.action


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("method", METHODS)
def test_stop(method: Any, engine: str) -> None:
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 3

    view = given(method, engine=engine, schedule=[3])
    found = method(view, simulations=10**9, stop=stop, threads=2, agree=False)
    assert found.ended == "stop"
    assert 0 < found.simulations < 10**6
    assert found.action in given(method, schedule=[3]).legal()


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("method", METHODS)
def test_a_time_budget(method: Any, engine: str) -> None:
    view = given(method, engine=engine, schedule=[3])
    begin = time.process_time()
    found = method(view, seconds=0.05, agree=False)
    assert time.process_time() - begin < 2  # CPU time: a busy machine is not our fault
    assert found.ended == "seconds"
    assert found.simulations > 0
    assert found.seconds >= 0.05


def test_one_legal_action_needs_no_search() -> None:
    game = kibitz.game("ohhell", players=2, schedule=[1])
    state = game.new(1)
    while len(state.legal()) > 1:
        state.apply(state.legal()[0])
    found = ismcts(state.view(state.player), simulations=10**6)
    assert (found.ended, found.simulations) == ("forced", 0)
    assert found.action == state.legal()[0]


@pytest.mark.parametrize("method", METHODS)
def test_nothing_to_decide(method: Any) -> None:
    state = kibitz.game("ohhell", schedule=[1]).new(1)
    other = (state.player + 1) % 4
    if method is not mcts:
        with pytest.raises(NoDecision, match="nothing to decide"):
            method(state.view(other), simulations=1)
    while not state.done:
        state.apply(state.legal()[0])
    with pytest.raises(NoDecision, match="over"):
        method(state if method is mcts else state.view(0), simulations=1)
    waiting = kibitz.game("ohhell").new(chance="explicit")
    with pytest.raises(NoDecision):
        method(waiting if method is mcts else waiting.view(0), simulations=1)


BAD: list[tuple[type, dict[str, Any]]] = [
    (BadBudget, {}),
    (BadBudget, {"simulations": 0}),
    (BadBudget, {"simulations": -3}),
    (BadBudget, {"simulations": 1.5}),
    (BadBudget, {"simulations": 2**32}),
    (BadBudget, {"seconds": 0}),
    (BadBudget, {"seconds": -1.0}),
    (BadBudget, {"seconds": float("nan")}),
    (BadSeed, {"simulations": 1, "seed": -1}),
    (BadOption, {"simulations": 1, "threads": 0}),
    (BadOption, {"simulations": 1, "worlds": 0}),
    (BadOption, {"simulations": 1, "reward": "fun"}),
    (BadOption, {"simulations": 1, "horizon": "trick"}),
    (BadOption, {"simulations": 1, "horizon": "deal", "reward": "outcome"}),
    (BadOption, {"simulations": 1, "policy": "clever"}),
    (BadOption, {"simulations": 1, "policy": 3}),
    (BadOption, {"simulations": 1, "exploration": -1}),
    (BadOption, {"simulations": 1, "exploration": float("nan")}),
    (BadOption, {"simulations": 1, "engine": "python", "policy": "smart"}),
    (BadEngine, {"simulations": 1, "engine": "steam"}),
    (BadEngine, {"simulations": 1, "engine": "native", "policy": lambda view, _: view.legal()[0]}),
]


@pytest.mark.parametrize("number", range(len(BAD)))
@pytest.mark.parametrize("method", METHODS)
def test_refusals(method: Any, number: int) -> None:
    error, settings = BAD[number]
    with pytest.raises(error):
        method(given(method), **settings)


def test_settings_of_a_mapping_are_those_by_name() -> None:
    wanted: dict[str, Any] = {"simulations": 7, "seed": 3, "reward": "points", "horizon": "deal"}
    assert Settings.of(wanted) == Settings(**wanted)
    assert repr(Settings.of(wanted)) == repr(Settings(**wanted))
    assert replace(Settings.of(wanted), seed=4) == Settings(**(wanted | {"seed": 4}))
    with pytest.raises(TypeError, match="simulation"):
        Settings.of({"simulation": 7})
    with pytest.raises(BadOption):
        Settings.of(wanted | {"reward": "glory"})
