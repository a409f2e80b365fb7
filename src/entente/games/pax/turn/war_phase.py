"""The war phase and the course of a war, round by round (12.3)."""

from __future__ import annotations

from msgspec import UNSET

from entente.games.pax.belligerents import Camp, change, due, need, starter, waiting, war_of, wars
from entente.games.pax.congress import victors  # noqa: F401  (each brings its steps)
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.phases import begin_phase
from entente.games.pax.records.war import WAR, War
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaties.execution import at_new_events
from entente.games.pax.war import (  # noqa: F401  (each brings its steps)
    attack,
    declaration_questions,
    ending,
    manoeuvre,
    minor_leaders,
    passages,
    peace,
    peace_talks,
    retreats,
    secret_alliances,
    spoils,
    support,
)
from entente.kernel import Frame, step


@steps.auto
def war(world: PaxContext, frame: Frame) -> None:
    """Phase 10: declarations, the default settlement, then every war."""
    begin_phase(world, "war")
    world.state.push("declarations", "default_settlement", "war_sequence")


@steps.auto
def war_sequence(world: PaxContext, frame: Frame) -> None:
    """9.1, 12: all casus belli go. China first, then the Ottoman Empire, then all other wars."""
    world.state.causes = ()
    called = []
    if world.state.rebellion:
        called.append("rebellion")
    if world.state.ottoman_offenders or world.state.ottoman_declarers:
        called.append("ottoman_war")
    world.state.push(*called, "other_wars")


@steps.auto
def other_wars(world: PaxContext, frame: Frame) -> None:
    """12.1: wars side by side, a round of each in turn, until the last is over."""
    common = wars(world, WAR)
    if world.since(3):
        for war in common:
            change(world, war.id, merged=UNSET, acts_with=UNSET)
    if common:
        world.state.push(*[step("war_round", war=war.id) for war in common], "other_wars")


@steps.auto
def war_round(world: PaxContext, frame: Frame) -> None:
    """12.3: who leads minors, which passages are closed, initiative; then the camps in turn."""
    number = frame.number("war")
    now = war_of(world, number)
    if now is None:
        return
    if now.id == number:
        change(world, number, round=now.round + 1, attacked=False)
        if world.since(3):
            change(world, number, merged=UNSET, acts_with=UNSET)
        world.log("log.war_round", round=now.round + 1, powers=list(now.entered))
    elif powers := due(now, number):  # it became part of an older war before its own round
        world.log("log.war_round", round=now.round, powers=list(powers))
    else:
        return
    world.state.push(
        *at_new_events(world),
        step("war_leaders", war=number),
        step("passages", war=number),
        step("initiative", war=number),
        step("round_ends", war=number),
    )


@steps.auto
def initiative(world: PaxContext, frame: Frame) -> None:
    """12.3: one die a camp, ties again; the highest first, for this round."""
    number = frame.number("war")
    now = war_of(world, number)
    if now is None:  # by earlier versions of the rules, where it has become part of another
        return
    camps = list(now.camps)
    if world.since(3):
        powers = due(now, number)
        parts = [tuple(power for power in camp if power in powers) for camp in now.camps]
        camps = [part for part in parts if part]
        turns = {power: camp[0] for camp in camps for power in camp}
        now = change(world, number, acts_with={**now.turns, **turns})
    called = []
    for camp in roll_initiative(world, now, camps):
        called += camp_phases(now.id, camp[0])
    world.state.push(*called)


def roll_initiative(world: PaxContext, war: War, camps: list[Camp] | None = None) -> list[Camp]:
    """Return the camps of a war in the order of their dice, or these parts of them."""
    camps = list(war.camps) if camps is None else camps
    pending, ranked = [list(range(len(camps)))] if camps else [], list[int]()
    while pending:
        tied = pending.pop(0)
        if len(tied) == 1:
            ranked += tied
            continue
        dice = {place: world.state.chance.die() for place in tied}
        for place in tied:
            world.log("log.initiative", powers=list(camps[place]), die=dice[place])
        groups = [[p for p in tied if dice[p] == face] for face in range(6, 0, -1)]
        pending = [group for group in groups if group] + pending
    return [camps[place] for place in ranked]


def camp_phases(number: int, power: str) -> list[Frame]:
    """12.3: manoeuvre, attack and support of the camp in which this power is."""
    names = ("manoeuvre_phase", "attack_phase", "support_phase")
    return [step(name, war=number, camp=power) for name in names]


@steps.auto
def round_ends(world: PaxContext, frame: Frame) -> None:
    """12.3: tension for every round of every war (P44); then the end test, once all powers of a
    war have had their round."""
    number = frame.number("war")
    if war_of(world, number) is None:
        return
    count_round(world, number)
    if world.state.outcome is None and not waiting(need(world, number)):
        world.state.push(step("peace_window", war=number), step("end_test", war=number))


def count_round(world: PaxContext, number: int) -> None:
    """12.3: a round is over: the tension rises, and rounds without an attack are counted. No one is
    guilty of the rounds of an undeclared war (13.3). The round of a war that has become part of
    another is no second quiet round of that one."""
    now = need(world, number)
    change(world, number, quiet=0 if now.attacked else now.quiet + (now.id == number))
    raise_tension(world, "war_round", None, starter=starter(world, now))
