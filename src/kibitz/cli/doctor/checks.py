"""The checks of `kibitz doctor`, each a small function that changes nothing."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import os
import platform
import random
import re
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import kibitz
from kibitz._version import __version__
from kibitz.core import engine, registry
from kibitz.core.errors import KibitzError
from kibitz.core.extras import install
from kibitz.core.health import Check
from kibitz.core.home import home
from kibitz.workers.errors import place_of

FREE_BYTES_MIN = 100 << 20  # on the disk of the state folder
FILES_MIN = 1024  # open files; each connection is one
LOCAL = "127.0.0.1"
ANSWER_SECONDS_MAX = 2.0
# A module of each extra that a person may miss; the others are for developers.
EXTRAS = {
    "train": "torch",
    "envs": "gymnasium",
    "postgres": "psycopg",
    "metrics": "prometheus_client",
    "report": "matplotlib",
    "parquet": "pyarrow",
    "cluster": "ray",
}
BOT = "from kibitz import Bot\nclass Probe(Bot):\n    def choose(self, view):\n        return 0\n"


def every(port: int) -> Iterator[Check]:
    """Run all checks; one that fails unexpectedly is reported as wrong."""
    from kibitz.server import readiness

    checks: list[tuple[str, Callable[[], Check | Iterable[Check]]]] = [
        ("system", system),
        ("engine", readiness.engine_check),
        ("CPU", cpu),
        ("rules", rules),
        ("page", readiness.page_check),
        ("models", readiness.models),
        ("state folder", folder),
        ("stores", stores),
        ("port", lambda: listening(port)),
        ("open files", open_files),
        ("sandbox", sandbox),
        ("extras", extras),
        ("plug-ins", plugins),
    ]
    for name, check in checks:
        try:
            found = check()
            yield from [found] if isinstance(found, Check) else list(found)
        except Exception as error:  # noqa: BLE001 (the doctor must get through)
            detail = str(error) if isinstance(error, KibitzError) else place_of(error)
            yield Check(name, "wrong", detail, "if this is not your doing, please report it")


def system() -> Check:
    detail = f"kibitz {__version__}, Python {platform.python_version()}, {platform.platform()}"
    return Check("system", "ok", detail)


def cpu() -> Check:
    """Check that the engine uses the widest instructions that this processor has."""
    found = [name for name in ("avx512bw", "avx2") if name in _cpu_flags()]
    detail = f"{os.cpu_count()} cores, path {engine.cpu_path()}"
    if found:
        detail += f" (this processor has {' and '.join(found)})"
    return Check("CPU", "ok", detail)


def _cpu_flags() -> set[str]:
    with contextlib.suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        found = re.search(r"^(?:flags|Features)\s*:(.*)$", text, re.MULTILINE)
        return set(found[1].split()) if found else set()
    return set()


def rules() -> Check:
    """Play one random game of each kind on both engines."""
    names = kibitz.names()
    differ = []
    for name in names:
        native, python = kibitz.game(name).new(7), kibitz.game(name, engine="python").new(7)
        rng = random.Random(name)  # noqa: S311 (moves of a test game)
        while not native.done and native.player >= 0:
            action = rng.choice(native.legal())
            native.apply(action)
            python.apply(action)
        if native.hash != python.hash or native.chance != python.chance:
            differ.append(name)
    if differ:
        return Check("rules", "wrong", f"the engines differ in {', '.join(differ)}", "make build")
    return Check("rules", "ok", f"{len(names)} games, both engines agree")


def folder() -> Check:
    """Check that the state folder can be written and has room."""
    place = home()
    there = place
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        advice = "set KIBITZ_HOME to a folder that you can write to"
        return Check("state folder", "wrong", f"{place} cannot be written", advice)
    free = shutil.disk_usage(there).free
    detail = f"{place}, {free / 1e9:.1f} GB free"
    if free < FREE_BYTES_MIN:
        return Check("state folder", "wrong", detail, "make room: no move can be stored without it")
    return Check("state folder", "ok", detail)


def stores() -> Iterator[Check]:
    """Check the structure of both stores; `kibitz store check` also replays what is in them."""
    from kibitz.cli.store.kinds import MARKS, Found, kind
    from kibitz.core.sql_files import problems, readable

    for name in MARKS:
        one = kind(name)
        found = Found(one, one.usual_place())
        if found.file is None:
            yield _server_store(found.shown, found.place, name)
            continue
        if not found.file.exists():
            yield Check(f"store {name}", "ok", "none yet")
            continue
        try:
            with readable(found.file) as connection:
                wrong = problems(connection)
        except KibitzError as error:
            wrong = [str(error)]
        size = found.file.stat().st_size / 1e6
        if wrong:
            advice = "stop the server, then run kibitz store check --repair"
            yield Check(f"store {name}", "wrong", f"{found.shown}: {wrong[0]}", advice)
        else:
            yield Check(f"store {name}", "ok", f"{found.shown}, {size:.1f} MB, sound")


def _server_store(shown: str, place: str, name: str) -> Check:
    import sqlalchemy as sa

    from kibitz.core.sql import open_engine, reason, url_of

    try:
        made = open_engine(url_of(place))
        with made.connect() as connection:
            connection.execute(sa.select(1))
        made.dispose()
    except KibitzError as error:
        return Check(f"store {name}", "wrong", f"{shown}: {error}", install("postgres"))
    except sa.exc.SQLAlchemyError as error:
        detail = f"{shown}: {reason(error)}"
        return Check(f"store {name}", "wrong", detail, "start the database, or check its address")
    return Check(f"store {name}", "ok", f"{shown} answers")


def listening(port: int) -> Check:
    """Check that the port is free, or that a Kibitz server has it."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOCAL, port))
        except PermissionError:
            advice = "choose one above 1023: kibitz serve --port"
            return Check("port", "wrong", f"{port} is not allowed", advice)
        except OSError:
            if _is_ours(port):
                return Check("port", "ok", f"{port}: a Kibitz server is running")
            advice = "choose another one: kibitz serve --port"
            return Check("port", "wrong", f"{port} is taken by another program", advice)
    return Check("port", "ok", f"{port} is free")


