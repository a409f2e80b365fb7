"""The 43 strategy cards of the Edwardian era, one after the other."""

from __future__ import annotations

import pytest

from entente.games.turmoil.board import RESTORED, SECULAR
from entente.kernel import Seat
from tests.games.turmoil.table import A, L, Table

BOTH = (A, L)
CARDS: dict[int, tuple[int, tuple[Seat, ...], bool]] = {  # OPs, whose event, asterisk
    12: (3, (L,), True),
    32: (4, (L,), True),
    39: (3, (L,), False),
    41: (3, (L,), True),
    42: (4, (A,), False),
    44: (2, (A,), True),
    45: (3, (A,), True),
    46: (4, (L,), True),
    47: (2, (L,), True),
    48: (3, (A,), True),
    49: (2, (A,), True),
    50: (2, (A,), True),
    51: (2, (L,), True),
    52: (3, (A,), True),
    54: (3, (A,), True),
    55: (4, (L,), False),
    56: (2, BOTH, True),
    57: (2, BOTH, True),
    58: (1, (L,), True),
    59: (1, (A,), True),
    60: (2, (L,), True),
    62: (3, (L,), True),
    63: (4, (L,), True),
    64: (4, (L,), True),
    65: (2, (A,), True),
    66: (2, (L,), True),
    67: (2, (L,), False),
    68: (4, (A,), True),
    69: (2, (A,), True),
    70: (2, (L,), True),
    71: (2, (L,), False),
    72: (3, (A,), False),
    73: (2, (A,), False),
    74: (3, (A,), True),
    75: (2, (L,), True),
    76: (3, (L,), True),
    77: (2, (A,), True),
    79: (3, (L,), True),
    80: (3, (A,), True),
    97: (3, (L,), True),
    105: (3, (L,), True),
}
OWNED = [(number, side) for number, (_, sides, _) in CARDS.items() for side in sides]
TRIGGERED = [
    (number, L if sides == (A,) else A) for number, (_, sides, _) in CARDS.items() if sides != BOTH
]


# -- the table


def empty_map() -> Table:
    """The Edwardian era, no support anywhere, one idle card in each hand."""
    return Table().clear().set(turn=5).give(A, 30).give(L, 22)


def everything_possible(number: int) -> Table:
    """The opening position, with everything this card requires."""
    table = Table().set(turn=5).give(A, 30).give(L, 22).put("french_writers", 3, 0)
    table.happened(10, 19, 78, *([63] if number == 65 else [])).discarded(40).dice(*[1] * 20)
    return table.navies(british=0, german=1) if number == 69 else table.navies(1, 0)


def play_on(table: Table) -> Table:
    """Take the first legal action until the next card is to be played."""
    while table.asked.step != "play_card":
        table.do(table.menu[0])
    return table


def for_ops(table: Table, number: int, by: Seat) -> Table:
    """A side plays a card for OPs, an event first if there is one, and spends all OPs."""
    table.give(by, number).to_play(by).do(f"ops C{number}")
    if table.menu == ["before", "after"]:
        table.do("before")
    return play_on(table)


def score(table: Table, number: int, by: Seat) -> Table:
    """A scoring card; all stability cards are available, and while both navies are level those
    that are chosen do nothing."""
    table.set(stability={A: [f"S{n}" for n in range(11, 21)], L: [f"S{n}" for n in range(1, 11)]})
    table.give(by, number).to_play(by).do(f"score C{number}")
    return table.choose(authoritarian="choose S16", liberal="choose S8")


def refused(table: Table, action: str) -> str:
    """The reason why something is not allowed."""
    return table.refusal(action).message.key.removeprefix("refusal.")


def war_modifiers(table: Table) -> dict[object, object]:
    """The Great War breaks out, with level navies: what each side adds to its die (8.4.2)."""
    table.set(tension=6).dice(6, 1, 1).event(57, L)
    return {line["side"]: line["modifier"] for line in table.log_lines("war_die")}


# -- all of them: whose card it is and where it goes (2.2.5, 5.2)


def test_the_edwardian_era_has_43_cards() -> None:
    """4.1: those of this list and two scoring cards."""
    cards = Table().game.board.cards.values()
    edwardian = {card.id for card in cards if card.era == "edwardian"}
    assert edwardian == {f"C{number}" for number in (*CARDS, 43, 53)}
    assert len(edwardian) == 43


@pytest.mark.parametrize(("number", "by"), TRIGGERED)
def test_the_opponents_event_cannot_be_played(number: int, by: Seat) -> None:
    """7.1."""
    table = everything_possible(number).give(by, number).to_play(by)
    assert refused(table, f"event C{number}") == "their_event"
    assert f"ops C{number}" in table.menu


@pytest.mark.parametrize(("number", "side"), OWNED)
def test_an_own_event_removes_a_card_with_an_asterisk_and_discards_any_other(
    number: int, side: Seat
) -> None:
    """2.2.5, 2.2.8."""
    table = everything_possible(number)
    if number == 56 and side == A:
        table.navies(british=0, german=1)
    play_on(table.event(number, side))
    assert table.where_is(number) == ("removed" if CARDS[number][2] else "discard")
    assert f"C{number}" in table.state.happened


@pytest.mark.parametrize(("number", "by"), TRIGGERED)
def test_an_event_triggered_by_the_opponent_counts_just_the_same(number: int, by: Seat) -> None:
    """5.2."""
    table = everything_possible(number)
    play_on(table.forced_event(number, by))
    assert table.where_is(number) == ("removed" if CARDS[number][2] else "discard")
    assert f"C{number}" in table.state.happened


@pytest.mark.parametrize(("number", "side"), OWNED)
def test_an_own_or_neutral_card_played_for_ops_has_no_event_and_is_discarded(
    number: int, side: Seat
) -> None:
    """5.1, 2.2.8; section 15: joint cards serve for the event or for the OPs."""
    table = everything_possible(number).give(side, number).to_play(side).do(f"ops C{number}")
    assert table.asked.seat == side
    assert [line["ops"] for line in table.log_lines("ops")] == [CARDS[number][0]]
    play_on(table)
    assert f"C{number}" not in table.state.happened
    assert table.where_is(number) == "discard"


@pytest.mark.parametrize("number", [12, 42, 57])
def test_a_card_used_for_a_naval_attempt_has_no_event_and_is_discarded(number: int) -> None:
    """6.3.6."""
    table = empty_map().give(A, number).to_play(A).dice(1).do(f"naval C{number}")
    assert f"C{number}" not in table.state.happened
    assert table.where_is(number) == "discard"


# -- prohibitions and prerequisites (5.2, 7.5)

BARRED = [
    (55, L, 95),
    (58, L, 88),
    (66, L, 95),
    (68, A, 94),
    (75, L, 81),
    (76, L, 101),
]
NEEDING = [(63, L, (78,)), (65, A, (63, 79)), (66, L, (10,)), (79, L, (19,))]


@pytest.mark.parametrize(("number", "side", "by"), BARRED)
def test_a_superseding_event_bars_the_event(number: int, side: Seat, by: int) -> None:
    """7.5: C55, C58, C66, C68, C75, C76."""
    table = empty_map().happened(10).give(side, number).to_play(side)
    assert f"event C{number}" in table.menu
    refusal = table.happened(by).refusal(f"event C{number}")
    assert (refusal.section, refusal.message.key) == ("7.5", "refusal.barred")
    assert refusal.message.args["by"] == f"C{by}"
    assert f"ops C{number}" in table.menu


@pytest.mark.parametrize(("number", "side", "by"), BARRED)
def test_a_barred_event_does_not_happen_and_its_card_is_discarded(
    number: int, side: Seat, by: int
) -> None:
    """5.2, third bullet."""
    table = empty_map().happened(10, by)
    for_ops(table, number, L if side == A else A)
    assert f"C{number}" not in table.state.happened
    assert table.where_is(number) == "discard"


@pytest.mark.parametrize(("number", "side", "needs"), NEEDING)
def test_an_event_waits_for_its_prerequisite(
    number: int, side: Seat, needs: tuple[int, ...]
) -> None:
    """C63, C65, C66, C79."""
    table = empty_map().give(side, number).to_play(side)
    refusal = table.refusal(f"event C{number}")
    assert refusal.message.key == "refusal.needs"
    assert refusal.message.args["needs"] == [f"C{need}" for need in needs]
    assert f"ops C{number}" in table.menu
    for need in needs:
        ready = empty_map().happened(need).give(side, number).to_play(side)
        assert f"event C{number}" in ready.menu


@pytest.mark.parametrize(("number", "side", "needs"), NEEDING)
def test_without_its_prerequisite_a_triggered_event_does_not_happen(
    number: int, side: Seat, needs: tuple[int, ...]
) -> None:
    """5.2, second bullet: the card is discarded in spite of its asterisk."""
    table = for_ops(empty_map(), number, L if side == A else A)
    assert f"C{number}" not in table.state.happened
    assert table.where_is(number) == "discard"


# -- C12 Magyarization


def test_magyarization_strengthens_budapest_and_checks_in_austria_hungary() -> None:
    """C12: 3 SP, then die 4 + OPs 3 + Budapest 1 - 2 x 3 = 2."""
    table = empty_map().put("vienna", 0, 2).put("serbia", 0, 2).event(12, L)
    assert table.sp("budapest") == (3, 0)
    assert table.menu == ["check vienna"]
    assert refused(table, "check serbia") == "region"
    table.dice(4).do("check vienna")
    assert table.sp("vienna") == (0, 0)
    assert table.where_is(12) == "removed"


def test_magyarization_without_a_target_only_strengthens_budapest() -> None:
    """C12, 6.2.3."""
    table = empty_map().put("serbia", 0, 2).event(12, L)
    assert table.sp("budapest") == (3, 0)
    assert table.asked.step == "play_card"
    assert table.where_is(12) == "removed"


def test_magyarization_enters_a_space_under_enemy_control_at_no_extra_cost() -> None:
    """C12, 6.1.1, triggered by the Authoritarian; the Liberal makes the check."""
    table = empty_map().put("budapest", 0, 3).forced_event(12, A)
    assert table.sp("budapest") == (3, 3)
    assert (table.asked.seat, table.menu) == (L, ["check budapest"])
    table.dice(2).do("check budapest")
    assert table.sp("budapest") == (3, 2)
    assert table.asked.seat == A


# -- C32 Copenhagenization


def test_copenhagenization_sends_the_german_navy_back_two_boxes() -> None:
    """C32, 6.3.8: the High Water Mark is where the navy was."""
    table = empty_map().navies(british=5, german=6).set(improved={A: True, L: False})
    table.dice(1).event(32, L)
    assert table.state.tension == 1
    assert len(table.log_lines("crisis")) == 1
    assert table.state.navy == {A: 4, L: 5}
    assert table.state.improved[A]
    assert table.state.high_water == 6


@pytest.mark.parametrize(("german", "mark"), [(1, 1), (0, 0)])
def test_copenhagenization_stops_at_the_first_box(german: int, mark: int) -> None:
    """C32: where nothing moves no mark is placed."""
    table = empty_map().navies(british=2, german=german).dice(1).event(32, L)
    assert table.state.navy[A] == 0
    assert table.state.high_water == mark
    assert table.where_is(32) == "removed"


