"""The record of a congress in session (10)."""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Area, Power
from entente.games.pax.records.treaty import Clause
from entente.kernel import Seat


class Item(msgspec.Struct, frozen=True):
    """A matter on the agenda: a dispute over an area, or a grievance between powers.

    `minors` are minor powers whose defence was announced, `announcers` those who did. An item that
    joins several (10.4, one treaty for all) keeps them as `parts`.
    """

    name: str
    area: Area
    causes: tuple[int, ...]
    parties: tuple[Power, ...]
    minors: tuple[Power, ...] = ()
    announcers: tuple[Seat, ...] = ()
    parts: tuple[Item, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def matters(self) -> tuple[Item, ...]:
        """The matters that the item settles: itself, or each of those it joins."""
        return (self,) if isinstance(self.parts, msgspec.UnsetType) else self.parts

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas that it is about."""
        return tuple(matter.area for matter in self.matters if matter.area)


class TabledDraft(msgspec.Struct, frozen=True):
    """A treaty that a member has tabled; by post, with the name of the `item` it is about."""

    by: Seat
    clauses: tuple[Clause, ...]
    item: str | msgspec.UnsetType = msgspec.UNSET


class Congress(msgspec.Struct, frozen=True):
    """A congress in session. `drafts` is what is tabled on the item under debate, or by post (10.8)
    on all of them; `passed` are the places of those adopted by post."""

    caller: Seat
    items: tuple[Item, ...]
    involved: tuple[Seat, ...]
    host: Power = ""
    members: tuple[Seat, ...] = ()
    drafts: tuple[TabledDraft, ...] = ()
    adopted: TabledDraft | None = None
    refusers: tuple[Seat, ...] = ()
    failed: bool = False
    after_war: bool = False  # called because victors do not agree (12.10)
    victors: tuple[Power, ...] | msgspec.UnsetType = msgspec.UNSET  # who meet after a war
    losers: tuple[Power, ...] | msgspec.UnsetType = msgspec.UNSET  # who have no vote there
    passed: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
