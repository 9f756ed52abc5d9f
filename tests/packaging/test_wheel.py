"""The wheel holds all that a player needs, and an installed one works without compiler and Node."""

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import kibitz
from kibitz._version import __version__

ROOT = Path(__file__).parents[2]
PACKAGE = Path(kibitz.__file__).parent
SIZE_MAX = 20_000_000
BUILD = "from scikit_build_core.build import build_wheel; build_wheel({!r}, {})"


def python_wheel(folder: Path) -> Path:
    """Build the wheel without its native engine, which takes seconds."""
    settings = {"wheel.cmake": "false"}
    call = BUILD.format(str(folder), json.dumps(settings))
    subprocess.run([sys.executable, "-c", call], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_the_wheel_holds_page_models_and_specs(tmp_path: Path) -> None:
    with zipfile.ZipFile(python_wheel(tmp_path)) as wheel:
        names = set(wheel.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        reply = wheel.read(metadata).decode()
    assert f"Version: {__version__}" in reply.splitlines()
    wanted = [
        file.relative_to(PACKAGE.parent).as_posix()
        for file in PACKAGE.rglob("*")
        if file.is_file()
        and "__pycache__" not in file.parts
        and not file.match("_native*.so")
        and not file.match("offline/*.f32.gz")
    ]
    missing = [name for name in wanted if name not in names]
    assert not missing
    assert "kibitz/py.typed" in names
    for notice in ("LICENSE", "NOTICE"):
        assert any(name.endswith(f".dist-info/licenses/{notice}") for name in names)
    assert any(name.startswith("kibitz/models/") for name in names)
    assert not any(name.endswith((".so", ".f32.gz")) or "/tests/" in name for name in names)
    if (PACKAGE / "server/static/index.html").exists():
        assert "kibitz/server/static/index.html" in names
        assert "kibitz/server/static/licenses.txt" in names


def test_a_plain_install_has_both_tables() -> None:
    """`kibitz serve` and `kibitz play` need no extra."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = " ".join(project["dependencies"])
    for package in ("fastapi", "uvicorn", "websockets", "textual"):
        assert package in names
    assert "uvicorn[" not in names, "its extra brings packages that nothing here uses"


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_the_wheel_installs_and_plays_without_compiler_and_node(tmp_path: Path) -> None:
    subprocess.run(["make", "wheel"], cwd=ROOT, check=True)
    (wheel,) = (ROOT / "dist").glob("*.whl")
    (archive,) = (ROOT / "dist").glob("*.tar.gz")
    assert "manylinux" in wheel.name or sys.platform != "linux"
    assert wheel.stat().st_size < SIZE_MAX
    assert archive.stat().st_size < SIZE_MAX
    folder = tmp_path / "environment"
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run(
        [str(python), "-m", "pip", "install", "-q", "--only-binary=:all:", str(wheel)],
        env={"PATH": str(python.parent), "HOME": str(tmp_path)},
        check=True,
    )
    check = [str(python), str(ROOT / "tools" / "check_install.py")]
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "engine: native" in done.stdout
