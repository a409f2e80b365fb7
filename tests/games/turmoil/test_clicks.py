"""Every question of the game with a click on every kind of thing: the reason is the right one.

A click reaches the rules as it is made into actions (`entente.kernel.whynot`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from entente.games.turmoil.board import BOXES, REGIONS
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.targets import kind_of
from entente.kernel import Catalog, Refusal, Seat
from entente.kernel.typography import typeset
from entente.kernel.whynot import why_not
from tests.games.turmoil.table import A, L, Table
from tests.games.turmoil.test_words import ALL, EN, FR, GAME, travelled

SEEDS = range(12)
NAMED = "space/region/card/stability/mobilization/box/marker/seat"
RAW = re.compile(r"\b[a-z]+_[a-z_]+\b|\bbox\d|[{}]")


# -- the questions


def rare_questions() -> Iterator[TurmoilState]:
    """Those that a few random games do not come to."""
    hand = Table().navies(11, 5).give(L, 38, 22, 13).to_play(L)
    yield until("bayern", hand.dice(6), "naval C38").state
    scoring = Table().give(A, 6, 13, 21).put("colonials", 0, 3).put("algeria", 0, 3).to_play(A)
    scoring.do("score C6").choose(authoritarian="choose S14", liberal="choose S1")
    yield until("give_up", scoring).state
    yield until("reinforce", Table().put("french_armed_forces", 0, 4).event(80, A), "resist").state
    track = ["three_emperor_league", "dual_alliance", "balkan_wars"]
    for step in ("remove_any", "great_game"):
        war = Table(war_mobilization=True).set(tension=6, track=track).dice(6).event(49, A)
        yield until(step, war, "mobilize B1", "mobilize R1").state


def until(step: str, table: Table, *actions: str) -> Table:
    """Play on until a decision, with these actions where they are possible."""
    while table.asked.step != step:
        menu = table.menu
        table.do(next((action for action in actions if action in menu), menu[0]))
    return table


@cache
def questions() -> dict[str, TurmoilState]:
    """For every decision step, a position in which it is open."""
    found: dict[str, TurmoilState] = {}
    for seed in SEEDS:
        for state in travelled(seed, ALL if seed % 2 else None):
            found.setdefault(state.step, GAME.copy(state))
    for state in rare_questions():
        found.setdefault(state.step, state)
    return found


def test_every_question_of_the_game_is_tried() -> None:
    assert set(questions()) == set(GAME.steps.asking)


# -- the things


def things(state: TurmoilState) -> list[str]:
    """Return spaces of every kind and holder, boxes, regions, cards of every pile, tracks."""
    spaces: dict[tuple[object, ...], str] = {}
    for space in GAME.board.spaces:
        support = tuple(bool(state.support[side][space]) for side in (A, L))
        region = GAME.board.region_of[space]
        spaces.setdefault((region, state.holder[space], support), space)
    cards = {*state.hand[A][:3], *state.hand[L][:3], *state.discard[:3], *state.table, "C1", "C6"}
    return [
        *spaces.values(),
        *("norway", "french_catholic_church", "siberia", "symbolism"),
        *GAME.board.boxes,
        *REGIONS,
        *sorted(cards),
        *("S1", "S4", "S11", "S20", "E1", "G2", "R1"),
        *(BOXES[0], BOXES[5]),
        *("entente_cordiale", A, L),
    ]


def clicked(state: TurmoilState, seat: Seat, *clicks: str) -> Refusal | None:
    return why_not(GAME.position(state), seat, clicks)


def asked_for(state: TurmoilState, seat: Seat) -> set[str]:
    """The kinds of things that a question may be answered with."""
    return {kind for pattern in GAME.grammar(state.step).patterns for kind in pattern.kinds}


OF_ANOTHER_KIND = {"kernel.other_kind", "refusal.decide_first", "refusal.card_first"}
NO_REASON = {"kernel.verb", "kernel.words", "kernel.alone", "kernel.not_on_the_menu"}


@pytest.mark.parametrize("step", GAME.steps.asking)
def test_a_click_gets_a_reason_of_the_right_kind(step: str) -> None:
    """What is of a kind that is not asked for is called so; what is has a reason of its own."""
    state = questions()[step]
    for seat, decision in GAME.position(state).required_by_seat().items():
        offered = {word for action in decision.menu for word in action.split()[1:]}
        for thing in things(state):
            reason = clicked(state, seat, thing)
            if thing in offered:
                assert reason is None, thing
                continue
            if thing in decision.menu:  # the Balkans, which are also a choice of their own (C84)
                continue
            assert reason is not None, thing
            kind = kind_of(GAME.board, thing)
            wanted = asked_for(state, seat)
            key = reason.message.key
            assert key not in NO_REASON, (thing, key)
            assert not key.partition(".")[2].startswith("unknown_"), (thing, key)
            fitting = kind in wanted or (kind == "box" and "space" in wanted)
            if kind == "side":  # a side alone is never an answer, only with a space
                continue
            assert (key in OF_ANOTHER_KIND) == (not fitting), (thing, key)
            if kind == "box" and "space" in wanted:
                assert key == "refusal.box", thing


@pytest.mark.parametrize("step", GAME.steps.asking)
@pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
def test_a_reason_names_things_by_their_names(step: str, words: Catalog) -> None:
    """In both languages: no identifiers, and what was clicked is in the sentence."""
    state = questions()[step]
    for seat in GAME.position(state).required_by_seat():
        for thing in things(state):
            reason = clicked(state, seat, thing)
            if reason is None:
                continue
            text = words.say(reason.message)
            assert not RAW.search(text), text
            if reason.message.key in OF_ANOTHER_KIND:
                assert words.name(NAMED, thing) in text, text


def test_a_second_click_after_a_first_gets_a_reason_of_the_right_kind() -> None:
    """Support moves from a space to another: the first is picked, the second is wrong."""
    state = questions()["shift"]
    ((seat, decision),) = GAME.position(state).required_by_seat().items()
    source = next(action.split()[1] for action in decision.menu if action.startswith("shift "))
    able = {action.split()[2] for action in decision.menu if action.startswith(f"shift {source} ")}
    for thing in things(state):
        if thing in able or thing == source:
            continue
        reason = clicked(state, seat, source, thing)
        assert reason is not None, thing
        fitting = kind_of(GAME.board, thing) in ("space", "box")
        assert (reason.message.key == "kernel.other_kind") == (not fitting), thing
        assert reason.message.key not in NO_REASON, thing


# -- the most natural ones, word by word


def answer_to(table: Table, thing: str) -> tuple[str, str]:
    reason = clicked(table.state, table.asked.seat, thing)
    assert reason is not None
    return EN.line(reason.message), FR.line(reason.message)


def test_a_space_while_a_card_is_due() -> None:
    """A card comes first; and what that space is."""
    english, french = answer_to(Table().give(A, 13).to_play(A), "symbolism")
    assert english.startswith("Symbolism is a space (Russia, stability 1). Play a card first")
    assert french.startswith(
        typeset("Symbolisme : c'est un espace (Russie, stabilité 1). Jouez d'abord")
    )


def test_a_space_after_a_card_was_picked() -> None:
    """A card is picked, and not yet what it is for: the space must wait."""
    for step, state in questions().items():
        seat, decision = next(iter(GAME.position(state).required_by_seat().items()))
        for card in {action.split()[-1] for action in decision.menu}:
            if kind_of(GAME.board, card) != "card":
                continue
            reason = clicked(state, seat, card, "kiel")
            assert reason is not None, step
            assert "kiel" not in EN.say(reason.message)
            assert "kiel" not in FR.say(reason.message)
            assert reason == clicked(state, seat, "kiel"), step


def test_two_spaces_that_do_not_go_together() -> None:
    state = questions()["operations"]
    seat, decision = next(iter(GAME.position(state).required_by_seat().items()))
    spaces = sorted({action.split()[-1] for action in decision.menu})
    one, other = [each for each in spaces if kind_of(GAME.board, each) == "space"][:2]
    reason = clicked(state, seat, one, other)
    assert reason is not None
    assert reason.message.key == "kernel.not_together"


def test_a_card_while_a_space_is_due() -> None:
    table = Table().give(A, 13, 21).to_play(A).do("ops C21")
    english, french = answer_to(table, "C13")
    assert english == "Traditionalism is a strategy card; choose a space now."
    assert "choisissez maintenant un espace" in french


def test_a_space_before_it_is_said_what_comes_first() -> None:
    table = Table().give(A, 22).to_play(A).do("ops C22")
    english, french = answer_to(table, "vienna")
    assert english == "First make another decision (before, after). Vienna is a space."
    wanted = typeset("Il faut d'abord décider autre chose : avant, après.")
    assert french == typeset(f"{wanted} Ceci est un espace : Vienne.")


def test_a_box_of_the_map() -> None:
    """2.1: it belongs to a side, which is named."""
    table = Table().give(A, 21).to_play(A).do("ops C21")
    english, french = answer_to(table, "great_britain")
    assert english.startswith("Great Britain is a box that belongs to the Liberal")
    assert french.startswith(typeset("Grande-Bretagne : c'est une case, qui appartient au Libéral"))


def test_a_controlled_space_where_it_must_be_uncontrolled() -> None:
    """S6: the sentence says what the space must be."""
    table = Table().give(A, 6).put("paris", 2, 0).to_play(A).do("score C6")
    table.choose(authoritarian="choose S12", liberal="choose S6")
    english, french = answer_to(table, "picardy")
    assert english == ("Picardy is controlled by the Liberal; choose a space that no one controls.")
    assert french.endswith("choisissez-en un que personne ne contrôle.")


def test_a_space_of_the_wrong_region() -> None:
    table = Table().event(21, A)
    assert answer_to(table, "vienna") == (
        "Vienna: the space must be in Germany.",
        typeset("Vienne : il faut un espace situé en Allemagne."),
    )


@pytest.mark.parametrize("step", GAME.steps.asking)
def test_an_offer_with_spaces_too_many_is_refused_like_any_other_line(step: str) -> None:
    state = questions()[step]
    for seat, decision in GAME.position(state).required_by_seat().items():
        for action in decision.menu:
            reason = GAME.position(state).explain(seat, f" {action}")
            assert reason is not None
            assert reason.message.key == "kernel.not_on_the_menu"


@pytest.mark.parametrize("word", ["C13", "atlantis", "germany", "N1"])
def test_a_word_that_is_no_space_is_no_box_either(word: str) -> None:
    reason = Table().t.why_not_there("", word, "6")
    assert reason is not None
    assert reason.message.key == "refusal.unknown_space"
    assert Table().t.why_not_there("", "britain", "6") is not None
