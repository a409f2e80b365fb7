"""The attack phase of a camp: who attacks where, and with whom (12.4, 12.6, 12.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.pax.belligerents import (
    Camp,
    acting,
    begin_phase_of,
    camp_of,
    camps_acting,
    change,
    enemies_of,
    has_units,
    home_of,
    is_at_sea,
    leader,
    led_by,
    need,
    war_of,
)
from entente.games.pax.board import ARMY, NAVY, Node, Power, place_of
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.records.war import REBELLION, War
from entente.games.pax.war.battle import Side, counted, defenders_at, fight_battle
from entente.games.pax.war.camp_turn import DONE, CampTurn
from entente.games.pax.war.imperial_armies import (
    empire_of,
    people_alone,
    people_beaten,
    people_with,
)
from entente.games.pax.war.odds import FACES, odds_hint, winning_faces
from entente.games.pax.war.support import conquer
from entente.kernel import (
    STAY,
    Action,
    Choose,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Refusal,
    Seat,
    Slots,
    refuse,
    say,
    step,
)
from entente.kernel.prepared import NOT_ENOUGH, ByThing

Target = tuple[Power, str, Node]


@steps.auto
def attack_phase(world: PaxContext, frame: Frame) -> None:
    """12.6: attacks in any order, then conquests."""
    number = frame.number("war")
    war = war_of(world, number)
    powers = begin_phase_of(world, war, frame.text("camp")) if war is not None else ()
    if not powers:
        return
    war = change(world, number, fought=(), late=(), done=())
    world.state.push(
        *_by_rule(world, war, powers),
        Frame("attacks", frame.args),
        Frame("attack_ends", frame.args),
    )


@steps.auto
def attack_ends(world: PaxContext, frame: Frame) -> None:
    """12.8: what has been conquered; in a rebellion nothing is (11.2)."""
    number = frame.number("war")
    war = war_of(world, number)
    if war is None:
        return
    change(world, number, fought=(), late=(), done=())
    if war.kind != REBELLION:
        for camp in camps_acting(world, war, frame.text("camp")):
            conquer(world, number, camp)


# -- what may be attacked


def places_of(world: PaxContext, power: Power) -> list[tuple[str, Node]]:
    """Return where a power could fight: armies in areas, navies in areas and at sea."""
    armies = [(ARMY, place) for place in world.army_places(power) if not is_at_sea(world, place)]
    navies = [(NAVY, place_of(where)) for where in world.navy_ports(power)]
    return list(dict.fromkeys([*armies, *navies]))


def targets_of(world: PaxContext, war: War, power: Power) -> list[Target]:
    """12.6: what a power may attack of its own accord, once in a phase. A minor does so only where
    no major ally could lead it (12.4)."""
    foes = enemies_of(war, power)
    targets = [
        (power, kind, place)
        for kind, place in places_of(world, power)
        if (power, kind, place) not in war.fought
        and (
            has_units(world, foes, kind, place)
            or (kind == ARMY and people_alone(world, war, power, place))
        )
    ]
    if world.seat_of(power) is not None:
        return targets
    majors = [each for each in camp_of(war, power) if world.seat_of(each) is not None]
    return [t for t in targets if not has_units(world, majors, t[1], t[2])]


def seat_targets(world: PaxContext, war: War, camp: Camp, seat: Seat) -> list[Target]:
    return [t for power in led_by(world, war, camp, seat) for t in targets_of(world, war, power)]


def _by_rule(world: PaxContext, war: War, camp: Camp) -> list[Frame]:
    """12.4: a minor without a leader attacks at odds of two to one."""
    frames = []
    for power in camp:
        if leader(world, war, power) is not None or home_of(world, power) is None:
            continue
        for _, kind, place in targets_of(world, war, power):
            foes = defence_of(world, war, (power,), kind, place)
            mine = counted(world, war, Side((power,)), kind, place)
            if mine >= 2 * counted(world, war, foes, kind, place):
                frames.append(step("battle", war=war.id, kind=kind, place=place, powers=power))
    return frames


class AttackInWar(Instruction):
    """12.6: attack where enough faces of the die beat the enemy, without counting allies who may
    join, the best odds first; elsewhere hold back, or ask."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        faces = tuple(f"attack {wins}" for wins in FACES)
        return {"attack": faces, "below": ("below decline", "below ask")}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        frame = world.state.top
        assert frame is not None
        war = need(world, frame.number("war"))
        camp = acting(world, war, frame.text("camp"))
        wins = {
            target: _wins(world, war, target) for target in seat_targets(world, war, camp, seat)
        }
        best = max(wins, key=lambda target: wins[target], default=None)
        least = next((int(c.split()[1]) for c in choices if c.startswith("attack ")), None)
        if best is not None and least is not None and wins[best] >= least:
            return complete([f"fight {' '.join(best)}"])
        return complete([DONE]) if "below decline" in choices else NOT_ENOUGH


