"""Sections 5 and 7: cards played for their events and for their operations."""

from __future__ import annotations

import pytest

from entente.games.turmoil.view import TurmoilView
from tests.games.turmoil.table import A, L, Table


def table() -> Table:
    """Cards in both hands, so that play stops at the next player."""
    return Table().give(A, 13, 30).give(L, 22, 33)


def spend_in(table: Table, space: str) -> Table:
    """Spend all OPs on support in one space."""
    side = table.asked.seat
    while table.asked.seat == side and table.asked.step == "operations":
        table.do(f"place {space}")
    return table


def left(table: Table) -> object:
    """The OPs that are to be spent."""
    assert table.asked.step == "operations"
    return table.asked.prompt.args["left"]


# -- 5.1, 7.1 a card of the player's own side


def test_a_card_played_as_an_event_gives_no_ops() -> None:
    """5.1, 7.1: Prussian Spirit, 3 SP in Germany."""
    t = table().event(21, A).do("place kiel", "place kiel", "place berlin")
    assert (t.sp("kiel"), t.sp("berlin")) == ((0, 2), (0, 1))
    assert (t.asked.seat, t.asked.step) == (L, "play_card")


def test_one_s_own_card_played_for_ops_does_not_bring_its_event() -> None:
    """5.1; 13, round 1.5: Russo-Japanese War goes to the discard pile."""
    t = table().give(L, 9).to_play(L).do("ops C9")
    assert left(t) == 3
    spend_in(t, "greece")
    assert t.sp("nicolas_ii") == (0, 4)
    assert t.state.happened == []
    assert t.where_is(9) == "discard"


def test_an_event_with_an_asterisk_leaves_the_game() -> None:
    """2.2.5."""
    t = table().event(21, A).do("place kiel", "place kiel", "place kiel")
    assert t.where_is(21) == "removed"


def test_an_event_without_an_asterisk_is_discarded() -> None:
    """2.2.8."""
    t = table().event(22, L).do("place picardy", "place picardy")
    assert t.where_is(22) == "discard"


def test_a_lasting_event_with_an_asterisk_stays_in_effect() -> None:
    """7.2: Franz Ferdinand."""
    t = table().event(4, A).do("place vienna", "place budapest", "place bohemia")
    assert t.where_is(4) == "removed"
    assert "C4" in t.state.lasting


def test_an_event_without_effect_is_still_played_and_removed() -> None:
    """5.2, fourth point: Russo-Japanese War finds no SP to remove."""
    t = table().put("nicolas_ii", 0, 0).event(9, L)
    assert t.asked.step == "play_card"
    assert "C9" in t.state.happened
    assert t.where_is(9) == "removed"


def test_no_player_may_pass_or_discard_a_card() -> None:
    """5.1."""
    t = table()
    assert t.asked.section == "5.1"
    assert {action.split()[0] for action in t.menu} == {"event", "ops", "naval"}
    for action in ("pass", "done", "discard C13"):
        assert t.refusal(action).message.key == "kernel.verb"


# -- 5.2 the opponent's card


def test_the_opponent_s_event_may_come_before_the_ops() -> None:
    """5.2, first point: Scramble for Africa, carried out by the Authoritarian."""
    t = table().give(L, 28).to_play(L).do("ops C28")
    assert (t.asked.seat, t.asked.section, t.menu) == (L, "5.2", ["before", "after"])
    t.do("before")
    assert (t.asked.seat, t.asked.step) == (A, "place")
    t.do("place algeria", "place tunisia", "place tunisia")
    assert (t.asked.seat, t.asked.step) == (L, "operations")
    t.do("place greece")
    assert (t.sp("algeria"), t.sp("tunisia"), t.sp("greece")) == ((0, 2), (0, 2), (3, 0))
    assert t.where_is(28) == "removed"


def test_the_opponent_s_event_may_come_after_the_ops() -> None:
    """5.2, first point; 13, round 1.4."""
    t = table().give(L, 28).to_play(L).do("ops C28", "after")
    assert (t.asked.seat, t.asked.step) == (L, "operations")
    t.do("place greece")
    assert (t.asked.seat, t.asked.step) == (A, "place")
    t.do("place algeria", "place tunisia", "place tunisia")
    assert (t.asked.seat, t.asked.step) == (A, "play_card")
    assert t.where_is(28) == "removed"


