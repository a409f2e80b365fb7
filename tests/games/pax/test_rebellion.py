"""Chinese rebellion (11.2), point by point."""

from __future__ import annotations

from entente.games.pax.belligerents import change, need, open_war, wars
from entente.games.pax.board import CHINA, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.empires.chinese_rebellion import place_chinese_armies, second_alliance
from entente.games.pax.records.war import REBELLION, War
from entente.games.pax.war.imperial_armies import (
    advance,
    empire_retreats,
    fall_back,
    native_strength,
    next_step,
    theatre,
)
from entente.kernel import step
from tests.games.pax.worlds import (
    answer,
    armies,
    army,
    call,
    clear,
    leave,
    log,
    question,
    run,
    world,
)

PROTECTORATE, POSSESSION, INFLUENCE = Status.PROTECTORATE, Status.POSSESSION, Status.INFLUENCE


def rebellion(made: PaxContext, *members: str) -> War:
    """A rebellion under way, without Chinese armies yet."""
    return open_war(made, REBELLION, [(CHINA,), members], theatre(made, CHINA, ()))


def until(made: PaxContext, name: str) -> None:
    """Leave every decision to its default until this one."""
    for _ in range(200):
        if not made.state.stack or question(made)[1].step == name:
            return
        leave(made)
    raise AssertionError(f"{name} is never asked")


def fight(made: PaxContext, war: War, area: str) -> None:
    """China attacks in an area; every choice is left to its default."""
    call(made, step("empire_attack", war=war.id, area=area))
    until(made, "")


# -- 11.2.1: the second alliance


def test_members_have_influence_or_control_in_the_empire_or_its_vassals() -> None:
    made = world()
    made.put_marker("france", "indochina", INFLUENCE)
    made.put_marker("germany", "shan_tung", Status.INTEREST)
    made.put_marker("russia", "manchuria", PROTECTORATE)
    assert second_alliance(made) == ["great_britain", "france", "russia"]


def test_enemies_elsewhere_are_allies_in_a_rebellion() -> None:
    made = world()
    open_war(made, "war", [("great_britain",), ("russia",)])
    made.put_marker("russia", "manchuria", PROTECTORATE)
    made.state.rebellion = True
    made.state.chance.script = [1, 2]
    call(made, "rebellion")
    (war,) = wars(made, REBELLION)
    assert war.camps == ((CHINA,), ("great_britain", "russia"))


def test_france_moves_a_minor_russia_and_britain_a_minor_japan() -> None:
    made = world(4)
    made.put_marker("russia", "manchuria", PROTECTORATE)
    made.put_marker("japan", "korea", INFLUENCE)
    made.state.rebellion = True
    made.state.chance.script = [1, 5]
    call(made, "rebellion")
    (war,) = wars(made, REBELLION)
    assert war.leaders == {"russia": "france", "japan": "great_britain"}
    assert "france" not in war.entered
    ask, frame = question(made)
    assert frame.step == "manoeuvre"
    menu = ask.menu(made, frame, "france")
    assert "move russia army 10 home_russia manchuria" in menu
    assert not any(" great_britain " in action or " france " in action for action in menu)


def test_other_minors_are_moved_by_an_ally() -> None:
    made = world()
    made.put_marker("netherlands", "formosa", INFLUENCE)
    made.state.rebellion = True
    made.state.chance.script = [1, 2]
    call(made, "rebellion")
    ask, frame = question(made)
    assert frame.step == "choose_leader"
    assert ask.seats(made, frame) == ("great_britain",)
    leave(made)
    assert wars(made, REBELLION)[0].leaders == {"netherlands": "great_britain"}


def test_a_minor_without_influence_takes_no_part() -> None:
    made = world(4)
    made.put_marker("japan", "korea", Status.INTEREST)
    assert "japan" not in second_alliance(made)


# -- 11.2.2: the Chinese armies


def test_a_die_for_their_number_and_one_for_each_place() -> None:
    made = world()
    made.state.chance.script = [3, 1, 1, 6]
    place_chinese_armies(made)
    assert armies(made, "manchuria") == {CHINA: (5, 5)}
    assert armies(made, "kwang_si") == {CHINA: (5,)}


