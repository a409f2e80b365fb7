"""Section 9: the stability check, and the twenty stability cards."""

from __future__ import annotations

import pytest

from entente.kernel import Seat
from tests.games.turmoil.table import A, L, Table

FRANCE, AUSTRIA_HUNGARY, RUSSIA, BALKANS, GERMANY = 6, 7, 8, 43, 53
LIBERAL_CARDS = [f"S{number}" for number in range(1, 11)]
AUTHORITARIAN_CARDS = [f"S{number}" for number in range(11, 21)]


def europe() -> Table:
    """No support anywhere."""
    return Table().clear()


def scoring(table: Table, card: int, by: Seat = A) -> Table:
    """A side plays a scoring card; both keep a neutral card to go on with afterwards."""
    return table.give(A, 40).give(L, 16).give(by, card).to_play(by).do(f"score C{card}")


def check(
    table: Table, card: int, by: Seat = A, *, authoritarian: int = 16, liberal: int = 8
) -> Table:
    """A scoring, both cards chosen. S16 and S8 do nothing while the navies are level."""
    scoring(table, card, by)
    return table.choose(authoritarian=f"choose S{authoritarian}", liberal=f"choose S{liberal}")


def over(table: Table) -> bool:
    """Return whether the check is over: the next card is to be played."""
    return table.asked.step == "play_card"


def played(table: Table) -> list[object]:
    """The stability cards revealed by the last action, in order."""
    return [line["card"] for line in table.log_lines("stability")]


def without_effect(table: Table) -> list[object]:
    return [line["card"] for line in table.log_lines("stability_fails")]


def left(table: Table, side: Seat) -> list[str]:
    """The available stability cards."""
    return table.state.stability[side]


# -- 9, step 1: choosing


def test_both_players_choose_at_the_same_time_and_in_secret() -> None:
    """9, step 1."""
    table = scoring(europe(), FRANCE)
    decisions = table.position.required_by_seat()
    assert list(decisions) == [A, L]
    assert all(decision.sealed for decision in decisions.values())
    assert list(decisions[A].menu) == [f"choose {card}" for card in AUTHORITARIAN_CARDS]
    assert list(decisions[L].menu) == [f"choose {card}" for card in LIBERAL_CARDS]


def test_the_effect_of_a_card_is_shown_before_it_is_chosen() -> None:
    table = scoring(europe(), FRANCE)
    decision = table.position.required_by_seat()[L]
    message = table.position.bind(decision).hint("choose S2")
    assert message is not None
    assert "Farmer spaces" in table.game.catalog("en").say(message)


def test_the_first_choice_stays_hidden_until_the_second_is_made() -> None:
    """9, step 1."""
    table = scoring(europe(), FRANCE)
    assert table.shown(A, "choose S17", L) is None
    table.choose(authoritarian="choose S17")
    assert table.asked.seat == L
    assert table.log_lines("stability") == []
    view = table.game.view(table.state, L)
    assert view.chosen == []
    assert view.stability[A] == AUTHORITARIAN_CARDS


def test_a_card_that_was_used_cannot_be_chosen() -> None:
    """9, step 2: unavailable until refreshed."""
    table = europe().set(stability={A: ["S11", "S12", "S13"], L: LIBERAL_CARDS})
    scoring(table, FRANCE)
    reason = table.position.explain(A, "choose S20")
    assert reason is not None
    assert (reason.section, reason.message.key) == ("9.1", "refusal.unavailable")


def test_a_card_of_the_other_player_cannot_be_chosen() -> None:
    """2.3.2: each player has ten cards of their own."""
    table = scoring(europe(), FRANCE)
    reason = table.position.explain(A, "choose S1")
    assert reason is not None
    assert reason.message.key == "refusal.their_stability"


def test_a_card_without_effect_may_be_chosen_and_is_used_up() -> None:
    """15, Stability cardplay."""
    table = check(europe(), FRANCE, liberal=3)
    assert without_effect(table) == ["S3", "S16"]
    assert left(table, L) == [card for card in LIBERAL_CARDS if card != "S3"]
    assert left(table, A) == [card for card in AUTHORITARIAN_CARDS if card != "S16"]


# -- 9, step 2: playing


@pytest.mark.parametrize(("by", "order"), [(A, ["S8", "S16"]), (L, ["S16", "S8"])])
def test_the_non_active_player_reveals_first(by: Seat, order: list[str]) -> None:
    """9, step 2."""
    assert played(check(europe(), FRANCE, by)) == order


def test_the_effect_of_the_first_card_comes_before_the_second_is_revealed() -> None:
    """9, step 2."""
    table = check(europe(), FRANCE, authoritarian=15, liberal=10)
    assert table.asked.seat == L
    assert played(table) == ["S10"]
    assert left(table, A) == AUTHORITARIAN_CARDS
    table.do("done")
    assert table.asked.seat == A
    assert played(table) == ["S15"]


def test_the_first_card_can_ruin_the_second() -> None:
    """15: S7 takes Vienna out of Authoritarian control before S18 is tested."""
    table = europe().put("viennese_secession", 1, 0).put("vienna", 0, 3)
    check(table, AUSTRIA_HUNGARY, authoritarian=18, liberal=7).do("strike vienna")
    assert table.sp("vienna") == (0, 2)
    assert without_effect(table) == ["S18"]
    assert over(table)


def test_the_card_of_the_non_active_authoritarian_can_ruin_the_liberals() -> None:
    """15: S20 takes Budapest out of Liberal control before S6 is tested."""
    table = europe().put("trieste", 0, 3).put("budapest", 2, 0)
    check(table, AUSTRIA_HUNGARY, L, authoritarian=20, liberal=6)
    table.do("place budapest", "place budapest")
    assert without_effect(table) == ["S6"]
    assert over(table)


def test_the_non_active_players_card_is_tested_before_the_other_takes_effect() -> None:
    """9, step 2: the Liberal started, so S18 still finds Vienna controlled."""
    table = europe().put("viennese_secession", 1, 0).put("vienna", 0, 3)
    check(table, AUSTRIA_HUNGARY, L, authoritarian=18, liberal=7)
    assert table.asked.seat == A
    table.do("done")
    assert table.asked.seat == L
    assert table.menu == ["strike vienna"]


def test_after_the_cards_the_region_is_scored_and_a_crisis_roll_is_made() -> None:
    """9, steps 3 and 4."""
    table = europe().put("nice", 2, 0).dice(3)
    check(table, FRANCE)
    assert table.state.vp == 3
    assert table.log_lines("crisis") == [{"die": 3, "tension": 0, "status": -6, "total": -3}]
    assert table.where_is(FRANCE) == "discard"
    assert table.asked.seat == L


def test_the_scoring_uses_the_position_after_the_stability_cards() -> None:
    """9, step 3: Workers Unite wins Bohemia and Moravia, presence for 2 VP."""
    table = check(europe(), AUSTRIA_HUNGARY, liberal=1)
    assert table.state.vp == 2


# -- several cards


def test_moltke_class_allows_one_card_more() -> None:
    """Naval box 8."""
    table = check(europe().navies(8, 0), FRANCE, authoritarian=17, liberal=9)
    assert table.asked.seat == L
    assert table.menu == [*(f"choose {card}" for card in LIBERAL_CARDS if card != "S9"), "done"]


