# Generated from the built extension by tools/check_stub.py --write; do not edit.
"""The C++ engine of kibitz; private, use the package instead."""

from collections.abc import Sequence
import types
from typing import Annotated

import numpy
from numpy.typing import NDArray


version: str = '0.1.0'

def cpu_path() -> str:
    """The widest CPU path found at run time: avx512, avx2 or portable."""

class ohhell:
    def __init__(self, options: Sequence[int]) -> None: ...

    legal: types.MethodDescriptorType = ...

    apply: types.MethodDescriptorType = ...

    player: getset_descriptor = ...

    done: getset_descriptor = ...

    @property
    def seed(self) -> int | None: ...

    def returns(self) -> list: ...

    def outcome(self) -> list: ...

    def scores(self) -> list: ...

class ohhell_vector:
    def __init__(self, options: Sequence[int], seed: int, seat: int, threads: int, observation: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], mask: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], player: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], reward: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], done: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def reset(self) -> None: ...

    @property
    def nbytes(self) -> int: ...

    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int: ...