def test_none_appears_in_a_possession_but_in_a_protectorate_it_may() -> None:
    made = world()
    made.put_marker("russia", "manchuria", POSSESSION)
    made.put_marker("germany", "shan_tung", PROTECTORATE)
    made.state.chance.script = [2, 1, 3, 1, 1, 2]
    place_chinese_armies(made)
    assert not armies(made, "manchuria")
    assert armies(made, "shan_tung") == {CHINA: (5,)}
    assert armies(made, "central_china") == {CHINA: (5,)}


def test_if_all_six_are_possessions_they_appear_elsewhere_in_the_empire() -> None:
    made = world()
    for area in made.board.tables.tables.chinese_armies.areas:
        made.put_marker("great_britain", area, POSSESSION)
    made.state.chance.script = [4]
    place_chinese_armies(made)
    places = made.army_places(CHINA)
    assert sum(len(made.armies(CHINA, place)) for place in places) == 4
    empire = made.board.of_type("chinese_empire")
    assert all(p in empire and not made.controllers(p) for p in places)


# -- 11.2.3: rounds


def test_china_is_always_first_and_colonial_armies_enter_every_area() -> None:
    made = world()
    made.state.rebellion = True
    made.state.chance.script = [1, 2]
    call(made, "rebellion")
    ask, frame = question(made)
    assert frame.step == "manoeuvre"  # no initiative was rolled; China has moved
    assert not armies(made, "central_china")
    menu = ask.menu(made, frame, "great_britain")
    assert "move great_britain army 1 hong_kong fukien" in menu
    assert "move great_britain army 1 hong_kong kwang_si" in menu


def test_a_line_of_support_runs_through_the_empire_where_no_chinese_stand() -> None:
    made = world()
    clear(made, "hong_kong")
    war = rebellion(made, "russia")
    army(made, "russia", "inner_mongolia", 3)
    army(made, CHINA, "kansu", 5)
    call(made, step("campaign_support", war=war.id))
    assert armies(made, "inner_mongolia") == {"russia": (3,)}
    army(made, CHINA, "manchuria", 5)
    army(made, CHINA, "mongolia", 5)
    army(made, CHINA, "central_china", 5)
    call(made, step("campaign_support", war=war.id))
    assert not armies(made, "inner_mongolia")
    assert armies(made, "kansu") == {CHINA: (5,)}  # China is not tested


def test_each_round_raises_the_tension_without_blame() -> None:
    made = world()
    made.state.rebellion = True
    made.state.chance.script = [1, 1]
    call(made, "rebellion")
    while wars(made)[0].round < 2:
        leave(made)
    (rise,) = [rise for rise in made.state.rises if rise.kind == "war_round"]
    assert (rise.amount, rise.seat) == (2, None)


# -- 11.2.4: Chinese movement


def test_with_a_colonial_army_in_its_area_it_stays() -> None:
    made = world()
    war = rebellion(made, "great_britain")
    army(made, CHINA, "hong_kong", 5)
    army(made, "great_britain", "fukien", 3)
    advance(made, war)
    assert CHINA in armies(made, "hong_kong")


def test_it_goes_a_step_towards_the_nearest_colonial_army() -> None:
    made = world()
    war = rebellion(made, "great_britain", "russia")
    army(made, CHINA, "manchuria", 5)
    army(made, "russia", "mongolia", 1)
    advance(made, war)
    assert armies(made, "mongolia") == {"russia": (1,), CHINA: (5,)}


def test_only_colonial_armies_in_the_empire_count_and_it_never_leaves_it() -> None:
    made = world()
    war = rebellion(made, "great_britain", "russia")
    army(made, CHINA, "tibet", 5)  # the Indian Army is next to it
    assert next_step(made, war, "tibet") == "szech_wan"  # towards Hong Kong


def test_the_lot_decides_among_equals() -> None:
    made = world()
    war = rebellion(made, "great_britain", "russia")
    army(made, "russia", "shang_hai", 1)
    army(made, "russia", "shan_tung", 1)
    found = {next_step(made, war, "central_china") for _ in range(40)}
    assert found == {"shang_hai", "shan_tung"}


def test_areas_out_of_reach_do_not_attract_it() -> None:
    made = world()
    clear(made, "hong_kong")
    war = rebellion(made, "great_britain")
    army(made, "great_britain", "formosa", 1)
    assert next_step(made, war, "fukien") is None


# -- 11.2.5: Chinese attack


