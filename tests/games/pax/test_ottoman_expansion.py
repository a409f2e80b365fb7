"""Ottoman expansion (11.4, an option): the consequences of unrest that is not put down."""

from __future__ import annotations

from entente.games.pax.areas.causes import live
from entente.games.pax.belligerents import change, need, wars
from entente.games.pax.board import OTTOMAN_EMPIRE, Status
from entente.games.pax.colonies.combat import establish
from entente.games.pax.colonies.marker_adjustment import revolt_succeeds
from entente.games.pax.colonies.ottoman_expansion import give_free, ottoman_lands, put_down_unrest
from entente.games.pax.congress.agenda import items
from entente.games.pax.congress.drafts import admissible, standard_drafts
from entente.games.pax.congress.signing import conclude
from entente.games.pax.context import PaxContext
from entente.games.pax.empires.ottoman_war import offenders
from entente.games.pax.movement.marker_orders import may_have
from entente.games.pax.records.congress import Congress, TabledDraft
from entente.games.pax.records.war import OTTOMAN
from entente.games.pax.war.declarations import call_declaration
from entente.kernel import step
from tests.games.pax.worlds import answer, armies, army, call, leave, log, question, run, world

PROTECTORATE, INFLUENCE = Status.PROTECTORATE, Status.INFLUENCE


def revolt(area: str, *holders: str, **options: bool) -> PaxContext:
    """Unrest in an area that was not put down; these powers held it."""
    made = world(**{"ottoman_expansion": True, **options})
    for power in holders:
        made.put_marker(power, area, PROTECTORATE)
    made.state.unrest = (area,)
    revolt_succeeds(made, area)
    run(made)
    made.state.unrest = ()
    return made


def test_a_revolt_in_an_empty_area_drives_no_power_out() -> None:
    alone, held = revolt("persia"), revolt("persia", "russia")
    assert log(alone, "log.revolt_alone") == [{"area": "persia"}]
    assert not log(alone, "log.revolt")
    assert not log(held, "log.revolt_alone")
    assert log(held, "log.revolt") == [{"area": "persia", "powers": ["russia"]}]


def test_by_default_nothing_becomes_ottoman() -> None:
    made = revolt("persia", "russia", ottoman_expansion=False)
    assert list(made.state.ottoman_areas) == []
    assert not armies(made, "persia")


def test_an_area_with_a_land_route_to_anatolia_becomes_ottoman_with_an_army() -> None:
    made = revolt("persia", "russia")
    assert list(made.state.ottoman_areas) == ["persia"]
    assert armies(made, "persia") == {OTTOMAN_EMPIRE: (5,)}


def test_also_through_other_ottoman_possessions() -> None:
    made = world(ottoman_expansion=True)
    revolt_succeeds(made, "baluchistan")
    assert list(made.state.ottoman_areas) == []
    revolt_succeeds(made, "persia")
    revolt_succeeds(made, "baluchistan")
    assert list(made.state.ottoman_areas) == ["persia", "baluchistan"]


def test_not_over_an_area_under_foreign_control() -> None:
    made = world(ottoman_expansion=True)
    revolt_succeeds(made, "egypt")
    revolt_succeeds(made, "tunis")  # by Tripoli and Egypt
    assert list(made.state.ottoman_areas) == ["egypt", "tunis"]
    other = world(ottoman_expansion=True)
    other.put_marker("great_britain", "egypt", PROTECTORATE)
    revolt_succeeds(other, "tunis")
    assert other.state.ottoman_areas == ()


def test_the_three_areas_themselves_stay_as_they_are() -> None:
    made = revolt("anatolia")
    assert list(made.state.ottoman_areas) == []
    assert not armies(made, "anatolia")


def test_a_power_so_deprived_has_cause_for_war() -> None:
    made = revolt("persia", "russia", "great_britain")
    causes = live(made, against=OTTOMAN_EMPIRE)
    assert {cause.holder for cause in causes} == {"russia", "great_britain"}
    assert {cause.area for cause in causes} == {"persia"}


def test_a_minor_has_none() -> None:
    made = world(4, ottoman_expansion=True)
    made.put_marker("russia", "persia", PROTECTORATE)
    revolt_succeeds(made, "persia")
    assert live(made) == []


def test_it_is_an_ottoman_area_from_then_on() -> None:
    made = revolt("soudan")
    assert "soudan" not in made.state.ottoman_areas  # no way there
    made = revolt("egypt")
    assert "egypt" in ottoman_lands(made)
    refusal = may_have(made, "great_britain", "egypt", PROTECTORATE)
    assert refusal is not None
    assert refusal.message.key == "why.not_open"
    made.state.unrest = ("egypt",)
    assert may_have(made, "great_britain", "egypt", PROTECTORATE) is None
    army(made, "great_britain", "egypt", 3)
    establish(made, "great_britain", "egypt", PROTECTORATE)
    assert offenders(made) == ["great_britain"]


