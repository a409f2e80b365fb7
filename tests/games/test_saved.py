"""A match opened from snapshots is the match that was saved: it goes on and takes back alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from entente.kernel import Game, Match, OptionValue, registry
from entente.kernel.snapshots import ReplayMismatch, Snapshot, pack, past_of, reopen, take, unpack
from entente.kernel.state_migrations import fingerprint
from tests.open_play import Concert
from tests.toys import Conference, Orders

AnyMatch = Match[Any, Any]
GAMES: dict[str, tuple[Callable[[], Game[Any, Any]], dict[str, OptionValue], int]] = {
    "attrition": (lambda: registry.load("attrition"), {"events": True, "generals": True}, 160),
    "turmoil": (lambda: registry.load("turmoil"), {}, 160),
    "diplomacy": (lambda: registry.load("diplomacy"), {"end_year": 1902}, 60),
    "concert": (Concert, {"rounds": 3}, 120),
    "conference": (Conference, {}, 60),
    "orders": (Orders, {}, 9),
}


def step(match: AnyMatch, rng: Random) -> tuple[str, str, int | None] | None:
    """Something that may be done now: most often an action, at times an undo."""
    undoing = [seat for seat in match.seats if match.can_undo(seat)]
    if undoing and rng.random() < 0.2:
        return rng.choice(undoing), "", None
    if not match.position.decisions:
        return None
    decision = rng.choice(match.position.decisions)
    return decision.seat, decision.menu.sample(rng), decision.window


def do(match: AnyMatch, what: tuple[str, str, int | None], time: int) -> None:
    seat, action, window = what
    if action:
        match.act(seat, action, time, window)
    else:
        match.undo(seat)


def assert_alike(one: AnyMatch, other: AnyMatch) -> None:
    assert one.state == other.state
    assert one.moves == other.moves
    assert (one.windows, one.unseen, one.log) == (other.windows, other.unseen, other.log)
    assert (one.since, one.opened) == (other.since, other.opened)
    for seat in one.seats:
        assert one.undoable(seat) == other.undoable(seat)
        assert one.undoes(seat) == other.undoes(seat)


def kept_beyond(chain: list[Snapshot], moves: int) -> list[Snapshot]:
    return [each for each in chain if each.moves <= moves]


def first_change(before: AnyMatch, moves: list[Any]) -> int:
    pairs = enumerate(zip(before.moves, moves, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(before.moves), len(moves)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_on_from_a_snapshot_as_if_nothing_had_happened(name: str, seed: int) -> None:
    make, options, length = GAMES[name]
    game, rng = make(), Random(f"{seed} {name}")
    match: AnyMatch = Match(game, options, f"{seed}")
    chain: list[Snapshot] = []
    taken = 0
    for time in range(length):
        moves = list(match.moves)
        what = step(match, rng)
        if what is None:
            break
        if rng.random() < 0.05:  # something was taken back by consent
            match.reseed(match.series + 1)
        else:
            do(match, what, time)
        chain = kept_beyond(chain, first_change(match, moves))
        if match.moves and (rng.random() < 0.1 or time == length // 2):
            if chain and chain[-1].moves == len(match.moves):
                chain.pop()
            chain.append(unpack(pack(take(match, chain[-1].moves if chain else 0))))
            taken += 1
            other = Match(game, options, f"{seed}")
            reopen(other, chain, match.moves)
            assert_alike(match, other)
            for later in range(8):
                again = step(match, rng)
                if again is None:
                    break
                moves = list(match.moves)
                for each in (match, other):
                    do(each, again, 1000 + time + later)
                assert_alike(match, other)
                chain = kept_beyond(chain, first_change(match, moves))
    assert taken


def played(game: Game[Any, Any], moves: int, **options: Any) -> AnyMatch:
    rng = Random(3)
    match: AnyMatch = Match(game, options, "3")
    while len(match.moves) < moves:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(rng), 7, decision.window)
    return match


def test_opening_plays_few_moves_again_however_many_were_made() -> None:
    match = played(registry.load("attrition"), 300)
    chain: list[Snapshot] = []
    other: AnyMatch = Match(match.game, {}, "3")
    for move in match.moves:
        other.replay([move])
        if len(other.moves) % 50 == 0:
            chain.append(take(other, chain[-1].moves if chain else 0))
    for number, last in enumerate(chain, start=1):
        again: AnyMatch = Match(match.game, {}, "3")
        with counted(again) as steps:
            reopen(again, chain[:number], match.moves)
        assert len(again.moves) == last.moves
        assert len(steps) <= 25  # after any past
        assert len(pack(last)) < 3 * len(pack(chain[0]))  # a snapshot has what is new only
    assert again.log == match.log


@contextmanager
def counted(match: AnyMatch) -> Iterator[list[str]]:
    """The actions that are carried out meanwhile."""
    kind, carried_out = type(match.position), list[str]()
    play = kind.apply_unchecked

    def noting(self: Any, decision: Any, action: str) -> None:
        carried_out.append(action)
        play(self, decision, action)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "apply_unchecked", noting)
        yield carried_out


def test_moves_that_lead_elsewhere_are_found_out() -> None:
    match = played(registry.load("turmoil"), 40)
    snapshot = replace(take(match), digest=fingerprint(played(match.game, 39).state))
    with pytest.raises(ReplayMismatch):
        reopen(Match(match.game, {}, "3"), [snapshot], match.moves)


def test_a_damaged_snapshot_is_a_value_error() -> None:
    data = pack(take(played(registry.load("turmoil"), 10)))
    for damaged in (data[:-9], b"", b"x" + data):
        with pytest.raises(ValueError, match="damaged snapshot"):
            unpack(damaged)


def test_a_match_with_a_past_begins_from_its_state_and_counts_on() -> None:
    match = played(registry.load("turmoil"), 40)
    snapshot = take(match)
    past = past_of([snapshot], match.moves, 40)
    pinned: AnyMatch = Match(match.game, start=bytes(snapshot.state).decode(), past=past)
    assert fingerprint(pinned.state) == fingerprint(match.state)
    assert pinned.first == len(pinned.moves) == 40
    assert not any(pinned.undoable(seat) for seat in pinned.seats)
    seat, decision = next(iter(pinned.position.required_by_seat().items()))
    pinned.act(seat, decision.menu.sample(Random(1)))
    again = pinned.from_start()
    again.replay(pinned.moves[again.first :])
    assert_alike(pinned, again)
