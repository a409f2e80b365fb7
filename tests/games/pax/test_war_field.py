"""12.5, 12.8: manoeuvre, coaling, capes, reach, codominions with a neutral."""

from __future__ import annotations

import pytest

from entente.games.pax.belligerents import at_war, change
from entente.games.pax.board import ARMY, NAVY, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.records.war import WarUnit
from entente.games.pax.war.camp_turn import DONE
from entente.games.pax.war.field import army_steps, coaling, navy_steps, reach, seas_near
from entente.games.pax.war.manoeuvre import ends_of, offended_by, unmoved, why_no_move
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.wars import navy, possess, without_units
from tests.games.pax.worlds import answer, army, call, question, world


def manoeuvre(it: PaxContext, power: str) -> None:
    call(it, step("manoeuvre_phase", war=make.now(it).id, camp=power))


# -- navies


def test_a_navy_goes_to_seas_with_coal_and_to_areas_of_both_camps() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("france",))
    steps = navy_steps(it, war, "great_britain", "south_atlantic")
    assert "senegambia@south_atlantic" in steps  # the enemy's
    steps = navy_steps(it, war, "great_britain", "north_atlantic")
    assert "home_great_britain@north_atlantic" in steps
    assert "canada@north_atlantic" in steps  # its own
    assert "rio_de_oro@north_atlantic" not in steps  # a neutral's
    assert "home_france@north_atlantic" not in steps
    assert "south_atlantic" in steps


def test_no_coal_no_way() -> None:
    it = world()
    war = make.at_war(it, ("japan",), ("russia",))
    assert coaling(it, war, "japan", "north_pacific")  # next to home
    assert not coaling(it, war, "japan", "south_pacific")
    assert "south_pacific" not in navy_steps(it, war, "japan", "north_pacific")
    refused = why_no_move(it, war, WarUnit("japan", NAVY, "north_pacific", 10), "south_pacific")
    assert refused is not None
    assert refused.message.key == "why.no_such_unit"
    navy(it, "japan", "north_pacific", 10)
    refused = why_no_move(it, war, WarUnit("japan", NAVY, "north_pacific", 10), "south_pacific")
    assert refused is not None
    assert refused.message.key == "why.no_coal"


@pytest.mark.parametrize("status", [Status.INFLUENCE, Status.PROTECTORATE])
def test_influence_or_control_of_an_ally_gives_coal_an_interest_does_not(status: Status) -> None:
    it = world()
    war = make.at_war(it, ("japan", "italy"), ("russia",))
    possess(it, "italy", "hawaii", status=Status.INTEREST)
    assert not coaling(it, war, "japan", "south_pacific")
    possess(it, "italy", "hawaii", status=status)
    assert coaling(it, war, "japan", "south_pacific")


def test_a_conquered_area_gives_coal_to_its_conqueror_only() -> None:
    it = world()
    war = make.at_war(it, ("japan",), ("united_states",))
    possess(it, "united_states", "hawaii")
    assert coaling(it, war, "united_states", "south_pacific")
    war = change(it, war.id, conquered={"hawaii": "japan"})
    assert coaling(it, war, "japan", "south_pacific")
    assert not coaling(it, war, "united_states", "south_pacific")


def test_a_neutral_may_grant_coal_by_treaty() -> None:
    it = world()
    war = make.at_war(it, ("japan",), ("russia",))
    possess(it, "france", "hawaii")
    clause = Clause("coaling", {"from": "france", "to": "japan", "areas": "hawaii"})
    it.state.treaties = {
        "t": Treaty("t", "france", ("france", "japan"), (clause,), state=IN_FORCE, turn=1)
    }
    assert coaling(it, war, "japan", "south_pacific")


def test_a_navy_leaves_by_its_own_coast_or_one_joined_to_it() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("france",))
    assert "north_pacific" not in navy_steps(it, war, "great_britain", "canada@north_atlantic")
    assert "north_atlantic" in navy_steps(it, war, "great_britain", "canada@north_atlantic")
    possess(it, "great_britain", "egypt")
    assert "indian_ocean" in navy_steps(it, war, "great_britain", "egypt@mediterranean")
    war = change(it, war.id, closed={"suez": ("great_britain",)})
    assert "indian_ocean" not in navy_steps(it, war, "great_britain", "egypt@mediterranean")


