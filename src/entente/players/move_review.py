"""A computer player's move with the eyes of somebody else at the table.

What he is told of it is thought out in positions that he himself imagines: nothing comes out which
he does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from entente.kernel import Match, Message, Seat, SeenEntry
from entente.players.calibration import scale_at
from entente.players.engines import module_of
from entente.players.player import AnyPosition, PlayerView
from entente.players.registry import make
from entente.players.search_result import SearchResult
from entente.players.win_chances import evaluations

SEED = "study"  # of what a player draws while it thinks: the same for everybody who asks
WORLDS = 8  # imagined positions in which it is tried whether a move could be made there

AnyMatch = Match[Any, Any]


@runtime_checkable
class Thinking(Protocol):
    """A player that can tell what it thought."""

    def think(self, sight: PlayerView) -> SearchResult: ...


class Thoughts(NamedTuple):
    """What it thought, what the position seemed to be worth to each seat at first sight, and
    whether it chose the action that was given."""

    thought: SearchResult
    worths: dict[Seat, float]
    chosen: bool


def thinker(name: str, game: str, seed: str) -> Thinking:
    """A player that can be asked what it thinks."""
    player = make(name, game, seed)
    assert isinstance(player, Thinking), f"{name} tells nothing"
    return player


@runtime_checkable
class Weighing(Protocol):
    """One that can also tell what it makes of an action that was taken."""

    def weigh(self, sight: PlayerView, action: str) -> SearchResult: ...


def weighed(player: Thinking, sight: PlayerView, action: str | None) -> SearchResult:
    """What a player thinks, and what it makes of an action that was taken, if there is one."""
    if action is not None and isinstance(player, Weighing):
        return player.weigh(sight, action)
    return player.think(sight)


def imagined(position: AnyPosition, seat: Seat) -> Iterator[AnyPosition]:
    """Positions that a seat cannot tell from the true one, as they are wanted; what it sees draws
    them, so that tables which look the same to it have the same."""
    seen = msgspec.json.encode(position.view(seat))
    rng = Random(blake2b(seen, digest_size=16).hexdigest())
    for _ in range(WORLDS):
        yield position.determinize(seat, rng, log=False)


def watch(
    positions: Iterable[AnyPosition], seat: Seat, player: str, action: str
) -> Thoughts | None:
    """What a player makes of a seat's move in the first imagined position in which it could be
    made; None: in none of them."""
    for position in positions:
        found = position.find(seat, action)
        if found is None or position.decisions_for(seat)[0].window != found[0].window:
            continue
        asked = thinker(player, position.game.info.id, SEED)
        thought = weighed(asked, PlayerView(position, seat), found[1])
        thought = scale_at(position).thought(seat, thought)
        return Thoughts(thought, evaluations(position), thought.action == found[1])
    return None


# -- what was under seal and has been opened


class _Opening(Protocol):
    """What a mind's module may offer: the answer of a seat out of what was read of it since; None
    where that does not say all of it. What stays hidden is filled in as is usual."""

    def __call__(
        self, position: AnyPosition, seat: Seat, told: Sequence[Message]
    ) -> str | None: ...


class Opened(NamedTuple):
    """What a seat has read of an answer that was under seal: the lines of the log, and the answer,
    as far as they tell it."""

    lines: list[Message]
    action: str | None


def opened(match: AnyMatch, before: AnyPosition, who: Seat, seat: Seat, first: int) -> Opened:
    """An answer that somebody gave after so many moves, as another seat has read of it since."""
    read = orders_read(match, who, seat, first)
    lines = [each.message for each in read if each.move == read[0].move]
    found: _Opening | None = getattr(module_of(match.game.info.id), "opened", None)
    if not lines or found is None:
        return Opened(lines, None)
    return Opened(lines, found(next(imagined(before, seat)), who, lines))


def orders_read(match: AnyMatch, who: Seat, seat: Seat, first: int) -> list[SeenEntry]:
    """What a seat has read in the log of the orders of somebody, after so many moves."""
    mine = getattr(module_of(match.game.info.id), "is_order", None)
    told = (each for each in match.entries_for(seat) if each.move > first)
    return [each for each in told if mine is not None and mine(match.position, who, each.message)]
