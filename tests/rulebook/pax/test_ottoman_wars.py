"""«Guerre avec les Ottomans» (11.3): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax.board import OTTOMAN_EMPIRE
from entente.games.pax.context import PaxContext
from entente.games.pax.empires.ottoman_war import offenders
from tests.games.pax.peace import (
    INFLUENCE,
    PROTECTORATE,
    adjust,
    combat,
    do,
    end_movement,
    leave_all,
    movement,
    new,
)
from tests.games.pax.talks import asked
from tests.games.pax.worlds import answer, army, call, leave, log, world


def italian_tripoli(*more: int) -> PaxContext:
    """Italy has won Tripoli in phase 5."""
    made = world()
    made.state.unrest = ("tripoli",)
    new(made, "italy", "tripoli", PROTECTORATE, 3)
    combat(made, 6)
    adjust(made)
    army(made, "italy", "tripoli", *more)
    assert made.established("italy", "tripoli") is PROTECTORATE
    return made


def until(made: PaxContext, name: str) -> None:
    while made.state.stack and asked(made) != name:
        leave(made)


def test_cause() -> None:
    """Case 111: control that was established; without tension."""
    made = italian_tripoli()
    assert offenders(made) == ["italy"]
    call(made, "war")
    assert asked(made) == "ottoman_sides"
    assert made.state.tension == 0


def test_raise_and_influence_are_no_cause() -> None:
    """Case 111: in a later turn."""
    made = world()
    made.put_marker("italy", "tripoli", PROTECTORATE)
    army(made, "italy", "tripoli", 1)
    made.state.unrest = ("tripoli",)
    movement(made, italy=50)
    do(made, "italy", "raise tripoli possession", "place quwait influence")
    end_movement(made)
    combat(made, 6)
    leave_all(made)
    adjust(made)
    assert offenders(made) == []


def test_one_war_against_both() -> None:
    """Case 111."""
    made = italian_tripoli()
    made.state.unrest = ("anatolia",)
    new(made, "russia", "anatolia", PROTECTORATE, 10, 10)
    combat(made, 6)
    adjust(made)
    assert set(offenders(made)) == {"italy", "russia"}
    call(made, "war")
    leave(made)
    (war,) = made.state.wars
    assert set(war.camps[1]) == {"italy", "russia"}


@pytest.mark.parametrize("die", [1, 2])
def test_attack_through_free_egypt(die: int) -> None:
    """Case 112: two rounds; fifteen against five."""
    made = italian_tripoli(1, 1)
    made.put_marker("italy", "quwait", INFLUENCE)
    made.state.chance.script = [die]
    call(made, "war")
    leave(made)
    assert made.armies(OTTOMAN_EMPIRE, "egypt") == (5, 5, 5)
    leave_all(made)
    ((attack, defence),) = [(a["attack"], a["defence"]) for a in log(made, "log.battle")]
    assert (attack, defence) == (15, 5)
    lost = [a for a in log(made, "log.lost") if a["power"] == OTTOMAN_EMPIRE]
    assert [a["strength"] for a in lost] == [5]
    assert made.markers("tripoli") == {}
    assert made.markers("quwait") == {}
    assert made.state.tension == 4
    assert made.state.wars == ()


def behind_egypt() -> PaxContext:
    """Italy in Tripoli and with an influence in Kuwait; Britain controls Egypt."""
    made = italian_tripoli(1, 1)
    made.put_marker("italy", "quwait", INFLUENCE)
    made.put_marker("great_britain", "egypt", PROTECTORATE)
    army(made, "great_britain", "egypt", 3)
    call(made, "war")
    return made


def test_neutral_egypt_protects_tripoli() -> None:
    """Case 113: Italy may end it after a round."""
    made = behind_egypt()
    leave(made)
    until(made, "end_campaign")
    assert made.armies(OTTOMAN_EMPIRE, "anatolia") == (5, 5, 5)
    assert made.state.tension == 2
    answer(made, {"italy": "end"})
    leave_all(made)
    assert made.status("italy", "tripoli") is PROTECTORATE
    assert made.markers("quwait") == {}
    assert made.state.tension == 2
    assert made.state.wars == ()


def test_italy_may_go_on() -> None:
    """Case 113: if it does not ask, another round follows."""
    made = behind_egypt()
    leave(made)
    until(made, "end_campaign")
    answer(made, {"italy": "continue"})
    assert len(made.state.wars) == 1
    assert made.state.wars[0].round == 2


def test_egypt_of_a_belligerent_is_open() -> None:
    """Case 113: if Britain joins Italy."""
    made = behind_egypt()
    answer(made, {"great_britain": "help_enemies"})
    until(made, "manoeuvre")
    assert "egypt" in made.state.wars[0].theatre
    assert made.armies(OTTOMAN_EMPIRE, "egypt") or log(made, "log.battle")


def four_against_the_empire() -> PaxContext:
    made = world()
    made.state.ottoman_offenders = (("russia", "anatolia"), ("germany", "quwait"))
    for power, area in (("russia", "anatolia"), ("germany", "quwait")):
        made.put_marker(power, area, PROTECTORATE)
        army(made, power, area, 3)
    call(made, "war")
    assert asked(made) == "ottoman_sides"
    return made


def test_italy_helps_the_empire() -> None:
    """Case 114 (ruling P25): a declaration, and five Great War powers in one war."""
    made = four_against_the_empire()
    sides = dict.fromkeys(("great_britain", "france"), "help_enemies")
    answer(made, {**sides, "italy": "help_empire"})
    assert made.state.outcome is not None
    assert "italy" in made.state.guilty
    assert made.state.rises[0].kind == "declaration_of_war"
    assert made.state.rises[0].seat == "italy"


def test_all_against_the_empire_is_no_great_war() -> None:
    """Case 114: without tension for joining."""
    made = four_against_the_empire()
    answer(made, dict.fromkeys(("great_britain", "france", "italy"), "help_enemies"))
    assert made.state.outcome is None
    assert made.state.tension == 0
    assert len(made.state.wars[0].camps[1]) == 5
