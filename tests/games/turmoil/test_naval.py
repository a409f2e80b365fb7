"""6.3: the Naval Arms Race."""

from __future__ import annotations

import pytest

from entente.games.turmoil.board import OTHER
from tests.games.turmoil.table import A, L, Table

NEEDED = {1: 4, 2: 5, 3: 6, 4: 6, 5: 6, 6: 7, 7: 7, 8: 7, 9: 8, 10: 8, 11: 9, 12: 9, 13: 10}
START, DREADNOUGHT, NASSAU, BELLEROPHON, HELGOLAND, COLOSSUS, KAISER = range(7)
ORION, MOLTKE, KING_GEORGE, KONIG, QUEEN_ELIZABETH, BAYERN, REVENGE = range(7, 14)


def table() -> Table:
    """Cards in both hands, so that play stops at the next player."""
    return Table().give(A, 13, 30, 34).give(L, 22, 33, 11)


def navies(table: Table, side: str, own: int, other: int) -> Table:
    """The navies' boxes, seen from one side."""
    return table.navies(own, other) if side == L else table.navies(other, own)


def attempt(table: Table, side: str, number: int, *dice: int) -> Table:
    """A side plays a card for an attempt."""
    return table.give(side, number).to_play(side).dice(*dice).do(f"naval C{number}")


def advance(side: str, box: int, *, first: bool, start: Table | None = None) -> Table:
    """A navy enters a box, as the first or as the second to arrive: 4 OPs (Stymied) and a 6.

    The other navy stands in the box before, or in this one.
    """
    t = navies(start or table(), side, box - 1, box - 1 if first else box)
    t.set(improved={A: True, L: True})
    attempt(t, side, 16, 6)
    assert t.state.navy[side] == box
    return t


# -- 6.3.1 the total


@pytest.mark.parametrize(
    ("side", "number", "improved", "events", "total"),
    [
        (L, 22, False, {}, 3 + 2 + 1),
        (L, 13, False, {}, 3 + 2),
        (L, 16, False, {}, 3 + 4),
        (L, 22, True, {}, 3 + 2 + 1 + 1),
        (L, 22, False, {15: L}, 3 + 2 + 1 + 1),
        (L, 22, True, {15: L}, 3 + 2 + 1 + 1 + 1),
        (L, 13, False, {98: A}, 3 + 2),
        (A, 13, False, {}, 3 + 2 + 1),
        (A, 22, False, {}, 3 + 2),
        (A, 16, False, {}, 3 + 4),
        (A, 13, True, {}, 3 + 2 + 1 + 1),
        (A, 13, False, {98: A}, 3 + 2 + 1 + 2),
        (A, 22, True, {98: A}, 3 + 2 + 1 + 2),
        (A, 22, False, {15: L}, 3 + 2),
        (L, 22, False, {16: A, 36: L}, 3 + 2 + 1),
        (A, 1, False, {35: A}, 3 + 5 + 1),
    ],
)
def test_the_total_of_an_attempt(
    side: str, number: int, improved: bool, events: dict[int, str], total: int
) -> None:
    """6.3.1: die, OPs, own event, +1 side, Lord Fisher; C98."""
    t = table().navies(1, 1).set(improved={A: improved, L: improved})
    for event, owner in events.items():
        t.lasting(event, owner)
    attempt(t, side, number, 3)
    assert t.log_lines("attempt")[0]["total"] == total


@pytest.mark.parametrize(("box", "needed"), NEEDED.items())
@pytest.mark.parametrize("side", [A, L])
def test_the_number_of_each_box_must_be_reached(side: str, box: int, needed: int) -> None:
    """6.3.2: matches or exceeds; the opponent is far ahead."""
    number, ops = (16, 4) if needed > 5 else (5, 2)
    for die, reached in ((needed - ops, box), (needed - ops - 1, box - 1)):
        t = navies(table(), side, box - 1, REVENGE)
        attempt(t, side, number, die)
        assert t.state.navy[side] == reached


def test_attempts_of_the_example_of_play() -> None:
    """13, rounds 1.6 and 1.7: 3 + 1 + 4 = 8 for the Liberal, 4 + 2 = 6 for the Authoritarian."""
    t = attempt(table().navies(1, 0).lasting(15, L), L, 1, 3)
    assert t.log_lines("attempt")[0]["total"] == 8
    assert t.state.navy == {A: START, L: NASSAU}
    assert t.where_is(1) == "discard"
    attempt(t, A, 3, 4)
    assert t.log_lines("attempt")[0]["total"] == 6
    assert t.state.navy == {A: DREADNOUGHT, L: NASSAU}
    assert t.asked.step == "play_card"


# -- 6.3.2 success and failure


def test_a_failure_turns_the_marker_to_its_plus_one_side() -> None:
    """6.3.2; 13, round 2.2: 1 + 1 + 3 is not enough for the Bellerophon class."""
    t = attempt(table().navies(2, 3).lasting(15, L), L, 24, 1)
    assert t.state.navy[L] == NASSAU
    assert t.state.improved == {A: False, L: True}