def test_all_chinese_attack_all_colonial_armies_together() -> None:
    made = world()
    clear(made, "hong_kong")
    made.put_marker("russia", "manchuria", PROTECTORATE)
    war = rebellion(made, "russia", "japan")
    army(made, CHINA, "manchuria", 5, 5)
    army(made, "russia", "manchuria", 3)
    army(made, "japan", "manchuria", 1, 1)
    made.state.chance.script = [6]  # 10 to 5, table 2: the defenders are gone
    fight(made, war, "manchuria")
    (line,) = log(made, "log.battle")
    assert (line["attack"], line["defence"]) == (10, 5)
    assert armies(made, "manchuria") == {CHINA: (5, 5)}


# -- 11.2.6: the strength of the areas


def test_an_area_without_control_adds_its_strength() -> None:
    made = world()
    clear(made, "hong_kong")
    made.put_marker("russia", "manchuria", INFLUENCE)
    war = rebellion(made, "russia")
    assert native_strength(made, war, "manchuria") == 5
    made.put_marker("russia", "manchuria", PROTECTORATE)
    assert native_strength(made, war, "manchuria") == 0


def test_a_chinese_attack_that_fails_with_ar_or_ae_defeats_the_area() -> None:
    made = world()
    war = rebellion(made, "russia")
    army(made, CHINA, "mongolia", 5)
    army(made, "russia", "mongolia", 10, 10)
    made.state.chance.script = [1]  # 6 to 20: AE
    fight(made, war, "mongolia")
    assert armies(made, "mongolia") == {"russia": (10, 10)}
    assert need(made, war.id).defeated == ("mongolia",)


def test_a_chinese_exchange_does_not_defeat_the_area() -> None:
    made = world()
    war = rebellion(made, "russia")
    army(made, CHINA, "mongolia", 5)
    army(made, "russia", "mongolia", 3, 3)
    made.state.chance.script = [2]  # 6 to 6, table 2: EX, both are gone
    fight(made, war, "mongolia")
    assert not armies(made, "mongolia")
    assert need(made, war.id).defeated == ()


def test_a_colonial_attack_with_dr_or_de_defeats_the_area() -> None:
    made = world()
    war = rebellion(made, "russia")
    army(made, CHINA, "mongolia", 5)
    army(made, "russia", "mongolia", 10, 10)
    made.state.chance.script = [6]  # 20 to 6: DE
    call(made, step("battle", war=war.id, kind="army", place="mongolia", powers="russia"))
    assert log(made, "log.battle")[0]["defence"] == 6
    assert need(made, war.id).defeated == ("mongolia",)
    assert native_strength(made, need(made, war.id), "mongolia") == 0


def test_an_exchange_defeats_it_if_the_chinese_side_was_the_smaller() -> None:
    made = world()
    war = rebellion(made, "russia")
    army(made, CHINA, "mongolia", 5)
    army(made, "russia", "mongolia", 10, 3)
    made.state.chance.script = [1]  # 13 to 6, 2:1: EX
    call(made, step("battle", war=war.id, kind="army", place="mongolia", powers="russia"))
    until(made, "")
    assert need(made, war.id).defeated == ("mongolia",)
    assert armies(made, "mongolia") == {"russia": (3,)}  # ten for six


def test_an_exchange_of_equals_leaves_the_area_as_it_is() -> None:
    made = world()
    war = rebellion(made, "russia")
    army(made, CHINA, "mongolia", 5)
    army(made, "russia", "mongolia", 3, 3)
    made.state.chance.script = [2]  # 6 to 6: EX
    call(made, step("battle", war=war.id, kind="army", place="mongolia", powers="russia"))
    assert not armies(made, "mongolia")
    assert need(made, war.id).defeated == ()


def test_colonial_armies_attack_only_areas_with_a_chinese_army() -> None:
    """11.2, P23."""
    made = world()
    war = rebellion(made, "great_britain")
    clear(made, "hong_kong")
    army(made, "great_britain", "yunnan", 10)
    assert call(made, step("attack_phase", war=war.id, camp="great_britain")) is None
    assert need(made, war.id).defeated == ()


def test_by_the_option_an_area_alone_may_be_attacked() -> None:
    """P23."""
    made = world(attack_empty_china=True)
    war = rebellion(made, "great_britain")
    clear(made, "hong_kong")
    army(made, "great_britain", "yunnan", 10)
    call(made, step("attack_phase", war=war.id, camp="great_britain"))
    made.state.chance.script = [6]  # 10 to 3: DE
    answer(made, {"great_britain": "fight great_britain army yunnan"})
    until(made, "")
    assert need(made, war.id).defeated == ("yunnan",)


