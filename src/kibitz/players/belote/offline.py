"""What the page's twins of Belote's bidders need without a server: weights, and the equity table.

tools/write_offline.py writes it: `numbers` into the game's facts, each of `tables` as a file.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.players.belote.bidding import forecast, improved_v2, parametric
from kibitz.search.games.belote import equity


def numbers() -> list[float]:
    """Return the weights of `parametric`, of `improved_v2` and of forecasts."""
    bidders = (parametric.weights(), improved_v2.weights(), forecast.weights())
    return [number for weights in bidders for number in weights.flat()]


def tables() -> dict[str, NDArray[np.int16]]:
    """Return the table of match equity as its file has it: log odds by what both sides need."""
    return {"equity": np.load(equity.FILE, allow_pickle=False)}
