"""`kibitz serve`: the table in a browser, for this machine or for a household."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from kibitz.bots.registry import VARIABLE as BOTS_VARIABLE
from kibitz.core.errors import BadOption, KibitzError, MissingExtra
from kibitz.interfaces.cli.arguments import BotFolders, examples
from kibitz.interfaces.local.home import home

PORT = 8642
PASSPHRASE = "KIBITZ_PASSPHRASE"  # noqa: S105 (the name of a variable)
PASSPHRASE_LENGTH_MIN = 8


class NoPassphrase(KibitzError):
    """A server that others can reach needs a pass phrase."""

    code = "no_passphrase"


def register(app: typer.Typer) -> None:
    app.command(
        "serve",
        epilog=examples(
            "kibitz serve",
            "kibitz serve --open",
            "kibitz serve --host 0.0.0.0 --port 8642",
            "kibitz serve --store postgresql+psycopg://kibitz@localhost/kibitz",
        ),
    )(serve)


def serve(
    port: Annotated[
        int, typer.Option("--port", help="0 takes any free one.", min=0, max=65535)
    ] = PORT,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            help="The address to listen on. Any other than loopback asks for a pass phrase: "
            f"typed in, or from {PASSPHRASE}.",
        ),
    ] = "127.0.0.1",
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="FILE|URL",
            help="Where tables are kept: a file, or the URL of a PostgreSQL.",
            show_default="tables.db in the folder of Kibitz",
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open a browser when it is ready.")
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", help="Another name that the server is called by; may be repeated."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", help="Processes for bots.", min=1, max=64, show_default="cores - 1"
        ),
    ] = None,
    bots: BotFolders = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", help="A TLS certificate (PEM), with --key.")
    ] = None,
    key: Annotated[Path | None, typer.Option("--key", help="The key of the certificate.")] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="Believe a proxy on this machine about addresses."),
    ] = False,
) -> None:
    """Serve tables to browsers: this machine's, or with --host those of a household.

    Everything is kept as it happens: ended and started again, every table goes on.
    """
    _check_extra()
    from kibitz.interfaces.web.app import Config
    from kibitz.interfaces.web.run import LOOPBACK, address, listen, run

    if (certificate is None) != (key is None):
        raise BadOption("--certificate and --key belong together")
    passphrase = os.environ.get(PASSPHRASE) or None
    if host not in LOOPBACK and passphrase is None:
        passphrase = _ask_passphrase()
    if passphrase is not None and len(passphrase) < PASSPHRASE_LENGTH_MIN:
        raise NoPassphrase(f"a pass phrase has at least {PASSPHRASE_LENGTH_MIN} characters")
    if bots:
        known = os.environ.get(BOTS_VARIABLE, "")
        os.environ[BOTS_VARIABLE] = os.pathsep.join([*bots, *([known] if known else [])])
    where = store or str(_usual_store())
    config = Config(where, passphrase, tuple(name or ()), workers)
    with listen(host, port) as made:
        url = address(made, tls=certificate is not None)

        def ready() -> None:
            closed = " (with a pass phrase)" if passphrase else ""
            typer.echo(f"Kibitz is at {url}{closed}; Ctrl-C ends it.")
            sys.stdout.flush()

        run(
            config,
            made,
            open_browser=open_browser,
            certificate=certificate,
            key=key,
            proxied=behind_proxy,
            ready=ready,
        )


def _check_extra() -> None:
    for module in ("fastapi", "uvicorn", "sqlalchemy", "websockets"):
        if importlib.util.find_spec(module) is None:
            raise MissingExtra(f"the server needs {module}: pip install 'kibitz[web]'")


def _usual_store() -> Path:
    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.db"


def _ask_passphrase() -> str:
    if not sys.stdin.isatty():
        raise NoPassphrase(
            f"others can reach this server: set {PASSPHRASE}, or start it at a terminal"
        )
    asked: str = typer.prompt("Pass phrase for this server", hide_input=True, err=True)
    return asked
