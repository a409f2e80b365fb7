"""Where rules meet: section 15, what PROVENANCE settles, and events inside events."""

from __future__ import annotations

import pytest

from entente.games.turmoil.events import unplayable
from entente.games.turmoil.tension import status
from entente.games.turmoil.war import participants, war_modifier
from tests.games.turmoil.table import A, L, Table

BATTLEGROUNDS = ("moscow", "poland", "saint_petersburg")


def three_monarchs() -> Table:
    """Wilhelm II and Nicolas II are the Authoritarian's from the start; now the Dual Monarchy."""
    return Table().put("dual_monarchy", 0, 2)


def calm_scoring(table: Table) -> Table:
    """The Authoritarian scores France; two stability cards without effect, a crisis die of 1."""
    table.give(A, 6, 13).give(L, 22).to_play(A).dice(1).do("score C6")
    return table.choose(authoritarian="choose S20", liberal="choose S9")


# -- section 15: the naval race


def test_scoring_cards_are_no_use_in_the_naval_race() -> None:
    """15, Naval Arms Race."""
    table = Table().give(L, 6, 22).to_play(L)
    assert "naval C22" in table.menu
    assert table.refusal("naval C6").message.key == "refusal.scoring_card"


def test_tirpitz_takes_the_reward_of_both_boxes() -> None:
    """15, Von Tirpitz: 2 VP for the Bellerophon class, then the Helgoland action."""
    table = Table().navies(0, 2).dice(1).event(1, A)
    table.do("remove wilhelm_ii", "remove wilhelm_ii")
    assert (table.state.navy[A], table.state.vp) == (4, -2)
    assert [line["box"] for line in table.log_lines("advantage")] == ["box4"]


def test_tirpitz_leaves_the_first_box_while_attempts_fail_there() -> None:
    """15, Naval Arms Race; PROVENANCE 29."""
    table = Table().give(A, 1).to_play(A).dice(6).do("naval C1")
    assert table.state.navy[A] == 0
    table = Table().dice(1).event(1, A).do("remove wilhelm_ii")
    assert table.state.navy[A] == 1


def test_the_german_navy_may_attempt_once_it_is_out_of_the_first_box() -> None:
    """PROVENANCE 29: both navies, not the British alone; 1 + 4 + 1 reach the 5 of Nassau."""
    table = Table().navies(0, 1).give(A, 1).to_play(A).dice(1).do("naval C1")
    assert table.state.navy[A] == 2


def test_a_helgoland_action_needs_a_card() -> None:
    """15, Helgoland: after Eight Nation Alliance the hand may be empty."""
    table = Table().navies(4, 0).set(round=7).give(L, 17, 21).give(A, 13).to_play(L)
    table.do("cancel C21", *["place picardy"] * 3)
    assert (table.state.turn, table.asked.seat) == (2, A)


def test_nassau_lowers_cards_of_either_ideology() -> None:
    """15, Nassau: what counts is who plays the card; 3 OPs of a Liberal card become 2."""
    table = Table().navies(2, 0).give(A, 38).to_play(A).do("ops C38", "after")
    assert table.asked.prompt.args["left"] == 2


def test_nassau_does_not_lower_the_opponent_s_event() -> None:
    """15, Nassau, and our 15.4: Magyarization checks with its 3 OPs in the other's round."""
    table = Table().navies(0, 2).give(A, 12).to_play(A).do("ops C12", "before")
    assert (table.asked.seat, table.asked.prompt.args["ops"]) == (L, 3)


def test_u_boats_catch_up_without_reward() -> None:
    """15, U-Boat Offensive: 2 VP are its price, the boxes give nothing."""
    table = at_war().navies(5, 2).do("mobilize G6", "mobilize A3", "mobilize O3", "u_boats")
    table.do("mobilize F5", "mobilize E5", "mobilize R3", "mobilize B2")
    assert table.asked.step == "place"
    assert (table.state.navy[A], table.state.vp) == (5, 2)


def test_u_boats_that_pass_the_high_water_mark_send_it_back() -> None:
    """6.3.8: it returns to the pool when the German Navy advances beyond it."""
    table = at_war().navies(5, 2).set(high_water=3)
    table.do("mobilize G6", "mobilize A3", "mobilize O3", "u_boats")
    table.do("mobilize F5", "mobilize E5", "mobilize R3", "mobilize B2")
    assert (table.state.navy[A], table.state.high_water) == (5, 0)


