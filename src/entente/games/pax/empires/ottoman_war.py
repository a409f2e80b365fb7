"""The Ottoman war (11.3): both sides, the Empire's armies, and the end of a war in which no power
helps it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from entente.games.pax.belligerents import change, enemies_of, need, open_war, war_of
from entente.games.pax.board import (
    ARMY,
    OTTOMAN_EMPIRE,
    Area,
    Power,
    Status,
)
from entente.games.pax.colonies.ottoman_expansion import cut_off, garrison_strength
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.empires.rounds import (
    LOST,
    WON,
    armies_go,
    call_round,
    end_or_continue,
    result_of,
)
from entente.games.pax.records.war import OTTOMAN, War
from entente.games.pax.war.declaration_preview import rise_hint
from entente.games.pax.war.declarations import call_declaration
from entente.games.pax.war.imperial_armies import has_enemies, in_reach, territory, theatre
from entente.games.pax.war.spoils import call_division
from entente.kernel import (
    Action,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    Refusal,
    Seat,
    refuse,
    say,
    step,
)

HELP_EMPIRE, HELP_ENEMIES, STAY_OUT = "help_empire", "help_enemies", "stay_out"


# -- against whom


def offenders(world: PaxContext) -> list[Power]:
    """11.3: those who established control in an Ottoman area this turn, and have it still; those
    who declared war on the Empire over what it took (11.4)."""
    powers = {
        power
        for power, area in world.state.ottoman_offenders
        if world.status(power, area).is_control
    }
    powers |= {power for power, area in world.state.ottoman_declarers}
    return [power for power in world.board.powers if power in powers]


@steps.auto
def ottoman_war(world: PaxContext, frame: Frame) -> None:
    """11.3: one war against all offenders, after a rebellion and before other wars."""
    enemies = offenders(world)
    if not enemies:
        return
    world.log("log.ottoman_war", powers=enemies)
    world.state.push(step("ottoman_sides", enemies=" ".join(enemies)))


def free_power(world: PaxContext, seat: Seat, enemies: Iterable[Power]) -> Power | None:
    """Return the power of a seat that may choose a side; None: all its powers are in the war."""
    return next((power for power in world.powers_of(seat) if power not in enemies), None)


def is_enemy(world: PaxContext, seat: Seat, enemies: Iterable[Power]) -> bool:
    """Return whether a seat has a power among the Empire's enemies."""
    return any(power in enemies for power in world.powers_of(seat))


@steps.ask("ottoman_sides")
class OttomanSides(DecisionStep[PaxContext]):
    """11.3: every other seat may help the Empire or its enemies, without casus belli."""

    section = "11.3"
    sealed = True
    grammar = (HELP_EMPIRE, HELP_ENEMIES, STAY_OUT)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        enemies = frame.text("enemies").split()
        return tuple(s for s in world.seats if free_power(world, s, enemies) is not None)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        enemies = frame.text("enemies").split()
        power = free_power(world, seat, enemies)
        return say("prompt.ottoman_sides", powers=enemies, power=power or seat)

    def irreversible_for(self, world: PaxContext, frame: Frame, seat: Seat) -> tuple[str, ...]:
        """Return the side of the Empire, which is not open to its enemies."""
        return () if is_enemy(world, seat, frame.text("enemies").split()) else (HELP_EMPIRE,)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        sides = (STAY_OUT, HELP_ENEMIES, HELP_EMPIRE)
        own = is_enemy(world, seat, frame.text("enemies").split())
        return Choose(sides[:2] if own else sides)

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        enemies = frame.text("enemies").split()
        if action == HELP_EMPIRE and is_enemy(world, seat, enemies):
            own = next(power for power in world.powers_of(seat) if power in enemies)
            return refuse("11.3", "why.own_war", power=own)
        return None

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return rise_hint(world, "declaration_of_war") if action == HELP_EMPIRE else None

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return STAY_OUT

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        enemies = frame.text("enemies").split()
        sides: dict[str, list[Power]] = {HELP_EMPIRE: [], HELP_ENEMIES: [], STAY_OUT: []}
        for seat in world.by_precedence(answers):
            power = free_power(world, seat, enemies)
            assert power is not None
            sides[answers[seat].text].append(power)
        begin(world, enemies, sides[HELP_EMPIRE], sides[HELP_ENEMIES])


def begin(
    world: PaxContext, enemies: list[Power], helpers: list[Power], joiners: list[Power]
) -> None:
    """11.3: the armies appear; alone the Empire fights by its own rules, with an ally as that
    ally's minor."""
    for power in helpers:
        world.log("log.helps_empire", power=power)
    for power in joiners:
        world.log("log.helps_enemies", power=power)
    where = theatre(world, OTTOMAN_EMPIRE, (*enemies, *joiners, *helpers))
    against = enemies if helpers else [*enemies, *joiners]
    war = open_war(world, OTTOMAN, [(OTTOMAN_EMPIRE,), tuple(against)], where)
    declared = {power for power, _ in world.state.ottoman_declarers}
    change(world, war.id, declarers=tuple(power for power in enemies if power in declared))
    place_ottoman_armies(world)
    if helpers:
        call_war_with_allies(world, war, helpers, joiners)
    else:
        call_round(world, war.id)