def test_american_navies_keep_to_the_seas_of_their_box() -> None:
    it = world()
    war = make.at_war(it, ("united_states",), ("spain",))
    box = "home_united_states@north_atlantic"
    assert set(navy_steps(it, war, "united_states", box)) == {"north_atlantic", "caribbean"}


# -- capes


def test_capes_lie_between_their_seas() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("france",))
    near = seas_near(it, war, "great_britain", "south_atlantic")
    assert "indian_ocean" not in near
    assert "south_pacific" not in near
    assert {"cape_good_hope", "cape_horn"} <= set(near)
    assert seas_near(it, war, "france", "cape_good_hope") == ["south_atlantic", "indian_ocean"]


def test_coal_in_one_sea_of_a_cape_is_enough() -> None:
    it = world()
    war = make.at_war(it, ("japan",), ("portugal",))
    assert not coaling(it, war, "japan", "cape_horn")
    possess(it, "japan", "hawaii", status=Status.INFLUENCE)  # the South Pacific
    assert coaling(it, war, "japan", "cape_horn")
    assert not coaling(it, war, "japan", "cape_good_hope")


def test_armies_pass_a_cape_with_fleets_on_both_sides() -> None:
    it = world()
    war = make.at_war(it, ("great_britain", "belgium"), ("france",))
    assert "cape_good_hope" in army_steps(it, war, "great_britain", "south_atlantic")
    assert "cape_horn" not in army_steps(it, war, "great_britain", "south_atlantic")
    assert "cape_good_hope" not in army_steps(it, war, "belgium", "south_atlantic")


# -- armies


def test_armies_go_by_sea_only_with_merchant_fleets_of_their_own_power() -> None:
    it = world()
    war = make.at_war(it, ("germany", "austria_hungary"), ("france",))
    assert army_steps(it, war, "germany", "home_germany") == [
        "home_austria_hungary",
        "north_atlantic",
    ]
    assert "mediterranean" not in army_steps(it, war, "austria_hungary", "home_austria_hungary")


def test_areas_of_both_camps_are_open_and_others_are_not() -> None:
    """12.5, P27: enemy control is open as well as the camp's own."""
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    steps = army_steps(it, war, "germany", "north_atlantic")
    assert "home_germany" in steps
    without_units(it, "france")
    assert "senegambia" in army_steps(it, war, "germany", "south_atlantic")
    steps = army_steps(it, war, "germany", "north_atlantic")
    assert "guiana" in steps  # a share of it is the enemy's
    assert "rio_de_oro" not in steps
    assert "canada" not in steps
    assert "home_france" not in steps


def test_a_conquered_area_is_open_to_both() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    possess(it, "france", "marocco", status=Status.INTEREST)
    assert "marocco" not in army_steps(it, war, "france", "algiers")
    war = change(it, war.id, conquered={"marocco": "germany"})
    assert "marocco" in army_steps(it, war, "france", "algiers")


def test_no_army_enters_a_sea_with_enemy_navies_unless_its_camp_has_some() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    navy(it, "france", "north_atlantic", 1)
    assert "north_atlantic" not in army_steps(it, war, "germany", "home_germany")
    navy(it, "germany", "north_atlantic", 1)
    assert "north_atlantic" in army_steps(it, war, "germany", "home_germany")


@pytest.mark.parametrize("kind", [ARMY, NAVY])
def test_no_landing_and_no_leaving_where_enemy_units_are(kind: str) -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    without_units(it, "france")
    army(it, "germany", "south_atlantic", 1)
    where = "senegambia" if kind == ARMY else "senegambia@south_atlantic"
    it.add_unit("france", kind, where, 1)
    assert "senegambia" not in army_steps(it, war, "germany", "south_atlantic")
    assert "south_atlantic" not in army_steps(it, war, "germany", "senegambia")
    it.remove_unit("france", kind, where, 1)
    assert "senegambia" in army_steps(it, war, "germany", "south_atlantic")