# -- section 15: scoring


def test_boxes_and_libya_are_worth_nothing() -> None:
    """15, Independent Spaces: 3 for presence, 1 each for Morocco, Algeria and Tunisia."""
    table = Table().clear().put("picardy", 2, 0).put("libya", 2, 0)
    for space in ("morocco", "algeria", "tunisia"):
        table.put(space, 3, 0)
    assert calm_scoring(table).state.vp == 6


def test_enver_pasha_gives_nothing_in_the_final_scoring() -> None:
    """15, Enver Pasha (48): no stability cards are played there."""
    table = Table().put("macedonia", 0, 2).lasting(48, A).set(turn=10, round=8)
    table.give(L, 22).to_play(L).do("event C22", "place silesia", "place silesia")
    assert table.state.outcome is not None
    assert table.log_lines("stability") == []


def test_a_scoring_that_is_called_off_uses_enver_pasha_up() -> None:
    """15, Enver Pasha (48): the repeated scoring gives the Authoritarian one card only."""
    table = Table().put("macedonia", 0, 2).put("montenegro", 2, 0).lasting(48, A)
    table.give(A, 43, 13).give(L, 22, 33).to_play(A).do("score C43")
    table.choose(authoritarian="choose S17", liberal="choose S4")
    assert table.asked.step == "choose_more"
    table.do("choose S12", "place greece")
    assert table.where_is(43) == A
    assert {"S12", "S17"} <= set(table.state.stability[A])
    table.to_play(A).dice(1).do("score C43")
    table.choose(authoritarian="choose S17", liberal="choose S9")
    assert [line["card"] for line in table.log_lines("stability")] == ["S9", "S17"]


def test_a_stability_card_may_be_spoilt_by_the_opponent_s() -> None:
    """15, Stability cardplay: its condition is tested when it is played, and it is used up."""
    table = Table().clear().put("vienna", 0, 3).put("viennese_secession", 1, 0)
    table.give(A, 7, 13).give(L, 22).to_play(A).dice(1).do("score C7")
    table.choose(authoritarian="choose S18", liberal="choose S7").do("strike vienna")
    assert table.log_lines("stability_fails") == [{"card": "S18"}]
    assert "S18" not in table.state.stability[A]


def test_secret_treaty_clauses_may_discard_a_scoring_card() -> None:
    """15, Stability Card clarifications."""
    table = Table().put("algeria", 0, 3).put("tunisia", 0, 2).give(A, 6, 8).give(L, 22)
    table.to_play(A).dice(1).do("score C6")
    table.choose(authoritarian="choose S14", liberal="choose S9").do("discard C8")
    assert table.where_is(8) == "discard"


def test_the_first_crisis_roll_of_the_example() -> None:
    """15, Example of play: -4 and -2 for the Three Emperor League; a 5 makes -1."""
    table = Table().give(A, 6, 13).give(L, 22).to_play(A).dice(5).do("score C6")
    table.choose(authoritarian="choose S20", liberal="choose S9")
    assert table.log_lines("crisis") == [{"die": 5, "tension": 0, "status": -6, "total": -1}]


# -- section 15: strategy cards


def test_eight_nation_alliance_leaves_both_cards_in_the_discard_pile() -> None:
    """15, Eight Nation Alliance (17): even a card with an asterisk; no VP is given."""
    table = Table().give(L, 17, 1).to_play(L).do("cancel C1", *["place picardy"] * 4)
    assert (table.where_is(17), table.where_is(1)) == ("discard", "discard")
    assert (table.state.vp, table.state.tension) == (0, 0)


def test_eight_nation_alliance_alone_gives_the_opponent_a_point() -> None:
    """15, Eight Nation Alliance (17)."""
    table = Table().give(L, 17).to_play(L).do("ops C17", "place picardy", "place picardy")
    assert table.state.vp == -1


