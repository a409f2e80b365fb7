"""The log as a viewer has read it, with what was made of parts of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from entente.kernel.message import SeenEntry

T = TypeVar("T")
Memo = dict[object, tuple[Sequence[SeenEntry], object, object]]  # lines, what else, result


class SeenLog(list[SeenEntry]):
    """A log that several viewers read mostly alike; `memo` is theirs together."""

    def __init__(self, memo: Memo) -> None:
        super().__init__()
        self.memo = memo


def remembered(
    log: Sequence[SeenEntry],
    start: int,
    end: int | None,
    key: object,
    make: Callable[[Sequence[SeenEntry]], T],
    using: object = None,
) -> T:
    """Return what `make` makes of a part of a log, `using` something else.

    The last result for each key is kept while both stay equal. It is shared, so callers must not
    change it.
    """
    part = log[start:end]
    if not isinstance(log, SeenLog):
        return make(part)
    known = log.memo.get(key)
    if known is None or known[0] != part or known[1] != using:
        known = log.memo[key] = (part, using, make(part))
    return cast(T, known[2])
