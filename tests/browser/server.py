"""A real server in a process of its own, that a test may kill and start again."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

READY = re.compile(r"Kibitz is running at (http://\S+?)/[; ]")
TOKEN = re.compile(r"Token for the browser extension: (\S+)")


class Server:
    def __init__(
        self, folder: Path, port: int = 0, passphrase: str = "", extension: bool = False
    ) -> None:
        self.folder, self.port, self.passphrase = folder, port, passphrase
        self.extension, self.token = extension, ""
        self.arena = folder / "arena.db"  # where its arena page looks
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        """Start and wait until it says that it is ready. The port stays the same afterwards."""
        words = [sys.executable, "-m", "kibitz", "serve", "--no-open", "--workers", "1"]
        words += ["--port", str(self.port), "--store", str(self.folder / "tables.db")]
        words += ["--runs", str(self.folder / "runs")]
        words += ["--extension"] if self.extension else []
        self.process = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # so that its bots end with it
            env=os.environ
            | {"PYTHONUNBUFFERED": "1", "KIBITZ_STORE": str(self.arena)}
            | ({"KIBITZ_PASSPHRASE": self.passphrase} if self.passphrase else {}),
        )
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if found := READY.search(line):
                self.url = found.group(1)
                self.port = int(self.url.rpartition(":")[2])
                if not self.extension:
                    return
            if token := TOKEN.search(line):
                self.token = token.group(1)
                return
        raise RuntimeError(f"{' '.join(words)} ended: {''.join(said)}")

    def kill(self) -> None:
        """As a power cut would: nothing is said to anybody."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
