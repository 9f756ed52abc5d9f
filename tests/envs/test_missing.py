"""Without the extra `envs`: a named error that says what to install, and nothing else is lost."""

import subprocess
import sys

import pytest

import kibitz

LIBRARIES = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "open_spiel": "pyspiel"}


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("adapter", LIBRARIES)
def test_a_missing_library_is_named(adapter: str) -> None:
    out = run(
        f"import sys; sys.modules[{LIBRARIES[adapter]!r}] = None\n"
        "import kibitz\n"
        "assert kibitz.vector('ohhell', 2).num_envs == 2\n"
        "try:\n"
        f"    import kibitz.envs.{adapter}\n"
        "except ImportError as error:\n"
        "    print(type(error).__name__, error.code, error)\n"
    )
    assert out.startswith("MissingExtra missing_extra")
    assert "-m pip install" in out
    assert "[envs]" in out


def test_kibitz_alone_imports_none_of_them() -> None:
    out = run(
        "import sys, kibitz\n"
        f"print([name for name in {list(LIBRARIES.values())} if name in sys.modules])"
    )
    assert out.strip() == "[]"


@pytest.mark.parametrize(
    "imports",
    [
        "import gymnasium, kibitz",
        "import kibitz.envs, gymnasium",
        "import gymnasium, kibitz.envs",
        "import gymnasium, kibitz; kibitz.vector",
    ],
)
def test_gymnasium_knows_the_games(imports: str) -> None:
    run(f"{imports}\ngymnasium.make('kibitz/OhHell-v0').reset(seed=1)")


def test_unknown_names_stay_unknown() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = kibitz.nothing
