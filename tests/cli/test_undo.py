"""Undo: which moves belong together, and which no player chose."""

from __future__ import annotations

import pytest

from entente.cli.undo import UndoHistory, UndoneMove
from entente.kernel import IllegalAction, Match
from tests.cli.toy_games import concert, garden


def test_moves_made_together_are_taken_back_together() -> None:
    match = Match(garden.create({}), {}, "1")
    back = UndoHistory(match, match.seats)
    assert back.is_empty()
    for action in ("hide", "plant bed1", "plant bed2"):
        match.act("red", action, 0)
    back.join()
    assert back.undo("red") == UndoneMove("red", "plant bed1", 2, window=2)
    assert [move.action for move in match.moves] == ["hide"]


def test_a_move_that_was_no_choice_goes_with_the_choice_before_it() -> None:
    match = Match(garden.create({}), {}, "1")
    back = UndoHistory(match, match.seats)
    for action in ("hide", "plant bed1", "plant bed2", "plant bed3", "rest"):
        match.act("red", action, 0)
    back.mark_automatic()
    taken = back.undo("blue")  # by any seat: it is open
    assert taken == UndoneMove("red", "plant bed3", 1, window=2)
    assert len(match.moves) == 3


def test_a_forced_move_is_not_undone_alone() -> None:
    match = Match(garden.create({}), {}, "1")
    back = UndoHistory(match, match.seats)
    match.act("red", "hide", 0)
    back.mark_automatic()
    with pytest.raises(IllegalAction) as caught:
        back.undo("red")
    assert caught.value.refusal.message.key == "kernel.no_undo"
    assert len(match.moves) == 1


def test_a_move_taken_back_from_among_others_leaves_their_togetherness() -> None:
    """Britain's two offers go together; France's, made later, goes with nothing."""
    match = Match(concert.create({}), {}, "3")
    back = UndoHistory(match, match.seats)
    for seat in match.seats:
        match.act(seat, "ready")
    for seat in ("austria", "france"):
        match.act(seat, "vote aye")
    for _ in range(2):
        match.act("britain", "offer to=austria; clauses=[pay gold=coins 1]")
    back.join()
    assert back.undo("austria").action == "vote aye"
    offer = "offer to=austria; clauses=[pay gold=coins 2]"
    match.act("france", offer)
    assert back.undo("france")[:3] == ("france", offer, 1)
    assert back.undo("france")[:3] == ("france", "vote aye", 1)
