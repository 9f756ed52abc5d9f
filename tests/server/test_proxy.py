"""The nginx configuration and the systemd unit of docs/hosting.md, as they stand there.

nginx really runs, with TLS, and a game is played through it. Only names of files and ports are
replaced.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.command import Process
from tests.support.table_client import Client

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
NAME = "cards.example"
SECONDS_MAX = 30.0
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
OPENSSL = shutil.which("openssl")


def block(first: str) -> str:
    """The block of the page that starts with these words."""
    found = re.search(rf"^```text\n({re.escape(first)}.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, first
    return found[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, running: subprocess.Popen[Any]) -> None:
    end = time.monotonic() + SECONDS_MAX
    while time.monotonic() < end:
        assert running.poll() is None, running.communicate()
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("nobody listens")


class Proxy:
    def __init__(self, port: int, certificate: Path) -> None:
        self.port = port
        self.context = ssl.create_default_context(cafile=str(certificate))

    def http(self) -> httpx.Client:
        headers = {"Host": NAME}
        found = httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}", headers=headers, verify=self.context
        )
        found.headers["Host"] = NAME
        return found


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    if NGINX is None or OPENSSL is None:
        pytest.skip("nginx or openssl is not installed (apt install nginx-light openssl)")
    folder = tmp_path_factory.mktemp("proxy")
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    subprocess.run(
        [OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    port, inner = free_port(), free_port()
    body = block("upstream kibitz")
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("127.0.0.1:8642", f"127.0.0.1:{inner}"),
        ("/etc/ssl/cards.example/", f"{folder}/"),
    ):
        assert old in body
        body = body.replace(old, new)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {folder}/pid;\nerror_log stderr warn;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{body}}}\n"
    )
    words = ["serve", "--behind-proxy", "--name", f"https://{NAME}", "--port", str(inner)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_HOME", str(folder / "home"))
        serving = Process()(*words, "--workers", "1")
    nginx = subprocess.Popen(
        [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")],
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        wait_for(inner, serving)
        wait_for(port, nginx)
        yield Proxy(port, certificate)
    finally:
        for running in (nginx, serving):
            running.terminate()
            running.communicate(timeout=SECONDS_MAX)


def test_the_page_and_a_session(proxy: Proxy) -> None:
    with proxy.http() as http:
        assert http.get("/api/games").status_code == 200
        page = http.get("/")
        assert page.status_code in (200, 503), "503: the page is not built here"
        assert page.headers["Content-Security-Policy"]
        made = http.post("/api/session", json={}, headers={"Origin": f"https://{NAME}"})
        assert made.status_code == 200
        assert "Secure" in made.headers["Set-Cookie"], "the server knows that it is TLS"
        wrong = http.post("/api/session", json={}, headers={"Origin": "https://evil.example"})
        assert wrong.status_code == 403
        big = http.post("/api/session", content=b"x" * 70_000)
        assert big.status_code == 413


async def test_a_game_is_played_through_it(proxy: Proxy) -> None:
    with proxy.http() as http:
        token = http.post("/api/session", json={"cookie": False}).json()["token"]
    base = f"https://{NAME}:{proxy.port}"
    async with Client(base, token, host="127.0.0.1", ssl=proxy.context) as client:
        await client.create("codepiece")
        over = await client.play(lambda legal: legal[-1])
    assert over["status"] == "over"
    assert over["result"]["record"]


def test_several_processes(tmp_path: Path) -> None:
    """nginx accepts the lines for several processes in place of the single one."""
    if NGINX is None:
        pytest.skip("nginx is not installed (apt install nginx-light)")
    several = block("upstream kibitz {\n")
    assert several.count("server 127.0.0.1:") == 2
    config = f"daemon off;\npid {tmp_path}/pid;\nevents {{}}\nhttp {{ access_log off;\n{several}"
    config += f"server {{ listen 127.0.0.1:{free_port()};\n"
    config += "location / { proxy_pass http://kibitz; } } }\n"
    (tmp_path / "nginx.conf").write_text(config)
    words = [NGINX, "-t", "-q", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS_MAX)
    assert done.returncode == 0, done.stderr


async def test_headers_that_pretend_change_nothing(proxy: Proxy) -> None:
    """nginx overwrites X-Forwarded-For, so nobody escapes the limits of an address."""
    with proxy.http() as http:
        codes = []
        for number in range(40):
            headers = {"X-Forwarded-For": f"198.51.100.{number}"}
            codes.append(http.post("/api/session", json={}, headers=headers).status_code)
    assert 429 in codes


def test_the_unit(tmp_path: Path) -> None:
    """systemd accepts the unit, and finds little to object to in its confinement."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "kibitz.service"
    unit.write_text(block("[Unit]").replace("/opt/kibitz/bin/kibitz", "/bin/true"))
    words = [analyze, "verify", "--man=no", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS_MAX)
    complaints = [line for line in done.stderr.splitlines() if "kibitz.service" in line]
    assert complaints == []
    words = [analyze, "security", "--offline=true", "--threshold=25", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS_MAX)
    assert done.returncode == 0, done.stdout + done.stderr
