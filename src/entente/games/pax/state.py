"""The state of a game: plain data. Values inside a dictionary are replaced, never changed."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from entente.games.pax.board import Area, Place, Port, Power, Sea, Status
from entente.games.pax.records.congress import Congress
from entente.games.pax.records.movement_state import MovementState, Reopening
from entente.games.pax.records.treaty import Charge, Treaty
from entente.games.pax.records.war import CoalRight, Talks, War
from entente.kernel import OptionValue, Seat, State
from entente.kernel.state import shallow

Stack = tuple[int, ...]  # the strengths of units in one place, the strongest first
Forces = dict[Power, Stack]


class Marker(msgspec.Struct, frozen=True):
    """A status marker. It is established if `was` equals `status` (1, P46)."""

    status: Status
    """What the power is in the area."""
    was: Status
    """The established status: the one before the marker was placed or raised this turn."""

    @property
    def is_new(self) -> bool:
        """Whether it was placed or raised this turn."""
        return self.status != self.was

    @property
    def is_control(self) -> bool:
        """Whether it is a control marker, new or established."""
        return self.status >= Status.PROTECTORATE

    @property
    def holds(self) -> bool:
        """Whether there is established control, even of a lower level than the marker's."""
        return self.was >= Status.PROTECTORATE

    @property
    def touches_control(self) -> bool:
        """Whether it is or was a control marker."""
        return self.status >= Status.PROTECTORATE or self.was >= Status.PROTECTORATE

    @property
    def fights(self) -> bool:
        """Whether control has been placed that no established control was raised to (7.1)."""
        return self.is_control and not self.holds


class Cause(msgspec.Struct, frozen=True):
    """A casus belli (9.1)."""

    id: int
    """Its number."""
    kind: str
    """The kind of cause."""
    holder: Power
    """The power that has it."""
    against: Power
    """The power it is against."""
    area: Area = ""
    """The area it is about; empty if there is none."""
    treaty: str = ""
    """The treaty it comes from; empty if there is none."""
    state: str = "open"
    """`open`, `settled` or `used`."""


class Purchase(msgspec.Struct, frozen=True):
    """A unit that was bought."""

    power: Power
    kind: str
    strength: int


class TensionRise(msgspec.Struct, frozen=True):
    """An increase of European tension."""

    turn: int
    """The turn."""
    kind: str
    """What raised it."""
    amount: int
    """By how much."""
    seat: Seat | None
    """Who is to blame; None if no one is."""
    total: int
    """European tension after it."""


class AdministrationSheet(msgspec.Struct, frozen=True):
    """The administrative sheet of a power for a turn."""

    turn: int
    """The turn."""
    lines: dict[str, int]
    """The figure of each line, such as `l15`."""


class SecretBonus(msgspec.Struct, frozen=True):
    """Points of a turn that come from secret treaties only: their parties know of them (P68)."""

    seat: Seat
    turn: int
    bonus: str
    points: int
    treaties: tuple[str, ...]


