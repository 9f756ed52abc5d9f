# Generated from the built extension by tools/check_stub.py --write; do not edit.
"""The C++ engine of kibitz; private, use the package instead."""

from collections.abc import Sequence
from typing import overload


version: str = '0.1.0'

def cpu_path() -> str:
    """The widest CPU path found at run time: avx512, avx2 or portable."""

class ohhell:
    @overload
    def __init__(self, options: Sequence[int]) -> None: ...

    @overload
    def __init__(self, other: ohhell) -> None: ...

    @property
    def player(self) -> int: ...

    @property
    def done(self) -> bool: ...

    @property
    def seed(self) -> int | None: ...

    def legal(self) -> list: ...

    def apply(self, action: object) -> None: ...

    def returns(self) -> list: ...

    def outcome(self) -> list: ...

    def scores(self) -> list: ...