def test_no_way_from_enemy_armies_to_enemy_armies() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("great_britain",))
    army(it, "germany", "punjab", 1)
    assert "kashmir" not in army_steps(it, war, "germany", "punjab")
    it.state.armies["kashmir"] = {}
    del it.state.armies["kashmir"]
    assert "kashmir" in army_steps(it, war, "germany", "punjab")


def test_german_armies_cross_austria_only_while_both_are_in_the_war() -> None:
    """P28: they go there by a route that the map lacks, and Austrian armies do not."""
    it = world()
    alone = make.at_war(it, ("germany",), ("france",))
    assert "home_austria_hungary" not in army_steps(it, alone, "germany", "home_germany")
    both = make.at_war(it, ("germany", "austria_hungary"), ("russia",))
    possess(it, "austria_hungary", "serbia")
    assert "home_austria_hungary" in army_steps(it, both, "germany", "home_germany")
    assert "serbia" in army_steps(it, both, "germany", "home_austria_hungary")
    assert "home_germany" in army_steps(it, both, "germany", "home_austria_hungary")
    assert "home_germany" not in army_steps(it, both, "austria_hungary", "home_austria_hungary")


def test_home_is_a_node_and_its_neighbour_must_qualify() -> None:
    it = world()
    war = make.at_war(it, ("russia",), ("japan",))
    assert "korea" not in army_steps(it, war, "russia", "home_russia")
    possess(it, "japan", "korea")
    assert "korea" in army_steps(it, war, "russia", "home_russia")


def test_reach_is_all_that_any_number_of_steps_leads_to() -> None:
    it = world()
    war = make.at_war(it, ("united_states",), ("spain",))
    places = reach(it, war, "united_states", "home_united_states")
    assert "caribbean" in places
    assert "cuba" not in places  # an army and a navy bar the landing
    without_units(it, "spain")
    places = reach(it, war, "united_states", "home_united_states")
    assert {"cuba", "porto_rico", "philippines"} <= places
    assert "rio_de_oro" not in places  # no American fleet in the North Atlantic


# -- the phase


def test_each_unit_makes_one_step_and_merchant_fleets_none() -> None:
    it = world()
    make.at_war(it, ("japan",), ("russia",))
    fleets = it.fleets("japan")
    manoeuvre(it, "japan")
    answer(it, {"japan": "move japan army 10 home_japan north_china_sea"})
    ask, frame = question(it)
    menu = list(ask.menu(it, frame, "japan"))
    assert not any("north_china_sea home_japan" in action for action in menu)
    assert "move japan army 10 home_japan north_china_sea" in menu  # the other one
    assert not any("fleet" in action for action in menu)
    refused = ask.why_not(
        it, frame, "japan", ask.parse("move japan army 10 north_china_sea home_japan")
    )
    assert refused is not None
    assert refused.message.key == "why.has_moved"
    answer(it, {"japan": DONE})
    assert it.fleets("japan") == fleets
    assert make.now(it).moved == ()


def test_all_seats_of_a_camp_move_until_all_are_done() -> None:
    it = world()
    make.at_war(it, ("japan", "italy"), ("russia",))
    manoeuvre(it, "japan")
    ask, frame = question(it)
    assert set(ask.seats(it, frame)) == {"japan", "italy"}
    answer(it, {"italy": DONE})
    assert question(it)[0].seats(it, frame) == ("japan",)
    assert answer(it, {"japan": DONE}) is None


def test_the_indian_army_stays() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("russia",))
    possess(it, "russia", "sin_kiang", "tibet")
    punjab = WarUnit("great_britain", ARMY, "punjab", 10)
    assert all(end != "indian_ocean" for end in ends_of(it, war, punjab))
    army(it, "great_britain", "hindoostan", 10)
    bengal = WarUnit("great_britain", ARMY, "bengal", 10)
    assert "indian_ocean" in ends_of(it, war, bengal)


