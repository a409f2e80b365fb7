"""Administration (4): income, upkeep and the treasury of every major power, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.areas.communication import within_lines
from entente.games.pax.board import (
    AUSTRIA_HUNGARY,
    BELGIUM,
    ITALY,
    STATUS_WORDS,
    Area,
    Power,
    Status,
    place_of,
    status_word,
)
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.phases import begin_phase
from entente.games.pax.state import AdministrationSheet
from entente.kernel import END, STAY, Action, Choose, DecisionStep, Frame, Menu, Message, Seat, say

Lines = dict[str, int]


# -- the sheet


def effective_value(world: PaxContext, area: Area) -> int:
    """4.3: what an area is worth to those who share it; interests count its full value."""
    holders = world.holders(area)
    if world.state.options["codominion_counts"] == "majors":
        holders = [power for power in holders if world.is_major(power)]
    return max(0, world.board.value(area) - max(0, len(holders) - 1))


def counted(world: PaxContext, power: Power) -> Iterator[tuple[Area, Status]]:
    """Yield the established markers in areas with a line: these earn and cost (4.2)."""
    reached = within_lines(world, power)
    for area, marker in world.areas_of(power):
        if marker.was is not Status.NONE and area in reached:
            yield area, marker.was


def income_lines(world: PaxContext, power: Power) -> Lines:
    """Lines 01 to 09 and 11 to 14: what markers there are, and what they bring."""
    lines = dict.fromkeys([f"l{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14)], 0)
    for area, status in counted(world, power):
        count, value = _LINES_OF[status]
        lines[count] += 1
        full = status is Status.INTEREST
        lines[value] += world.board.value(area) if full else effective_value(world, area)
    for line, value, status in _INCOME:
        lines[line] = lines[value] * world.board.prices[status].income
    return lines


_LINES_OF = {
    Status.TOP: ("l01", "l03"),
    Status.POSSESSION: ("l02", "l03"),
    Status.PROTECTORATE: ("l04", "l05"),
    Status.INFLUENCE: ("l06", "l07"),
    Status.INTEREST: ("l08", "l09"),
}
_INCOME = (
    ("l11", "l03", Status.POSSESSION),
    ("l12", "l05", Status.PROTECTORATE),
    ("l13", "l07", Status.INFLUENCE),
    ("l14", "l09", Status.INTEREST),
)
_UPKEEP = (
    ("l17", "l01", Status.TOP),
    ("l18", "l02", Status.POSSESSION),
    ("l19", "l04", Status.PROTECTORATE),
    ("l20", "l06", Status.INFLUENCE),
)


def costs_upkeep(world: PaxContext, power: Power, place: str) -> bool:
    """Return whether units cost upkeep there: outside home, and not in own dominions or states."""
    return place != world.home(power) and world.established(power, place) < Status.TOP


def forces_abroad(world: PaxContext, power: Power) -> list[tuple[str, str, int]]:
    """Units that cost upkeep (line 16)."""
    return [
        (kind, where, strength)
        for kind, where, strength in world.units(power)
        if costs_upkeep(world, power, place_of(where))
    ]


def sheet_lines(world: PaxContext, power: Power, office: int) -> Lines:
    """Lines 01 to 22 with this income from the colonial office (4.2)."""
    lines = income_lines(world, power)
    lines["l10"] = office
    lines["l15"] = sum(lines[f"l{n}"] for n in range(10, 15))
    lines["l16"] = sum(strength for _, _, strength in forces_abroad(world, power))
    for line, count, status in _UPKEEP:
        lines[line] = lines[count] * world.board.prices[status].upkeep
    lines["l21"] = sum(lines[f"l{n}"] for n in range(16, 21))
    lines["l22"] = lines["l15"] - lines["l21"]
    return dict(sorted(lines.items()))


# -- the colonial office


def rolls_for_office(world: PaxContext, power: Power) -> bool:
    """4.4: without any established control marker the figure of a 6 is taken; Austria-Hungary
    always rolls, and Belgium once it has established control for the first time. Markers that
    are cut off count (P8)."""
    if power == AUSTRIA_HUNGARY:
        return True
    if power == BELGIUM and world.since(3):
        return world.state.belgian_colony
    return any(marker.holds for _, marker in world.areas_of(power))


def office_income(world: PaxContext, power: Power, die: int) -> int:
    """4.4: the figure for a die, with what the turn's events make of it (P9)."""
    row = world.board.powers[power].office
    if power == BELGIUM:
        row = belgian_office(world)
    assert row is not None, power
    top, bottom = 1, 1
    for code in world.state.events:
        event = world.board.events[code]
        if event.power == power and event.office is not None:
            top, bottom = top * event.office[0], bottom * event.office[1]
    return row[die - 1] * top // bottom