def test_the_extra_card_need_not_be_played() -> None:
    """Naval box 8: may play."""
    table = check(europe().navies(8, 0), FRANCE, authoritarian=17, liberal=9).do("done")
    assert played(table) == ["S9", "S17"]
    assert over(table)


def test_a_second_choice_stays_hidden_too() -> None:
    """9, step 1."""
    table = check(europe().navies(8, 0), FRANCE, authoritarian=17, liberal=9)
    assert table.shown(L, "choose S3", A) is None
    assert table.game.view(table.state, A).chosen == ["S17"]


def test_moltke_class_ends_when_the_other_navy_arrives() -> None:
    """Naval box 8: until the opponent arrives."""
    table = check(europe().navies(9, 8), FRANCE, authoritarian=17, liberal=9)
    assert over(table)


def test_several_cards_are_played_in_turns() -> None:
    """9, step 2: Liberal, Authoritarian, Liberal; the Liberal chooses the first of two."""
    table = check(europe().navies(8, 0), FRANCE, authoritarian=17, liberal=9).do("choose S3")
    assert table.asked.seat == L
    assert table.menu == ["reveal S9", "reveal S3"]
    table.do("reveal S3")
    assert played(table) == ["S3", "S17", "S9"]
    assert over(table)


def test_the_active_player_plays_the_second_card_last() -> None:
    """9, step 2: Liberal, Authoritarian, Authoritarian."""
    table = check(europe().navies(0, 8), FRANCE, authoritarian=17, liberal=9).do("choose S20")
    assert table.asked.seat == A
    assert played(table) == ["S9"]
    table.do("reveal S20")
    assert played(table) == ["S20", "S17"]


def test_the_non_active_player_plays_first_and_last() -> None:
    """9, step 2: Authoritarian, Liberal, Authoritarian."""
    table = check(europe().navies(0, 8), FRANCE, L, authoritarian=17, liberal=9)
    table.do("choose S20", "reveal S17")
    assert played(table) == ["S17", "S9", "S20"]


def test_a_first_card_can_make_a_second_one_possible() -> None:
    """15: the Worker space that S7 needs is won by S1."""
    table = europe().navies(8, 0).put("budapest", 0, 2)
    check(table, AUSTRIA_HUNGARY, authoritarian=17, liberal=1).do("choose S7", "reveal S1")
    assert table.menu == ["strike budapest"]
    table.do("strike budapest")
    assert table.sp("budapest") == (0, 1)


def test_enver_pasha_allows_one_card_more_in_the_balkans() -> None:
    """C48."""
    table = europe().lasting(48, A).put("macedonia", 0, 2)
    check(table, BALKANS, authoritarian=17)
    assert table.asked.seat == A
    assert "choose S20" in table.menu
    table.do("choose S20", "reveal S17")
    assert over(table)


def test_enver_pasha_also_helps_when_the_liberal_scores_the_balkans() -> None:
    """C48: the next Balkans scoring, played by either side."""
    table = europe().lasting(48, A).put("macedonia", 0, 2)
    check(table, BALKANS, L, authoritarian=17)
    assert table.asked.seat == A
    assert "choose S20" in table.menu


def test_enver_pasha_needs_macedonia() -> None:
    """C48."""
    table = check(europe().lasting(48, A).put("macedonia", 0, 1), BALKANS)
    assert over(table)


def test_enver_pasha_is_for_the_balkans_only() -> None:
    """C48; the bonus stays for the next Balkans scoring."""
    table = check(europe().lasting(48, A).put("macedonia", 0, 2), RUSSIA)
    assert over(table)
    assert table.t.in_force("C48")


@pytest.mark.parametrize("macedonia", [1, 2])
def test_enver_pasha_is_used_up_by_the_next_balkans_scoring(macedonia: int) -> None:
    """C48: also when it could not be used."""
    table = europe().lasting(48, A).put("macedonia", 0, macedonia)
    check(table, BALKANS, authoritarian=17)
    if macedonia == 2:
        table.do("done")
    table.put("macedonia", 0, 2)
    check(table, BALKANS, authoritarian=20, liberal=9)
    assert over(table)


def test_victor_chernov_gives_the_liberal_a_card_more_in_russia_once() -> None:
    """C79."""
    table = check(europe().lasting(79, L), RUSSIA, liberal=9)
    assert table.asked.seat == L
    table.do("choose S3", "reveal S9")
    assert over(table)
    check(table, RUSSIA, authoritarian=17)
    assert over(table)


def test_victor_chernov_is_for_russia_only() -> None:
    """C79."""
    table = check(europe().lasting(79, L), BALKANS)
    assert over(table)
    assert table.t.in_force("C79")


def test_moltke_class_and_enver_pasha_add_up() -> None:
    """9, step 1: certain cards and effects allow additional cards."""
    table = europe().lasting(48, A).navies(0, 8).put("macedonia", 0, 2)
    check(table, BALKANS, authoritarian=17, liberal=9).do("choose S20", "choose S12")
    table.do("reveal S17", "reveal S20")
    assert played(table) == ["S20", "S12"]
    assert over(table)


# -- refreshing


def test_when_one_card_is_left_the_used_ones_are_available_again() -> None:
    """9, step 1, and 15.14: eight were used, one of the last two has just been played."""
    table = europe().set(stability={A: AUTHORITARIAN_CARDS, L: ["S8", "S9"]})
    check(table, FRANCE, liberal=8)
    assert set(left(table, L)) == set(LIBERAL_CARDS) - {"S8"}
    assert len(left(table, A)) == 9


def test_with_two_cards_left_nothing_is_refreshed() -> None:
    """9, step 1."""
    table = europe().set(stability={A: AUTHORITARIAN_CARDS, L: ["S3", "S8", "S9"]})
    check(table, FRANCE, liberal=8)
    assert left(table, L) == ["S3", "S9"]


def test_the_refresh_can_come_in_the_middle_of_a_double_choice() -> None:
    """9, step 1, and 15.14: after the first choice the used cards can be chosen."""
    table = europe().navies(8, 0).set(stability={A: AUTHORITARIAN_CARDS, L: ["S8", "S9"]})
    check(table, FRANCE, authoritarian=17, liberal=9)
    assert table.menu == [*(f"choose {card}" for card in LIBERAL_CARDS if card != "S9"), "done"]
    table.do("choose S3", "reveal S9")
    assert played(table) == ["S9", "S17", "S3"]
    assert set(left(table, L)) == set(LIBERAL_CARDS) - {"S3", "S9"}


def test_a_double_choice_can_end_with_the_refresh() -> None:
    """9, step 1, and 15.14: three cards are left and two of them are chosen."""
    table = europe().navies(8, 0).set(stability={A: AUTHORITARIAN_CARDS, L: ["S3", "S5", "S9"]})
    check(table, FRANCE, authoritarian=17, liberal=9)
    assert table.menu == ["choose S3", "choose S5", "done"]
    table.do("choose S3", "reveal S9")
    assert set(left(table, L)) == set(LIBERAL_CARDS) - {"S3", "S9"}


