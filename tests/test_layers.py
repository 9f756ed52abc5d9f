"""The layers hold for imports that only type checkers see, too.

`lint-imports` leaves those out, because inside a layer a part may name the type of the whole that
holds it. Between layers they would still point the wrong way.
"""

import tomllib
from pathlib import Path

import grimp

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def test_types_come_from_layers_below_too() -> None:
    settings = tomllib.loads(PYPROJECT.read_text())["tool"]["importlinter"]
    assert settings["exclude_type_checking_imports"], "else this test is not needed"
    contract = settings["contracts"][0]
    layers = [
        grimp.Layer(*(name.strip() for name in line.split("|")), independent=True)
        for line in contract["layers"]
    ]
    graph = grimp.build_graph("kibitz", cache_dir=None)
    found = graph.find_illegal_dependencies_for_layers(layers, containers={"kibitz"})
    assert [(one.importer, one.imported) for one in found] == []
    assert graph.find_shortest_chain("kibitz.core.state", "kibitz.core.game"), "only as a type"
