"""`kibitz study`: understand what Belote's bidding networks have learned, and from what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.table import Table as RichTable

from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import Commands, console, print_json
from kibitz.core.errors import BadOption
from kibitz.core.files import named

if TYPE_CHECKING:
    from kibitz.arena.statistics.estimate import Estimate
    from kibitz.learning.games.belote.rewards import Judged

GAME = "belote"
NETWORK = "bid_max"
ENDINGS = ("csv", "npz", "parquet")
DUEL_DEALS = 4000  # of a pool, at most

Network = Annotated[
    str, typer.Argument(help="A bidding network: a shipped one by name, or a file.")
]
Deals = Annotated[int, typer.Option("--deals", "-n", min=4, help="Random deals to bid.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Same seed, same result.")]
Plots = Annotated[bool, typer.Option("--plots", help="Also draw plots; needs matplotlib.")]


def folder_option(text: str) -> Any:
    return typer.Option("--output", "-o", help=text, metavar="FOLDER")


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="study",
        cls=Commands,
        help="Understand Belote's bidding networks: distill, explain, compare rewards.",
        rich_markup_mode="rich",
        no_args_is_help=True,
        epilog=examples(
            "kibitz study distill bid_max -o study",
            "kibitz study shap bid_max -o study",
            "kibitz study rewards belote.pool --layer rule.layer --judge net.layer -o study",
        ),
    )
    group.command(
        "distill",
        epilog=examples(
            "kibitz study distill bid_max -o study",
            "kibitz study distill bid_dd --leaves 64 --plots -o study",
            "kibitz study distill mine.safetensors --pool belote.pool -o study",
        ),
    )(distill)
    group.command("shap", epilog=examples("kibitz study shap bid_max -n 5000 -o study"))(shap)
    group.command(
        "rewards",
        epilog=examples(
            "kibitz study rewards belote.pool --layer rule.layer --layer net.layer "
            "--judge pimc.layer -o study --plots",
        ),
    )(rewards)
    app.add_typer(group)


def distill(
    output: Annotated[Path, folder_option("Folder for table, tree and plot.")],
    network: Network = NETWORK,
    deals: Deals = 5000,
    leaves: Annotated[int, typer.Option("--leaves", min=1, help="Of the tree.")] = 32,
    table: Annotated[
        str, typer.Option("--table", help="Format of the table: csv, npz or parquet.")
    ] = "csv",
    pool: Annotated[
        Path | None,
        typer.Option("--pool", help="Let the tree bid on deals of this pool, too, for points."),
    ] = None,
    seed: Seed = 1,
    plots: Plots = False,
    as_json: Json = False,
) -> None:
    """Turn a bidding network into a table of features and action values, and a readable tree.

    The network bids in all four seats. The tree predicts its calls from features in words; its
    fidelity is the share of calls, in deals that it was not grown on, in which both agree.
    """
    from kibitz.bots.models import load_network
    from kibitz.learning.games.belote import distill as distilling
    from kibitz.learning.games.belote import study_plots

    if table not in ENDINGS:
        raise BadOption(f"a table is {' or '.join(ENDINGS)}, not {table!r}")
    if plots:
        study_plots.need()
    net = load_network(GAME, network)
    rows = distilling.observe(net, deals, seed)
    found = distilling.distill(rows, leaves)
    _make(output)
    rows.write(output / f"calls.{table}")
    about = f"{network}, {deals:,} deals, seed {seed}: {_share(found.fidelity)} of calls agree"
    (output / "tree.txt").write_text(f"# {about}\n{found.text()}\n", encoding="utf-8")
    if plots:
        study_plots.fidelity(found, output / "fidelity.png")
    duels = {} if pool is None else _duels(found.tree, network, pool)
    if as_json:
        by_class = {name: {"rows": n, "agree": x} for name, (n, x) in found.by_class.items()}
        print_json(
            {
                "network": network, "deals": deals, "rows": len(rows), "leaves": found.tree.leaves,
                "fidelity": _data(found.fidelity), "by_class": by_class,
                "curve": [list(point) for point in found.curve],
                "duels": {name: _data(one) for name, one in duels.items()},
            }
        )  # fmt: skip
        return
    typer.echo(found.text())
    typer.echo(
        f"\nfidelity with {found.tree.leaves} leaves: {_share(found.fidelity)}, on calls of other "
        f"deals; {len(rows):,} calls in all"
    )
    for name, one in duels.items():
        typer.echo(f"the tree against {name}: {one} points a deal, by the expected score")
    typer.echo(f"{output / f'calls.{table}'} has the table, {output / 'tree.txt'} the tree")


def _duels(tree: Any, network: str, pool: Path) -> dict[str, Estimate]:
    """What the tree wins against its network, and against `parametric`."""
    from kibitz.arena.statistics.estimate import mean
    from kibitz.learning.games.belote import distill as distilling
    from kibitz.learning.games.belote import rewards, session
    from kibitz.learning.games.belote.duel import duel

    deals = session.first(session.load(str(pool), (), "expected"), DUEL_DEALS)
    payoff = session.payoff_of("expected", match=False)
    own = distilling.by_tree(tree)
    return {
        name: mean(duel(deals, own, rewards.bidder(name), payoff).tolist())
        for name in (network, rewards.RIVAL)
    }


def shap(
    output: Annotated[Path, folder_option("Folder for the plots.")],
    network: Network = NETWORK,
    deals: Deals = 5000,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Calls to explain.")] = 2000,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Show what moves a bidding network to bid: SHAP values of features, in points.

    Explained is by how much the network values its best bid above a pass. Needs the extra study.
    """
    from kibitz.bots.models import load_network
    from kibitz.learning.games.belote import shap_values
    from kibitz.learning.games.belote.distill import observe

    found = shap_values.explain(observe(load_network(GAME, network), deals, seed), rows, seed)
    _make(output)
    files = shap_values.draw(found, output)
    if as_json:
        print_json(
            {"network": network, "fit": found.fit, "base": found.base,
             "importance": found.importance(), "plots": [str(file) for file in files]}
        )  # fmt: skip
        return
    typer.echo(f"R² of the trees that are explained: {found.fit:.2f}")
    for name, points in list(found.importance().items())[:12]:
        typer.echo(f"  {name:<20} {points:6.1f} points")
    typer.echo(f"plots: {', '.join(str(file) for file in files)}")