def test_us_interventionism_refreshes_the_liberal() -> None:
    """C58."""
    table = Table().set(stability={A: ["S11", "S12", "S13"], L: ["S1", "S2", "S3"]})
    table.event(58, L)
    assert sorted(left(table, L)) == sorted(LIBERAL_CARDS)
    assert left(table, A) == ["S11", "S12", "S13"]


def test_us_non_interventionism_refreshes_the_authoritarian() -> None:
    """C88."""
    table = Table().give(L, 16).set(stability={A: ["S11", "S12", "S13"], L: ["S1", "S2", "S3"]})
    table.event(88, A)
    assert sorted(left(table, A)) == sorted(AUTHORITARIAN_CARDS)
    assert left(table, L) == ["S1", "S2", "S3"]


def test_okhrana_makes_a_liberal_card_unavailable() -> None:
    """C23: one of the available cards, of the Authoritarian's choice."""
    table = Table().give(L, 16).set(stability={A: AUTHORITARIAN_CARDS, L: ["S1", "S4", "S7"]})
    table.event(23, A)
    assert table.asked.seat == A
    assert table.menu == ["suppress S1", "suppress S4", "suppress S7"]
    assert table.refusal("suppress S2").message.key == "refusal.unavailable"
    table.do("suppress S4")
    assert left(table, L) == ["S1", "S7"]
    assert left(table, A) == AUTHORITARIAN_CARDS


def test_okhrana_played_by_the_liberal_still_serves_the_authoritarian() -> None:
    """C23 and 5.2."""
    table = Table().forced_event(23, by=L)
    assert table.asked.seat == A
    table.do("suppress S1")
    assert left(table, L) == LIBERAL_CARDS[1:]


def test_a_card_taken_by_okhrana_cannot_be_chosen_until_the_refresh() -> None:
    """C23 and C58."""
    table = europe().give(L, 16, 58).event(23, A).do("suppress S4")
    scoring(table, FRANCE)
    assert "choose S4" not in table.position.required_by_seat()[L].menu
    table.choose(authoritarian="choose S16", liberal="choose S8")
    table.event(58, L)
    assert "S4" in left(table, L)


def test_okhrana_leaving_one_card_brings_all_back() -> None:
    """C23, 9, step 1, and 15.14: no check is under way, so the suppressed card returns too."""
    table = Table().give(L, 16).set(stability={A: AUTHORITARIAN_CARDS, L: ["S1", "S4"]})
    table.event(23, A).do("suppress S4")
    assert set(left(table, L)) == set(LIBERAL_CARDS)


# -- S1 Workers Unite


def test_workers_unite_wins_every_worker_space_not_held_by_the_authoritarian() -> None:
    """S1, in Germany: Silesia 2, Alsace-Lorraine 3, Saxony 3, Bavaria 3."""
    table = europe().put("alsace_lorraine", 1, 0).put("saxony", 0, 3).put("bavaria", 0, 1)
    check(table, GERMANY, liberal=1)
    assert table.sp("silesia") == (2, 0)
    assert table.sp("alsace_lorraine") == (3, 0)
    assert table.sp("saxony") == (0, 3)
    assert table.sp("bavaria") == (4, 1)


def test_workers_unite_adds_nothing_where_the_liberal_has_control() -> None:
    """S1."""
    table = check(europe().put("bohemia", 2, 0).put("moravia", 5, 1), AUSTRIA_HUNGARY, liberal=1)
    assert (table.sp("bohemia"), table.sp("moravia")) == ((2, 0), (5, 1))


def test_workers_unite_stays_in_the_scored_region() -> None:
    """S1: Belgium and Romania are Worker spaces elsewhere."""
    table = check(europe(), FRANCE, liberal=1)
    assert (table.sp("picardy"), table.sp("dijon")) == ((2, 0), (2, 0))
    assert (table.sp("belgium"), table.sp("romania")) == ((0, 0), (0, 0))


def test_workers_unite_may_find_every_worker_space_in_authoritarian_hands() -> None:
    """S1."""
    table = europe().put("bohemia", 0, 2).put("moravia", 1, 3)
    check(table, AUSTRIA_HUNGARY, liberal=1)
    assert (table.sp("bohemia"), table.sp("moravia")) == ((0, 2), (1, 3))


# -- S2 Farmer Collectives


def test_farmer_collectives_put_one_sp_in_two_farmer_spaces() -> None:
    """S2."""
    table = check(europe().put("nice", 0, 2), FRANCE, liberal=2)
    assert table.asked.seat == L
    assert table.menu == ["place brittany_normandy", "place bordeaux", "place nice", "done"]
    table.do("place nice")
    assert table.refusal("place nice").message.key == "refusal.limit"
    table.do("place bordeaux")
    assert (table.sp("nice"), table.sp("bordeaux")) == ((1, 2), (1, 0))
    assert over(table)


def test_farmer_collectives_may_be_fewer() -> None:
    """S2: up to 2."""
    table = check(europe(), FRANCE, liberal=2).do("done")
    assert table.sp("nice") == (0, 0)
    assert over(table)


def test_farmer_collectives_find_one_space_in_germany() -> None:
    """S2: East Prussia is the only Farmer space there."""
    table = check(europe(), GERMANY, liberal=2).do("place east_prussia")
    assert table.sp("east_prussia") == (1, 0)
    assert over(table)


# -- S3 Testimonials


def test_testimonials_put_one_sp_in_two_farmer_worker_or_annex_spaces() -> None:
    """S3."""
    table = check(europe().put("ah_catholic_church", 3, 0), AUSTRIA_HUNGARY, liberal=3)
    assert set(table.menu) == {
        "place bohemia",
        "place moravia",
        "place alto_adige",
        "place transylvania",
        "place croatia",
        "done",
    }
    table.do("place croatia")
    assert table.refusal("place croatia").message.key == "refusal.limit"
    table.do("place alto_adige")
    assert (table.sp("croatia"), table.sp("alto_adige")) == ((1, 0), (1, 0))
    assert over(table)


def test_testimonials_need_a_church_space_of_the_region() -> None:
    """S3: the Orthodox Church does not help in Austria-Hungary."""
    table = europe().put("orthodox_church", 3, 0).put("ah_catholic_church", 2, 0)
    check(table, AUSTRIA_HUNGARY, liberal=3)
    assert without_effect(table) == ["S3", "S16"]


def test_testimonials_fail_in_france_once_the_church_is_gone() -> None:
    """S3 and C2."""
    table = europe().put("french_catholic_church", 4, 0).give(A, 40).event(2, L)
    check(table, FRANCE, liberal=3)
    assert "S3" in without_effect(table)


# -- S4 Popular Uproar


@pytest.mark.parametrize(
    ("card", "annex"),
    [
        (FRANCE, "colonials"),
        (FRANCE, "algeria"),
        (FRANCE, "alsace_lorraine"),
        (GERMANY, "poland"),
        (AUSTRIA_HUNGARY, "alto_adige"),
        (AUSTRIA_HUNGARY, "serbia"),
        (RUSSIA, "finland"),
        (BALKANS, "macedonia"),
    ],
)
def test_popular_uproar_needs_an_annex_space_in_the_region_or_next_to_it(
    card: int, annex: str
) -> None:
    """S4: an adjacent one may be independent or belong to another region."""
    table = check(europe().put(annex, 3, 0), card, liberal=4)
    assert table.asked.seat == L
    assert table.asked.step == "place"


