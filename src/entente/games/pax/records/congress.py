"""The record of a congress in session (10)."""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Area, Power
from entente.games.pax.records.treaty import Clause
from entente.kernel import Seat


class Item(msgspec.Struct, frozen=True):
    """A matter on the agenda: a dispute over an area, or a grievance between powers."""

    name: str
    """Its name."""
    area: Area
    """The area in dispute; empty for a grievance between powers."""
    causes: tuple[int, ...]
    """The numbers of the casus belli that it is about."""
    parties: tuple[Power, ...]
    """The powers that it concerns."""
    minors: tuple[Power, ...] = ()
    """The minor powers whose defence was announced."""
    announcers: tuple[Seat, ...] = ()
    """The seats that announced it."""
    parts: tuple[Item, ...] | msgspec.UnsetType = msgspec.UNSET
    """The items that it joins, if any (10.4)."""

    @property
    def matters(self) -> tuple[Item, ...]:
        """The matters that the item settles: itself, or each of those it joins."""
        return (self,) if isinstance(self.parts, msgspec.UnsetType) else self.parts

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas that it is about."""
        return tuple(matter.area for matter in self.matters if matter.area)


class TabledDraft(msgspec.Struct, frozen=True):
    """A treaty that a member has tabled."""

    by: Seat
    """The seat that tabled it."""
    clauses: tuple[Clause, ...]
    """The clauses."""
    item: str | msgspec.UnsetType = msgspec.UNSET
    """By post, the name of the item it is about."""


class Congress(msgspec.Struct, frozen=True):
    """A congress in session."""

    caller: Seat
    """The seat that called it."""
    items: tuple[Item, ...]
    """The matters on the agenda."""
    involved: tuple[Seat, ...]
    """The seats that the agenda concerns."""
    host: Power = ""
    """The host."""
    members: tuple[Seat, ...] = ()
    """The seats that take part."""
    drafts: tuple[TabledDraft, ...] = ()
    """The treaties tabled on the item under debate; by post (10.8) on all items."""
    adopted: TabledDraft | None = None
    """The treaty that was adopted."""
    refusers: tuple[Seat, ...] = ()
    """The seats that refuse it."""
    failed: bool = False
    """Whether it has failed."""
    after_war: bool = False
    """Whether it was called because victors do not agree (12.10)."""
    victors: tuple[Power, ...] | msgspec.UnsetType = msgspec.UNSET
    """The powers that meet after a war."""
    losers: tuple[Power, ...] | msgspec.UnsetType = msgspec.UNSET
    """The powers that have no vote there."""
    passed: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """The places of the drafts that were adopted by post."""
