"""12.1, 12.3: what a war is, its camps, its rounds."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.belligerents import (
    are_hostile,
    at_war,
    camps_of,
    change,
    enemies_of,
    hostile_camps,
    open_war,
    wars,
)
from entente.games.pax.records.war import REBELLION, WAR
from entente.games.pax.turn.war_phase import count_round, roll_initiative
from entente.games.pax.war.joining import join
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.worlds import call, leave, log, run, world


def test_hostility_divides_into_two_camps() -> None:
    pairs = [("france", "germany"), ("russia", "germany"), ("france", "austria_hungary")]
    entered = ("france", "germany", "russia", "austria_hungary")
    assert camps_of(entered, pairs) == (("france", "russia"), ("germany", "austria_hungary"))


def test_three_mutual_enemies_are_three_camps() -> None:
    pairs = [("great_britain", "france"), ("france", "germany"), ("germany", "great_britain")]
    entered = ("great_britain", "france", "germany", "italy")
    camps = camps_of(entered, [*pairs, ("italy", "germany")])
    assert camps == (("great_britain", "italy"), ("france",), ("germany",))


def test_camps_that_are_not_hostile_are_neutral_to_each_other() -> None:
    it = world()
    for one, other in (
        ("great_britain", "france"),
        ("france", "germany"),
        ("germany", "great_britain"),
        ("italy", "great_britain"),
        ("italy", "france"),
        ("italy", "germany"),
        ("japan", "italy"),
    ):
        join(it, one, other)
    (war,) = wars(it)
    assert war.camps == (("great_britain", "japan"), ("france",), ("germany",), ("italy",))
    assert set(enemies_of(war, "japan")) == {"france", "germany", "italy"}


def test_wars_without_a_common_belligerent_ignore_each_other() -> None:
    it = world()
    make.at_war(it, ("great_britain",), ("russia",))
    make.at_war(it, ("france",), ("germany",))
    first, second = wars(it)
    assert not are_hostile(first, "russia", "germany")
    assert hostile_camps(second, ("france",)) == (("germany",),)
    assert at_war(it, "russia")
    assert at_war(it, "russia", "great_britain")
    assert not at_war(it, "russia", "france")


def test_wars_with_a_common_belligerent_become_one_and_count_as_the_older() -> None:
    it = world()
    join(it, "great_britain", "russia", declared=True)
    join(it, "france", "italy", declared=True)
    merged = join(it, "russia", "france", declared=True)
    assert [war.id for war in wars(it)] == [1]
    assert merged.declarers == ("great_britain", "france", "russia")
    assert merged.camps == (("great_britain", "france"), ("russia", "italy"))


def test_a_rebellion_is_a_war_of_its_own_kind() -> None:
    it = world()
    make.at_war(it, ("france",), ("germany",))
    open_war(it, REBELLION, [("china",), ("france", "germany")])
    assert [war.kind for war in wars(it)] == [WAR, REBELLION]
    assert [war.id for war in wars(it, WAR)] == [1]
    joined = join(it, "russia", "france")
    assert joined.id == 1


def test_initiative_ties_are_rolled_again_among_the_tied() -> None:
    it = world()
    war = make.at_war(it, ("france",), ("germany",))
    it.state.chance.script = [3, 3, 2, 5]
    assert roll_initiative(it, war) == [("germany",), ("france",)]
    assert [line["die"] for line in log(it, "log.initiative")] == [3, 3, 2, 5]


def test_a_round_costs_tension_also_for_each_parallel_war() -> None:
    it = world()
    make.at_war(it, ("great_britain",), ("russia",))
    make.at_war(it, ("france",), ("italy",))
    for war in wars(it):
        call(it, step("round_ends", war=war.id))
        while it.state.stack:
            leave(it)
    assert it.state.tension == 4
    assert [rise.kind for rise in it.state.rises] == ["war_round", "war_round"]


def test_all_casus_belli_go_when_the_wars_begin_and_china_is_first() -> None:
    it = world()
    give_cause(it, "yellow_press", "united_states", "spain")
    it.state.push("war_sequence")
    run(it)
    assert it.state.causes == ()


@pytest.mark.parametrize("quiet", [0, 1])
def test_rounds_without_attack_are_counted(quiet: int) -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("france",))
    change(it, war.id, attacked=not quiet, quiet=1)
    count_round(it, war.id)
    assert make.now(it).quiet == (2 if quiet else 0)