@pytest.mark.parametrize(
    ("card", "annex"), [(FRANCE, "libya"), (FRANCE, "serbia"), (RUSSIA, "alsace_lorraine")]
)
def test_popular_uproar_fails_with_an_annex_space_farther_away(card: int, annex: str) -> None:
    """S4."""
    table = check(europe().put(annex, 3, 0), card, liberal=4)
    assert "S4" in without_effect(table)
    assert table.where_is(card) == "discard"


def test_popular_uproar_needs_liberal_control_of_the_annex_space() -> None:
    """S4."""
    table = check(europe().put("colonials", 2, 0).put("algeria", 0, 3), FRANCE, liberal=4)
    assert "S4" in without_effect(table)


def test_belgium_counts_for_popular_uproar_once_congo_is_annexed() -> None:
    """S4 and C45."""
    table = europe().give(L, 16).event(45, A).do("annex").put("belgium", 3, 0)
    check(table, FRANCE, liberal=4)
    assert table.asked.step == "place"


def test_popular_uproar_puts_one_sp_in_the_region() -> None:
    """S4: in any space of the region, nowhere else."""
    table = check(europe().put("colonials", 3, 0), FRANCE, liberal=4)
    assert len(table.menu) == 12
    assert table.refusal("place algeria").message.key == "refusal.region"
    table.do("place french_armed_forces")
    assert table.sp("french_armed_forces") == (1, 0)


def test_popular_uproar_calls_the_scoring_off() -> None:
    """S4: no scoring, no crisis roll; the card returns and the action round ends."""
    table = europe().put("colonials", 3, 0).set(tension=3).dice(6)
    check(table, FRANCE, liberal=4).do("place nice")
    assert table.state.vp == 0
    assert table.log_lines("score") == []
    assert table.log_lines("crisis") == []
    assert table.state.chance.script == [6]
    assert table.where_is(FRANCE) == A
    assert over(table)
    assert table.asked.seat == L


def test_a_refresh_by_a_double_choice_outlasts_popular_uproar() -> None:
    """9.1: of two cards one is chosen, so all are available again; nothing was played."""
    table = europe().put("colonials", 3, 0).navies(7, 8)
    table.set(stability={**table.state.stability, A: ["S11", "S12"]})
    check(table, FRANCE, authoritarian=11, liberal=4).do("choose S17", "place nice")
    assert left(table, A) == AUTHORITARIAN_CARDS


def test_popular_uproar_leaves_unplayed_stability_cards_available() -> None:
    """S4: Elitist Art was chosen and not played."""
    table = europe().put("colonials", 3, 0).put("fauvism", 0, 1)
    check(table, FRANCE, authoritarian=17, liberal=4).do("place nice")
    assert table.state.vp == 0
    assert left(table, A) == AUTHORITARIAN_CARDS
    assert left(table, L) == [card for card in LIBERAL_CARDS if card != "S4"]


def test_popular_uproar_leaves_the_liberals_own_second_card_available() -> None:
    """S4, with Moltke class."""
    table = europe().navies(8, 0).put("colonials", 3, 0)
    check(table, FRANCE, authoritarian=17, liberal=4)
    table.do("choose S9", "reveal S4", "place nice")
    assert left(table, L) == [card for card in LIBERAL_CARDS if card != "S4"]
    assert left(table, A) == AUTHORITARIAN_CARDS


def test_cards_played_before_popular_uproar_are_used() -> None:
    """S4, with Moltke class: the Authoritarian's card comes between the two."""
    table = europe().navies(8, 0).put("colonials", 3, 0).put("fauvism", 0, 1)
    check(table, FRANCE, authoritarian=17, liberal=4)
    table.do("choose S9", "reveal S9", "place nice")
    assert table.state.vp == -1
    assert "S17" not in left(table, A)
    assert {"S4", "S9"}.isdisjoint(left(table, L))


def test_popular_uproar_has_no_effect_on_a_scoring_of_the_liberals_own() -> None:
    """S4: the Authoritarian must have started the scoring."""
    table = check(europe().put("colonials", 3, 0), FRANCE, L, liberal=4)
    assert without_effect(table) == ["S16", "S4"]
    assert table.where_is(FRANCE) == "discard"
    assert table.state.vp == 4


def test_popular_uproar_gives_an_extra_round_after_the_normal_ones() -> None:
    """S4 and 15.8: seven rounds in turn 1, then one more for the Authoritarian."""
    table = europe().put("colonials", 3, 0).set(round=6).give(L, 36)
    check(table, FRANCE, liberal=4).do("place nice")
    assert (table.asked.seat, table.state.round) == (L, 6)
    table.do("event C16")
    assert (table.asked.seat, table.state.round) == (A, 7)
    table.do("event C40", "place nice")
    assert (table.asked.seat, table.state.round) == (L, 7)
    table.do("event C36")
    assert (table.asked.seat, table.state.turn) == (A, 1)
    assert table.menu == ["score C6"]


def test_popular_uproar_in_the_last_round_does_not_make_a_held_card() -> None:
    """S4: the card is scored in the extra round and the turn ends."""
    table = europe().put("colonials", 3, 0).set(round=7)
    check(table, FRANCE, liberal=4).do("place nice", "event C16", "score C6")
    table.choose(authoritarian="choose S16", liberal="choose S8")
    assert table.log_lines("score") != []
    assert table.state.turn == 2
    assert table.state.outcome is None


def test_there_is_only_one_extra_round() -> None:
    """S4: after it both hold cards, and still the turn is over."""
    table = europe().put("colonials", 3, 0).set(round=7).give(L, 30)
    check(table, FRANCE, liberal=4).do("place nice", "event C16", "score C6")
    table.choose(authoritarian="choose S16", liberal="choose S8")
    assert table.state.turn == 2
    assert table.state.more_rounds == 0
    assert "C40" in table.state.hand[A]
    assert "C30" in table.state.hand[L]


def test_popular_uproar_uses_up_enver_pasha() -> None:
    """15, Enver Pasha: the repeated scoring gives one card only."""
    table = europe().lasting(48, A).put("macedonia", 0, 2).put("serbia", 3, 0)
    check(table, BALKANS, authoritarian=17, liberal=4).do("choose S20", "place greece")
    assert table.where_is(BALKANS) == A
    check(table, BALKANS)
    assert over(table)


# -- S5 Intelligentsia


def test_intelligentsia_lowers_tension_and_brings_back_a_card_of_two_ops() -> None:
    """S5: C3 and C30 are worth 2, C9 3, C2 1, and a scoring card nothing."""
    table = europe().put("fauvism", 1, 0).discarded(3, 9, 30, 2, 7).set(tension=3)
    check(table, FRANCE, liberal=5)
    assert table.state.tension == 2
    assert table.asked.seat == L
    assert table.menu == ["recover C3", "recover C30"]
    table.do("recover C30")
    assert table.where_is(30) == L
    assert over(table)


