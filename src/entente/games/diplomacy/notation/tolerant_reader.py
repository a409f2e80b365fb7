"""The meaning of written orders (III.4): badly written but clear ones are followed.

Harmless omissions and errors are ignored: the letter of a unit, the nationality of a foreign one, a
meaningless coast.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from entente.games.diplomacy.board import COASTAL, Board, Unit
from entente.games.diplomacy.notation import grammar, vocabulary
from entente.games.diplomacy.notation.ambiguity import LineReader, ReadOrder, Unread
from entente.games.diplomacy.notation.exact_reader import exact_order
from entente.games.diplomacy.notation.grammar import ParsedOrder, ParsedUnit
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.rules import adjustments
from entente.games.diplomacy.rules.adjustments import Adjustment
from entente.games.diplomacy.rules.orders import (
    CONVOY,
    HOLDS,
    MOVE,
    SUPPORT,
    Order,
    Position,
    impossible,
    write_unit,
)
from entente.games.diplomacy.rules.retreats import entered
from entente.kernel import Refusal, refuse

MOVEMENT_KINDS = frozenset(
    (vocabulary.HOLD, vocabulary.MOVE, vocabulary.SUPPORT, vocabulary.CONVOY)
)
RETREAT_KINDS = frozenset(
    (vocabulary.MOVE, vocabulary.RETREAT, vocabulary.DISBAND, vocabulary.REMOVE)
)
WINTER_KINDS = frozenset(
    (vocabulary.BUILD, vocabulary.REMOVE, vocabulary.DISBAND, vocabulary.WAIVE, grammar.BARE)
)

# How implausible a reading is.
_POSSIBLE, _IMPOSSIBLE, _HELPS_NO_UNIT, _NOT_YOURS, _NO_UNIT = range(5)


class ReadRetreat(NamedTuple):
    """A dislodged unit and its retreat; None if it disbands.

    `closed` explains why it cannot go there, if it cannot.
    """

    unit: Unit
    goal: int | None
    closed: Refusal | None = None


# -- the three kinds of phase


def read_order(
    board: Board, position: Position, power: int | None, text: str, language: str = "en"
) -> ReadOrder | Refusal:
    """Read a movement order, or explain why it cannot be followed.

    `power` is the author of the order; None means the unit's owner.
    """
    reading = understand_order(board, position, power, text, language)
    return reading.refusal if isinstance(reading, Unread) else reading


def understand_order(
    board: Board, position: Position, power: int | None, text: str, language: str = "en"
) -> ReadOrder | Unread:
    """As `read_order`, but also name the intended unit of an order that cannot be followed."""
    if language == "en":
        exact = exact_order(board, position, power, text)
        if exact is not None:
            return ReadOrder(*exact)
    return tolerant_order(board, position, power, text, language)


def tolerant_order(
    board: Board, position: Position, power: int | None, text: str, language: str
) -> ReadOrder | Unread:
    """Read a freely written order."""

    def judge(sentence: ParsedOrder, places: tuple[int, ...]) -> tuple[int, ReadOrder | Unread]:
        return _judge_order(board, position, power, sentence, places)

    def slips(sentence: ParsedOrder, places: tuple[int, ...]) -> int:
        named = (sentence.unit, sentence.other)
        return sum(_slips(position, unit, p) for unit, p in zip(named, places, strict=False))

    reader = LineReader(board, lexicon(board, language), MOVEMENT_KINDS, "reading.not_in_movement")
    reading = reader.read(text, judge, slips)
    if isinstance(reading, Unread) and reading.number < 0:
        return reading._replace(number=reader.unit_meant(text, position, power))
    return reading


def read_retreat(
    board: Board,
    dislodged: Mapping[Unit, tuple[int, ...]],
    power: int | None,
    text: str,
    language: str = "en",
    disorder: Collection[int] = (),
) -> ReadRetreat | Refusal:
    """Read a retreat order that can be followed, or explain why it cannot.

    `dislodged` maps each unit to its possible retreats.
    """
    reading = understand_retreat(board, dislodged, power, text, language, disorder)
    return reading if isinstance(reading, Refusal) or reading.closed is None else reading.closed


def understand_retreat(
    board: Board,
    dislodged: Mapping[Unit, tuple[int, ...]],
    power: int | None,
    text: str,
    language: str = "en",
    disorder: Collection[int] = (),
) -> ReadRetreat | Refusal:
    """As `read_retreat`, but also accept a retreat to a place closed to the unit.

    X.3: units of powers in civil disorder have no retreat.
    """
    there = Position(board, dislodged)

    def judge(sentence: ParsedOrder, places: tuple[int, ...]) -> tuple[int, ReadRetreat | Unread]:
        return _judge_retreat(board, dislodged, there, power, sentence, places, disorder)

    def slips(sentence: ParsedOrder, places: tuple[int, ...]) -> int:
        return _slips(there, sentence.unit, places[0])

    names = lexicon(board, language)
    reader = LineReader(board, names, RETREAT_KINDS, "reading.not_in_retreats", "retreat")
    reading = reader.read(text, judge, slips)
    return reading.refusal if isinstance(reading, Unread) else reading


def read_winter_order(
    board: Board, position: Position, power: int | None, text: str, language: str = "en"
) -> Adjustment | Refusal:
    """IX.2: read an order to build, remove, or waive a build."""

    def judge(sentence: ParsedOrder, places: tuple[int, ...]) -> tuple[int, Adjustment | Unread]:
        return _judge_winter(board, position, power, sentence, places)

    def slips(sentence: ParsedOrder, places: tuple[int, ...]) -> int:
        return _slips(position, sentence.unit, places[0]) if places else 0

    names = lexicon(board, language)
    reader = LineReader(board, names, WINTER_KINDS, "reading.not_in_winter", "winter")
    reading = reader.read(text, judge, slips)
    return reading.refusal if isinstance(reading, Unread) else reading


def note_of(board: Board, kinds: frozenset[str], text: str, language: str) -> Refusal | None:
    """Return a note on an order that is followed despite unread remarks."""
    reader = LineReader(board, lexicon(board, language), kinds, "")
    remarks = reader.passed_over(text)
    return refuse("III.4", "reading.remark_unread", remark=" ".join(remarks)) if remarks else None


def read_place(board: Board, text: str, language: str = "en") -> int | Refusal:
    """Read a freely written province or coast as a location."""
    reading = _read_unit(board, text, language)
    return reading if isinstance(reading, Refusal) else reading[1]


def read_unit_text(board: Board, power: int, text: str, language: str = "en") -> Unit | Refusal:
    """Read a freely written unit: `F StP (cs)`, `army Vienna`."""
    reading = _read_unit(board, text, language)
    if isinstance(reading, Refusal):
        return reading
    fleet, location = reading
    if fleet is None:
        return refuse("III.7", "reading.unit_type", text=text)
    if fleet:
        return Unit(power, True, location)
    return Unit(power, False, board.province_of[location])


def _read_unit(board: Board, text: str, language: str) -> tuple[bool | None, int] | Refusal:
    def judge(
        sentence: ParsedOrder, places: tuple[int, ...]
    ) -> tuple[int, tuple[bool | None, int]]:
        unit = _required(sentence.unit)
        return 0, (unit.fleet, _location(board, places[0], unit.spot.coast))

    def slips(sentence: ParsedOrder, places: tuple[int, ...]) -> int:
        return int(_required(sentence.unit).fleet is None)

    kinds = frozenset((grammar.BARE,))
    reader = LineReader(board, lexicon(board, language), kinds, "reading.malformed")
    reading = reader.read(text, judge, slips)
    return reading.refusal if isinstance(reading, Unread) else reading


def _slips(position: Position, named: ParsedUnit | None, province: int) -> int:
    """Count errors about a unit: its type, its power."""
    number = position.at.get(province, -1)
    if named is None or number < 0:
        return 0
    unit = position.units[number]
    wrong_type = named.fleet is not None and named.fleet != unit.fleet
    return wrong_type + (named.power >= 0 and named.power != unit.power)


def _required(named: ParsedUnit | None) -> ParsedUnit:
    assert named is not None
    return named


# -- the meaning of a reading


def _judge_order(
    board: Board,
    position: Position,
    power: int | None,
    sentence: ParsedOrder,
    places: tuple[int, ...],
) -> tuple[int, ReadOrder | Unread]:
    whose = _own_unit(board, position, power, places[0])
    if isinstance(whose, tuple):
        return whose
    number = whose
    order = HOLDS
    if sentence.kind == vocabulary.MOVE:
        if sentence.route and position.units[number].fleet:
            why = refuse("VIII.1", "reading.fleet_route", text=sentence.route[0].text)
            return _IMPOSSIBLE, Unread(why, number)
        order = _move(board, position.units[number], sentence, places[1])
    elif sentence.kind != vocabulary.HOLD:
        helped = position.at.get(places[1], -1)
        if helped < 0:
            section = "V.1" if sentence.kind == vocabulary.SUPPORT else "VIII.1"
            why = refuse(section, "void.nobody_there", province=board.provinces[places[1]])
            return _HELPS_NO_UNIT, Unread(why, number)
        order = _help(board, position.units[helped], sentence, places)
    if sentence.route:
        start, end, *seas = places if sentence.other is None else places[1:]
        if any(not board.lanes(start, end) >> sea & 1 for sea in seas):
            names = [board.provinces[place] for place in (start, end)]
            route = [board.provinces[sea] for sea in seas]
            why = refuse("VIII.1", "reading.no_route", start=names[0], end=names[1], seas=route)
            return _IMPOSSIBLE, Unread(why, number)
        if sentence.by and _walks(board, start, end):
            why = refuse("III.4", "reading.by_whom", text=sentence.route[0].text)
            return _POSSIBLE, Unread(why, number)
    able = impossible(board, position, number, order) is None
    return (_POSSIBLE if able else _IMPOSSIBLE), ReadOrder(number, order)


def _walks(board: Board, start: int, end: int) -> bool:
    """Return whether an army can go there over land."""
    return bool(board.reach(Unit(0, False, start)) >> end & 1)


def _own_unit(
    board: Board, position: Position, power: int | None, province: int
) -> int | tuple[int, Unread]:
    """Return the number of the unit in a province, if it may be ordered."""
    number = position.at.get(province, -1)
    if number < 0:
        return _NO_UNIT, Unread(
            refuse("III.1", "reading.nobody", province=board.provinces[province])
        )
    unit = position.units[number]
    if power is not None and unit.power != power:
        owner = board.powers[unit.power].id
        why = refuse("III.1", "reading.not_yours", unit=write_unit(board, unit), power=owner)
        return _NOT_YOURS, Unread(why)
    return number


def _move(board: Board, unit: Unit, sentence: ParsedOrder, end: int) -> Order:
    """III.3: a coast matters only for fleets; it may be omitted if only one is reachable."""
    assert sentence.end is not None
    if not unit.fleet:
        return Order(MOVE, end, via=sentence.via)
    target = _location(board, end, sentence.end.coast)
    ways = board.entries(unit, end)
    if target == end and len(ways) == 1:
        target = ways[0]
    return Order(MOVE, target)


def _help(board: Board, helped: Unit, sentence: ParsedOrder, places: tuple[int, ...]) -> Order:
    """V.1, VIII.1: a support or a convoy; a coast matters if a fleet is supported."""
    kind = SUPPORT if sentence.kind == vocabulary.SUPPORT else CONVOY
    if sentence.end is None:
        return Order(kind, helped.location)
    end = places[2]
    coast = _location(board, end, sentence.end.coast)
    named = kind == SUPPORT and helped.fleet and coast != end
    return Order(kind, helped.location, end, coast=coast if named else -1)


def _location(board: Board, province: int, coast: str) -> int:
    """Return a coast of a province if it exists, otherwise the province."""
    return board.location.get(f"{board.provinces[province]}/{coast.upper()}", province)


def _judge_retreat(
    board: Board,
    dislodged: Mapping[Unit, tuple[int, ...]],
    there: Position,
    power: int | None,
    sentence: ParsedOrder,
    places: tuple[int, ...],
    disorder: Collection[int],
) -> tuple[int, ReadRetreat | Unread]:
    whose = _own_unit(board, there, power, places[0])
    if isinstance(whose, tuple):
        sense, unread = whose
        if sense == _NO_UNIT:
            unread = Unread(
                refuse("VII", "reading.not_dislodged", province=board.provinces[places[0]])
            )
        return sense, unread
    unit = there.units[whose]
    if sentence.end is None:
        return _POSSIBLE, ReadRetreat(unit, None)
    if sentence.route:
        why = refuse("VII.2", "reading.retreat_by_sea", unit=write_unit(board, unit))
        return _IMPOSSIBLE, Unread(why, whose)
    goal = _location(board, places[1], sentence.end.coast) if unit.fleet else places[1]
    reached = entered(board, dislodged[unit], goal)
    if reached is None:
        open_to = [board.locations[place] for place in dislodged[unit]]
        name, where = write_unit(board, unit), board.locations[goal]
        if unit.power in disorder:
            power_id = board.powers[unit.power].id
            why = refuse("X.3", "reading.lost_in_disorder", unit=name, power=power_id)
        elif open_to:
            why = refuse("VII", "reading.no_retreat", unit=name, place=where, places=open_to)
        else:
            why = refuse("VII", "reading.no_retreat_at_all", unit=name)
        return _IMPOSSIBLE, ReadRetreat(unit, goal, why)
    return _POSSIBLE, ReadRetreat(unit, reached)


def _judge_winter(
    board: Board,
    position: Position,
    power: int | None,
    sentence: ParsedOrder,
    places: tuple[int, ...],
) -> tuple[int, Adjustment | Unread]:
    if sentence.unit is None:
        return _POSSIBLE, Adjustment(adjustments.WAIVE)
    province = places[0]
    number = position.at.get(province, -1)
    mine = number >= 0 and (power is None or position.units[number].power == power)
    if sentence.kind == vocabulary.BUILD or (sentence.kind == grammar.BARE and not mine):
        return _judge_build(board, power, sentence.unit, province)
    whose = _own_unit(board, position, power, province)
    if isinstance(whose, tuple):
        return whose
    unit = position.units[whose]
    if sentence.unit.fleet not in (None, unit.fleet):
        # an army called a fleet may be a fleet the player hoped to build
        why = refuse("IX.2", "reading.other_kind", unit=write_unit(board, unit))
        return _IMPOSSIBLE, Unread(why)
    return _POSSIBLE, Adjustment(adjustments.REMOVE, unit)


def _judge_build(
    board: Board, power: int | None, named: ParsedUnit, province: int
) -> tuple[int, Adjustment | Unread]:
    """IX.2: a build must name an army or a fleet, unless the place decides."""
    home = next((p for p, homes in enumerate(board.homes) if homes >> province & 1), -1)
    named_power = named.power if named.power >= 0 else home
    owner = named_power if power is None else power
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
