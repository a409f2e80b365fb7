"""Compile with Numba if it is installed, otherwise run plain Python.

The same functions run on a GPU, called by a `numba-cuda` kernel. They work on flat arrays of
numbers and allocate nothing, so all three behave alike.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

Numbers: TypeAlias = MutableSequence[int]
F = TypeVar("F", bound=Callable[..., Any])


def _compiler() -> Callable[..., Any] | None:
    """Numba's compiler, or None if it is missing or disabled (`NUMBA_DISABLE_JIT=1`)."""
    if find_spec("numba") is None:
        return None
    import numba

    return None if numba.config.DISABLE_JIT else numba.njit


_njit = _compiler()
COMPILED = _njit is not None


def _stamp() -> str:
    """Return a fingerprint of these sources."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_STAMP = _stamp() if COMPILED else ""


def _compile(function: F, **options: bool) -> F:
    """Compile a function with caching. Numba invalidates its cache only by the function's own file;
    ours call functions in other files, so the fingerprint covers them all."""
    if _njit is None:
        return function
    compiled: Any = _njit(cache=True, error_model="numpy", _nrt=False, **options)(function)
    compiled._cache._cache_file._source_stamp = _STAMP
    return cast(F, compiled)


def compiled(function: F) -> F:
    """Compile as a separate function."""
    return _compile(function)


def inlined(function: F) -> F:
    """Compile inlined into its callers."""
    return _compile(function, forceinline=True)