# -- 11.2.7: Chinese retreat


def test_it_retreats_to_areas_without_enemies_and_markers_first() -> None:
    made = world()
    war = rebellion(made, "great_britain", "russia")
    made.put_marker("russia", "mongolia", PROTECTORATE)
    made.put_marker("russia", "kansu", INFLUENCE)
    army(made, "russia", "central_china", 1)
    assert empire_retreats(made, war, "inner_mongolia") == ["kansu", "manchuria"]
    army(made, "russia", "kansu", 1)
    army(made, "russia", "manchuria", 1)
    assert empire_retreats(made, war, "inner_mongolia") == ["mongolia"]


def test_each_army_retreats_by_the_lot() -> None:
    made = world()
    war = rebellion(made, "great_britain")
    army(made, CHINA, "kansu", *[5] * 30)
    fall_back(made, war, "kansu")
    assert len(made.army_places(CHINA)) > 3
    assert not armies(made, "kansu")


def test_without_a_way_it_is_eliminated() -> None:
    made = world()
    war = rebellion(made, "great_britain")
    army(made, CHINA, "port_arthur", 5)
    army(made, "great_britain", "manchuria", 1)
    fall_back(made, war, "port_arthur")
    assert made.army_places(CHINA) == ()


def test_an_ar_sends_the_chinese_back_by_their_rule() -> None:
    made = world()
    war = rebellion(made, "russia")
    army(made, CHINA, "port_arthur", 5)
    army(made, "russia", "port_arthur", 10)
    made.state.chance.script = [4]  # 6 to 10, 1:2 on table 2: AR
    fight(made, war, "port_arthur")
    assert armies(made, "manchuria") == {CHINA: (5,)}
    assert need(made, war.id).defeated == ("port_arthur",)


# -- 11.2.8: markers


def test_markers_go_where_chinese_stand_without_colonial_armies() -> None:
    made = world()
    war = rebellion(made, "great_britain", "russia", "germany")
    made.put_marker("russia", "manchuria", PROTECTORATE)
    made.put_marker("germany", "manchuria", Status.INTEREST)
    made.put_marker("germany", "shan_tung", PROTECTORATE)
    army(made, CHINA, "manchuria", 5)
    army(made, CHINA, "shan_tung", 5)
    army(made, "germany", "shan_tung", 1)
    call(made, step("lose_markers", war=war.id))
    assert not made.markers("manchuria")
    assert native_strength(made, war, "manchuria") == 5
    assert made.holds("germany", "shan_tung")


# -- 11.2.9: the end


def test_without_a_colonial_army_all_markers_go_and_the_index_is_zero() -> None:
    made = world()
    made.state.resentment = 84
    made.put_marker("france", "indochina", INFLUENCE)
    made.put_marker("germany", "shan_tung", Status.INTEREST)
    war = rebellion(made, "great_britain", "france")
    clear(made, "korea")
    made.remove_unit("great_britain", "army", "hong_kong", 1)
    army(made, CHINA, "kansu", 5)
    call(made, step("rebellion_end_test", war=war.id))
    assert not any(made.markers(area) for area in made.board.chinese)
    assert made.state.resentment == 0
    assert made.army_places(CHINA) == ()
    assert wars(made) == []


def test_an_army_in_hong_kong_keeps_it_going() -> None:
    made = world()
    war = rebellion(made, "great_britain")
    army(made, CHINA, "kansu", 5)
    call(made, step("rebellion_end_test", war=war.id))
    assert need(made, war.id).round == 1


def test_without_a_chinese_army_the_colonial_powers_have_won() -> None:
    made = world()
    made.state.resentment = 84
    war = rebellion(made, "great_britain")
    call(made, step("rebellion_end_test", war=war.id))
    assert made.holds("great_britain", "hong_kong")
    assert made.state.resentment == 0
    assert wars(made) == []


def formosa(made: PaxContext) -> War:
    """Only Formosa is left to Britain, and the Chinese stand in Kansu."""
    clear(made, "hong_kong")
    made.put_marker("great_britain", "hong_kong", POSSESSION)
    made.put_marker("great_britain", "formosa", PROTECTORATE)
    made.put_marker("japan", "korea", INFLUENCE)
    army(made, "great_britain", "formosa", 1)
    army(made, CHINA, "kansu", 5)
    return rebellion(made, "great_britain", "japan")


