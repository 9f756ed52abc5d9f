"""The public surface, pinned: a name that comes or goes is a decision."""

import kibitz


def test_names() -> None:
    assert sorted(kibitz.__all__) == [
        "CHANCE",
        "Event",
        "Game",
        "OVER",
        "Record",
        "State",
        "Stream",
        "View",
        "__version__",
        "errors",
        "game",
        "names",
        "playouts",
        "vector",
    ]
    assert all(hasattr(kibitz, name) for name in kibitz.__all__)


def test_every_error_has_a_code_of_its_own() -> None:
    kinds = [kind for kind in vars(kibitz.errors).values() if isinstance(kind, type)]
    kinds = [kind for kind in kinds if issubclass(kind, kibitz.errors.KibitzError)]
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert all(kind.__doc__ and kind.fault in ("caller", "bot", "us") for kind in kinds)