@pytest.mark.parametrize("number", [18, 56, 105])
def test_a_card_that_is_out_of_the_game_cannot_be_picked(number: int) -> None:
    """15, Bernhard von Bulow (18), Control over the Channel (56), Rosa Luxemburg (105)."""
    side = A if number == 18 else L
    table = three_monarchs().navies(1, 0).discarded(10, 19).dice(6)
    table.set(discard=["C10"], removed=["C19"]).event(number, side)
    assert table.menu == ["pick C10"]


@pytest.mark.parametrize(("number", "side", "navies"), [(35, A, (0, 5)), (36, L, (5, 0))])
def test_absolutism_and_march_of_history_do_not_count_for_themselves(
    number: int, side: str, navies: tuple[int, int]
) -> None:
    """15, Absolutism (35) and March of History (36), played for both with the Colossus class."""
    table = Table().navies(*navies).give(side, number).to_play(side)
    table.do(f"both C{number}", "before")
    assert table.asked.prompt.args["left"] == 3


def test_dreyfus_rehabilitated_removes_authoritarian_support() -> None:
    """15, Dreyfus Rehabilitated (41)."""
    table = Table().put("french_writers", 3, 0).put("french_armed_forces", 1, 3)
    table.put("dijon", 1, 1).event(41, L)
    assert table.sp("french_armed_forces") == (1, 1)
    assert table.menu == [
        f"remove {space}" for space in ("french_catholic_church", "dijon", "colonials")
    ]
    table.do("remove dijon")
    assert table.sp("dijon") == (1, 0)


@pytest.mark.parametrize("number", [5, 16, 40])
def test_a_joint_card_is_used_for_its_event_or_its_ops(number: int) -> None:
    """15, Blue/Gold cards: its OPs are spent and nothing of its event happens."""
    table = Table().give(A, number).to_play(A).do(f"ops C{number}")
    assert table.asked.step == "operations"
    while table.asked.step == "operations":
        table.do("place wilhelm_ii")
    assert table.state.lasting == {}
    assert table.log_lines("event") == []
    assert table.where_is(number) == "discard"


def test_the_dreyfus_affair_doubles_ops_and_not_events() -> None:
    """15, Dreyfus Affair (5): 2 SP of the Franco-Russian Alliance, but 1 SP for 2 OPs."""
    table = Table().lasting(5, A).event(26, L).do("place nice", "place nice")
    assert table.sp("nice") == (2, 0)
    table = Table().lasting(5, A).give(L, 22).to_play(L).do("ops C22", "place nice")
    assert table.sp("nice") == (1, 0)
    assert table.asked.step == "play_card"


def test_an_event_that_cannot_be_played_leaves_the_ops() -> None:
    """15, Second International (3): at Tension 3 the Liberal gains nothing."""
    table = Table().set(tension=3).give(A, 3).to_play(A).do("ops C3", "before")
    assert (table.asked.seat, table.asked.prompt.args["left"]) == (A, 2)
    table.do("place wilhelm_ii", "place wilhelm_ii")
    assert table.where_is(3) == "discard"


def test_esterhazy_discards_a_scoring_card_without_effect() -> None:
    """15, Ferdinand Esterhazy (37)."""
    table = Table().give(L, 6).event(37, A)
    assert (table.where_is(6), table.state.vp) == ("discard", 0)
    assert table.log_lines("crisis") == []


def test_viscount_grey_makes_two_checks_in_different_spaces() -> None:
    """15, Viscount Grey (55); Moscow does not protect Nicolas II."""
    table = Table().set(turn=4).put("moscow", 0, 3).event(55, L).dice(1, 1)
    assert table.asked.prompt.args["left"] == 3
    table.do("check nicolas_ii")
    assert [line["enemies"] for line in table.log_lines("check")] == [0]
    assert table.refusal("check nicolas_ii").message.key == "refusal.same_check"
    assert table.refusal("place paris").message.key == "refusal.other_use"
    table.do("check wilhelm_ii")
    assert table.asked.step != "operations"


def test_state_secularism_takes_away_links_and_adds_none() -> None:
    """15, State Secularism (2); PROVENANCE 13."""
    table = Table()
    before = table.t.land.near
    table.event(2, L)
    after = table.t.land.near
    church = "french_catholic_church"
    for space in ("french_writers", "paris", "french_armed_forces", "alsace_lorraine"):
        assert set(after[space]) == set(before[space]) - {church}
    assert church not in table.t.land.spaces


