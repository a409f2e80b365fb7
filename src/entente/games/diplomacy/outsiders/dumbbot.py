"""DumbBot, the yardstick of the literature: a player by David Norman (2002) that looks no further
than this season.

Written in our own words from the author's description (DAIDE, "DumbBot Algorithm",
http://daide.org.uk/s0003.html); the values of places are in `dumbbot_values`. Units decide in
random order. A unit goes to the best place beside it or stays; with a falling chance it takes the
next best instead. If a unit of ours is there already, or is going there, it supports that unit
where another power may interfere, and otherwise goes elsewhere. A unit that would hold for nothing
supports its neighbours. Retreats, builds and removals follow the same values. It convoys nothing,
always votes to play on, and knows no alliance.

Checked against public copies of the description and of the constants: sizes, weights by season,
the weights of the rounds, the chance of the next best (50 %, modifier 500), unowned centres as one
power. Remembered and not checked: a unit counts for the province it is in; a place is supported
where one enemy unit can enter (two where a unit stays); how units that wait for each other are
ordered; the weight of a centre's defence when units are removed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import TypeVar

from entente.games.diplomacy.answers.slots import DISBAND, ORDERS, VOTE
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.outsiders.dumbbot_values import Place, PlaceValues
from entente.games.diplomacy.rules.adjustments import REMOVE, WAIVE, read_adjustment
from entente.games.diplomacy.rules.orders import write_unit
from entente.kernel import Slots
from entente.players.player import PlayerView
from entente.players.trials import fingerprint

ALTERNATIVE = 50  # per cent of the time the next best is considered at all
DIFFERENCE = 500  # per cent of refusal for each whole share by which it is worse

T = TypeVar("T")
Ranked = list[tuple[float, T]]  # with their values, best first


def create(game_id: str, seed: str) -> DumbBot:
    """Return the player."""
    return DumbBot(seed)


class DumbBot:
    """Plays Diplomacy as DumbBot does. Its choices follow from the seed and what it sees."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def __repr__(self) -> str:
        return f"<DumbBot, seed {self._seed!r}>"

    def choose(self, view: PlayerView) -> str:
        seen = f"{self._seed}/{fingerprint(view)}"
        europe: DiplomacyContext = view.determinize(Random(f"{seen}/worlds")).context
        menu, rng = view.decision.menu, Random(seen)
        assert isinstance(menu, Slots)
        camp = frozenset(europe.board.power[power] for power in europe.powers_of(view.seat))
        values = PlaceValues(europe, camp)
        if view.decision.step == "orders":
            return MoveOrders(europe, values, menu, rng).answer()
        if view.decision.step == "adjust":
            return winter_orders(europe, values, menu, rng)
        return retreats(europe, values, menu, rng)


def pick(ranked: Ranked[T], rng: Random) -> T:
    """Return the best; with a chance that falls with the difference, the next best, and so on."""
    place = 0
    while place + 1 < len(ranked):
        value, next_value = abs(ranked[place][0]), ranked[place + 1][0]
        behind = abs(ranked[place][0] - next_value) / value if value else 0.0
        if rng.random() * 100 >= ALTERNATIVE or rng.random() * 100 < behind * DIFFERENCE:
            break
        place += 1
    return ranked[place][1]


def best_first(ranked: Ranked[T]) -> Ranked[T]:
    """Sort by value, and leave equal ones in their order."""
    return sorted(ranked, key=lambda each: -each[0])


