"""Bit operations on a word: in plain Python, and as processor instructions."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from entente.games.diplomacy.batch.compiled import COMPILED


def count(word: int) -> int:
    """Return the number of bits that are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """Return the number of the lowest set bit, if any bit is set."""
    return (word & -word).bit_length() - 1


if COMPILED:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def _counted(context: Any, word: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), lower

    @intrinsic
    def _found(context: Any, word: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), lower

    @overload(count)
    def _count(word: Any) -> Callable[[Any], Any]:
        def found(word: Any) -> Any:
            return _counted(word)

        return found

    @overload(lowest)
    def _lowest(word: Any) -> Callable[[Any], Any]:
        def found(word: Any) -> Any:
            return _found(word)

        return found

    if find_spec("numba_cuda") is not None:
        from numba import cuda
        from numba.cuda.extending import overload as overload_on_gpu

        @overload_on_gpu(count)
        def _count_on_gpu(word: Any) -> Callable[[Any], Any]:
            def found(word: Any) -> Any:
                return types.int64(cuda.popc(word))

            return found

        @overload_on_gpu(lowest)
        def _lowest_on_gpu(word: Any) -> Callable[[Any], Any]:
            def found(word: Any) -> Any:
                return types.int64(cuda.ffs(word)) - 1

            return found