class PaxState(State, kw_only=True):
    """The state of a game."""

    added_options: ClassVar[dict[str, OptionValue]] = {
        "belgian_divisor": "1",
        "italian_divisor": "2.5",
        "congress_mode": "in_turn",
    }
    added: ClassVar[tuple[str, ...]] = (
        "reopenings",
        "unheard",
        "coal",
        "talks",
        "secret_bonuses",
        "belgian_colony",
    )

    turn: int = 0
    phase: str = ""
    order: tuple[Seat, ...] = ()  # precedence of this turn (1)

    # the map
    markers: dict[Area, dict[Power, Marker]] = {}
    armies: dict[Place, Forces] = {}  # by place; in wars also at sea
    navies: dict[Port, Forces] = {}  # by port; in wars also at sea
    fleets: dict[Power, tuple[Sea, ...]] = {}  # merchant fleets
    unrest: tuple[Area, ...] = ()
    codominions: dict[Area, tuple[Power, ...]] = {}  # who shares control by agreement
    canals: dict[Area, Power] = {}  # who built them
    balkan_wars: int = 0

    # money and points
    treasury: dict[Power, int] = {}
    points: dict[Seat, int] = {}
    bonuses: dict[Seat, dict[str, int]] = {}  # booked so far, by kind, the whole game
    turn_bonuses: dict[Seat, int] = {}  # earned this turn, not yet on a sheet
    # From secret treaties, by turn (14); up to version 2 of the rules.
    secret_points: dict[Seat, dict[int, int]] = {}
    secret_bonuses: tuple[SecretBonus, ...] = ()
    sheets: dict[Power, tuple[AdministrationSheet, ...]] = {}
    guilty: tuple[Seat, ...] = ()  # of the Great War
    totals: dict[Seat, int] = {}  # line 31, once the game is over

    # indexes
    tension: int = 0
    rises: tuple[TensionRise, ...] = ()
    resentment: int = 0

    # this turn
    events: tuple[str, ...] = ()
    deficits: dict[Power, int] = {}  # what must still be saved (4.6)
    deficit_areas: dict[Power, tuple[Area, ...]] = {}  # whose markers count for it
    moving: MovementState = MovementState()
    reopenings: tuple[Reopening, ...] = ()  # in this open phase (6.6)
    unheard: dict[Seat, tuple[tuple[Seat, Area], ...]] = {}  # steps since a seat was ready
    earmarks: dict[Power, int] = {}  # money that events demand for units (4.5)
    watched: dict[Seat, tuple[str, ...]] = {}  # private watch lists (6.6, C6)
    ungarrisoned: tuple[tuple[Power, Area], ...] = ()  # at the end of phase 4 (6.4, P36)
    won: tuple[tuple[Power, Area], ...] = ()  # control established in this phase 5
    policed: dict[Power, tuple[Area, ...]] = {}  # where minors put unrest down (5.1)
    minor_control: tuple[tuple[Power, Area], ...] = ()  # placed by minors this turn (5.5)
    minor_losses: tuple[Area, ...] = ()  # where minors lost influence or control (5.5)
    ottoman_offenders: tuple[tuple[Power, Area], ...] = ()  # control established (11.3)
    ottoman_declarers: tuple[tuple[Power, Area], ...] = ()  # over what it took (11.4)
    ottoman_areas: tuple[Area, ...] = ()  # that became Ottoman (11.4)
    ottoman_for_good: tuple[Area, ...] = ()  # of these, where the Empire put unrest down
    rebellion: bool = False  # China rises in this turn's war phase
    belgian_navy_right: bool = False  # event 4-2 has come (1)
    belgian_navy_built: bool = False
    belgian_colony: bool = False  # it has established control at least once (4.4)
    causes: tuple[Cause, ...] = ()
    causes_made: int = 0  # that numbers them
    settled: bool = False  # whether the default settlement of this turn is over (9.3)

    # agreements
    treaties: dict[str, Treaty] = {}  # by name; also those that are only offered
    public_treaties: int = 0  # that numbers them
    offers_made: dict[Seat, int] = {}  # this turn (9.2)
    ready: tuple[Seat, ...] = ()  # of the negotiation phase
    charges: tuple[Charge, ...] = ()  # accusations that are being voted on (9.5)
    purchases: tuple[Purchase, ...] = ()  # units bought, the whole game
    purchases_before: int = 0  # how many before this turn

    congress: Congress | None = None

    # war
    wars: tuple[War, ...] = ()  # under way, the oldest first (12)
    wars_made: int = 0  # that numbers them
    coal: tuple[CoalRight, ...] = ()  # rights that last as long as a war (9.4)
    talks: tuple[Talks, ...] = ()  # about peace, in this round (12.10)

    def copy(self) -> PaxState:
        """Inner values are replaced, never changed, so copies can share them."""
        twin = shallow(self)
        twin.chance = self.chance.copy()
        twin.stack = self.stack[:]
        if self.logs:
            twin.news = self.news[:]
        twin.markers = self.markers.copy()
        twin.armies = self.armies.copy()
        twin.navies = self.navies.copy()
        twin.fleets = self.fleets.copy()
        twin.codominions = self.codominions.copy()
        twin.canals = self.canals.copy()
        twin.treasury = self.treasury.copy()
        twin.points = self.points.copy()
        twin.bonuses = self.bonuses.copy()
        twin.sheets = self.sheets.copy()
        return twin
