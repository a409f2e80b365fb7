"""Section 3: set-up."""

from __future__ import annotations

import pytest

from entente.kernel import OptionValue
from tests.games.turmoil.table import A, L, Table

AUTHORITARIAN_START = {
    "french_catholic_church": 4,
    "french_armed_forces": 1,
    "colonials": 1,
    "belgium": 1,
    "east_prussia": 1,
    "wilhelm_ii": 5,
    "imperial_army": 3,
    "jugendstil": 1,
    "nicolas_ii": 4,
    "dual_monarchy": 1,
    "bulgaria": 1,
    "algeria": 1,
    "saxony": 1,
}
LIBERAL_START = {
    "netherlands": 1,
    "greece": 2,
    "trieste": 1,
    "russian_bourgeoisie": 2,
    "siberia": 2,
    "bavaria": 2,
    "french_writers": 2,
    "beau_monde": 1,
    "picardy": 2,
    "switzerland": 1,
    "romania": 1,
    "paris": 1,
}
NO_SCORING = {
    A: ["C13", "C25", "C28", "C30", "C31", "C34", "C35", "C37"],
    L: ["C2", "C3", "C9", "C11", "C22", "C33", "C36", "C38"],
}
TWO_SCORING = {
    A: ["C6", "C7", "C13", "C25", "C28", "C30", "C34", "C37"],
    L: ["C2", "C3", "C8", "C9", "C11", "C22", "C33", "C38"],
}


def opening(hands: dict[str, list[str]] | None = None, **options: OptionValue) -> Table:
    """A game at its very first decision, with these hands."""
    table = Table(**options)
    table.state = table.game.start(options, "opening")
    if hands is None:
        return table
    state = table.state
    cards = [*state.deck, *state.hand[A], *state.hand[L]]
    dealt = {*hands[A], *hands[L]}
    return table.set(hand=hands, deck=[card for card in cards if card not in dealt])


def deploying(hands: dict[str, list[str]] = NO_SCORING, **options: OptionValue) -> Table:
    """A game at the first discretionary support point, nothing revealed."""
    return opening(hands, **options).choose(authoritarian="hide", liberal="hide")


def placed(table: Table, side: str) -> dict[str, int]:
    return {space: number for space, number in table.state.support[side].items() if number}


# -- 3.1 the first hands


def test_eight_victorian_cards_are_dealt_to_each_player() -> None:
    """3.1; 38 cards have a Victorian banner."""
    table = opening()
    state, cards = table.state, table.game.board.cards
    everything = [*state.hand[A], *state.hand[L], *state.deck]
    assert [len(state.hand[A]), len(state.hand[L]), len(state.deck)] == [8, 8, 22]
    assert len(set(everything)) == 38
    assert {cards[card].era for card in everything} == {"victorian"}
    assert state.discard == state.removed == state.table == []


def test_the_first_hands_depend_on_the_seed() -> None:
    """3.1: the cards are shuffled."""
    game = Table().game
    hands = {tuple(game.start({}, str(seed)).hand[A]) for seed in range(20)}
    assert len(hands) > 10


def test_both_players_decide_under_seal_whether_to_reveal() -> None:
    """3.1; the same decision for both does not reveal what the other holds."""
    table = opening(TWO_SCORING)
    decisions = table.position.required_by_seat()
    assert set(decisions) == {A, L}
    assert all(decision.sealed and decision.section == "3.1" for decision in decisions.values())
    assert set(decisions[A].menu) == {"hide", "reveal"}
    assert set(decisions[L].menu) == {"hide"}


def test_one_scoring_card_cannot_be_revealed() -> None:
    """3.1: two or more."""
    table = opening(TWO_SCORING)
    refusal = table.position.explain(L, "reveal")
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == ("3.1", "refusal.few_scoring_cards")


def test_nothing_is_shown_before_both_have_answered() -> None:
    """3.1."""
    table = opening(TWO_SCORING).choose(authoritarian="reveal")
    assert table.game.view(table.state, L).seen == []
    assert table.log_lines("reveal_scoring") == []


