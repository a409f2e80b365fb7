"""The figures of the rulebook's worked examples, and of those that follow from its tables."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.causes import live
from entente.games.pax.areas.garrisons import may_leave, wanted
from entente.games.pax.areas.losses import ways_to_lose
from entente.games.pax.board import STRENGTHS, Power, Status
from entente.games.pax.colonies.combat import CombatResult, read_result
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import (
    belgian_office,
    effective_value,
    income_lines,
    office_income,
    rolls_for_office,
    sheet_lines,
)
from entente.games.pax.economy.spending import left_under_cap, set_earmarks
from entente.games.pax.movement.marker_orders import price
from entente.games.pax.records.treaty import Treaty
from entente.games.pax.scoring import end_bonuses
from entente.games.pax.treaties.codominions import joining_price
from entente.games.pax.war.battle import loser_of
from tests.games.pax.peace import (
    INFLUENCE,
    INTEREST,
    POSSESSION,
    PROTECTORATE,
    adjust,
    combat,
    do,
    end_movement,
    line,
    movement,
    new,
)
from tests.games.pax.talks import (
    add_dispute,
    asked,
    call_congress,
    dispute,
    draft_text,
    signatures,
    table,
    vote,
)
from tests.games.pax.worlds import army, board, call, leave, world

# -- finance


def test_influence_raised_to_a_protectorate_costs_ten() -> None:
    made = world()
    made.put_marker("france", "siam", INFLUENCE)
    assert price(made, "france", "siam", PROTECTORATE) == 10


def test_joining_a_codominion_from_influence_costs_ten() -> None:
    """By negotiation; a congress may make it free."""
    made = dispute()
    parties = ("italy", "france")
    desk = Treaty("t", "italy", parties, ())
    assert joining_price(made, "france", "tunis", PROTECTORATE, ["italy"], desk) == 10
    congress = Treaty("t", "italy", parties, (), origin="congress")
    assert joining_price(made, "france", "tunis", PROTECTORATE, ["italy"], congress) == 0


def hawaii() -> PaxContext:
    """Three majors share Hawaii, and France has an interest there."""
    made = world()
    members = ("united_states", "japan", "great_britain")
    for power in members:
        made.put_marker(power, "hawaii", PROTECTORATE)
        made.set_fleets(power, (*made.fleets(power), "north_pacific"))
    made.share("hawaii", members)
    made.put_marker("france", "hawaii", INTEREST)
    made.set_fleets("france", (*made.fleets("france"), "north_pacific", "oceania"))
    return made


def test_hawaii_is_worth_three_to_each_of_three() -> None:
    made = hawaii()
    assert made.board.value("hawaii") == 5
    assert effective_value(made, "hawaii") == 3
    for power in ("united_states", "japan", "great_britain"):
        assert income_lines(made, power)["l12"] == 12
        assert sheet_lines(made, power, 0)["l19"] == 10
    assert income_lines(made, "france")["l14"] == 5


def test_value_of_guiana() -> None:
    """Four since the revision; the cost of sharing depends on the powers counted."""
    assert board().value("guiana") == 4
    assert effective_value(world(), "guiana") == 3
    assert effective_value(world(codominion_counts="all_markers"), "guiana") == 2


def test_office_without_colonies_is_not_rolled_for() -> None:
    made = world()
    assert not rolls_for_office(made, "italy")
    assert office_income(made, "italy", 6) == 30


def test_office_of_a_belgian_player() -> None:
    made = world(players=8)
    assert made.board.powers["italy"].office == [5, 7, 10, 10, 20, 30]
    assert belgian_office(made) == [3, 4, 5, 5, 10, 15]


def test_two_agitations_multiply() -> None:
    made = world()
    made.state.events = ("2-4", "2-5")
    assert office_income(made, "germany", 1) == 4 * 10


def test_british_opening_on_the_printed_map() -> None:
    """Where Guiana is worth two to each of those who share it."""
    lines = sheet_lines(world(codominion_counts="all_markers"), "great_britain", 0)
    assert (lines["l11"], lines["l17"] + lines["l18"], lines["l16"]) == (425, 330, 58)
    assert lines["l22"] == 37


@pytest.mark.parametrize(
    ("power", "balance"),
    [
        ("great_britain", 42),
        ("france", 14),
        ("united_states", 9),
        ("germany", 0),
        ("austria_hungary", 0),
        ("japan", 0),
        ("russia", 0),
        ("italy", 0),
    ],
)
def test_opening_balances(power: Power, balance: int) -> None:
    assert sheet_lines(world(), power, 0)["l22"] == balance


# -- events


def test_events_are_two_dice_in_order() -> None:
    events = board().events
    assert (events["2-5"].power, events["2-5"].tension) == ("germany", 2)
    assert events["4-2"].table == "A"


def test_liberal_victory() -> None:
    """Half of the office, and a cap on purchases."""
    made = world()
    made.state.events = ("1-3",)
    made.state.treasury["great_britain"] = 100
    assert office_income(made, "great_britain", 5) == 20
    assert left_under_cap(made, "great_britain") == 10


def test_upheaval_with_pan_slavism() -> None:
    """No income, but the demand remains."""
    made = world()
    made.state.events = ("1-5", "2-6")
    set_earmarks(made)
    assert office_income(made, "russia", 6) == 0
    assert made.state.earmarks == {"russia": 30}


# -- combat


@pytest.mark.parametrize(
    ("attack", "defence", "column", "second_table"),
    [
        (13, 5, "2:1", True),
        (15, 5, "3:1", True),
        (7, 5, "1:1", True),
        (8, 5, "3:2", True),
        (10, 4, "2:1", False),
    ],
)
def test_odds(attack: int, defence: int, column: str, second_table: bool) -> None:
    it, combat_tables = board(), board().tables.combat
    columns = [":".join(map(str, pair)) for pair in combat_tables.odds.columns]
    found = it.odds(attack, defence)
    assert columns[found] == column
    table_used = combat_tables.table_2 if second_table else combat_tables.table_1
    results = [it.result(attack, defence, die) for die in range(1, 7)]
    assert results == [row[found] for row in table_used.rows]


def test_three_to_two_against_five_needs_eight() -> None:
    it = board()
    assert it.odds(7, 5) < it.odds(8, 5)


def test_area_without_strength_falls_without_a_die() -> None:
    made = world()
    made.put_marker("great_britain", "fiji", Status.NONE)
    made.state.armies.pop("fiji")
    new(made, "great_britain", "fiji", PROTECTORATE, 1)
    count = made.state.chance.count
    combat(made)
    assert made.established("great_britain", "fiji") is PROTECTORATE
    assert made.state.chance.count == count


@pytest.mark.parametrize(
    ("result", "stack", "strength", "fought", "lost"),
    [
        ("EX", (3, 1), 3, CombatResult(True, 3), 3),
        ("EX", (3,), 3, CombatResult(False, 3), 3),
        ("HX", (1, 1, 1), 3, CombatResult(True, 2), 2),
    ],
)
def test_colonial_exchanges(
    result: str, stack: tuple[int, ...], strength: int, fought: CombatResult, lost: int
) -> None:
    assert read_result(result, sum(stack), strength) == fought
    assert sum(ways_to_lose(stack, fought.loss)[0]) == lost


def test_equal_sides_in_a_half_exchange() -> None:
    assert loser_of("HX", 6, 6) == "attacker"


# -- tension


def test_failed_congress_costs_five_and_the_call_three() -> None:
    """Failure and one refusal."""
    made = dispute(POSSESSION)
    made.state.tension = 0
    call_congress(made, "france", "great_britain")
    assert made.state.tension == 3
    table(made, "france", "favour france")
    vote(made, "france", "great_britain")
    signatures(made, {"france": "sign", "italy": "refuse"})
    while asked(made) in ("answer_defiance", "break_off"):
        leave(made)
    kinds = [(r.kind, r.amount) for r in made.state.rises if r.kind.startswith("congress")]
    assert kinds == [("congress_called", 3), ("congress_defiance", 2), ("congress_failed", 3)]


def test_possession_lowered_to_influence_by_a_congress_costs_two() -> None:
    made = dispute(POSSESSION)
    call_congress(made, "france", "great_britain")
    table(made, "france", draft_text("lower power=italy; area=tunis; level=influence"))
    vote(made, "france", "great_britain")
    signatures(made, {"france": "sign", "italy": "sign"})
    assert made.status("italy", "tunis") is INFLUENCE
    assert made.state.tension == 25


@pytest.mark.parametrize(
    ("power", "builds", "tension"),
    [("germany", (10,), 3), ("italy", (3, 1), 2), ("great_britain", (10, 3), 0)],
)
def test_naval_builds(power: Power, builds: tuple[int, ...], tension: int) -> None:
    made = movement(world(), **{power: 100})
    home = next(p for p in made.navy_ports(power) if p.startswith("home_"))
    for strength in builds:
        assert strength in STRENGTHS
        do(made, power, f"buy navy {strength} {home}")
    assert made.state.tension == tension


# -- points


def test_penalty_of_1884() -> None:
    it = board()
    assert it.penalty(1884) == 85
    assert it.penalty(1884) * it.constants.guilt_multiplier == 255


@pytest.mark.parametrize(
    ("power", "money", "austrian", "points"),
    [
        ("great_britain", 167, 0, 16),
        ("russia", 24, 0, 9),
        ("united_states", 20, 0, 5),
        ("germany", 23, 14, 7),
    ],
)
def test_money_buys_points(power: Power, money: int, austrian: int, points: int) -> None:
    made = world()
    made.state.treasury.update({power: money})
    made.state.treasury.update({"austria_hungary": austrian})
    call(made, "victory_points")
    assert line(made, power, 24) == points
    assert made.money(power) == made.money("austria_hungary") == 0


def test_french_opening_is_worth_thirty_one_at_the_end() -> None:
    assert world().points_for("france", 2 * 110) == 31


def test_two_canals() -> None:
    """Thirty each; fifteen points for the first, nothing for the second."""
    made = world()
    made.put_marker("united_states", "panama", INFLUENCE)
    made.put_marker("france", "central_america", INFLUENCE)
    movement(made, united_states=30, france=30)
    do(made, "united_states", "canal panama")
    do(made, "france", "canal central_america")
    assert made.state.turn_bonuses == {"united_states": 15}
    assert made.money("united_states") == made.money("france") == 0


def test_each_african_passage_counts_once() -> None:
    made = world()
    two_ways = ("senegambia", "kambara", "mauretania", "taureg", "sokoto", "tchad", "soudan")
    for area in (*two_ways, "algiers", "kongo", "rhodesia", "mozambique"):
        made.put_marker("france", area, PROTECTORATE)
    assert sum(end_bonuses(made, "france").values()) == 25


# -- map and garrisons


def test_map() -> None:
    links = world().links
    assert "central_america" in links.routes["panama"]
    assert "mexico" not in links.routes["panama"]
    assert links.routes["aden"] == ()
    coasts = {"indian_ocean", "north_pacific", "south_china_sea"}
    assert set(links.coasts["dutch_east_indies"]) == coasts
    assert set(links.seas["mediterranean"]) == {"north_atlantic", "black_sea", "indian_ocean"}


@pytest.mark.parametrize(("shared", "left"), [(False, INFLUENCE), (True, Status.NONE)])
def test_missing_garrison(shared: bool, left: Status) -> None:
    made = world()
    made.put_marker("germany", "kamerun", PROTECTORATE)
    if shared:
        made.put_marker("italy", "kamerun", POSSESSION)
        army(made, "italy", "kamerun", 1)
        made.share("kamerun", ("germany", "italy"))
    movement(made)
    end_movement(made)
    combat(made)
    adjust(made)
    assert made.status("germany", "kamerun") is left


def test_special_garrisons() -> None:
    it = board().constants
    assert (it.india_armies, it.india_routes) == (3, 2)
    made = world()
    assert wanted(made, "great_britain") == 3
    made.remove_unit("russia", "army", "home_russia", 10)
    assert not may_leave(made, "russia", 10, "home_russia", "turcomania")


# -- congress


def test_a_clause_on_an_outsider_binds_it_only_if_it_signs() -> None:
    """Britain, Germany and Belgium about the Congo; a clause names Japan in Korea (P21)."""
    made = world()
    made.put_marker("great_britain", "kongo", INFLUENCE)
    made.put_marker("japan", "korea", INFLUENCE)
    add_dispute(made, PROTECTORATE, "germany", "kongo")
    call_congress(made, "great_britain", "france")
    congo = "lower power=great_britain; area=kongo; level=interest"
    belgian = "lower power=belgium; area=kongo; level=interest"
    table(made, "germany", draft_text(congo, belgian, "remove power=japan; area=korea"))
    vote(made, "germany", "great_britain", "france")
    signatures(made, {"great_britain": "sign", "germany": "sign", "japan": "refuse"})
    assert made.status("great_britain", "kongo") is INTEREST
    assert made.status("japan", "korea") is INFLUENCE
    assert live(made, against="japan") == []
    assert "japan" not in next(iter(made.state.treaties.values())).parties
