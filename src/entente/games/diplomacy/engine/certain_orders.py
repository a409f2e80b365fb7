"""Puzzles of Diplomacy: orders that take or hold a centre for certain, against all replies.

Every combination of the other units' orders that can matter is tried against the orders of a
power's units near the centre: those others who stand near it or near these units, and may enter,
cut or support. The replies that refute wrong orders are kept with the puzzle: an answer is right if
none of them refutes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple

from entente.games.diplomacy.board import Unit, bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.features import DiplomacyPosition
from entente.games.diplomacy.phases import understood
from entente.games.diplomacy.rules.adjudicator import YES, Adjudicator
from entente.games.diplomacy.rules.orders import HOLD, HOLDS, MOVE, SUPPORT, Order, write_order
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import Message, Seat, parse_action, say
from entente.players.player import PlayerView
from entente.players.puzzles.mining import WEAK, MinedPosition, rating_of
from entente.players.puzzles.puzzle import PROVED, PuzzleVerdict
from entente.players.registry import make

FEWEST_UNITS, MOST_UNITS = 2, 4  # of the power, near the centre
MOST_ORDERED = 9  # units of the power, all of which a person orders
FEWEST_THEIRS = 2  # units of others that matter
MOST_SETS = 2_500  # of the power's orders
MOST_REPLIES = 20_000  # combinations of the others' orders
FIRST_REPLIES = 15  # at random, before any is looked for
TRIED = 60  # replies at random, before all are tried
RIGHT_SHARE = 0.05  # of all sets, at most
MOST_LEFT = 250  # sets that withstand the first replies
LOOKED_AT = 4  # centres in a position
KEPT_SOLUTIONS = 4
TAKE, KEEP = "take", "keep"

Orders = Sequence[Order]


class Scene(NamedTuple):
    """A centre, the units that matter, and what they can order."""

    europe: DiplomacyContext
    power: int
    centre: int
    units: list[Unit]  # own ones first
    mine: list[int]  # their numbers in the position
    sets: list[tuple[Order, ...]]  # own orders
    choices: list[list[Order]]  # of each of the others


def find_puzzle(position: DiplomacyPosition, seat: Seat, rng: Random) -> MinedPosition | None:
    """Return a puzzle about a centre near a seat's units this autumn, if there is one."""
    state, decision = position.state, position.decisions_for(seat)[0]
    europe = position.context
    if state.season != AUTUMN or decision.step != "orders" or europe.two:
        return None
    power = europe.board.power[europe.powers_of(seat)[0]]
    if sum(unit.power == power for unit in europe.position.units) > MOST_ORDERED:
        return None
    centres = list(bits(europe.board.centres))
    rng.shuffle(centres)
    looked = 0
    for centre in centres:
        scene = _look(europe, power, centre)
        if scene is None:
            continue
        looked += 1
        mined = _mined(scene, position, seat, rng)
        if mined is not None or looked == LOOKED_AT:
            return mined
    return None


def _mined(
    scene: Scene, position: DiplomacyPosition, seat: Seat, rng: Random
) -> MinedPosition | None:
    proof = _Proof(scene, rng)
    solutions = proof.solutions()
    if not solutions or any(not _is_joint(orders) for orders in solutions):
        return None
    answers = sorted((_written(scene, position, seat, each) for each in solutions), key=_simplest)
    replies = tuple(_reply(scene, reply) for reply in proof.needed(solutions))
    target, failed = scene.europe.board.provinces[scene.centre], 0
    for level, seed in WEAK:
        answer = make(level, "diplomacy", f"puzzle/{seed}").choose(PlayerView(position, seat))
        failed += not check_answer(position, seat, answer, target, replies).right
    if not failed:
        return None
    owned = scene.europe.centre_masks()[scene.power] >> scene.centre & 1
    return MinedPosition(
        step="orders",
        solution=tuple(answers[:KEPT_SOLUTIONS]),
        theme=KEEP if owned else TAKE,
        rating=rating_of(failed, len(WEAK), 8 * (len(scene.mine) + len(scene.choices))),
        margin=1.0,
        how=PROVED,
        target=target,
        replies=replies,
    )


def check_answer(
    position: DiplomacyPosition,
    seat: Seat,
    action: str,
    target: str,
    replies: Sequence[Mapping[str, str]],
) -> PuzzleVerdict:
    """Judge an answer against each reply: it is right if all of them leave the centre."""
    europe = position.context
    power = europe.board.power[europe.powers_of(seat)[0]]
    *texts, _ = parse_action(action).choice_texts
    mine = understood(europe, texts)
    units, centre = europe.position.units, europe.board.province[target]
    for reply in replies:
        theirs = understood(europe, list(reply.values()))
        orders = [mine.get(n) or theirs.get(n) or HOLDS for n in range(len(units))]
        if not has_centre(europe, power, centre, units, orders):
            return PuzzleVerdict(False, tuple(reply.values()))
    return PuzzleVerdict(True)


