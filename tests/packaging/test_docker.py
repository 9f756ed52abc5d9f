"""The Dockerfile: clean by hadolint, small and unprivileged, and its command and health check work.

No Docker engine is needed: the command and the health check of the last stage run here as they
stand, on another port.
"""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import kibitz
from tests.packaging.dockerfile import LAST, ROOT, TEXT, words


def test_it_is_clean() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    done = subprocess.run(
        [hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_last_stage_is_small_and_unprivileged() -> None:
    assert "slim" in LAST.split()[1]
    assert not re.search(r"apt-get|npm|COPY (?!--from)", LAST)
    assert re.search(r"^USER 10001$", LAST, re.MULTILINE)
    assert "VOLUME /data" in LAST
    assert "KIBITZ_HOME=/data" in LAST


def test_what_the_image_needs_is_in_its_context() -> None:
    kept = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"
    }
    for line in re.findall(r"^COPY (?!--from)(.*)$", TEXT, re.MULTILINE):
        for file in shlex.split(line)[:-1]:
            assert file.split("/")[0] in kept
            assert (ROOT / file).exists()


def test_compose_names_real_things() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    server = compose["services"]["kibitz"]
    assert server["command"][: len(words("CMD")) - 2] == words("CMD")[:-2]
    assert server["volumes"] == ["tables:/data"]
    assert compose["services"]["postgres"]["profiles"] == ["postgres"], "PostgreSQL is an option"
    assert server["depends_on"]["postgres"]["required"] is False
    assert set(compose["volumes"]) == {"tables", "database"}


@pytest.mark.skipif(os.name != "posix", reason="the image is Linux")
def test_its_command_serves_and_its_health_check_notices(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    source = str(Path(kibitz.__file__).parents[1])
    environment = dict(os.environ) | {
        "KIBITZ_HOME": str(tmp_path),
        "KIBITZ_PASSPHRASE": "open sesame",
        "PYTHONPATH": source,
        "PYTHONUNBUFFERED": "1",
    }

    def reply(instruction: str) -> list[str]:
        first, *rest = (word.replace("8642", port) for word in words(instruction))
        return [sys.executable, *(["-m", "kibitz"] if first == "kibitz" else []), *rest]

    health = reply("HEALTHCHECK")
    assert subprocess.run(health, env=environment, capture_output=True, check=False).returncode != 0
    server = subprocess.Popen(reply("CMD"), env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert "Kibitz is running" in server.stdout.readline()
        assert subprocess.run(health, env=environment, check=False).returncode == 0
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=60)
