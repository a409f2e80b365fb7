"""Winter and retreats: which units to have, and where.

Units are judged by what they cover together: each centre that is worth having, or in danger, is
covered the better the nearer units stand to it, armies over land and fleets over water; a second
unit near the same goal adds less. So a power by the sea builds fleets, but not only.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from random import Random

from entente.games.diplomacy.board import COASTAL, Board, Unit, bits
from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.rules.adjustments import WAIVE, read_adjustment
from entente.games.diplomacy.rules.retreats import resolve_retreats
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import Seat, Slots
from entente.players.evaluation.diplomacy_chart import Chart
from entente.players.minds.diplomacy.knowledge import Outlook

FADING = 0.6  # a unit one move further away covers so much less
FERRY = 2  # moves that an army takes to another coast of a sea
FAR = 9
TRIED = 60  # answers to a retreat
OTHERS = 6  # guesses of how the others retreat

Choice = tuple[float, str]  # what an answer comes to, and the answer


@lru_cache(maxsize=4)
def _ways(board: Board) -> tuple[list[list[int]], list[list[int]]]:
    """How many moves it is to each province, for an army and for a fleet, from each location."""
    armies = [_army_ways(board, start) for start in range(len(board.provinces))]
    fleets = [_fleet_ways(board, start) for start in range(len(board.locations))]
    return armies, fleets


def _army_ways(board: Board, start: int) -> list[int]:
    found = [FAR] * len(board.provinces)
    found[start] = 0
    for far in range(FAR):
        for province in range(len(found)):
            if found[province] != far:
                continue
            for end in bits(board.army[province]):
                found[end] = min(found[end], far + 1)
            if board.kind[province] == COASTAL:
                for sea in bits(board.shore[province]):
                    for end in bits(board.fleet_mask[sea] & ~board.seas):
                        found[end] = min(found[end], far + FERRY)
    return found


def _fleet_ways(board: Board, start: int) -> list[int]:
    found = [FAR] * len(board.provinces)
    found[board.province_of[start]] = 0
    front, seen = [start], {start}
    for far in range(1, FAR):
        front = [end for place in front for end in board.fleet[place] if end not in seen]
        front = list(dict.fromkeys(front))
        seen.update(front)
        for end in front:
            province = board.province_of[end]
            found[province] = min(found[province], far)
    return found


class Cover:
    """What units cover of the goals of a seat."""

    def __init__(self, europe: Europe, seat: Seat) -> None:
        self.board = europe.board
        chart = Chart.of(europe, seat)
        self.goals = [(p, worth) for p, worth in enumerate(chart.goals) if worth > 0]
        self.ways = _ways(europe.board)

    def of(self, units: Sequence[Unit]) -> float:
        """The worth of all goals, each as far as it is covered."""
        open_ = [1.0] * len(self.goals)
        for unit in units:
            far = self.ways[unit.fleet][unit.location]
            for number, (province, _) in enumerate(self.goals):
                open_[number] *= 1.0 - 0.9 * FADING ** far[province]
        return sum(worth * (1.0 - left) for (_, worth), left in zip(self.goals, open_, strict=True))


def adjusted(europe: Europe, seat: Seat, menu: Slots, outlook: Outlook) -> list[Choice]:
    """Answers to what is due in winter, the best first: slot by slot what covers most; the others
    have something else in one of the slots."""
    now = outlook.worth(europe.position.units, autumn=False)
    cover = Cover(europe, seat)
    powers = {europe.board.power[name] for name in europe.powers_of(seat)}
    units = [unit for unit in europe.position.units if unit.power in powers]
    chosen = list[str]()
    for slot in menu.slots:
        ranked = _ranked(europe, cover, menu, chosen, slot, units)
        chosen.append(ranked[0][1])
        units = _after(europe, units, slot, chosen[-1])
    best = "; ".join(chosen)
    found = {best: cover.of(units)}
    start = [unit for unit in europe.position.units if unit.power in powers]
    for number, slot in enumerate(menu.slots):
        for choice in menu.slots[slot]:
            other = [*chosen[:number], choice, *chosen[number + 1 :]]
            text = "; ".join(other)
            if text in found or _is_twice(europe.board, other):
                continue
            left = start
            for each, order in zip(menu.slots, other, strict=True):
                left = _after(europe, left, each, order)
            found[text] = cover.of(left)
    most = max(found.values())
    ranked = sorted((most - covered, text) for text, covered in found.items())
    return [(now - behind, text) for behind, text in ranked]


def _ranked(
    europe: Europe, cover: Cover, menu: Slots, chosen: list[str], slot: str, units: list[Unit]
) -> list[Choice]:
    """The choices of one slot after those before it, best first."""
    able = [each for each in menu.slots[slot] if not _is_twice(europe.board, [*chosen, each])]
    tried = [(cover.of(_after(europe, units, slot, each)), each) for each in able]
    return sorted(tried, key=lambda each: (-each[0], each[1]))


def _is_twice(board: Board, orders: Sequence[str]) -> bool:
    """Whether two orders name the same province."""
    places = [
        board.province_of[board.location[order.split()[2]]] for order in orders if order != WAIVE
    ]
    return len(set(places)) < len(places)


def _after(europe: Europe, units: list[Unit], slot: str, order: str) -> list[Unit]:
    """The units after one order of winter."""
    power = europe.board.power[slot.split()[0]]
    unit = read_adjustment(europe.board, power, order).unit
    if unit is None:
        return units
    return [each for each in units if each != unit] if unit in units else [*units, unit]


def retreated(
    europe: Europe, seat: Seat, menu: Slots, outlook: Outlook, rng: Random
) -> list[Choice]:
    """Answers to what must retreat, the best first; the others may want to go to the same place."""
    board, autumn = europe.board, europe.state.season == AUTUMN
    places = europe.retreating()
    powers = {board.power[name] for name in europe.powers_of(seat)}
    theirs = [unit for unit in places if unit.power not in powers]
    guesses = [
        {unit: rng.choice((*places[unit], None)) for unit in theirs}
        for _ in range(OTHERS if theirs else 1)
    ]
    if menu.size() <= TRIED:
        answers = list(islice(menu, TRIED))
    else:
        answers = list(dict.fromkeys(menu.sample(rng) for _ in range(TRIED)))
    found = list[Choice]()
    for answer in answers:
        goals = _goals(board, answer)
        own = {
            unit: goals[board.unit_names[unit.fleet][unit.location]]
            for unit in places
            if unit.power in powers
        }
        total = 0.0
        for guess in guesses:
            stay, _ = resolve_retreats(board, places, {**guess, **own})
            total += outlook.worth([*europe.position.units, *stay], autumn=autumn)
        found.append((total / len(guesses), answer))
    return sorted(found, key=lambda each: (-each[0], each[1]))


def _goals(board: Board, answer: str) -> dict[str, int | None]:
    """Where an answer sends each unit."""
    goals: dict[str, int | None] = {}
    for text in answer.split("; "):
        kind, place, _, *end = text.split()
        goals[f"{kind} {place}"] = board.location[end[0]] if end else None
    return goals