def test_a_mark_on_the_track_stays_where_it_is() -> None:
    """C32, 6.3.8: "not yet on the track"."""
    table = empty_map().navies(british=5, german=5).set(high_water=6).dice(1).event(32, L)
    assert table.state.navy[A] == 3
    assert table.state.high_water == 6


def test_copenhagenization_triggered_by_the_authoritarian() -> None:
    """C32, 5.2: Tension above 6 costs the Liberal, whose event it is."""
    table = empty_map().navies(british=5, german=6).set(tension=6).dice(1).forced_event(32, A)
    assert table.state.tension == 6
    assert table.state.vp == -1
    assert table.state.navy[A] == 4


def test_if_war_breaks_out_the_german_navy_stays() -> None:
    """C32, 8.3.1: 6 + 5 - 4 is above 6."""
    table = empty_map().navies(british=5, german=6).set(track=["franco_russian_alliance"])
    table.set(tension=4).dice(6, 1, 1).event(32, L)
    assert table.log_lines("outbreak")
    assert table.state.navy[A] == 6
    assert table.state.high_water == 0


def test_boxes_up_to_the_mark_reward_the_german_navy_no_more() -> None:
    """6.3.8: Kaiser class, where the mark is; it stays there."""
    table = empty_map().navies(british=2, german=5).set(high_water=6).dice(1).event(57, A)
    assert table.state.navy[A] == 6
    assert table.state.vp == 0
    assert table.state.high_water == 6


def test_a_german_navy_that_comes_second_the_second_time_gets_nothing_either() -> None:
    """Section 15, High Water Mark: the 1 VP is reserved for the British Navy."""
    table = empty_map().navies(british=6, german=5).set(high_water=6).dice(1).event(57, A)
    assert table.state.vp == 0


def test_beyond_the_mark_boxes_reward_again_and_the_mark_leaves_the_track() -> None:
    """6.3.8: King George V class."""
    table = empty_map().navies(british=2, german=8).set(high_water=8).dice(1).event(57, A)
    assert table.state.vp == -2
    assert table.state.high_water == 0


def test_the_british_navy_is_not_first_up_to_the_mark() -> None:
    """6.3.8: Kaiser class, 1 VP as second player."""
    table = empty_map().navies(british=5, german=4).set(high_water=6).dice(1).event(57, L)
    assert table.state.navy[L] == 6
    assert table.state.vp == 1


def test_the_british_navy_is_first_beyond_the_mark() -> None:
    """6.3.8: Kaiser class, 2 VP."""
    table = empty_map().navies(british=5, german=3).set(high_water=5).dice(1).event(57, L)
    assert table.state.vp == 2


def test_up_to_the_mark_the_british_navy_wins_no_advantage() -> None:
    """6.3.8: Colossus class with the mark one box further."""
    table = empty_map().navies(british=5, german=4).set(high_water=6).to_play(L)
    assert "both C22" not in table.menu
    assert "both C22" in table.set(high_water=4).menu


def test_a_german_advantage_stays_until_the_british_navy_arrives() -> None:
    """C32, 15.7: Colossus class."""
    table = empty_map().navies(british=4, german=5).dice(1).event(32, L)
    assert table.state.navy[A] == 3
    assert "both C30" in table.to_play(A).menu
    table.dice(1).event(57, L)
    assert "both C30" not in table.to_play(A).menu


def test_the_mark_does_not_make_the_german_navy_ahead() -> None:
    """6.3.8: it stands for the navy where boxes award something, nowhere else."""
    table = empty_map().navies(british=5, german=4).set(high_water=6).give(A, 69).give(L, 70)
    assert "event C70" in table.to_play(L).menu
    assert refused(table.to_play(A), "event C69") == "not_ahead"


# -- C39 Spiritism and Mysticism


def test_spiritism_takes_one_from_each_space_and_two_from_each_region() -> None:
    """C39: each limit."""
    table = empty_map().put("french_catholic_church", 0, 4).put("colonials", 0, 2)
    table.put("beau_monde", 0, 1).put("wilhelm_ii", 0, 5).put("macedonia", 0, 1).put("paris", 0, 2)
    table.event(39, L)
    assert refused(table, "remove paris") == "icon"
    assert refused(table, "remove nicolas_ii") == "not_support"
    table.do("remove french_catholic_church")
    assert refused(table, "remove french_catholic_church") == "limit"
    table.do("remove colonials")
    assert refused(table, "remove beau_monde") == "region_limit"
    table.do("remove wilhelm_ii", "remove macedonia")
    assert table.asked.step == "play_card"
    assert table.sp("french_catholic_church") == (0, 3)
    assert table.sp("colonials") == (0, 1)
    assert table.sp("wilhelm_ii") == (0, 4)
    assert table.sp("macedonia") == (0, 0)


def test_independent_spaces_are_no_scoring_region_for_spiritism() -> None:
    """C39, 2.1.1; Switzerland is a Bourgeoisie space (map erratum)."""
    table = empty_map()
    spaces = ("sweden", "italy", "constantinople", "switzerland")
    for space in (*spaces, "wilhelm_ii"):
        table.put(space, 0, 2)
    table.event(39, L).do(*(f"remove {space}" for space in spaces))
    assert [table.sp(space) for space in spaces] == [(0, 1)] * 4
    assert table.asked.step == "play_card"


def test_the_liberal_may_take_fewer_with_spiritism() -> None:
    """C39: "as many as 4", here triggered by the Authoritarian."""
    table = empty_map().put("wilhelm_ii", 0, 5).put("nicolas_ii", 0, 4).forced_event(39, A)
    assert table.asked.seat == L
    table.do("remove nicolas_ii", "done")
    assert table.sp("nicolas_ii") == (0, 3)
    assert table.sp("wilhelm_ii") == (0, 5)
    assert table.asked.seat == A


def test_spiritism_without_a_target_is_over_at_once() -> None:
    """C39."""
    table = empty_map().put("paris", 0, 2).event(39, L)
    assert table.asked.step == "play_card"
    assert table.where_is(39) == "discard"


# -- C41 Dreyfus Rehabilitated


def test_dreyfus_rehabilitated_removes_four_and_checks_in_france() -> None:
    """C41: 2 + 2 SP, then die 5 + OPs 3 - 2 x 3 = 2 in the Colonials."""
    table = empty_map().put("french_writers", 3, 0).put("french_armed_forces", 0, 3)
    table.put("french_catholic_church", 0, 3).put("colonials", 0, 1).put("berlin", 0, 1)
    table.event(41, L)
    assert table.sp("french_armed_forces") == (0, 1)
    assert refused(table, "remove french_armed_forces") == "excepted"
    assert refused(table, "remove berlin") == "region"
    assert refused(table, "remove french_writers") == "not_support"
    table.do("remove french_catholic_church", "remove french_catholic_church")
    assert table.sp("french_catholic_church") == (0, 1)
    assert refused(table, "check berlin") == "region"
    table.dice(5).do("check colonials")
    assert table.sp("colonials") == (1, 0)
    assert table.where_is(41) == "removed"


def test_dreyfus_rehabilitated_removes_what_there_is() -> None:
    """C41, 15.9: one SP in each place, and nothing left to check."""
    table = empty_map().put("french_writers", 3, 0).put("french_armed_forces", 0, 1)
    table.put("nice", 0, 1).event(41, L).do("remove nice")
    assert table.sp("french_armed_forces") == (0, 0)
    assert table.sp("nice") == (0, 0)
    assert table.asked.step == "play_card"


def test_dreyfus_rehabilitated_needs_the_french_writers() -> None:
    """C41: 2 SP against a stability of 3 are not control."""
    table = empty_map().put("french_writers", 2, 0).give(L, 41).to_play(L)
    assert refused(table, "event C41") == "writers"


def test_without_the_french_writers_a_triggered_rehabilitation_fails() -> None:
    """C41, 5.2: the card is discarded."""
    table = empty_map().put("french_writers", 2, 0).put("french_armed_forces", 0, 3)
    for_ops(table, 41, A)
    assert table.sp("french_armed_forces") == (0, 3)
    assert table.where_is(41) == "discard"


def test_control_of_the_writers_counts_as_it_was_when_the_round_began() -> None:
    """C41: the Authoritarian breaks it with the OPs of the card, to no avail."""
    table = empty_map().put("french_writers", 3, 0).put("french_armed_forces", 0, 2)
    table.put("paris", 0, 1).give(A, 41).to_play(A)
    table.do("ops C41", "after", "place french_writers", "place french_writers")
    assert table.sp("french_writers") == (3, 2)
    assert table.holder("french_writers") == ""
    assert table.sp("french_armed_forces") == (0, 0)
    assert table.asked.seat == L


def test_writers_won_in_the_same_round_come_too_late() -> None:
    """C41: the Colossus class would allow OPs first, then the event."""
    table = empty_map().put("french_writers", 2, 0).navies(british=5, german=0)
    table.give(L, 41).to_play(L)
    assert "both C22" in table.menu
    assert refused(table, "both C41") == "writers"


def test_dreyfus_rehabilitated_ends_the_affair_and_esterhazy() -> None:
    """C41: C5 and C37 are no longer events."""
    table = empty_map().put("french_writers", 3, 0).event(41, L)
    table.give(L, 5).give(A, 37)
    assert refused(table.to_play(L), "event C5") == "barred"
    assert refused(table.to_play(A), "event C37") == "barred"


# -- C42 The Kaiser Intervenes


def test_the_kaiser_may_intervene_anywhere() -> None:
    """C42, 6.1.1: also in a space that the Liberal controls."""
    table = empty_map().put("paris", 2, 0).event(42, A)
    assert table.state.tension == 1
    assert refused(table, "place norway") == "closed"
    table.do("place paris")
    assert table.sp("paris") == (2, 1)
    assert table.log_lines("crisis") == []


def test_the_kaiser_triggered_by_the_liberal() -> None:
    """C42, 8.1.2: Tension above 6 costs the Authoritarian 1 VP."""
    table = empty_map().set(tension=6).forced_event(42, L)
    assert (table.state.tension, table.state.vp) == (6, 1)
    assert table.asked.seat == A
    table.do("place moscow")
    assert table.sp("moscow") == (0, 1)
    assert table.asked.seat == L


# -- C43 Balkans Scoring


def test_the_balkans_are_scored() -> None:
    """C43: control 6 + 5 + Constantinople against presence 2 + Italy; then a crisis roll."""
    table = empty_map().put("constantinople", 0, 3).put("italy", 3, 0).put("greece", 2, 0)
    for space in ("bosnia", "serbia", "romania", "bulgaria", "macedonia"):
        table.put(space, 0, 3)
    score(table.dice(3), 43, A)
    assert table.state.vp == -(6 + 5 + 1) + (2 + 1)
    assert len(table.log_lines("crisis")) == 1
    assert table.where_is(43) == "discard"


