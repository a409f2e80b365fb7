"""12.8, 12.9: conquest, lines of support, blockade, passages."""

from __future__ import annotations

from entente.games.pax.belligerents import at_war, change, passage_closed, serves
from entente.games.pax.board import ARMY, NAVY, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.records.war import WarUnit
from entente.games.pax.war.field import navy_steps
from entente.games.pax.war.passages import existing, keeper_seats
from entente.games.pax.war.support import conquer, lose_unsupported, supported
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.wars import navy, possess, without_units
from tests.games.pax.worlds import answer, army, call, log, question, world


def support(it: PaxContext, power: str) -> None:
    call(it, step("support_phase", war=make.now(it).id, camp=power))


# -- conquest


def test_an_enemy_area_with_own_and_without_enemy_armies_is_conquered() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    army(it, "germany", "senegambia", 3)
    assert conquer(it, war.id, ("germany",)) == []
    it.remove_unit("france", ARMY, "senegambia", 1)
    assert conquer(it, war.id, ("germany",)) == ["senegambia"]
    war = make.now(it)
    assert serves(it, war, ("germany",), "senegambia")
    assert not serves(it, war, ("france",), "senegambia")
    assert it.status("france", "senegambia") is Status.POSSESSION  # no marker changes


def test_an_area_is_conquered_back() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    change(it, war.id, conquered={"senegambia": "germany"})
    assert conquer(it, war.id, ("france",)) == ["senegambia"]
    assert make.now(it).conquered == {}
    assert log(it, "log.freed") == [{"power": "france", "area": "senegambia"}]


def test_the_areas_of_neutrals_are_not_conquered() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    it.state.armies["cuba"] = {"germany": (3,)}
    assert conquer(it, war.id, ("germany",)) == []


# -- support


def test_a_line_runs_over_seas_with_own_fleets_and_areas_of_the_camp() -> None:
    it = world()
    war = make.at_war(it, ("germany", "italy"), ("france",))
    assert supported(it, war, "germany", "senegambia")  # the South Atlantic, the North Atlantic
    assert not supported(it, war, "italy", "senegambia")  # no Italian fleets there
    possess(it, "germany", "algiers", "taureg", "tunis")
    assert supported(it, war, "italy", "taureg")  # through areas of its ally to the Mediterranean


def test_enemy_navies_at_sea_do_not_cut_a_line_in_the_area_they_do() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    possess(it, "germany", "kamerun")
    navy(it, "france", "south_atlantic", 10)
    assert supported(it, war, "germany", "kamerun")
    navy(it, "france", "kamerun@south_atlantic", 1)
    assert not supported(it, war, "germany", "kamerun")
    navy(it, "germany", "kamerun@south_atlantic", 10)
    assert not supported(it, war, "germany", "kamerun")  # a friend there does not help


def test_a_dominion_is_a_source_and_a_blockaded_one_only_for_units_in_it() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("france",))
    it.set_fleets("great_britain", ())
    assert supported(it, war, "great_britain", "newfoundland")  # from Canada
    assert supported(it, war, "great_britain", "canada")
    navy(it, "france", "canada@north_atlantic", 3)
    assert not supported(it, war, "great_britain", "newfoundland")
    assert supported(it, war, "great_britain", "canada")


def test_homes_are_never_blockaded() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("france",))
    assert supported(it, war, "great_britain", "home_great_britain")
    assert not any(
        "home_france" in end for end in navy_steps(it, war, "great_britain", "mediterranean")
    )


def test_armies_without_a_line_surrender_navies_only_without_coal_at_sea() -> None:
    it = world()
    war = make.at_war(it, ("italy",), ("france",))
    army(it, "italy", "senegambia", 1)
    navy(it, "italy", "senegambia@south_atlantic", 3)
    navy(it, "italy", "south_pacific", 1)
    support(it, "italy")
    assert make.now(it).surrendered == (
        WarUnit("italy", ARMY, "", 1),
        WarUnit("italy", NAVY, "", 1),
    )
    assert it.navies_at("italy", "senegambia") == (3,)
    assert war.surrendered == ()


def test_german_armies_in_austria_are_supported_from_home() -> None:
    it = world()
    war = make.at_war(it, ("germany", "austria_hungary"), ("russia",))
    possess(it, "austria_hungary", "serbia")
    it.set_fleets("germany", ())
    assert supported(it, war, "germany", "serbia")


def test_an_area_without_a_line_falls_to_the_enemy_that_can_reach_it() -> None:
    """12.9, P30: in reach at any time, however many steps away."""
    it = world()
    war = make.at_war(it, ("united_states",), ("spain",))
    it.set_fleets("spain", ())
    without_units(it, "spain")
    assert set(lose_unsupported(it, war.id, ("spain",))) == {"cuba", "philippines", "porto_rico"}
    assert set(make.now(it).conquered.values()) == {"united_states"}


