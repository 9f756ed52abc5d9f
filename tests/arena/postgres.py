"""A PostgreSQL server of our own, from the system's package, in a folder that goes away.

PostgreSQL refuses to run as root: then it runs as another user, who owns the folder.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECONDS_MAX = 60


def programs() -> Path | None:
    """The folder of the newest server that is installed; None without one."""
    on_path = shutil.which("initdb")
    packages = Path("/usr/lib/postgresql").glob("*/bin")  # Debian keeps them off the PATH
    folders = sorted(packages, key=lambda folder: int(folder.parent.name), reverse=True)
    folders += [Path(on_path).resolve().parent] if on_path else []
    complete = [f for f in folders if (f / "initdb").exists() and (f / "pg_ctl").exists()]
    return complete[0] if complete else None


@contextmanager
def server(password: str | None = None, database: str = "postgres") -> Iterator[str]:
    """The URL of an empty database; with a password, as the official image asks for one."""
    bin_folder = programs()
    assert bin_folder is not None
    folder = Path(tempfile.mkdtemp(prefix="kibitz-pg-"))
    user: str | None = None
    if os.geteuid() == 0:
        user = next(name for name in ("postgres", "nobody") if _there(name))
        shutil.chown(folder, user)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    def run(*words: str) -> None:
        kind = subprocess.run(
            words, user=user, cwd=folder, capture_output=True, text=True, timeout=SECONDS_MAX
        )
        log = folder / "log"
        logged = log.read_text() if log.exists() else ""
        assert kind.returncode == 0, f"{words}\n{kind.stdout}\n{kind.stderr}\n{logged}"

    data, name = folder / "data", "kibitz"
    auth = ["--auth=trust"]
    if password is not None:
        (folder / "password").write_text(password)
        auth = ["--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={folder}/password"]
    run(str(bin_folder / "initdb"), "-D", str(data), "-U", name, *auth, "-E", "UTF8")
    options = f"-h 127.0.0.1 -p {port} -k {folder} -c fsync=off"
    start = [str(bin_folder / "pg_ctl"), "-D", str(data), "-l", str(folder / "log"), "-w"]
    run(*start, "-o", options, "start")
    try:
        if database != "postgres":
            own = ("-h", str(folder), "-p", str(port), "-U", name)
            run(str(bin_folder / "createdb"), *own, database)
        secret = "" if password is None else f":{password}"
        yield f"postgresql://{name}{secret}@127.0.0.1:{port}/{database}"
    finally:
        run(str(bin_folder / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def _there(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