def test_domination_of_the_balkans() -> None:
    """C43: domination 4 + 2 battlegrounds against presence 2 + 1; Libya is worth nothing."""
    table = empty_map().put("romania", 3, 0).put("macedonia", 2, 0).put("greece", 2, 0)
    table.put("serbia", 0, 3).put("libya", 0, 2)
    score(table.dice(3), 43, L)
    assert table.state.vp == (4 + 2) - (2 + 1)


def test_a_scoring_card_serves_for_nothing_else() -> None:
    """C43, C53; 5.1, section 15: no OPs, no naval attempt."""
    table = empty_map().give(A, 43, 53).to_play(A)
    for card in ("C43", "C53"):
        assert f"score {card}" in table.menu
        for verb in ("event", "ops", "naval"):
            assert refused(table, f"{verb} {card}") == "scoring_card"


# -- C44 Second Hague Conference


def test_the_hague_as_a_stage_for_threats() -> None:
    """C44, first alternative."""
    table = empty_map().event(44, A).do("rattle")
    assert (table.state.tension, table.state.vp) == (1, -2)
    assert table.where_is(44) == "removed"


def test_threats_at_the_hague_at_the_highest_tension() -> None:
    """C44, 8.1.2: 2 VP less 1."""
    table = empty_map().set(tension=6).event(44, A).do("rattle")
    assert (table.state.tension, table.state.vp) == (6, -1)


def test_the_hague_rallies_four_different_army_or_monarch_spaces() -> None:
    """C44, second alternative, triggered by the Liberal; Switzerland is no Monarch space."""
    table = empty_map().put("serbia", 3, 0).forced_event(44, L)
    assert table.asked.seat == A
    table.do("rally", "place serbia")
    assert refused(table, "place serbia") == "limit"
    assert refused(table, "place switzerland") == "icon"
    assert refused(table, "place vienna") == "icon"
    table.do("place sweden", "place kiel", "place nicolas_ii")
    assert table.sp("serbia") == (3, 1)
    assert [table.sp(s) for s in ("sweden", "kiel", "nicolas_ii")] == [(0, 1)] * 3
    assert (table.state.tension, table.state.vp) == (0, 0)
    assert table.asked.seat == L


# -- C45 Belgian Rule in Congo


def test_a_protest_against_the_congo_costs_two_vp() -> None:
    """C45: the Liberal chooses; Belgium is no Annex space then."""
    table = empty_map().event(45, A)
    assert table.asked.seat == L
    table.do("protest")
    assert table.state.vp == -2
    assert table.sp("belgium") == (0, 0)
    assert refused(table.event(71, L), "place belgium") == "icon"


def test_the_congo_gives_belgium_to_the_authoritarian_and_makes_it_an_annex_space() -> None:
    """C45, marker legend: Belgium is both a Worker and an Annex space."""
    table = empty_map().put("belgium", 2, 0).event(45, A).do("annex")
    assert table.sp("belgium") == (2, 5)
    assert table.holder("belgium") == A
    assert table.state.vp == 0
    assert "place belgium" in table.event(71, L).menu
    assert "place belgium" in table.event(22, L).menu


def test_belgium_under_control_needs_no_more_support() -> None:
    """C45, triggered by the Liberal, who still chooses."""
    table = empty_map().put("belgium", 0, 4).forced_event(45, L)
    assert table.asked.seat == L
    table.do("annex")
    assert table.sp("belgium") == (0, 4)


def test_a_protest_can_lose_the_game() -> None:
    """C45, 10.4.1."""
    table = empty_map().set(vp=-18).event(45, A).do("protest")
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)


# -- C46 Liberals gain Power in UK


def test_liberals_gain_one_government_space_of_each_region_and_an_independent_one() -> None:
    """C46: four regions have Government spaces, the Balkans none."""
    table = empty_map().put("vienna", 0, 3).event(46, L)
    assert refused(table, "place serbia") == "icon"
    assert refused(table, "place netherlands") == "regions"
    table.do("place vienna")
    assert refused(table, "place vienna") == "limit"
    assert refused(table, "place budapest") == "region_limit"
    table.do("place moscow", "place paris", "place berlin")
    assert refused(table, "place paris") == "region"
    assert refused(table, "place norway") == "closed"
    table.do("place netherlands")
    assert table.sp("vienna") == (1, 3)
    assert [table.sp(s) for s in ("moscow", "paris", "berlin", "netherlands")] == [(1, 0)] * 4
    assert table.asked.step == "play_card"


def test_a_restored_monarchy_has_no_government_space_for_the_liberals() -> None:
    """C46 with the optional rule of section 12: Paris is a Monarch space instead."""
    table = empty_map().set(land=RESTORED).event(46, L)
    assert "place paris" not in table.menu
    table.do("place berlin", "place budapest", "place saint_petersburg", "place switzerland")
    assert table.asked.step == "play_card"


def test_liberals_gain_power_by_an_authoritarian_card() -> None:
    """C46, 5.2."""
    table = empty_map().forced_event(46, A)
    assert table.asked.seat == L
    table.do("place paris", "place berlin", "place vienna", "place moscow", "place italy")
    assert table.sp("italy") == (1, 0)
    assert table.asked.seat == A


# -- C47 Young Turk Revolution


def test_young_turks_place_two_and_check_twice_in_the_balkans() -> None:
    """C47, 6.2.2: both checks may hit one space; 5 + 2 - 6 = 1, then 6 + 2 - 6 = 2."""
    table = empty_map().put("bulgaria", 0, 4).put("constantinople", 0, 3).event(47, L)
    assert refused(table, "place crimea") == "region_or"
    table.do("place constantinople")
    assert refused(table, "place constantinople") == "limit"
    table.do("place romania")
    assert table.sp("constantinople") == (1, 3)
    assert table.menu == ["check bulgaria"]
    assert refused(table, "check constantinople") == "region"
    table.dice(5, 6).do("check bulgaria")
    assert table.sp("bulgaria") == (0, 3)
    table.do("check bulgaria")
    assert table.sp("bulgaria") == (0, 1)
    assert table.asked.step == "play_card"


@pytest.mark.parametrize(("number", "side"), [(47, L), (48, A)])
def test_young_turks_or_enver_pasha_open_the_way_for_two_later_cards(
    number: int, side: Seat
) -> None:
    """C47, C48: Freedom and Accord Party and Raid on the Sublime Porte."""
    table = empty_map().give(L, 92).give(A, 93)
    assert refused(table.to_play(L), "event C92") == "needs"
    assert refused(table.to_play(A), "event C93") == "needs"
    play_on(table.event(number, side))
    assert "event C92" in table.to_play(L).menu
    assert "event C93" in table.to_play(A).menu


def test_young_turks_triggered_by_the_authoritarian() -> None:
    """C47, 5.2: without a target there are no checks."""
    table = empty_map().forced_event(47, A)
    assert table.asked.seat == L
    table.do("place serbia", "place bosnia")
    assert (table.sp("serbia"), table.sp("bosnia")) == ((1, 0), (1, 0))
    assert table.asked.seat == A


# -- C48 Enver Pasha


def test_enver_pasha_brings_support_to_constantinople() -> None:
    """C48, triggered by the Liberal."""
    table = empty_map().put("constantinople", 3, 0).forced_event(48, L)
    assert table.sp("constantinople") == (3, 2)
    assert table.asked.seat == L


def test_enver_pasha_gives_one_more_stability_card_in_the_next_balkans_scoring() -> None:
    """C48, with control of Macedonia; only once."""
    table = score(empty_map().put("macedonia", 0, 2).event(48, A), 43, A)
    assert table.asked.seat == A
    table.dice(1).do("choose S15", "reveal S16", "done")
    assert table.state.stability[A] == [f"S{n}" for n in (11, 12, 13, 14, 17, 18, 19, 20)]
    assert table.asked.step == "play_card"
    score(table.dice(1), 43, L)
    assert table.asked.step == "play_card"


def test_without_macedonia_enver_pasha_gives_nothing_and_is_used_up() -> None:
    """C48: "the next Balkans scoring"."""
    table = score(empty_map().event(48, A).dice(1), 43, L)
    assert table.asked.step == "play_card"
    score(table.put("macedonia", 0, 2).dice(1), 43, L)
    assert table.asked.step == "play_card"


def test_enver_pasha_waits_for_the_balkans() -> None:
    """C48: another region's scoring leaves the bonus alone."""
    table = score(empty_map().put("macedonia", 0, 2).event(48, A).dice(1), 53, A)
    assert table.asked.step == "play_card"
    score(table, 43, A)
    assert (table.asked.seat, "choose S11" in table.menu) == (A, True)


def test_popular_uproar_uses_enver_pasha_up() -> None:
    """C48, section 15: when the scoring is played again there is one card only."""
    table = empty_map().put("macedonia", 0, 2).put("bosnia", 3, 0).event(48, A)
    table.give(A, 43).to_play(A).do("score C43")
    table.choose(authoritarian="choose S16", liberal="choose S4").do("choose S15", "place greece")
    assert table.where_is(43) == A
    assert {"S15", "S16"} <= set(table.state.stability[A])
    table.to_play(A).dice(1).do("score C43")
    table.choose(authoritarian="choose S16", liberal="choose S8")
    assert table.where_is(43) == "discard"


def test_enver_pasha_has_no_part_in_final_scoring() -> None:
    """C48, section 15: no stability cards after turn 10; presence 2 + Macedonia."""
    table = Table().clear().put("macedonia", 0, 2).event(48, A).put("constantinople", 0, 0)
    table.give(L, 22).set(turn=10, round=8).to_play(L)
    table.set(hand={A: [], L: ["C22"]}).do("ops C22", "place libya", "place libya")
    assert table.state.outcome is not None
    assert table.state.vp == -(2 + 1)


# -- C49 Austria Annexes Bosnia


def test_austria_annexes_bosnia() -> None:
    """C49: Tension, crisis roll, then 3 SP."""
    table = empty_map().put("bosnia", 2, 0).dice(3).event(49, A)
    assert table.state.tension == 1
    assert [line["tension"] for line in table.log_lines("crisis")] == [1]
    assert table.sp("bosnia") == (2, 3)


@pytest.mark.parametrize("number", [7, 43])
def test_annexed_bosnia_is_scored_in_both_regions(number: int) -> None:
    """C49: presence 2 + battleground 1, in Austria-Hungary as in the Balkans."""
    table = empty_map().dice(1).event(49, A)
    score(table.dice(1), number, A)
    assert table.state.vp == -(2 + 1)


def test_before_the_annexation_bosnia_is_none_of_austria_hungarys() -> None:
    """C49."""
    table = score(empty_map().put("bosnia", 0, 3).dice(1), 7, A)
    assert table.state.vp == 0


def test_control_of_austria_hungary_takes_annexed_bosnia() -> None:
    """C49, 10.1.1: Bosnia is a battleground there too."""
    table = empty_map().put("vienna", 3, 0).put("budapest", 2, 0).put("trieste", 3, 0)
    assert table.level(L, "austria_hungary") == "control"
    table.dice(1).event(49, A)
    assert table.level(L, "austria_hungary") == "domination"