def test_event_support_may_enter_a_space_that_the_opponent_controls() -> None:
    """15, Adding Event SPs: Foreign Investments reach Nicolas II, 2 of them."""
    table = Table().event(11, L)
    table.do("shift picardy nicolas_ii", "shift picardy nicolas_ii")
    assert table.sp("nicolas_ii") == (2, 4)
    assert "shift bavaria moscow" in table.menu
    assert "shift bavaria nicolas_ii" not in table.menu


def test_a_support_check_needs_nothing_but_enemy_support() -> None:
    """15, Support Check: no own support anywhere near."""
    table = Table().clear().put("nicolas_ii", 0, 4).give(L, 22).to_play(L).do("ops C22")
    assert "check nicolas_ii" in table.menu


def test_all_cards_left_are_held_and_fewer_are_drawn() -> None:
    """15, End of Turn: three cards kept, five drawn."""
    table = Table().set(round=7).give(A, 13, 30, 34).give(L, 9, 11, 33, 22).to_play(L)
    table.do("event C22", "place silesia", "place silesia")
    assert {"C13", "C30", "C34"} <= set(table.state.hand[A])
    assert {"C9", "C11", "C33"} <= set(table.state.hand[L])
    drawn = {str(line["side"]): line["cards"] for line in table.log_lines("draw")}
    assert all(isinstance(cards, list) and len(cards) == 5 for cards in drawn.values())


# -- section 15: the Great War


def at_war(*beside: str) -> Table:
    """Mobilization: Russia, Britain and the Balkans against Germany, Austria and the Ottomans."""
    track = ["franco_russian_alliance", "entente_cordiale", "dual_alliance", "balkan_wars"]
    table = Table(war_mobilization=True).set(tension=5, track=track, beside=list(beside))
    return table.dice(6).event(49, A)


@pytest.mark.parametrize(
    ("italy", "allied", "net"),
    [
        ((3, 0), True, 1),
        ((0, 3), True, 3),
        ((0, 0), True, 2),
        ((3, 0), False, -1),
        ((0, 3), False, 1),
        ((0, 0), False, 0),
    ],
)
def test_the_value_of_italy_to_the_central_powers(
    italy: tuple[int, int], allied: bool, net: int
) -> None:
    """15, Great War Resolution: the table of net bonuses."""
    track = ["russian_collapse", *(["triple_alliance"] if allied else [])]
    table = Table().clear().put("italy", *italy).set(track=track)
    assert war_modifier(table.t, A) - war_modifier(table.t, L) == net


def test_italy_and_constantinople_together_are_worth_one() -> None:
    """15, Great War Resolution: held by one side 1, one each 0."""
    table = Table().clear().set(track=["russian_collapse"])
    table.put("italy", 0, 3).put("constantinople", 0, 3)
    assert war_modifier(table.t, A) - war_modifier(table.t, L) == 1
    table.put("constantinople", 3, 0)
    assert war_modifier(table.t, A) - war_modifier(table.t, L) == 0


def test_without_a_treaty_britain_stays_out() -> None:
    """15, Great War Participants."""
    table = Table()
    assert "britain" not in participants(table.t)
    assert participants(table.set(beside=["schlieffen"]).t)["britain"] == L


def test_the_day_15_attack_means_the_kaiser_s_plan() -> None:
    """15, Mobilization: 2 VP more for Kaiser Wilhelm's Plan (G6), 1 less for the Liberal."""
    table = at_war().do("mobilize G6", "mobilize A3", "mobilize O3", "no_u_boats")
    table.do("mobilize F2", "mobilize E5", "mobilize R2", "mobilize B3")
    assert [(line["side"], line["points"]) for line in table.log_lines("lose")] == [(L, 1)]
    assert next((line["side"], line["points"]) for line in table.log_lines("gain")) == (A, 4)


def test_plan_xv_lowers_what_france_first_cards_give() -> None:
    """15, "France First": Guns of August 6 - 1, British Expeditionary Force 1 - 1."""
    table = at_war("schlieffen").do("mobilize G4", "mobilize A3", "mobilize O3", "no_u_boats")
    table.do("mobilize F5", "mobilize E2", "mobilize R3", "mobilize B3", "place paris")
    assert [(line["side"], line["points"]) for line in table.log_lines("gain")] == [(A, 5)]
    table.do("remove picardy", "remove picardy")
    assert table.asked.step == "place"
    assert table.log_lines("gain") == []