def test_the_plus_one_side_stays_after_another_failure() -> None:
    """6.3.2: if not already there."""
    t = attempt(table().navies(2, 3).set(improved={A: False, L: True}), L, 28, 1)
    assert t.state.improved[L] is True


def test_a_success_turns_the_marker_back() -> None:
    """6.3.2; 13, round 2.3: 1 + 1 + 1 + 3 = 6."""
    t = table().navies(2, 3).lasting(15, L).set(improved={A: True, L: True})
    attempt(t, L, 21, 1)
    assert t.state.navy[L] == BELLEROPHON
    assert t.state.improved == {A: True, L: False}
    assert t.state.vp == 1


def test_the_german_navy_waits_while_both_are_at_the_start() -> None:
    """6.3.2: the attempt fails at any total."""
    t = attempt(table(), A, 1, 6)
    assert t.log_lines("attempt")[0]["total"] == 11
    assert t.state.navy[A] == START
    assert t.state.improved[A] is True
    assert t.where_is(1) == "discard"


def test_the_british_navy_may_leave_the_start_first() -> None:
    """6.3.2: the exception is about the Authoritarian."""
    assert attempt(table(), L, 16, 1).state.navy[L] == DREADNOUGHT


def test_the_german_navy_may_follow() -> None:
    """6.3.2, erratum: only while both navies are there."""
    assert attempt(table().navies(1, 0), A, 16, 1).state.navy[A] == DREADNOUGHT


def test_the_german_navy_goes_on_once_an_event_took_it_out() -> None:
    """6.3.2, erratum: the British Navy is still at the start."""
    assert attempt(table().navies(0, 1), A, 16, 1).state.navy[A] == NASSAU


def test_tirpitz_moves_the_german_navy_out_of_the_start() -> None:
    """15, Naval Arms Race: only attempts with OPs fail there."""
    t = table().dice(1).event(1, A).do("remove wilhelm_ii")
    assert t.state.navy[A] == DREADNOUGHT


def test_the_event_of_the_card_does_not_happen() -> None:
    """6.3.6: of either side; the card is discarded, asterisk or not."""
    for number in (9, 21, 22):
        t = attempt(table().navies(1, 1), A, number, 1)
        assert t.asked.seat == L
        assert t.state.happened == []
        assert t.where_is(number) == "discard"


# -- 6.3.3 how many attempts


@pytest.mark.parametrize("side", [A, L])
def test_one_attempt_a_turn(side: str) -> None:
    """6.3.3."""
    t = attempt(table().navies(1, 1), side, 28, 1)
    refusal = t.to_play(side).refusal(f"naval {t.state.hand[side][0]}")
    assert (refusal.section, refusal.message.key) == ("6.3.3", "refusal.attempts")
    other = t.to_play(OTHER[side])
    assert [action for action in other.menu if action.startswith("naval ")]


def test_bethmann_hollweg_allows_the_authoritarian_a_second_attempt() -> None:
    """C74; from the front side the first fails, from the +1 side the second does not."""
    t = table().navies(1, 1).lasting(74, A)
    attempt(t, A, 16, 6)
    assert (t.state.navy[A], t.state.improved[A]) == (DREADNOUGHT, True)
    attempt(t, A, 1, 6)
    assert (t.state.navy[A], t.state.improved[A]) == (NASSAU, False)
    assert t.to_play(A).refusal("naval C13").message.key == "refusal.attempts"


def test_bethmann_hollweg_does_not_concern_the_liberal() -> None:
    """C74."""
    t = attempt(table().navies(1, 1).lasting(74, A), L, 16, 6)
    assert t.state.navy[L] == NASSAU
    assert t.to_play(L).refusal("naval C22").message.key == "refusal.attempts"


def test_the_last_box_ends_the_attempts() -> None:
    """6.3.7."""
    t = table().navies(REVENGE, REVENGE)
    for side, card in ((A, "C13"), (L, "C22")):
        refusal = t.to_play(side).refusal(f"naval {card}")
        assert (refusal.section, refusal.message.key) == ("6.3.7", "refusal.last_box")


# -- 6.3.3, C29 Two-power Standard


@pytest.mark.parametrize(("british", "german", "count"), [(1, 1, 2), (3, 1, 2), (1, 2, 3)])
def test_two_power_standard_demands_consecutive_attempts(
    british: int, german: int, count: int
) -> None:
    """C29: 2, or 3 if the German Navy is ahead."""
    t = table().navies(british, german).give(L, 28, 2).event(29, A)
    for number in (2, 28, 11)[:count]:
        assert {action.split()[0] for action in t.to_play(L).menu} == {"naval"}
        refusal = t.refusal("ops C22")
        assert (refusal.section, refusal.message.key) == ("6.3.3", "refusal.standard")
        t.dice(1).do(f"naval C{number}")
    assert "ops C22" in t.to_play(L).menu


def test_two_power_standard_overrides_the_limit_and_uses_it_up() -> None:
    """6.3.3: no further regular attempt after the mandatory ones."""
    t = attempt(table().navies(1, 1), L, 28, 1)
    t.event(29, A).to_play(L).dice(1).do("naval C11")
    t.to_play(L).dice(1).do("naval C33")
    assert t.to_play(L).refusal("naval C22").message.key == "refusal.attempts"