def test_annexed_bosnia_is_open_to_events_of_both_regions() -> None:
    """C49: Magyarization checks there, Central Authority strengthens it twice over."""
    table = empty_map().dice(1).event(49, A)
    table.event(73, A).do("region austria_hungary")
    table.event(73, A).do("region balkans")
    assert table.sp("bosnia") == (0, 5)
    assert "check bosnia" in table.event(12, L).menu


def test_if_the_annexation_means_war_bosnia_is_not_annexed() -> None:
    """C49, 8.3.1: 6 + 5 - 4 is above 6; triggered by the Liberal."""
    table = empty_map().set(track=["franco_russian_alliance"], tension=4).dice(6, 1, 1)
    table.forced_event(49, L)
    assert table.log_lines("outbreak")
    assert table.sp("bosnia") == (0, 0)


# -- C50 Schlieffen Plan Adopted


def test_the_schlieffen_plan_reaches_belgium() -> None:
    """C50, triggered by the Liberal: 1 SP, and no box of the Great War track is taken."""
    table = empty_map().put("belgium", 3, 0).forced_event(50, L)
    assert table.sp("belgium") == (3, 1)
    assert table.state.track == ["three_emperor_league"]


def test_the_schlieffen_plan_brings_britain_into_the_war() -> None:
    """C50, 8.4.1, 8.4.2: +1 for the Authoritarian."""
    table = empty_map().set(track=["russian_collapse"]).event(50, A)
    assert war_modifiers(table) == {A: 1, L: 0}
    assert table.state.alliance["britain"] == L


def test_splendid_isolation_keeps_britain_out_in_spite_of_the_plan() -> None:
    """C50: the +1 stays."""
    table = empty_map().set(track=["russian_collapse", "splendid_isolation"]).event(50, A)
    assert war_modifiers(table) == {A: 1, L: 0}
    assert "britain" not in table.state.alliance


# -- C51 Norwegian Independence


def test_before_its_independence_norway_is_closed() -> None:
    """C51: to events, to OPs, to checks."""
    table = empty_map().put("denmark", 1, 1).put("norway", 1, 1)
    assert refused(table.event(42, A), "place norway") == "closed"
    assert refused(table.event(71, L), "place norway") == "closed"
    table.give(A, 52).to_play(A).do("ops C52")
    assert refused(table, "place norway") == "closed"
    assert refused(table, "check norway") == "closed"


def test_norway_becomes_independent() -> None:
    """C51: 2 SP, enough for control; triggered by the Authoritarian."""
    table = empty_map().forced_event(51, A)
    assert table.sp("norway") == (2, 0)
    assert table.holder("norway") == L
    assert table.asked.seat == A


def test_after_its_independence_norway_is_open() -> None:
    """C51: to events, to OPs (at 2 OPs, for it is Liberal), to checks."""
    table = empty_map().put("kiel", 0, 1).event(51, L)
    assert "place norway" in table.event(42, A).menu
    assert "place norway" in table.event(71, L).menu
    table.give(A, 52).to_play(A).do("ops C52")
    assert {"place norway", "check norway"} <= set(table.menu)
    table.do("place norway", "place norway")
    assert table.sp("norway") == (2, 2)
    assert table.asked.seat == L


@pytest.mark.parametrize("number", [8, 53])
def test_independent_norway_counts_beside_germany_and_russia(number: int) -> None:
    """C51, 10.1.4."""
    table = score(empty_map().event(51, L).dice(1), number, L)
    assert table.state.vp == 1


# -- C52 Conrad von Hötzendorf


def test_conrad_strengthens_army_and_government_of_austria_hungary() -> None:
    """C52, triggered by the Liberal: one SP each under any control of the space; then Tension."""
    table = empty_map().put("vienna", 3, 0).forced_event(52, L)
    assert table.sp("vienna") == (3, 1)
    assert table.sp("budapest") == (0, 1)
    assert table.sp("galicia_przemysl") == (0, 1)
    assert sum(table.state.support[A].values()) == 3
    assert table.state.tension == 1
    assert table.log_lines("crisis") == []


def test_conrad_at_the_highest_tension_costs_a_vp() -> None:
    """C52, 8.1.2."""
    table = empty_map().set(tension=6).event(52, A)
    assert (table.state.tension, table.state.vp) == (6, 1)


# -- C53 Germany Scoring


def liberal_germany() -> Table:
    """All five battlegrounds of Germany in Liberal hands."""
    table = empty_map().put("wilhelm_ii", 5, 0).put("kiel", 3, 0).put("alsace_lorraine", 3, 0)
    return table.put("imperial_army", 4, 0).put("east_prussia", 4, 0)


@pytest.mark.parametrize("by", BOTH)
def test_liberal_control_of_germany_wins_the_game(by: Seat) -> None:
    """C53, 10.4.1: with either player of the card and any VP."""
    table = score(liberal_germany().set(vp=-19), 53, by)
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)
    assert table.state.outcome.reason.key == "outcome.germany"


def test_germany_can_be_won_by_the_stability_card() -> None:
    """C53, 9: Workers Unite takes Alsace-Lorraine before the scoring."""
    table = liberal_germany().put("alsace_lorraine", 0, 0).give(L, 53).to_play(L).do("score C53")
    table.choose(authoritarian="choose S16", liberal="choose S1")
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)


def test_control_of_germany_can_be_broken_by_the_stability_card() -> None:
    """C53, 9: Ecclesial Influence in Kiel; presence 3 + 4 battlegrounds against presence 3."""
    table = liberal_germany().put("hanover_oldenburg", 0, 2).give(L, 53).to_play(L)
    table.do("score C53").choose(authoritarian="choose S19", liberal="choose S8")
    table.dice(1).do("place kiel", "place kiel")
    assert table.state.outcome is None
    assert table.state.vp == (3 + 4) - 3


def test_authoritarian_control_of_germany_is_only_worth_its_vp() -> None:
    """C53: 9 + 5 battlegrounds."""
    table = empty_map().put("wilhelm_ii", 0, 5).put("kiel", 0, 3).put("alsace_lorraine", 0, 3)
    table.put("imperial_army", 0, 4).put("east_prussia", 0, 4)
    score(table.dice(1), 53, A)
    assert table.state.outcome is None
    assert table.state.vp == -(9 + 5)
    assert table.where_is(53) == "discard"


def test_liberal_domination_of_germany_does_not_win() -> None:
    """C53: domination 6 + Kiel + Denmark against Switzerland."""
    table = empty_map().put("kiel", 3, 0).put("bavaria", 3, 0).put("denmark", 2, 0)
    score(table.put("switzerland", 0, 5).dice(1), 53, L)
    assert table.state.outcome is None
    assert table.state.vp == (6 + 1 + 1) - 1


# -- C54 Traditionalists Gain Power


def test_traditionalists_move_from_army_and_farmers_to_the_government() -> None:
    """C54: at most 4, each within its scoring region."""
    table = empty_map().put("east_prussia", 0, 3).put("bordeaux", 0, 1).put("crimea", 0, 1)
    table.put("serbia", 0, 2).put("saxony", 0, 2).put("spain_portugal", 0, 1).event(54, A)
    assert refused(table, "shift east_prussia vienna") == "other_region"
    assert refused(table, "shift spain_portugal netherlands") == "other_region"
    assert refused(table, "shift saxony berlin") == "icon"
    assert refused(table, "shift east_prussia saxony") == "icon"
    assert refused(table, "shift kiel berlin") == "not_support"
    table.do("shift east_prussia berlin", "shift east_prussia berlin")
    table.do("shift bordeaux paris", "shift crimea moscow")
    assert table.sp("east_prussia") == (0, 1)
    assert table.sp("berlin") == (0, 2)
    assert (table.sp("paris"), table.sp("moscow")) == ((0, 1), (0, 1))
    assert (table.sp("bordeaux"), table.sp("crimea")) == ((0, 0), (0, 0))
    assert table.asked.step == "play_card"


def test_traditionalists_may_stop_earlier() -> None:
    """C54: "may", triggered by the Liberal."""
    table = empty_map().put("tsarist_army", 0, 3).forced_event(54, L)
    assert table.asked.seat == A
    table.do("shift tsarist_army saint_petersburg", "done")
    assert table.sp("tsarist_army") == (0, 2)
    assert table.asked.seat == L


def test_traditionalists_have_nothing_to_move_in_the_balkans() -> None:
    """C54: no Government space there."""
    table = empty_map().put("serbia", 0, 3).put("bulgaria", 0, 3).event(54, A)
    assert table.asked.step == "play_card"
    assert table.where_is(54) == "removed"


# -- C55 Viscount Grey


@pytest.mark.parametrize(("turn", "ops"), [(4, 3), (7, 3), (8, 4), (10, 4)])
def test_grey_has_three_ops_and_four_in_the_georgian_era(turn: int, ops: int) -> None:
    """C55: Authoritarian control is ignored, so each SP costs 1 OP."""
    table = empty_map().set(turn=turn).put("vienna", 0, 9).put("budapest", 1, 0).event(55, L)
    assert refused(table, "place paris") == "reach"
    table.do(*["place vienna"] * ops)
    assert table.sp("vienna") == (ops, 9)
    assert table.asked.step == "play_card"
    assert table.where_is(55) == "discard"


@pytest.mark.parametrize(("turn", "left"), [(5, (0, 0)), (8, (1, 0))])
def test_grey_ignores_authoritarian_neighbours_in_support_checks(
    turn: int, left: tuple[int, int]
) -> None:
    """C55: die 3 + OPs 3 (or 4) - 2 x 2, Vienna and the Dual Monarchy notwithstanding."""
    table = empty_map().set(turn=turn).put("vienna", 0, 3).put("dual_monarchy", 0, 2)
    table.put("budapest", 0, 2).event(55, L).dice(3).do("check budapest")
    assert table.sp("budapest") == left


def test_grey_makes_two_checks_in_different_spaces() -> None:
    """C55, section 15; Liberal neighbours still help: 2 + 3 + 1 - 2 x 2 = 2."""
    table = empty_map().put("budapest", 0, 5).put("transylvania", 2, 0).put("vienna", 0, 3)
    table.event(55, L).dice(2).do("check budapest")
    assert table.sp("budapest") == (0, 3)
    refusal = table.refusal("check budapest")
    assert (refusal.section, refusal.message.key) == ("6.2.2", "refusal.same_check")
    assert refused(table, "place budapest") == "other_use"
    table.dice(6).do("check vienna")
    assert table.sp("vienna") == (0, 0)
    assert table.asked.step == "play_card"


def test_grey_triggered_by_the_authoritarian() -> None:
    """C55, 5.2: the Liberal gets the OPs of the event, then the Authoritarian those of the card."""
    table = empty_map().put("belgium", 0, 5).forced_event(55, A)
    assert table.asked.seat == L
    table.do(*["place belgium"] * 3)
    assert table.sp("belgium") == (3, 5)
    assert table.asked.seat == A
    table.do(*["place crimea"] * 4)
    assert table.sp("crimea") == (0, 4)
    assert table.asked.seat == L


