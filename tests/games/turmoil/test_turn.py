"""Section 4: the sequence of a turn."""

from __future__ import annotations

import pytest

from tests.games.turmoil.table import A, L, Table

FULL_TRACK = [
    "franco_russian_alliance",
    "entente_cordiale",
    "dual_alliance",
    "triple_alliance",
    "balkan_wars",
]


def last_round(turn: int) -> Table:
    """The last action round of a turn; see `finish`."""
    return Table().set(turn=turn, round=7 if turn < 4 else 8)


def finish(table: Table) -> Table:
    """The Liberal takes the last action of the turn: Scramble for Africa in a vain attempt."""
    table.set(attempts={A: 0, L: 0})
    return table.give(L, 28).to_play(L).dice(1).do("naval C28")


def names(*numbers: int) -> list[str]:
    return [f"C{number}" for number in numbers]


def era(table: Table, card: str) -> str:
    return table.game.board.cards[card].era


# -- 4.1, 4.5.2 action rounds


def test_the_authoritarian_goes_first_and_the_players_alternate() -> None:
    """4.5.2."""
    table = Table().give(A, 13, 30).give(L, 22, 33).dice(1, 1)
    seen = [(table.asked.seat, table.state.round)]
    table.do("naval C13")
    seen.append((table.asked.seat, table.state.round))
    table.do("naval C22", "done")
    seen.append((table.asked.seat, table.state.round))
    assert seen == [(A, 1), (L, 1), (A, 2)]


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_seven_action_rounds_in_the_victorian_era(turn: int) -> None:
    """4.1, 4.5.2."""
    table = Table().set(turn=turn, round=6).give(A, 13)
    finish(table)
    assert (table.state.turn, table.state.round) == (turn, 7)
    finish(table)
    assert (table.state.turn, table.state.round) == (turn + 1, 1)


@pytest.mark.parametrize("turn", [4, 5, 6, 7, 8, 9])
def test_eight_action_rounds_from_turn_4_on(turn: int) -> None:
    """4.1, 4.5.2."""
    table = Table().set(turn=turn, round=7).give(A, 13)
    finish(table)
    assert (table.state.turn, table.state.round) == (turn, 8)
    finish(table)
    assert (table.state.turn, table.state.round) == (turn + 1, 1)


def test_a_player_without_cards_forfeits_the_action_round() -> None:
    """4.5.2."""
    table = Table().give(A, 13, 30).dice(1).do("naval C13")
    assert table.log_lines("forfeit") == [{"side": L}]
    assert (table.asked.seat, table.state.round) == (A, 2)


def test_the_authoritarian_too_forfeits_an_action_round() -> None:
    """4.5.2."""
    table = Table().give(L, 13, 22).to_play(L).dice(1).do("naval C13")
    assert table.log_lines("forfeit") == [{"side": A}]
    assert (table.asked.seat, table.state.round) == (L, 2)


def test_a_turn_ends_when_no_cards_are_left() -> None:
    """4.5.2: all remaining rounds are forfeited."""
    table = Table().set(round=5).give(L, 13).to_play(L).dice(1).do("naval C13")
    assert len(table.log_lines("forfeit")) == 4
    assert (table.state.turn, table.state.round, table.asked.seat) == (2, 1, A)


# -- 4.5.1 the deal


@pytest.mark.parametrize(
    ("turn", "size"),
    [(2, 8), (3, 8), (4, 9), (5, 9), (6, 9), (7, 9), (8, 9), (9, 9), (10, 9)],
)
def test_hands_are_filled_up(turn: int, size: int) -> None:
    """4.5.1: to eight cards, from turn 4 on to nine."""
    table = finish(last_round(turn - 1))
    assert table.state.turn == turn
    assert [len(table.state.hand[side]) for side in (A, L)] == [size, size]


def test_the_deal_alternates_and_begins_with_the_authoritarian() -> None:
    """4.5.1."""
    order = names(1, 2, 3, 4, 5, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20)
    table = finish(last_round(1).set(deck=order[::-1]))
    assert table.state.hand[A] == order[0::2]
    assert table.state.hand[L] == order[1::2]
    assert table.state.deck == []