# -- PROVENANCE: map and cards


def test_switzerland_is_a_bourgeoisie_space() -> None:
    """PROVENANCE 5: Status Quo reaches it, Bernhard von Bülow does not count it."""
    assert "place switzerland" in Table().event(31, A).menu
    table = Table().put("switzerland", 0, 5).give(A, 18).to_play(A)
    assert table.refusal("event C18").message.args == {"count": 2}


def test_attempted_neutrality_is_a_liberal_event() -> None:
    """PROVENANCE 8: an Authoritarian who plays it for OPs brings it about."""
    table = Table().forced_event(104, A)
    assert table.asked.seat == L
    table.do("place sweden", "place italy", "place denmark")
    assert [table.sp(space) for space in ("sweden", "italy", "denmark")] == [(1, 0)] * 3


@pytest.mark.parametrize(("beside", "bonus"), [(["schlieffen"], 2), ([], 0)])
def test_us_interventionism_counts_when_britain_takes_part(beside: list[str], bonus: int) -> None:
    """PROVENANCE 9: also without Entente Cordiale, never without Britain."""
    table = Table().clear().set(track=["russian_collapse"], beside=[*beside, "us_interventionism"])
    table.set(alliance=participants(table.t))
    assert war_modifier(table.t, L) == bonus


def test_nothing_of_winston_churchill_lasts() -> None:
    """PROVENANCE 12."""
    table = Table().navies(1, 0).give(L, 22).event(70, L).do("done")
    assert table.where_is(70) == "removed"
    assert table.state.lasting == {}


def test_belgium_is_a_worker_and_an_annex_space() -> None:
    """PROVENANCE 14: Socialist Movements and Local Uprising both reach it."""
    table = Table().event(45, A).do("annex")
    assert table.t.land.icons["belgium"] == {"worker", "annex"}
    assert "place belgium" in table.event(22, L).menu
    table.do("place belgium", "place belgium")
    assert "place belgium" in table.event(71, L).menu


def test_the_funeral_of_edward_vii_reaches_every_monarch() -> None:
    """PROVENANCE 15: seven of them."""
    monarchs = "wilhelm_ii nicolas_ii dual_monarchy montenegro sweden italy constantinople"
    table = Table().set(tension=2).event(91, L)
    assert [table.state.support[L][space] for space in monarchs.split()] == [1] * 7
    assert table.sp("switzerland") == (1, 0)


def test_stolypin_adds_support_with_or_without_a_removal() -> None:
    """PROVENANCE 16."""
    table = Table().put("crimea", 2, 0).event(89, A)
    assert [table.sp(space) for space in ("belarus", "ukraine", "crimea")] == [
        (0, 1),
        (0, 1),
        (1, 1),
    ]


def test_freedom_and_accord_gives_four_at_most() -> None:
    """PROVENANCE 17."""
    table = Table().happened(47).put("constantinople", 6, 0).event(92, L)
    assert table.asked.prompt.args["left"] == 4


def test_henry_wilson_needs_the_entente_cordiale() -> None:
    """PROVENANCE 18."""
    table = Table().give(L, 66).to_play(L)
    assert table.refusal("event C66").message.key == "refusal.needs"
    assert "event C66" in table.happened(10).menu


def test_the_modified_die_of_tsarist_repression_decides() -> None:
    """PROVENANCE 19 and our 15.3: a 5 is a 6 in the Edwardian era."""
    table = Table().set(turn=4).dice(5).event(24, A)
    assert table.menu == [
        f"shift {space} saint_petersburg" for space in ("siberia", "russian_bourgeoisie")
    ]


def test_the_radical_party_is_founded_in_france() -> None:
    """PROVENANCE 20."""
    table = Table().event(14, L)
    spaces = {action.split()[1] for action in table.menu if action != "done"}
    assert spaces == set(table.t.land.regions["france"]) - {"french_catholic_church"}


# -- PROVENANCE: the Great War track, eras, OPs