def test_the_liberal_may_play_two_power_standard() -> None:
    """13, round 2.1: for 3 OPs, the attempts are the Liberal's next actions."""
    t = table().navies(2, 3).give(L, 29).to_play(L).do("ops C29", "before")
    assert t.asked.step == "operations"
    t.do("place greece", "place greece", "place greece")
    assert t.state.standard == 3
    assert t.where_is(29) == "removed"


def test_two_power_standard_goes_on_in_the_next_turn() -> None:
    """6.3.3; 15: the first action round of the next turn is still a mandatory attempt."""
    t = table().navies(1, 1).set(round=7).event(29, A).dice(1).do("naval C11")
    assert (t.state.turn, t.asked.seat) == (2, A)
    t.give(L, 2).to_play(L)
    assert {action.split()[0] for action in t.menu} == {"naval"}
    t.dice(1).do("naval C2")
    assert t.to_play(L).refusal("naval C22").message.key == "refusal.attempts"
    assert "ops C22" in t.menu


def test_a_scoring_card_goes_before_two_power_standard() -> None:
    """15: an attempt in the last round but one, the scoring card in the last, then the rest."""
    t = table().navies(1, 1).set(round=6).give(L, 6).event(29, A)
    refusal = t.refusal("score C6")
    assert (refusal.section, refusal.message.key) == ("6.3.3", "refusal.standard")
    t.dice(1).do("naval C11")
    t.to_play(L).set(round=7)
    assert t.menu == ["score C6"]
    t.dice(1).do("score C6").choose(liberal="choose S8", authoritarian="choose S16")
    assert (t.state.turn, t.state.standard) == (2, 1)
    assert {action.split()[0] for action in t.to_play(L).menu} == {"naval"}


def test_two_power_standard_lapses_in_the_last_box() -> None:
    """15.2."""
    t = table().navies(REVENGE, 1).event(29, A)
    assert "ops C22" in t.to_play(L).menu


def test_with_nothing_but_scoring_cards_the_obligation_waits() -> None:
    """15.2."""
    t = Table().give(A, 13, 30).give(L, 6).navies(1, 1).event(29, A)
    assert t.menu == ["score C6"]
    t.dice(1).do("score C6").choose(liberal="choose S8", authoritarian="choose S16")
    assert t.state.standard == 2


# -- 6.3.4 moves by events


def test_an_event_that_moves_a_navy_is_no_attempt() -> None:
    """6.3.4: in addition to the attempt of the turn."""
    t = attempt(table().navies(1, 1), L, 28, 1)
    t.dice(1).event(57, L)
    assert t.state.navy[L] == NASSAU
    assert t.state.attempts[L] == 1


@pytest.mark.parametrize("improved", [True, False])
def test_a_navy_moved_by_an_event_keeps_its_side(improved: bool) -> None:
    """6.3.2, note: Lord Fisher."""
    t = table().set(improved={A: False, L: improved}).event(15, L)
    assert (t.state.navy[L], t.state.improved[L]) == (DREADNOUGHT, improved)


def test_a_navy_moved_back_keeps_its_side() -> None:
    """6.3.2, note: Copenhagenization."""
    t = table().navies(1, 5).set(improved={A: True, L: False}).dice(1).event(32, L)
    assert (t.state.navy[A], t.state.improved[A]) == (BELLEROPHON, True)


def test_each_box_that_an_event_enters_is_rewarded() -> None:
    """15, von Tirpitz; 13, round 2.1: through Nassau, which ends, to Bellerophon for 2 VP."""
    t = table().navies(2, 1).dice(5).event(1, A)
    t.do("remove wilhelm_ii")
    assert t.log_lines("advantage_ended") == [{"side": L, "box": "box2"}]
    t.do("remove wilhelm_ii")
    assert t.sp("wilhelm_ii") == (0, 3)
    assert t.state.navy[A] == BELLEROPHON
    assert t.state.vp == -2


def test_tirpitz_may_take_support_from_two_spaces() -> None:
    """C1: 0, 1 or 2 SP off German spaces, any split."""
    t = table().navies(3, 1).dice(1).event(1, A).do("remove wilhelm_ii")
    assert {"remove imperial_army", "remove wilhelm_ii", "done"} <= set(t.menu)
    t.do("remove imperial_army")
    assert (t.sp("wilhelm_ii"), t.sp("imperial_army")) == ((0, 4), (0, 2))
    assert t.state.navy[A] == BELLEROPHON


@pytest.mark.parametrize(("taken", "box"), [(0, START), (1, DREADNOUGHT)])
def test_tirpitz_may_stop_early(taken: int, box: int) -> None:
    """C1."""
    t = table().navies(1, 0).dice(1).event(1, A)
    t.do(*["remove wilhelm_ii"] * taken, "done")
    assert t.state.navy[A] == box
    assert t.asked.seat == L


