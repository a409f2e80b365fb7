"""Losses: the least units that reach a loss, and how several powers share it (7.3, 12.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from entente.games.pax.board import Node, Power
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.state import Stack
from entente.kernel import Action, DecisionStep, Frame, Menu, Message, Seat, Slots, say

ROUNDS = 3  # in which several powers may come to an agreement
REST = "rest"  # an offer of what the others leave uncovered


def ways_to_lose(stack: Stack, loss: int) -> list[Stack]:
    """Return the sets of units with the least sum that reaches a loss; all of them if that is too
    little.

    Units of one strength are alike.
    """
    if sum(stack) <= loss:
        return [stack]
    kinds = tuple(dict.fromkeys(stack))
    best, ways = sum(stack) + 1, list[Stack]()
    for counts in product(*(range(stack.count(kind) + 1) for kind in kinds)):
        lost = tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))
        total = sum(lost)
        if loss <= total < best:
            best, ways = total, [lost]
        elif total == best:
            ways.append(lost)
    return ways


def least_loss(stack: Stack, loss: int) -> int:
    """Return the strength that a loss costs, since pieces give no change."""
    return sum(ways_to_lose(stack, loss)[0])


def covering_part(offers: Mapping[Power, Stack], loss: int) -> dict[Power, Stack]:
    """P60: the smallest part of several offers that covers a loss; all of them if that is too
    little. Of equal parts the one that is shared most evenly; then those named first pay first."""
    if sum(map(sum, offers.values())) <= loss:
        return dict(offers)
    ways = {power: _ways_by_sum(stack) for power, stack in offers.items()}
    shares: dict[int, tuple[int, ...]] = {0: ()}  # by their sum, what each power pays
    for by_sum in ways.values():
        longer: dict[int, tuple[int, ...]] = {}
        for paid in shares.values():
            for share in by_sum:
                extended = (*paid, share)
                known = longer.get(sum(extended))
                if known is None or _evenness(extended) < _evenness(known):
                    longer[sum(extended)] = extended
        shares = longer
    best = shares[min(total for total in shares if total >= loss)]
    return {power: ways[power][share] for power, share in zip(ways, best, strict=True)}


def _ways_by_sum(stack: Stack) -> dict[int, Stack]:
    """For every strength that units of a stack add up to, those units, as few as possible."""
    by_sum: dict[int, Stack] = {}
    for way in sorted(parts_of(stack), key=len):
        by_sum.setdefault(sum(way), way)
    return by_sum


def _evenness(shares: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return max(shares), tuple(-share for share in shares)


def half(strength: int) -> int:
    """Half of a strength, rounded up (7.3)."""
    return (strength + 1) // 2


# -- whose units go


@steps.auto
def take_losses(world: PaxContext, frame: Frame) -> None:
    """12.7: a side loses units worth `loss`: majors before minors. One power chooses its own;
    several must find it together."""
    place, kind, loss = frame.text("place"), frame.text("kind"), frame.number("loss")
    powers = frame.text("powers").split()
    majors = [power for power in powers if world.seat_of(power) is not None]
    strength = sum(world.strength_in(power, kind, place) for power in majors)
    if strength <= loss:
        lose_all(world, majors, kind, place)
        rest = [power for power in powers if power not in majors]
        _minors_lose(world, rest, kind, place, loss - strength)
        return
    if len(majors) == 1:
        ways = ways_to_lose(stack_in(world, majors[0], kind, place), loss)
        if len(ways) == 1:
            lose(world, majors[0], kind, place, ways[0])
            return
    world.state.push(Frame("choose_losses", {**frame.args, "majors": " ".join(majors), "round": 1}))


def stack_in(world: PaxContext, power: Power, kind: str, place: Node) -> Stack:
    strengths = (strength for _, strength in world.units_in(power, kind, place))
    return tuple(sorted(strengths, reverse=True))


def lose(world: PaxContext, power: Power, kind: str, place: Node, units: Stack) -> None:
    """Remove units from the map."""
    for strength in units:
        world.lose_in(power, kind, place, strength)
    if units:
        world.log("log.lost", power=power, kind=kind, place=place, strength=sum(units))


def lose_all(world: PaxContext, powers: Iterable[Power], kind: str, place: Node) -> None:
    for power in powers:
        lose(world, power, kind, place, stack_in(world, power, kind, place))


def _minors_lose(world: PaxContext, powers: list[Power], kind: str, place: Node, loss: int) -> None:
    if world.since(3):
        if loss > 0:
            stacks = {power: stack_in(world, power, kind, place) for power in powers}
            _lose_each(world, kind, place, covering_part(stacks, loss))
        return
    for power in powers:
        if loss <= 0:
            return
        stack = stack_in(world, power, kind, place)
        way = ways_to_lose(stack, loss)[0] if stack else ()
        lose(world, power, kind, place, way)
        loss -= sum(way)


def _lose_each(world: PaxContext, kind: str, place: Node, ways: Mapping[Power, Stack]) -> None:
    for power, way in ways.items():
        lose(world, power, kind, place, way)


@steps.ask("choose_losses")
class ChooseLosses(DecisionStep[PaxContext]):
    """12.7: each power offers units in a sealed answer; after three offers that fall short all are
    lost."""

    section = "12.7"
    sealed = True

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        majors = frame.text("majors").split()
        return tuple(seat for seat in world.seats if self._of(world, seat, majors))

    def _of(self, world: PaxContext, seat: Seat, majors: list[Power]) -> list[Power]:
        return [power for power in world.powers_of(seat) if power in majors]

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        majors = frame.text("majors").split()
        together = [power for power in majors if power not in world.powers_of(seat)]
        return say(
            "prompt.choose_losses",
            place=frame.text("place"),
            loss=frame.number("loss"),
            kind=frame.text("kind"),
            round=frame.number("round"),
            together=together,
        )

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        majors, loss = frame.text("majors").split(), frame.number("loss")
        place, kind = frame.text("place"), frame.text("kind")
        slots = {}
        for power in self._of(world, seat, majors):
            stack = stack_in(world, power, kind, place)
            ways = ways_to_lose(stack, loss) if len(majors) == 1 else parts_of(stack)
            slots[power] = tuple(_offer(power, way) for way in ways)
            if len(majors) > 1 and world.since(3):
                slots[power] += (f"{power} {REST}",)
        return Slots(slots)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """P60: an absent player covers the rest; until version 3, gave all that could be asked."""
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        return "; ".join(choices[-1] for choices in menu.slots.values())

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        majors = frame.text("majors").split()
        place, kind, loss = frame.text("place"), frame.text("kind"), frame.number("loss")
        offered_by: dict[Power, Stack] = {}
        resting: dict[Power, Stack] = {}
        for seat in world.by_precedence(answers) if world.since(3) else answers:
            for choice in answers[seat].choices:
                power, *units = choice.words
                if units == [REST]:
                    resting[power] = stack_in(world, power, kind, place)
                else:
                    offered_by[power] = tuple(int(unit) for unit in units if unit != "none")
        offered = {**offered_by, **_covering_the_rest(offered_by, resting, loss)}
        if sum(map(sum, offered.values())) >= loss:
            taken = covering_part(offered, loss) if world.since(3) else offered
            _lose_each(world, kind, place, taken)
        elif frame.number("round") < ROUNDS:
            world.log("log.losses_short", place=place, loss=loss)
            again = {**frame.args, "round": frame.number("round") + 1}
            world.state.push(Frame("choose_losses", again))
        else:
            lose_all(world, majors, kind, place)


def _covering_the_rest(
    offered_by: Mapping[Power, Stack], resting: Mapping[Power, Stack], loss: int
) -> dict[Power, Stack]:
    """P60: the joint offer of the powers that cover the rest."""
    rest = loss - sum(map(sum, offered_by.values()))
    return covering_part(resting, rest) if rest > 0 else {}


def _offer(power: Power, way: Stack) -> str:
    return f"{power} {' '.join(map(str, way)) or 'none'}"


def parts_of(stack: Stack) -> list[Stack]:
    """All sets of units out of a stack, the smallest first; units of one strength are alike."""
    kinds = tuple(dict.fromkeys(stack))
    parts = [
        tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))
        for counts in product(*(range(stack.count(kind) + 1) for kind in kinds))
    ]
    return sorted(parts, key=sum)
