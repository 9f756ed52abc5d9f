"""A model is fetched when asked for, by its hash, and only that very file is ever stored."""

import hashlib
import http.server
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz import bots, errors
from kibitz.core import home
from kibitz.nets import weights
from kibitz.nets.fetch import FetchFailed, fetch

SHIPPED = weights.MODELS / "qwixx_net.safetensors"
DATA = SHIPPED.read_bytes()
HASH = hashlib.sha256(DATA).hexdigest()


class Answers(http.server.BaseHTTPRequestHandler):
    """Serves the model, redirects, and an answer that ends too early."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path.startswith("/moved"):
            self.send_response(302)
            to = "ftp://127.0.0.1/x" if "ftp" in self.path else "/big.safetensors"
            self.send_header("Location", to)
            self.end_headers()
            return
        body = b"not weights" if "text" in self.path else DATA
        self.send_response(404 if "gone" in self.path else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: 1000 if "short" in self.path else None])

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, list[str]]]:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    asked: list[str] = []
    handler = type("Handler", (Answers,), {"asked": asked})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{made.server_address[1]}", asked
        made.shutdown()
        thread.join()


def test_a_fetched_model_plays(server: tuple[str, list[str]]) -> None:
    url, asked = server
    file = fetch(f"{url}/big.safetensors", f"sha256:{HASH.upper()}".replace("SHA", "sha"))
    assert file == home.models_path() / "big.safetensors"
    assert file.read_bytes() == DATA
    entry = weights.manifest_of(home.models_path())["big.safetensors"]
    assert (entry["sha256"], entry["game"]) == (HASH, "qwixx")
    assert fetch(f"{url}/big.safetensors", HASH) == file
    assert asked == ["/big.safetensors"], "a model that is there is not fetched again"
    table = {"play": {"method": "net", "model": "big.safetensors"}}
    assert bots.spec("qwixx", table).hash == bots.spec("qwixx", {"play": {"method": "net"}}).hash


def test_a_fetched_model_that_changes_on_disk_is_refused(server: tuple[str, list[str]]) -> None:
    file = fetch(f"{server[0]}/big.safetensors", HASH)
    damaged = bytearray(DATA)
    damaged[-1] ^= 1
    file.write_bytes(damaged)
    with pytest.raises(errors.BadModel, match="does not match its hash"):
        weights.read(file, {})


@pytest.mark.parametrize(
    ("path", "digest", "reason"),
    [
        ("/big.safetensors", "0" * 64, "nothing was stored"),
        ("/text.safetensors", hashlib.sha256(b"not weights").hexdigest(), "not a weights file"),
        ("/short.safetensors", HASH, "1,000 of"),
        ("/gone.safetensors", HASH, "Not Found"),
        ("/moved_to_ftp.safetensors", HASH, "http or https"),
        ("/big.safetensors", "abc", "64 hexadecimal digits"),
        ("/..%2fx.pickle", HASH, "not a model's name"),
    ],
)
def test_nothing_else_is_stored(
    server: tuple[str, list[str]], path: str, digest: str, reason: str
) -> None:
    with pytest.raises(FetchFailed, match=reason):
        fetch(server[0] + path, digest)
    left = (
        [file.name for file in home.models_path().glob("*")] if home.models_path().exists() else []
    )
    assert left == []


def test_a_redirect_is_followed_and_a_name_is_kept(server: tuple[str, list[str]]) -> None:
    url, _ = server
    assert fetch(f"{url}/moved", HASH, "mine.safetensors").name == "mine.safetensors"
    with pytest.raises(FetchFailed, match="another model"):
        fetch(f"{url}/text.safetensors", "1" * 64, "mine.safetensors")


def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(FetchFailed, match="cannot fetch"):
        fetch(f"http://127.0.0.1:{port}/x.safetensors", HASH)


def test_a_damaged_manifest_is_named(tmp_path: Path) -> None:
    for text in ("{", "[]", json.dumps({"x": 1})):
        (tmp_path / weights.MANIFEST).write_text(text)
        with pytest.raises(errors.BadModel, match="is damaged"):
            weights.manifest_of(tmp_path)