def test_an_event_does_not_move_a_navy_beyond_the_last_box() -> None:
    """6.3.7."""
    t = table().navies(1, REVENGE).dice(1).event(57, A)
    assert t.state.navy[A] == REVENGE
    assert t.state.vp == 0


# -- 6.3.5 boxes that give VP


@pytest.mark.parametrize(
    ("box", "first", "second"),
    [
        (BELLEROPHON, 2, 1),
        (KAISER, 2, 1),
        (KING_GEORGE, 2, 1),
        (QUEEN_ELIZABETH, 2, 1),
        (REVENGE, 4, 0),
    ],
)
@pytest.mark.parametrize(("side", "sign"), [(A, -1), (L, 1)])
def test_boxes_that_give_vp(side: str, sign: int, box: int, first: int, second: int) -> None:
    """6.3.5."""
    assert advance(side, box, first=True).state.vp == sign * first
    assert advance(side, box, first=False).state.vp == sign * second


@pytest.mark.parametrize("box", [NASSAU, HELGOLAND, COLOSSUS, ORION, MOLTKE, KONIG])
@pytest.mark.parametrize("side", [A, L])
def test_boxes_with_an_advantage_give_no_vp(side: str, box: int) -> None:
    """6.3.5: the second player ends the first player's advantage."""
    t = advance(side, box, first=True)
    assert t.state.vp == 0
    assert t.log_lines("advantage") == [{"side": side, "box": f"box{box}"}]
    t = advance(side, box, first=False)
    assert t.state.vp == 0
    assert t.log_lines("advantage_ended") == [{"side": OTHER[side], "box": f"box{box}"}]


@pytest.mark.parametrize(("side", "vp"), [(A, -18), (L, 18)])
def test_the_vp_of_a_box_may_win_the_game(side: str, vp: int) -> None:
    """10.4.1: the instant one player reaches 20."""
    outcome = advance(side, KAISER, first=True, start=table().set(vp=vp)).state.outcome
    assert outcome is not None
    assert outcome.winners == (side,)


def test_the_vp_of_a_box_may_win_the_game_in_a_helgoland_action() -> None:
    """10.4.1."""
    t = last_play(table().navies(COLOSSUS, BELLEROPHON).set(vp=18)).dice(6).do("naval C22")
    assert t.state.outcome is not None
    assert t.state.outcome.winners == (L,)


# -- HMS Dreadnought


def dreadnought(side: str) -> Table:
    """The first navy enters the box: the British by an attempt, the German by Naval Bill."""
    if side == L:
        return attempt(table(), L, 16, 1)
    return table().dice(1).event(57, A)


@pytest.mark.parametrize("side", [A, L])
def test_dreadnought_lets_the_first_place_in_two_independent_spaces(side: str) -> None:
    """6.3.5; 13, round 1.6."""
    t = dreadnought(side)
    assert t.asked.seat == side
    t.do("place sweden", "place italy")
    assert (t.state.support[side]["sweden"], t.state.support[side]["italy"]) == (1, 1)
    assert (t.asked.seat, t.asked.step) == (OTHER[side], "play_card")


def test_dreadnought_gives_one_point_for_each_space() -> None:
    """6.3.5."""
    t = dreadnought(L).do("place sweden")
    assert t.refusal("place sweden").message.key == "refusal.limit"


def test_dreadnought_means_uncontrolled_independent_spaces() -> None:
    """6.3.5; Norway is closed."""
    t = attempt(table().put("denmark", 0, 2).put("italy", 3, 0), L, 16, 1)
    assert t.refusal("place denmark").message.key == "refusal.controlled"
    assert t.refusal("place italy").message.key == "refusal.controlled"
    assert t.refusal("place paris").message.key == "refusal.region"
    assert t.refusal("place norway").message.key == "refusal.closed"
    assert {"place belgium", "place libya", "place constantinople"} <= set(t.menu)


def test_dreadnought_is_an_offer() -> None:
    """6.3.5: may, up to 2."""
    assert dreadnought(L).do("done").asked.step == "play_card"
    assert dreadnought(L).do("place sweden", "done").asked.step == "play_card"


@pytest.mark.parametrize("side", [A, L])
def test_dreadnought_gives_the_second_nothing(side: str) -> None:
    """6.3.5; 13, round 1.7."""
    t = advance(side, DREADNOUGHT, first=False)
    assert (t.asked.seat, t.asked.step) == (OTHER[side], "play_card")


# -- Nassau, Colossus: more in test_operations and test_play


@pytest.mark.parametrize(("side", "number"), [(A, 9), (L, 21)])
def test_nassau_weakens_the_opponent_until_both_are_there(side: str, number: int) -> None:
    """6.3.5: the opponent's card of 3 OPs."""
    other = OTHER[side]
    t = advance(side, NASSAU, first=True)
    t.give(other, number).to_play(other)
    assert t.do(f"ops C{number}").log_lines("ops")[0]["ops"] == 2
    t = advance(other, NASSAU, first=False)
    t.give(other, number).to_play(other)
    assert t.do(f"ops C{number}").log_lines("ops")[0]["ops"] == 3


