"""The state of a game: plain data."""

from __future__ import annotations

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL
from entente.kernel import Seat, State
from entente.kernel.state import shallow

Support = dict[str, int]


class TurmoilState(State, kw_only=True):
    """The whole state. Lists and small dictionaries that are only ever replaced are shared between
    copies.

    `holder` is the controller of each space; it follows from `support` and is kept up to date by
    `TurmoilContext.change`, the only place that changes either.
    """

    turn: int
    round: int
    phasing: Seat
    support: dict[Seat, Support]
    holder: dict[str, str]
    vp: int = 0  # above 0 the Liberal leads
    tension: int = 0
    land: int = 0  # permanent changes to the map, see board.Land

    navy: dict[Seat, int]
    improved: dict[Seat, bool]  # the marker shows its +1 side
    high_water: int = 0  # the German Navy High Water Mark, 0 if not on the track

    deck: list[str]
    discard: list[str] = []
    removed: list[str] = []
    table: list[str] = []  # being played, or on display until the turn ends
    hand: dict[Seat, list[str]]
    seen: dict[Seat, list[str]]  # cards a seat knows in the other's hand
    ruled_out: dict[str, list[str]] = {}  # cards in hand known not to be scoring or red

    happened: list[str] = []  # events that have taken place
    lasting: dict[str, list[Seat]] = {}  # events in effect, and their sides
    track: list[str]  # the Great War status track
    beside: list[str] = []  # the markers in the boxes above it
    black_hand: str = ""
    yugoslavia: bool = False  # C96 was won by the Authoritarian

    stability: dict[Seat, list[str]]  # stability cards that are available
    chosen: dict[Seat, list[str]] = {}  # in the stability check under way
    revealed: dict[Seat, list[str]] = {}

    attempts: dict[Seat, int]  # naval attempts that count this turn
    standard: int = 0  # naval attempts still demanded by Two-power Standard
    more_rounds: int = 0  # extra action rounds of the Authoritarian in this turn
    used: list[str] = []  # advantages used this turn: `colossus liberal`
    writers: str = ""  # controller of French Writers at the start of the action round
    footing: dict[Seat, list[str]] = {}  # spaces with a side's SP at the start of the action round
    reach: list[str] = []  # 6.1.2: spaces in reach of this action
    die: int = 0
    war_die: int = 0  # 8.4.2: the Authoritarian's, while the Liberal rolls

    alliance: dict[str, str] = {}  # 8.4.1: nation -> side
    winner: str = ""  # of the Great War
    mobilized: dict[Seat, list[str]] = {}  # chosen mobilization cards
    awards: dict[str, int] = {}  # changes to the VP of mobilization cards
    cancelled: list[str] = []
    walled: bool = False  # G3: German spaces neither gain nor lose

    def copy(self) -> TurmoilState:
        twin, support = shallow(self), self.support
        twin.chance = self.chance.copy()
        twin.stack = self.stack[:]
        twin.support = {
            AUTHORITARIAN: support[AUTHORITARIAN].copy(),
            LIBERAL: support[LIBERAL].copy(),
        }
        twin.holder = self.holder.copy()
        return twin