def test_a_congress_may_take_away_that_area_only() -> None:
    made = revolt("persia", "russia")
    revolt_succeeds(made, "bulgaria")  # no power has lost anything there
    (item,) = items(made, {})
    assert (item.area, set(item.parties)) == ("persia", {"russia", OTTOMAN_EMPIRE})
    made.state.congress = Congress("russia", (item,), ("russia",))
    clauses = standard_drafts(made, item)["free"]
    assert admissible(made, item, clauses)
    made.state.congress = Congress(
        "russia", (item,), ("russia",), adopted=TabledDraft("russia", clauses)
    )
    made.state.phase = "congress"
    conclude(made, item, [])
    assert list(made.state.ottoman_areas) == ["bulgaria"]
    assert not armies(made, "persia")
    assert live(made) == []
    assert not give_free(made, "bulgaria")


def test_to_declare_war_over_it_begins_an_ottoman_war() -> None:
    made = revolt("persia", "russia")
    call_declaration(made, "russia", OTTOMAN_EMPIRE)
    assert made.state.tension == 5
    made.state.causes = ()
    call(made, "ottoman_war")
    assert question(made)[1].step == "ottoman_sides"
    leave(made)
    (war,) = wars(made, OTTOMAN)
    assert war.camps == ((OTTOMAN_EMPIRE,), ("russia",))
    assert war.declarers == ("russia",)
    assert "persia" in war.theatre


def test_war_may_conquer_it() -> None:
    made = revolt("persia", "russia")
    call_declaration(made, "russia", OTTOMAN_EMPIRE)
    call(made, "ottoman_war")
    leave(made)
    (war,) = wars(made, OTTOMAN)
    for area in ("persia", "anatolia", "egypt", "quwait"):
        made.state.armies.pop(area, None)
    made.forget()
    army(made, "russia", "persia", 10)
    made.state.stack = []
    change(made, war.id, conquered={"persia": "russia"})
    call(made, step("ottoman_end_test", war=war.id))
    assert question(made)[1].step == "spoils"
    answer(made, {"russia": "give russia persia possession"})
    assert made.holds("russia", "persia")
    assert list(made.state.ottoman_areas) == []
    assert made.army_places(OTTOMAN_EMPIRE) == ()
    assert wars(made) == []


def test_an_attack_conquers_what_the_empire_took_and_only_that() -> None:
    made = revolt("persia", "russia")
    call_declaration(made, "russia", OTTOMAN_EMPIRE)
    call(made, "ottoman_war")
    leave(made)
    (war,) = wars(made, OTTOMAN)
    made.state.stack = []
    for area in ("persia", "anatolia"):
        made.state.armies.pop(area, None)
        made.forget()
        army(made, "russia", area, 10)
    call(made, step("attack_ends", war=war.id, camp="russia"))
    assert need(made, war.id).conquered == {"persia": "russia"}


def test_a_garrison_returns_after_a_war() -> None:
    made = revolt("bulgaria")
    made.state.armies.pop("bulgaria")
    made.forget()
    army(made, OTTOMAN_EMPIRE, "anatolia", 5, 5)
    call(made, "ottoman_over")
    assert made.army_places(OTTOMAN_EMPIRE) == ("bulgaria",)
    assert armies(made, "bulgaria") == {OTTOMAN_EMPIRE: (5,)}


# -- new unrest


def test_two_more_armies_come_and_a_success_is_for_good() -> None:
    made = revolt("persia")
    made.state.unrest = ("persia",)
    made.state.chance.script = [6]  # 15 to 3
    put_down_unrest(made)
    assert list(made.state.unrest) == []
    assert list(made.state.ottoman_for_good) == ["persia"]
    revolt_succeeds(made, "persia")
    assert "persia" in made.state.ottoman_areas  # as Anatolia would be


def test_they_go_to_one_place_only_that_of_the_highest_value() -> None:
    made = revolt("persia")
    revolt_succeeds(made, "egypt")
    made.state.unrest = ("persia", "egypt")
    made.state.chance.script = [1, 6]
    put_down_unrest(made)
    fights = [dict(e.message.args) for e in made.state.news if e.message.key == "log.combat"]
    assert [(each["area"], each["attack"]) for each in fights] == [("persia", 5), ("egypt", 15)]


def test_an_area_is_lost_to_the_empire_if_the_holder_fails_without_help() -> None:
    made = revolt("bulgaria")
    revolt_succeeds(made, "egypt")
    made.state.unrest = ("bulgaria", "egypt")  # the two armies go to Egypt
    made.state.chance.script = [1, 6]  # 5 to 10: AE
    put_down_unrest(made)
    assert list(made.state.unrest) == ["bulgaria"]
    assert not armies(made, "bulgaria")
    revolt_succeeds(made, "bulgaria")
    assert list(made.state.ottoman_areas) == ["egypt"]
