"""Which spaces a rule or a card means, as a short text that a frame can hold.

    in_region(FRANCE) & ~held_by(AUTHORITARIAN)      ->  "in:france -held:authoritarian"
    with_icon(WORKER, FARMER) & in_region(RUSSIA)    ->  "icon:worker,farmer in:russia"

Terms stand side by side and must all be true. A term about geography names its alternatives itself;
two of them may also be joined with `|`: `at("constantinople") | in_region(BALKANS)`.
"""

from __future__ import annotations

from entente.games.turmoil.terms import is_dynamic


class Where(str):
    """A condition on a space."""

    __slots__ = ()

    def __and__(self, other: str) -> Where:
        return Where(f"{self} {other}".strip())

    def __or__(self, other: str) -> Where:
        if " " in f"{self}{other}" or self.startswith("-") or is_dynamic(self):
            raise ValueError("only single terms about geography can be alternatives")
        return Where(f"{self}|{other}")

    def __invert__(self) -> Where:
        if " " in self:
            raise ValueError("only a single term can be denied")
        return Where(self[1:] if self.startswith("-") else f"-{self}")


ANYWHERE = Where("")


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
