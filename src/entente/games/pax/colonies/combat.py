"""Colonial combat (7): powers against the people of an area, never against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.areas.communication import may_police
from entente.games.pax.areas.losses import half, least_loss, lose_all
from entente.games.pax.areas.retreats import call_retreat
from entente.games.pax.board import ARMY, Area, Power, Status, status_word
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.economy.administration import prefix
from entente.games.pax.instructions import Instruction, complete, is_marker_forbidden
from entente.games.pax.phases import begin_phase
from entente.games.pax.state import Stack
from entente.kernel import (
    Action,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Seat,
    Slots,
    say,
    step,
)
from entente.kernel.capabilities import AnswerInParts
from entente.kernel.prepared import NOT_ENOUGH, ByThing

# -- the dice


class CombatResult(NamedTuple):
    """The result of a combat: whether the area is beaten if an army is left, what the armies lose,
    whether the survivors must retreat."""

    defeated: bool
    loss: int
    retreat: bool = False


def roll(world: PaxContext, area: Area, powers: list[Power], attack: int) -> CombatResult:
    """7.2, 7.3: armies of this strength against an area."""
    defence = world.board.strength(area)
    if defence == 0:
        world.log("log.combat_free", powers=powers, area=area)
        return CombatResult(True, 0)
    die = world.state.chance.die()
    mirrored = world.state.options["table_2"] == "mirrored"
    code = world.board.result(attack, defence, die, mirrored)
    world.log(
        "log.combat", powers=powers, area=area, attack=attack, defence=defence, die=die, result=code
    )
    return read_result(code, attack, defence)


def read_result(code: str, attack: int, defence: int) -> CombatResult:
    """7.3: what a result means in colonial combat."""
    if code in ("DR", "DE"):
        return CombatResult(True, 0)
    if code == "AR":
        return CombatResult(False, 0, retreat=True)
    if code == "EX" and defence < attack:
        return CombatResult(True, defence)
    if code == "HX" and defence <= attack:
        return CombatResult(True, half(defence))
    return CombatResult(False, attack)


SIDES = 6  # of the die


class CombatOdds(NamedTuple):
    """How many of the six faces of the die beat an area, and the average loss in tenths."""

    wins: int
    tenths: int


def odds(world: PaxContext, stack: Stack, area: Area) -> CombatOdds:
    """Return what armies can expect against an area (7.2, 7.3). Units cannot be broken down, and
    a victory needs a surviving army."""
    attack, defence = sum(stack), world.board.strength(area)
    if defence == 0:
        return CombatOdds(SIDES, 0)
    mirrored = world.state.options["table_2"] == "mirrored"
    codes = [world.board.result(attack, defence, die, mirrored) for die in range(1, SIDES + 1)]
    results = [read_result(code, attack, defence) for code in codes]
    losses = [least_loss(stack, each.loss) if each.loss else 0 for each in results]
    won = [each.defeated and lost < attack for each, lost in zip(results, losses, strict=True)]
    return CombatOdds(sum(won), round(10 * sum(losses) / SIDES))


def odds_message(world: PaxContext, key: str, stack: Stack, area: Area) -> Message:
    """Return the odds of a combat in words."""
    wins, tenths = odds(world, stack, area)
    loss, part = divmod(tenths, 10)
    known = {"strength": sum(stack), "defence": world.board.strength(area), "wins": wins}
    return (
        say(f"{key}_part", **known, loss=loss, part=part) if part else say(key, **known, loss=loss)
    )


# -- who fights


def may_fight(world: PaxContext, power: Power, area: Area) -> bool:
    """7.1: armies, and a control marker to establish or unrest against one's control; by an option
    also unrest where one has influence (P14)."""
    marker = world.marker(power, area)
    if marker is None or not world.armies(power, area):
        return False
    if world.since(3) and may_police(world, power, area):
        return True
    return marker.fights or (marker.is_control and world.in_unrest(area))


def fights_of(world: PaxContext, seat: Seat) -> list[tuple[Power, Area]]:
    """Return where a seat may fight, and for which power."""
    return [
        (power, area)
        for power in world.powers_of(seat)
        for area, _ in world.areas_of(power)
        if may_fight(world, power, area)
    ]


@steps.auto
def colonial_combat(world: PaxContext, frame: Frame) -> None:
    """7: all seats choose where to attack; then each combat is fought."""
    begin_phase(world, "combat")
    world.state.won = ()
    world.state.push("choose_fights", "minors_alone", "after_combat")


class AttackIf(Instruction):
    """7.1: attack where enough faces of the die win; elsewhere decline, or ask. A marker that a
    treaty forbids is asked about."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        faces = tuple(f"attack {wins}" for wins in range(1, SIDES + 1))
        return {"attack": faces, "below": ("below decline", "below ask")}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        least = next((int(c.split()[1]) for c in choices if c.startswith("attack ")), None)
        parts = list[str]()
        for power, area in fights_of(world, seat):
            verb = "attack"
            if least is None or odds(world, world.armies(power, area), area).wins < least:
                verb = "decline"
            if verb == "decline" and "below decline" not in choices:
                return NOT_ENOUGH
            if verb == "attack" and _is_forbidden(world, power, area):
                return NOT_ENOUGH
            parts.append(f"{prefix(power)}{verb} {area}")
        return complete(parts)