def rewards(
    pool: Annotated[Path, typer.Argument(help="A pool of Belote deals.")],
    judge: Annotated[Path, typer.Option("--judge", help="The layer of the judging player.")],
    output: Annotated[Path, folder_option("Folder for the figures and plots.")],
    layer: Annotated[
        list[Path] | None,
        typer.Option("--layer", help="A played layer, as a signal; may be repeated."),
    ] = None,
    bidder: Annotated[
        list[str] | None,
        typer.Option(
            "--bidder",
            help="A network or a bidder by weights; may be repeated.",
            show_default="net, bid_dd, bid_max, played",
        ),
    ] = None,
    plots: Plots = False,
    as_json: Json = False,
) -> None:
    """Compare rewards to train a bidder for: solved, expected and played points.

    First, what a player that no reward knows (the judge) makes of the contracts that each reward
    likes best. Second, what bidders win against parametric by each reward, and by the judge's.
    """
    from kibitz.learning.games.belote import rewards as studies
    from kibitz.learning.games.belote import study_plots
    from kibitz.search import deal_pool

    if plots:
        study_plots.need()
    opened = deal_pool.open(pool)
    if opened.game != GAME:
        raise BadOption(f"{pool} has deals of {opened.game}, not of {GAME}")
    layers = [deal_pool.open_layer(path, opened) for path in layer or []]
    signals, truth = studies.signals(opened, layers, deal_pool.open_layer(judge, opened))
    judged = [studies.judged(signal, truth) for signal in (*signals, truth)]
    payoffs = [signal.name for signal in signals] + [truth.name]
    names = bidder or ["net", "bid_dd", "bid_max", "played"]
    won = studies.bidders(names, [*signals, truth])
    _make(output)
    data = {
        "deals": len(truth.deals),
        "judge": truth.name,
        "signals": [
            {"signal": one.signal, "paid": _data(one.paid), "promised": one.promised,
             "bids": one.bids, "made": one.made, "correlation": one.correlation,
             "value": one.level}
            for one in judged
        ],
        "bidders": {
            name: {payoff: _data(one) for payoff, one in zip(payoffs, row, strict=True)}
            for name, row in won.items()
        },
    }  # fmt: skip
    if plots:
        study_plots.signals(judged, truth.name, output / "signals.png")
        study_plots.bidders(won, payoffs, output / "bidders.png")
    if as_json:
        print_json(data)
        return
    console().print(_judged_table(judged, truth.name))
    console().print(_bidder_table(won, payoffs))


def _judged_table(judged: list[Judged], judge: str) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("signal")
    for title in (f"paid by {judge}", "promised", "bids", "value", "made", "correlation"):
        table.add_column(title, justify="right")
    for one in judged:
        table.add_row(
            one.signal, f"{one.paid.value:.1f} ± {one.paid.error:.1f}", f"{one.promised:.1f}",
            f"{one.bids:.0%}", f"{one.level:.0f}", f"{one.made:.0%}", f"{one.correlation:.2f}",
        )  # fmt: skip
    return table


def _bidder_table(won: Any, payoffs: list[str]) -> RichTable:
    from kibitz.learning.games.belote.rewards import RIVAL

    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(f"against {RIVAL}")
    for payoff in payoffs:
        table.add_column(payoff, justify="right")
    for name, row in won.items():
        table.add_row(name, *(f"{one.value:+.1f} ± {one.error:.1f}" for one in row))
    return table


def _make(folder: Path) -> None:
    with named(folder, "write"):
        folder.mkdir(parents=True, exist_ok=True)


def _share(found: Estimate) -> str:
    return f"{found.value:.1%} (95 % interval {found.low:.1%} to {found.high:.1%})"


def _data(found: Estimate) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high, "units": found.units}