def test_revealed_scoring_cards_are_known_to_the_opponent() -> None:
    """3.1."""
    table = opening(TWO_SCORING).choose(liberal="hide", authoritarian="reveal")
    assert table.game.view(table.state, L).seen == ["C6", "C7"]
    assert table.game.view(table.state, A).seen == []
    assert table.log_lines("reveal_scoring") == [{"side": A, "cards": ["C6", "C7"]}]
    assert {"C6", "C7"} <= set(table.state.hand[A])


def test_a_player_may_keep_two_scoring_cards_hidden() -> None:
    """3.1: may."""
    table = deploying(TWO_SCORING)
    assert table.game.view(table.state, L).seen == []
    assert table.log_lines("reveal_scoring") == []


# -- 3.2, 3.3 the support of the book


def test_the_authoritarian_starts_with_25_support_points() -> None:
    """3.2 with its erratum (Saxony)."""
    table = opening()
    assert placed(table, A) == AUTHORITARIAN_START
    assert sum(AUTHORITARIAN_START.values()) == 25


def test_the_liberal_starts_with_18_support_points() -> None:
    """3.3 with its erratum (one in Switzerland)."""
    table = opening()
    assert placed(table, L) == LIBERAL_START
    assert sum(LIBERAL_START.values()) == 18


def test_control_at_the_start() -> None:
    """2.1.3: a lead of the stability number."""
    holder = opening().state.holder
    held = {side: {space for space in holder if holder[space] == side} for side in (A, L)}
    assert held[A] == {"french_catholic_church", "wilhelm_ii", "nicolas_ii"}
    assert held[L] == {"picardy", "russian_bourgeoisie", "greece"}


@pytest.mark.parametrize(
    ("option", "liberal", "authoritarian"),
    [
        ("off", 1, 0),
        ("liberal_1", 2, 0),
        ("liberal_2", 3, 0),
        ("liberal_4", 5, 0),
        ("authoritarian_1", 1, 1),
        ("authoritarian_2", 1, 2),
        ("authoritarian_4", 1, 4),
    ],
)
def test_switzerland_balances_a_game(option: str, liberal: int, authoritarian: int) -> None:
    """3.3, option: more starting support for either side; `liberal_2` is the book's 3 for 1."""
    table = opening(swiss_balance=option)
    assert table.sp("switzerland") == (liberal, authoritarian)
    assert sum(placed(table, L).values()) == 17 + liberal
    assert sum(placed(table, A).values()) == 25 + authoritarian


def test_a_balanced_switzerland_can_be_controlled_from_the_start() -> None:
    """3.3, option; Switzerland has stability 5."""
    assert opening(swiss_balance="liberal_4").holder("switzerland") == L
    assert opening(swiss_balance="liberal_2").holder("switzerland") == ""


# -- 3.4 discretionary support


def order_of(table: Table) -> list[tuple[str, int]]:
    """The placements in turns, always in a space of the player's own."""
    spaces = {A: "wilhelm_ii", L: "siberia"}
    order: list[tuple[str, int]] = []
    while table.asked.step == "deploy":
        side = table.asked.seat
        if order and order[-1][0] == side:
            order[-1] = (side, order[-1][1] + 1)
        else:
            order.append((side, 1))
        table.do(f"place {spaces[side]}")
    return order


def test_each_player_places_six_more_in_three_steps() -> None:
    """3.4."""
    table = deploying()
    assert order_of(table) == [(A, 2), (L, 2), (A, 3), (L, 3), (A, 1), (L, 1)]
    assert table.sp("wilhelm_ii") == (0, 5 + 6)
    assert table.sp("siberia") == (2 + 6, 0)


def test_revealed_scoring_cards_bring_one_more_in_each_step() -> None:
    """3.4, 15: 3, 4, 2 against 2, 3, 1."""
    table = opening(TWO_SCORING).choose(authoritarian="reveal", liberal="hide")
    assert order_of(table) == [(A, 3), (L, 2), (A, 4), (L, 3), (A, 2), (L, 1)]