def test_german_army_expansion_has_a_box_of_its_own() -> None:
    """PROVENANCE 23."""
    table = Table().event(102, A)
    assert table.state.track == ["three_emperor_league"]
    assert table.state.beside == ["german_army_expansion"]


def test_russian_collapse_ends_the_modifier_of_the_league() -> None:
    """PROVENANCE 25: -4 in place of -6; the track is no longer."""
    table = Table()
    for space in BATTLEGROUNDS:
        table.put(space, 3, 0)
    table.dice(1).event(61, A)
    assert table.state.track == ["russian_collapse"]
    assert status(table.t) == -4


def test_the_balkan_wars_marker_counts_once() -> None:
    """PROVENANCE 26: two markers, -3 - 2 + 1."""
    table = Table().dice(1).event(87, A)
    while table.asked.step == "remove":
        table.do(table.menu[0])
    table.dice(1).event(90, L).do("rise serbia")
    assert table.state.track == ["three_emperor_league", "balkan_wars"]
    assert status(table.t) == -4


def test_strategy_cards_change_ops_before_the_nassau_class() -> None:
    """PROVENANCE 27, 6.3.9: Absolutism makes 3 of 2, Nassau 2 of 3."""
    table = Table().navies(2, 0).lasting(35, A).give(A, 13).to_play(A).do("ops C13")
    assert table.asked.prompt.args["left"] == 2


def test_balkan_federation_changes_ops_before_the_nassau_class() -> None:
    """PROVENANCE 27, 6.3.9: 2 OPs and 1 for the Balkans are 3; Nassau takes 1."""
    table = Table().navies(0, 2).lasting(84, L).give(L, 22).to_play(L).do("ops C22", "balkans")
    assert table.asked.prompt.args["left"] == 2


def test_balkan_federation_and_stymied_are_added_up() -> None:
    """7.3.1: in aggregate, 1 - 1 + 1."""
    table = Table().lasting(84, L).lasting(16, A).give(L, 2).to_play(L).do("ops C2", "balkans")
    assert table.asked.prompt.args["left"] == 1


@pytest.mark.parametrize(("turn", "number"), [(3, 12), (7, 81)])
def test_a_new_era_is_shuffled_into_the_deck_without_the_discards(turn: int, number: int) -> None:
    """PROVENANCE 28, 4.4: before turns 4 and 8."""
    table = Table().set(turn=turn, round=7 if turn == 3 else 8).discarded(9, 10)
    table.give(L, 22).to_play(L).do("event C22", "place silesia", "place silesia")
    assert table.state.turn == turn + 1
    assert table.state.discard == ["C9", "C10", "C22"]
    assert table.where_is(number) in ("deck", A, L)


# -- events inside events


def test_an_event_out_of_the_discard_pile_inside_the_opponent_s_card() -> None:
    """5.2, C18: the Liberal plays Bülow for OPs, the event first; then come the 3 OPs."""
    table = three_monarchs().discarded(21, 9).forced_event(18, L)
    assert (table.asked.seat, table.menu) == (A, ["pick C9", "pick C21"])
    table.do("pick C21", *["place kiel"] * 3)
    assert table.sp("kiel") == (0, 3)
    assert (table.asked.seat, table.asked.prompt.args["left"]) == (L, 3)
    table.do(*["place picardy"] * 3)
    assert table.sp("picardy") == (5, 0)
    assert (table.where_is(18), table.where_is(21)) == ("removed", "removed")
    assert table.state.table == []


def test_an_event_that_fetches_an_event_that_fetches_an_event() -> None:
    """C18, C56: Bülow, Control of the Channel, Traditionalism; each card goes its own way."""
    table = three_monarchs().navies(0, 1).discarded(13, 56).event(18, A)
    table.do("pick C56", "pick C13", *["place bordeaux", "place nice"] * 2)
    assert (table.sp("bordeaux"), table.sp("nice")) == ((0, 2), (0, 2))
    assert [table.where_is(number) for number in (18, 56, 13)] == ["removed", "removed", "discard"]


def test_an_event_of_the_other_side_out_of_the_discard_pile_is_the_other_side_s() -> None:
    """15.12: the Authoritarian brings Socialist Movements about, the Liberal places."""
    table = three_monarchs().discarded(22).event(18, A).do("pick C22")
    assert table.asked.seat == L
    table.do("place silesia", "place silesia")
    assert table.sp("silesia") == (2, 0)
    assert table.where_is(22) == "discard"


