"""Compile with Numba if it is installed, otherwise run plain Python.

The same functions run on a GPU, called by a `numba-cuda` kernel. They work on flat arrays of
numbers and allocate nothing, so all three behave alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableSequence
from functools import cache
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


@cache
def _stamp(module: str) -> str:
    """Return a fingerprint of a module of this package and of all modules of it that it uses."""
    digest, waiting, seen = sha256(), [module], {module}
    while waiting:
        source = Path(__file__).parents[4].joinpath(*waiting.pop().split(".")).with_suffix(".py")
        text = source.read_bytes() if source.exists() else b""
        digest.update(text)
        for used in re.findall(rb"^from (entente\.games\.diplomacy\.batch\S*) import", text, re.M):
            if used.decode() not in seen:
                seen.add(used.decode())
                waiting.append(used.decode())
    return digest.hexdigest()


def _compile(function: F, **options: bool) -> F:
    """Compile a function with caching. Numba invalidates its cache only by the function's own file;
    ours call functions in other files, so the fingerprint covers those as well."""
    if _njit is None:
        return function
    compiled: Any = _njit(cache=True, error_model="numpy", _nrt=False, **options)(function)
    compiled._cache._cache_file._source_stamp = _stamp(function.__module__)
    return cast(F, compiled)


def compiled(function: F) -> F:
    """Compile as a separate function."""
    return _compile(function)


def inlined(function: F) -> F:
    """Compile inlined into its callers."""
    return _compile(function, forceinline=True)


def internal(function: F) -> F:
    """Compile as a separate function that only compiled functions call: without the wrappers that
    Python calls through, which takes less time."""
    return _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)