@pytest.mark.parametrize(("side", "card"), [(A, "C13"), (L, "C22")])
def test_colossus_lasts_until_the_opponent_arrives(side: str, card: str) -> None:
    """6.3.5."""
    t = advance(side, COLOSSUS, first=True)
    assert f"both {card}" in t.to_play(side).menu
    attempt(t, OTHER[side], 18, 6)
    assert t.state.navy[OTHER[side]] == COLOSSUS
    assert f"both {card}" not in t.to_play(side).menu


# -- Helgoland


def last_play(table: Table) -> Table:
    """The Liberal's last normal action of turn 1: a vain attempt with Scramble for Africa."""
    return attempt(table.set(round=7), L, 28, 1)


@pytest.mark.parametrize("side", [A, L])
def test_helgoland_gives_a_further_action_at_the_end_of_the_turn(side: str) -> None:
    """6.3.5; 15: the last action round, for an attempt only."""
    t = last_play(navies(table(), side, HELGOLAND, BELLEROPHON))
    assert (t.state.turn, t.asked.seat, t.asked.section) == (1, side, "6.3.5")
    assert t.menu == [*(f"naval {card}" for card in t.state.hand[side]), "done"]


def test_helgoland_is_rolled_at_minus_one() -> None:
    """6.3.5; 13, round 2.7: 4 + 1 - 1 + 3 = 7."""
    t = Table().give(A, 13).navies(4, 3).lasting(15, L).give(L, 27, 35).set(round=7).to_play(L)
    t.do("ops C35", "after", "place greece", "place greece", "place greece")
    assert t.asked.step == "helgoland"
    t.dice(4).do("naval C27")
    assert t.log_lines("attempt")[0]["total"] == 7
    assert t.state.navy[L] == COLOSSUS
    assert "C27" in t.state.discard


def test_helgoland_comes_on_top_of_the_attempt_of_the_turn() -> None:
    """15, Helgoland class."""
    t = last_play(table().navies(HELGOLAND, 1))
    assert t.state.attempts[L] == 1
    t.dice(6).do("naval C22")
    assert t.state.navy[L] == COLOSSUS


def test_helgoland_comes_on_top_of_bethmann_hollweg() -> None:
    """15, Helgoland class; C74: three attempts in a turn."""
    t = table().navies(1, HELGOLAND).lasting(74, A).set(round=7)
    attempt(t, A, 16, 6)
    attempt(t, A, 1, 1)
    assert t.state.navy[A] == COLOSSUS
    t.set(improved={A: True, L: False})
    last_play(t).dice(6).do("naval C13")
    assert t.state.navy[A] == KAISER


def test_helgoland_does_not_use_up_an_attempt_of_the_next_turn() -> None:
    """6.3.3."""
    t = last_play(table().navies(HELGOLAND, 1)).dice(1).do("naval C22")
    assert t.state.turn == 2
    assert "naval C33" in t.to_play(L).menu


def test_helgoland_may_be_left_unused() -> None:
    """6.3.5: may take."""
    t = last_play(table().navies(HELGOLAND, 1)).do("done")
    assert (t.state.turn, t.state.navy[L]) == (2, HELGOLAND)
    assert {"C11", "C22", "C33"} <= set(t.state.hand[L])


def test_helgoland_needs_a_card() -> None:
    """15, Helgoland class."""
    t = last_play(Table().give(A, 13).navies(HELGOLAND, 1))
    assert (t.state.turn, t.asked.seat) == (2, A)


def test_helgoland_needs_a_card_with_ops() -> None:
    """15: scoring cards cannot be used for attempts."""
    t = last_play(table().navies(1, HELGOLAND).give(A, 6))
    refusal = t.refusal("naval C6")
    assert (refusal.section, refusal.message.key) == ("6.3.1", "refusal.no_ops")


def test_helgoland_needs_a_card_of_one_s_own_hand() -> None:
    t = last_play(table().navies(HELGOLAND, 1))
    assert t.refusal("naval C13").message.key == "refusal.not_in_hand"
    assert t.refusal("naval C999").message.key == "kernel.unknown_word"


@pytest.mark.parametrize(("british", "german"), [(4, 4), (6, 4), (3, 3), (13, 5)])
def test_helgoland_ends_when_the_second_player_arrives(british: int, german: int) -> None:
    """6.3.5."""
    t = Table().give(A, 13).give(L, 2, 22).navies(british, german).set(round=7).to_play(L)
    t.do("ops C2", "place greece")
    assert t.state.turn == 2


def test_helgoland_is_useless_in_the_last_box() -> None:
    """6.3.7."""
    t = Table().give(A, 13).give(L, 2, 22).navies(REVENGE, 1).set(round=7).to_play(L)
    t.do("ops C2", "place greece")
    assert t.state.turn == 2


def test_helgoland_comes_only_at_the_end_of_the_turn() -> None:
    """15, Helgoland class: one does not choose the round."""
    t = attempt(table().navies(HELGOLAND, 1).set(round=6), L, 28, 1)
    assert (t.state.round, t.asked.seat, t.asked.step) == (7, A, "play_card")


