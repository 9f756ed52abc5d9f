"""Tables as files for numpy and data frames: `.npz` or `.parquet`, by the file's suffix.

A column is an array with one entry (or row) per record, or a list of lists of different lengths. In
an npz such lists become one flat array and `<name>_starts`, where record i is
flat[starts[i]:starts[i + 1]].
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption, MissingExtra
from kibitz.core.extras import install
from kibitz.core.files import named

Columns = Mapping[str, NDArray[Any] | list[Any]]


def write(path: Path, columns: Columns) -> None:
    """Write the columns to a file; its suffix decides the format."""
    writers = {".npz": _write_npz, ".parquet": _write_parquet}
    if path.suffix not in writers:
        raise BadOption(f"{path} must end in {' or '.join(writers)}")
    with named(path, "write"):
        writers[path.suffix](path, columns)


def _write_npz(path: Path, columns: Columns) -> None:
    arrays: dict[str, NDArray[Any]] = {}
    for name, column in columns.items():
        if isinstance(column, list) and column and isinstance(column[0], list):
            arrays[name] = np.array(list(itertools.chain.from_iterable(column)))
            arrays[f"{name}_starts"] = np.cumsum([0, *map(len, column)])
        else:
            arrays[name] = np.asarray(column)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def _write_parquet(path: Path, columns: Columns) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise MissingExtra(f"Parquet needs pyarrow: {install('parquet')}") from None
    plain = {
        name: column if isinstance(column, list) or column.ndim == 1 else column.tolist()
        for name, column in columns.items()
    }
    pq.write_table(pa.table(plain), path)