def test_intelligentsia_looks_at_the_printed_value() -> None:
    """S5: Stymied makes no card of 3 one of 2."""
    table = europe().put("fauvism", 1, 0).discarded(3, 9).lasting(16, A)
    check(table, FRANCE, liberal=5)
    assert table.menu == ["recover C3"]


def test_intelligentsia_without_such_a_card_only_lowers_tension() -> None:
    """S5."""
    table = europe().put("fauvism", 1, 0).discarded(9).set(tension=1)
    check(table, FRANCE, liberal=5)
    assert table.state.tension == 0
    assert over(table)


def test_intelligentsia_at_tension_0_is_worth_a_vp_to_the_liberal() -> None:
    """S5 and 8.1.2; presence in France gives 3 VP."""
    table = check(europe().put("fauvism", 1, 0), FRANCE, liberal=5)
    assert table.state.tension == 0
    assert table.state.vp == 1 + 3


def test_intelligentsia_needs_an_intellectual_space() -> None:
    """S5: Jugendstil is not in France."""
    table = europe().put("jugendstil", 2, 0).discarded(3).set(tension=3)
    check(table, FRANCE, liberal=5)
    assert "S5" in without_effect(table)
    assert table.state.tension == 3
    assert table.where_is(3) == "discard"


# -- S6 Left-wing Governments and S18 Government Suppression


def governed(side: Seat, table: Table, card: int) -> Table:
    """The side's card of the two is played."""
    return check(table, card, liberal=6) if side == L else check(table, card, authoritarian=18)


@pytest.mark.parametrize("side", [L, A])
def test_governments_put_one_sp_in_three_uncontrolled_spaces(side: Seat) -> None:
    """S6, S18: in Austria-Hungary four of twelve spaces are controlled."""
    own, other = ((2, 0), (0, 2)) if side == L else ((0, 2), (2, 0))
    table = europe().put("budapest", *own).put("bohemia", *own)
    table.put("moravia", *other).put("transylvania", *other)
    governed(side, table, AUSTRIA_HUNGARY)
    assert table.asked.seat == side
    assert len(table.menu) == 8 + len(["done"])
    assert table.refusal("place budapest").message.key == "refusal.controlled"
    assert table.refusal("place moravia").message.key == "refusal.controlled"
    table.do("place vienna")
    assert table.refusal("place vienna").message.key == "refusal.limit"
    table.do("place croatia", "place trieste")
    one = (1, 0) if side == L else (0, 1)
    assert [table.sp(space) for space in ("vienna", "croatia", "trieste")] == [one] * 3
    assert over(table)


@pytest.mark.parametrize("side", [L, A])
def test_governments_may_place_fewer(side: Seat) -> None:
    """S6, S18: up to 3."""
    table = europe().put("budapest", *((2, 0) if side == L else (0, 2)))
    governed(side, table, AUSTRIA_HUNGARY).do("place vienna", "done")
    assert over(table)


@pytest.mark.parametrize("side", [L, A])
def test_governments_need_a_government_space_of_the_region(side: Seat) -> None:
    """S6, S18: the Netherlands are a Government space next to Germany, not in it."""
    table = europe().put("netherlands", *((3, 0) if side == L else (0, 3)))
    governed(side, table, GERMANY)
    assert ("S6" if side == L else "S18") in without_effect(table)


@pytest.mark.parametrize("side", [L, A])
def test_there_is_no_government_space_in_the_balkans(side: Seat) -> None:
    """S6, S18."""
    table = europe()
    for space in ("bosnia", "serbia", "romania", "montenegro", "bulgaria", "greece"):
        table.put(space, *((3, 0) if side == L else (0, 3)))
    governed(side, table, BALKANS)
    assert ("S6" if side == L else "S18") in without_effect(table)


def test_governments_may_find_no_uncontrolled_space() -> None:
    """S6."""
    table = europe()
    for space in table.t.land.regions["austria_hungary"]:
        table.put(space, 3, 0)
    check(table, AUSTRIA_HUNGARY, liberal=6)
    assert "S6" not in without_effect(table)
    assert over(table)


# -- S7 Anarchist Attack


@pytest.mark.parametrize(("space", "number"), [("fauvism", 1), ("picardy", 2)])
def test_an_anarchist_attack_costs_one_sp(space: str, number: int) -> None:
    """S7: with an Intellectual or a Worker space."""
    table = europe().put(space, number, 0).put("paris", 0, 4)
    check(table, FRANCE, liberal=7)
    assert table.asked.seat == L
    table.do("strike paris")
    assert table.sp("paris") == (0, 3)
    assert over(table)


def test_an_anarchist_attack_costs_three_sp_with_both_kinds_of_space() -> None:
    """S7."""
    table = europe().put("fauvism", 1, 0).put("picardy", 2, 0).put("paris", 0, 4)
    check(table, FRANCE, liberal=7).do("strike paris")
    assert table.sp("paris") == (0, 1)


def test_an_anarchist_attack_takes_what_there_is() -> None:
    """S7 and 15.9."""
    table = europe().put("fauvism", 1, 0).put("picardy", 2, 0).put("paris", 1, 2)
    check(table, FRANCE, liberal=7).do("strike paris")
    assert table.sp("paris") == (1, 0)


def test_an_anarchist_attack_hits_one_monarch_or_government_space_of_the_region() -> None:
    """S7: three SP, all from the same space."""
    table = europe().put("symbolism", 1, 0).put("baltic_states", 2, 0)
    table.put("nicolas_ii", 0, 4).put("moscow", 0, 2).put("tsarist_army", 0, 3).put("berlin", 0, 3)
    check(table, RUSSIA, liberal=7)
    assert set(table.menu) == {"strike nicolas_ii", "strike moscow"}
    table.do("strike nicolas_ii")
    assert (table.sp("nicolas_ii"), table.sp("moscow")) == ((0, 1), (0, 2))
    assert over(table)


def test_an_anarchist_attack_needs_a_worker_or_an_intellectual_space_of_the_region() -> None:
    """S7: Belgium and Jugendstil are not in France."""
    table = europe().put("belgium", 3, 0).put("jugendstil", 2, 0).put("paris", 0, 4)
    check(table, FRANCE, liberal=7)
    assert "S7" in without_effect(table)
    assert table.sp("paris") == (0, 4)


def test_an_anarchist_attack_without_a_target_does_nothing() -> None:
    """S7."""
    table = check(europe().put("fauvism", 1, 0).put("paris", 2, 0), FRANCE, liberal=7)
    assert table.sp("paris") == (2, 0)
    assert over(table)


def test_an_anarchist_attack_cannot_remove_the_black_hand() -> None:
    """S7 and C103: Montenegro is a Monarch space."""
    table = europe().put("romania", 3, 0).put("bosnia", 3, 0).put("montenegro", 0, 3)
    table.set(black_hand="montenegro")
    check(table, BALKANS, liberal=7).do("strike montenegro")
    assert table.sp("montenegro") == (0, 2)


# -- S8 Blockade


