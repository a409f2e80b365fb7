"""«Points de victoire», «Passages au travers de l'Afrique», «Tensions européennes et grande guerre»
(13): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.belligerents import need
from entente.games.pax.board import Area, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.scoring import end_bonuses, final_lines, great_war
from entente.games.pax.war.declarations import call_declaration
from entente.games.pax.war.joining import is_great_war
from entente.kernel import step
from tests.games.pax.peace import (
    INFLUENCE,
    INTEREST,
    POSSESSION,
    PROTECTORATE,
    do,
    is_over,
    line,
    movement,
    turn_of,
)
from tests.games.pax.talks import sign_treaty
from tests.games.pax.wars import at_war, declare, now
from tests.games.pax.worlds import answer, call, leave, question, run, world

# -- each turn


@pytest.mark.parametrize(
    ("power", "money", "points"), [("italy", 31, 12), ("japan", 29, 9), ("belgium", 29, 29)]
)
def test_money_buys_points(power: Power, money: int, points: int) -> None:
    """Case 151."""
    made = world(players=8)
    made.state.treasury[power] = money
    call(made, "victory_points")
    assert line(made, power, 24) == points
    assert made.money(power) == 0


def test_both_empires_divide_together() -> None:
    """Case 151."""
    made = world()
    made.state.treasury.update({"germany": 9, "austria_hungary": 6})
    call(made, "victory_points")
    assert made.state.points["germany"] == 3
    assert made.money("germany") == made.money("austria_hungary") == 0


def test_treaty_bonuses() -> None:
    """Case 156: not one for each ally."""
    made = world()
    sign_treaty(made, "germany", "defensive power=russia; protected=germany; against=[anyone]")
    for ally in ("russia", "great_britain"):
        clause = f"defensive power={ally}; protected=france; against=[germany]"
        sign_treaty(made, "france", clause)
    call(made, "victory_points")
    assert line(made, "germany", 25) == 2
    assert line(made, "france", 25) == 2


# -- the end


def test_germany_with_austria_hungary_at_the_end() -> None:
    """Case 152: added before they are divided."""
    made = world()
    made.put_marker("germany", "kamerun", PROTECTORATE)
    made.put_marker("germany", "persia", INTEREST)
    made.put_marker("austria_hungary", "serbia", PROTECTORATE)
    made.put_marker("austria_hungary", "anatolia", INTEREST)
    assert final_lines(made, "germany", 0)["l29"] == 20


@pytest.mark.parametrize(
    ("power", "area", "bonus"),
    [(None, "", 20), ("france", "venezuela", 10), ("russia", "port_arthur", 10)],
)
def test_american_end(power: Power | None, area: Area, bonus: int) -> None:
    """Case 153."""
    made = world()
    if power is not None:
        made.put_marker(power, area, PROTECTORATE)
    lines = final_lines(made, "united_states", 0)
    assert (lines["l28"], lines["l29"]) == (bonus, 15)


@pytest.mark.parametrize(("guilty", "total"), [((), -7), (("italy",), -137)])
def test_end_by_the_great_war(guilty: tuple[str, ...], total: int) -> None:
    """Case 154: money in the treasury is worth nothing then."""
    made = turn_of(world(), 1892)
    made.state.points["italy"] = 22
    made.state.treasury["italy"] = 100
    made.put_marker("italy", "tunis", POSSESSION)
    made.put_marker("italy", "eritrea", PROTECTORATE)
    great_war(made, "powers", guilty)
    assert line(made, "italy", 29) == 36
    assert line(made, "italy", 31) == made.state.totals["italy"] == total


def african_bonus(*areas: Area) -> int:
    made = world()
    for area in areas:
        made.put_marker("france", area, PROTECTORATE)
    return sum(end_bonuses(made, "france").values())


EAST_WEST = ("senegambia", "kambara", "sokoto", "tchad", "soudan")
NORTH_SOUTH = ("algiers", "taureg", "kongo", "rhodesia", "mozambique")


def test_ways_across_africa() -> None:
    """Case 155: each bonus once."""
    assert african_bonus(*EAST_WEST) == 10
    assert african_bonus(*EAST_WEST, *NORTH_SOUTH) == 25
    without = [area for area in (*EAST_WEST, *NORTH_SOUTH) if area != "kambara"]
    assert african_bonus(*without) == 15
    assert african_bonus(*without, "mauretania") == 25


def test_influence_is_no_link_and_a_share_is() -> None:
    """Case 155: no sea joins two parts either."""
    made = world()
    for area in EAST_WEST:
        made.put_marker("france", area, PROTECTORATE)
        made.put_marker("italy", area, PROTECTORATE)
    for power in ("france", "italy"):
        assert sum(end_bonuses(made, power).values()) == 10
    made.put_marker("italy", "kambara", INFLUENCE)
    assert end_bonuses(made, "italy") == {}


def test_lines_at_the_end() -> None:
    """Case 157: what is cut off is worth nothing."""
    made = world()
    assert final_lines(made, "great_britain", 0)["l29"] == 86
    seas = set(made.fleets("great_britain")) - {"oceania"} | {"caribbean"}
    made.set_fleets("great_britain", seas)
    assert final_lines(made, "great_britain", 0)["l29"] == 76


# -- the Great War


def honour(made: PaxContext) -> None:
    """Every obliged power honours its word."""
    while made.state.stack and made.state.outcome is None:
        frame = question(made)[1]
        assert frame.step == "honour_obligation"
        power, against = frame.text("power"), frame.text("against")
        seat = made.seat_of(power)
        assert seat is not None
        answer(made, {seat: f"honour {power} {against}"})


def test_fourth_by_declaration() -> None:
    """Case 146: guilty are the first and the fourth."""
    made = turn_of(world(), 1888)
    sign_treaty(made, "france", "defensive power=russia; protected=france; against=[great_britain]")
    sign_treaty(made, "italy", "offensive power=italy; partner=great_britain; against=[france]")
    declare(made, "great_britain", "france")
    honour(made)
    assert made.state.tension == 15
    assert set(made.state.guilty) == {"great_britain", "italy"}
    assert line(made, "italy", 30) == line(made, "great_britain", 30) == 225
    assert line(made, "japan", 30) == 75


def test_germany_as_aggressor() -> None:
    """Case 147 (ruling P52): Austria-Hungary stays neutral."""
    made = world()
    declare(made, "germany", "france")
    declare(made, "russia", "germany")
    assert not is_over(made)
    assert "austria_hungary" not in now(made).entered
    declare(made, "great_britain", "germany")
    assert is_over(made)
    assert set(made.state.guilty) == {"germany", "great_britain"}


def test_index_by_a_purchase() -> None:
    """Case 148: the game ends in phase 4; British navies alarm no power."""
    made = turn_of(world(), 1896)
    made.state.tension = 97
    movement(made, germany=100, great_britain=100)
    do(made, "japan", "launch south_china_sea")
    home = made.navy_ports("great_britain")
    here = next(port for port in home if port.startswith("home_"))
    do(made, "great_britain", f"buy navy 10 {here}")
    assert made.state.tension == 97
    port = made.navy_ports("germany")[0]
    twin = made.for_copy(made.state.copy())
    do(twin, "germany", f"buy navy 3 {port}")
    assert twin.state.tension == 98
    assert not is_over(twin)
    do(made, "germany", f"buy navy 10 {port}")
    assert is_over(made)
    assert line(made, "germany", 30) == 165
    assert line(made, "france", 30) == 55


def test_index_by_a_round() -> None:
    """Case 149: the first declarer is guilty."""
    made = world()
    made.state.tension = 98
    war = at_war(made, ("japan",), ("russia",))
    call(made, step("round_ends", war=war.id))
    assert made.state.guilty == ("japan",)


def test_index_by_a_rebellion_has_no_guilty() -> None:
    """Case 149: no power declared that war."""
    made = world()
    made.state.tension = 98
    made.state.rebellion = True
    made.state.chance.script = [1, 1, 1, 1, 1, 1, 1]
    call(made, "rebellion")
    while made.state.stack and made.state.outcome is None:
        leave(made)
    assert is_over(made)
    assert made.state.guilty == ()


@pytest.mark.parametrize(
    ("players", "powers", "great"),
    [
        (7, ("great_britain", "germany", "austria_hungary", "united_states", "japan"), False),
        (4, ("great_britain", "germany", "russia"), False),
        (5, ("great_britain", "france", "russia", "italy"), True),
        (8, ("great_britain", "france", "germany", "belgium"), False),
    ],
)
def test_how_many_powers_are_enough(players: int, powers: tuple[Power, ...], great: bool) -> None:
    """Case 150 (ruling P38)."""
    made = world(players)
    war = at_war(made, powers[:1], powers[1:])
    assert is_great_war(made, need(made, war.id)) is great


def test_four_powers_one_after_the_other() -> None:
    """Case 150: with five players, by declarations."""
    made = world(players=5)
    declare(made, "great_britain", "russia")
    call_declaration(made, "france", "italy")
    run(made)
    assert not is_over(made)
    declare(made, "france", "russia")
    assert is_over(made)
    assert made.state.guilty == ("great_britain", "france")


def test_the_obliged_power_decides() -> None:
    """Case 146: Russia decides before Italy, and may refuse."""
    made = turn_of(world(), 1888)
    sign_treaty(made, "france", "defensive power=russia; protected=france; against=[great_britain]")
    declare(made, "great_britain", "france")
    ask, frame = question(made)
    assert ask.seats(made, frame) == ("russia",)
    menu = ask.menu(made, frame, "russia")
    refusal = next(action for action in menu if action.startswith("break"))
    answer(made, {"russia": refusal})
    assert made.state.tension == 10