def test_modifiers_of_ops_change_greys() -> None:
    """C55, 7.4, 15.4: Stymied."""
    table = empty_map().lasting(16, A).put("vienna", 0, 9).put("budapest", 1, 0).event(55, L)
    table.do("place vienna", "place vienna")
    assert table.asked.step == "play_card"


# -- C56 Control of the Channel


@pytest.mark.parametrize(("side", "british", "german"), [(A, 3, 3), (A, 4, 3), (L, 3, 4)])
def test_the_channel_belongs_to_the_navy_that_is_ahead(
    side: Seat, british: int, german: int
) -> None:
    """C56."""
    table = empty_map().discarded(42).navies(british, german).give(side, 56).to_play(side)
    assert refused(table, "event C56") == "not_ahead"
    assert "ops C56" in table.menu


def test_the_channel_brings_about_an_event_of_the_discard_pile() -> None:
    """C56, 15.12: an event of the other side is carried out by that side."""
    table = empty_map().discarded(42).navies(british=3, german=2).event(56, L).do("pick C42")
    assert table.state.tension == 1
    assert table.asked.seat == A
    table.do("place paris")
    assert table.sp("paris") == (0, 1)
    assert table.where_is(42) == "discard"
    assert table.where_is(56) == "removed"


def test_the_channel_brings_about_an_own_event_which_is_then_removed() -> None:
    """C56: the German Navy is ahead; Prince Heinrich has an asterisk."""
    table = empty_map().discarded(69).navies(british=1, german=3).event(56, A).do("pick C69")
    assert table.state.vp == -2
    assert table.where_is(69) == "removed"
    assert table.where_is(56) == "removed"


def test_a_neutral_event_of_the_pile_is_the_players_own() -> None:
    """C56: the British Navy moves."""
    table = empty_map().discarded(57).navies(british=3, german=2).event(56, L)
    table.dice(1).do("pick C57")
    assert table.state.navy == {A: 2, L: 4}


def test_events_the_channel_cannot_cause() -> None:
    """C56: scoring cards, removed cards, events whose conditions are not met."""
    table = empty_map().discarded(42, 43, 63, 41).navies(british=3, german=2)
    table.set(removed=["C52"]).event(56, L)
    assert table.menu == ["pick C42"]
    assert refused(table, "pick C43") == "no_event_card"
    assert refused(table, "pick C52") == "not_discarded"
    assert refused(table, "pick C63") == "needs"
    assert refused(table, "pick C41") == "writers"


def test_the_channel_over_an_empty_pile_has_no_effect() -> None:
    """C56, 5.2: still played, so removed."""
    table = empty_map().navies(british=3, german=2).event(56, L)
    assert table.asked.step == "play_card"
    assert table.where_is(56) == "removed"


def test_an_event_within_an_event_within_an_event() -> None:
    """C56 brings about C105, and that C75; all three are removed."""
    table = empty_map().discarded(75, 105).navies(british=3, german=2).set(tension=2)
    table.event(56, L).dice(5).do("pick C105", "pick C75")
    assert table.state.tension == 1
    assert [table.where_is(number) for number in (56, 75, 105)] == ["removed"] * 3
    assert table.state.discard == []


# -- C57 Naval Bill/Fleet Law


@pytest.mark.parametrize(("side", "vp"), [(A, -2), (L, 2)])
def test_the_naval_bill_moves_the_players_own_navy(side: Seat, vp: int) -> None:
    """C57, 6.3.4, 6.3.5: the box gives its reward; it is no attempt and turns no marker."""
    table = empty_map().navies(2, 2).set(improved={A: True, L: True}).dice(1).event(57, side)
    assert table.state.tension == 1
    assert len(table.log_lines("crisis")) == 1
    assert table.state.navy[side] == 3
    assert sum(table.state.navy.values()) == 5
    assert table.state.vp == vp
    assert table.state.improved == {A: True, L: True}
    assert table.state.attempts == {A: 0, L: 0}


def test_the_fleet_law_takes_the_german_navy_out_of_the_first_box() -> None:
    """C57, section 15: only attempts with OPs fail there."""
    table = empty_map().dice(1).event(57, A)
    assert table.state.navy == {A: 1, L: 0}
    table.do("place italy", "place sweden")
    assert (table.sp("italy"), table.sp("sweden")) == ((0, 1), (0, 1))


def test_in_the_last_box_the_naval_bill_only_raises_tension() -> None:
    """C57, 6.3.7."""
    table = empty_map().navies(british=13, german=13).dice(1).event(57, L)
    assert table.state.navy == {A: 13, L: 13}
    assert table.state.tension == 1
    assert table.where_is(57) == "removed"


def test_war_cuts_the_naval_bill_off() -> None:
    """C57, example of play: 5 + 4 - 2 = 7; the rest of the text is ignored."""
    track = ["franco_russian_alliance", "entente_cordiale", "dual_alliance"]
    table = empty_map().navies(british=5, german=3).set(track=track, beside=["schlieffen"])
    table.put("constantinople", 0, 3).set(tension=3).dice(5, 5, 2).event(57, L)
    assert table.log_lines("outbreak")
    assert table.state.navy[L] == 5
    assert [line["total"] for line in table.log_lines("war_die")] == [9, 7]


@pytest.mark.parametrize(("side", "vp"), [(A, 1), (L, -1)])
def test_tension_above_the_limit_costs_the_player_of_the_naval_bill(side: Seat, vp: int) -> None:
    """C57, section 15: a neutral event."""
    table = empty_map().navies(3, 3).set(tension=6).dice(1).event(57, side)
    assert (table.state.tension, table.state.vp) == (6, vp)


# -- C58 US Interventionism


def test_us_interventionism_renews_the_liberal_stability_cards() -> None:
    """C58, triggered by the Authoritarian, whose own cards stay as they are."""
    table = empty_map().set(stability={A: ["S11", "S12"], L: ["S1", "S2"]}).forced_event(58, A)
    assert table.state.stability[L] == [f"S{number}" for number in range(1, 11)]
    assert table.state.stability[A] == ["S11", "S12"]
    assert table.state.track == ["three_emperor_league"]


@pytest.mark.parametrize(
    ("track", "beside", "modifiers"),
    [
        (["russian_collapse", "entente_cordiale"], [], {A: 0, L: 4}),
        (["russian_collapse"], ["schlieffen"], {A: 1, L: 2}),
        (["russian_collapse"], [], {A: 0, L: 0}),
        (["russian_collapse", "splendid_isolation"], ["schlieffen"], {A: 1, L: 0}),
    ],
)
def test_us_interventionism_helps_where_britain_fights(
    track: list[str], beside: list[str], modifiers: dict[object, object]
) -> None:
    """C58, erratum: Entente Cordiale or Schlieffen Plan Adopted."""
    table = empty_map().set(track=track, beside=beside).event(58, L)
    assert war_modifiers(table) == modifiers


def test_us_interventionism_stops_the_arms_traders() -> None:
    """C58: C100 is no event, neither played nor triggered."""
    table = empty_map().set(tension=4).event(58, L).give(A, 100).to_play(A)
    refusal = table.refusal("event C100")
    assert refusal.message.key == "refusal.barred"
    assert refusal.message.args["by"] == "C58"
    for_ops(table, 100, L)
    assert table.state.vp == 0
    assert table.where_is(100) == "discard"


def test_us_non_interventionism_lets_the_arms_traders_return() -> None:
    """C58, C88, C100: and the marker leaves the game."""
    table = empty_map().set(tension=4, track=["russian_collapse", "entente_cordiale"])
    table.event(58, L).event(88, A).event(100, A)
    assert table.state.vp == -4
    assert war_modifiers(table) == {A: 0, L: 2}


# -- C59 Declaration of Independence


def test_a_declaration_of_independence_takes_control_of_a_balkan_space() -> None:
    """C59: stability 3 and one Liberal SP; triggered by the Liberal."""
    table = empty_map().put("serbia", 1, 0).put("greece", 2, 0).forced_event(59, L)
    assert table.asked.seat == A
    assert refused(table, "claim greece") == "held"
    assert refused(table, "claim constantinople") == "region"
    table.do("claim serbia")
    assert table.sp("serbia") == (1, 4)
    assert table.holder("serbia") == A


def test_liberal_balkans_declare_nothing() -> None:
    """C59, 5.2: no effect, but played."""
    table = empty_map()
    balkans = ("bosnia", "serbia", "romania", "montenegro", "bulgaria", "macedonia", "greece")
    for space in balkans:
        table.put(space, 3, 0)
    table.event(59, A)
    assert table.asked.step == "play_card"
    assert table.where_is(59) == "removed"


# -- C60 Legacy of 1848


def legacy(*hand: int) -> Table:
    """The Liberal plays Legacy of 1848 against these cards."""
    return empty_map().give(A, *hand).event(60, L)


def test_the_legacy_shows_the_liberal_the_red_cards_and_no_others() -> None:
    """C60."""
    table = legacy(10, 23, 48, 63)
    game, state = table.game, table.state
    assert game.view(state, L).seen == ["C10", "C48", "C63"]
    assert game.view(state, L).cards[A] == 5
    assert game.view(state, A).seen == []
    assert game.view(state, None).seen == []
    assert game.view(state, None).hand == []


def test_the_legacy_brings_a_red_card_about() -> None:
    """C60: its event happens at once, then it is removed."""
    table = legacy(10, 30).do("take C10")
    assert table.state.track == ["three_emperor_league", "entente_cordiale"]
    table.do("place paris", "place paris", "place nice", "place nice")
    assert table.sp("paris") == (2, 0)
    assert table.state.hand[A] == ["C30"]
    assert table.where_is(10) == "removed"
    assert table.where_is(60) == "removed"
    assert table.asked.step == "play_card"


def test_the_legacy_may_cause_enver_pasha() -> None:
    """C60: a red card of the Authoritarian, who gets the effect."""
    table = legacy(48).do("take C48")
    assert table.sp("constantinople") == (0, 2)
    assert table.where_is(48) == "removed"


def test_the_legacy_takes_only_what_was_shown_and_can_happen() -> None:
    """C60: October Manifesto lacks its prerequisite, Military Tradition is not red."""
    table = legacy(10, 63)
    assert table.menu == ["take C10", "operate"]
    assert refused(table, "take C63") == "needs"
    assert refused(table, "take C30") == "not_shown"
    assert refused(table, "take C47") == "not_shown"


def test_the_legacy_may_be_used_for_operations_instead() -> None:
    """C60: 2 OPs; the Authoritarian keeps the cards, which are now known."""
    table = legacy(10).do("operate", "place libya", "place libya")
    assert table.sp("libya") == (2, 0)
    assert table.where_is(10) == A
    assert table.where_is(60) == "removed"
    assert table.game.view(table.state, L).seen == ["C10"]
    assert table.asked.seat == A


def test_without_red_cards_the_legacy_serves_for_operations() -> None:
    """C60."""
    table = legacy()
    assert table.menu == ["operate"]
    assert table.game.view(table.state, L).seen == []