def test_a_blockade_takes_one_sp_from_two_annex_spaces_anywhere() -> None:
    """S8."""
    table = europe().navies(1, 0).put("algeria", 0, 3).put("poland", 0, 2).put("paris", 0, 2)
    check(table, FRANCE, authoritarian=17, liberal=8)
    assert table.asked.seat == L
    assert set(table.menu) == {"remove algeria", "remove poland", "done"}
    table.do("remove algeria")
    assert table.refusal("remove algeria").message.key == "refusal.limit"
    table.do("remove poland")
    assert (table.sp("algeria"), table.sp("poland")) == ((0, 2), (0, 1))
    assert over(table)


@pytest.mark.parametrize("navies", [(1, 1), (1, 2)])
def test_a_blockade_needs_the_british_navy_ahead(navies: tuple[int, int]) -> None:
    """S8."""
    table = europe().navies(*navies).put("algeria", 0, 3)
    check(table, FRANCE, authoritarian=17, liberal=8)
    assert "S8" in without_effect(table)
    assert table.sp("algeria") == (0, 3)


def test_a_blockade_without_a_target_does_nothing() -> None:
    """S8."""
    table = check(europe().navies(1, 0), FRANCE, authoritarian=17, liberal=8)
    assert over(table)


# -- S9 Silent Majority


FOUR_IN_RUSSIA = ("belarus", "ukraine", "crimea", "baltic_states")


def test_the_silent_majority_puts_one_sp_outside_the_region() -> None:
    """S9."""
    table = europe()
    for space in FOUR_IN_RUSSIA:
        table.put(space, 2, 0)
    check(table, RUSSIA, liberal=9)
    assert table.asked.seat == L
    assert table.refusal("place moscow").message.key == "refusal.outside"
    assert table.refusal("place norway").message.key == "refusal.closed"
    table.do("place wilhelm_ii")
    assert table.sp("wilhelm_ii") == (1, 0)
    assert over(table)


def test_three_spaces_are_no_silent_majority() -> None:
    """S9: at least 4."""
    table = europe()
    for space in FOUR_IN_RUSSIA[:3]:
        table.put(space, 2, 0)
    check(table, RUSSIA, liberal=9)
    assert "S9" in without_effect(table)


# -- S10 and S15 Most Favoured Nation


def favoured(side: Seat, table: Table, card: int) -> Table:
    return check(table, card, liberal=10) if side == L else check(table, card, authoritarian=15)


@pytest.mark.parametrize("side", [L, A])
def test_most_favoured_nation_is_for_two_uncontrolled_independent_neighbours(side: Seat) -> None:
    """S10, S15: of France's seven neighbours two are controlled."""
    table = europe().put("italy", 3, 0).put("algeria", 0, 3).put("belgium", 1, 1)
    favoured(side, table, FRANCE)
    assert table.asked.seat == side
    assert set(table.menu) == {
        "place belgium",
        "place switzerland",
        "place spain_portugal",
        "place morocco",
        "place tunisia",
        "done",
    }
    table.do("place morocco")
    assert table.refusal("place morocco").message.key == "refusal.limit"
    table.do("place belgium")
    assert table.sp("morocco") == ((1, 0) if side == L else (0, 1))
    assert table.sp("belgium") == ((2, 1) if side == L else (1, 2))
    assert over(table)


@pytest.mark.parametrize("side", [L, A])
def test_most_favoured_nation_may_be_fewer(side: Seat) -> None:
    """S10, S15: up to 2."""
    table = favoured(side, europe(), FRANCE).do("place morocco", "done")
    assert over(table)


@pytest.mark.parametrize("side", [L, A])
def test_most_favoured_nation_may_find_no_neighbour(side: Seat) -> None:
    """S10, S15."""
    table = europe().put("italy", 3, 0).put("switzerland", 0, 5)
    favoured(side, table, AUSTRIA_HUNGARY)
    assert over(table)


@pytest.mark.parametrize("side", [L, A])
def test_norway_is_no_favoured_nation_before_its_independence(side: Seat) -> None:
    """S10, S15 and C51."""
    table = favoured(side, europe(), RUSSIA)
    assert set(table.menu) == {"place sweden", "place constantinople", "done"}


def test_norway_is_a_favoured_nation_after_its_independence() -> None:
    """S10 and C51."""
    table = europe().give(A, 40).event(51, L).put("norway", 0, 0)
    favoured(L, table, RUSSIA)
    assert "place norway" in table.menu


# -- S11 Support of the Farmers


def test_each_farmer_space_gives_one_sp_for_church_or_government() -> None:
    """S11: two Farmer spaces; at most one SP in a space."""
    table = europe().put("nice", 0, 2).put("brittany_normandy", 0, 2).put("paris", 2, 0)
    check(table, FRANCE, authoritarian=11)
    assert table.asked.seat == A
    assert set(table.menu) == {"place french_catholic_church", "place paris"}
    table.do("place paris")
    assert table.menu == ["place french_catholic_church"]
    table.do("place french_catholic_church")
    assert (table.sp("paris"), table.sp("french_catholic_church")) == ((2, 1), (0, 1))
    assert over(table)


def test_one_farmer_space_gives_one_sp() -> None:
    """S11: in Germany Hanover is the Church and Berlin the Government space."""
    table = check(europe().put("east_prussia", 0, 4), GERMANY, authoritarian=11)
    assert set(table.menu) == {"place hanover_oldenburg", "place berlin"}
    table.do("place berlin")
    assert (table.sp("berlin"), table.sp("hanover_oldenburg")) == ((0, 1), (0, 0))
    assert over(table)


def test_three_farmer_spaces_of_france_have_only_two_places_to_support() -> None:
    """S11: at most one per space, so the third SP is lost."""
    table = europe().put("nice", 0, 2).put("brittany_normandy", 0, 2).put("bordeaux", 0, 3)
    check(table, FRANCE, authoritarian=11).do("place paris", "place french_catholic_church")
    assert (table.sp("paris"), table.sp("french_catholic_church")) == ((0, 1), (0, 1))
    assert over(table)


def test_without_a_farmer_space_there_is_no_support_of_the_farmers() -> None:
    """S11: one without control does not count, nor one outside the region."""
    table = europe().put("nice", 0, 1).put("spain_portugal", 0, 2)
    check(table, FRANCE, authoritarian=11)
    assert table.sp("paris") == (0, 0)
    assert over(table)


# -- S12 Absolutist Rule


