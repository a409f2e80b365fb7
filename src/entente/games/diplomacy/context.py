"""The context of the rules: the board and the state together."""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.rules.adjustments import centres_by_power
from entente.games.diplomacy.rules.editions import Rules
from entente.games.diplomacy.rules.orders import Position, read_unit
from entente.games.diplomacy.rules.possible_orders import Menus, closed_mask
from entente.games.diplomacy.rules.powers import (
    CLOSED_TO_TWO,
    ITALY,
    TWO,
    UNITS_FOR_TWO,
    Assignment,
    assignment,
    rules_of,
)
from entente.games.diplomacy.scoring import CARNAGE, DRAW_SIZE, shares
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Outcome, Seat, Steps, say
from entente.kernel.message import Argument, Message


class PositionCache:
    """Cached results about a position, each with the state objects it was computed from. Those are
    only ever replaced, so a result is valid as long as they are the same objects. Threads may share
    a position: each pair is stored in one assignment, so none sees half of it."""

    __slots__ = ("dues", "left", "masks", "menus", "position")

    def __init__(self) -> None:
        self.position: tuple[object, Position] | None = None
        self.menus: tuple[tuple[object, ...], Menus] | None = None
        self.masks: tuple[object, list[int]] | None = None
        self.left: tuple[tuple[object, ...], list[Seat]] | None = None
        self.dues: tuple[tuple[object, ...], dict[Seat, dict[str, int]]] | None = None

    def copy(self) -> PositionCache:
        twin = PositionCache()
        twin.position, twin.menus, twin.masks = self.position, self.menus, self.masks
        twin.left, twin.dues = self.left, self.dues
        return twin