def reply_words(position: DiplomacyPosition, replies: Sequence[str]) -> list[Message]:
    """Return orders of the others in words, each with its power."""
    europe, said = position.context, list[Message]()
    board = europe.board
    for text in replies:
        _, unit, sign, *rest = text.split()
        place = unit.partition("/")[0]
        number = europe.position.at[board.province[place]]
        power = board.powers[europe.position.units[number].power].id
        ends = [word.partition("/")[0] for word in rest if word not in ("A", "F", "-")]
        if sign == "-":
            said.append(say("puzzle.move", power=power, start=place, goal=ends[0]))
        elif len(ends) == 1:
            said.append(say("puzzle.support", power=power, start=place, helped=ends[0]))
        else:
            goal = ends[1]
            said.append(
                say("puzzle.support_move", power=power, start=place, helped=ends[0], goal=goal)
            )
    return said


def has_centre(
    europe: DiplomacyContext, power: int, centre: int, units: Sequence[Unit], orders: Orders
) -> bool:
    """Return whether a centre is a power's after these orders: its unit is there, or it owns the
    empty centre. A unit that is dislodged beside an empty centre counts as in it."""
    judged = Adjudicator(europe.board, europe.rules, units, orders).run()
    answer, end, place = judged.answer, judged.end, judged.place
    entered = {
        end[n]: unit.power
        for n, unit in enumerate(units)
        if orders[n][0] == MOVE and answer[n] == YES
    }
    if centre in entered:
        return entered[centre] == power
    there = judged.at.get(centre, -1)
    if there >= 0 and not (orders[there][0] == MOVE and answer[there] == YES):
        return units[there].power == power
    if not europe.centre_masks()[power] >> centre & 1:
        return False
    return not any(
        unit.power != power
        and place[n] in entered
        and not (orders[n][0] == MOVE and answer[n] == YES)
        and europe.board.reach(unit) >> centre & 1
        for n, unit in enumerate(units)
    )


def _is_joint(orders: Orders) -> bool:
    """Return whether units work together: at least two do something, one of them a support, or two
    go to different places."""
    busy = [order for order in orders if order.kind != HOLD]
    return len(busy) > 1 and len({(order.kind, order.target) for order in busy}) > 1


# -- what matters


def _look(europe: DiplomacyContext, power: int, centre: int) -> Scene | None:
    """Return the scene around a centre; None if it is too small or too large."""
    board, menus, position = europe.board, europe.menus(), europe.position
    units = position.units
    owned = europe.centre_masks()[power] >> centre & 1
    holder = position.at.get(centre, -1)
    if holder >= 0 and units[holder].power == power and not owned:
        return None
    close = [n for n, unit in enumerate(units) if _is_close(europe, unit, centre)]
    mine = [n for n in close if units[n].power == power]
    theirs = [n for n in close if units[n].power != power]
    if not mine or len(theirs) < (2 if owned else 1):
        return None
    places = {menus.place[n] for n in theirs}
    mine += [  # those that can cut a support
        n
        for n, unit in enumerate(units)
        if unit.power == power and n not in mine and any(board.reach(unit) >> p & 1 for p in places)
    ]
    if not FEWEST_UNITS <= len(mine) <= MOST_UNITS:
        return None
    choices = [_own_orders(europe, number, set(mine), centre, places) for number in mine]
    if prod(map(len, choices)) > MOST_SETS:
        return None
    zone = 1 << centre
    for number, orders in zip(mine, choices, strict=True):
        zone |= 1 << menus.place[number]
        for order in orders:
            zone |= 1 << board.province_of[order.target] if order.kind == MOVE else 0
    others = [n for n in range(len(units)) if units[n].power != power]
    near = [n for n in others if zone >> menus.place[n] & 1 or board.reach(units[n]) & zone]
    fleets = sum(1 << units[n].location for n in others if position.fleets >> menus.place[n] & 1)
    if len(near) < FEWEST_THEIRS or any(_could_land(europe, n, zone, fleets) for n in others):
        return None
    replies = [_their_orders(europe, number, near, zone) for number in near]
    if prod(map(len, replies)) > MOST_REPLIES:
        return None
    numbers = [*mine, *near]
    return Scene(
        europe,
        power,
        centre,
        [units[number] for number in numbers],
        mine,
        list(product(*choices)),
        replies,
    )


