"""Puzzles of Diplomacy: orders that gain a centre for certain, whatever all others order.

In autumn every combination of the other units' orders that can matter is tried against a power's
orders. Who can be attacked, cut or met is known: the others' units near its own units, their
targets and its centres. A set of orders is worth the centres that it leaves at worst. The replies
that refute the wrong sets are kept with the puzzle: an answer is right if none of them refutes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple

from entente.games.diplomacy.board import Unit, bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.features import DiplomacyPosition
from entente.games.diplomacy.phases import understood
from entente.games.diplomacy.rules.adjudicator import YES, Adjudicator
from entente.games.diplomacy.rules.orders import (
    CONVOY,
    HOLD,
    HOLDS,
    MOVE,
    SUPPORT,
    Order,
    write_order,
)
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import Seat, parse_action, say
from entente.players.player import PlayerView
from entente.players.puzzles.mining import WEAK, MinedPosition, rating_of
from entente.players.puzzles.puzzle import PROVED, PuzzleVerdict
from entente.players.registry import make

FEWEST_UNITS, MOST_UNITS = 2, 5  # of the power
MOST_SETS = 2_500  # of its orders
MOST_REPLIES = 12_000  # combinations of the others' orders
FIRST_REPLIES = 25  # at random, before any is looked for
TRIED = 120  # replies at random, before all are tried
MOST_SURVIVORS = 60  # right sets of orders that are proved
MOST_KEPT = 40  # replies that refute the wrong ones
RIGHT_SHARE = 0.03  # of all sets, at most
KEPT_SOLUTIONS = 5
GAIN, KEEP = "gain", "keep"

Orders = dict[int, Order]  # by the number of the unit


class Scene(NamedTuple):
    """The units that matter, and what they can order."""

    europe: DiplomacyContext
    power: int
    units: list[Unit]
    mine: list[int]  # the number of own units among them
    sets: list[tuple[Order, ...]]  # own orders, in the order of `mine`
    theirs: list[int]
    choices: list[list[Order]]  # of each of the others


def find_puzzle(position: DiplomacyPosition, seat: Seat, rng: Random) -> MinedPosition | None:
    """Return the puzzle of a seat's orders this autumn, if there is one."""
    state, decision = position.state, position.decisions_for(seat)[0]
    europe = position.context
    if state.season != AUTUMN or decision.step != "orders" or europe.two:
        return None
    if len(europe.powers_of(seat)) != 1:
        return None
    scene = _look(europe, europe.board.power[europe.powers_of(seat)[0]])
    if scene is None:
        return None
    found = _Proof(scene, rng).run()
    if found is None:
        return None
    target, solutions, replies = found
    if any(not _is_contested(scene, orders) for orders in solutions):
        return None
    answers = sorted(
        (_written(scene, position, seat, orders) for orders in solutions), key=_simplest_first
    )
    if answers[0].count(" H;") >= len(scene.mine) - 1:  # a single order does it
        return None
    named = tuple(_reply(scene, reply) for reply in replies)
    failed = 0
    for level, seed in WEAK:
        answer = make(level, "diplomacy", f"puzzle/{seed}").choose(PlayerView(position, seat))
        failed += not check_answer(position, seat, answer, target, named).right
    if not failed:
        return None
    now = len(state.centres[europe.powers_of(seat)[0]])
    return MinedPosition(
        step=decision.step,
        solution=tuple(answers[:KEPT_SOLUTIONS]),
        theme=GAIN if target > now else KEEP,
        rating=rating_of(failed, len(WEAK), 10 * len(scene.mine)),
        margin=1.0,
        how=PROVED,
        target=target,
        now=now,
        replies=named,
    )


def check_answer(
    position: DiplomacyPosition,
    seat: Seat,
    action: str,
    target: int,
    replies: Sequence[Mapping[str, str]],
) -> PuzzleVerdict:
    """Judge an answer against each reply: it is right if all of them leave the centres."""
    europe = position.context
    power = europe.board.power[europe.powers_of(seat)[0]]
    *texts, _ = parse_action(action).choice_texts
    mine = understood(europe, texts)
    units = list(europe.position.units)
    for reply in replies:
        theirs = understood(europe, list(reply.values()))
        orders = [mine.get(n) or theirs.get(n) or HOLDS for n in range(len(units))]
        left = centres_left(europe, power, units, orders)
        if left < target:
            orders_text = ", ".join(reply.values())
            key = "puzzle.refuted" if reply else "puzzle.too_few"
            return PuzzleVerdict(False, (say(key, orders=orders_text, left=left, target=target),))
    return PuzzleVerdict(True, (say("puzzle.certain", target=target),))