def test_the_opponent_s_event_without_an_asterisk_is_discarded() -> None:
    """2.2.8."""
    t = table().give(A, 22).forced_event(22, A).do("place picardy", "place picardy")
    assert t.where_is(22) == "table"
    spend_in(t, "wilhelm_ii")
    assert t.where_is(22) == "discard"


def test_the_ops_are_those_of_the_phasing_player() -> None:
    """5.2, 7.3.3: the event belongs to one side, the OPs to the other."""
    t = table().lasting(36, L).forced_event(22, A).do("place picardy", "place picardy")
    assert (t.asked.seat, left(t)) == (A, 2)


def test_the_opponent_s_event_cannot_be_played_as_an_event() -> None:
    """7.1."""
    refusal = table().give(A, 22).refusal("event C22")
    assert (refusal.section, refusal.message.key) == ("7.1", "refusal.their_event")


def test_a_missing_prerequisite_keeps_the_event_from_happening() -> None:
    """5.2, second point: October Manifesto before Revolution of 1905 is discarded."""
    t = table().give(A, 63).to_play(A).do("ops C63")
    assert left(t) == 4
    spend_in(t, "wilhelm_ii")
    assert t.asked.seat == L
    assert "C63" not in t.state.happened
    assert t.where_is(63) == "discard"


def test_with_its_prerequisite_the_event_happens() -> None:
    """5.2: October Manifesto after Revolution of 1905."""
    t = table().happened(78).forced_event(63, A)
    assert (t.asked.seat, t.asked.step) == (L, "place")
    t.do("place moscow", "place moscow", "place poland", "place poland", "place crimea")
    spend_in(t, "wilhelm_ii")
    assert t.where_is(63) == "removed"


@pytest.mark.parametrize("order", ["before", "after"])
def test_an_unmet_condition_keeps_the_event_from_happening(order: str) -> None:
    """5.2, 15: Second International at Tension 3; the OPs are available as normal."""
    t = table().set(tension=3).give(A, 3).to_play(A).do("ops C3")
    if t.asked.step == "order":
        t.do(order)
    assert left(t) == 2
    spend_in(t, "wilhelm_ii")
    assert (t.asked.seat, t.asked.step) == (L, "play_card")
    assert t.sp("wilhelm_ii") == (0, 7)
    assert t.where_is(3) == "discard"


def test_a_superseded_event_leaves_only_the_ops() -> None:
    """5.2, third point; 7.5: Franco-Russian Alliance after Russian Collapse."""
    t = table().happened(61).give(A, 26).to_play(A).do("ops C26")
    assert left(t) == 2
    spend_in(t, "wilhelm_ii")
    assert t.asked.seat == L
    assert t.state.track == ["three_emperor_league"]
    assert t.where_is(26) == "discard"


def test_the_opponent_s_event_without_effect_is_removed() -> None:
    """5.2, fourth point: Russo-Japanese War finds no SP to remove."""
    t = table().put("nicolas_ii", 0, 0).forced_event(9, A)
    spend_in(t, "wilhelm_ii")
    assert "C9" in t.state.happened
    assert t.where_is(9) == "removed"


def three_monarchs() -> Table:
    """Wilhelm II, Nicolas II and the Dual Monarchy are Authoritarian; one card is discarded."""
    return table().put("dual_monarchy", 0, 2).discarded(34).give(L, 18).to_play(L)


def test_a_condition_is_tested_before_the_ops_if_the_event_comes_first() -> None:
    """5.2, C18."""
    t = three_monarchs().do("ops C18", "before")
    assert (t.asked.seat, t.menu) == (A, ["pick C34"])


def test_a_condition_is_tested_after_the_ops_if_the_event_comes_last() -> None:
    """5.2, C18: 6 + 3 - 4 = 5 drives the Authoritarian out of the Dual Monarchy."""
    t = three_monarchs().dice(6, 1).do("ops C18", "after", "check dual_monarchy", "check saxony")
    assert t.sp("dual_monarchy") == (2, 0)
    assert (t.asked.seat, t.asked.step) == (A, "play_card")
    assert "C18" not in t.state.happened
    assert t.where_is(18) == "discard"