def _wins(world: PaxContext, war: War, target: Target) -> int:
    """Return how many faces of the die beat the enemy in an attack without further allies."""
    power, kind, place = target
    following, _ = companions(world, war, power, kind, place)
    powers = (power, *following)
    extra = people_with(world, war, powers, place) if kind == ARMY else 0
    attack = counted(world, war, Side(powers, extra), kind, place)
    defence = counted(world, war, defence_of(world, war, powers, kind, place), kind, place)
    return winning_faces(world, attack, defence)


@steps.ask("attacks", prepared=AttackInWar())
class Attacks(CampTurn):
    """12.6: each power chooses where to attack with its armies or its navies; none has to."""

    section = "12.6"
    open_menu = True
    grammar = ("fight <power> <kind> <to:port>", DONE)

    def able(self, world: PaxContext, war: War, camp: Camp, seat: Seat) -> bool:
        return bool(seat_targets(world, war, camp, seat))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        war, camp = self._camp(world, frame)
        return say("prompt.attacks", round=war.round, powers=led_by(world, war, camp, seat))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        war, camp = self._camp(world, frame)
        targets = seat_targets(world, war, camp, seat)
        return Choose((DONE, *(f"fight {p} {kind} {place}" for p, kind, place in targets)))

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        war, camp = self._camp(world, frame)
        match action.words:
            case ["fight", power, kind, place]:
                return why_no_attack(world, war, led_by(world, war, camp, seat), power, kind, place)
        return None

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        if action == DONE:
            return None
        war, _ = self._camp(world, frame)
        power, kind, place = action.args
        following, invited = companions(world, war, power, kind, place)
        return battle_hint(world, war, (power, *following), invited, kind, place)

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == DONE:
            return self.is_done(world, frame, seat)
        number = frame.number("war")
        power, kind, place = action.args
        world.state.push(
            step("join_attack", war=number, power=power, kind=kind, place=place, by=seat)
        )
        return STAY


def why_no_attack(
    world: PaxContext, war: War, powers: list[Power], power: Power, kind: str, place: Node
) -> Refusal | None:
    """12.6: why a power may not attack here."""
    place = place_of(place)
    if power not in powers:
        return refuse("12.4", "why.not_your_units", power=power)
    if (power, kind, place) in war.fought:
        return refuse("12.6", "why.has_attacked", power=power, place=place)
    if kind == ARMY and is_at_sea(world, place):
        return refuse("12.6", "why.no_land_battle", sea=place)
    if not world.units_in(power, kind, place):
        return refuse("12.6", "why.no_such_unit", power=power, place=place)
    if not has_units(world, enemies_of(war, power), kind, place):
        return refuse("12.6", "why.no_enemy", place=place)
    return refuse("12.4", "why.minor_follows", power=power, place=place)


# -- with whom


def others_there(world: PaxContext, war: War, power: Power, kind: str, place: Node) -> list[Power]:
    """Allies with units of the kind there that have not attacked with them in this phase."""
    phase = war.turns.get(power)
    return [
        each
        for each in camp_of(war, power)
        if each != power
        and (phase is None or war.turns.get(each, phase) == phase)
        and world.units_in(each, kind, place)
        and (each, kind, place) not in war.fought
    ]


def companions(
    world: PaxContext, war: War, power: Power, kind: str, place: Node
) -> tuple[list[Power], list[Power]]:
    """12.4, 12.6: who goes with an attack: minors that follow, and majors that may join; other
    minors there go with a minor."""
    others = others_there(world, war, power, kind, place)
    if world.seat_of(power) is None:
        return others, []
    invited = [each for each in others if world.seat_of(each) is not None]
    return [each for each in others if each not in invited], invited


def battle_hint(
    world: PaxContext,
    war: War,
    powers: tuple[Power, ...],
    allies: list[Power],
    kind: str,
    place: Node,
) -> Message:
    """Return the odds of an attack, and those with allies who may join it."""
    extra = people_with(world, war, powers, place) if kind == ARMY else 0
    sides = Side(powers, extra), defence_of(world, war, powers, kind, place)
    return odds_hint(world, war, sides, tuple(allies), kind, place)