def test_the_legacy_triggered_by_the_authoritarian() -> None:
    """C60, 5.2: the Liberal takes a card, then the Authoritarian has the OPs."""
    table = empty_map().give(A, 75).set(tension=3).forced_event(60, A)
    assert (table.asked.seat, table.menu) == (L, ["take C75", "operate"])
    table.do("take C75")
    assert table.state.tension == 2
    assert table.state.hand[A] == ["C30"]
    assert table.asked.seat == A
    table.do("place crimea", "place crimea")
    assert table.sp("crimea") == (0, 2)
    assert table.where_is(60) == "removed"


def test_the_legacy_used_for_operations_by_both() -> None:
    """C60 triggered by the Authoritarian: 2 OPs for each player."""
    table = empty_map().forced_event(60, A).do("operate", "place libya", "place libya")
    assert table.asked.seat == A
    table.do("place crimea", "place crimea")
    assert (table.sp("libya"), table.sp("crimea")) == ((2, 0), (0, 2))


# -- C62 Jozef Piłsudski


def test_pilsudski_places_two_around_poland_and_checks_there() -> None:
    """C62: any split; then, once, die 5 + OPs 3 - 2 x 3 = 2."""
    table = empty_map().put("poland", 0, 3).put("silesia", 0, 1).event(62, L)
    assert refused(table, "place moscow") == "area"
    table.do("place tsarist_army", "place tsarist_army")
    assert table.sp("tsarist_army") == (2, 0)
    assert table.menu == ["check poland"]
    assert refused(table, "check silesia") == "area"
    table.dice(5).do("check poland")
    assert table.sp("poland") == (0, 1)
    assert table.asked.step == "play_card"


def test_pilsudski_without_an_opponent_in_poland() -> None:
    """C62, triggered by the Authoritarian: no check."""
    table = empty_map().forced_event(62, A)
    assert table.asked.seat == L
    table.do("place poland", "place baltic_states")
    assert (table.sp("poland"), table.sp("baltic_states")) == ((1, 0), (1, 0))
    assert table.asked.seat == A


# -- C63 October Manifesto


def test_the_october_manifesto_places_five_in_russia() -> None:
    """C63: at most 2 in a space, under any control; triggered by the Authoritarian."""
    table = empty_map().happened(78).put("nicolas_ii", 0, 4).forced_event(63, A)
    assert table.asked.seat == L
    table.do("place nicolas_ii", "place nicolas_ii")
    assert refused(table, "place nicolas_ii") == "limit"
    assert refused(table, "place paris") == "region"
    table.do("place moscow", "place moscow", "place poland")
    assert table.sp("nicolas_ii") == (2, 4)
    assert (table.sp("moscow"), table.sp("poland")) == ((2, 0), (1, 0))
    assert table.asked.seat == A


# -- C64 Diagonal Politics


@pytest.mark.parametrize("by", BOTH)
def test_diagonal_politics_enters_every_authoritarian_space_of_germany(by: Seat) -> None:
    """C64: not those under Liberal control or none."""
    table = empty_map().put("wilhelm_ii", 0, 5).put("berlin", 0, 3).put("kiel", 0, 2)
    table.put("bavaria", 3, 0).put("vienna", 0, 3)
    table = table.event(64, L) if by == L else table.forced_event(64, A)
    assert table.sp("wilhelm_ii") == (1, 5)
    assert table.sp("berlin") == (1, 3)
    assert (table.sp("kiel"), table.sp("bavaria")) == ((0, 2), (3, 0))
    assert table.sp("vienna") == (0, 3)


def test_diagonal_politics_without_a_target_is_still_played() -> None:
    """C64, 5.2."""
    table = for_ops(empty_map(), 64, A)
    assert sum(table.state.support[L].values()) == 0
    assert table.where_is(64) == "removed"


# -- C65 Second Duma Disbanded


def test_the_second_duma_is_sent_to_siberia() -> None:
    """C65: all Liberal SP of one space; triggered by the Liberal."""
    table = empty_map().happened(63).put("moscow", 3, 1).put("siberia", 1, 0).put("paris", 2, 0)
    table.put("poland", 0, 3).forced_event(65, L)
    assert table.asked.seat == A
    assert refused(table, "disband paris") == "region"
    assert refused(table, "disband poland") == "not_support"
    table.do("disband moscow")
    assert table.sp("moscow") == (0, 1)
    assert table.sp("siberia") == (4, 0)


def test_without_liberals_elsewhere_the_duma_changes_nothing() -> None:
    """C65: played nevertheless."""
    table = empty_map().happened(79).put("siberia", 2, 0).event(65, A)
    assert table.asked.step == "play_card"
    assert table.sp("siberia") == (2, 0)
    assert table.where_is(65) == "removed"


# -- C66 Henry Wilson


def test_henry_wilson_replaces_one_and_checks_in_france() -> None:
    """C66: then die 6 + OPs 2 - 2 x 2 = 4 in Nice: 1 out, 2 in, never more than control."""
    table = empty_map().happened(10).put("french_armed_forces", 0, 2).put("nice", 0, 1)
    table.put("berlin", 0, 1).event(66, L)
    assert table.sp("french_armed_forces") == (1, 1)
    assert refused(table, "check berlin") == "region"
    table.dice(6).do("check nice")
    assert table.sp("nice") == (2, 0)
    assert table.asked.step == "play_card"


def test_henry_wilson_finds_no_support_to_replace() -> None:
    """C66, triggered by the Authoritarian: no SP is added for nothing."""
    table = empty_map().happened(10).forced_event(66, A)
    assert table.sp("french_armed_forces") == (0, 0)
    assert table.asked.seat == A


# -- C67 Landslide Electoral Victory


def test_a_landslide_strengthens_four_liberal_spaces() -> None:
    """C67: one in each."""
    table = empty_map().put("paris", 2, 0).put("picardy", 2, 0).put("libya", 2, 0)
    table.put("greece", 2, 0).put("fauvism", 1, 0).put("moscow", 2, 0).event(67, L)
    assert refused(table, "place moscow") == "not_held"
    table.do("place paris")
    assert refused(table, "place paris") == "limit"
    table.do("place picardy", "place libya", "place greece")
    assert [table.sp(s) for s in ("paris", "picardy", "libya", "greece")] == [(3, 0)] * 4
    assert table.sp("fauvism") == (1, 0)
    assert table.asked.step == "play_card"


def test_a_small_landslide() -> None:
    """C67, 15.9: two spaces only, triggered by the Authoritarian."""
    table = empty_map().put("paris", 2, 0).put("picardy", 2, 0).forced_event(67, A)
    assert table.asked.seat == L
    table.do("place paris", "place picardy")
    assert table.asked.seat == A


# -- C68 Triple Alliance


@pytest.mark.parametrize("by", BOTH)
def test_the_triple_alliance_takes_italy_and_a_box_of_the_track(by: Seat) -> None:
    """C68: stability 3 and one Liberal SP."""
    table = empty_map().put("italy", 1, 0)
    table = table.event(68, A) if by == A else table.forced_event(68, L)
    assert table.sp("italy") == (1, 4)
    assert table.state.track == ["three_emperor_league", "triple_alliance"]


def test_italy_under_control_needs_no_more_support() -> None:
    """C68."""
    table = empty_map().put("italy", 0, 5).event(68, A)
    assert table.sp("italy") == (0, 5)


def test_the_triple_alliance_adds_two_on_top_of_italy() -> None:
    """C68, section 15, table of Italian support: +3."""
    table = empty_map().set(track=["russian_collapse"]).event(68, A)
    assert war_modifiers(table) == {A: 3, L: 0}


def test_perfidious_italy_ends_the_triple_alliance() -> None:
    """C68, C94: its marker is turned over."""
    table = empty_map().set(track=["russian_collapse"]).event(68, A).put("italy", 0, 0)
    table.event(94, L)
    assert table.state.track == ["russian_collapse", "perfidious_italy"]
    assert war_modifiers(table) == {A: 0, L: 0}


# -- C69 Prince Heinrich


@pytest.mark.parametrize("by", BOTH)
def test_prince_heinrich_scores_the_lead(by: Seat) -> None:
    """C69: three boxes, 3 VP."""
    table = empty_map().navies(british=2, german=5)
    table = table.event(69, A) if by == A else table.forced_event(69, L)
    assert table.state.vp == -3


@pytest.mark.parametrize("german", [1, 2])
def test_prince_heinrich_needs_a_lead(german: int) -> None:
    """C69: level is not ahead; triggered, it does not happen and is discarded."""
    table = empty_map().navies(british=2, german=german).give(A, 69).to_play(A)
    assert refused(table, "event C69") == "not_ahead"
    for_ops(table, 69, L)
    assert table.state.vp == 0
    assert table.where_is(69) == "discard"


# -- C70 Winston Churchill


def test_churchill_exchanges_as_many_cards_as_boxes_of_lead() -> None:
    """C70: two boxes, two cards; nothing lasts."""
    table = empty_map().navies(british=4, german=2).give(L, 23, 24, 33)
    table.set(deck=["C1", "C9", "C14"]).event(70, L)
    assert refused(table, "discard C30") == "not_in_hand"
    table.do("discard C22", "discard C24")
    assert table.state.hand[L] == ["C9", "C14", "C23", "C33"]
    assert table.state.deck == ["C1"]
    assert (table.where_is(22), table.where_is(24)) == ("discard", "discard")
    assert table.where_is(70) == "removed"
    assert table.asked.step == "play_card"


def test_churchill_may_exchange_fewer() -> None:
    """C70: "up to"; triggered by the Authoritarian."""
    table = empty_map().navies(british=4, german=2).give(L, 23)
    table.set(deck=["C1", "C9", "C14"]).forced_event(70, A)
    assert table.asked.seat == L
    table.do("discard C23", "done")
    assert table.state.hand[L] == ["C14", "C22"]
    assert table.asked.seat == A


def test_churchill_can_exchange_no_more_than_the_hand() -> None:
    """C70, 15.9: five boxes of lead, one card."""
    table = empty_map().navies(british=6, german=1).set(deck=["C1", "C9"]).event(70, L)
    table.do("discard C22")
    assert table.state.hand[L] == ["C9"]
    assert table.asked.step == "play_card"


def test_churchill_may_exchange_none() -> None:
    """C70."""
    table = empty_map().navies(british=4, german=2).set(deck=["C1"]).event(70, L).do("done")
    assert table.state.hand[L] == ["C22"]
    assert table.state.deck == ["C1"]


def test_churchill_may_throw_a_scoring_card_away() -> None:
    """C70, 5.4: it is not scored."""
    table = empty_map().navies(british=3, german=2).give(L, 43).set(deck=["C1"]).event(70, L)
    table.do("discard C43")
    assert table.where_is(43) == "discard"
    assert table.state.hand[L] == ["C1", "C22"]
    assert table.asked.step == "play_card"


def test_only_the_liberal_reads_what_churchill_draws() -> None:
    """C70."""
    table = empty_map().navies(british=3, german=2).set(deck=["C1"]).event(70, L).do("discard C22")
    keys = {
        seat: [message.key for message in table.game.view(table.state, seat).news] for seat in BOTH
    }
    assert "log.draw" in keys[L]
    assert "log.draw" not in keys[A]
    assert "log.draw_hidden" in keys[A]


