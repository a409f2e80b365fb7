"""The record of a war while it lasts: plain data in the state, replaced, never changed."""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Area, Node, Port, Power

WAR, REBELLION, OTTOMAN = "war", "rebellion", "ottoman"


class WarUnit(msgspec.Struct, frozen=True, array_like=True):
    """A unit of a power, and where it is; `where` is empty once it has surrendered."""

    power: Power
    kind: str
    where: Node | Port
    strength: int


class PeaceOffer(msgspec.Struct, frozen=True):
    """Peace that a belligerent has offered in the course of a round (12.10, P62)."""

    war: int
    by: str  # the seat
    written: str  # the terms, as they are written in the question
    entered: tuple[Power, ...]  # the belligerents at that time
    answers: dict[str, str] = {}  # by seat, hidden until all are in
    open: bool = True


class Talks(msgspec.Struct, frozen=True):
    """Peace talks in a round of a war."""

    war: int
    offers: tuple[PeaceOffer, ...] = ()
    silent: tuple[str, ...] = ()  # seats that hear no offers


class CoalRight(msgspec.Struct, frozen=True):
    """A right to coal that is irrevocable for a war (9.4)."""

    war: int
    grantor: Power
    grantee: Power
    areas: tuple[Area, ...]
    treaty: str
    knowing: tuple[str, ...] = ()  # the seats that know of a secret treaty; empty: all do


class War(msgspec.Struct, frozen=True):
    """A war: who is hostile to whom, in which camps, and how far it has come (12.1).

    The Chinese rebellion and the Ottoman war are wars of their own kinds, in which CHINA or
    OTTOMAN_EMPIRE is a power of a camp. `theatre` are areas open to all belligerents, no matter who
    controls them (11.2, 11.3).
    """

    id: int
    kind: str = WAR
    hostile: tuple[tuple[Power, Power], ...] = ()  # in order; who declared comes first
    entered: tuple[Power, ...] = ()  # the belligerents in order of their entry
    camps: tuple[tuple[Power, ...], ...] = ()  # by belligerents.camps_of, from the two above
    declarers: tuple[Power, ...] = ()  # who declared war in it, the first one first
    automatic: tuple[Power, ...] = ()  # who entered by the alliance of the two empires
    leaders: dict[Power, str] = {}  # the seat that moves a minor; empty: the rules do
    theatre: tuple[Area, ...] = ()
    # younger wars that have become part of this one: by number, whose round is still to come
    merged: dict[int, tuple[Power, ...]] | msgspec.UnsetType = msgspec.UNSET

    round: int = 0
    quiet: int = 0  # rounds without an attack
    attacked: bool = False  # whether there was an attack in this round
    conquered: dict[Area, Power] = {}  # for whose camp
    surrendered: tuple[WarUnit, ...] = ()
    closed: dict[str, tuple[Power, ...]] = {}  # passages, and the powers they are closed to
    trespassed: tuple[tuple[Power, Area], ...] = ()  # entries that neutral partners let pass (12.8)
    defeated: tuple[Area, ...] = ()  # areas whose people are beaten (11.2)

    # the phase of a camp
    moved: tuple[WarUnit, ...] = ()  # units that have made their step, where they are now
    fought: tuple[tuple[Power, str, Node], ...] = ()  # who has attacked with what where
    late: tuple[WarUnit, ...] = ()  # navies that retreated into a battle not yet fought (12.7)
    refuges: tuple[Node, ...] = ()  # where navies of the last battle have fled (12.7)
    done: tuple[str, ...] = ()  # seats that have said so
    # by power: the power whose camp had the phases in which it acts in this round
    acts_with: dict[Power, Power] | msgspec.UnsetType = msgspec.UNSET

    @property
    def absorbed(self) -> dict[int, tuple[Power, ...]]:
        """The younger wars that have become part of this one in this round."""
        return self.merged or {}

    @property
    def turns(self) -> dict[Power, Power]:
        """Who has a part in the phases of this round already, and in whose."""
        return self.acts_with or {}