def _is_ours(port: int) -> bool:
    import http.client

    line = http.client.HTTPConnection(LOCAL, port, timeout=ANSWER_SECONDS_MAX)
    try:
        line.request("GET", "/api/openapi.json", headers={"Host": f"localhost:{port}"})
        return b'"title":"Kibitz"' in line.getresponse().read(1 << 20)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def open_files() -> Check:
    """Check how many connections the system allows."""
    try:
        import resource
    except ImportError:
        return Check("open files", "ok", "no limit on this system")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    detail = "no limit" if most == resource.RLIM_INFINITY else f"up to {most}"
    if most != resource.RLIM_INFINITY and most < FILES_MIN:
        advice = "raise it (ulimit -Hn; LimitNOFILE= in a systemd unit)"
        return Check("open files", "missing", f"{detail}: few people can connect", advice)
    return Check("open files", "ok", detail)


def sandbox() -> Check:
    """Confine a bot, and see what is enforced."""
    from kibitz.bots.remote.process import ProcessBot, load_file
    from kibitz.bots.remote.sandbox.limits import PARTIAL, VARIABLE

    risk = f"run only files that you trust (--trusted), or set {VARIABLE}={PARTIAL}"
    with tempfile.TemporaryDirectory(prefix="kibitz-doctor-") as made:
        file = Path(made) / "probe.py"
        file.write_text(BOT, encoding="utf-8")
        try:
            with load_file(file) as bot:
                assert isinstance(bot, ProcessBot)
                held = bot.holds()
        except KibitzError as error:
            return Check("sandbox", "missing", str(error), risk)
    missing = [hold.what for hold in held if not hold.held]
    if missing:
        return Check("sandbox", "missing", f"not enforced: {', '.join(missing)}", risk)
    by = sorted({layer.strip() for hold in held for layer in hold.by.split(",")} & LAYERS)
    return Check("sandbox", "ok", f"bots of others are confined ({', '.join(by)})")


LAYERS = {"seccomp", "Landlock", "namespace", "resource limit"}


def extras() -> Check:
    """List the extras; what is absent is a choice, not a fault."""
    there = [name for name, module in EXTRAS.items() if importlib.util.find_spec(module)]
    absent = [name for name in EXTRAS if name not in there]
    detail = f"installed: {', '.join(there) or 'none'}"
    if not absent:
        return Check("extras", "ok", detail)
    return Check("extras", "ok", f"{detail}; not: {', '.join(absent)}", install(",".join(absent)))


def plugins() -> Iterator[Check]:
    """Report plug-ins that could not be loaded."""
    for name, problem in sorted(registry.problems().items()):
        yield Check("plug-in", "wrong", f"{name}: {problem}", "update or uninstall its package")