# -- Orion


def orion(side: str, number: int) -> Table:
    """An action round of the side that holds the Orion class."""
    t = navies(table(), side, ORION, KAISER).set(round=number)
    return attempt(t, side, 28, 1)


@pytest.mark.parametrize(
    ("side", "other", "hand"), [(A, L, ["C11", "C22", "C33"]), (L, A, ["C13", "C30", "C34"])]
)
def test_orion_shows_the_opponent_s_hand_after_the_second_round(
    side: str, other: str, hand: list[str]
) -> None:
    """6.3.5."""
    t = orion(side, 2)
    assert t.game.view(t.state, side).seen == hand
    assert t.game.view(t.state, other).seen == []
    assert t.game.view(t.state, None).seen == []


def test_orion_reveals_the_cards_to_one_player_only() -> None:
    """6.3.5: one player looks; the other reads that it happened."""
    t = orion(L, 2)
    keys = {
        seat: {message.key for message in t.game.view(t.state, seat).news} for seat in (L, A, None)
    }
    assert "log.hand" in keys[L]
    assert "log.look" in keys[A] & keys[None]
    assert "log.hand" not in keys[A] | keys[None]


@pytest.mark.parametrize("number", [1, 3, 4])
def test_orion_looks_in_no_other_round(number: int) -> None:
    """6.3.5: the player's second action round of each turn."""
    t = orion(L, number)
    assert t.game.view(t.state, L).seen == []


def test_orion_forgets_what_has_been_played() -> None:
    """6.3.5: what is known is what is still in hand."""
    t = orion(L, 2)
    assert t.asked.seat == A
    t.do("ops C13", "place wilhelm_ii", "place wilhelm_ii")
    assert t.game.view(t.state, L).seen == ["C30", "C34"]


def test_orion_says_nothing_about_cards_drawn_later() -> None:
    """6.3.5."""
    t = orion(L, 2)
    t.give(A, 21)
    assert t.game.view(t.state, L).seen == ["C13", "C30", "C34"]


@pytest.mark.parametrize(("british", "german"), [(6, 6), (7, 7), (9, 7)])
def test_orion_ends_when_the_second_player_arrives(british: int, german: int) -> None:
    """6.3.5."""
    t = attempt(table().navies(british, german).set(round=2), L, 28, 1)
    assert t.game.view(t.state, L).seen == []


def test_orion_won_in_the_second_round_is_used_at_its_end() -> None:
    """6.3.5: at the end of the player's second action round."""
    t = table().set(round=2)
    advance(L, ORION, first=True, start=t)
    assert t.game.view(t.state, L).seen == ["C13", "C30", "C34"]


# -- Moltke


def scoring(british: int, german: int) -> Table:
    """Both have chosen their first stability card; neither has an effect."""
    t = table().navies(british, german).give(A, 6).to_play(A).do("score C6")
    return t.choose(authoritarian="choose S13", liberal="choose S3")


@pytest.mark.parametrize(("side", "card"), [(A, "S17"), (L, "S9")])
def test_moltke_allows_one_more_stability_card(side: str, card: str) -> None:
    """6.3.5, 9.0: may play 1 extra card."""
    t = navies(Table(), side, MOLTKE, ORION)
    t = scoring(t.state.navy[L], t.state.navy[A])
    assert (t.asked.seat, t.asked.section) == (side, "9.1")
    assert {f"choose {card}", "done"} <= set(t.menu)
    t.dice(1).do(f"choose {card}")
    while t.asked.step == "order_stability":
        t.do(f"reveal {card}")
    assert card not in t.state.stability[side]
    assert [len(t.state.stability[each]) for each in (side, OTHER[side])] == [8, 9]


def test_moltke_is_an_offer() -> None:
    """6.3.5: may."""
    t = scoring(MOLTKE, ORION).dice(1).do("done")
    assert [len(t.state.stability[side]) for side in (A, L)] == [9, 9]


@pytest.mark.parametrize(("british", "german"), [(8, 8), (7, 7), (9, 8), (8, 10)])
def test_moltke_ends_when_the_second_player_arrives(british: int, german: int) -> None:
    """6.3.5."""
    t = table().navies(british, german).give(A, 6).set(used=["konig authoritarian"])
    t.to_play(A).dice(1).do("score C6")
    t.choose(authoritarian="choose S13", liberal="choose S3")
    assert t.asked.step == "play_card"


# -- König


def konig(side: str) -> Table:
    t = navies(table().clear(), side, KONIG, KING_GEORGE)
    return t.put("vienna", 9, 9).put("kiel", 9, 9)


@pytest.mark.parametrize(("side", "card"), [(A, "C13"), (L, "C22")])
def test_konig_rolls_a_die_of_a_support_check_again(side: str, card: str) -> None:
    """6.3.5, 15.6: the second result counts, 6 + 2 - 6 = 2."""
    t = konig(side).to_play(side).dice(1, 6).do(f"ops {card}", "check vienna")
    assert (t.asked.seat, t.menu) == (side, ["keep", "reroll"])
    assert t.asked.prompt.args["die"] == 1
    t.do("reroll")
    assert t.log_lines("reroll") == [{"side": side, "old": 1, "new": 6}]
    assert t.state.support[OTHER[side]]["vienna"] == 7


