"""Space filters as stored in frames and as parsed terms; see `space_filters`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from entente.kernel import Frame
from entente.kernel.frame import FrameValue


def step(name: str, **args: FrameValue) -> Frame:
    """Return a frame for the stack; a filter is stored as plain text."""
    if "where" in args:
        args["where"] = str(args["where"])
    if "to" in args:
        args["to"] = str(args["to"])
    return Frame(name, args)


class Term(NamedTuple):
    """One term of a filter: `text` without a leading `-`."""

    text: str
    denied: bool
    dynamic: bool


def is_dynamic(text: str) -> bool:
    """Return whether a term is about control or support rather than geography."""
    return text.partition(":")[0] in ("held", "support")


@lru_cache(maxsize=1024)
def terms(where: str) -> tuple[Term, ...]:
    """Return the terms of a filter, those about geography first."""
    parsed = []
    for text in where.split():
        bare = text.removeprefix("-")
        parsed.append(Term(bare, text != bare, is_dynamic(bare)))
    return tuple(sorted(parsed, key=lambda term: term.dynamic))