@pytest.mark.parametrize("british", [1, 2])
def test_churchill_needs_a_lead(british: int) -> None:
    """C70, section 15: only the event is barred."""
    table = empty_map().navies(british=british, german=2).give(L, 70).to_play(L)
    assert refused(table, "event C70") == "not_ahead"
    assert "ops C70" in table.menu
    for_ops(table, 70, A)
    assert table.where_is(70) == "discard"


# -- C71 Local Uprising


def test_a_local_uprising_in_annex_spaces() -> None:
    """C71: Tension, then 3 SP in any split; triggered by the Authoritarian."""
    table = empty_map().put("poland", 0, 3).forced_event(71, A)
    assert table.state.tension == 1
    assert table.asked.seat == L
    assert refused(table, "place belgium") == "icon"
    table.do("place poland", "place poland", "place poland")
    assert table.sp("poland") == (3, 3)
    assert table.asked.seat == A


def test_an_uprising_at_the_highest_tension_costs_the_liberal() -> None:
    """C71, 8.1.2; no crisis roll."""
    table = empty_map().set(tension=6).event(71, L)
    assert (table.state.tension, table.state.vp) == (6, -1)
    assert table.log_lines("crisis") == []


# -- C72 Military Parade


def test_a_military_parade_impresses_the_neighbours() -> None:
    """C72: all around Kiel but closed Norway, and not Kiel itself."""
    table = empty_map().put("kiel", 0, 3).put("sweden", 3, 0).put("berlin", 0, 3)
    table.put("tsarist_army", 0, 2).event(72, A)
    assert table.menu == ["parade kiel"]
    assert refused(table, "parade berlin") == "icon"
    assert refused(table, "parade tsarist_army") == "not_held"
    table.do("parade kiel")
    assert table.sp("sweden") == (3, 1)
    assert [table.sp(s) for s in ("hanover_oldenburg", "wilhelm_ii", "denmark")] == [(0, 1)] * 3
    assert (table.sp("kiel"), table.sp("norway")) == ((0, 3), (0, 0))
    assert table.where_is(72) == "discard"


def test_independent_norway_sees_the_parade() -> None:
    """C72 after C51, triggered by the Liberal."""
    table = empty_map().put("kiel", 0, 3).event(51, L).forced_event(72, L)
    assert table.asked.seat == A
    table.do("parade kiel")
    assert table.sp("norway") == (2, 1)
    assert table.asked.seat == L


def test_a_secular_state_has_no_church_to_impress() -> None:
    """C72 after C2: the French Catholic Church is gone."""
    table = empty_map().put("french_armed_forces", 0, 4).set(land=SECULAR).event(72, A)
    table.do("parade french_armed_forces")
    assert (table.sp("paris"), table.sp("alsace_lorraine")) == ((0, 1), (0, 1))
    assert table.sp("french_catholic_church") == (0, 0)


def test_without_an_army_there_is_no_parade() -> None:
    """C72."""
    table = empty_map().put("berlin", 0, 3).put("kiel", 0, 2).event(72, A)
    assert table.asked.step == "play_card"
    assert table.where_is(72) == "discard"


# -- C73 Central Authority


def test_central_authority_strengthens_what_is_controlled_in_one_region() -> None:
    """C73, triggered by the Liberal."""
    table = empty_map().put("wilhelm_ii", 0, 5).put("berlin", 1, 4).put("kiel", 0, 2)
    table.put("bavaria", 3, 0).put("vienna", 0, 3).forced_event(73, L)
    assert table.asked.seat == A
    assert refused(table, "region independent") == "kernel.unknown_word"
    table.do("region germany")
    assert (table.sp("wilhelm_ii"), table.sp("berlin")) == ((0, 6), (1, 5))
    assert (table.sp("kiel"), table.sp("bavaria")) == ((0, 2), (3, 0))
    assert table.sp("vienna") == (0, 3)


# -- C74 von Bethmann-Hollweg


def test_bethmann_hollweg_allows_two_attempts_of_which_the_first_must_fail() -> None:
    """C74: 6 + 4 + 1 fails from the front side, 1 + 4 + 1 + 1 succeeds from the other."""
    table = empty_map().navies(british=4, german=1).event(74, A).give(A, 42, 68, 52)
    table.to_play(A).dice(6).do("naval C42")
    assert table.state.navy[A] == 1
    assert table.state.improved[A]
    table.to_play(A).dice(1).do("naval C68")
    assert table.state.navy[A] == 2
    assert not table.state.improved[A]
    assert refused(table.to_play(A), "naval C52") == "attempts"


def test_with_the_marker_on_its_other_side_both_attempts_count() -> None:
    """C74: the first succeeds and turns the marker, so the second fails."""
    table = empty_map().navies(british=4, german=1).set(improved={A: True, L: False})
    table.event(74, A).give(A, 42, 68)
    table.to_play(A).dice(1).do("naval C42")
    table.to_play(A).dice(6).do("naval C68")
    assert table.state.navy[A] == 2
    assert table.state.improved[A]


def test_without_bethmann_hollweg_there_is_one_attempt() -> None:
    """C74, 6.3.3; the Liberal never has more by it."""
    table = empty_map().navies(british=4, german=1).give(A, 42, 52).give(L, 41, 46)
    table.to_play(A).dice(1).do("naval C42")
    assert refused(table.to_play(A), "naval C52") == "attempts"
    table.event(74, A).to_play(L).dice(6).do("naval C46")
    assert table.state.navy[L] == 5
    assert refused(table.to_play(L), "naval C41") == "attempts"


def test_bethmann_hollweg_counts_in_the_war_and_bars_bulow() -> None:
    """C74, triggered by the Liberal: +1, and C18 is no longer an event."""
    table = empty_map().set(track=["russian_collapse"]).put("wilhelm_ii", 0, 5)
    table.put("nicolas_ii", 0, 4).put("dual_monarchy", 0, 2).give(A, 18)
    assert "event C18" in table.to_play(A).menu
    for_ops(table, 74, L)
    assert refused(table.to_play(A), "event C18") == "barred"
    assert war_modifiers(table) == {A: 1, L: 0}


# -- C75 Jean Jaures


@pytest.mark.parametrize("by", BOTH)
def test_jaures_lowers_tension(by: Seat) -> None:
    """C75."""
    table = empty_map().set(tension=3)
    table = table.event(75, L) if by == L else table.forced_event(75, A)
    assert (table.state.tension, table.state.vp) == (2, 0)


def test_jaures_at_tension_0_gains_a_vp() -> None:
    """C75, 8.1.2."""
    table = empty_map().event(75, L)
    assert (table.state.tension, table.state.vp) == (0, 1)


def test_before_a_crisis_roll_the_liberal_may_pay_for_calm() -> None:
    """C75: after the text before the roll; once for each roll."""
    table = empty_map().set(tension=3).event(75, L).dice(4).event(57, A)
    assert table.state.tension == 3
    assert table.asked.seat == L
    assert set(table.menu) == {"calm", "wait"}
    table.do("calm")
    assert (table.state.tension, table.state.vp) == (2, -1)
    assert [(line["die"], line["tension"]) for line in table.log_lines("crisis")] == [(4, 2)]


def test_the_liberal_need_not_pay_for_calm() -> None:
    """C75: "may"."""
    table = empty_map().set(tension=3).event(75, L).dice(4).event(57, A).do("wait")
    assert (table.state.tension, table.state.vp) == (3, 0)
    assert [line["tension"] for line in table.log_lines("crisis")] == [3]


@pytest.mark.parametrize(("answer", "war"), [("calm", False), ("wait", True)])
def test_jaures_can_prevent_the_war(answer: str, war: bool) -> None:
    """C75: 5 + 4 - 2 is war, 5 + 3 - 2 is not."""
    track = ["franco_russian_alliance", "entente_cordiale", "dual_alliance"]
    table = empty_map().set(track=track, tension=4).event(75, L).navies(3, 3)
    table.dice(5, 1, 1).event(57, A).do(answer)
    assert bool(table.log_lines("outbreak")) == war
    assert table.state.navy[A] == (3 if war else 4)


def test_jaures_is_offered_at_the_crisis_roll_of_a_scoring() -> None:
    """C75, 8.3.2: after the VP of the scoring."""
    table = empty_map().put("greece", 2, 0).set(tension=3).event(75, L).dice(1)
    score(table, 43, A)
    assert table.state.vp == 2
    assert (table.asked.seat, table.asked.step) == (L, "jaures")
    table.do("calm")
    assert (table.state.tension, table.state.vp) == (1, 1)


def test_at_tension_0_there_is_nothing_to_calm() -> None:
    """C75, 15.13."""
    table = score(empty_map().set(tension=1).event(75, L).dice(1), 43, A)
    assert table.state.tension == 0
    assert len(table.log_lines("crisis")) == 1
    assert table.asked.step == "play_card"


def test_raoul_villain_ends_jaures() -> None:
    """C75, C81: 1 VP for the Authoritarian, and no more decisions."""
    table = empty_map().set(tension=3).event(75, L).event(81, A)
    assert table.state.vp == -1
    table.navies(3, 3).dice(1).event(57, A)
    assert len(table.log_lines("crisis")) == 1


# -- C76 Georges Clemenceau


@pytest.mark.parametrize("by", BOTH)
def test_clemenceau_weakens_the_authoritarian_where_both_are(by: Seat) -> None:
    """C76: in France only."""
    table = empty_map().put("paris", 1, 3).put("nice", 2, 1).put("colonials", 0, 3)
    table.put("berlin", 1, 3)
    table = table.event(76, L) if by == L else table.forced_event(76, A)
    assert (table.sp("paris"), table.sp("nice")) == ((1, 2), (2, 0))
    assert (table.sp("colonials"), table.sp("berlin")) == ((0, 3), (1, 3))


def cost_for_the_liberal(table: Table, space: str) -> int:
    """Return how many of two OPs one Liberal SP takes."""
    before = table.sp(space)[0]
    table.give(L, 67).to_play(L).do("ops C67", f"place {space}")
    still_asked = table.asked.step == "operations"
    assert table.sp(space)[0] == before + 1
    return 1 if still_asked else 2


def test_clemenceau_waives_the_extra_op_in_france() -> None:
    """C76: and nowhere else."""
    table = empty_map().put("paris", 0, 5).put("picardy", 1, 0)
    table.put("vienna", 0, 5).put("budapest", 1, 0)
    assert cost_for_the_liberal(table, "paris") == 2
    table.event(76, L)
    assert cost_for_the_liberal(table, "paris") == 1
    assert cost_for_the_liberal(table, "vienna") == 2


def test_clemenceau_does_not_help_the_authoritarian() -> None:
    """C76: Authoritarian SP in a Liberal space of France still cost 2 OPs."""
    table = empty_map().event(76, L).put("paris", 3, 0).put("nice", 0, 1)
    table.give(A, 44).to_play(A).do("ops C44", "place paris")
    assert table.sp("paris") == (3, 1)
    assert table.asked.seat == L


def test_clemenceau_bars_bonapartism() -> None:
    """C76: C20."""
    table = empty_map().give(A, 20)
    assert "event C20" in table.to_play(A).menu
    assert refused(table.event(76, L).to_play(A), "event C20") == "barred"