class MoveOrders:
    """The orders of a season, unit by unit."""

    def __init__(
        self,
        europe: DiplomacyContext,
        values: PlaceValues,
        menu: Slots,
        rng: Random,
    ) -> None:
        self.board = board = europe.board
        self.values = values
        self.menu = menu
        self.rng = rng
        powers = values.camp
        self.units = [unit for unit in europe.position.units if unit.power in powers]
        self.at = {board.province_of[unit.location]: unit for unit in self.units}
        self.moves: dict[Unit, Place] = {}
        self.staying: dict[Unit, str] = {}  # with the order: hold or support
        self.going: dict[int, Unit] = {}  # by province
        self._deciding: set[Unit] = set()

    def answer(self) -> str:
        """Return the whole answer."""
        order = list(self.units)
        self.rng.shuffle(order)
        for unit in order:
            self._decide(unit)
        self._use_holding_units()
        orders = {unit: self._move(unit, place) for unit, place in self.moves.items()}
        texts = {write_unit(self.board, u): text for u, text in (orders | self.staying).items()}
        return "; ".join(ORDERS if slot == VOTE else texts[slot] for slot in self.menu.slots)

    def _decide(self, unit: Unit) -> None:
        """Order a unit, unless it has its order."""
        if unit in self.moves or unit in self.staying:
            return
        self._deciding.add(unit)
        places = self._places(unit)
        while not self._try(unit, chosen := pick(places, self.rng)):
            province = self.board.province_of[chosen[1]]
            places = [each for each in places if self.board.province_of[each[1][1]] != province]
        self._deciding.discard(unit)

    def _try(self, unit: Unit, place: Place) -> bool:
        """Order a unit to a place, or to support another one there; False if neither makes
        sense."""
        province = self.board.province_of[place[1]]
        if province == self.board.province_of[unit.location]:
            self.staying[unit] = self._hold(unit)
            return True
        there = self.at.get(province)
        if there is not None:
            if there in self._deciding:  # it waits for this one
                return False
            self._decide(there)
            if there in self.staying:
                return self._supports(unit, self._support_text(unit, there, None), province, 1)
        other = self.going.get(province)
        if other is not None:
            text = self._support_text(unit, other, self.moves[other])
            return self._supports(unit, text, province, 0)
        self.moves[unit] = place
        self.going[province] = unit
        return True

    def _supports(self, unit: Unit, text: str | None, province: int, harmless: int) -> bool:
        """Let a unit support where more enemies can interfere than do no harm."""
        if text is None or self.values.competition[province] <= harmless:
            return False
        self.staying[unit] = text
        return True

    def _use_holding_units(self) -> None:
        """Let units that hold support the most valuable place beside them that needs it."""
        for unit in self.units:
            if self.staying.get(unit) != self._hold(unit):
                continue
            useful = list[tuple[float, str]]()
            for province in self.board.beside(unit):
                other, harmless = self.going.get(province), 0
                place = self.moves[other] if other is not None else None
                if other is None and self.at.get(province) in self.staying:
                    other, harmless = self.at[province], 1
                if other is None or self.values.competition[province] <= harmless:
                    continue
                text = self._support_text(unit, other, place)
                if text is not None:
                    value = self.values.of_move(place or (other.fleet, other.location))
                    useful.append((value, text))
            if useful:
                self.staying[unit] = best_first(useful)[0][1]

    def _places(self, unit: Unit) -> Ranked[Place]:
        """Return where a unit can be after the season, best first; convoys are left out."""
        ends = self.board.fleet[unit.location] if unit.fleet else self.board.beside(unit)
        choices: Collection[str] = self.menu.slots[write_unit(self.board, unit)]
        beside = [(unit.fleet, end) for end in ends]
        able = [place for place in beside if self._move(unit, place) in choices]
        places = [(unit.fleet, unit.location), *able]
        self.rng.shuffle(places)  # equal ones in random order
        return best_first([(self.values.of_move(place), place) for place in places])

    def _support_text(self, unit: Unit, other: Unit, place: Place | None) -> str | None:
        """Return the order to support another unit in its place or its move, if there is one."""
        board = self.board
        choices = self.menu.slots[write_unit(board, unit)]
        text = f"{write_unit(board, unit)} S {write_unit(board, other)}"
        if place is not None:
            province = board.provinces[board.province_of[place[1]]]
            spellings = [f"{text} - {board.locations[place[1]]}", f"{text} - {province}"]
        else:
            spellings = [text]
        return next((each for each in spellings if each in choices), None)

    def _move(self, unit: Unit, place: Place) -> str:
        return f"{write_unit(self.board, unit)} - {self.board.locations[place[1]]}"

    def _hold(self, unit: Unit) -> str:
        return f"{write_unit(self.board, unit)} H"


def retreats(europe: DiplomacyContext, values: PlaceValues, menu: Slots, rng: Random) -> str:
    """Send each dislodged unit to the best place that no other of ours goes to."""
    board = europe.board
    ends = {write_unit(board, unit): (unit.fleet, e) for unit, e in europe.retreating().items()}
    order = list(menu.slots)
    rng.shuffle(order)
    answer, taken = dict[str, str](), set[int]()
    for name in order:
        fleet, places = ends[name]
        free = [end for end in places if board.province_of[end] not in taken]
        if not free:
            answer[name] = f"{name} {DISBAND}"
            continue
        end = pick(best_first([(values.of_move((fleet, each)), each) for each in free]), rng)
        taken.add(board.province_of[end])
        answer[name] = f"{name} - {board.locations[end]}"
    return "; ".join(answer[name] for name in menu.slots)


def winter_orders(europe: DiplomacyContext, values: PlaceValues, menu: Slots, rng: Random) -> str:
    """Build where a unit is worth most, and remove where it is worth least."""
    answer = list[str]()
    for slot, choices in menu.slots.items():
        power = europe.board.power[slot.split()[0]]
        left = _left(europe, power, choices, answer)
        if not left:
            answer.append(WAIVE)
            continue
        places = [read_adjustment(europe.board, power, each).unit for each in left]
        worth = [
            values.of_winter((unit.fleet, unit.location)) for unit in places if unit is not None
        ]
        ranked = best_first(list(zip(worth, left, strict=True)))
        if left[0].startswith(REMOVE):
            ranked.reverse()
        answer.append(pick(ranked, rng))
    return "; ".join(answer)


def _left(
    europe: DiplomacyContext, power: int, choices: Sequence[str], answer: Sequence[str]
) -> list[str]:
    """Return the builds or removals in provinces that no order before names."""
    board = europe.board
    units = {each: read_adjustment(board, power, each).unit for each in (*choices, *answer)}
    province = {e: board.province_of[u.location] for e, u in units.items() if u is not None}
    named = {province[each] for each in answer if each in province}
    return [each for each in choices if each in province and province[each] not in named]