def test_all_cards_left_in_hand_are_held_and_count() -> None:
    """15, end of turn: one card fewer is drawn for each held card."""
    order = names(1, 2, 3, 4, 5, 9, 10, 11, 14, 15, 16, 17, 18)
    table = last_round(1).give(A, 30).give(L, 22, 33).set(deck=order[::-1])
    finish(table)
    alone = {A: order[0:12:2] + order[12:13], L: order[1:12:2]}
    assert table.state.hand[A] == table.t.sorted(["C30", *alone[A]])
    assert table.state.hand[L] == table.t.sorted(["C22", "C33", *alone[L]])


def test_a_full_hand_gets_no_card_while_the_other_is_still_dealt_to() -> None:
    """4.5.1: until both have received their full hand size."""
    held = (13, 21, 25, 30, 31, 34, 35, 37)
    order = names(1, 2, 3, 4, 5, 9, 10, 11)
    table = finish(last_round(1).give(A, *held).set(deck=order[::-1]))
    assert table.state.hand[A] == names(*held)
    assert table.state.hand[L] == order


def test_only_its_owner_reads_what_is_dealt() -> None:
    """4.5.1."""
    table = finish(last_round(1))
    for seat, other in ((A, L), (L, A)):
        news = table.game.view(table.state, seat).news
        read = {m.args["side"] for m in news if m.key == "log.draw"}
        counted = {m.args["side"]: m.args["count"] for m in news if m.key == "log.draw_hidden"}
        assert read == {seat}
        assert counted == {other: 8}


# -- 4.3 reshuffling


def test_the_last_cards_are_dealt_before_the_discards_are_reshuffled() -> None:
    """4.3, 4.3.1."""
    order, old = names(1, 2, 3, 4, 5), (9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21)
    table = last_round(1).discarded(*old).set(deck=order[::-1], removed=["C36"])
    finish(table)
    state = table.state
    assert set(order[0::2]) <= set(state.hand[A])
    assert set(order[1::2]) <= set(state.hand[L])
    assert table.log_lines("reshuffle") == [{"count": 13}]
    rest = {*state.hand[A], *state.hand[L], *state.deck} - set(order)
    assert rest == {*names(*old), "C28"}
    assert len(state.deck) == 2
    assert state.discard == []


def test_removed_cards_are_never_reshuffled() -> None:
    """4.3."""
    table = last_round(2).discarded(*range(9, 23)).set(deck=names(1, 2), removed=names(35, 36))
    finish(table)
    assert table.state.removed == names(35, 36)
    assert [table.where_is(number) for number in (35, 36)] == ["removed", "removed"]


def test_an_empty_deck_is_not_reshuffled_before_a_card_is_needed() -> None:
    """4.3: the discards stay where they are until the deal wants a card."""
    order = names(1, 2, 3, 4, 5, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20)
    table = finish(last_round(1).discarded(30, 34).set(deck=order))
    assert table.state.discard == names(30, 34, 28)


# -- 4.4 new eras


@pytest.mark.parametrize(("turn", "new", "count"), [(4, "edwardian", 43), (8, "georgian", 29)])
def test_a_new_era_joins_the_deck_without_the_discards(turn: int, new: str, count: int) -> None:
    """4.4, 4.5.5."""
    left, old = names(1, 3, 4, 5), (9, 10, 11, 13, 14)
    table = last_round(turn - 1).discarded(*old).set(deck=left)
    finish(table)
    state = table.state
    assert state.discard == [*names(*old), "C28"]
    pool = {*state.hand[A], *state.hand[L], *state.deck}
    assert len(state.deck) == len(left) + count - 18
    assert set(left) <= pool
    assert len([card for card in pool if era(table, card) == new]) == count
    assert table.log_lines("era") == [{"era": new}]
    assert table.log_lines("reshuffle") == []


def test_an_exhausted_deck_is_replaced_by_the_new_era_alone() -> None:
    """4.3.1 with its erratum: no reshuffle in turns 4 and 8."""
    table = finish(last_round(3).discarded(9, 10).set(deck=[]))
    pool = [*table.state.hand[A], *table.state.hand[L], *table.state.deck]
    assert {era(table, card) for card in pool} == {"edwardian"}
    assert len(pool) == 43
    assert table.state.discard == names(9, 10, 28)


def test_the_new_cards_are_shuffled_with_the_old_ones() -> None:
    """4.4: added to the existing deck, which is reshuffled."""
    table = last_round(3)
    order = list(table.state.deck)
    finish(table)
    dealt = {*table.state.hand[A], *table.state.hand[L]}
    assert {era(table, card) for card in dealt} == {"victorian", "edwardian"}
    assert [card for card in table.state.deck if card in order] != order