def test_the_liberal_too_is_rewarded_for_revealing() -> None:
    """3.4."""
    hands = {A: TWO_SCORING[L], L: TWO_SCORING[A]}
    table = opening(hands).choose(authoritarian="hide", liberal="reveal")
    assert order_of(table) == [(A, 2), (L, 3), (A, 3), (L, 4), (A, 1), (L, 2)]


def test_three_revealed_scoring_cards_bring_no_more_than_two() -> None:
    """3.4: two or more, one additional point."""
    hands = {A: ["C6", "C7", "C8", "C13", "C25", "C28", "C30", "C34"], L: NO_SCORING[L]}
    table = opening(hands).choose(authoritarian="reveal", liberal="hide")
    assert table.game.view(table.state, L).seen == ["C6", "C7", "C8"]
    assert order_of(table) == [(A, 3), (L, 2), (A, 4), (L, 3), (A, 2), (L, 1)]


def test_hidden_scoring_cards_bring_nothing() -> None:
    """3.4: support is for revealed cards only."""
    assert order_of(deploying(TWO_SCORING))[0] == (A, 2)


def test_discretionary_support_of_the_example_of_play() -> None:
    """13, discretionary placement."""
    table = deploying()
    table.do("place vienna", "place budapest")
    table.do("place poland", "place saint_petersburg")
    table.do("place moscow", "place alsace_lorraine", "place orthodox_church")
    table.do("place italy", "place nice", "place kiel")
    table.do("place budapest", "place french_writers")
    assert table.sp("budapest") == (0, 2)
    assert table.holder("budapest") == A
    assert table.sp("french_writers") == (3, 0)
    assert table.holder("french_writers") == L
    assert table.sp("vienna") == (0, 1)
    assert table.sp("kiel") == (1, 0)


def test_discretionary_support_avoids_the_opponent() -> None:
    """3.4, note."""
    refusal = deploying().refusal("place paris")
    assert (refusal.section, refusal.message.key) == ("3.4", "refusal.support")


def test_the_support_at_the_time_of_placement_counts() -> None:
    """3.4, note: a space just taken by the opponent is closed to the other."""
    table = deploying().do("place vienna", "place vienna")
    assert table.refusal("place vienna").message.key == "refusal.support"
    assert "place budapest" in table.menu


def test_discretionary_support_needs_no_connection() -> None:
    """15, discretionary set-up: any empty space, or one of the player's own."""
    table = deploying()
    spaces = {action.split()[1] for action in table.menu}
    assert spaces == set(table.game.board.spaces) - set(LIBERAL_START) - {"norway"}


def test_all_support_of_a_step_may_go_to_one_space() -> None:
    """15, discretionary set-up."""
    table = deploying().do("place kiel", "place kiel", "place siberia", "place siberia")
    table.do("place kiel", "place kiel", "place kiel")
    assert table.sp("kiel") == (0, 5)


def test_norway_is_closed_in_set_up() -> None:
    """4, box: no support in Norway before card 51."""
    refusal = deploying().refusal("place norway")
    assert refusal.message.key == "refusal.closed"


# -- 3.5 markers


def test_the_markers_at_the_start() -> None:
    """3.5."""
    state = opening().state
    assert state.navy == {A: 0, L: 0}
    assert state.improved == {A: False, L: False}
    assert (state.tension, state.vp, state.high_water) == (0, 0, 0)
    assert state.track == ["three_emperor_league"]
    assert state.beside == []
    assert state.black_hand == ""
    assert state.happened == []
    assert state.lasting == {}
    assert [len(state.stability[side]) for side in (A, L)] == [10, 10]


def test_the_authoritarian_has_the_first_action_round() -> None:
    """3.5, 4.5.2."""
    table = deploying()
    order_of(table)
    assert (table.state.turn, table.state.round) == (1, 1)
    assert (table.asked.seat, table.asked.step) == (A, "play_card")
    assert table.state.hand == NO_SCORING