@pytest.mark.parametrize(
    ("card", "monarch", "pillar", "both", "alone"),
    [
        (FRANCE, "paris", "french_armed_forces", 3 + 2, 3 + 1),
        (FRANCE, "paris", "colonials", 3 + 2, 3 + 1),
        (GERMANY, "wilhelm_ii", "berlin", 6 + 1, 3 + 1),
        (GERMANY, "wilhelm_ii", "kiel", 3 + 2, 3 + 1),
        (GERMANY, "wilhelm_ii", "alsace_lorraine", 3 + 2, 3 + 1),
        (AUSTRIA_HUNGARY, "dual_monarchy", "galicia_przemysl", 2, 2),
        (AUSTRIA_HUNGARY, "dual_monarchy", "alto_adige", 2, 2),
        (AUSTRIA_HUNGARY, "dual_monarchy", "budapest", 4 + 1, 2),
        (RUSSIA, "nicolas_ii", "tsarist_army", 3 + 2, 3 + 1),
        (RUSSIA, "nicolas_ii", "finland", 6 + 1, 3 + 1),
        (RUSSIA, "nicolas_ii", "moscow", 3 + 2, 3 + 1),
        (BALKANS, "montenegro", "serbia", 4 + 1, 2),
        (BALKANS, "montenegro", "bosnia", 4 + 1, 2),
        (BALKANS, "montenegro", "macedonia", 4 + 1, 2),
    ],
)
def test_absolutist_rule_takes_the_monarch_and_a_pillar_of_the_state(
    card: int, monarch: str, pillar: str, both: int, alone: int
) -> None:
    """S12: 2 VP on top of what the scoring gives; with the Monarch space alone nothing."""
    table = europe().put(monarch, 0, 5).put(pillar, 0, 4)
    check(table, card, authoritarian=12)
    assert table.state.vp == -(2 + both)
    table = check(europe().put(monarch, 0, 5), card, authoritarian=12)
    assert "S12" in without_effect(table)
    assert table.state.vp == -alone


@pytest.mark.parametrize(
    ("card", "pillars"),
    [
        (FRANCE, ("french_armed_forces", "colonials")),
        (GERMANY, ("berlin", "kiel", "alsace_lorraine")),
        (AUSTRIA_HUNGARY, ("vienna", "budapest", "galicia_przemysl", "alto_adige")),
        (RUSSIA, ("moscow", "tsarist_army", "finland")),
        (BALKANS, ("serbia", "bosnia", "macedonia")),
    ],
)
def test_absolutist_rule_needs_the_monarch_of_the_region(
    card: int, pillars: tuple[str, ...]
) -> None:
    """S12: a Monarch space next door (Italy, Sweden, Constantinople) is of no use."""
    table = europe().put("italy", 0, 3).put("sweden", 0, 3).put("constantinople", 0, 3)
    for space in pillars:
        table.put(space, 0, 4)
    check(table, card, authoritarian=12)
    assert "S12" in without_effect(table)


@pytest.mark.parametrize(
    ("card", "monarch", "others"),
    [
        (FRANCE, "paris", ("nice", "picardy", "fauvism", "beau_monde", "french_catholic_church")),
        (GERMANY, "wilhelm_ii", ("hanover_oldenburg", "jugendstil", "industrialists", "saxony")),
        (AUSTRIA_HUNGARY, "dual_monarchy", ("bohemia", "trieste", "croatia")),
        (RUSSIA, "nicolas_ii", ("siberia", "belarus", "orthodox_church", "russian_bourgeoisie")),
        (BALKANS, "montenegro", ("romania", "bulgaria", "greece")),
    ],
)
def test_absolutist_rule_needs_an_annex_army_or_government_space(
    card: int, monarch: str, others: tuple[str, ...]
) -> None:
    """S12."""
    table = europe().put(monarch, 0, 5)
    for space in others:
        table.put(space, 0, 5)
    check(table, card, authoritarian=12)
    assert "S12" in without_effect(table)


def test_annexed_bosnia_is_a_pillar_of_the_dual_monarchy() -> None:
    """S12 and C49: domination of Austria-Hungary (4), one battleground (1), and 2 VP."""
    table = europe().give(L, 16).event(49, A).put("dual_monarchy", 0, 2)
    check(table, AUSTRIA_HUNGARY, authoritarian=12)
    assert table.state.vp == -(4 + 1 + 2)


def test_with_the_optional_rule_paris_must_first_be_a_monarch_space() -> None:
    """12, optional rule, and S12."""
    table = Table(french_monarchy=True).clear().put("paris", 0, 2).put("colonials", 0, 3)
    check(table, FRANCE, authoritarian=12)
    assert "S12" in without_effect(table)


def test_with_the_optional_rule_restored_paris_counts_for_absolutist_rule() -> None:
    """12, optional rule: C20 wins Paris (6 + 3 + 1 - 4), then S12 finds Paris and the army."""
    table = Table(french_monarchy=True).clear().put("paris", 1, 0).give(L, 16).dice(6)
    table.event(20, A).do("check paris")
    assert table.holder("paris") == A
    check(table, FRANCE, authoritarian=12)
    assert table.state.vp == -(3 + 2 + 2)


# -- S13 Support of the Generals


def test_support_of_the_generals_raises_tension_and_makes_a_support_check() -> None:
    """S13: in Bavaria 6 + 3 - 2 x 3 = 3: two Liberal SP leave, one Authoritarian comes."""
    table = europe().put("kiel", 0, 3).put("bavaria", 2, 0).put("silesia", 1, 0).put("paris", 2, 0)
    table.dice(6, 1)
    check(table, GERMANY, authoritarian=13)
    assert table.state.tension == 1
    assert table.asked.seat == A
    assert set(table.menu) == {"check bavaria", "check silesia"}
    table.do("check bavaria")
    assert table.sp("bavaria") == (0, 1)
    assert over(table)


def test_support_of_the_generals_makes_one_check_only() -> None:
    """S13: 1 + 3 - 6 fails."""
    table = europe().put("kiel", 0, 3).put("bavaria", 2, 0).dice(1, 1)
    check(table, GERMANY, authoritarian=13).do("check bavaria")
    assert table.sp("bavaria") == (2, 0)
    assert over(table)


def test_support_of_the_generals_without_a_target_still_raises_tension() -> None:
    """S13."""
    table = check(europe().put("kiel", 0, 3), GERMANY, authoritarian=13)
    assert table.state.tension == 1
    assert over(table)


def test_support_of_the_generals_at_tension_6_costs_a_vp() -> None:
    """S13 and 8.1.2: it is the Authoritarian's card; presence and a battleground give 4."""
    table = check(europe().put("kiel", 0, 3).set(tension=6).dice(1), GERMANY, authoritarian=13)
    assert table.state.tension == 6
    assert table.state.vp == 1 - 4


def test_support_of_the_generals_needs_an_army_space_of_the_region() -> None:
    """S13: the Tsarist Army is not in Germany."""
    table = europe().put("tsarist_army", 0, 3).put("bavaria", 2, 0)
    check(table, GERMANY, authoritarian=13)
    assert "S13" in without_effect(table)
    assert table.state.tension == 0
    assert over(table)


# -- S14 Secret Treaty Clauses


@pytest.mark.parametrize(
    ("card", "spaces"),
    [
        (FRANCE, ("colonials", "algeria")),
        (FRANCE, ("italy", "morocco")),
        (RUSSIA, ("finland", "poland")),
        (BALKANS, ("bosnia", "constantinople")),
    ],
)
def test_secret_clauses_draw_a_card_and_discard_one(card: int, spaces: tuple[str, str]) -> None:
    """S14: two among the Annex spaces of the region and its independent neighbours."""
    table = europe().set(deck=["C9", "C10"])
    for space in spaces:
        table.put(space, 0, 3)
    check(table, card, authoritarian=14)
    assert table.asked.seat == A
    assert table.menu == ["discard C10", "discard C40"]
    table.do("discard C40")
    assert (table.where_is(10), table.where_is(40)) == (A, "discard")
    assert over(table)