@steps.auto
def join_attack(world: PaxContext, frame: Frame) -> None:
    """12.4, 12.6: allies join or not, minors follow majors; a minor by itself attacks only if all
    its major allies wish."""
    war = need(world, frame.number("war"))
    power, kind, place = frame.text("power"), frame.text("kind"), frame.text("place")
    following, invited = companions(world, war, power, kind, place)
    powers = " ".join((power, *following))
    if world.seat_of(power) is None:  # the allies of a minor agree to its attack
        majors = [each for each in camp_of(war, power) if world.seat_of(each) is not None]
        invited = [each for each in majors if world.seat_of(each) != frame.text("by")]
    args: dict[str, str | int] = {"war": war.id, "kind": kind, "place": place, "powers": powers}
    if invited:
        minor = int(world.seat_of(power) is None)
        world.state.push(Frame("allies_join", {**args, "asked": " ".join(invited), "minor": minor}))
    else:
        world.state.push(Frame("battle", args))


@steps.ask("allies_join")
class AlliesJoin(DecisionStep[PaxContext]):
    """12.6: allies choose in sealed answers whether their units there attack too; or, if a minor
    would attack by itself, whether it shall (12.4)."""

    section = "12.6"
    sealed = True

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        invited = frame.text("asked").split()
        return tuple(seat for seat in world.seats if self._of(world, seat, invited))

    def _of(self, world: PaxContext, seat: Seat, invited: list[Power]) -> list[Power]:
        return [power for power in world.powers_of(seat) if power in invited]

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        key = "prompt.minor_attacks" if frame.number("minor") else "prompt.allies_join"
        return say(
            key,
            powers=frame.text("powers").split(),
            place=frame.text("place"),
            kind=frame.text("kind"),
        )

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        invited = frame.text("asked").split()
        return Slots({p: (f"hold {p}", f"join {p}") for p in self._of(world, seat, invited)})

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return the odds with those who would join by this answer."""
        war, minor = need(world, frame.number("war")), frame.number("minor")
        joining = [] if minor else _joining(action)
        powers = (*frame.text("powers").split(), *joining)
        return battle_hint(world, war, powers, [], frame.text("kind"), frame.text("place"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        invited = frame.text("asked").split()
        return "; ".join(f"hold {power}" for power in self._of(world, seat, invited))

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        joining = [power for answer in answers.values() for power in _joining(answer)]
        powers, invited = frame.text("powers").split(), frame.text("asked").split()
        args = {name: frame.args[name] for name in ("war", "kind", "place")}
        if frame.number("minor"):
            if len(joining) < len(invited):
                world.log("log.minor_held_back", power=powers[0], place=frame.text("place"))
                number, kind, place = frame.number("war"), frame.text("kind"), frame.text("place")
                fought = need(world, number).fought
                change(world, number, fought=(*fought, (powers[0], kind, place)))
                return
            joining = []
        world.state.push(Frame("battle", {**args, "powers": " ".join((*powers, *joining))}))


def _joining(action: Action) -> list[Power]:
    return [choice.args[0] for choice in action.choices if choice.verb == "join"]


@steps.auto
def battle(world: PaxContext, frame: Frame) -> None:
    """12.6: those who attack here fight, all units of the kind, once in this phase."""
    number, kind, place = frame.number("war"), frame.text("kind"), frame.text("place")
    war = need(world, number)
    powers = tuple(p for p in frame.text("powers").split() if world.units_in(p, kind, place))
    defence = defence_of(world, war, powers, kind, place)
    if not powers or not defence.powers:
        return
    fought = (*war.fought, *((power, kind, place) for power in powers))
    change(world, number, fought=fought)
    extra = people_with(world, war, powers, place) if kind == ARMY else 0
    result = fight_battle(world, number, kind, place, Side(powers, extra), defence)
    if kind == ARMY and empire_of(war) in defence.powers:
        people_beaten(world, number, place, result)


def defence_of(
    world: PaxContext, war: War, powers: tuple[Power, ...], kind: str, place: Node
) -> Side:
    """12.6: all enemies there; with the armies of an empire also the people of its area, who by the
    option P23 may be attacked alone."""
    defenders = defenders_at(world, war, powers, kind, place)
    if kind != ARMY:
        return Side(defenders)
    if not defenders and any(people_alone(world, war, power, place) for power in powers):
        defenders = (empire_of(war),)
    return Side(defenders, people_with(world, war, defenders, place))
