"""Tasks and results as bytes.

A task holds plain data, named tuples and msgspec structs of this package. Reading accepts nothing
else, so that a foreign row in the database cannot run code in a worker.
"""

from __future__ import annotations

import io
import pickle
import zlib
from enum import Enum
from importlib import import_module
from typing import Any

import msgspec

PLAIN = {("builtins", "set"): set, ("builtins", "frozenset"): frozenset}
PACKAGE = "entente."
LARGEST = 64 * 1024 * 1024  # bytes after decompression


def write(value: object) -> bytes:
    return zlib.compress(pickle.dumps(value, protocol=5), 1)


def read(stored: bytes) -> Any:
    """Return the value. Raise ValueError if it is damaged or not ours."""
    try:
        inflating = zlib.decompressobj()
        plain = inflating.decompress(bytes(stored), LARGEST)
        if inflating.unconsumed_tail:
            raise ValueError("it is too large")
        return _Reader(io.BytesIO(plain)).load()
    except (pickle.UnpicklingError, zlib.error, EOFError, TypeError) as error:
        raise ValueError(f"not a job of ours: {error}") from None


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (plain := PLAIN.get((module, name))) is not None:
            return plain
        if module.startswith(PACKAGE):
            kind = getattr(import_module(module), name, None)
            if isinstance(kind, type) and _holds_data(kind):
                return kind
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed")


def _holds_data(kind: type) -> bool:
    is_named_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
    return is_named_tuple or issubclass(kind, (msgspec.Struct, Enum))
