"""Who is asked again in the open phase and why, and what can be taken back meanwhile (6.6)."""

from __future__ import annotations

from random import Random
from typing import Any

from entente.games.pax.moving import Reopening
from entente.games.pax.view import PaxView
from entente.kernel import Match, Position, registry
from entente.kernel.earlier import _fields
from tests.games.pax.worlds import world

OPEN = {"players": 4, "turns": 1}
BRITAIN, FRANCE, GERMANY = "great_britain", "france", "germany"
AnyMatch = Match[Any, Any]


def in_movement(rules: str | None = None, **options: Any) -> AnyMatch:
    """A game that has come to its first open phase."""
    match: AnyMatch = Match(registry.load("pax"), {**OPEN, **options}, "reopening", rules=rules)
    while match.state.step != "open_movement":
        decision = match.position.asked[0]
        match.act(decision.seat, match.position.absence(decision) or next(iter(decision.menu)))
    return match


def say_ready(match: AnyMatch, *seats: str) -> None:
    """With the duties that come before it."""
    for seat in seats:
        while match.state.step == "open_movement" and seat not in match.state.moving.ready:
            decision = match.position.decision(seat)
            assert decision is not None
            match.act(seat, match.position.absence(decision) or "ready", None, decision.window)


def view_of(match: AnyMatch, seat: str | None) -> PaxView:
    view = match.position.view(seat)
    assert isinstance(view, PaxView)
    return view


def test_a_step_can_be_taken_back_though_others_are_ready() -> None:
    """Nothing is shown by it that was hidden: nobody who watches has been heard of."""
    match = in_movement()
    say_ready(match, FRANCE, GERMANY, "united_states")
    before = match.game.save(match.state)
    match.act(BRITAIN, "place siam interest")
    match.act(BRITAIN, "place burma interest")
    assert match.undoable(BRITAIN) == 2
    match.undo(BRITAIN)
    match.undo(BRITAIN)
    assert match.game.save(match.state) == before


def test_who_watches_is_asked_again_when_the_author_is_ready() -> None:
    match = in_movement()
    match.act(FRANCE, "watch siam")
    say_ready(match, FRANCE, GERMANY, "united_states")
    match.act(BRITAIN, "place siam interest")
    assert FRANCE in match.state.moving.ready
    assert match.can_undo(BRITAIN)
    say_ready(match, BRITAIN)
    assert FRANCE not in match.state.moving.ready
    assert not match.can_undo(BRITAIN)  # it shows who watches


def test_what_was_taken_back_alarms_nobody() -> None:
    match = in_movement()
    match.act(FRANCE, "watch siam")
    say_ready(match, FRANCE, GERMANY)
    say_ready(match, BRITAIN)
    match.act(BRITAIN, "place siam interest")
    match.undo(BRITAIN)
    assert {FRANCE, BRITAIN} <= set(match.state.moving.ready)


def test_who_has_seen_it_is_not_asked_again() -> None:
    """France says that it is ready after the step that it watches."""
    match = in_movement()
    match.act(FRANCE, "watch siam")
    match.act(BRITAIN, "place siam interest")
    say_ready(match, FRANCE, BRITAIN)
    assert FRANCE in match.state.moving.ready
    assert match.state.reopenings == ()


def test_ready_can_be_taken_back_where_it_shows_nothing() -> None:
    match = in_movement()
    say_ready(match, GERMANY)
    say_ready(match, FRANCE)  # nothing was done since the others were ready but its duties
    match.act(BRITAIN, "place siam interest")
    say_ready(match, BRITAIN)
    assert not match.can_undo(BRITAIN)


def test_why_a_seat_is_asked_again_is_told() -> None:
    match = in_movement()
    match.act(FRANCE, "place siam interest")
    match.act(GERMANY, "watch great_britain")
    say_ready(match, FRANCE, GERMANY)
    match.act(BRITAIN, "place siam interest")
    assert view_of(match, None).reopenings == (Reopening(FRANCE, BRITAIN, "marker", "siam"),)
    told = [message.key for message in match.log_for(None, len(match.moves))]
    assert "log.reopened_marker_in" in told
    say_ready(match, BRITAIN)
    own, seen = view_of(match, GERMANY).reopenings[-1], view_of(match, FRANCE).reopenings[-1]
    assert own == Reopening(GERMANY, BRITAIN, "watch", "siam")
    assert seen == Reopening(GERMANY, BRITAIN, "private")
    mine, theirs = (match.log_for(seat, len(match.moves)) for seat in (GERMANY, FRANCE))
    assert "log.reopened_watch_in" in [message.key for message in mine]
    assert "log.reopened_private" in [message.key for message in theirs]
    assert "log.reopened_watch_in" not in [message.key for message in theirs]


def test_nobody_can_tell_what_another_watches_from_an_imagined_state() -> None:
    match = in_movement()
    match.act(GERMANY, "watch great_britain")
    say_ready(match, GERMANY, FRANCE)
    match.act(BRITAIN, "place siam interest")
    say_ready(match, BRITAIN)
    imagined: Position[Any, Any] = match.position.imagine(FRANCE, Random(1))
    assert [each.kind for each in imagined.state.reopenings] == ["private"]
    assert imagined.view(FRANCE) == match.position.view(FRANCE)


def test_a_last_round_is_told_of() -> None:
    match = in_movement(reopen_limit=0)
    match.act(FRANCE, "place siam interest")
    say_ready(match, FRANCE)
    match.act(BRITAIN, "place siam interest")
    assert view_of(match, None).final_due
    told = [message.key for message in match.log_for(None, len(match.moves))]
    assert "log.final_due" in told


def test_nothing_is_left_of_it_after_the_phase() -> None:
    match = in_movement()
    match.act(FRANCE, "place siam interest")
    say_ready(match, FRANCE)
    match.act(BRITAIN, "place siam interest")
    assert match.state.reopenings
    say_ready(match, *match.seats)
    assert match.state.phase != "movement"
    assert not match.state.reopenings
    assert not match.state.unheard


def test_under_the_first_rules_who_watches_is_asked_again_at_once() -> None:
    match = in_movement(rules="1")
    match.act(FRANCE, "watch siam")
    say_ready(match, FRANCE, GERMANY)
    match.act(BRITAIN, "place siam interest")
    assert FRANCE not in match.state.moving.ready
    assert not match.can_undo(BRITAIN)
    assert match.state.reopenings == ()


def test_a_state_without_them_has_the_fingerprint_it_had() -> None:
    made = world()
    assert not {"reopenings", "unheard"} & {name for name, _ in _fields(made.state)}
    made.state.unheard = {FRANCE: ((BRITAIN, "siam"),)}
    assert "unheard" in {name for name, _ in _fields(made.state)}