@pytest.mark.parametrize("turn", [2, 3, 5, 6, 7, 9, 10])
def test_no_cards_join_in_other_turns(turn: int) -> None:
    """4.1."""
    table = finish(last_round(turn - 1))
    pool = [*table.state.hand[A], *table.state.hand[L], *table.state.deck]
    assert {era(table, card) for card in pool} == {"victorian"}


def test_the_ignored_discards_come_back_in_the_next_reshuffle() -> None:
    """4.4."""
    table = finish(last_round(3).discarded(9, 10).set(deck=[]))
    state = table.state
    assert state.discard == names(9, 10, 28)
    played = [*state.hand[A], *state.hand[L]]
    table.set(hand={A: [], L: []}, discard=[*state.discard, *played], deck=state.deck[:3])
    finish(table.set(round=8))
    after = [*table.state.hand[A], *table.state.hand[L], *table.state.deck]
    assert {"C9", "C10"} <= set(after)
    assert table.state.discard == []


# -- 4.5.2, our 15.1: scoring cards are played in time


@pytest.mark.parametrize(
    ("turn", "number", "scoring", "forced"),
    [
        (1, 6, [6], False),
        (1, 7, [6], True),
        (1, 5, [6, 7], False),
        (1, 6, [6, 7], True),
        (1, 5, [6, 7, 8], True),
        (4, 7, [6], False),
        (4, 8, [6], True),
        (10, 7, [43, 53], True),
    ],
)
@pytest.mark.parametrize("side", [A, L])
def test_scoring_cards_are_played_in_time(
    side: str, turn: int, number: int, scoring: list[int], forced: bool
) -> None:
    """15.1: with as many scoring cards as rounds left, only they can be chosen."""
    table = Table().set(turn=turn, round=number).give(side, 16, 40, *scoring).to_play(side)
    scores = {f"score C{card}" for card in scoring}
    assert scores <= set(table.menu)
    assert (set(table.menu) == scores) == forced


@pytest.mark.parametrize("action", ["event C16", "ops C16", "naval C16", "cancel C13"])
def test_the_refusal_names_the_scoring_cards(action: str) -> None:
    """15.1."""
    table = Table().set(round=7).give(L, 6, 13, 16, 17).to_play(L)
    refusal = table.refusal(action)
    assert (refusal.section, refusal.message.key) == ("2.2", "refusal.must_score")
    assert refusal.message.args["cards"] == ["C6"]


def test_the_extra_round_of_popular_uproar_counts() -> None:
    """15.1, 15.8: it belongs to the Authoritarian."""
    table = Table().set(round=7, more_rounds=1).give(A, 6, 13).give(L, 7, 22)
    assert "ops C13" in table.to_play(A).menu
    assert table.to_play(L).menu == ["score C7"]
    table.give(A, 8)
    assert table.to_play(A).menu == ["score C6", "score C8"]


def test_the_extra_round_of_popular_uproar_comes_after_the_normal_rounds() -> None:
    """15.8."""
    table = finish(Table().set(round=7, more_rounds=1).give(A, 6, 13))
    assert (table.state.turn, table.asked.seat) == (1, A)
    assert table.menu == ["score C6"]


def test_popular_uproar_s_round_comes_before_a_helgoland_action() -> None:
    """15.8."""
    table = finish(Table().set(round=7, more_rounds=1).navies(1, 4).give(A, 13, 30))
    assert table.asked.step == "play_card"
    table.dice(1).do("naval C13")
    assert (table.asked.seat, table.asked.step) == (A, "helgoland")


# -- effects that end with the turn


@pytest.mark.parametrize("number", [5, 16])
def test_a_neutral_card_on_display_is_discarded_when_the_turn_ends(number: int) -> None:
    """2.2.6, 2.2.8: Dreyfus Affair and Stymied last for the turn."""
    table = Table().set(round=7).give(L, 28).event(number, A)
    while table.asked.seat == A:
        table.do("place colonials")
    assert table.where_is(number) == "table"
    assert table.state.lasting == {f"C{number}": [A]}
    finish(table)
    assert table.where_is(number) == "discard"
    assert table.state.lasting == {}
    assert table.log_lines("ended") == [{"card": f"C{number}"}]


def test_legacy_of_bismarck_ends_with_the_turn() -> None:
    """C25: no asterisk, so it comes back."""
    table = Table().set(round=7).give(L, 28).event(25, A)
    assert table.where_is(25) == "table"
    finish(table)
    assert table.where_is(25) == "discard"
    assert table.state.lasting == {}


