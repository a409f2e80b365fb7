"""12.10: how wars end, peace, separate peace, what becomes of areas and units."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.belligerents import change, wars
from entente.games.pax.board import ARMY, Status, place_of
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.records.war import WarUnit
from entente.games.pax.war.ending import exhausted, occupied, out_of_reach
from entente.games.pax.war.joining import join
from entente.games.pax.war.peace_settlement import PRESENT_LINES, STATUS_QUO, parting, signatories
from entente.games.pax.war.resolution import bring_home, place_spoils
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.wars import navy, possess, without_units
from tests.games.pax.worlds import answer, armies, army, call, leave, log, question, world


def end_test(it: PaxContext) -> None:
    call(it, step("end_test", war=make.now(it).id))


def to_the_end(it: PaxContext) -> None:
    while it.state.stack:
        leave(it)


def abroad() -> PaxContext:
    """Germany in Kamerun, France in Gabon, at war; no units anywhere else."""
    it = world()
    for power in ("germany", "france"):
        without_units(it, power)
        for area, _ in list(it.areas_of(power)):
            it.put_marker(power, area, Status.NONE)
    possess(it, "germany", "kamerun")
    possess(it, "france", "gabon", "senegambia")
    army(it, "germany", "kamerun", 3)
    army(it, "france", "gabon", 3)
    army(it, "france", "senegambia", 1)
    make.at_war(it, ("germany",), ("france",))
    return it


# -- the five ways


def test_1_a_camp_without_units_abroad_is_beaten_and_loses_what_is_in_reach() -> None:
    it = abroad()
    without_units(it, "france")
    army(it, "france", "home_france", 3)
    assert exhausted(it, ("france",))
    assert not exhausted(it, ("germany",))
    end_test(it)
    answer(
        it,
        {"germany": "give germany gabon possession; give germany senegambia protectorate"},
    )
    assert wars(it) == []
    assert it.status("germany", "gabon") is Status.POSSESSION
    assert it.status("germany", "senegambia") is Status.PROTECTORATE
    assert it.status("france", "gabon") is Status.NONE
    assert it.state.tension == 0


def test_1_units_at_sea_avert_defeat_unless_the_option_says_otherwise() -> None:
    for option, beaten in (("sea_counts", False), ("areas_only", True)):
        it = world(exhaustion=option)
        without_units(it, "france")
        navy(it, "france", "north_atlantic", 1)
        assert exhausted(it, ("france",)) == beaten


def test_2_a_camp_with_every_area_occupied_is_beaten() -> None:
    it = abroad()
    army(it, "germany", "gabon", 1)
    war = make.now(it)
    assert not occupied(it, war, ("france",))
    army(it, "germany", "senegambia", 1)
    assert occupied(it, war, ("france",))
    change(it, war.id, conquered={"senegambia": "germany", "kamerun": "france"})
    end_test(it)
    answer(it, {"germany": "give germany senegambia possession"})
    assert wars(it) == []
    assert it.holders("senegambia") == ["germany"]
    assert it.holders("gabon") == ["france"]  # occupied, but not conquered
    assert it.holders("kamerun") == ["germany"]  # the loser keeps no conquest


def test_2_a_camp_without_areas_is_not_beaten_by_that() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("great_britain",))
    assert not occupied(it, war, ("germany",))


def test_3_a_stalemate_leaves_each_what_it_conquered() -> None:
    it = abroad()
    war = make.now(it)
    change(it, war.id, quiet=3, conquered={"gabon": "germany", "kamerun": "france"})
    end_test(it)
    answer(it, {"germany": "give germany gabon possession"})
    answer(it, {"france": "give france kamerun possession"})
    assert it.holders("gabon") == ["germany"]
    assert it.holders("kamerun") == ["france"]
    assert wars(it) == []


def test_4_a_camp_out_of_reach_may_end_the_war_and_keeps_the_rest() -> None:
    it = abroad()
    it.set_fleets("germany", ())
    it.state.armies = {"kamerun": {"germany": (3,)}, "senegambia": {"france": (1,)}}
    war = make.now(it)
    assert out_of_reach(it, war, ("france",))
    end_test(it)
    ask, frame = question(it)
    assert ask.seats(it, frame) == ("france",)
    assert ask.default_answer(it, frame, "france") == "fight_on"
    answer(it, {"france": "finish"})
    answer(it, {"germany": "give germany gabon possession"})
    assert wars(it) == []
    assert it.holders("gabon") == ["germany"]  # in reach by land
    assert it.holders("senegambia") == ["france"]


def test_4_ending_it_is_optional() -> None:
    it = abroad()
    it.set_fleets("germany", ())
    it.set_fleets("france", ())
    it.state.armies = {"kamerun": {"germany": (3,)}, "senegambia": {"france": (1,)}}
    end_test(it)
    answer(it, {"germany": "fight_on"})
    answer(it, {"france": "fight_on"})
    assert len(wars(it)) == 1
    assert it.state.stack == []


def test_5_both_exhausted_is_a_stalemate() -> None:
    it = abroad()
    it.state.armies = {}
    change(it, make.now(it).id, conquered={"gabon": "germany"})
    end_test(it)
    answer(it, {"germany": "give germany gabon influence"})
    assert it.status("germany", "gabon") is Status.INFLUENCE
    assert it.holders("senegambia") == ["france"]
    assert wars(it) == []


def test_every_war_ends() -> None:
    it = abroad()
    call(it, "other_wars")
    asked = 0
    while it.state.stack:
        leave(it)
        asked += 1
        assert asked < 100
    assert wars(it) == []


# -- peace


def offer(it: PaxContext, answers: dict[str, str]) -> None:
    call(it, step("peace_window", war=make.now(it).id))
    answer(it, answers)


def test_status_quo_gives_conquests_back() -> None:
    it = abroad()
    change(it, make.now(it).id, conquered={"gabon": "germany"})
    offer(it, {"germany": STATUS_QUO})
    answer(it, {"france": "accept"})
    to_the_end(it)
    assert wars(it) == []
    assert it.holders("gabon") == ["france"]
    assert it.state.tension == 0


def test_present_lines_keep_them() -> None:
    it = abroad()
    change(it, make.now(it).id, conquered={"gabon": "germany"})
    offer(it, {"germany": PRESENT_LINES, "france": PRESENT_LINES})
    # the same terms of both are signed by both
    leave(it)
    answer(it, {"germany": "give germany gabon possession"})
    to_the_end(it)
    assert it.holders("gabon") == ["germany"]


def test_peace_with_clauses_is_a_public_treaty_that_is_carried_out() -> None:
    it = abroad()
    it.state.phase = "war"
    terms = "peace clauses=[cede area=gabon; from=france; to=germany]"
    offer(it, {"germany": terms})
    (draft,) = it.state.treaties.values()
    assert draft.state == "draft"
    answer(it, {"france": "accept"})
    to_the_end(it)
    assert it.holders("gabon") == ["germany"]
    (treaty,) = it.state.treaties.values()
    assert treaty.origin == "peace"
    assert not treaty.secret
    assert wars(it) == []


def test_a_refused_draft_is_gone_and_the_war_goes_on() -> None:
    it = abroad()
    offer(it, {"germany": "peace clauses=[cede area=gabon; from=france; to=germany]"})
    answer(it, {"france": "refuse"})
    assert it.state.treaties == {}
    assert len(wars(it)) == 1


def alliance() -> PaxContext:
    it = abroad()
    join(it, "italy", "germany", declared=True)
    assert make.now(it).camps == (("germany",), ("france", "italy"))
    return it


def test_a_separate_peace_raises_the_tension_and_the_rest_fight_on() -> None:
    it = alliance()
    offer(it, {"italy": STATUS_QUO})
    answer(it, {"germany": "accept", "france": "refuse"})
    to_the_end(it)
    assert make.now(it).entered == ("germany", "france")
    assert [(rise.kind, rise.seat) for rise in it.state.rises] == [("separate_peace", "italy")]


@pytest.mark.parametrize(("rules", "quiet"), [("3", 2), ("2", 0)])
def test_rounds_without_an_attack_still_count_after_a_separate_peace(
    rules: str, quiet: int
) -> None:
    """12.10, no. 3: those who fight on are in the same war; by earlier rules it began again."""
    it = alliance()
    it.state.rules = rules
    change(it, make.now(it).id, quiet=2)
    offer(it, {"italy": STATUS_QUO})
    answer(it, {"germany": "accept", "france": "refuse"})
    to_the_end(it)
    assert make.now(it).entered == ("germany", "france")
    assert make.now(it).quiet == quiet


def test_a_draft_that_binds_a_power_that_refuses_it_is_no_separate_peace() -> None:
    it = alliance()
    offer(it, {"italy": "peace clauses=[cede area=gabon; from=france; to=germany]"})
    answer(it, {"germany": "accept", "france": "refuse"})
    assert set(make.now(it).entered) == {"germany", "france", "italy"}
    assert it.holders("gabon") == ["france"]


def test_no_peace_if_no_whole_camp_signs() -> None:
    it = alliance()
    join(it, "france", "japan")
    assert make.now(it).camps == (("germany", "japan"), ("france", "italy"))
    offer(it, {"italy": STATUS_QUO})
    answer(it, {"germany": "accept", "japan": "refuse", "france": "refuse"})
    assert set(make.now(it).entered) == {"germany", "japan", "france", "italy"}
    assert it.state.tension == 0


def test_a_promise_not_to_leave_is_broken_by_a_separate_peace() -> None:
    it = alliance()
    clause = Clause("no_separate_peace", {"power": "italy", "partner": "france"})
    it.state.treaties = {
        "t": Treaty("t", "italy", ("italy", "france"), (clause,), state=IN_FORCE, turn=1)
    }
    offer(it, {"italy": STATUS_QUO})
    answer(it, {"germany": "accept", "france": "refuse"})
    assert [rise.kind for rise in it.state.rises] == ["separate_peace", "treaty_broken"]


def test_minors_follow_their_ally_and_never_sign_alone() -> None:
    it = world()
    war = make.at_war(it, ("united_states",), ("spain", "portugal", "italy"))
    signed = signatories(it, war, ["united_states", "italy"])
    assert parting(war, signed) == (war.entered, war.entered)
    alone = world()
    war = make.at_war(alone, ("united_states",), ("spain",))
    assert parting(war, signatories(alone, war, ["united_states"])) == ((), ())
    assert call(alone, step("peace_window", war=war.id)) is None  # no one to sign with


def test_in_a_war_of_three_camps_two_make_peace_and_the_third_fights_on() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("france",), ("italy",))
    both = ("great_britain", "france")
    assert parting(war, set(both)) == (both, both)
    assert parting(war, set(both), since_3=False) == (("france",), ("great_britain",))
    offer(it, {"great_britain": STATUS_QUO})
    answer(it, {"france": "accept", "italy": "refuse"})
    to_the_end(it)
    left = make.now(it)
    assert set(left.entered) == {"great_britain", "france", "italy"}
    assert left.camps == (("great_britain", "france"), ("italy",))
    assert it.state.tension == 0  # no ally was left alone


def test_a_beaten_camp_of_three_is_out_and_the_others_go_on() -> None:
    it = world()
    make.at_war(it, ("great_britain",), ("france",), ("italy",))
    end_test(it)  # Italy has no units abroad
    to_the_end(it)
    assert set(make.now(it).entered) == {"great_britain", "france"}


# -- the spoils


def test_several_victors_divide_by_agreement() -> None:
    it = alliance()
    without_units(it, "germany")
    end_test(it)
    ask, frame = question(it)
    assert frame.step == "spoils"
    assert ask.seats(it, frame) == ("france",)
    draft = "give france kamerun protectorate; give italy kamerun protectorate"
    answer(it, {"france": draft})
    answer(it, {"italy": "agree"})
    to_the_end(it)
    assert it.holders("kamerun") == ["france", "italy"]
    assert it.state.codominions["kamerun"] == ("france", "italy")


def test_victors_that_do_not_agree_go_to_a_congress_and_then_get_nothing() -> None:
    it = alliance()
    without_units(it, "germany")
    it.state.phase = "war"
    end_test(it)
    for _ in range(3):
        _, frame = question(it)
        seat = frame.text("seat")
        other = "italy" if seat == "france" else "france"
        answer(it, {seat: "give france kamerun none; give italy kamerun none"})
        answer(it, {other: "disagree"})
    assert it.state.congress is not None
    assert it.state.congress.after_war
    to_the_end(it)
    assert it.holders("kamerun") == []
    assert it.status("germany", "kamerun") is Status.INFLUENCE
    assert wars(it) == []


def test_a_victorious_minor_takes_possession_with_one_point_armies() -> None:
    it = world()
    without_units(it, "italy")
    possess(it, "italy", "eritrea", "tunis")
    war = make.at_war(it, ("portugal",), ("italy",))
    change(it, war.id, conquered={"eritrea": "portugal"})
    army(it, "portugal", "eritrea", 3)
    end_test(it)
    to_the_end(it)
    assert it.status("portugal", "eritrea") is Status.POSSESSION
    assert armies(it, "eritrea") == {"portugal": (1,)}
    assert 3 in it.armies("portugal", "home_portugal")


def test_undecided_disputes_become_influence_without_tension() -> None:
    it = abroad()
    possess(it, "france", "soudan", status=Status.PROTECTORATE)
    possess(it, "germany", "soudan", status=Status.PROTECTORATE)
    offer(it, {"germany": STATUS_QUO})
    answer(it, {"france": "accept"})
    to_the_end(it)
    assert it.status("france", "soudan") is Status.INFLUENCE
    assert it.status("germany", "soudan") is Status.INFLUENCE
    assert it.state.tension == 0


def test_lesser_markers_of_neutrals_that_cannot_stand_beside_go_or_are_lowered() -> None:
    it = world()
    possess(it, "italy", "soudan", status=Status.INFLUENCE)
    possess(it, "japan", "soudan", status=Status.INTEREST)
    place_spoils(it, "soudan", {"germany": Status.PROTECTORATE})
    assert it.status("italy", "soudan") is Status.INTEREST
    assert it.status("japan", "soudan") is Status.INTEREST
    place_spoils(it, "soudan", {"germany": Status.POSSESSION})
    assert list(it.markers("soudan")) == ["germany"]


def test_surrendered_units_and_units_at_sea_go_home() -> None:
    it = abroad()
    war = make.now(it)
    change(it, war.id, surrendered=(WarUnit("germany", ARMY, "", 10),))
    navy(it, "germany", "south_atlantic", 3)
    army(it, "germany", "south_atlantic", 1)
    offer(it, {"germany": STATUS_QUO})
    answer(it, {"france": "accept"})
    to_the_end(it)
    assert it.armies("germany", "home_germany") == (10, 1)
    assert it.navies_at("germany", "home_germany") == (3,)


def test_units_without_right_go_to_a_legal_place_of_their_owners_choice() -> None:
    it = abroad()
    army(it, "germany", "gabon", 1)
    offer(it, {"germany": STATUS_QUO})
    answer(it, {"france": "accept"})
    ask, frame = question(it)
    assert frame.step == "to_legal_place"
    assert ask.default_answer(it, frame, "germany") == "retreat army 1 gabon home_germany"
    answer(it, {"germany": "retreat army 1 gabon kamerun"})
    assert it.armies("germany", "kamerun") == (3, 1)


def test_the_absent_victor_takes_what_the_loser_had() -> None:
    it = abroad()
    without_units(it, "france")
    end_test(it)
    leave(it)
    assert it.status("germany", "gabon") is Status.POSSESSION


@pytest.mark.parametrize("phase_mode", ["open", "sealed"])
def test_a_whole_war_from_its_declaration_to_its_end(phase_mode: str) -> None:
    it = world(phase_mode=phase_mode)
    give_cause(it, "yellow_press", "united_states", "spain")
    call(it, "war")
    key = "declare united_states spain"
    answer(it, {"united_states": key})
    asked = 0
    while it.state.stack:
        leave(it)
        asked += 1
        assert asked < 200
    assert wars(it) == []
    assert log(it, "log.war_over")
    assert it.state.tension >= 7


def test_units_come_home_in_the_order_of_their_powers() -> None:
    """What is on the map stands in the order of its coming, and a saved game shows it: it must not
    depend on the machine."""
    here = world()
    powers = tuple(here.board.home)
    without_units(here, *powers)
    war = make.at_war(here, powers[:6], powers[6:])
    for power in powers:
        navy(here, power, "north_atlantic", 3)
    bring_home(here, war.id, reversed(powers))
    homes = [place_of(where) for where in here.state.navies]
    assert homes == [here.home(power) for power in reversed(powers)]
