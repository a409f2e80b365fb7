"""The Chinese rebellion (11.2): China's enemies and armies, the rounds, and the end."""

from __future__ import annotations

from entente.games.pax.belligerents import change, enemies_of, need, open_war
from entente.games.pax.board import ARMY, CHINA, Area, Power, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.empires.chinese_cessions import call_cessions
from entente.games.pax.empires.rounds import (
    LOST,
    WON,
    armies_go,
    clear_markers,
    end_or_continue,
    result_of,
)
from entente.games.pax.records.war import REBELLION, War
from entente.games.pax.war.imperial_armies import by_lot, enemies_in, in_reach, theatre
from entente.games.pax.war.minor_leaders import allied_seats, neutral_seats
from entente.kernel import Frame, Seat, step

# -- who and where


def second_alliance(world: PaxContext) -> list[Power]:
    """11.2.1: every power with influence or control in the Empire or its vassals."""
    return [
        power
        for power in world.board.powers
        if any(
            area in world.board.chinese and marker.status >= Status.INFLUENCE
            for area, marker in world.areas_of(power)
        )
    ]


def fixed_leaders(world: PaxContext, members: list[Power]) -> dict[Power, Seat]:
    """11.2.1: France moves a minor Russia and Britain a minor Japan, even without a part in it."""
    fixed = world.board.tables.powers.roles.rebellion_controllers
    return {p: fixed[p] for p in members if p in fixed and world.seat_of(p) is None}


def leader_steps(world: PaxContext, war: War) -> list[Frame]:
    """11.2.1, 12.4: other minors are moved by an ally, as these agree; without any by a neutral."""
    called = []
    for power in enemies_of(war, CHINA):
        if world.seat_of(power) is not None or power in war.leaders:
            continue
        if allied_seats(world, war, power):
            called.append(step("choose_leader", war=war.id, power=power))
        elif neutral_seats(world, war):
            called.append(step("volunteer", war=war.id, power=power))
    return called


def is_possession(world: PaxContext, area: Area) -> bool:
    return any(marker.status >= Status.POSSESSION for marker in world.markers(area).values())


def place_chinese_armies(world: PaxContext) -> None:
    """11.2.2: a die says how many, and for each a die where; never in a possession: then again. If
    all six areas of the table are possessions, the lot decides among the rest of the Empire."""
    table = world.board.tables.tables.chinese_armies.areas
    strength = world.board.constants.chinese_army
    possible = any(not is_possession(world, area) for area in table)
    others = [a for a in world.board.of_type("chinese_empire") if not is_possession(world, a)]
    for _ in range(world.state.chance.die()):
        if possible:
            area = table[world.state.chance.die() - 1]
            while is_possession(world, area):
                area = table[world.state.chance.die() - 1]
        elif others:
            area = by_lot(world, others)
        else:
            return
        world.add_unit(CHINA, ARMY, area, strength)
        world.log("log.chinese_army", area=area, strength=strength)


# -- the war


@steps.auto
def rebellion(world: PaxContext, frame: Frame) -> None:
    """11.2: fought before all other wars, if this turn's dice bring it."""
    if not world.state.rebellion:
        return
    world.state.rebellion = False
    members = second_alliance(world)
    if members:
        world.log("log.rebellion_begins", powers=members)
    else:
        world.log("log.rebellion_alone")
    war = open_war(world, REBELLION, [(CHINA,), tuple(members)], theatre(world, CHINA, ()))
    war = change(world, war.id, leaders=fixed_leaders(world, members))
    place_chinese_armies(world)
    world.state.push(*leader_steps(world, war), step("campaign_round", war=war.id))


def rebellion_result(world: PaxContext, war: War) -> str:
    """11.2.9: China has won when no enemy is left in the theatre."""
    invaded = any(enemies_in(world, war, area) for area in war.theatre)
    return result_of(world, war, invaded=invaded)


@steps.auto
def rebellion_end_test(world: PaxContext, frame: Frame) -> None:
    """11.2.9: at the end of each round."""
    war = need(world, frame.number("war"))
    end_or_continue(world, war, rebellion_result(world, war), "rebellion_ends")


@steps.auto
def rebellion_ends(world: PaxContext, frame: Frame) -> None:
    """11.2.9: markers go where China has won, and the index falls to zero."""
    war, result = need(world, frame.number("war")), frame.text("result")
    world.log(f"log.rebellion_{result}")
    if result != WON:
        freed = set(war.theatre) if result == LOST else in_reach(world, war)
        for area in war.theatre:
            if area in freed:
                clear_markers(world, area)
    armies_go(world, CHINA)
    world.state.resentment = 0
    world.state.push(step("campaign_over", war=war.id))
    if result == WON:
        call_cessions(world, war)