def belgian_office(world: PaxContext) -> list[int]:
    """Half the Italian row, rounded up; the whole of it when Leopold demands colonies (1, 3)."""
    row = world.board.powers[ITALY].office
    assert row is not None
    if any(world.board.events[code].belgian_expansion for code in world.state.events):
        return list(row)
    return [(figure + 1) // 2 for figure in row]


@steps.auto
def administration(world: PaxContext, frame: Frame) -> None:
    """4: the sheets of all majors at once; a power in deficit gives something up."""
    begin_phase(world, "administration")
    for power in world.majors:
        die = world.state.chance.die() if rolls_for_office(world, power) else 0
        office = office_income(world, power, die or 6)
        lines = sheet_lines(world, power, office)
        sheets = world.state.sheets.get(power, ())
        world.state.sheets[power] = (*sheets, AdministrationSheet(world.state.turn, lines))
        world.state.treasury[power] = max(0, lines["l22"])
        key = "log.treasury" if die else "log.treasury_flat"
        world.log(key, power=power, die=die, office=office, balance=lines["l22"])
        if lines["l22"] < 0:
            paid = tuple(area for area, _ in counted(world, power))
            world.state.deficits = {**world.state.deficits, power: -lines["l22"]}
            world.state.deficit_areas = {**world.state.deficit_areas, power: paid}
    first = ("earmarks",) if world.since(3) else ()
    world.state.push(*first, "deficit", "after_administration")


@steps.auto
def after_administration(world: PaxContext, frame: Frame) -> None:
    """Retreat armies and navies from areas that were given up (4.6, P56); then make the payments
    that treaties promise for this turn (9.4)."""
    world.state.deficit_areas = {}
    world.state.push("homeless_units", "treaty_payments")


# -- deficits


def receive(world: PaxContext, power: Power, amount: int) -> None:
    """4.6, P90: money from another power covers a deficit first; the rest goes to the treasury."""
    owed = world.state.deficits.get(power, 0) if world.since(4) else 0
    covered = min(owed, amount)
    if covered:
        rest = {p: lacking for p, lacking in world.state.deficits.items() if p != power}
        left = {power: owed - covered} if owed > covered else {}
        world.state.deficits = {**rest, **left}
    world.receive(power, amount - covered)


Saving = tuple[str, int]  # an action, and what it saves


def savings(world: PaxContext, power: Power) -> dict[str, list[Saving]]:
    """4.6: what a power can give up, by the thing it is about: units abroad, and markers that cost
    upkeep, taken away or lowered."""
    savings: dict[str, list[Saving]] = {}
    word = prefix(power)
    for number, (kind, where, strength) in enumerate(forces_abroad(world, power)):
        action = f"{word}disband {kind} {strength} {where}"
        savings[f"unit {number}"] = [(action, strength)]
    for area in world.state.deficit_areas.get(power, ()):
        status = world.established(power, area)
        full = world.board.prices[status].upkeep
        choices = []
        if full:
            choices.append((f"{word}abandon {area}", full))
        for lower in range(status - 1, 0, -1):
            saved = full - world.board.prices[Status(lower)].upkeep
            allowed = Status(lower).is_control or not _others_hold(world, power, area, lower)
            if saved > 0 and allowed and _has_counter(world, power, status, Status(lower)):
                choices.append((f"{word}reduce {area} {status_word(Status(lower), power)}", saved))
        if choices:
            savings[f"marker {area}"] = choices
    return savings


def saved_by(world: PaxContext, power: Power, action: Action) -> int:
    """Return what one of these actions saves."""
    if strength := action.get("strength"):
        return int(strength)
    prices, status = world.board.prices, world.established(power, action["area"])
    lower = _lowered_to(action)
    return prices[status].upkeep - prices[lower].upkeep


def _others_hold(world: PaxContext, power: Power, area: Area, lower: int) -> bool:
    """Return whether a lowered marker would clash with those of others."""
    others = [world.established(other, area) for other in world.holders(area) if other != power]
    if lower == Status.INTEREST:
        return any(status >= Status.POSSESSION for status in others)
    return bool(others)


def _has_counter(world: PaxContext, power: Power, status: Status, lower: Status) -> bool:
    same_pool = status.is_control == lower.is_control and status is not Status.TOP
    pool = "protectorate_or_possession" if lower.is_control else "interest_or_influence"
    return same_pool or world.counters(power, pool) > 0


def least_sum(things: dict[str, list[Saving]], deficit: int) -> int:
    """Return the least that can be saved and is not below a deficit; all there is if that is
    less."""
    sums = _reachable(_amounts(things))
    if sums < 1 << deficit:
        return sums.bit_length() - 1
    above = sums >> deficit
    return deficit + (above & -above).bit_length() - 1


def _amounts(things: dict[str, list[Saving]]) -> dict[str, set[int]]:
    """Return what can be saved on each thing."""
    return {thing: {saved for _, saved in choices} for thing, choices in things.items()}


def _reachable(amounts: dict[str, set[int]], without: str = "") -> int:
    """All sums that can be saved, as the bits of a number."""
    sums = 1
    for thing, savings in amounts.items():
        if thing != without:
            shifted = sums
            for saved in savings:
                shifted |= sums << saved
            sums = shifted
    return sums


def prefix(power: Power) -> str:
    """Return the prefix of an action that the German seat takes for Austria-Hungary."""
    return "austria " if power == AUSTRIA_HUNGARY else ""


@steps.ask("deficit")
class Deficit(DecisionStep[PaxContext]):
    """4.6: give up units and markers worth the deficit, as exactly as possible."""

    section = "4.6"
    grammar = (
        "disband <kind> <strength> <port>",
        "abandon <area>",
        "reduce <area> <status>",
        "austria disband <kind> <strength> <port>",
        "austria abandon <area>",
        "austria reduce <area> <status>",
    )

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(world.state.deficits)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(
            s for s in world.seats if any(p in world.state.deficits for p in world.powers_of(s))
        )

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        power = self._power(world, seat)
        return say("prompt.deficit", power=power, amount=world.state.deficits[power])

    def _power(self, world: PaxContext, seat: Seat) -> Power:
        return next(power for power in world.powers_of(seat) if power in world.state.deficits)

    def offers(self, world: PaxContext, seat: Seat) -> dict[str, int]:
        """Return the actions that leave the rest of the sum within reach, and what they save."""
        power = self._power(world, seat)
        things = savings(world, power)
        least = least_sum(things, world.state.deficits[power])
        offers, amounts = {}, _amounts(things)
        for thing, choices in things.items():
            rest = _reachable(amounts, thing)
            for action, saved in choices:
                if saved <= least and rest >> (least - saved) & 1:
                    offers[action] = saved
        return offers

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(tuple(self.offers(world, seat)))

    def remark(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message:
        """Return how much of the deficit it covers."""
        return say("hint.saves", amount=saved_by(world, self._power(world, seat), action))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2: units before markers."""
        offers = list(self.offers(world, seat))
        return next((offer for offer in offers if "disband " in offer), offers[0])

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        power = self._power(world, seat)
        things = savings(world, power)
        least = least_sum(things, world.state.deficits[power])
        left = least - self.offers(world, seat)[action.text]
        if "strength" in action.roles:
            kind, strength, port = action["kind"], action.number("strength"), action["port"]
            world.remove_unit(power, kind, port, strength)
            world.log(
                "log.disbanded", power=power, kind=kind, strength=strength, place=place_of(port)
            )
        else:
            _give_up(world, power, action)
        rest = {each: owed for each, owed in world.state.deficits.items() if each != power}
        world.state.deficits = {**rest, power: left} if left > 0 else rest
        return STAY if world.state.deficits else END


def _lowered_to(action: Action) -> Status:
    """Return the status that a marker is reduced to, or none if it is abandoned."""
    return STATUS_WORDS[action["status"]] if "status" in action.roles else Status.NONE


def _give_up(world: PaxContext, power: Power, action: Action) -> None:
    area, lower = action["area"], _lowered_to(action)
    world.put_marker(power, area, lower)
    areas = world.state.deficit_areas
    kept = tuple(each for each in areas[power] if each != area)
    world.state.deficit_areas = {**areas, power: kept}  # a marker is given up once
    world.log("log.given_up", power=power, area=area, status=status_word(lower, power))