def is_same(known: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Return whether a result was computed from these very objects."""
    return len(known) == len(now) and all(map(is_, known, now))


class DiplomacyContext:
    """The position and the players. Rules query and change the position through this object."""

    __slots__ = ("_rules", "assigned", "board", "known", "state")

    def __init__(
        self, board: Board, state: DiplomacyState, known: PositionCache | None = None
    ) -> None:
        self.board = board
        self.state = state
        self.known = PositionCache() if known is None else known.copy()
        self.assigned: Assignment = assignment(state.options)
        self._rules: Rules | None = None

    # -- who plays

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.assigned.seats)

    @property
    def rules(self) -> Rules:
        known = self._rules
        if known is None:
            known = self._rules = rules_of(self.state.options)
        return known

    @property
    def two(self) -> bool:
        """X.2: whether this is the game of two players."""
        return self.state.options["players"] == TWO

    @property
    def closed(self) -> int:
        """X.2: the closed provinces: in the game of two, Italy's until the toss."""
        return closed_mask(self.board, CLOSED_TO_TWO) if self.two and not self.state.italy else 0

    def powers_of(self, seat: Seat) -> tuple[str, ...]:
        """Return the powers of a seat; in the game of two possibly including Italy."""
        own = self.assigned.seats[seat]
        return (*own, ITALY) if self.state.italy == seat else own

    def still(self, *, disorder: bool) -> set[int]:
        """X.2, X.3: the powers without a player; with `disorder` also those in civil disorder."""
        state = self.state
        absent = {*state.conceded, *(state.disorder if disorder else ())}
        playing = {p for seat in self.seats if seat not in absent for p in self.powers_of(seat)}
        return {number for name, number in self.board.power.items() if name not in playing}

    def survivors(self) -> list[Seat]:
        """Return the seats still in the game: with a unit or a centre, and not conceded."""
        state, known = self.state, self.known.left
        key = (state.units, state.centres, state.conceded, state.italy)
        if known is None or not is_same(known[0], key):
            seats, gone = self.assigned.seats, state.conceded
            left = [seat for seat in seats if seat not in gone and self.lives(seat)]
            known = self.known.left = (key, left)
        return known[1][:]

    def lives(self, seat: Seat) -> bool:
        units, centres = self.state.units, self.state.centres
        for power in self.powers_of(seat):  # noqa: SIM110  quicker than any()
            if units[power] or centres[power]:
                return True
        return False

    # -- cached results about the position

    @property
    def position(self) -> Position:
        units, known = self.state.units, self.known.position
        if known is None or known[0] is not units:
            known = self.known.position = (units, Position.read(self.board, units))
        return known[1]

    def menus(self) -> Menus:
        """Return the possible orders."""
        state, known = self.state, self.known.menus
        key = (state.units, state.conceded, state.italy)
        if known is None or not is_same(known[0], key):
            via = self.rules.adjacent_convoy != "swap_only"
            still = self.still(disorder=False)
            menus = Menus(self.board, self.position, via=via, closed=self.closed, still=still)
            known = self.known.menus = (key, menus)
        return known[1]

    def set_units(self, units: Iterable[Unit]) -> None:
        """Set the units of the position."""
        board = self.board
        sides: list[list[Unit]] = [[] for _ in board.powers]
        for unit in units:
            sides[unit.power].append(unit)
        names = board.unit_names
        self.state.units = {
            power.id: [names[unit.fleet][unit.location] for unit in mine]
            for power, mine in zip(board.powers, sides, strict=True)
        }
        position = Position(board, [unit for mine in sides for unit in mine])
        self.known.position = (self.state.units, position)

    def centre_masks(self) -> list[int]:
        """Return the centres of each power as a mask, computed once."""
        centres, known = self.state.centres, self.known.masks
        if known is None or known[0] is not centres:
            known = self.known.masks = (centres, centres_by_power(self.board, centres))
        return known[1]

    def set_centres(self, centres: Iterable[int]) -> None:
        names = self.board.provinces
        self.state.centres = {
            power.id: [names[province] for province in bits(owned)]
            for power, owned in zip(self.board.powers, centres, strict=True)
        }

    def dues(self) -> dict[Seat, dict[str, int]]:
        """IX.2: the builds or removals each seat must order, by power; seats without any are left
        out."""
        state, known = self.state, self.known.dues
        key = (state.units, state.centres, state.conceded, state.italy, state.disorder)
        if known is None or not is_same(known[0], key):
            dues: dict[Seat, dict[str, int]] = {}
            for seat in self.survivors():
                mine = {power: self.due(seat, power) for power in self.powers_of(seat)}
                if any(mine.values()):
                    dues[seat] = mine
            known = self.known.dues = (key, dues)
        return known[1]

    def due(self, seat: Seat, power: str) -> int:
        """IX.2: the number of builds or removals a seat must order for one of its powers.

        X.3: none in civil disorder. A power that must remove everything has no choice.
        """
        if seat in self.state.disorder:
            return 0
        due = self.removals(power)
        return due if 0 < due < len(self.state.units[power]) else self.builds(power)

    def builds(self, power: str) -> int:
        """IX.2: the number of units a power may build this winter."""
        surplus = len(self.state.centres[power]) - len(self.state.units[power])
        if surplus <= 0:
            return 0
        return min(surplus, self.places_to_build(power).bit_count())

    def places_to_build(self, power: str) -> int:
        """IX.2: home centres of a power that it still owns and that are empty."""
        number = self.board.power[power]
        return self.board.homes[number] & self.centre_masks()[number] & ~self.position.taken

    def removals(self, power: str) -> int:
        """IX.2: the number of units a power must remove this winter."""
        return max(0, len(self.state.units[power]) - len(self.state.centres[power]))

    def retreating(self) -> dict[Unit, tuple[int, ...]]:
        """VII: the dislodged units and their possible retreats."""
        board = self.board
        return {
            read_unit(board, power, name): tuple(board.location[place] for place in places)
            for power, units in self.state.dislodged.items()
            for name, places in units.items()
        }

    # -- words and the end

    def log(self, key: str, /, **args: Argument) -> None:
        """Add a line to the log."""
        if self.state.logs:
            self.state.log(say(key, **args))

    def win(self, seat: Seat, reason: Message) -> None:
        """End the game with a winner."""
        scores = {each: 1.0 if each == seat else 0.0 for each in self.seats}
        self._end((seat,), scores, reason)

    def draw(self, seats: list[Seat], reason: Message) -> None:
        """End the game in a draw between these seats, which share by the scoring system."""
        state = self.state
        self.note_eliminated()
        centres = {
            seat: sum(len(state.centres[power]) for power in self.powers_of(seat))
            for seat in self.seats
        }
        system = str(state.options.get("scoring", DRAW_SIZE))
        scores = shares(system, self.seats, seats, centres, state.eliminated)
        self._end(tuple(seats), scores, reason)

    def note_eliminated(self) -> None:
        """Record the year in which seats left the game, for the scoring system that ranks them."""
        state = self.state
        if state.options.get("scoring") != CARNAGE:
            return
        left = self.survivors()
        gone = [seat for seat in self.seats if seat not in left and seat not in state.eliminated]
        if gone:
            state.eliminated = {**state.eliminated, **dict.fromkeys(gone, state.year)}

    def _end(self, winners: tuple[Seat, ...], scores: dict[Seat, float], reason: Message) -> None:
        self.state.outcome = Outcome(winners, scores, reason)
        self.state.log(reason)

    def units_needed(self) -> int:
        """X.2: the number of units that wins the game of two."""
        return UNITS_FOR_TWO


steps: Steps[DiplomacyContext] = Steps()
