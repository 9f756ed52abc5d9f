"""`kibitz serve`: tables in a browser, for this machine or for the local network."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from kibitz.bots.registry import VARIABLE as BOTS_VARIABLE
from kibitz.cli.common.arguments import BotFolders, examples
from kibitz.core.errors import BadOption, KibitzError, MissingExtra
from kibitz.core.home import tables_path

PORT = 8642
PASSPHRASE = "KIBITZ_PASSPHRASE"  # noqa: S105 (the name of a variable)
PASSPHRASE_LENGTH_MIN = 8


class NoPassphrase(KibitzError):
    """A server that others can reach has no passphrase, or one that is too short."""

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
        int,
        typer.Option("--port", help="The port; 0 picks any free one.", min=0, max=65535),
    ] = PORT,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            help="The address to listen on. Any but loopback needs a passphrase: typed in, or "
            f"from {PASSPHRASE}.",
        ),
    ] = "127.0.0.1",
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="FILE|URL",
            help="Where to store tables: a file, or the URL of a PostgreSQL database.",
            show_default="tables.db in your Kibitz folder",
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open a browser when the server is ready.")
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", help="Another host name of this server; may be repeated."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", help="Processes for the bots.", min=1, max=64, show_default="cores - 1"
        ),
    ] = None,
    bots: BotFolders = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", help="A TLS certificate (PEM), with --key.")
    ] = None,
    key: Annotated[Path | None, typer.Option("--key", help="The certificate's key.")] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="Trust forwarded addresses from a local proxy."),
    ] = False,
) -> None:
    """Serve tables to browsers on this machine or, with --host, on your network.

    Every move is saved at once, so tables survive a restart of the server.
    """
    _check_extra()
    from kibitz.server.app import Config
    from kibitz.server.run import LOOPBACK, address, listen, run

    if (certificate is None) != (key is None):
        raise BadOption("--certificate and --key must be given together")
    passphrase = os.environ.get(PASSPHRASE) or None
    if host not in LOOPBACK and passphrase is None:
        passphrase = _ask_passphrase()
    if passphrase is not None and len(passphrase) < PASSPHRASE_LENGTH_MIN:
        raise NoPassphrase(f"a passphrase needs at least {PASSPHRASE_LENGTH_MIN} characters")
    if bots:
        known = os.environ.get(BOTS_VARIABLE, "")
        os.environ[BOTS_VARIABLE] = os.pathsep.join([*bots, *([known] if known else [])])
    where = store or str(tables_path())
    config = Config(where, passphrase, tuple(name or ()), workers)
    with listen(host, port) as made:
        url = address(made, tls=certificate is not None)

        def ready() -> None:
            closed = " (passphrase required)" if passphrase else ""
            typer.echo(f"Kibitz is running at {url}{closed}; press Ctrl-C to stop it.")
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


def _ask_passphrase() -> str:
    if not sys.stdin.isatty():
        raise NoPassphrase(
            f"others can reach this server: set a passphrase in {PASSPHRASE}, or start the "
            "server from a terminal to type one in"
        )
    asked: str = typer.prompt("Passphrase for this server", hide_input=True, err=True)
    return asked
