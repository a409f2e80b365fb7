"""A move as another seat at the table may review it.

The engine thinks in positions that this seat imagines, so that the review reveals nothing the seat
does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from entente.kernel import Match, Message, Seat, SeenEntry
from entente.players.calibration import scale_at
from entente.players.engines import module_of
from entente.players.player import AnyPosition, PlayerView
from entente.players.registry import make
from entente.players.search_result import SearchResult
from entente.players.trials import hash_of
from entente.players.win_chances import evaluations

SEED = "study"  # of the reviewing player: the same for everyone who asks
WORLDS = 8  # imagined positions to look for one in which the move is legal

AnyMatch = Match[Any, Any]


@runtime_checkable
class Thinking(Protocol):
    """A player that returns its whole search result."""

    def think(self, view: PlayerView) -> SearchResult: ...


class AnalysisResult(NamedTuple):
    """A search result, the static evaluation for each seat, and whether the result agrees with the
    action that was taken."""

    search: SearchResult
    worths: dict[Seat, float]
    chosen: bool


def thinker(name: str, game: str, seed: str) -> Thinking:
    """Create a player that returns its search results."""
    player = make(name, game, seed)
    assert isinstance(player, Thinking), f"{name} returns no search results"
    return player


@runtime_checkable
class Weighing(Protocol):
    """A player that also weighs an action that was taken."""

    def weigh(self, view: PlayerView, action: str) -> SearchResult: ...


def weighed(player: Thinking, view: PlayerView, action: str | None) -> SearchResult:
    """Return the search result of a player, with a line for an action that was taken, if it can."""
    if action is not None and isinstance(player, Weighing):
        return player.weigh(view, action)
    return player.think(view)


def imagined(position: AnyPosition, seat: Seat) -> Iterator[AnyPosition]:
    """Positions that a seat cannot tell from the true one, on demand. They are drawn by what the
    seat sees: tables that look the same to it get the same positions."""
    rng = Random(hash_of(position.view(seat)))
    for _ in range(WORLDS):
        yield position.determinize(seat, rng, log=False)


def watch(
    positions: Iterable[AnyPosition], seat: Seat, player: str, action: str
) -> AnalysisResult | None:
    """Review a seat's move in the first imagined position in which it is legal; None: in none."""
    for position in positions:
        legal = position.find(seat, action)
        if legal is None or position.decisions_for(seat)[0].window != legal[0].window:
            continue
        adviser = thinker(player, position.game.info.id, SEED)
        result = weighed(adviser, PlayerView(position, seat), legal[1])
        result = scale_at(position).result(seat, result)
        return AnalysisResult(result, evaluations(position), result.action == legal[1])
    return None


# -- sealed answers that have been revealed


class _Revealed(Protocol):
    """What an engine module may offer: a seat's answer, read from the log lines about it; None if
    they do not determine it. What stays hidden gets its usual value."""

    def __call__(
        self, position: AnyPosition, seat: Seat, lines: Sequence[Message]
    ) -> str | None: ...


class Opened(NamedTuple):
    """What a seat knows of a sealed answer after it was revealed: the log lines, and the answer if
    they determine it."""

    lines: list[Message]
    action: str | None


def opened(match: AnyMatch, before: AnyPosition, who: Seat, seat: Seat, first: int) -> Opened:
    """Return a sealed answer of `who`, given after `first` moves, as another seat can read it."""
    read = orders_read(match, who, seat, first)
    lines = [each.message for each in read if each.move == read[0].move]
    reveal: _Revealed | None = getattr(module_of(match.game.info.id), "revealed_answer", None)
    if not lines or reveal is None:
        return Opened(lines, None)
    return Opened(lines, reveal(next(imagined(before, seat)), who, lines))


def orders_read(match: AnyMatch, who: Seat, seat: Seat, first: int) -> list[SeenEntry]:
    """Return the log entries that a seat can read about orders of `who`, after `first` moves."""
    is_order = getattr(module_of(match.game.info.id), "is_revealed_order", None)
    if is_order is None:
        return []
    entries = (each for each in match.entries_for(seat) if each.move > first)
    return [each for each in entries if is_order(match.position, who, each.message)]