def test_a_war_that_breaks_out_three_events_deep() -> None:
    """8.3.1, C37, C18, C1: Esterhazy hits Bülow, who picks Tirpitz, whose crisis roll is 10."""
    track = ["russian_collapse", "entente_cordiale", "dual_alliance"]
    table = three_monarchs().set(tension=5, track=track).discarded(1).give(L, 18)
    table.dice(6, 1, 1).event(37, A).do("pick C1")
    assert table.log_lines("crisis") == [{"die": 6, "tension": 6, "status": -2, "total": 10}]
    assert table.asked.step == "war_losses"
    assert table.state.navy == {A: 0, L: 0}
    assert sorted(table.state.table) == ["C1", "C18", "C37"]
    assert {frame.step for frame in table.state.stack} == {"war_losses", "spoils", "war_scoring"}


def test_a_war_before_the_ops_leaves_no_ops() -> None:
    """8.3.1: the Liberal plays Tirpitz for OPs, the event first."""
    track = ["russian_collapse", "entente_cordiale", "dual_alliance"]
    table = Table().set(tension=5, track=track).dice(6, 1, 1).forced_event(1, L)
    assert table.asked.step == "war_losses"


def test_esterhazy_in_the_liberal_s_own_round() -> None:
    """C37: the event first; the rest of the hand is hit, and the 2 OPs remain."""
    table = Table().give(L, 37, 21).to_play(L).do("ops C37", "before")
    assert (table.asked.seat, table.asked.step) == (A, "place")
    table.do(*["place kiel"] * 3)
    assert (table.asked.seat, table.asked.prompt.args["left"]) == (L, 2)
    assert table.where_is(21) == "removed"


def test_esterhazy_may_bind_the_liberal_to_the_navy() -> None:
    """C37, C29: the German Navy is ahead, so it is 3 actions."""
    table = Table().navies(0, 1).give(L, 29).event(37, A)
    assert table.state.standard == 3
    assert table.where_is(29) == "removed"


def test_legacy_of_1848_takes_a_treaty_out_of_the_other_hand() -> None:
    """C60, C10."""
    table = Table().give(A, 10, 13).event(60, L).do("take C10")
    assert table.state.track == ["three_emperor_league", "entente_cordiale"]
    table.do(*["place paris", "place nice"] * 2)
    assert table.state.hand[A] == ["C13"]
    assert (table.where_is(10), table.where_is(60)) == ("removed", "removed")


def test_legacy_of_1848_in_the_authoritarian_s_round_gives_the_liberal_ops() -> None:
    """C60, 5.2: nothing is taken, so the Liberal spends 2 OPs, then the Authoritarian does."""
    table = Table().give(A, 13).forced_event(60, A).do("operate")
    assert (table.asked.seat, table.asked.prompt.args["left"]) == (L, 2)
    table.do("place picardy", "place picardy")
    assert (table.asked.seat, table.asked.prompt.args["left"]) == (A, 2)


def test_secret_treaty_clauses_draw_after_a_reshuffle() -> None:
    """S14, 4.3: the scoring card under way is not among the discards that are shuffled."""
    table = Table().put("algeria", 0, 3).put("tunisia", 0, 2).set(deck=[]).discarded(21)
    table.give(A, 6, 13).give(L, 22).to_play(A).dice(1).do("score C6")
    table.choose(authoritarian="choose S14", liberal="choose S9")
    assert table.log_lines("reshuffle") == [{"count": 1}]
    assert table.state.hand[A] == ["C13", "C21"]
    table.do("discard C13")
    assert table.state.discard == ["C13", "C6"]


@pytest.mark.parametrize(("turn", "ops"), [(7, 3), (8, 4)])
def test_viscount_grey_through_control_of_the_channel(turn: int, ops: int) -> None:
    """C56, C55: Dijon is controlled by the Authoritarian, yet an SP costs 1 OP there."""
    table = Table().navies(1, 0).set(turn=turn).put("dijon", 0, 2).discarded(55).event(56, L)
    table.do("pick C55")
    assert (table.asked.seat, table.asked.prompt.args["left"]) == (L, ops)
    table.do(*["place dijon"] * ops)
    assert table.sp("dijon") == (ops, 2)
    assert (table.where_is(55), table.where_is(56)) == ("discard", "removed")


