"""The switch: compiled by Numba where it is installed, plain Python where it is not.

The same functions run on a GPU: a kernel of `numba-cuda` calls them as they are. They work on flat
arrays of numbers and make nothing new, so that all three mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from importlib.util import find_spec
from typing import Any, TypeAlias, TypeVar

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


def compiled(function: F) -> F:
    """A function of its own when compiled."""
    return _njit(cache=True, error_model="numpy")(function) if _njit else function


def inlined(function: F) -> F:
    """A part of whoever calls it when compiled."""
    return _njit(forceinline=True, cache=True, error_model="numpy")(function) if _njit else function