@pytest.mark.parametrize(
    ("order", "tension", "place"), [("before", 0, "discard"), ("after", 1, "removed")]
)
def test_a_condition_may_come_true_through_the_ops(order: str, tension: int, place: str) -> None:
    """5.2, C61: the Liberal wins a third battleground in Russia with the OPs of the card."""
    t = table().put("poland", 3, 0).put("moscow", 3, 0).put("saint_petersburg", 2, 0)
    t.give(L, 61).to_play(L).dice(1).do("ops C61", order)
    spend_in(t, "saint_petersburg")
    assert t.state.tension == tension
    assert t.where_is(61) == place


def test_dreyfus_rehabilitated_looks_at_the_start_of_the_action_round() -> None:
    """C41: the Authoritarian breaks control of French Writers first, in vain."""
    t = table().put("french_writers", 3, 0).give(A, 41).to_play(A).dice(5, 1)
    t.do("ops C41", "after", "check french_writers")
    assert t.holder("french_writers") == ""
    t.do("check siberia")
    assert "C41" in t.state.happened


# -- 7.1, 15: neutral cards


@pytest.mark.parametrize("side", [A, L])
def test_a_neutral_event_serves_its_player(side: str) -> None:
    """7.1, C40: Tension falls, 1 SP in any space."""
    t = table().set(tension=2).event(40, side)
    assert (t.asked.seat, t.state.tension) == (side, 1)
    t.do("place sweden")
    assert t.state.support[side]["sweden"] == 1
    assert t.asked.seat != side
    assert t.where_is(40) == "discard"


def test_a_neutral_card_played_for_ops_does_not_bring_its_event() -> None:
    """15, blue/gold cards: event or OPs, never both."""
    t = table().set(tension=2).give(A, 40).to_play(A).do("ops C40")
    assert left(t) == 2
    spend_in(t, "wilhelm_ii")
    assert (t.asked.seat, t.state.tension) == (L, 2)
    assert t.sp("wilhelm_ii") == (0, 7)


def test_a_neutral_event_can_be_barred() -> None:
    """C5: not after Dreyfus Rehabilitated; its OPs remain."""
    t = table().happened(41).give(A, 5).to_play(A)
    refusal = t.refusal("event C5")
    assert (refusal.section, refusal.message.key) == ("7.5", "refusal.barred")
    assert "ops C5" in t.menu


# -- C17


def test_eight_nation_alliance_stops_the_opponent_s_event() -> None:
    """C17, 15: two cards as a single play, the OPs of the other card, both discarded."""
    t = table().give(L, 1, 17).to_play(L).do("cancel C1")
    assert left(t) == 4
    spend_in(t, "greece")
    assert (t.asked.seat, t.asked.step) == (A, "play_card")
    assert (t.state.tension, t.state.vp) == (0, 0)
    assert t.state.happened == []
    assert (t.where_is(1), t.where_is(17)) == ("discard", "discard")
    assert t.state.hand[L] == ["C22", "C33"]


def test_eight_nation_alliance_in_the_example_of_play() -> None:
    """13, round 2.2: Union of Liberation, 3 SP in Kiel."""
    t = table().put("kiel", 1, 0).give(A, 17, 19).do("cancel C19")
    spend_in(t, "kiel")
    assert t.sp("kiel") == (1, 3)
    assert (t.where_is(17), t.where_is(19)) == ("discard", "discard")


@pytest.mark.parametrize(("side", "vp"), [(A, 1), (L, -1)])
def test_eight_nation_alliance_alone_gives_the_opponent_one_vp(side: str, vp: int) -> None:
    """C17: played for its 2 OPs."""
    t = table().give(side, 17).to_play(side).do("ops C17")
    assert (t.state.vp, left(t)) == (vp, 2)


def test_eight_nation_alliance_alone_may_lose_the_game_at_once() -> None:
    """10.4.1, C17: the instant one player reaches 20 VP."""
    t = table().set(vp=19).give(A, 17).do("ops C17")
    assert t.state.outcome is not None
    assert t.state.outcome.winners == (L,)


def test_eight_nation_alliance_is_no_event_on_its_own() -> None:
    """C17."""
    refusal = table().give(A, 17).refusal("event C17")
    assert (refusal.section, refusal.message.key) == ("5.2", "refusal.never_alone")