def test_by_the_option_only_what_one_step_reaches_falls() -> None:
    it = world(area_surrender="this_round")
    war = make.at_war(it, ("united_states",), ("spain",))
    it.set_fleets("spain", ())
    without_units(it, "spain")
    assert lose_unsupported(it, war.id, ("spain",)) == []
    army(it, "united_states", "caribbean", 1)
    assert set(lose_unsupported(it, war.id, ("spain",))) == {"cuba", "porto_rico"}


def test_an_area_in_support_stays() -> None:
    it = world()
    war = make.at_war(it, ("united_states",), ("spain",))
    without_units(it, "spain")
    possess(it, "spain", "cuba")
    it.set_fleets("spain", (*it.fleets("spain"), "caribbean"))
    assert lose_unsupported(it, war.id, ("spain",)) == []


# -- passages


def test_a_passage_is_closed_by_all_its_controllers_to_the_camps_they_name() -> None:
    it = world()
    possess(it, "france", "egypt")
    war = make.at_war(it, ("great_britain",), ("italy",))
    call(it, step("passages", war=war.id))
    answer(it, {"france": "close suez great_britain; close suez italy"})
    war = make.now(it)
    assert war.closed == {"suez": ("great_britain", "italy")}
    assert passage_closed(it, war, "italy", "mediterranean", "indian_ocean")
    assert not passage_closed(it, war, "russia", "mediterranean", "indian_ocean")
    assert "indian_ocean" not in navy_steps(it, war, "italy", "mediterranean")
    assert it.state.stack == []  # closed to both: no grievance


def test_an_uncontrolled_passage_stays_open_and_partners_must_agree() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("italy",))
    assert existing(it) == ["suez", "straits"]
    assert keeper_seats(it, war, "suez") == []
    possess(it, "france", "egypt")
    possess(it, "russia", "egypt")
    it.share("egypt", ("france", "russia"))
    call(it, step("passages", war=war.id))
    shut = "close suez great_britain; close suez italy"
    answer(it, {"france": shut, "russia": "open suez great_britain; open suez italy"})
    assert make.now(it).closed == {}


def test_a_closed_passage_cuts_lines_of_support() -> None:
    """12.9, P29."""
    it = world()
    war = make.at_war(it, ("italy",), ("france",))
    possess(it, "italy", "somalia")
    assert supported(it, war, "italy", "somalia")
    war = change(it, war.id, closed={"suez": ("italy",)})
    assert not supported(it, war, "italy", "somalia")


def test_both_canals_must_be_closed() -> None:
    it = world()
    it.state.canals = {"panama": "france", "central_america": "france"}
    it.changed_map()
    war = make.at_war(it, ("great_britain",), ("italy",))
    war = change(it, war.id, closed={"panama_canal": ("italy",)})
    assert not passage_closed(it, war, "italy", "caribbean", "south_pacific")
    both = {"panama_canal": ("italy",), "central_america_canal": ("italy",)}
    war = change(it, war.id, closed=both)
    assert passage_closed(it, war, "italy", "caribbean", "south_pacific")


def test_a_neutral_that_closes_to_one_camp_only_may_be_declared_war_upon() -> None:
    it = world()
    possess(it, "france", "egypt")
    war = make.at_war(it, ("great_britain",), ("italy",))
    call(it, step("passages", war=war.id))
    answer(it, {"france": "open suez great_britain; close suez italy"})
    ask, frame = question(it)
    assert frame.text("kind") == "passage_closed"
    assert ask.seats(it, frame) == ("italy",)
    answer(it, {"italy": "declare italy france"})
    assert at_war(it, "italy", "france")
    assert make.now(it).camps == (("great_britain", "france"), ("italy",))


def test_a_promise_to_keep_a_passage_open_is_broken_by_closing_it() -> None:
    it = world()
    possess(it, "france", "egypt")
    args: dict[str, str | int] = {
        "power": "france",
        "user": "italy",
        "passage": "suez",
        "stance": "open",
    }
    it.state.treaties = {
        "t": Treaty("t", "france", ("france", "italy"), (Clause("passage", args),), state=IN_FORCE)
    }
    war = make.at_war(it, ("great_britain",), ("italy",))
    call(it, step("passages", war=war.id))
    answer(it, {"france": "close suez great_britain; close suez italy"})
    assert [rise.kind for rise in it.state.rises] == ["treaty_broken"]


def test_a_closed_passage_stays_closed_without_an_answer() -> None:
    it = world()
    possess(it, "france", "egypt")
    war = make.at_war(it, ("great_britain",), ("italy",))
    shut = {"suez": ("great_britain", "italy")}
    change(it, war.id, closed=shut, closed_by={"suez": ("france",)})
    call(it, step("passages", war=war.id))
    answer(it, {})
    assert make.now(it).closed == {"suez": ("great_britain", "italy")}