def test_konig_must_take_the_second_result() -> None:
    """15.6: also a worse one, and no third roll."""
    t = konig(L).to_play(L).dice(6, 1).do("ops C22", "check vienna", "reroll")
    assert t.sp("vienna") == (9, 9)
    assert t.asked.step == "operations"


def test_konig_rolls_one_die_a_turn_again() -> None:
    """6.3.5."""
    t = konig(L).to_play(L).dice(1, 1, 1).do("ops C22", "check vienna", "reroll", "check kiel")
    assert (t.asked.seat, t.asked.step) == (A, "play_card")


def test_konig_may_wait_for_a_later_die() -> None:
    """6.3.5: one die a turn, any."""
    t = konig(L).to_play(L).dice(1, 2, 3).do("ops C22", "check vienna", "keep", "check kiel")
    assert t.asked.prompt.args["die"] == 2
    t.do("reroll")
    assert t.log_lines("check")[0]["die"] == 3


def test_konig_works_again_in_the_next_turn() -> None:
    """6.3.5."""
    t = konig(L).set(round=7, used=["konig liberal"])
    attempt(t, L, 28, 1)
    assert t.state.turn == 2
    t.to_play(L).dice(1).do("ops C22", "check vienna")
    assert t.menu == ["keep", "reroll"]


def test_konig_works_in_a_naval_attempt() -> None:
    """15.6."""
    t = attempt(konig(L), L, 28, 1, 6)
    t.do("reroll")
    assert t.log_lines("attempt")[0]["die"] == 6


def test_konig_works_in_a_crisis_roll() -> None:
    """15.6: Naval Bill."""
    t = konig(L).dice(5, 2).event(57, L).do("reroll")
    assert t.log_lines("crisis")[0]["die"] == 2


def test_konig_works_for_an_event() -> None:
    """15.6: Tsarist Repression."""
    t = konig(A).put("poland", 3, 0).dice(1, 2).event(24, A).do("reroll")
    assert t.log_lines("repression")[0]["die"] == 2


def test_konig_does_not_touch_the_opponent_s_dice() -> None:
    """6.3.5, 15.6: Kulturkampf is rolled by the Liberal in the Authoritarian's round."""
    t = konig(A).put("orthodox_church", 0, 9).dice(1, 1).forced_event(38, A)
    t.do("check orthodox_church")
    assert (t.asked.seat, t.asked.step) == (L, "event_check")


def test_konig_works_in_one_s_own_action_round_only() -> None:
    """6.3.5: Tsarist Repression in the Liberal's round."""
    t = konig(A).put("poland", 3, 0).dice(1).forced_event(24, L)
    assert (t.asked.seat, t.asked.step) == (A, "shift")


@pytest.mark.parametrize(("british", "german"), [(10, 10), (9, 9), (11, 10)])
def test_konig_ends_when_the_second_player_arrives(british: int, german: int) -> None:
    """6.3.5."""
    t = konig(L).navies(british, german).to_play(L).dice(1).do("ops C22", "check vienna")
    assert t.asked.step == "operations"


# -- Bayern


@pytest.mark.parametrize(
    ("side", "cards", "kept"), [(A, ("C13", "C30"), "C34"), (L, ("C11", "C22"), "C33")]
)
def test_bayern_swaps_two_cards_for_three(side: str, cards: tuple[str, str], kept: str) -> None:
    """6.3.5: first out of hand, then drawn."""
    t = advance(side, BAYERN, first=True, start=table().set(deck=["C1", "C2", "C3", "C4"]))
    assert t.asked.seat == side
    t.do(*(f"discard {card}" for card in cards))
    assert t.state.hand[side] == t.t.sorted([kept, "C2", "C3", "C4"])
    assert set(cards) <= set(t.state.discard)
    assert t.state.happened == []


def test_bayern_is_an_offer() -> None:
    """6.3.5: may."""
    t = advance(L, BAYERN, first=True).do("done")
    assert t.state.hand[L] == ["C11", "C22", "C33"]


def test_bayern_is_a_swap_of_two_cards() -> None:
    """6.3.5: after the first card the second must follow."""
    t = advance(L, BAYERN, first=True).do("discard C11")
    assert t.menu == ["discard C22", "discard C33"]
    assert t.refusal("discard C13").message.key == "refusal.not_in_hand"


@pytest.mark.parametrize("side", [A, L])
def test_bayern_gives_the_second_nothing(side: str) -> None:
    """6.3.5."""
    t = advance(side, BAYERN, first=False)
    assert t.asked.step == "play_card"


def test_bayern_s_draw_is_read_by_its_owner_only() -> None:
    """6.3.5."""
    t = advance(L, BAYERN, first=True).do("discard C11", "discard C22")
    keys = {seat: {m.key for m in t.game.view(t.state, seat).news} for seat in (A, L)}
    assert "log.draw" in keys[L]
    assert "log.draw_hidden" in keys[A]
    assert "log.draw" not in keys[A]


