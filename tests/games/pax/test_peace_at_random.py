"""P62: peace at any moment, by whomever, leaves a sound game behind (12.10)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from entente.games.pax.belligerents import TALKS, enemies_of, open_war
from entente.games.pax.board import ARMY, OTTOMAN_EMPIRE, STRENGTHS, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import OTTOMAN
from entente.games.pax.war.camp_turn import DONE
from entente.games.pax.war.joining import is_great_war, join
from entente.games.pax.war.peace import NO_OFFER
from entente.games.pax.war.peace_offers import ACCEPT, STANDARD, awaiting
from entente.kernel import Decision, Frame
from tests.amount import amount
from tests.games.pax.random_games import Table, Watcher, begin, the_world_is_at_peace

MOST = 3000  # decisions, after which a war does not end
TALKATIVE = (0.05, 0.2, 0.6)  # how often a seat offers peace instead of fighting
AFTERWARDS = "negotiate"  # a question that waits below the wars


def at_war(seed: int) -> Table:
    """Some powers are at war with each other, in any camps; nothing comes after their wars."""
    rng = Random(f"peace {seed}")
    mode = rng.choice(("open", "sealed"))
    table = begin(seed, players=rng.choice((5, 6, 7, 8)), turns=1, phase_mode=mode)
    world = table.context
    world.state.stack, world.state.phase = [Frame(AFTERWARDS)], "war"
    world.state.order = world.seats
    colonize(world, rng)
    played = [p for p in world.majors if p != "belgium"]
    powers = rng.sample([*played, rng.choice(world.minors)], rng.randrange(2, 6))
    if rng.random() < 0.2:
        war = open_war(world, OTTOMAN, [(OTTOMAN_EMPIRE,), (powers[0],)], ["anatolia"])
        world.add_unit(OTTOMAN_EMPIRE, ARMY, "anatolia", 5)
        join(world, powers[1], powers[0], declared=True, war=war.id)
        world.state.push(Frame("allied_rounds", {"war": war.id}))
    for one, other in pairwise(powers[1:] if world.state.wars else powers):
        twin = world.for_copy(world.state.copy())
        if world.same_side(one, other) or is_great_war(twin, join(twin, one, other)):
            continue
        join(world, one, other, declared=True)
    invade(world, rng)
    world.state.stack.insert(1, Frame("other_wars"))
    world.state.push("default_settlement")
    table.game.run(world.state, world)
    return table


def colonize(world: PaxContext, rng: Random) -> None:
    for area in rng.sample(list(world.board.areas), 30):
        power, strength = rng.choice(list(world.board.powers)), rng.choice(STRENGTHS)
        if world.markers(area) or not world.can_have(power, area, Status.POSSESSION):
            continue
        if world.counters(power, f"strength_{strength}") > 0:
            world.put_marker(power, area, Status.POSSESSION)
            world.add_unit(power, ARMY, area, strength)


def invade(world: PaxContext, rng: Random) -> None:
    """Armies of enemies stand in some areas of belligerents, so there is something to fight."""
    for war in world.state.wars:
        for power in war.entered:
            held = [area for area, marker in world.areas_of(power) if marker.holds]
            for area in rng.sample(held, min(3, len(held))):
                enemy, strength = rng.choice(enemies_of(war, power)), rng.choice(STRENGTHS)
                foreign = enemy in world.board.home and world.counters(
                    enemy, f"strength_{strength}"
                )
                if foreign and foreign > 0:
                    world.add_unit(enemy, ARMY, area, strength)


def chosen(table: Table, decision: Decision, rng: Random) -> str:
    """At random; peace is often offered and accepted, and few units move."""
    if decision.step == TALKS and rng.random() < 0.9:
        (war,) = [w for w in table.state.wars if w.id == table.frame(decision).number("war")]
        offers = awaiting(table.context, war, decision.seat)
        likely = [f"{ACCEPT} {offer.by}" for offer in offers] or list(STANDARD)
        action = rng.choice(likely)
        if action in decision.menu:
            return action
    if decision.step == "manoeuvre" and rng.random() < 0.5:
        return DONE
    if decision.step == "offer_peace" and rng.random() < 0.9:
        return NO_OFFER  # so that wars last, and end by talks
    return decision.menu.sample(rng)


def play(table: Table, rng: Random) -> int:
    """Until no war is left; how many ended, or lost a belligerent, by talks."""
    check, made, talkative = Watcher(), 0, rng.choice(TALKATIVE)
    for _ in range(MOST):
        if table.outcome is not None or table.state.step == AFTERWARDS:
            return made
        talking = [each for each in table.decisions if each.step == TALKS]
        if not talking or rng.random() >= talkative:
            talking = [each for each in table.decisions if each.must]
        decision = rng.choice(talking)
        fighting = sum(len(war.entered) for war in table.state.wars)
        table.apply_unchecked(decision, chosen(table, decision, rng))
        check(table.context)
        after = sum(len(war.entered) for war in table.state.wars)
        made += decision.step == TALKS and after < fighting
    raise AssertionError(f"it does not end: {[frame.step for frame in table.state.stack]}")


@pytest.mark.amount
def test_peace_in_the_course_of_a_round_never_breaks_anything() -> None:
    """12.10: no crash, no war without an end, no army without right, no illegal markers."""
    made = 0
    for seed in range(amount(8, 400)):
        table = at_war(seed)
        try:
            made += play(table, Random(seed))
            if table.outcome is None:
                the_world_is_at_peace(table.context)
                assert [frame.step for frame in table.state.standing] == ["desk"]
                assert (table.state.talks, table.state.coal) == ((), ())
        except Exception as error:
            raise AssertionError(f"seed {seed}") from error
    assert made >= 2