def test_eight_nation_alliance_may_use_support_checks() -> None:
    """C17: the other card gives its OPs."""
    t = table().give(A, 17, 19).dice(1).do("cancel C19", "check siberia")
    assert t.log_lines("check")[0]["ops"] == 3


@pytest.mark.parametrize("number", [13, 16, 17])
def test_only_the_opponent_s_event_can_be_stopped(number: int) -> None:
    """C17: neither the player's own nor a neutral one."""
    t = table().give(A, 16, 17)
    assert t.refusal(f"cancel C{number}").message.key == "refusal.nothing_to_cancel"


def test_stopping_an_event_needs_the_alliance() -> None:
    """C17."""
    refusal = table().give(A, 22).refusal("cancel C22")
    assert (refusal.section, refusal.message.key) == ("5.2", "refusal.no_alliance")
    assert refusal.message.args["card"] == "C17"


# -- 5.4 discarded cards


def test_a_scoring_card_hit_by_esterhazy_is_not_scored() -> None:
    """5.4, 15: discarded without effect."""
    t = Table().give(A, 13).give(L, 6).event(37, A)
    assert t.state.hand[L] == []
    assert t.where_is(6) == "discard"
    assert t.log_lines("score") == []


def test_a_liberal_card_hit_by_esterhazy_has_no_effect() -> None:
    """5.4, C37: even one with an asterisk comes back."""
    t = Table().give(A, 13).give(L, 9).event(37, A)
    assert t.sp("nicolas_ii") == (0, 4)
    assert t.where_is(9) == "discard"


def test_an_authoritarian_card_hit_by_esterhazy_takes_place() -> None:
    """C37 against 5.4, 5.5: the card says so."""
    t = Table().give(A, 13).give(L, 21).event(37, A)
    assert (t.asked.seat, t.asked.step) == (A, "place")
    t.do("place kiel", "place kiel", "place kiel")
    assert t.where_is(21) == "removed"
    assert t.where_is(37) == "discard"


# -- 6.3.5 Colossus class


def colossus(side: str) -> Table:
    return table().navies(*((1, 5) if side == A else (5, 1)))


@pytest.mark.parametrize("order", ["before", "after"])
def test_colossus_plays_a_card_for_its_event_and_its_ops(order: str) -> None:
    """6.3.5: in either order."""
    t = colossus(L).to_play(L).do("both C22", order)
    first, second = ("place", "operations") if order == "before" else ("operations", "place")
    assert (t.asked.seat, t.asked.step) == (L, first)
    t.do("place picardy", "place picardy")
    assert (t.asked.seat, t.asked.step) == (L, second)
    t.do("place picardy", "place picardy")
    assert t.sp("picardy") == (6, 0)
    assert t.asked.seat == A
    assert t.where_is(22) == "discard"


def test_colossus_serves_the_authoritarian_too() -> None:
    """6.3.5."""
    t = colossus(A).give(A, 21).to_play(A).do("both C21", "before")
    t.do("place kiel", "place kiel", "place kiel")
    spend_in(t, "kiel")
    assert t.sp("kiel") == (0, 6)
    assert t.where_is(21) == "removed"


def test_colossus_works_once_a_turn() -> None:
    """6.3.5."""
    t = colossus(L).to_play(L).do("both C22", "before", "place picardy", "place picardy")
    spend_in(t, "picardy")
    refusal = t.to_play(L).refusal("both C33")
    assert (refusal.section, refusal.message.key) == ("6.3.5", "refusal.no_colossus")


def test_colossus_works_again_in_the_next_turn() -> None:
    """6.3.5."""
    t = colossus(L).set(round=7, used=["colossus liberal"]).give(L, 28).to_play(L)
    t.dice(1).do("naval C28", "done")
    assert t.state.turn == 2
    assert "both C22" in t.to_play(L).menu


@pytest.mark.parametrize(("british", "german"), [(5, 5), (4, 4), (9, 5)])
def test_colossus_ends_when_the_second_player_arrives(british: int, german: int) -> None:
    """6.3.5."""
    t = table().navies(british, german)
    for side in (A, L):
        assert not [action for action in t.to_play(side).menu if action.startswith("both")]