def centres_left(
    europe: DiplomacyContext, power: int, units: Sequence[Unit], orders: Sequence[Order]
) -> int:
    """Return the centres that a power has after the autumn. A dislodged enemy takes an empty centre
    beside it; what own dislodged units could do is not counted."""
    judged = Adjudicator(europe.board, europe.rules, units, orders).run()
    answer, end, place = judged.answer, judged.end, judged.place
    moved = [order[0] == MOVE and answer[n] == YES for n, order in enumerate(orders)]
    held = {end[n]: units[n].power for n, moves in enumerate(moved) if moves}
    beaten = list[int]()
    for number, moves in enumerate(moved):
        if moves:
            continue
        if place[number] in held:
            beaten.append(number)
        else:
            held[place[number]] = units[number].power
    owned, count, vacant = europe.centre_masks()[power], 0, 0
    for centre in bits(europe.board.centres):
        holder = held.get(centre)
        if holder == power:
            count += 1
        elif holder is None and owned >> centre & 1:
            count += 1
            vacant |= 1 << centre
    for number in beaten:
        if units[number].power != power and europe.board.reach(units[number]) & vacant:
            count -= 1
    return count


def _is_contested(scene: Scene, orders: Sequence[Order]) -> bool:
    """Return whether orders need help, or go where others could go as well."""
    board = scene.europe.board
    if any(order.kind in (SUPPORT, CONVOY) for order in orders):
        return True
    reach = 0
    for place in scene.theirs:
        reach |= board.reach(scene.units[place])
        reach |= 1 << board.province_of[scene.units[place].location]
    ends = (board.province_of[order.target] for order in orders if order.kind == MOVE)
    return any(reach >> end & 1 for end in ends)


# -- what matters


def _look(europe: DiplomacyContext, power: int) -> Scene | None:
    """Return the scene of a power; None if it is too small, too large or too far from others."""
    board, menus, position = europe.board, europe.menus(), europe.position
    units = position.units
    mine = [n for n, unit in enumerate(units) if unit.power == power]
    if not FEWEST_UNITS <= len(mine) <= MOST_UNITS:
        return None
    fleets = [0, 0]  # at sea: of the others, own
    for unit in units:
        if unit.fleet and board.seas >> unit.location & 1:
            fleets[unit.power == power] |= 1 << unit.location
    choices = [_own_orders(europe, number, set(mine), fleets[1]) for number in mine]
    if not 1 < prod(map(len, choices)) <= MOST_SETS:
        return None
    zone = europe.centre_masks()[power]
    for number, orders in zip(mine, choices, strict=True):
        zone |= 1 << menus.place[number]
        for order in orders:
            if order.kind == MOVE:
                zone |= 1 << board.province_of[order.target]
    others = [n for n in range(len(units)) if units[n].power != power]
    near = [n for n in others if zone >> menus.place[n] & 1 or board.reach(units[n]) & zone]
    if not near or any(_could_land(europe, n, zone, fleets[0]) for n in others):
        return None
    numbers = {number: index for index, number in enumerate([*mine, *near])}
    theirs = [_their_orders(europe, number, near, zone) for number in near]
    if prod(map(len, theirs)) > MOST_REPLIES:
        return None
    return Scene(
        europe,
        power,
        [units[number] for number in numbers],
        list(range(len(mine))),
        list(product(*choices)),
        list(range(len(mine), len(numbers))),
        theirs,
    )


def _own_orders(
    europe: DiplomacyContext, number: int, mine: set[int], fleets: int
) -> list[Order]:
    """Return the orders of an own unit that need nobody else."""
    board, position = europe.board, europe.position
    kept = list[Order]()
    start = europe.menus().place[number]
    for order in europe.menus().orders(number).values():
        if order.kind in (SUPPORT, CONVOY):
            if position.at.get(board.province_of[order.target]) not in mine:
                continue
        elif order.kind == MOVE:
            end = board.province_of[order.target]
            walks = not order.via and board.reach(position.units[number]) >> end & 1
            if not walks and not board.sails(start, end, fleets):
                continue
        kept.append(order)
    return kept


def _could_land(europe: DiplomacyContext, number: int, zone: int, fleets: int) -> bool:
    """Return whether another power's army could come by sea: such positions are left out."""
    menus, board = europe.menus(), europe.board
    ends = menus.sailing[number] & zone
    return any(board.sails(menus.place[number], end, fleets) for end in bits(ends))


def _their_orders(
    europe: DiplomacyContext, number: int, near: Sequence[int], zone: int
) -> list[Order]:
    """Return the orders of another unit that can matter; what does not is as good as to hold."""
    board, menus, units = europe.board, europe.menus(), europe.position.units
    reach = board.reach(units[number]) & zone
    orders = [HOLDS]
    for end in bits(reach):
        orders += [Order(MOVE, entry) for entry in board.entries(units[number], end)[:1]]
        for other in near:
            if other == number:
                continue
            if menus.place[other] == end:
                orders.append(Order(SUPPORT, units[other].location))
            elif board.reach(units[other]) >> end & 1:
                orders.append(Order(SUPPORT, units[other].location, end))
    return orders


# -- proving


