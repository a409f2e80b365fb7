"""A scripted beginner at Diplomacy: each unit goes to the nearest centre that is not its own.

It gives no support and no convoy, leaves its centres open, and does not look at the units of
others. It builds where a foreign centre is nearest and removes what is farthest from one. A
yardstick for the level `easy`.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from entente.games.diplomacy.answers.slots import DISBAND, ORDERS, VOTE
from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.outsiders.dumbbot_values import Place, move_graph
from entente.games.diplomacy.rules.adjustments import REMOVE, WAIVE, read_adjustment
from entente.kernel import Slots
from entente.players.player import PlayerView
from entente.players.trials import fingerprint

FAR = 99  # moves to a place that cannot be reached


def create(game_id: str, seed: str) -> DiplomacyBeginner:
    """Return the player."""
    return DiplomacyBeginner(seed)


class DiplomacyBeginner:
    """Plays by distance alone. Its choices follow from the seed and what it sees."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def __repr__(self) -> str:
        return f"<DiplomacyBeginner, seed {self._seed!r}>"

    def choose(self, view: PlayerView) -> str:
        seen = f"{self._seed}/{fingerprint(view)}"
        europe: DiplomacyContext = view.determinize(Random(f"{seen}/worlds")).context
        menu, rng = view.decision.menu, Random(seen)
        assert isinstance(menu, Slots)
        own = 0
        for power in europe.powers_of(view.seat):
            own |= europe.centre_masks()[europe.board.power[power]]
        moves = distances(europe.board, europe.board.centres & ~own)
        if view.decision.step == "adjust":
            return _winter(europe, menu, moves, rng)
        return _moves(europe, menu, moves, rng)


@lru_cache(maxsize=64)
def distances(board: Board, centres: int) -> dict[Place, int]:
    """Return how many moves each place is from the nearest of some centres."""
    graph, far = move_graph(board), 0
    near = [set(each) for each in graph.single]
    for place, coasts in graph.coasts:
        near[place] |= {*coasts}
    reached = {
        number: 0
        for (_, location), number in graph.number.items()
        if centres >> board.province_of[location] & 1
    }
    front = set(reached)
    while front:
        far += 1
        front = {n for n, ends in enumerate(near) if n not in reached and ends & front}
        reached |= dict.fromkeys(front, far)
    return {place: reached.get(number, FAR) for place, number in graph.number.items()}


def _moves(europe: DiplomacyContext, menu: Slots, moves: dict[Place, int], rng: Random) -> str:
    """Send every unit one step nearer, two never to the same province. Retreats are the same."""
    board = europe.board
    slots = [slot for slot in menu.slots if slot != VOTE]
    rng.shuffle(slots)
    answer, taken = {VOTE: ORDERS}, set[int]()
    for slot in slots:
        fleet, start = board.pieces[slot]
        steps = _steps(board, Unit(0, fleet, start), menu.slots[slot])
        rng.shuffle(steps)
        stays = f"{slot} H" in menu.slots[slot]
        free = [step for step in steps if board.province_of[step[1]] not in taken]
        best = min(free, key=lambda step: moves[step], default=None)
        if best is None or (stays and moves[best] > moves[fleet, start]):
            answer[slot] = f"{slot} H" if stays else f"{slot} {DISBAND}"
            taken.add(board.province_of[start])
        else:
            answer[slot] = f"{slot} - {board.locations[best[1]]}"
            taken.add(board.province_of[best[1]])
    return "; ".join(answer[slot] for slot in menu.slots)


def _steps(board: Board, unit: Unit, choices: tuple[str, ...]) -> list[Place]:
    """Return where a unit can go by itself."""
    name = board.unit_names[unit.fleet][unit.location]
    ends = board.fleet[unit.location] if unit.fleet else board.beside(unit)
    able = [end for end in ends if f"{name} - {board.locations[end]}" in choices]
    return [(unit.fleet, end) for end in able]


def _winter(europe: DiplomacyContext, menu: Slots, moves: dict[Place, int], rng: Random) -> str:
    """Build near foreign centres, remove far from them."""
    board, answer, named = europe.board, list[str](), set[int]()
    for slot, choices in menu.slots.items():
        power = board.power[slot.split()[0]]
        units = {each: read_adjustment(board, power, each).unit for each in choices}
        able = [
            (each, unit)
            for each, unit in units.items()
            if unit is not None and board.province_of[unit.location] not in named
        ]
        if not able:
            answer.append(WAIVE)
            continue
        rng.shuffle(able)
        sign = -1 if able[0][0].startswith(REMOVE) else 1
        text, unit = min(able, key=lambda each: sign * moves[each[1].fleet, each[1].location])
        answer.append(text)
        named.add(board.province_of[unit.location])
    return "; ".join(answer)
