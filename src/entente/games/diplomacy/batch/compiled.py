"""The switch: compiled by Numba where it is installed, plain Python where it is not.

The same functions run on a GPU: a kernel of `numba-cuda` calls them as they are. They work on flat
arrays of numbers and make nothing new, so that all three mean the same.
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
    """Numba, unless it is not there or is told to stay out of it (`NUMBA_DISABLE_JIT=1`)."""
    if find_spec("numba") is None:
        return None
    import numba

    return None if numba.config.DISABLE_JIT else numba.njit


_njit = _compiler()
COMPILED = _njit is not None


def _stamp() -> str:
    """What tells these sources from any other version of them."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_STAMP = _stamp() if COMPILED else ""


def _compile(function: F, **options: bool) -> F:
    """Numba keeps what it has compiled, and looks only at a function's own file to tell whether it
    is still good. Ours have parts in other files: so all of them count."""
    if _njit is None:
        return function
    found: Any = _njit(cache=True, error_model="numpy", _nrt=False, **options)(function)
    found._cache._cache_file._source_stamp = _STAMP
    return cast(F, found)


def compiled(function: F) -> F:
    """A function of its own when compiled."""
    return _compile(function)


def inlined(function: F) -> F:
    """A part of whoever calls it when compiled."""
    return _compile(function, forceinline=True)