class _Proof:
    """Looks for the most that can be guaranteed, and for what refutes everything else."""

    def __init__(self, scene: Scene, rng: Random) -> None:
        self.scene = scene
        self.rng = rng
        self.europe, self.power = scene.europe, scene.power
        self.now = len(list(bits(self.europe.centre_masks()[self.power])))
        self.replies: list[tuple[Order, ...]] = [tuple(HOLDS for _ in scene.theirs)]
        self.replies += [self._any_reply() for _ in range(FIRST_REPLIES)]

    def run(self) -> tuple[int, list[tuple[Order, ...]], list[tuple[Order, ...]]] | None:
        """Return the guaranteed centres, the sets that guarantee them, and the refutations."""
        floor = self._floor()
        for target in (self.now + 2, self.now + 1, self.now):
            if target <= floor:  # doing nothing guarantees as much
                return None
            proved = self._proved(target)
            if proved is None:
                return None
            if proved:
                return target, proved, self._needed(target, proved)
        return None

    def worth(self, own: Sequence[Order], reply: Sequence[Order]) -> int:
        return centres_left(self.europe, self.power, self.scene.units, [*own, *reply])

    def _floor(self) -> int:
        """Return what is left at worst if all units hold, as far as a few replies show."""
        own = [HOLDS] * len(self.scene.mine)
        return min(self.worth(own, reply) for reply in self.replies)

    def _any_reply(self) -> tuple[Order, ...]:
        return tuple(self.rng.choice(orders) for orders in self.scene.choices)

    def _proved(self, target: int) -> list[tuple[Order, ...]] | None:
        """Return the sets that guarantee a number of centres; None if there are too many."""
        left = [own for own in self.scene.sets if self._stands(own, target)]
        proved = list[tuple[Order, ...]]()
        while left:
            if len(proved) + len(left) > max(MOST_SURVIVORS, 4 * MOST_SURVIVORS - self._found()):
                return None
            own = left.pop()
            reply = self._refutation(own, target)
            if reply is None:
                proved.append(own)
                if len(proved) > RIGHT_SHARE * len(self.scene.sets) + 1:
                    return None
                continue
            self.replies.append(reply)
            left = [each for each in left if self.worth(each, reply) >= target]
        return proved

    def _found(self) -> int:
        """Return how many replies were looked for; few of them refute many sets."""
        return 12 * (len(self.replies) - FIRST_REPLIES - 1)

    def _stands(self, own: Sequence[Order], target: int) -> bool:
        return all(self.worth(own, reply) >= target for reply in self.replies)

    def _refutation(self, own: Sequence[Order], target: int) -> tuple[Order, ...] | None:
        """Return a reply that leaves fewer centres: at random first, then every one."""
        for reply in self._tries():
            if self.worth(own, reply) < target:
                return reply
        return None

    def _tries(self) -> Iterator[tuple[Order, ...]]:
        for _ in range(TRIED):
            yield self._any_reply()
        yield from product(*self.scene.choices)

    def _needed(
        self, target: int, proved: Sequence[tuple[Order, ...]]
    ) -> list[tuple[Order, ...]]:
        """Return few replies that refute all wrong sets: each time the one that refutes most."""
        right = set(proved)
        wrong = {
            number: {
                place
                for place, reply in enumerate(self.replies)
                if self.worth(own, reply) < target
            }
            for number, own in enumerate(self.scene.sets)
            if own not in right
        }
        kept = list[tuple[Order, ...]]()
        while wrong:
            counts = [0] * len(self.replies)
            for refuting in wrong.values():
                for place in refuting:
                    counts[place] += 1
            best = counts.index(max(counts))
            kept.append(self.replies[best])
            wrong = {n: refuting for n, refuting in wrong.items() if best not in refuting}
        return kept


# -- in words


def _written(
    scene: Scene, position: DiplomacyPosition, seat: Seat, orders: Sequence[Order]
) -> str:
    """Return own orders as the menu spells them."""
    europe = scene.europe
    numbers = [n for n, unit in enumerate(europe.position.units) if unit.power == scene.power]
    texts = [
        write_order(europe.board, europe.position, number, order)
        for number, order in zip(numbers, orders, strict=True)
    ]
    menu = position.decisions_for(seat)[0].menu
    answer = menu.canonical("; ".join([*texts, "orders"]))
    assert answer is not None, texts
    return answer


def _reply(scene: Scene, orders: Sequence[Order]) -> dict[str, str]:
    """Return a reply by unit; units that hold are left out."""
    europe = scene.europe
    at, board = europe.position.at, europe.board
    reply = dict[str, str]()
    for place, order in zip(scene.theirs, orders, strict=True):
        unit = scene.units[place]
        if order.kind != HOLD:
            number = at[board.province_of[unit.location]]
            text = write_order(board, europe.position, number, order)
            reply[board.unit_names[unit.fleet][unit.location]] = text
    return reply


_simplest_first: Callable[[str], tuple[int, int]] = lambda answer: (-answer.count(" H;"), len(answer))  # noqa: E731
