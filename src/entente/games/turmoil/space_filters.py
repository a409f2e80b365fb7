"""Filters for the spaces of a rule or a card, as short texts that a frame can hold.

    in_region(FRANCE) & ~held_by(AUTHORITARIAN)      ->  "in:france -held:authoritarian"
    with_icon(WORKER, FARMER) & in_region(RUSSIA)    ->  "icon:worker,farmer in:russia"

Terms are separated by spaces and must all be true. A term about geography lists its alternatives
itself; two of them may also be joined with `|`: `at("constantinople") | in_region(BALKANS)`.
"""

from __future__ import annotations

from entente.games.turmoil.filter_terms import is_dynamic


class SpaceFilter(str):
    """A condition on a space."""

    __slots__ = ()

    def __and__(self, other: str) -> SpaceFilter:
        return SpaceFilter(f"{self} {other}".strip())

    def __or__(self, other: str) -> SpaceFilter:
        if " " in f"{self}{other}" or self.startswith("-") or is_dynamic(self):
            raise ValueError("only single terms about geography can be alternatives")
        return SpaceFilter(f"{self}|{other}")

    def __invert__(self) -> SpaceFilter:
        if " " in self:
            raise ValueError("only a single term can be denied")
        return SpaceFilter(self[1:] if self.startswith("-") else f"-{self}")


ANYWHERE = SpaceFilter("")


def in_region(*regions: str) -> SpaceFilter:
    return SpaceFilter("in:" + ",".join(regions))


def beside(region: str) -> SpaceFilter:
    """Independent spaces adjacent to a region."""
    return SpaceFilter(f"beside:{region}")


def with_icon(*icons: str) -> SpaceFilter:
    return SpaceFilter("icon:" + ",".join(icons))


def at(*spaces: str) -> SpaceFilter:
    return SpaceFilter("at:" + ",".join(spaces))


def near(space: str) -> SpaceFilter:
    """Return the spaces linked to a space."""
    return SpaceFilter(f"near:{space}")


def held_by(side: str) -> SpaceFilter:
    return SpaceFilter(f"held:{side}")


def support_of(side: str) -> SpaceFilter:
    """At least one SP of this side is there."""
    return SpaceFilter(f"support:{side}")


UNCONTROLLED = SpaceFilter("held:nobody")