# -- 6.3.8 High Water Mark


def copenhagen(british: int, german: int) -> Table:
    """Copenhagenization sends the German Navy two boxes back."""
    return table().navies(british, german).dice(1).event(32, L)


def test_a_retreat_leaves_the_high_water_mark() -> None:
    """6.3.8, C32."""
    t = copenhagen(1, 6)
    assert (t.state.navy[A], t.state.high_water) == (HELGOLAND, KAISER)


def test_a_navy_does_not_retreat_beyond_the_start() -> None:
    """C32, 15.9."""
    t = copenhagen(0, 1)
    assert (t.state.navy[A], t.state.high_water) == (START, DREADNOUGHT)


def test_at_the_start_there_is_nothing_to_mark() -> None:
    """6.3.8."""
    t = copenhagen(1, 0)
    assert (t.state.navy[A], t.state.high_water) == (START, 0)


def test_a_second_retreat_leaves_the_mark_where_it_is() -> None:
    """6.3.8: if it is not yet on the track; C107."""
    t = copenhagen(1, 6).event(107, A).do("back 1")
    assert (t.state.navy[A], t.state.high_water) == (BELLEROPHON, KAISER)


def test_boxes_up_to_the_mark_are_not_rewarded_again() -> None:
    """6.3.8; 15: no second 2 VP, nor the 1 VP of the second player."""
    t = copenhagen(1, 6).set(improved={A: True, L: False})
    attempt(t, A, 16, 6)
    assert (t.state.navy[A], t.state.high_water) == (COLOSSUS, KAISER)
    t.set(attempts={A: 0, L: 0})
    attempt(t, A, 1, 6)
    assert (t.state.navy[A], t.state.vp) == (KAISER, 0)


def test_the_second_player_s_reward_is_not_given_to_a_returning_navy() -> None:
    """15, High Water Mark: the British Navy has arrived meanwhile."""
    t = copenhagen(6, 6)
    assert t.state.navy[A] == HELGOLAND
    attempt(t, A, 16, 6)
    t.set(attempts={A: 0, L: 0})
    attempt(t, A, 1, 6)
    assert (t.state.navy[A], t.state.vp) == (KAISER, 0)


def test_the_mark_returns_to_the_pool_when_it_is_passed() -> None:
    """6.3.8: beyond it, rewards are given again."""
    t = table().navies(1, 8).set(high_water=8)
    attempt(t, A, 16, 6)
    assert (t.state.navy[A], t.state.high_water, t.state.vp) == (KING_GEORGE, 0, -2)


def test_reaching_the_mark_is_not_passing_it() -> None:
    """6.3.8: beyond."""
    t = table().navies(1, 7).set(high_water=8)
    attempt(t, A, 16, 6)
    assert (t.state.navy[A], t.state.high_water) == (MOLTKE, MOLTKE)


def test_the_british_navy_is_second_up_to_the_mark() -> None:
    """6.3.8: Kaiser class for 1 VP although the German Navy is behind."""
    t = copenhagen(5, 6)
    attempt(t, L, 16, 6)
    assert (t.state.navy[L], t.state.vp) == (KAISER, 1)


def test_the_british_navy_is_first_beyond_the_mark() -> None:
    """6.3.8: King George V class for 2 VP."""
    t = table().navies(8, 6).set(high_water=8)
    attempt(t, L, 16, 6)
    assert (t.state.navy[L], t.state.vp) == (KING_GEORGE, 2)


def test_the_british_navy_gets_no_advantage_up_to_the_mark() -> None:
    """6.3.8: Orion class, with the mark in it."""
    t = table().navies(6, 5).set(high_water=7, round=2)
    attempt(t, L, 16, 6)
    assert t.state.navy[L] == ORION
    assert t.game.view(t.state, L).seen == []


def test_the_german_navy_keeps_an_advantage_it_has_won() -> None:
    """15.7: Orion class, from two boxes below; it ends with the British Navy's arrival."""
    t = copenhagen(6, 7).set(round=2)
    attempt(t, A, 28, 1)
    assert t.game.view(t.state, A).seen == ["C11", "C22", "C33"]
    t = copenhagen(6, 7)
    attempt(t, L, 16, 6)
    attempt(t.set(round=2), A, 28, 1)
    assert t.game.view(t.state, A).seen == []


def test_mitteleuropa_trades_boxes_for_ops() -> None:
    """C107, 6.3.8: 4 OPs for each box, by the rules of placement."""
    t = table().navies(1, 6).event(107, A).do("back 2")
    assert (t.state.navy[A], t.state.high_water) == (HELGOLAND, KAISER)
    assert t.asked.prompt.args["left"] == 8


def test_the_mark_is_not_the_navy_when_it_comes_to_being_ahead() -> None:
    """6.3.8: only for the purpose of awarding; C70 asks whose navy is ahead."""
    t = copenhagen(5, 6).give(L, 70).to_play(L)
    assert t.state.navy == {A: HELGOLAND, L: COLOSSUS}
    assert "event C70" in t.menu