@pytest.mark.parametrize("number", [5, 16, 17, 40, 56, 57])
def test_colossus_never_plays_a_joint_card_for_both(number: int) -> None:
    """15, Blue/Gold cards; 15.5: the event or the OPs, never both."""
    t = colossus(L).give(L, number).to_play(L)
    assert "both C22" in t.menu
    assert f"ops C{number}" in t.menu
    assert f"both C{number}" not in t.menu
    refusal = t.refusal(f"both C{number}")
    assert (refusal.section, refusal.message.key) == ("15.5", "refusal.joint_card")


def test_a_joint_card_does_not_use_colossus_up() -> None:
    """15.5, 6.3.5: Indecisiveness as an event, and another card for both in the same turn."""
    t = colossus(L).give(L, 40).to_play(L).do("event C40", "place paris")
    assert "both C22" in t.to_play(L).menu


def test_colossus_does_not_make_the_opponent_s_event_one_s_own() -> None:
    """7.1."""
    t = colossus(L).give(L, 13).to_play(L)
    assert t.refusal("both C13").message.key == "refusal.their_event"


def test_colossus_needs_a_possible_event() -> None:
    """7.5, C3."""
    t = colossus(L).set(tension=3).give(L, 3).to_play(L)
    assert t.refusal("both C3").message.key == "refusal.tension"


@pytest.mark.parametrize(("side", "number"), [(A, 35), (L, 36)])
@pytest.mark.parametrize("order", ["before", "after"])
def test_absolutism_and_march_of_history_do_not_count_themselves(
    side: str, number: int, order: str
) -> None:
    """15, C35 and C36: they add to further OPs plays, also when Colossus plays them for both."""
    t = colossus(side).give(side, number).to_play(side).do(f"both C{number}", order)
    assert left(t) == 3


def test_stymied_does_not_hurt_its_player() -> None:
    """C16: the opponent's cards."""
    t = table().give(L, 16).event(16, L)
    assert t.where_is(16) == "table"
    assert t.to_play(L).do("ops C22").log_lines("ops")[0]["ops"] == 2
    assert t.to_play(A).do("ops C13").log_lines("ops")[0]["ops"] == 1


# -- 7.4 events that play like OPs cards


def test_checks_by_an_event_obey_legacy_of_bismarck() -> None:
    """7.4, C25: they are treated as OPs; Bosnia and Macedonia are closed to Kulturkampf."""
    t = table().put("bosnia", 0, 1).put("macedonia", 0, 1).lasting(25, A).event(38, L)
    targets = {action.split()[1] for action in t.menu}
    assert targets == {"french_catholic_church", "jugendstil"}


def test_ops_by_an_event_obey_legacy_of_bismarck() -> None:
    """7.4, C25, C55: Greece is next to Egypt and holds Liberal support."""
    t = table().lasting(25, A).event(55, L)
    assert t.refusal("place greece").message.key == "refusal.bismarck"


def test_support_by_an_event_ignores_legacy_of_bismarck() -> None:
    """6.1.1, C25: it closes the Balkans to OPs, not to the SP of Modernism."""
    t = table().lasting(25, A).event(33, L).do("place bosnia")
    assert t.sp("bosnia") == (1, 0)


# -- refusals of play_card


def test_an_unknown_card_is_refused() -> None:
    refusal = table().refusal("ops C111")
    assert (refusal.section, refusal.message.key) == ("5.1", "kernel.unknown_word")


@pytest.mark.parametrize("number", ["1", "2", "13", "108"])
def test_the_refusal_of_a_card_without_its_letter_shows_the_spelling(number: str) -> None:
    refusal = table().refusal(f"ops {number}")
    assert (refusal.section, refusal.message.key) == ("5.1", "refusal.card_number")
    assert refusal.message.args == {"card": f"C{number}"}


def test_a_number_is_no_card_where_a_space_is_due() -> None:
    refusal = table().do("ops C13").refusal("place 2")
    assert refusal.message.key == "kernel.unknown_word"
    assert refusal.message.args == {"word": "2", "wanted": ["space"]}


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    refusal = table().refusal("ops C22")
    assert (refusal.section, refusal.message.key) == ("5.1", "refusal.not_in_hand")


@pytest.mark.parametrize("action", ["ops", "ops C13 C30", "event"])
def test_the_wrong_number_of_words_is_refused(action: str) -> None:
    assert table().refusal(action).message.key == "kernel.words"