def _is_close(europe: DiplomacyContext, unit: Unit, centre: int) -> bool:
    board = europe.board
    return board.province_of[unit.location] == centre or bool(board.reach(unit) >> centre & 1)


def _own_orders(
    europe: DiplomacyContext, number: int, mine: set[int], centre: int, places: set[int]
) -> list[Order]:
    """Return the orders of an own unit that matter: to the centre or against a unit beside it, and
    in support of own units. All else is as good as to hold."""
    board, position = europe.board, europe.position
    kept = [HOLDS]
    for order in europe.menus().orders(number).values():
        end = board.province_of[order.target]
        if order.kind == MOVE:
            if order.via or not board.reach(position.units[number]) >> end & 1:
                continue
            if end == centre or end in places:
                kept.append(order)
        elif (
            order.kind == SUPPORT
            and position.at.get(end) in mine
            and (order.end in (-1, centre) or order.end in places)
        ):
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
    """Looks for the orders that nothing refutes, and for what refutes all others."""

    def __init__(self, scene: Scene, rng: Random) -> None:
        self.scene = scene
        self.rng = rng
        self.replies = [tuple(HOLDS for _ in scene.choices)]
        self.replies += [self._any_reply() for _ in range(FIRST_REPLIES)]

    def solutions(self) -> list[tuple[Order, ...]]:
        """Return the sets that nothing refutes; none if there are too many, or if it would be
        enough to hold."""
        sets = self.scene.sets
        most = RIGHT_SHARE * len(sets) + 1
        left = [own for own in sets if all(self._stands(own, each) for each in self.replies)]
        if len(left) > MOST_LEFT:
            return []
        proved = list[tuple[Order, ...]]()
        while left:
            own = left.pop()
            reply = next((each for each in self._tries() if not self._stands(own, each)), None)
            if reply is not None:
                self.replies.append(reply)
                left = [each for each in left if self._stands(each, reply)]
                continue
            proved.append(own)
            if len(proved) > most or all(order.kind == HOLD for order in own):
                return []
        return proved

    def needed(self, solutions: Sequence[tuple[Order, ...]]) -> list[tuple[Order, ...]]:
        """Return few replies that refute all wrong sets: each time the one that refutes most."""
        right, kept = set(solutions), list[tuple[Order, ...]]()
        wrong = [own for own in self.scene.sets if own not in right]
        refuted = [
            {n for n, own in enumerate(wrong) if not self._stands(own, reply)}
            for reply in self.replies
        ]
        left = set(range(len(wrong)))
        while left:
            best = max(range(len(refuted)), key=lambda place: len(refuted[place] & left))
            kept.append(self.replies[best])
            left -= refuted[best]
        return kept

    def _stands(self, own: Orders, reply: Orders) -> bool:
        scene = self.scene
        orders = [*own, *reply]
        return has_centre(scene.europe, scene.power, scene.centre, scene.units, orders)

    def _any_reply(self) -> tuple[Order, ...]:
        return tuple(self.rng.choice(orders) for orders in self.scene.choices)

    def _tries(self) -> Iterator[tuple[Order, ...]]:
        """Yield replies: some at random first, then every one."""
        for _ in range(TRIED):
            yield self._any_reply()
        yield from product(*self.scene.choices)


# -- in words


def _written(scene: Scene, position: DiplomacyPosition, seat: Seat, orders: Orders) -> str:
    """Return own orders as the menu spells them; the other own units hold."""
    europe = scene.europe
    given = dict(zip(scene.mine, orders, strict=True))
    texts = [
        write_order(europe.board, europe.position, number, given.get(number, HOLDS))
        for number, unit in enumerate(europe.position.units)
        if unit.power == scene.power
    ]
    answer = position.decisions_for(seat)[0].menu.canonical("; ".join([*texts, "orders"]))
    assert answer is not None, texts
    return answer


def _reply(scene: Scene, orders: Orders) -> dict[str, str]:
    """Return a reply by unit; units that hold are left out."""
    europe, own = scene.europe, len(scene.mine)
    at, board = europe.position.at, europe.board
    reply = dict[str, str]()
    for unit, order in zip(scene.units[own:], orders, strict=True):
        if order.kind != HOLD:
            number = at[board.province_of[unit.location]]
            text = write_order(board, europe.position, number, order)
            reply[board.unit_names[unit.fleet][unit.location]] = text
    return reply


def _simplest(answer: str) -> tuple[int, int]:
    return -answer.count(" H;"), len(answer)