def test_secret_clauses_may_discard_a_scoring_card() -> None:
    """S14, section 15."""
    table = europe().put("colonials", 0, 3).put("algeria", 0, 3).set(deck=["C9", "C7"])
    check(table, FRANCE, authoritarian=14).do("discard C7")
    assert table.where_is(7) == "discard"
    assert table.log_lines("stability_fails") == []
    assert over(table)


def test_secret_clauses_may_discard_a_scoring_card_that_was_in_hand() -> None:
    """S14, section 15."""
    table = europe().put("colonials", 0, 3).put("algeria", 0, 3).give(A, 8)
    check(table, FRANCE, authoritarian=14)
    assert "discard C8" in table.menu


@pytest.mark.parametrize(
    ("card", "spaces"),
    [
        (FRANCE, ("colonials",)),
        (FRANCE, ("algeria",)),
        (FRANCE, ("colonials", "libya")),
        (FRANCE, ("colonials", "alsace_lorraine")),
        (RUSSIA, ("constantinople", "bulgaria")),
    ],
)
def test_secret_clauses_need_two_such_spaces(card: int, spaces: tuple[str, ...]) -> None:
    """S14: Libya is no neighbour, and Annex spaces of other regions do not count."""
    table = europe().set(deck=["C9", "C10"])
    for space in spaces:
        table.put(space, 0, 3)
    check(table, card, authoritarian=14)
    assert "S14" in without_effect(table)
    assert table.where_is(10) == "deck"


# -- S16 Naval Law Amendment


def test_the_naval_law_amendment_makes_an_attempt_worth_two_ops() -> None:
    """S16: 3 + 2 reaches the 5 of Nassau class."""
    table = europe().navies(2, 1).dice(3, 1)
    check(table, FRANCE, liberal=9)
    assert table.state.navy == {A: 2, L: 2}


def test_a_naval_law_amendment_that_fails_turns_the_marker() -> None:
    """S16 and 6.3.2: 1 + 2 is not enough."""
    table = europe().navies(2, 1).dice(1, 1)
    check(table, FRANCE, liberal=9)
    assert table.state.navy == {A: 1, L: 2}
    assert table.state.improved == {A: True, L: False}


def test_the_naval_law_amendment_is_outside_the_limit_of_the_turn() -> None:
    """S16 and 6.3.3: after the regular attempt, and a regular one is still possible after it."""
    table = europe().navies(2, 1).set(attempts={A: 1, L: 0}).dice(3, 1)
    check(table, FRANCE, liberal=9)
    assert table.state.navy[A] == 2
    table = check(europe().navies(2, 1).dice(3, 1), FRANCE, L, liberal=9)
    assert table.asked.seat == A
    assert "naval C40" in table.menu


def test_the_naval_law_amendment_brings_the_reward_of_the_box() -> None:
    """S16 and 6.3.5: second in Bellerophon class, 1 VP; 4 + 2 reaches 6."""
    table = check(europe().navies(3, 2).dice(4, 1), FRANCE, liberal=9)
    assert table.state.navy[A] == 3
    assert table.state.vp == -1


@pytest.mark.parametrize("navies", [(0, 0), (2, 2), (1, 2)])
def test_the_naval_law_amendment_needs_a_german_navy_that_is_behind(
    navies: tuple[int, int],
) -> None:
    """S16."""
    table = check(europe().navies(*navies).dice(6, 6), FRANCE, liberal=9)
    assert "S16" in without_effect(table)
    assert table.state.navy[A] == navies[1]


# -- S17 Elitist Art


def test_elitist_art_is_worth_a_vp() -> None:
    """S17: and presence in France gives 3."""
    table = check(europe().put("fauvism", 0, 1), FRANCE, authoritarian=17)
    assert table.state.vp == -(1 + 3)


def test_elitist_art_needs_an_intellectual_space_of_the_region() -> None:
    """S17: Denmark and Jugendstil are not in France; Bosnia is Intellectual in the Balkans."""
    table = europe().put("denmark", 0, 2).put("jugendstil", 0, 2).put("french_writers", 0, 2)
    check(table, FRANCE, authoritarian=17)
    assert "S17" in without_effect(table)
    assert table.state.vp == 0
    table = check(europe().put("bosnia", 0, 3), BALKANS, authoritarian=17)
    assert table.state.vp == -(1 + 2 + 1)


# -- S19 Ecclesial Influence


def test_ecclesial_influence_puts_two_sp_in_one_space() -> None:
    """S19: as in the example of play, both SP go to Picardy."""
    table = europe().put("french_catholic_church", 0, 4).put("picardy", 2, 0)
    check(table, FRANCE, L, authoritarian=19)
    assert table.asked.seat == A
    assert set(table.menu) == {
        "place brittany_normandy",
        "place bordeaux",
        "place nice",
        "place picardy",
        "place dijon",
        "place french_armed_forces",
    }
    table.do("place picardy", "place picardy")
    assert table.sp("picardy") == (2, 2)
    assert over(table)


def test_ecclesial_influence_may_be_split() -> None:
    """S19."""
    table = check(europe().put("macedonia", 0, 2), BALKANS, authoritarian=19)
    table.do("place romania", "place serbia")
    assert (table.sp("romania"), table.sp("serbia")) == ((0, 1), (0, 1))
    assert over(table)


def test_ecclesial_influence_needs_the_church_of_the_region() -> None:
    """S19: Hanover is the Church space of Germany."""
    table = europe().put("hanover_oldenburg", 0, 1).put("ah_catholic_church", 0, 3)
    check(table, GERMANY, authoritarian=19)
    assert "S19" in without_effect(table)
    assert over(table)


def test_ecclesial_influence_fails_in_france_once_the_church_is_gone() -> None:
    """S19 and C2."""
    table = europe().put("french_catholic_church", 0, 4).give(A, 40).event(2, L)
    check(table, FRANCE, authoritarian=19)
    assert "S19" in without_effect(table)


# -- S20 Limited Franchise


def test_limited_franchise_puts_two_sp_in_government_and_monarch_spaces() -> None:
    """S20."""
    table = check(europe().put("trieste", 0, 3), AUSTRIA_HUNGARY, authoritarian=20)
    assert table.asked.seat == A
    assert set(table.menu) == {"place vienna", "place budapest", "place dual_monarchy"}
    table.do("place vienna", "place dual_monarchy")
    assert (table.sp("vienna"), table.sp("dual_monarchy")) == ((0, 1), (0, 1))
    assert over(table)


def test_limited_franchise_may_put_both_sp_in_one_space() -> None:
    """S20: Montenegro is the only such space of the Balkans."""
    table = check(europe().put("greece", 0, 2), BALKANS, authoritarian=20)
    table.do("place montenegro", "place montenegro")
    assert table.sp("montenegro") == (0, 2)
    assert over(table)


def test_limited_franchise_needs_a_bourgeoisie_space_of_the_region() -> None:
    """S20: Switzerland is next to Austria-Hungary, not in it."""
    table = europe().put("switzerland", 0, 5).put("trieste", 0, 2)
    check(table, AUSTRIA_HUNGARY, authoritarian=20)
    assert "S20" in without_effect(table)
    assert over(table)