def test_viscount_grey_serves_the_liberal_when_either_side_calls_it() -> None:
    """15.12: through Control of the Channel in the hand of the Authoritarian."""
    table = Table().navies(0, 1).set(turn=4).discarded(55).event(56, A).do("pick C55")
    assert (table.asked.seat, table.asked.prompt.args["left"]) == (L, 3)


def test_viscount_grey_cannot_be_called_after_splendid_isolation() -> None:
    """15.12, C95: prohibitions apply to events out of the discard pile."""
    table = Table().navies(1, 0).set(turn=8).happened(95).discarded(55, 22).event(56, L)
    assert table.menu == ["pick C22"]


def test_rosa_luxemburg_picks_the_revolution_of_1905() -> None:
    """C105, C78: a 5; Tension 1, five checks in Russia with it, a crisis roll, the manifesto.

    The Authoritarian had played it for OPs, the event first: the 3 OPs come last.
    """
    table = Table().discarded(10, 48, 78).dice(5, *[1] * 6).forced_event(105, A)
    assert (table.asked.seat, table.menu) == (L, ["pick C10", "pick C78"])
    table.do("pick C78")
    assert table.asked.prompt.args["left"] == 5
    assert table.asked.prompt.args["ops"] == 1
    table.do(*["check nicolas_ii"] * 5)
    assert table.log_lines("crisis") == [{"die": 1, "tension": 1, "status": -6, "total": -4}]
    assert (table.asked.seat, table.asked.prompt.args["left"]) == (A, 3)
    assert unplayable(table.t, "C63", L) is None
    table.do(*["place wilhelm_ii"] * 3)
    assert (table.where_is(105), table.where_is(78)) == ("removed", "removed")


def test_rosa_luxemburg_may_roll_in_vain() -> None:
    """C105: a 4 is not above 4; the event still counts as played (5.2)."""
    table = Table().discarded(78).dice(4).give(L, 22).event(105, L)
    assert (table.where_is(78), table.where_is(105)) == ("discard", "removed")


def test_legacy_of_bismarck_closes_the_balkans_to_the_ops_of_events() -> None:
    """7.4, C25: Viscount Grey's OPs are OPs."""
    table = Table().set(turn=4).lasting(25, A).put("bulgaria", 0, 3).event(55, L)
    assert "place greece" not in table.menu
    assert table.refusal("check bulgaria").message.key == "refusal.bismarck"


def test_an_event_before_the_ops_may_open_a_space_for_them() -> None:
    """C51, 6.1.2: the Authoritarian in Kiel reaches Norway once it is independent."""
    table = Table().put("kiel", 0, 1).forced_event(51, A)
    assert table.sp("norway") == (2, 0)
    assert "place norway" in table.menu
    later = Table().put("kiel", 0, 1).give(A, 51).to_play(A).do("ops C51", "after")
    assert later.refusal("place norway").message.key == "refusal.closed"


def test_an_uproar_in_the_last_round_gives_a_round_more() -> None:
    """S4, 15.8: the Authoritarian comes once more, after the Liberal, and must score."""
    table = Table().put("finland", 2, 0).set(round=7).give(A, 8, 13).give(L, 22).to_play(A)
    table.do("score C8").choose(authoritarian="choose S17", liberal="choose S4")
    table.do("place moscow")
    assert table.asked.seat == L
    table.do("event C22", "place silesia", "place silesia")
    assert (table.asked.seat, table.menu) == (A, ["score C8"])


def test_a_scoring_that_starts_the_war_is_not_scored_twice() -> None:
    """9, 8.3.2: the crisis roll comes after the scoring; then the Great War, no more rounds."""
    track = ["russian_collapse", "entente_cordiale", "dual_alliance"]
    table = Table().clear().put("picardy", 2, 0).set(tension=6, track=track)
    table.give(A, 6, 13).give(L, 22).to_play(A).dice(6, 1, 1).do("score C6")
    table.choose(authoritarian="choose S20", liberal="choose S9")
    assert [line["points"] for line in table.log_lines("gain")] == [3]
    assert table.asked.step == "war_losses"
