"""Which seats decide again in the open phase and why, and what they can undo meanwhile (6.6)."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from entente.games.pax.presentation.view import PaxView
from entente.games.pax.records.movement_state import Reopening
from entente.kernel import Match, Position, registry
from entente.kernel.record import parse
from entente.kernel.snapshots import Snapshot, reopen
from entente.kernel.state_migrations import _fields, is_fingerprint_of
from tests.games.pax.worlds import world

RECORDS = Path(__file__).parent.parent / "records"

OPEN = {"players": 4, "turns": 1}
BRITAIN, FRANCE, GERMANY = "great_britain", "france", "germany"
AnyMatch = Match[Any, Any]


def in_movement(rules: str | None = None, **options: Any) -> AnyMatch:
    """A game that has come to its first open phase."""
    match: AnyMatch = Match(registry.load("pax"), {**OPEN, **options}, "reopening", rules=rules)
    while match.state.step != "open_movement":
        decision = match.position.decisions[0]
        match.act(
            decision.seat,
            match.position.bind(decision).default_answer() or next(iter(decision.menu)),
        )
    return match


def say_ready(match: AnyMatch, *seats: str) -> None:
    """With the duties that come before it."""
    for seat in seats:
        while match.state.step == "open_movement" and seat not in match.state.moving.ready:
            decision = match.position.decision(seat)
            assert decision is not None
            match.act(
                seat,
                match.position.bind(decision).default_answer() or "ready",
                None,
                decision.window,
            )


def view_of(match: AnyMatch, seat: str | None) -> PaxView:
    view = match.position.view(seat)
    assert isinstance(view, PaxView)
    return view


def test_a_step_can_be_undone_after_others_are_ready() -> None:
    """It reveals nothing that was hidden: no watching seat has been named."""
    match = in_movement()
    say_ready(match, FRANCE, GERMANY, "united_states")
    before = match.game.save(match.state)
    match.act(BRITAIN, "place siam interest")
    match.act(BRITAIN, "place burma interest")
    assert match.undoable(BRITAIN) == 2
    match.undo(BRITAIN)
    match.undo(BRITAIN)
    assert match.game.save(match.state) == before


def test_a_watching_seat_decides_again_when_the_author_is_ready() -> None:
    match = in_movement()
    match.act(FRANCE, "watch siam")
    say_ready(match, FRANCE, GERMANY, "united_states")
    match.act(BRITAIN, "place siam interest")
    assert FRANCE in match.state.moving.ready
    assert match.can_undo(BRITAIN)
    say_ready(match, BRITAIN)
    assert FRANCE not in match.state.moving.ready
    assert not match.can_undo(BRITAIN)  # it shows who watches


def test_an_undone_step_alarms_no_watcher() -> None:
    match = in_movement()
    match.act(FRANCE, "watch siam")
    say_ready(match, FRANCE, GERMANY)
    match.act(BRITAIN, "place siam interest")
    match.undo(BRITAIN)
    match.act(BRITAIN, "place burma interest")
    say_ready(match, BRITAIN)
    assert {FRANCE, GERMANY, BRITAIN} == set(match.state.moving.ready)
    assert match.state.reopenings == ()


def test_a_seat_that_has_seen_it_does_not_decide_again() -> None:
    """France says that it is ready after the step that it watches."""
    match = in_movement()
    match.act(FRANCE, "watch siam")
    match.act(BRITAIN, "place siam interest")
    say_ready(match, FRANCE, BRITAIN)
    assert FRANCE in match.state.moving.ready
    assert match.state.reopenings == ()


def test_ready_can_be_undone_if_it_reveals_nothing() -> None:
    """When its author is ready, it shows whether a step is watched and by which seat."""
    match = in_movement()
    say_ready(match, GERMANY)
    assert match.can_undo(GERMANY)
    say_ready(match, FRANCE)  # nothing was done since Germany was ready
    assert match.can_undo(FRANCE)
    match.undo(FRANCE)
    assert match.state.moving.ready == (GERMANY,)
    match.act(BRITAIN, "place siam interest")
    assert match.can_undo(BRITAIN)
    say_ready(match, BRITAIN)
    assert not match.can_undo(BRITAIN)


def test_a_seat_that_decides_again_is_given_the_reason() -> None:
    match = in_movement()
    match.act(FRANCE, "place siam interest")
    match.act(GERMANY, "watch great_britain")
    say_ready(match, FRANCE, GERMANY)
    match.act(BRITAIN, "place siam interest")
    assert view_of(match, None).reopenings == (Reopening(FRANCE, BRITAIN, "marker", "siam"),)
    keys = [message.key for message in match.log_for(None, len(match.moves))]
    assert "log.reopened_marker_in" in keys
    say_ready(match, BRITAIN)
    own, seen = view_of(match, GERMANY).reopenings[-1], view_of(match, FRANCE).reopenings[-1]
    assert own == Reopening(GERMANY, BRITAIN, "watch", "siam")
    assert seen == Reopening(GERMANY, BRITAIN, "private")
    mine, theirs = (match.log_for(seat, len(match.moves)) for seat in (GERMANY, FRANCE))
    assert "log.reopened_watch_in" in [message.key for message in mine]
    assert "log.reopened_private" in [message.key for message in theirs]
    assert "log.reopened_watch_in" not in [message.key for message in theirs]


def test_a_determinization_does_not_reveal_what_another_seat_watches() -> None:
    match = in_movement()
    match.act(GERMANY, "watch great_britain")
    say_ready(match, GERMANY, FRANCE)
    match.act(BRITAIN, "place siam interest")
    say_ready(match, BRITAIN)
    imagined: Position[Any, Any] = match.position.determinize(FRANCE, Random(1))
    assert [each.kind for each in imagined.state.reopenings] == ["private"]
    assert imagined.view(FRANCE) == match.position.view(FRANCE)


def test_the_last_round_is_announced() -> None:
    """6.6, P35: beyond the limit no seat acts again in the open; sealed plans end the phase."""
    match = in_movement(reopen_limit=0)
    match.act(FRANCE, "place siam interest")
    say_ready(match, FRANCE)
    match.act(BRITAIN, "place siam interest")
    assert view_of(match, None).final_due
    keys = [message.key for message in match.log_for(None, len(match.moves))]
    assert "log.final_due" in keys


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


def test_under_version_1_a_watching_seat_decides_again_at_once() -> None:
    match = in_movement(rules="1")
    match.act(FRANCE, "watch siam")
    say_ready(match, FRANCE, GERMANY)
    match.act(BRITAIN, "place siam interest")
    assert FRANCE not in match.state.moving.ready
    assert not match.can_undo(BRITAIN)
    assert match.state.reopenings == ()


def test_under_the_first_rules_nothing_is_kept_of_what_was_not_heard() -> None:
    match = in_movement(rules="1")
    say_ready(match, GERMANY)
    match.act(BRITAIN, "place siam interest")
    say_ready(match, FRANCE)
    assert match.state.unheard == {}


def test_a_game_begun_under_version_1_opens_unchanged() -> None:
    """Its moves and a snapshot, made under version 1: two seats are ready, and
    that is replayed."""
    data = gzip.decompress((RECORDS / "pax-open-phase.jsonl.gz").read_bytes())
    moves, taken = data.split(b"\n\n")
    record, snapshot = parse(moves + b"\n"), msgspec.json.decode(taken, type=Snapshot)
    header = record.header
    match: AnyMatch = Match(
        registry.load("pax"), header.options, header.seed or "", rules=header.rules
    )
    reopen(match, [snapshot], record.moves)
    assert match.rules == "1"
    assert match.state.moving.ready == (FRANCE, GERMANY)
    assert is_fingerprint_of(snapshot.digest, record.verify(registry.load).state)


def test_only_what_was_not_heard_is_kept() -> None:
    match = in_movement()
    say_ready(match, FRANCE, GERMANY)
    assert match.state.unheard == {}
    match.act(BRITAIN, "place siam interest")
    assert match.state.unheard == dict.fromkeys((FRANCE, GERMANY), ((BRITAIN, "siam"),))
    say_ready(match, BRITAIN)
    assert match.state.unheard == {}


def test_a_state_without_them_has_the_fingerprint_it_had() -> None:
    made = world()
    assert not {"reopenings", "unheard"} & {name for name, _ in _fields(made.state)}
    made.state.unheard = {FRANCE: ((BRITAIN, "siam"),)}
    assert "unheard" in {name for name, _ in _fields(made.state)}
