"""Series of chance: what was taken back by consent is not rolled and drawn the same way again."""

from __future__ import annotations

from typing import Any

import pytest

from entente.kernel import Match, Move, registry
from entente.kernel.chance import series_seed
from entente.kernel.record import RecordError, dump, parse, record_of
from entente.kernel.snapshots import reopen, take

AnyMatch = Match[Any, Any]


def after(match: AnyMatch, number: int, series: int) -> AnyMatch:
    """Return what is left of a match after its players have agreed to go back to a move."""
    again = match.from_start()
    again.replay(match.moves[:number])
    again.reseed(series)
    return again


def turmoil(moves: int) -> AnyMatch:
    match: AnyMatch = Match(registry.load("turmoil"), None, "sarajevo")
    for _ in range(moves):
        play(match)
    return match


def play(match: AnyMatch) -> None:
    decision = match.position.decisions[0]
    match.act(decision.seat, next(iter(decision.menu)), window=decision.window)


def test_the_first_series_is_that_of_the_seed() -> None:
    """Games of before series were there have the dice they had."""
    assert series_seed("vienna", 0) == "vienna"
    assert series_seed("vienna", 1) != series_seed("vienna", 2) != "vienna"


def test_after_consent_chance_is_another_one() -> None:
    match = turmoil(3)
    dice = match.state.chance.copy().dice(20)
    assert match.from_start().state.deck == after(match, 0, 0).state.deck
    back = after(match, 3, 1)
    assert back.state.chance.copy().dice(20) != dice
    assert back.state.deck != match.state.deck
    assert sorted(back.state.deck) == sorted(match.state.deck)
    assert after(match, 3, 2).state.deck not in (back.state.deck, match.state.deck)


def test_the_first_move_of_a_series_says_so_and_is_played_again() -> None:
    match = after(turmoil(10), 4, 1)
    for _ in range(6):
        play(match)
    match = after(match, 6, 2)
    for _ in range(6):
        play(match)
    assert [move.series for move in match.moves] == [*[None] * 4, 1, None, 2, *[None] * 5]
    again = match.from_start()
    again.replay(match.moves)
    assert match.game.save(again.state) == match.game.save(match.state)
    assert again.series == 2


def test_a_record_with_series_is_verified() -> None:
    match = after(turmoil(10), 4, 1)
    for _ in range(6):
        play(match)
    record = parse(dump(record_of(match)))
    again = record.verify(registry.load)
    assert match.game.save(again.state) == match.game.save(match.state)
    record.moves[4] = Move(record.moves[4].seat, record.moves[4].action, series=0)
    with pytest.raises(RecordError):
        parse(dump(record))


def test_undoing_a_seats_own_action_keeps_the_series() -> None:
    """A sealed answer of the series before, and one of this series."""
    match = turmoil(0)
    first, second = match.position.decisions[:2]
    match.act(first.seat, "hide")
    match.reseed(1)
    match.undo(first.seat)
    expected = after(match, 0, 1)
    assert match.game.save(match.state) == match.game.save(expected.state)
    match.act(second.seat, "hide")
    match.undo(second.seat)
    match.act(first.seat, "hide")
    match.act(second.seat, "hide")
    assert [move.series for move in match.moves] == [1, None]
    again = match.from_start()
    again.replay(match.moves)
    assert match.game.save(again.state) == match.game.save(match.state)


def test_it_is_known_whether_anything_was_shown_since_a_move() -> None:
    match = turmoil(0)
    first, second = match.position.decisions[:2]
    match.act(first.seat, "hide")
    assert not match.shown_since(0)
    match.act(second.seat, "hide")  # both are opened
    assert match.shown_since(0)
    assert match.shown_since(1)
    play(match)
    assert not match.shown_since(2)
    back = after(match, 2, 1)
    play(back)
    assert not back.shown_since(2)


def test_earlier_disclosures_are_known_at_every_move_also_of_a_saved_game() -> None:
    match = turmoil(30)
    again, shown = match.from_start(), []
    for move in match.moves:
        before = (again.state.chance.count, again.state.reveals)
        again.replay([move])
        shown.append((again.state.chance.count, again.state.reveals) != before)
    assert {True, False} == set(shown)
    opened = match.from_start()
    reopen(opened, [take(match)], match.moves)
    for number in range(len(match.moves)):
        expected = any(shown[number:])
        assert match.shown_since(number) == opened.shown_since(number) == expected