def _is_forbidden(world: PaxContext, power: Power, area: Area) -> bool:
    """Return whether a treaty forbids the control that an attack would establish (9.4)."""
    marker = world.marker(power, area)
    if marker is None or not marker.fights:
        return False
    return is_marker_forbidden(world, power, area, marker.status)


@steps.ask("choose_fights", prepared=AttackIf())
class ChooseFights(DecisionStep[PaxContext], AnswerInParts[PaxContext]):
    """7.1: attack or decline, for each area; a power that declines does not establish its
    marker."""

    section = "7.1"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in world.seats if fights_of(world, seat))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        slots: dict[str, tuple[str, ...]] = {}
        for power, area in fights_of(world, seat):
            word = prefix(power)
            slots[f"{word}{area}"] = (f"{word}attack {area}", f"{word}decline {area}")
        return Slots(slots)

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        words = action.words
        if words[-2] != "attack":
            return None
        area = words[-1]
        power = "austria_hungary" if words[0] == "austria" else seat
        return odds_message(world, "hint.fight", world.armies(power, area), area)

    def part_hint(
        self, world: PaxContext, frame: Frame, seat: Seat, part: Action
    ) -> Message | None:
        return self.hint(world, frame, seat, part)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2: an absent player attacks."""
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        return menu.first()

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        attacks: dict[Area, list[Power]] = {}
        for seat in world.by_precedence(answers):
            for choice in answers[seat].choices:
                *who, verb, area = choice.words
                if verb == "attack":
                    attacks.setdefault(area, []).append("austria_hungary" if who else seat)
        fights = []
        for area in world.board.areas:
            powers = attacks.get(area, [])
            if powers and world.in_unrest(area) and len(world.holders(area)) > 1:
                powers = [*powers, *_waiting_minors(world, area)]
                fights.append(step("fight", area=area, powers=" ".join(powers)))
            else:
                fights += [step("fight", area=area, powers=power) for power in powers]
        world.state.push(*fights)


@steps.auto
def minors_alone(world: PaxContext, frame: Frame) -> None:
    """5.2: minors that waited for majors with whom they share an area fight alone if none of these
    attacks: their armies are still there amid the unrest."""
    fights = []
    for area in world.state.unrest:
        if any(world.is_major(power) for power in world.holders(area)):
            waiting = _waiting_minors(world, area)
            if waiting:
                fights.append(step("fight", area=area, powers=" ".join(waiting)))
    world.state.push(*fights)


def _waiting_minors(world: PaxContext, area: Area) -> list[Power]:
    """5.2: minors that share an area with a major join the common attack."""
    return [
        power for power in world.minors if world.holds(power, area) and world.armies(power, area)
    ]


@steps.auto
def fight(world: PaxContext, frame: Frame) -> None:
    """7.4: one combat of one power, or of those who hold an area together. All armies take part."""
    area = frame.text("area")
    powers = [power for power in frame.text("powers").split() if may_fight(world, power, area)]
    if not powers:
        return  # another combat has ended the unrest
    attack = sum(sum(world.armies(power, area)) for power in powers)
    result = roll(world, area, powers, attack)
    names = " ".join(powers)
    ending = step("fight_ends", area=area, powers=names, defeated=int(result.defeated))
    if result.loss >= attack:
        lose_all(world, powers, ARMY, area)
        world.state.push(ending)
    elif result.loss:
        losses = step("take_losses", place=area, kind=ARMY, powers=names, loss=result.loss)
        world.state.push(losses, ending)
    else:
        world.state.push(ending)


@steps.auto
def fight_ends(world: PaxContext, frame: Frame) -> None:
    """7.4: the area is beaten if an army is left."""
    area, powers = frame.text("area"), frame.text("powers").split()
    left = any(world.armies(power, area) for power in powers)
    if frame.number("defeated") and left:
        area_beaten(world, area, powers)
    else:
        area_holds_out(world, area, powers)


def area_beaten(world: PaxContext, area: Area, powers: list[Power]) -> None:
    """7.4: control is established, and unrest is over."""
    if world.in_unrest(area):
        world.state.unrest = tuple(each for each in world.state.unrest if each != area)
        world.log("log.unrest_ended", area=area)
        for power in powers:
            if world.seat_of(power) is None:
                note_policed(world, power, area)
    for power in powers:
        marker = world.marker(power, area)
        if marker is not None and marker.fights:
            establish(world, power, area, marker.status)
            world.state.won = (*world.state.won, (power, area))


def note_policed(world: PaxContext, power: Power, area: Area) -> None:
    """Note that a minor has put unrest down; next turn it needs fewer armies there (5.1)."""
    known = world.state.policed.get(power, ())
    world.state.policed = {**world.state.policed, power: (*known, area)}


def establish(world: PaxContext, power: Power, area: Area, status: Status) -> None:
    """Establish a control marker; in an Ottoman area that is a casus belli (11.3)."""
    world.put_marker(power, area, status)
    world.log("log.established", power=power, area=area, status=status_word(status, power))
    note_ottoman_offence(world, power, area)


def note_ottoman_offence(world: PaxContext, power: Power, area: Area) -> None:
    """11.3: note control established in an Ottoman area this turn."""
    if area in world.board.ottoman or area in world.state.ottoman_areas:
        known = world.state.ottoman_offenders
        if (power, area) not in known:
            world.state.ottoman_offenders = (*known, (power, area))


def area_holds_out(world: PaxContext, area: Area, powers: list[Power]) -> None:
    """7.4: a new marker is removed, and the armies that are left retreat."""
    for power in powers:
        marker = world.marker(power, area)
        if marker is not None and marker.fights:
            reverts = world.state.options["failed_raise"] == "revert"
            reverts = reverts and world.can_have(power, area, marker.was)
            world.put_marker(power, area, marker.was if reverts else Status.NONE)
            world.log("log.not_established", power=power, area=area)
        if world.armies(power, area):
            call_retreat(world, power, area)


@steps.auto
def after_combat(world: PaxContext, frame: Frame) -> None:
    """7.4: several who established control in one area have a casus belli with each other."""
    by_area: dict[Area, list[Power]] = {}
    for power, area in world.state.won:
        by_area.setdefault(area, []).append(power)
    for area, powers in by_area.items():
        for one in powers:
            for other in powers:
                if one != other:
                    give_cause(world, "double_establishment", one, other, area)
