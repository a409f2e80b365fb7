"""Load a table's match from the database, in spite of changes to rules or data since it began.

A table continues with the data and the rules version it began with. If these are no longer
supported, it is pinned: it restarts from its last snapshot under the current ones. A table that can
be loaded neither way is marked unavailable with the reason; other tables are unaffected.

Nothing here writes; the result says what to store, so that an upgrade can be previewed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from entente.kernel import Entry, Game, IllegalAction, Match, Message, Seat, registry, say
from entente.kernel.data import Data, digest_of
from entente.kernel.match import Line, Past
from entente.kernel.match import Move as PlayedMove
from entente.kernel.snapshots import ReplayMismatch, Snapshot, past_of, reopen, unpack
from entente.server.problem import Problem
from entente.server.storage.models import Table
from entente.wire.tables import PLAYING

AnyMatch = Match[Any, Any]
AnyGame = Game[Any, Any]
How = Literal["equal", "kept_data", "earlier_rules", "pinned"]
BROKEN = "aside_broken"  # an unexpected error
LATER = 5  # seconds for Retry-After
# Transient errors: no reason to mark a table unavailable.
PASSING = (MemoryError, OSError, ImportError)


class KeptSnapshot(NamedTuple):
    """A stored snapshot."""

    number: int
    state: bytes
    digest: str


class Stored(NamedTuple):
    """Everything the database has of a table's match.

    `kept_data` is the data it began with, if archived.
    """

    table: Table
    moves: Sequence[PlayedMove]
    snapshots: Sequence[KeptSnapshot] = ()
    kept_data: Data | None = None


class Opened(NamedTuple):
    """A loaded match.

    `snapshots` are the numbers of the valid ones; `rules` and `data` are what the table continues
    with. If it is newly pinned, the moves after `pinned` are `lost`.
    """

    match: AnyMatch
    how: How
    snapshots: list[int]
    pinned: int | None = None
    lost: int = 0

    @property
    def rules(self) -> str:
        return self.match.rules

    @property
    def data(self) -> str:
        return self.match.game.data_digest


class CannotOpen(Exception):
    """A table that cannot be loaded, with the reason: a message of `problem.table`."""

    def __init__(self, key: str, /, **args: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.args_of_key = args

    @property
    def stored(self) -> dict[str, Any]:
        """Return the reason as stored in the database."""
        return {"key": self.key, "args": dict(self.args_of_key)}


def why_aside(stored: Mapping[str, Any]) -> Message:
    """Return the message for a stored reason."""
    return Message(f"problem.table.{stored['key']}", dict(stored["args"]))


def aside_problem(stored: Mapping[str, Any]) -> Problem:
    return Problem(409, f"table.{stored['key']}", **stored["args"])


class _Unsupported(CannotOpen):
    """The rules or data are no longer supported."""


class NeedsNewer(Problem):
    """The table belongs to a newer version of the program, which may run beside this one."""

    def __init__(self) -> None:
        super().__init__(503, "table.newer", seconds=LATER)


def opened(stored: Stored) -> Opened:
    """Load a table's match.

    Raise CannotOpen if that is impossible. Raise Problem if the game is not installed, which the
    operator can fix and is no fault of the table.
    """
    chain = good_snapshots(stored)
    try:
        return _with_original_rules(stored, chain)
    except (*PASSING, NeedsNewer):
        raise
    except Exception as error:  # noqa: BLE001  any error concerns this table alone
        # otherwise a broken package would make all its tables unavailable
        if stored.table.game not in registry.available():
            raise Problem(409, "table.no_game", game=stored.table.game) from None
        return _pinned(stored, chain, error)


# -- with the original rules and data


def _with_original_rules(stored: Stored, chain: list[Snapshot]) -> Opened:
    """Load the match with the data and rules it began with."""
    table = stored.table
    game = _game(stored)
    rules = table.rules or game.info.unnoted
    if not rules:
        raise _Unsupported("aside_unnoted")
    if is_later(rules, game.info.version):
        raise NeedsNewer
    if not game.info.supports_rules(rules):
        raise _Unsupported("aside_rules", made=rules, here=game.info.version)
    match = _begun(stored, game, rules, chain)
    if chain and chain[-1].moves > match.first:
        reopen(match, chain, stored.moves)
    for number in range(len(match.moves), len(stored.moves)):
        try:
            match.repeat(stored.moves[number])
        except IllegalAction as error:
            raise CannotOpen("aside_move", number=number + 1) from error
    match.reseed(table.series or 0)
    waiting = match.position.to_move  # a rule may fail on the current question
    if table.rules is None:
        _check_waiting(table, waiting)
    how: How = "equal" if game.kept_data is None else "kept_data"
    if rules != game.info.version:
        how = "earlier_rules"
    return Opened(match, how, [each.moves for each in chain], table.pinned)


def is_later(rules: str, here: str) -> bool:
    """Return whether a version of the rules comes after this one's."""
    return rules.isdecimal() and here.isdecimal() and int(rules) > int(here)