@pytest.mark.parametrize(("number", "side"), [(35, A), (36, L), (84, L)])
def test_an_asterisk_card_is_removed_though_its_effect_lasts_for_the_turn(
    number: int, side: str
) -> None:
    """2.2.5, 2.2.6: Absolutism, March of History, Balkan Federation."""
    table = Table().set(round=6).give(A, 13).give(L, 22, 28).event(number, side)
    if number == 84:
        table.do("place serbia")
    assert table.where_is(number) == "removed"
    assert table.state.lasting == {f"C{number}": [side]}
    finish(table.set(round=7))
    assert table.where_is(number) == "removed"
    assert table.state.lasting == {}


def test_an_effect_of_the_turn_still_holds_in_its_last_action() -> None:
    """C16: until the end of the turn, so also in the additional round of the Helgoland class."""
    table = Table().set(round=7).navies(4, 1).lasting(16, A).give(L, 9, 22)
    table.to_play(L).dice(1, 1).do("naval C22")
    assert table.asked.step == "helgoland"
    table.do("naval C9")
    assert table.log_lines("attempt")[0]["ops"] == 2


def test_effects_for_the_game_outlive_the_turn() -> None:
    """7.2: Lord Fisher."""
    table = last_round(1).lasting(15, L).lasting(16, A)
    finish(table)
    assert table.state.lasting == {"C15": [L]}


# -- 4.5.3 verify held cards


def test_a_held_scoring_card_loses_the_game() -> None:
    """4.5.3, 10.4.1."""
    table = finish(last_round(1).give(A, 6))
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)
    assert table.state.outcome.scores == {A: 0.0, L: 1.0}


def late_draw(table: Table) -> Table:
    """The Liberal's last action reaches the Bayern class; the Liberal draws the Russia scoring."""
    table.navies(11, 11).give(L, 16, 22, 33).set(deck=names(1, 3, 8))
    return table.to_play(L).dice(6).do("naval C16", "discard C22", "discard C33")


def test_the_liberal_loses_with_a_scoring_card_drawn_too_late() -> None:
    """4.5.3, 15.1: only a late draw can leave one in hand."""
    outcome = late_draw(Table().set(round=7)).state.outcome
    assert outcome is not None
    assert outcome.winners == (A,)
    assert outcome.scores == {A: 1.0, L: 0.0}


def test_two_held_scoring_cards_are_a_draw() -> None:
    """10.4.1."""
    outcome = late_draw(Table().set(round=7).give(A, 6)).state.outcome
    assert outcome is not None
    assert outcome.scores == {A: 0.5, L: 0.5}


def test_other_cards_may_be_held() -> None:
    """4.5.2."""
    table = finish(last_round(1).give(A, 13, 16).give(L, 22))
    assert table.state.outcome is None
    assert {"C13", "C16"} <= set(table.state.hand[A])
    assert "C22" in table.state.hand[L]


def test_the_great_war_skips_the_verification() -> None:
    """4.5.4, 8.3.1: a scoring card in hand no longer matters."""
    table = last_round(4).set(tension=5, track=FULL_TRACK).give(A, 6)
    table.dice(6).event(57, L)
    assert table.log_lines("outbreak") == [{}]
    assert table.state.outcome is None
    assert table.asked.section == "8.4.3"


# -- 4.5.5, 4.5.6


def test_the_once_a_turn_limits_start_afresh() -> None:
    """6.3.3, 6.3.5."""
    table = finish(last_round(1).set(used=["colossus authoritarian"]))
    assert table.log_lines("naval") == [{"side": L, "card": "C28"}]
    assert table.state.attempts == {A: 0, L: 0}
    assert table.state.used == []


def test_final_scoring_follows_turn_10() -> None:
    """4.5.6, 10.4.2: every region is scored, without stability cards or crisis rolls."""
    table = last_round(10).clear().put("wilhelm_ii", 0, 5)
    finish(table)
    scored = {line["region"] for line in table.log_lines("score")}
    assert scored == {"france", "germany", "austria_hungary", "russia", "balkans"}
    assert table.log_lines("crisis") == []
    assert table.state.vp == -4
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)


def test_held_cards_are_verified_before_the_final_scoring() -> None:
    """4.5: phase 3 comes before phase 6."""
    table = finish(last_round(10).clear().put("wilhelm_ii", 0, 5).give(A, 53))
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)
    assert table.log_lines("final_scoring") == []