def test_an_unknown_verb_is_refused_with_those_that_are_possible() -> None:
    refusal = table().refusal("burn C13")
    assert refusal.message.key == "kernel.verb"
    assert refusal.message.args["verbs"] == ["event", "ops", "naval"]


@pytest.mark.parametrize("verb", ["event", "ops", "both", "cancel", "naval"])
def test_a_scoring_card_can_only_be_scored(verb: str) -> None:
    """2.2.1; 15: scoring cards cannot be used for naval attempts."""
    refusal = table().give(A, 6, 17).refusal(f"{verb} C6")
    assert (refusal.section, refusal.message.key) == ("2.2", "refusal.scoring_card")


def test_other_cards_cannot_be_scored() -> None:
    """2.2.1."""
    refusal = table().refusal("score C13")
    assert (refusal.section, refusal.message.key) == ("2.2", "refusal.no_scoring_card")


def test_both_needs_the_colossus_class() -> None:
    """6.3.5."""
    refusal = table().refusal("both C13")
    assert (refusal.section, refusal.message.key) == ("6.3.5", "refusal.no_colossus")


@pytest.mark.parametrize(
    ("side", "number", "key"),
    [
        (L, 63, "needs"),
        (A, 65, "needs"),
        (L, 66, "needs"),
        (L, 79, "needs"),
        (L, 92, "needs"),
        (A, 93, "needs"),
        (L, 3, "tension"),
        (A, 18, "monarchs"),
        (L, 41, "writers"),
        (A, 56, "not_ahead"),
        (A, 69, "not_ahead"),
        (L, 70, "not_ahead"),
        (A, 61, "collapse"),
        (L, 99, "no_entente"),
    ],
)
def test_an_event_that_is_not_possible_yet_is_refused_with_its_reason(
    side: str, number: int, key: str
) -> None:
    """5.2, 7.1; the OPs stay usable."""
    t = table().set(tension=3).give(side, number).to_play(side)
    refusal = t.refusal(f"event C{number}")
    assert refusal.message.key == f"refusal.{key}"
    assert f"ops C{number}" in t.menu


@pytest.mark.parametrize(
    ("side", "number", "after"),
    [
        (A, 4, 83),
        (L, 5, 41),
        (L, 10, 95),
        (A, 18, 74),
        (A, 20, 76),
        (L, 26, 61),
        (A, 37, 41),
        (L, 55, 95),
        (L, 58, 88),
        (L, 66, 95),
        (A, 68, 94),
        (L, 75, 81),
        (L, 76, 101),
        (L, 92, 93),
        (A, 100, 58),
    ],
)
def test_a_superseded_event_is_refused_with_its_reason(side: str, number: int, after: int) -> None:
    """7.5: the unplayable card may still be used for its OPs."""
    t = table().happened(10, 47, after).give(side, number).to_play(side)
    refusal = t.refusal(f"event C{number}")
    assert (refusal.section, refusal.message.key) == ("7.5", "refusal.barred")
    assert refusal.message.args["by"] == f"C{after}"
    assert f"ops C{number}" in t.menu


def test_arms_traders_are_possible_again_after_us_non_interventionism() -> None:
    """C88, C100."""
    t = table().happened(58, 88).give(A, 100).to_play(A)
    assert "event C100" in t.menu


def test_gavrilo_princip_is_barred_by_yugoslavia() -> None:
    """C83, C96: if the Authoritarian won its roll."""
    t = table().happened(96).give(A, 83)
    assert "event C83" in t.menu
    t.set(yugoslavia=True)
    refusal = t.refusal("event C83")
    assert (refusal.section, refusal.message.key) == ("7.5", "refusal.yugoslavia")


def test_the_view_shows_which_ways_to_play_a_card_are_closed() -> None:
    """5.1, 5.2: the opponent's event cannot be played as one's own."""
    t = table().give(L, 9, 21).to_play(L)
    view = t.game.position(t.state).view(L)
    assert isinstance(view, TurmoilView)
    assert view.closed["C9"] == []
    assert view.closed["C21"] == ["event"]
    other = t.game.position(t.state).view(A)
    assert isinstance(other, TurmoilView)
    assert other.closed == {}


def test_no_way_is_closed_where_no_card_is_to_be_played() -> None:
    t = table().event(21, A)
    view = t.game.position(t.state).view(A)
    assert isinstance(view, TurmoilView)
    assert view.closed == {}
