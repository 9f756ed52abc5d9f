"""A transformer that bids: eight cards and the calls so far are its tokens.

A multilayer perceptron reads the auction as one flat row. Here every card and every call is a token
of its own, and attention relates them: which of my cards back the suit that my partner named?

    summary   position at the table          1 token, from which the values are read
    card      one of 32                       8 tokens, in no order
    call      speaker, level, suit, place     up to 12 tokens

The values of the 43 calls are in units of 1 / reward_scale points, with the value of the state and
the advantages of calls apart (dueling). The tokens come from the encoding `bid` (108 numbers), so
whatever plays auctions in arrays can drive it. It runs in torch only: no player ships with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadModel
from kibitz.games.belote.encode import HISTORY_ROWS
from kibitz.learning.algorithms import IMPOSSIBLE
from kibitz.learning.games.belote.auctions import CALLS, Auctions
from kibitz.learning.games.belote.teacher import Bidder
from kibitz.learning.torch_extra import torch
from kibitz.nets import weights
from kibitz.nets.weights import Shapes, Tensors

# isort: split
from torch import Tensor, nn

ENCODING = "bid"
HAND_SIZE, DECK_SIZE, SEATS = 8, 32, 4
HISTORY_AT, POSITION_AT = DECK_SIZE, 104  # where these parts of the encoding begin
CALL_SIZE = 6  # numbers of a call in the encoding: speaker, level, four suits

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Transformer(nn.Module):
    """The network; `width` must be a multiple of `heads`."""

    def __init__(self, width: int, layers: int, heads: int, seed: int = 0) -> None:
        super().__init__()
        self.sizes = {"width": width, "layers": layers, "heads": heads}
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.card = nn.Embedding(DECK_SIZE, width)
            self.speaker = nn.Embedding(SEATS + 1, width)
            self.place = nn.Embedding(HISTORY_ROWS, width)
            self.call = nn.Linear(CALL_SIZE - 1, width)
            self.position = nn.Embedding(SEATS, width)
            layer = nn.TransformerEncoderLayer(
                width, heads, 4 * width, dropout=0.0, batch_first=True, norm_first=True
            )
            self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
            self.last = nn.LayerNorm(width)
            self.value, self.advantage = nn.Linear(width, 1), nn.Linear(width, CALLS)
        for table in (self.card, self.speaker, self.place, self.position):
            nn.init.normal_(table.weight, std=0.1, generator=_generator(seed))

    def forward(self, x: Tensor) -> Tensor:
        """[rows, 43]: the values of all calls."""
        cards = x[:, :DECK_SIZE].topk(HAND_SIZE, dim=1).indices
        history = x[:, HISTORY_AT:POSITION_AT].reshape(len(x), HISTORY_ROWS, CALL_SIZE)
        speakers = (SEATS * history[:, :, 0]).round().long()
        calls = self.call(history[:, :, 1:]) + self.speaker(speakers) + self.place.weight
        summary = self.position(x[:, POSITION_AT : POSITION_AT + SEATS].argmax(dim=1))
        tokens = torch.cat([summary[:, None], self.card(cards), calls], dim=1)
        absent = torch.zeros(tokens.shape[:2], dtype=torch.bool)
        absent[:, 1 + HAND_SIZE :] = speakers == 0
        read = self.last(self.encoder(tokens, src_key_padding_mask=absent)[:, 0])
        advantage = self.advantage(read)
        values: Tensor = self.value(read) + advantage - advantage.mean(dim=1, keepdim=True)
        return values

    def values(self, x: Floats) -> Floats:
        """The same for numpy arrays, without gradients."""
        with torch.no_grad():
            found: Floats = self(torch.from_numpy(x)).numpy()
        return found

    def tensors(self) -> Tensors:
        return {name: t.detach().numpy().copy() for name, t in self.state_dict().items()}

    def shapes(self) -> Shapes:
        return {name: tuple(t.shape) for name, t in self.state_dict().items()}

    def load_tensors(self, tensors: Tensors) -> None:
        self.load_state_dict({name: torch.from_numpy(t.copy()) for name, t in tensors.items()})


def load(file: Path) -> Transformer:
    """Read a transformer from a file that its recipe wrote."""
    about = weights.about(file)
    try:
        sizes = [int(about[name]) for name in ("width", "layers", "heads")]
        model = Transformer(*sizes)
    except (KeyError, ValueError, AssertionError):
        raise BadModel(f"{file} does not hold a transformer that bids") from None
    model.load_tensors(weights.read(file, model.shapes()))
    return model


def by_transformer(model: Transformer) -> Bidder:
    """Its best calls, as a bidder of a duel."""

    def calls(auctions: Auctions, rows: Ints, _: Sequence[list[int]]) -> Ints:
        values = model.values(auctions.observe(ENCODING)[rows])
        best: Ints = np.where(auctions.mask()[rows], values, IMPOSSIBLE).argmax(axis=1)
        return best

    return calls


def _generator(seed: int) -> Any:
    return torch.Generator().manual_seed(seed)