def test_those_the_chinese_cannot_reach_may_agree_to_end_it() -> None:
    made = world()
    war = formosa(made)
    call(made, step("rebellion_end_test", war=war.id))
    ask, frame = question(made)
    assert (frame.step, ask.seats(made, frame)) == ("end_campaign", ("great_britain",))
    answer(made, {"great_britain": "end"})
    assert made.holds("great_britain", "formosa")
    assert not made.markers("hong_kong")
    assert not made.markers("korea")
    assert made.state.resentment == 0
    assert wars(made) == []


def test_all_with_armies_there_must_agree() -> None:
    made = world()
    war = formosa(made)
    army(made, "japan", "formosa", 1)
    call(made, step("rebellion_end_test", war=war.id))
    answer(made, {"great_britain": "end", "japan": "continue"})
    assert need(made, war.id).round == 1


def test_after_three_rounds_without_an_attack_it_ends_in_the_same_way() -> None:
    """P24."""
    made = world()
    war = formosa(made)
    call(made, step("campaign_round", war=war.id))
    for _ in range(30):
        if not made.state.stack:
            break
        frame = question(made)[1]
        answer(made, {"great_britain": "continue"}) if frame.step == "end_campaign" else leave(made)
    assert wars(made) == []
    assert len([rise for rise in made.state.rises if rise.kind == "war_round"]) == 3
    assert made.holds("great_britain", "formosa")
    assert not made.markers("hong_kong")


def far_from_burma(rules: str) -> PaxContext:
    """A Chinese army in Port Arthur comes for the British in Burma, who do not move."""
    made = world(rules=rules)
    clear(made, "hong_kong")
    made.put_marker("great_britain", "burma", PROTECTORATE)
    army(made, "great_britain", "burma", 10, 10)
    army(made, CHINA, "port_arthur", 5)
    war = rebellion(made, "great_britain")
    call(made, step("campaign_round", war=war.id))
    for _ in range(30):
        if not wars(made) or need(made, war.id).round == 4:
            break
        leave(made)
    return made


def test_every_round_without_an_attack_counts() -> None:
    """P69: also one in which the Chinese have come nearer; after three the rebellion is over."""
    made = far_from_burma("3")
    assert wars(made) == []
    assert made.state.tension == 6
    assert made.army_places(CHINA) == ()


def test_by_the_earlier_rules_rounds_in_which_the_chinese_come_nearer_do_not_count() -> None:
    made = far_from_burma("2")
    assert wars(made)[0].quiet == 0
    assert made.army_places(CHINA) == ("yunnan",)


def test_a_rebellion_without_opponents_ends_after_a_round() -> None:
    made = world()
    clear(made, "hong_kong")
    made.put_marker("germany", "shan_tung", Status.INTEREST)
    made.state.rebellion = True
    made.state.resentment = 60
    made.state.chance.script = [6, 1, 2, 3, 4, 5, 6]
    assert call(made, "rebellion") is None
    assert not made.markers("shan_tung")
    assert (made.state.resentment, made.state.tension) == (0, 2)


# -- 11.2.11: units afterwards


def test_units_without_right_go_to_a_legal_place_or_home() -> None:
    made = world()
    war = rebellion(made, "great_britain", "russia")
    army(made, "russia", "kansu", 3)
    army(made, "great_britain", "kwang_si", 1)
    call(made, step("rebellion_end_test", war=war.id))
    ask, frame = question(made)
    assert frame.step == "to_legal_place"
    assert "retreat army 1 kwang_si hong_kong" in ask.menu(made, frame, "great_britain")
    answer(made, {"great_britain": "retreat army 1 kwang_si hong_kong"})
    until(made, "")
    assert armies(made, "hong_kong") == {"great_britain": (1, 1)}
    assert not armies(made, "kansu")
    assert 3 in made.armies("russia", "home_russia")


def test_surrendered_units_and_units_at_sea_come_home() -> None:
    made = world()
    war = rebellion(made, "great_britain")
    army(made, "great_britain", "south_china_sea", 3)
    army(made, "great_britain", "mongolia", 1)
    army(made, CHINA, "kansu", 5)
    call(made, step("campaign_support", war=war.id))
    before = len(made.armies("great_britain", "home_great_britain"))
    change(made, war.id, quiet=0)
    made.remove_unit(CHINA, "army", "kansu", 5)
    call(made, step("rebellion_end_test", war=war.id))
    until(made, "")
    assert len(made.armies("great_britain", "home_great_britain")) == before + 2
    assert run(made) is None
