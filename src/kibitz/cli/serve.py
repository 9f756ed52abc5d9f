"""`kibitz serve`: tables and training in a browser, for this machine or the local network."""

from __future__ import annotations

import importlib.util
import os
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from kibitz.bots.registry import VARIABLE as BOTS_VARIABLE
from kibitz.cli.common.arguments import BotFolders, examples
from kibitz.core.errors import BadOption, KibitzError, MissingExtra
from kibitz.core.extras import install
from kibitz.core.files import BadFile
from kibitz.core.home import tables_path

PORT = 8642
PASSPHRASE = "KIBITZ_PASSPHRASE"  # noqa: S105 (the name of a variable)
PASSPHRASE_LENGTH_MIN = 8
EVERYWHERE = "0.0.0.0"  # noqa: S104 (all addresses, because the user asked to share)
LOOPBACK = ("127.0.0.1", "localhost", "::1")
RUNS = Path("runs")
TRAINING = "#/training"  # its page


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
            "kibitz serve --share --runs runs",
            "kibitz serve --extension",
            "kibitz serve --store postgresql+psycopg://kibitz@localhost/kibitz",
            "kibitz serve --together --behind-proxy --store postgresql://kibitz@localhost/kibitz",
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
    together: Annotated[
        bool,
        typer.Option(
            "--together",
            help="Share the tables with other servers on this machine, behind one proxy; the store "
            "must be PostgreSQL.",
        ),
    ] = False,
    runs: Annotated[Path, typer.Option("--runs", help="Folder of training runs.")] = RUNS,
    share: Annotated[
        bool,
        typer.Option(
            "--share",
            help="Listen on the local network, and print private addresses for you.",
        ),
    ] = False,
    extension: Annotated[
        bool,
        typer.Option(
            "--extension",
            help="Let the browser extension for Trickster Cards ask for advice, and print the "
            "token to paste into it.",
        ),
    ] = False,
    metrics: Annotated[
        str | None,
        typer.Option(
            "--metrics",
            metavar="[HOST:]PORT",
            help="Serve metrics for Prometheus on another port, reachable only from this machine "
            "unless HOST is given.",
        ),
    ] = None,
    log_format: Annotated[
        str,
        typer.Option("--log-format", metavar="text|json", help="The log on stderr: text or JSON."),
    ] = "text",
) -> None:
    """Serve tables to browsers on this machine or, with --host, on your network.

    Every move is saved at once, so tables survive a restart of the server. The Training page starts
    and shows training runs; only this machine can open it, or an address printed by --share.
    """
    open_server(
        port, EVERYWHERE if share and host in LOOPBACK else host, store, open_browser, name,
        workers, bots, certificate, key, behind_proxy, runs, share,
        extension=extension, metrics=metrics, log_format=log_format, together=together,
    )  # fmt: skip


def open_server(
    port: int,
    host: str,
    store: str | None,
    open_browser: bool,
    name: list[str] | None,
    workers: int | None,
    bots: list[str] | None,
    certificate: Path | None,
    key: Path | None,
    behind_proxy: bool,
    runs: Path,
    share: bool,
    page: str = "",
    extension: bool = False,
    metrics: str | None = None,
    log_format: str = "text",
    together: bool = False,
) -> None:
    """Serve until interrupted; `page` is the one that is opened and printed."""
    _check_extra()
    from kibitz.server.app import Config
    from kibitz.server.logs import FORMATS
    from kibitz.server.metrics import Meter
    from kibitz.server.prometheus import Prometheus, parse_place
    from kibitz.server.run import Secrets, address, check_certificate, listen, run
    from kibitz.server.training.players import bots_folder
    from kibitz.server.training.processes import addresses

    if log_format not in FORMATS:
        raise BadOption(f"--log-format must be {' or '.join(FORMATS)}, not {log_format!r}")
    if (certificate is None) != (key is None):
        raise BadOption("--certificate and --key must be given together")
    if certificate is not None and key is not None:
        check_certificate(certificate, key)
    if together and not behind_proxy:
        raise BadOption("--together needs --behind-proxy: a proxy spreads people over the servers")
    passphrase = os.environ.get(PASSPHRASE) or None
    if share and passphrase is None:
        passphrase = secrets.token_urlsafe(9)
        typer.echo(f"Passphrase of this server for other players: {passphrase}")
    if host not in LOOPBACK and passphrase is None:
        passphrase = _ask_passphrase()
    if passphrase is not None and len(passphrase) < PASSPHRASE_LENGTH_MIN:
        raise NoPassphrase(f"a passphrase needs at least {PASSPHRASE_LENGTH_MIN} characters")
    if runs.exists() and not runs.is_dir():
        raise BadFile(f"--runs takes a folder of training runs, and {runs} is a file")
    known = os.environ.get(BOTS_VARIABLE, "")
    folders = [*(bots or []), *([known] if known else []), str(bots_folder(runs))]
    os.environ[BOTS_VARIABLE] = os.pathsep.join(folders)
    where = store or str(tables_path())
    trusts_local = not behind_proxy
    with listen(host, port) as made:
        meter = Meter() if metrics is None else Prometheus(*parse_place(metrics))
        config = Config(
            where, passphrase, tuple(name or ()), workers, runs=runs, trusts_local=trusts_local,
            extension=extension, meter=meter,
            together=f"127.0.0.1:{made.getsockname()[1]}" if together else None,
        )  # fmt: skip
        url = address(made, tls=certificate is not None)

        def ready(tokens: Secrets) -> None:
            closed = " (passphrase required)" if passphrase else ""
            typer.echo(f"Kibitz is running at {url}{page}{closed}; press Ctrl-C to stop it.")
            for at in addresses() if share else ():
                base = url.replace("127.0.0.1", at, 1)
                typer.echo(f"On your network, for you alone: {base}{TRAINING}/key/{tokens.owner}")
            if extension:
                typer.echo(f"Token for the browser extension: {tokens.extension}")
            if isinstance(meter, Prometheus):
                typer.echo(f"Metrics are at {meter.url}")
            sys.stdout.flush()

        run(
            config,
            made,
            open_browser=open_browser,
            certificate=certificate,
            key=key,
            proxied=behind_proxy,
            ready=ready,
            page=page,
            log_format="json" if log_format == "json" else "text",
        )


def _check_extra() -> None:
    for module in ("fastapi", "uvicorn", "sqlalchemy", "websockets", "psutil"):
        if importlib.util.find_spec(module) is None:
            raise MissingExtra(f"the server needs {module}: {install('web')}")


def _ask_passphrase() -> str:
    if not sys.stdin.isatty():
        raise NoPassphrase(
            f"others can reach this server: set a passphrase in {PASSPHRASE}, or start the "
            "server from a terminal to type one in"
        )
    asked: str = typer.prompt("Passphrase for this server", hide_input=True, err=True)
    return asked
