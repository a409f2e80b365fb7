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
    """Its number."""
    kind: str = WAR
    """`war`, `rebellion` or `ottoman`."""
    hostile: tuple[tuple[Power, Power], ...] = ()
    """The powers that are hostile to each other, in order; who declared comes first."""
    entered: tuple[Power, ...] = ()
    """The belligerents in the order of their entry."""
    camps: tuple[tuple[Power, ...], ...] = ()
    """The camps, which follow from the two above (`belligerents.camps_of`)."""
    declarers: tuple[Power, ...] = ()
    """The powers that declared war in it, the first one first."""
    automatic: tuple[Power, ...] = ()
    """The powers that entered by the alliance of the two empires."""
    leaders: dict[Power, str] = {}
    """The seat that moves each minor power; empty if the rules do."""
    theatre: tuple[Area, ...] = ()
    """The areas open to all belligerents, no matter who controls them."""
    merged: dict[int, tuple[Power, ...]] | msgspec.UnsetType = msgspec.UNSET
    """The younger wars that have become part of it, whose round is still to come."""

    round: int = 0
    """The round."""
    quiet: int = 0
    """The rounds without an attack."""
    attacked: bool = False
    """Whether there was an attack in this round."""
    conquered: dict[Area, Power] = {}
    """The areas that were conquered, and for whose camp."""
    surrendered: tuple[WarUnit, ...] = ()
    """The units that have surrendered."""
    closed: dict[str, tuple[Power, ...]] = {}
    """The passages, and the powers they are closed to."""
    closed_by: dict[str, tuple[Power, ...]] | msgspec.UnsetType = msgspec.UNSET
    """The powers that kept these passages when they were closed."""
    trespassed: tuple[tuple[Power, Area], ...] = ()
    """The entries that neutral partners let pass (12.8)."""
    defeated: tuple[Area, ...] = ()
    """The areas whose people are beaten (11.2)."""

    # the phase of a camp
    moved: tuple[WarUnit, ...] = ()
    """The units that have made their step in this phase, where they are now."""
    fought: tuple[tuple[Power, str, Node], ...] = ()
    """Who has attacked with what where in this phase."""
    late: tuple[WarUnit, ...] = ()
    """The navies that retreated into a battle that is still to come (12.7)."""
    refuges: tuple[Node, ...] = ()
    """Where navies of the last battle have fled (12.7)."""
    done: tuple[str, ...] = ()
    """The seats that have ended their part of the phase."""
    acts_with: dict[Power, Power] | msgspec.UnsetType = msgspec.UNSET
    """For each power, the power whose camp had the phases in which it acts in this round."""

    @property
    def absorbed(self) -> dict[int, tuple[Power, ...]]:
        """The younger wars that have become part of this one in this round."""
        return self.merged or {}

    @property
    def turns(self) -> dict[Power, Power]:
        """Who has a part in the phases of this round already, and in whose."""
        return self.acts_with or {}
