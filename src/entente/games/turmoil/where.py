"""Which spaces a rule or a card means, as a short text that a frame can hold.

    in_region(FRANCE) & ~held_by(AUTHORITARIAN)      ->  "in:france -held:authoritarian"
    with_icon(WORKER, FARMER) & in_region(RUSSIA)    ->  "icon:worker,farmer in:russia"

Terms stand side by side and must all be true. A term about geography names its alternatives itself;
two of them may also be joined with `|`: `at("constantinople") | in_region(BALKANS)`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from entente.kernel import Frame
from entente.kernel.state import FrameValue


class Where(str):
    """A condition on a space."""

    __slots__ = ()

    def __and__(self, other: str) -> Where:
        return Where(f"{self} {other}".strip())

    def __or__(self, other: str) -> Where:
        if " " in f"{self}{other}" or self.startswith("-") or _is_dynamic(self):
            raise ValueError("only single terms about geography can be alternatives")
        return Where(f"{self}|{other}")

    def __invert__(self) -> Where:
        if " " in self:
            raise ValueError("only a single term can be denied")
        return Where(self[1:] if self.startswith("-") else f"-{self}")


ANYWHERE = Where("")


def step(name: str, **args: FrameValue) -> Frame:
    """A frame for the stack; a condition goes in as plain text."""
    if "where" in args:
        args["where"] = str(args["where"])
    if "to" in args:
        args["to"] = str(args["to"])
    return Frame(name, args)


def in_region(*regions: str) -> Where:
    return Where("in:" + ",".join(regions))


def beside(region: str) -> Where:
    """Independent spaces adjacent to a region."""
    return Where(f"beside:{region}")


def with_icon(*icons: str) -> Where:
    return Where("icon:" + ",".join(icons))


def at(*spaces: str) -> Where:
    return Where("at:" + ",".join(spaces))


def near(space: str) -> Where:
    """The spaces linked to a space."""
    return Where(f"near:{space}")


def held_by(side: str) -> Where:
    return Where(f"held:{side}")


def support_of(side: str) -> Where:
    """At least one SP of this side is there."""
    return Where(f"support:{side}")


UNCONTROLLED = Where("held:nobody")


class Term(NamedTuple):
    """One term: `text` without a leading `-`."""

    text: str
    denied: bool
    dynamic: bool


def _is_dynamic(text: str) -> bool:
    return text.partition(":")[0] in ("held", "support")


@lru_cache(maxsize=1024)
def terms(where: str) -> tuple[Term, ...]:
    """The terms of a condition, those about geography first."""
    found = []
    for text in where.split():
        bare = text.removeprefix("-")
        found.append(Term(bare, text != bare, _is_dynamic(bare)))
    return tuple(sorted(found, key=lambda term: term.dynamic))
