"""What a written order means (III.4): what is badly written but clear is followed.

A line is taken apart in every way it can be. Of all its readings that one counts which the board
allows; where several are left, the order is ambiguous and refused. What an order leaves out or gets
wrong without need is passed over: the letter of a unit, the nationality of a foreign one, a coast
that means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Generic, NamedTuple, TypeVar

from entente.games.diplomacy import adjustments, sentences, spelling
from entente.games.diplomacy.adjustments import Adjustment
from entente.games.diplomacy.board import COASTAL, Board, Unit
from entente.games.diplomacy.exact import exact_order
from entente.games.diplomacy.orders import (
    CONVOY,
    HOLDS,
    MOVE,
    SUPPORT,
    Order,
    Position,
    impossible,
    write_unit,
)
from entente.games.diplomacy.retreats import entered
from entente.games.diplomacy.sentences import Named, Sentence, Spot
from entente.games.diplomacy.spelling import Lexicon, lexicon
from entente.kernel import Refusal, refuse

M = TypeVar("M")

_MOVEMENT = frozenset((spelling.HOLD, spelling.MOVE, spelling.SUPPORT, spelling.CONVOY))
_RETREAT = frozenset((spelling.MOVE, spelling.RETREAT, spelling.DISBAND, spelling.REMOVE))
_WINTER = frozenset(
    (spelling.BUILD, spelling.REMOVE, spelling.DISBAND, spelling.WAIVE, sentences.BARE)
)

_LONGEST = 200  # letters of an order

# How far a reading is from making sense.
_POSSIBLE, _IMPOSSIBLE, _NOBODY_HELPED, _NOT_YOURS, _NOBODY = range(5)


class ReadOrder(NamedTuple):
    """An order of the movement phase: the number of the unit in the position, and what it does."""

    number: int
    order: Order


class ReadRetreat(NamedTuple):
    """A dislodged unit and the location it goes to; None: it is disbanded."""

    unit: Unit
    goal: int | None


class Unread(NamedTuple):
    """A line that cannot be followed, and the number of the unit that was meant, or -1."""

    refusal: Refusal
    number: int = -1


class Reading(NamedTuple, Generic[M]):
    """One way to understand a line: the lower the cost, the better. `provinces` are its places."""

    cost: tuple[int, int, int]
    meaning: M | Unread
    provinces: tuple[int, ...]
    spots: tuple[Spot, ...]


# -- the three kinds of phase


def read_order(
    board: Board, position: Position, power: int | None, text: str, language: str = "en"
) -> ReadOrder | Refusal:
    """An order of the movement phase, or why it cannot be followed.

    `power` is whose order it is; None: that of whoever owns the unit.
    """
    found = understand_order(board, position, power, text, language)
    return found.refusal if isinstance(found, Unread) else found


def understand_order(
    board: Board, position: Position, power: int | None, text: str, language: str = "en"
) -> ReadOrder | Unread:
    """As `read_order`; of what cannot be followed it still says which unit was meant."""
    if language == "en":
        exact = exact_order(board, position, power, text)
        if exact is not None:
            return ReadOrder(*exact)
    return tolerant_order(board, position, power, text, language)


def tolerant_order(
    board: Board, position: Position, power: int | None, text: str, language: str
) -> ReadOrder | Unread:
    """An order as people write it."""

    def judge(sentence: Sentence, places: tuple[int, ...]) -> tuple[int, ReadOrder | Unread]:
        return _judge_order(board, position, power, sentence, places)

    def slips(sentence: Sentence, places: tuple[int, ...]) -> int:
        named = (sentence.unit, sentence.other)
        return sum(_slips(position, unit, p) for unit, p in zip(named, places, strict=False))

    reader = _Reader(board, lexicon(board, language), _MOVEMENT, "reading.not_in_movement")
    found = reader.read(text, judge, slips)
    if isinstance(found, Unread) and found.number < 0:
        return found._replace(number=reader.unit_meant(text, position, power))
    return found


def read_retreat(
    board: Board,
    dislodged: Mapping[Unit, tuple[int, ...]],
    power: int | None,
    text: str,
    language: str = "en",
) -> ReadRetreat | Refusal:
    """An order of the retreat phase. `dislodged` gives the locations each unit may go to."""
    there = Position(board, dislodged)

    def judge(sentence: Sentence, places: tuple[int, ...]) -> tuple[int, ReadRetreat | Unread]:
        return _judge_retreat(board, dislodged, there, power, sentence, places)

    def slips(sentence: Sentence, places: tuple[int, ...]) -> int:
        return _slips(there, sentence.unit, places[0])

    reader = _Reader(board, lexicon(board, language), _RETREAT, "reading.not_in_retreats")
    found = reader.read(text, judge, slips)
    return found.refusal if isinstance(found, Unread) else found


def read_winter_order(
    board: Board, position: Position, power: int | None, text: str, language: str = "en"
) -> Adjustment | Refusal:
    """IX.2: an order to build, to remove, or to do without a build."""

    def judge(sentence: Sentence, places: tuple[int, ...]) -> tuple[int, Adjustment | Unread]:
        return _judge_winter(board, position, power, sentence, places)

    def slips(sentence: Sentence, places: tuple[int, ...]) -> int:
        return _slips(position, sentence.unit, places[0]) if places else 0

    reader = _Reader(board, lexicon(board, language), _WINTER, "reading.not_in_winter")
    found = reader.read(text, judge, slips)
    return found.refusal if isinstance(found, Unread) else found


def read_place(board: Board, text: str, language: str = "en") -> int | Refusal:
    """A province, or one coast of it, as a person writes it: its location."""
    found = _read_unit(board, text, language)
    return found if isinstance(found, Refusal) else found[1]


def read_unit_text(board: Board, power: int, text: str, language: str = "en") -> Unit | Refusal:
    """A unit as a person writes it: `F StP (cs)`, `army Vienna`."""
    found = _read_unit(board, text, language)
    if isinstance(found, Refusal):
        return found
    fleet, location = found
    if fleet is None:
        return refuse("III.7", "reading.unit_type", text=text)
    if fleet:
        return Unit(power, True, location)
    return Unit(power, False, board.province_of[location])


def _read_unit(board: Board, text: str, language: str) -> tuple[bool | None, int] | Refusal:
    def judge(sentence: Sentence, places: tuple[int, ...]) -> tuple[int, tuple[bool | None, int]]:
        unit = _required(sentence.unit)
        return 0, (unit.fleet, _location(board, places[0], unit.spot.coast))

    def slips(sentence: Sentence, places: tuple[int, ...]) -> int:
        return int(_required(sentence.unit).fleet is None)

    kinds = frozenset((sentences.BARE,))
    reader = _Reader(board, lexicon(board, language), kinds, "reading.malformed")
    found = reader.read(text, judge, slips)
    return found.refusal if isinstance(found, Unread) else found


# -- choosing a reading


class _Reader:
    """Reads lines of one kind of phase."""

    def __init__(self, board: Board, names: Lexicon, kinds: frozenset[str], misplaced: str) -> None:
        self.board = board
        self.names = names
        self.kinds = kinds
        self.misplaced = misplaced

    def read(
        self,
        text: str,
        judge: Callable[[Sentence, tuple[int, ...]], tuple[int, M | Unread]],
        slips: Callable[[Sentence, tuple[int, ...]], int],
    ) -> M | Unread:
        """The best reading of a line. `judge` says what it means and how possible that is, `slips`
        counts what is said wrongly in it."""
        line = spelling.tidy(text)
        if len(line) > _LONGEST:
            line = line[:_LONGEST] + "…"
            return Unread(refuse("III.7", "reading.malformed", text=line))
        shapes = sentences.sentences(self.names, line)
        fitting = [shape for shape in shapes if shape.kind in self.kinds]
        if not fitting:
            return Unread(self._unreadable(line, shapes))
        readings: list[Reading[M]] = []
        for shape in fitting:
            for candidates in product(*(spot.candidates for spot in shape.spots())):
                places = tuple(candidate.province for candidate in candidates)
                sense, meaning = judge(shape, places)
                rank = max((candidate.rank for candidate in candidates), default=0)
                cost = (sense, slips(shape, places), rank)
                readings.append(Reading(cost, meaning, places, tuple(shape.spots())))
        return self._best(line, readings)

    def _best(self, line: str, readings: list[Reading[M]]) -> M | Unread:
        """III.4: the one reading that is left, or a refusal that names what could be meant."""
        least = min(reading.cost for reading in readings)
        best = [reading for reading in readings if reading.cost == least]
        first = best[0]
        if all(other.meaning == first.meaning for other in best):
            return first.meaning
        for number, spot in enumerate(first.spots):
            alike = [r for r in best if len(r.spots) > number and r.spots[number].text == spot.text]
            meant = sorted({reading.provinces[number] for reading in alike})
            if len(meant) > 1:
                provinces = [self.board.provinces[province] for province in meant]
                why = refuse("III.4", "reading.ambiguous", word=spot.text, provinces=provinces)
                return Unread(why, _common_number(best))
        return Unread(refuse("III.4", "reading.malformed", text=line))

    def _unreadable(self, line: str, shapes: tuple[Sentence, ...]) -> Refusal:
        """Why no reading fits the phase."""
        if any(shape.kind == sentences.HALF for shape in shapes):
            return refuse("VIII.1", "reading.convoy_goal", text=line)
        if any(shape.kind == sentences.BARE for shape in shapes):
            return refuse("III.7", "reading.no_action", text=line)
        if shapes:
            return refuse("III.1", self.misplaced, text=line)
        guess = sentences.fewest_unknown(sentences.sentences(self.names, line, blind=True))
        for spot in guess.spots() if guess is not None and guess.kind in self.kinds else ():
            if not spot.candidates:
                near = [self.board.provinces[p] for p in self.names.near(spot.text)]
                if near:
                    return refuse("III.7", "reading.unknown_near", word=spot.text, provinces=near)
                return refuse("III.7", "reading.unknown_province", word=spot.text)
        return refuse("III.7", "reading.malformed", text=line)

    def unit_meant(self, text: str, position: Position, power: int | None) -> int:
        """The number of the unit that an unreadable order was for, or -1."""
        line = spelling.tidy(text)[:_LONGEST]
        guess = sentences.fewest_unknown(sentences.sentences(self.names, line, blind=True))
        if guess is None or guess.unit is None:
            return -1
        found = {
            position.at[candidate.province]
            for candidate in guess.unit.spot.candidates
            if candidate.province in position.at
        }
        mine = [n for n in found if power is None or position.units[n].power == power]
        return mine[0] if len(mine) == 1 else -1


def _common_number(readings: Iterable[Reading[M]]) -> int:
    """The unit that is meant in all readings, or -1."""
    numbers = {
        reading.meaning.number
        for reading in readings
        if isinstance(reading.meaning, (ReadOrder, Unread))
    }
    return numbers.pop() if len(numbers) == 1 else -1


def _slips(position: Position, named: Named | None, province: int) -> int:
    """What is said wrongly of a unit: its type, its power."""
    number = position.at.get(province, -1)
    if named is None or number < 0:
        return 0
    unit = position.units[number]
    wrong_type = named.fleet is not None and named.fleet != unit.fleet
    return wrong_type + (named.power >= 0 and named.power != unit.power)


def _required(named: Named | None) -> Named:
    assert named is not None
    return named


# -- what a reading means


def _judge_order(
    board: Board,
    position: Position,
    power: int | None,
    sentence: Sentence,
    places: tuple[int, ...],
) -> tuple[int, ReadOrder | Unread]:
    whose = _own_unit(board, position, power, places[0])
    if isinstance(whose, tuple):
        return whose
    number = whose
    order = HOLDS
    if sentence.kind == spelling.MOVE:
        order = _move(board, position.units[number], sentence, places[1])
    elif sentence.kind != spelling.HOLD:
        helped = position.at.get(places[1], -1)
        if helped < 0:
            section = "V.1" if sentence.kind == spelling.SUPPORT else "VIII.1"
            why = refuse(section, "void.nobody_there", province=board.provinces[places[1]])
            return _NOBODY_HELPED, Unread(why, number)
        order = _help(board, position.units[helped], sentence, places)
    able = impossible(board, position, number, order) is None
    return (_POSSIBLE if able else _IMPOSSIBLE), ReadOrder(number, order)


def _own_unit(
    board: Board, position: Position, power: int | None, province: int
) -> int | tuple[int, Unread]:
    """The number of the unit in a province, if it may be ordered."""
    number = position.at.get(province, -1)
    if number < 0:
        return _NOBODY, Unread(
            refuse("III.1", "reading.nobody", province=board.provinces[province])
        )
    unit = position.units[number]
    if power is not None and unit.power != power:
        owner = board.powers[unit.power].id
        why = refuse("III.1", "reading.not_yours", unit=write_unit(board, unit), power=owner)
        return _NOT_YOURS, Unread(why)
    return number


def _move(board: Board, unit: Unit, sentence: Sentence, end: int) -> Order:
    """III.3: a coast counts for fleets only; left out, it is understood if only one is in reach."""
    assert sentence.end is not None
    if not unit.fleet:
        return Order(MOVE, end, via=sentence.via)
    target = _location(board, end, sentence.end.coast)
    ways = board.entries(unit, end)
    if target == end and len(ways) == 1:
        target = ways[0]
    return Order(MOVE, target)


def _help(board: Board, helped: Unit, sentence: Sentence, places: tuple[int, ...]) -> Order:
    """V.1, VIII.1: a support or a convoy; a coast counts where a fleet is supported."""
    kind = SUPPORT if sentence.kind == spelling.SUPPORT else CONVOY
    if sentence.end is None:
        return Order(kind, helped.location)
    end = places[2]
    coast = _location(board, end, sentence.end.coast)
    named = kind == SUPPORT and helped.fleet and coast != end
    return Order(kind, helped.location, end, coast=coast if named else -1)


def _location(board: Board, province: int, coast: str) -> int:
    """A coast of a province if it has that one, else the province."""
    return board.location.get(f"{board.provinces[province]}/{coast.upper()}", province)


def _judge_retreat(
    board: Board,
    dislodged: Mapping[Unit, tuple[int, ...]],
    there: Position,
    power: int | None,
    sentence: Sentence,
    places: tuple[int, ...],
) -> tuple[int, ReadRetreat | Unread]:
    whose = _own_unit(board, there, power, places[0])
    if isinstance(whose, tuple):
        sense, unread = whose
        if sense == _NOBODY:
            unread = Unread(
                refuse("VII", "reading.not_dislodged", province=board.provinces[places[0]])
            )
        return sense, unread
    unit = there.units[whose]
    if sentence.end is None:
        return _POSSIBLE, ReadRetreat(unit, None)
    goal = _location(board, places[1], sentence.end.coast) if unit.fleet else places[1]
    reached = entered(board, dislodged[unit], goal)
    if reached is None:
        open_to = [board.locations[place] for place in dislodged[unit]]
        name, where = write_unit(board, unit), board.locations[goal]
        if open_to:
            why = refuse("VII", "reading.no_retreat", unit=name, place=where, places=open_to)
        else:
            why = refuse("VII", "reading.no_retreat_at_all", unit=name)
        return _IMPOSSIBLE, Unread(why, whose)
    return _POSSIBLE, ReadRetreat(unit, reached)


def _judge_winter(
    board: Board,
    position: Position,
    power: int | None,
    sentence: Sentence,
    places: tuple[int, ...],
) -> tuple[int, Adjustment | Unread]:
    if sentence.unit is None:
        return _POSSIBLE, Adjustment(adjustments.WAIVE)
    province = places[0]
    number = position.at.get(province, -1)
    mine = number >= 0 and (power is None or position.units[number].power == power)
    if sentence.kind == spelling.BUILD or (sentence.kind == sentences.BARE and not mine):
        return _judge_build(board, power, sentence.unit, province)
    whose = _own_unit(board, position, power, province)
    if isinstance(whose, tuple):
        return whose
    return _POSSIBLE, Adjustment(adjustments.REMOVE, position.units[whose])


def _judge_build(
    board: Board, power: int | None, named: Named, province: int
) -> tuple[int, Adjustment | Unread]:
    """IX.2: it must be said whether an army or a fleet is built, unless the place decides."""
    home = next((p for p, homes in enumerate(board.homes) if homes >> province & 1), -1)
    said = named.power if named.power >= 0 else home
    owner = said if power is None else power
    if owner < 0:
        why = refuse("IX.2", "reading.whose_build", province=board.provinces[province])
        return _NOT_YOURS, Unread(why)
    location = _location(board, province, named.spot.coast)
    fleet = named.fleet
    if fleet is None and board.kind[province] == COASTAL and location == province:
        why = refuse("IX.2", "reading.build_type", province=board.provinces[province])
        return _IMPOSSIBLE, Unread(why)
    if fleet is None:
        fleet = location != province
    unit = Unit(owner, fleet, location if fleet else province)
    return (_POSSIBLE if home == owner else _IMPOSSIBLE), Adjustment(adjustments.BUILD, unit)