def test_briand_ends_clemenceau() -> None:
    """C76, C101: the extra OP is due again."""
    table = empty_map().put("paris", 0, 5).put("picardy", 1, 0).event(76, L)
    play_on(table.event(101, L))
    assert cost_for_the_liberal(table, "paris") == 2


# -- C77 Alsace-Lorraine


@pytest.mark.parametrize(("before", "vp"), [(3, -2), (2, 0)])
@pytest.mark.parametrize("by", BOTH)
def test_alsace_lorraine(by: Seat, before: int, vp: int) -> None:
    """C77: 2 VP for control as it was; then 2 SP and Tension."""
    table = empty_map().put("alsace_lorraine", 0, before)
    table = table.event(77, A) if by == A else table.forced_event(77, L)
    assert table.state.vp == vp
    assert table.sp("alsace_lorraine") == (0, before + 2)
    assert table.state.tension == 1
    assert table.log_lines("crisis") == []


# -- C79 Victor Chernov


def test_chernov_replaces_one_in_each_of_three_russian_spaces() -> None:
    """C79, triggered by the Authoritarian."""
    table = empty_map().happened(19).put("nicolas_ii", 0, 4).put("moscow", 0, 3)
    table.put("poland", 1, 1).put("ukraine", 0, 1).put("berlin", 0, 3).forced_event(79, A)
    assert table.asked.seat == L
    table.do("replace nicolas_ii")
    assert refused(table, "replace nicolas_ii") == "limit"
    assert refused(table, "replace berlin") == "region"
    table.do("replace moscow", "replace poland")
    assert (table.sp("nicolas_ii"), table.sp("moscow")) == ((1, 3), (1, 2))
    assert (table.sp("poland"), table.sp("ukraine")) == ((2, 0), (0, 1))
    assert table.asked.seat == A


def test_spaces_where_chernov_cannot_replace() -> None:
    """C79: the refusals say it: no Authoritarian SP there; or one is the limit of a space."""
    table = empty_map().happened(19).put("moscow", 0, 3).put("poland", 0, 1).event(79, L)
    assert refused(table, "replace crimea") == "not_support"
    refusal = table.do("replace moscow").refusal("replace moscow")
    assert refusal.message.key == "refusal.limit"
    assert refusal.message.args["count"] == 1


def test_chernov_with_too_few_targets() -> None:
    """C79, 15.9."""
    table = empty_map().happened(19).put("moscow", 0, 3).event(79, L).do("replace moscow")
    assert table.sp("moscow") == (1, 2)
    assert table.asked.step == "play_card"


def test_chernov_gives_one_more_stability_card_in_the_next_russia_scoring() -> None:
    """C79: only once, and not in another region."""
    table = score(empty_map().happened(19).event(79, L).dice(1), 43, A)
    assert table.asked.step == "play_card"
    score(table, 8, L)
    assert table.asked.seat == L
    table.dice(1).do("choose S10")
    play_on(table)
    assert {"S8", "S10"}.isdisjoint(table.state.stability[L])
    score(table.dice(1), 8, A)
    assert table.asked.step == "play_card"


def test_popular_uproar_uses_chernov_up() -> None:
    """C79, 15.8: and the card that was not played stays available."""
    table = empty_map().happened(19).put("finland", 2, 0).event(79, L)
    table.give(A, 8).to_play(A).do("score C8")
    table.choose(authoritarian="choose S16", liberal="choose S4")
    table.do("choose S10", "reveal S4", "place finland")
    assert table.where_is(8) == A
    assert "S10" in table.state.stability[L]
    assert "S4" not in table.state.stability[L]
    table.to_play(A).dice(1).do("score C8")
    table.choose(authoritarian="choose S16", liberal="choose S8")
    assert table.where_is(8) == "discard"


# -- C80 Tangier Crisis


@pytest.mark.parametrize("by", BOTH)
def test_tangier_conceded(by: Seat) -> None:
    """C80: the Liberal chooses; 3 VP."""
    table = empty_map()
    table = table.event(80, A) if by == A else table.forced_event(80, L)
    assert table.asked.seat == L
    table.do("concede")
    assert (table.state.vp, table.state.tension) == (-3, 0)
    assert table.log_lines("crisis") == []


def test_tangier_resisted() -> None:
    """C80: 2 SP in French Armed Forces, Tension, crisis roll."""
    table = empty_map().put("french_armed_forces", 4, 3).event(80, A).dice(2).do("resist")
    assert table.sp("french_armed_forces") == (4, 5)
    assert table.state.vp == 0
    assert [line["tension"] for line in table.log_lines("crisis")] == [1]
    assert table.where_is(80) == "removed"


def test_tangier_resisted_where_the_army_is_authoritarian() -> None:
    """C80: the Authoritarian puts both SP in one French space."""
    table = empty_map().put("french_armed_forces", 0, 4).put("paris", 2, 0).forced_event(80, L)
    table.do("resist")
    assert table.asked.seat == A
    assert table.state.tension == 0
    assert refused(table, "reinforce berlin") == "region"
    table.dice(2).do("reinforce paris")
    assert table.sp("paris") == (2, 2)
    assert table.sp("french_armed_forces") == (0, 4)
    assert [line["tension"] for line in table.log_lines("crisis")] == [1]
    assert table.asked.seat == L


def test_resistance_at_tangier_can_mean_war() -> None:
    """C80: 6 + 5 - 4 is above 6."""
    table = empty_map().set(track=["franco_russian_alliance"], tension=4).event(80, A)
    table.dice(6, 1, 1).do("resist")
    assert table.log_lines("outbreak")
    assert table.sp("french_armed_forces") == (0, 2)


# -- C97 Exiles Escape/Return


def test_exiles_return_from_siberia() -> None:
    """C97: up to 4, at most 1 into each Russian space."""
    table = empty_map().put("siberia", 5, 0).put("moscow", 0, 3).put("paris", 2, 0).event(97, L)
    assert refused(table, "shift siberia paris") == "region"
    assert refused(table, "shift paris moscow") == "area"
    table.do("shift siberia moscow")
    assert refused(table, "shift siberia moscow") == "limit"
    table.do("shift siberia poland", "shift siberia finland", "shift siberia crimea")
    assert table.sp("siberia") == (1, 0)
    assert table.sp("moscow") == (1, 3)
    assert [table.sp(s) for s in ("poland", "finland", "crimea")] == [(1, 0)] * 3
    assert table.asked.step == "play_card"


def test_some_exiles_stay() -> None:
    """C97: "may", triggered by the Authoritarian."""
    table = empty_map().put("siberia", 3, 0).forced_event(97, A)
    assert table.asked.seat == L
    table.do("shift siberia moscow", "done")
    assert table.sp("siberia") == (2, 0)
    assert table.asked.seat == A


def test_without_exiles_no_exile_returns() -> None:
    """C97, 5.2: still played, so removed."""
    table = for_ops(empty_map(), 97, A)
    assert table.where_is(97) == "removed"


# -- C105 Rosa Luxemburg


def test_rosa_luxemburg_needs_more_than_four() -> None:
    """C105: 4 is not enough."""
    table = empty_map().discarded(75).dice(4).event(105, L)
    assert table.asked.step == "play_card"
    assert table.where_is(105) == "removed"
    assert table.where_is(75) == "discard"


def test_german_workers_and_intellectuals_help_rosa_luxemburg() -> None:
    """C105: Bavaria and Jugendstil, not Picardy, Berlin or uncontrolled Saxony: 3 + 2."""
    table = empty_map().discarded(75).put("bavaria", 3, 0).put("jugendstil", 2, 0)
    table.put("picardy", 2, 0).put("berlin", 3, 0).put("saxony", 2, 0).set(tension=2)
    table.dice(3).event(105, L)
    assert [line["total"] for line in table.log_lines("event_die")] == [5]
    table.do("pick C75")
    assert table.state.tension == 1
    assert table.where_is(75) == "removed"
    assert table.where_is(105) == "removed"


def test_rosa_luxemburg_picks_red_liberal_events_that_are_possible() -> None:
    """C105, section 15: no other titles, no Authoritarian event, nothing removed."""
    table = empty_map().discarded(33, 47, 48, 63, 43).set(removed=["C10"]).dice(6).event(105, L)
    assert table.menu == ["pick C47"]
    assert refused(table, "pick C33") == "not_red"
    assert refused(table, "pick C48") == "not_red"
    assert refused(table, "pick C63") == "needs"
    assert refused(table, "pick C10") == "not_discarded"
    assert refused(table, "pick C43") == "no_event_card"


def test_rosa_luxemburg_without_a_red_card_has_no_effect() -> None:
    """C105."""
    table = empty_map().discarded(33).dice(6).event(105, L)
    assert table.asked.step == "play_card"
    assert table.where_is(105) == "removed"


def test_rosa_luxemburgs_die_is_the_liberals() -> None:
    """C105, 15.6: the König class allows a reroll in the Liberal's own round."""
    table = empty_map().discarded(75).navies(british=10, german=0).dice(1, 5).event(105, L)
    assert (table.asked.seat, table.asked.step) == (L, "reroll")
    assert table.do("reroll").menu == ["pick C75"]


def test_rosa_luxemburg_triggered_by_the_authoritarian() -> None:
    """C105, 5.2: the Liberal picks; then come the OPs of the card."""
    table = empty_map().discarded(19).put("moscow", 0, 3).dice(5, 1).forced_event(105, A)
    assert (table.asked.seat, table.menu) == (L, ["pick C19"])
    table.do("pick C19", "remove moscow", "remove moscow", "check moscow")
    assert table.where_is(19) == "removed"
    assert table.asked.seat == A


# -- OPs that an event gives may go to the naval race (6, 7.4)


def test_viscount_grey_may_serve_for_a_naval_attempt() -> None:
    """C55, 6: one of the three uses of OPs; it counts as the attempt of the turn."""
    table = Table().give(A, 13).navies(1, 0).dice(1).event(55, L).do("attempt")
    (line,) = table.log_lines("attempt")
    assert (line["die"], line["ops"], line["bonus"], line["needed"]) == (1, 3, 1, 5)
    assert table.state.navy[L] == 2
    assert table.state.attempts[L] == 1


def test_legacy_of_1848_may_serve_for_a_naval_attempt() -> None:
    """C60, 6."""
    table = Table().navies(1, 0).give(A, 10).dice(2).event(60, L).do("operate", "attempt")
    (line,) = table.log_lines("attempt")
    assert (line["ops"], line["total"]) == (2, 5)


def test_an_event_allows_no_second_attempt_in_a_turn() -> None:
    """6.3.3."""
    table = Table().set(attempts={A: 0, L: 1}).event(55, L)
    assert "attempt" not in table.menu
    assert table.refusal("attempt").section == "6.3.3"


def test_the_ops_of_a_card_are_asked_for_an_attempt_only_once() -> None:
    """6: `naval` is chosen when the card is played."""
    table = Table().give(L, 22).to_play(L).do("ops C22")
    assert table.refusal("attempt").message.key == "refusal.no_attempt_here"
