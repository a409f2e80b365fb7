"""«Les événements aléatoires», «Troubles» (3): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.turn.events import unrest_area
from tests.games.pax.peace import (
    POSSESSION,
    do,
    end_movement,
    explained,
    legal,
    line,
    movement,
    office,
    turn_of,
)
from tests.games.pax.worlds import call, world


def roll_events(made: PaxContext, *dice: int) -> None:
    made.state.chance.script = list(dice)
    call(made, "events")
    assert made.state.chance.script == []


def test_excluded_event_and_area_already_in_unrest_are_rolled_again() -> None:
    """Case 1: 1-3 does not count after 1-2; a table that names an area in unrest is rolled again,
    without a new pair of dice."""
    made = world()
    roll_events(made, 3, 1, 2, 1, 3, 4, 4, 3, 4, 5, 3, 5)
    assert made.state.events == ("1-2",)
    assert made.state.unrest == ("egypt", "philippines")
    assert (made.state.tension, made.state.resentment) == (0, 0)


def test_state_event_comes_once_a_turn_and_again_in_the_next() -> None:
    """Case 2."""
    made = world()
    roll_events(made, 2, 1, 6, 1, 6, 2, 5)
    assert made.state.events == ("1-6", "2-5")
    assert (made.state.tension, made.state.resentment) == (3, 5)
    made.state.events = ()
    made.state.turn = 2
    roll_events(made, 1, 1, 6)
    assert (made.state.tension, made.state.resentment) == (4, 10)


def test_unrest_event_may_come_twice() -> None:
    """Case 3: only state events are unique in a turn."""
    made = world()
    roll_events(made, 2, 6, 2, 4, 5, 6, 2, 2, 1)
    assert made.state.unrest == ("porto_rico", "cuba")


@pytest.mark.parametrize(
    ("tables", "areas"),
    [
        ("source", ("transvaal", "mozambique")),
        ("likely_intended", ("uganda", "orange_river_free_state")),
    ],
)
def test_two_entries_of_the_tables_look_like_slips(tables: str, areas: tuple[str, str]) -> None:
    """Ruling P6: they are kept as published, unless the option puts two other areas there."""
    made = world(unrest_tables=tables)
    made.state.chance.script = [6, 5, 4, 6, 4, 3]
    assert (unrest_area(made, "A"), unrest_area(made, "B")) == areas
    assert (unrest_area(made, "A"), unrest_area(made, "B")) == ("togoland", "egypt")


def test_great_war_by_event_has_no_guilty() -> None:
    """Case 4: the other events are not rolled; all pay once; line 29 and bonuses count."""
    made = turn_of(world(), 1900)
    made.state.tension = 97
    roll_events(made, 4, 1, 1)
    assert made.state.tension == 101
    assert made.state.outcome is not None
    assert made.state.guilty == ()
    for seat in made.seats:
        assert line(made, seat, 30) == 45
    assert line(made, "great_britain", 29) == 86
    assert line(made, "united_states", 28) == 20


def test_balkan_wars_change_the_map_twice() -> None:
    """Case 5, «Changements sur la carte»: and the changes stay."""
    made = world()
    routes = made.links.routes
    assert "greece" not in routes["serbia"]
    assert "anatolia" in routes["serbia"]
    roll_events(made, 1, 1, 1)
    assert made.state.tension == 4
    assert "greece" in made.links.routes["serbia"]
    assert "bulgaria" not in made.links.routes["greece"]
    made.state.events = ()
    roll_events(made, 1, 1, 1)
    assert made.links.routes["serbia"] == ("bulgaria", "greece", "home_austria_hungary", "rumania")
    assert "bulgaria" in made.links.routes["greece"]
    assert "mediterranean" in made.links.coasts["bulgaria"]
    made.state.events = ()
    before = made.links.near
    roll_events(made, 1, 1, 1)
    assert made.state.tension == 12
    assert made.links.near == before


def test_statehood_that_cannot_be_paid_costs_points() -> None:
    """Case 6: for any reason."""
    made = world()
    made.state.events = ("3-5",)
    office(made, united_states=1)
    assert made.money("united_states") == 19
    movement(made, "3-5")
    assert explained(made, "united_states", "raise alaska state") == "why.too_dear"
    end_movement(made)
    assert made.state.turn_bonuses["united_states"] == -5
    assert made.status("united_states", "alaska") is POSSESSION


def test_statehood_that_is_granted_costs_none() -> None:
    """Case 6, the other half: no combat, and it is established in phase 6."""
    made = world()
    made.state.events = ("3-5",)
    office(made, united_states=2)
    movement(made, "3-5")
    do(made, "united_states", "raise alaska state")
    assert made.money("united_states") == 4
    end_movement(made)
    assert made.state.turn_bonuses == {}
    call(made, "colonial_combat", "adjustment")
    assert made.established("united_states", "alaska") is Status.TOP


def test_war_in_south_america_opens_one_area() -> None:
    """Case 7."""
    made = world()
    made.set_fleets("united_states", ("caribbean", "north_pacific", "north_atlantic"))
    movement(made, "2-1", united_states=100)
    assert explained(made, "united_states", "place guiana protectorate") == "why.controlled"
    assert explained(made, "united_states", "place chile protectorate").startswith("why.no_line")
    do(made, "united_states", "place panama protectorate")
    assert made.money("united_states") == 80
    assert explained(made, "united_states", "place colombia protectorate") == "why.not_open"


def test_war_in_south_america_obliges_to_nothing() -> None:
    """Case 7, doing nothing."""
    made = world()
    roll_events(made, 1, 2, 1)
    movement(made, "2-1", united_states=100)
    end_movement(made)
    assert made.state.turn_bonuses == {}
    assert made.state.tension == 1


def test_permission_is_for_one_power() -> None:
    """Case 8: Britain may have both Boer states."""
    made = movement(world(), "3-6", great_britain=100, germany=100)
    assert not legal(made, "germany", "place transvaal protectorate")
    do(made, "great_britain", "place transvaal protectorate")
    do(made, "great_britain", "place orange_river_free_state protectorate")
    assert made.money("great_britain") == 60


def test_permission_does_not_help_others_with_a_line() -> None:
    """Case 8: nor a power that has a line, where there is no unrest."""
    made = world()
    made.put_marker("germany", "bechuanaland", Status.PROTECTORATE)
    made.set_fleets("germany", ("north_atlantic", "south_atlantic"))
    made.put_marker("germany", "sudwest_afrika", Status.PROTECTORATE)
    roll_events(made, 1, 3, 6)
    assert made.state.tension == 1
    movement(made, "3-6", germany=100)
    assert explained(made, "germany", "place transvaal protectorate") == "why.not_open"


def test_event_of_a_minor_power() -> None:
    """Case 9: tension only; no sheet, no duty."""
    made = world(players=5)
    roll_events(made, 1, 2, 6)
    assert made.state.tension == 2
    office(made)
    assert "russia" not in made.state.sheets
    movement(made, "2-6")
    assert made.state.earmarks == {}


def test_leopold_demands_a_colony() -> None:
    """Case 10, «La Belgique comme 8ème joueur»: the Italian row, a duty, and one navy
    (ruling P2)."""
    made = world(players=8)
    roll_events(made, 1, 4, 2, 1, 1)
    assert made.state.unrest == ("aden",)
    office(made)
    assert line(made, "belgium", 10) == 30
    assert line(made, "belgium", 22) == 41
    movement(made, *made.state.events)
    assert explained(made, "belgium", "ready") == "why.duty_belgium"
    do(made, "belgium", "raise kongo protectorate")
    assert made.money("belgium") == 31
    assert legal(made, "belgium", "ready")
    do(made, "belgium", "buy navy 1 home_belgium@north_atlantic")
    assert made.money("belgium") == 28
    assert made.state.tension == 1
    made.remove_unit("belgium", "navy", "home_belgium@north_atlantic", 1)
    assert explained(made, "belgium", "buy navy 1 home_belgium@north_atlantic") == (
        "why.belgian_navy"
    )


def test_belgian_navy_is_never_replaced() -> None:
    """Ruling P2: one navy in the whole game, not one at a time: neither its loss nor the same
    event in a later turn allows another."""
    made = world(players=8)
    navy = "buy navy 1 home_belgium@north_atlantic"
    roll_events(made, 1, 4, 2, 1, 1)
    movement(made, *made.state.events, belgium=50)
    do(made, "belgium", "raise kongo protectorate", navy)
    end_movement(made)
    made.remove_unit("belgium", "navy", "home_belgium@north_atlantic", 1)
    made.state.turn, made.state.events, made.state.unrest = 2, (), ()
    roll_events(made, 1, 4, 2, 1, 1)
    movement(made, *made.state.events, belgium=50)
    assert explained(made, "belgium", navy) == "why.belgian_navy"


def test_belgian_navy_needs_the_event() -> None:
    """Case 10: before it none may be built, and the office pays half."""
    made = world(players=8)
    office(made)
    assert line(made, "belgium", 10) == 15
    movement(made)
    assert not legal(made, "belgium", "buy navy 1 home_belgium@north_atlantic")
    assert legal(made, "belgium", "ready")