@pytest.mark.parametrize(("players", "free"), [(6, False), (5, True)])
def test_the_western_garrison_binds_a_player_only(players: int, free: bool) -> None:
    """6.4, P59: with three armies of strength 10 a Russian player keeps all of them in the west;
    a minor Russia does not."""
    it = world(players)
    it.remove_unit("russia", ARMY, "home_russia", 10)
    war = make.at_war(it, ("russia",), ("japan",))
    possess(it, "japan", "korea")
    ten = WarUnit("russia", ARMY, "home_russia", 10)
    assert ("korea" in ends_of(it, war, ten)) is free


def test_units_alike_are_counted_one_by_one() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("france",))
    ten = WarUnit("germany", ARMY, "home_germany", 10)
    war = change(it, war.id, moved=(ten,))
    assert ten in unmoved(it, war, ["germany"])
    war = change(it, war.id, moved=(ten, ten))
    assert ten not in unmoved(it, war, ["germany"])


# -- codominions with a neutral (12.8)


def test_a_neutral_partner_may_declare_war_at_that_moment_and_never_later() -> None:
    it = world()
    make.at_war(it, ("germany",), ("great_britain",))
    it.state.armies["guiana"] = {"france": (1,)}
    army(it, "germany", "north_atlantic", 1, 1)
    manoeuvre(it, "germany")
    answer(it, {"germany": "move germany army 1 north_atlantic guiana"})
    ask, frame = question(it)
    assert frame.step == "declare_at_once"
    assert ask.seats(it, frame) == ("france",)
    answer(it, {"france": "pass"})
    assert it.state.causes == ()
    answer(it, {"germany": "move germany army 1 north_atlantic guiana"})
    assert question(it)[1].step == "manoeuvre"  # it has let it pass


def test_the_neutral_declares_and_is_in_the_war() -> None:
    it = world()
    make.at_war(it, ("germany",), ("great_britain",))
    it.state.armies["guiana"] = {"france": (1,)}
    army(it, "germany", "north_atlantic", 1)
    manoeuvre(it, "germany")
    answer(it, {"germany": "move germany army 1 north_atlantic guiana"})
    answer(it, {"france": "declare france germany"})
    assert at_war(it, "france", "germany")
    assert it.state.tension == 5
    assert make.now(it).camps == (("germany",), ("great_britain", "france"))


def test_no_grievance_in_an_area_that_neutrals_do_not_share() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("great_britain",))
    assert offended_by(it, war, "germany", "canada") == []
    assert offended_by(it, war, "germany", "north_atlantic") == []


def fleet_off_guiana(rules: str) -> PaxContext:
    """Germany, at war with Britain, has a navy and an army off Guiana, which France shares."""
    it = world(rules=rules)
    make.at_war(it, ("germany",), ("great_britain",))
    it.state.armies["guiana"] = {"france": (1,)}
    army(it, "germany", "north_atlantic", 1)
    navy(it, "germany", "north_atlantic", 1)
    manoeuvre(it, "germany")
    port = it.board.berth("guiana", "north_atlantic")
    answer(it, {"germany": f"move germany navy 1 north_atlantic {port}"})
    return it


def test_a_navy_in_a_codominion_does_not_use_up_a_neutrals_right() -> None:
    """12.8: the right concerns armies; France decides when the German army lands."""
    it = fleet_off_guiana("3")
    assert question(it)[1].step == "manoeuvre"
    assert make.now(it).trespassed == ()
    move = "move germany army 1 north_atlantic guiana"
    ask, frame = question(it)
    hint = ask.hint(it, frame, "germany", ask.parse(move))
    assert hint is not None
    assert "offend" in str(hint)
    answer(it, {"germany": move})
    assert question(it)[1].step == "declare_at_once"


def test_by_the_earlier_rules_a_navy_was_an_entry_too() -> None:
    it = fleet_off_guiana("2")
    assert question(it)[1].step == "declare_at_once"