def place_ottoman_armies(world: PaxContext) -> None:
    """11.3: in Anatolia, no matter who controls it."""
    constants = world.board.constants
    for _ in range(constants.ottoman_armies):
        world.add_unit(OTTOMAN_EMPIRE, ARMY, constants.ottoman_place, constants.chinese_army)
    strength = constants.ottoman_armies * constants.chinese_army
    world.log("log.ottoman_armies", area=constants.ottoman_place, strength=strength)


# -- how it ends without an ally


def ottoman_result(world: PaxContext, war: War) -> str:
    """11.3: no enemy unit in an Ottoman area: the Empire has won. No Ottoman army: it has lost, and
    its enemies gain nothing more. Rounds without an attack: a standstill, as in 11.2."""
    invaded = any(has_enemies(world, war, area) for area in territory(world, war))
    return result_of(world, war, invaded=invaded)


@steps.auto
def ottoman_end_test(world: PaxContext, frame: Frame) -> None:
    """11.3: at the end of each round. Where Egypt is neutral and the enemies are in Tripoli only,
    out of the Empire's reach, they may end the war."""
    war = need(world, frame.number("war"))
    end_or_continue(world, war, ottoman_result(world, war), "ottoman_ends")


@steps.auto
def ottoman_ends(world: PaxContext, frame: Frame) -> None:
    """11.3: remove enemy markers where the Empire has won; those out of its reach stay."""
    war, result = need(world, frame.number("war")), frame.text("result")
    world.log(f"log.ottoman_{result}")
    if result != WON:
        own = territory(world, war)
        freed = own if result == LOST else own & in_reach(world, war)
        for area in world.board.areas:
            if area in freed:
                clear_enemy_markers(world, war, area)
    called = [step("campaign_over", war=war.id), step("ottoman_over")]
    if result != LOST and (areas := taken_from_empire(world, war)):
        victors = enemies_of(war, OTTOMAN_EMPIRE)
        called = [call_division(victors, areas, (OTTOMAN_EMPIRE,)), *called]
    world.state.push(*called)


def taken_from_empire(world: PaxContext, war: War) -> list[Area]:
    """11.4: what the Empire had taken and its enemies have conquered."""
    return [
        area
        for area in war.conquered
        if area in world.state.ottoman_areas and not world.armies(OTTOMAN_EMPIRE, area)
    ]


def clear_enemy_markers(world: PaxContext, war: War, area: Area) -> None:
    """Remove the markers of the Empire's enemies from an area."""
    gone = [p for p in enemies_of(war, OTTOMAN_EMPIRE) if world.status(p, area) > Status.NONE]
    for power in gone:
        world.put_marker(power, area, Status.NONE)
    if gone:
        world.log("log.markers_gone", area=area, powers=gone)


@steps.auto
def ottoman_over(world: PaxContext, frame: Frame) -> None:
    """11.3, 11.4: remove the Ottoman armies. Areas under foreign control are no longer Ottoman; the
    other areas that the Empire took get their garrisons back."""
    armies_go(world, OTTOMAN_EMPIRE)
    for area in world.state.ottoman_areas:
        if world.controllers(area):
            cut_off(world, area)
        elif area not in world.state.ottoman_for_good:
            world.add_unit(OTTOMAN_EMPIRE, ARMY, area, garrison_strength(world))
    world.state.ottoman_offenders = world.state.ottoman_declarers = ()


# -- with an ally


def call_war_with_allies(
    world: PaxContext, war: War, helpers: list[Power], joiners: list[Power]
) -> None:
    """11.3: helping the Empire means declaring war on its enemies, and then helping these is a
    declaration too. The rest is an ordinary war, with the Empire as a minor of its allies."""
    enemy = enemies_of(war, OTTOMAN_EMPIRE)[0]
    called = [step("ottoman_ally", power=p, target=enemy, war=war.id) for p in helpers]
    called += [step("ottoman_ally", power=p, target=helpers[0], war=war.id) for p in joiners]
    world.state.push(*called, step("allied_rounds", war=war.id))


@steps.auto
def ottoman_ally(world: PaxContext, frame: Frame) -> None:
    """P25: a declaration, with its tension and obligations; an obligation may have come first."""
    power, target, number = frame.text("power"), frame.text("target"), frame.number("war")
    war = war_of(world, number)
    if war is not None and power not in war.entered:
        call_declaration(world, power, target, number)


@steps.auto
def allied_rounds(world: PaxContext, frame: Frame) -> None:
    """11.3: round after round (12.3) until the war is over; who has come in may open Egypt."""
    number = frame.number("war")
    war = war_of(world, number)
    if war is None:
        world.state.push("ottoman_over")
        return
    change(world, number, theatre=tuple(theatre(world, OTTOMAN_EMPIRE, war.entered)))
    world.state.push(step("war_round", war=number), frame)