def _game(stored: Stored) -> AnyGame:
    """Return the game with the data the table began with."""
    table = stored.table
    if table.data is None:
        # the table predates the data digest
        return registry.load_oldest(table.game, table.overrides)
    game = registry.load_kept(table.game, table.overrides, table.data)
    if game is not None:
        return game
    if stored.kept_data is None or digest_of(stored.kept_data) != table.data:
        raise _Unsupported("aside_data")
    return registry.load(table.game, table.overrides, stored.kept_data)


def _begun(stored: Stored, game: AnyGame, rules: str, chain: Sequence[Snapshot]) -> AnyMatch:
    """Return the match before its first move, or where it restarted."""
    table = stored.table
    if table.pinned is None:
        return Match(game, table.options, table.seed, table.start, rules)
    pinned = [each for each in chain if each.moves <= table.pinned]
    if not pinned or pinned[-1].moves != table.pinned:
        raise CannotOpen("aside_snapshot")
    return pinned_match(stored, game, pinned, rules)


def pinned_match(
    stored: Stored, game: AnyGame, chain: Sequence[Snapshot], rules: str | None = None
) -> AnyMatch:
    """Return a match that restarts from the last snapshot; earlier moves are only narrated."""
    last = chain[-1]
    past: Past = past_of(chain, stored.moves, last.moves)._replace(series=last.series)
    past.log.append(Line(last.moves, Entry(say("kernel.pinned"))))
    rules = rules or game.info.version
    seed, start = stored.table.seed, bytes(last.state).decode()
    return Match(game, None, seed, start, rules, past)


def _check_waiting(table: Table, waiting: Sequence[Seat]) -> None:
    """Check that a table without a snapshot waits for the same seats as stored."""
    playing = table.status == PLAYING and table.agreed is None
    if playing and {*waiting} != {*table.waiting}:
        raise CannotOpen("aside_other")


def good_snapshots(stored: Stored) -> list[Snapshot]:
    """Return the usable snapshots: intact, each following the previous one."""
    chain: list[Snapshot] = []
    for row in sorted(stored.snapshots):
        try:
            snapshot = unpack(row.state)
        except ValueError:
            break
        after = chain[-1].moves if chain else 0
        whole = (snapshot.moves, snapshot.digest, snapshot.after) == (row.number, row.digest, after)
        if not whole or snapshot.moves > len(stored.moves):
            break
        chain.append(snapshot)
    return chain


# -- pinned


def _pinned(stored: Stored, chain: list[Snapshot], error: Exception) -> Opened:
    """Pin the table to its last snapshot, or raise CannotOpen."""
    table, reason = stored.table, _reason(error)
    gone = isinstance(error, _Unsupported)
    if not stored.moves and table.pinned is None and gone:
        return _restarted(stored, reason)
    if not chain or (table.pinned or 0) > chain[-1].moves:
        raise reason from error
    # The same rules and data should have led to this state: something is wrong that can be fixed,
    # so nothing may be lost.
    if not gone and chain[-1].moves != len(stored.moves):
        raise reason from error
    try:
        match = pinned_match(stored, registry.load(table.game, table.overrides), chain)
        match.reseed(table.series or 0)
        for viewer in (*match.seats, None):
            match.position.view(viewer)
    except PASSING:
        raise
    except Exception as other:
        raise reason from other
    number = chain[-1].moves
    kept = [each.moves for each in chain]
    return Opened(match, "pinned", kept, number, len(stored.moves) - number)


def _restarted(stored: Stored, reason: CannotOpen) -> Opened:
    """Start under the current rules and data, because no move has been made yet."""
    table = stored.table
    try:
        game = registry.load(table.game, table.overrides)
        return Opened(Match(game, table.options, table.seed, table.start), "pinned", [], None)
    except PASSING:
        raise
    except Exception as other:
        raise reason from other


def _reason(error: Exception) -> CannotOpen:
    if isinstance(error, CannotOpen):
        return error
    if isinstance(error, ReplayMismatch):
        return CannotOpen("aside_other")
    return CannotOpen(BROKEN, error=type(error).__name__)
