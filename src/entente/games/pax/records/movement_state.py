"""The state of the movement phase while it lasts (6)."""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Area, Power
from entente.kernel import Seat

OWN, TREATY, WATCH, CANAL = "own", "treaty", "watch", "canal"
PRIVATE = "private"  # what others see in place of TREATY and WATCH


class Reopening(msgspec.Struct, frozen=True):
    """Why a seat that was ready is asked again (6.6): who acted, the kind of act, and where;
    some acts have no area."""

    seat: Seat
    """The seat that is asked again."""
    by: Seat
    """The seat whose act is the reason."""
    kind: str
    """The kind of reason; `private` where this seat must not know it."""
    area: Area = ""
    """Where; empty if it is about no area."""

    def as_seen_by(self, viewer: Seat | None) -> Reopening:
        """Return the public form: a private reason is only named as such."""
        if self.kind not in (TREATY, WATCH) or viewer == self.seat:
            return self
        return Reopening(self.seat, self.by, PRIVATE)


class MovementState(msgspec.Struct, frozen=True):
    """Who is ready, who was re-opened how often; what was bought; what has moved.

    `moved` counts for each kind of piece in a place how often those there have moved already;
    pieces that have not moved are not listed. `used` are areas in which an event's permission was
    used. `touched` says for the last sealed round which seats changed a marker where.
    """

    ready: tuple[Seat, ...] = ()
    reopened: dict[Seat, int] = {}
    final_due: bool = False
    moved: dict[str, tuple[int, ...]] = {}
    bought: dict[Power, int] = {}  # money for units
    devoted: dict[Power, int] = {}  # of it, what counts for an event's demand (4.5)
    arrivals: tuple[Power, ...] = ()  # who has a merchant fleet to place
    used: dict[str, tuple[Area, ...]] = {}  # by event
    control_placed: tuple[Power, ...] = ()
    touched: dict[Area, tuple[Seat, ...]] = {}
    round: int = 0
