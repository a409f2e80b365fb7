"""Snapshots of a match, to reopen it without replaying all of its moves.

A snapshot holds the state after some moves, with its fingerprint, and the checkpoint from which
moves must be replayed so that everything can be undone that could be. The log, and which decisions
the moves answered, form a chain: each snapshot adds what came after the previous one, so taking one
costs the same however long the game is.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from entente.kernel.info import Seat
from entente.kernel.match import Line, Match, Move, Past
from entente.kernel.message import Entry
from entente.kernel.state_migrations import fingerprint, is_fingerprint_of

AnyMatch = Match[Any, Any]
_NONE = msgspec.Raw(b"null")
LEVEL = 3  # of compression: fast, since requests wait for it


class Checkpoint(msgspec.Struct, frozen=True):
    """A match after some moves. Without a state of its own, it uses the snapshot's."""

    moves: int
    since: list[tuple[Seat, int, int]]
    opened: dict[int, int]
    series: int = 0
    state: msgspec.Raw = _NONE


class Snapshot(msgspec.Struct, frozen=True):
    """A match after `moves` moves.

    `base` is where the replay starts; `back` and `under_seal` are the numbers of the moves that can
    be undone. `windows`, `unseen` and `log` cover the moves `after` the previous snapshot.
    """

    moves: int
    after: int
    digest: str
    state: msgspec.Raw
    base: Checkpoint
    back: list[int]
    under_seal: int | None
    windows: list[int]
    unseen: list[bool]
    log: list[tuple[int, Entry]]
    series: int = 0  # of chance


class ReplayMismatch(Exception):
    """Replayed moves led to another position than before."""


def take(match: AnyMatch, after: int = 0) -> Snapshot:
    """Take a snapshot of a match; the previous one was taken `after` this many moves."""
    save, number = match.game.save, len(match.moves)
    return Snapshot(
        moves=number,
        after=after,
        digest=fingerprint(match.state),
        state=msgspec.Raw(save(match.state)),
        base=_base(match),
        back=[before.moves for before in match.back],
        under_seal=None if match.under_seal is None else match.under_seal.moves,
        windows=match.windows[after:],
        unseen=match.unseen[after:],
        log=[(line.move, line.entry) for line in _lines_after(match, after)],
        series=match.series,
    )


def _lines_after(match: AnyMatch, after: int) -> list[Line]:
    """Return the last log entries; those before the first move belong to the first snapshot."""
    log = match.log
    place = len(log)
    while place and log[place - 1].move > (after or -1):
        place -= 1
    return log[place:]


def _base(match: AnyMatch) -> Checkpoint:
    """Return the earliest position that undo can reach."""
    reached = [*match.back[:1], *([match.under_seal] if match.under_seal else ())]
    if not reached:
        return _checkpoint(len(match.moves), match.since, match.opened, match.series)
    first = min(reached, key=lambda before: before.moves)
    state = msgspec.Raw(match.game.save(first.state))
    return _checkpoint(first.moves, first.since, first.opened, first.series, state)


def _checkpoint(
    moves: int,
    since: dict[tuple[Seat, int], int],
    opened: dict[int, int],
    series: int,
    state: msgspec.Raw = _NONE,
) -> Checkpoint:
    open_since = [(seat, window, number) for (seat, window), number in since.items()]
    return Checkpoint(moves, open_since, opened, series, state)


# -- encoding


def pack(snapshot: Snapshot) -> bytes:
    return zlib.compress(msgspec.json.encode(snapshot), LEVEL)


def unpack(data: bytes) -> Snapshot:
    """Decode a stored snapshot; ValueError if it is damaged."""
    try:
        return _decoder.decode(zlib.decompress(data))
    except (zlib.error, msgspec.DecodeError) as error:
        raise ValueError(f"damaged snapshot: {error}") from None


_decoder = msgspec.json.Decoder(Snapshot)


# -- reopening a match


def past_of(chain: Sequence[Snapshot], moves: Sequence[Move], number: int) -> Past:
    """Return the history of the first moves of a match from a chain of snapshots."""
    windows = [window for each in chain for window in each.windows]
    unseen = [one for each in chain for one in each.unseen]
    log = [Line(*line) for each in chain for line in each.log if line[0] <= number]
    return Past(list(moves[:number]), windows[:number], unseen[:number], log)


def reopen(match: AnyMatch, chain: Sequence[Snapshot], moves: Sequence[Move]) -> None:
    """Bring a new match to the last snapshot of a chain.

    Only the moves that can be undone are replayed. Raise ReplayMismatch if the result differs from
    the snapshot's state.
    """
    last, game = chain[-1], match.game
    base = last.base
    state = game.load(bytes(last.state if base.state == _NONE else base.state))
    state.rules = match.rules
    since = {(seat, window): number for seat, window, number in base.since}
    past = past_of(chain, moves, base.moves)._replace(series=base.series)
    if match.past is not None:  # entries logged when the match was restarted
        log = [line for line in past.log if line.move > match.first]
        past = past._replace(log=[*match.past.log, *log])
    match.restore(state, past, since, base.opened)
    wanted = {*last.back, last.under_seal}
    by_number = {}
    for number in range(base.moves, last.moves):
        if number in wanted:
            by_number[number] = match.before(moves[number].seat)
        match.repeat(moves[number])
    match.reseed(last.series)
    match.back = [by_number[number] for number in last.back]
    match.under_seal = None if last.under_seal is None else by_number[last.under_seal]
    if not is_fingerprint_of(last.digest, match.state):
        raise ReplayMismatch
