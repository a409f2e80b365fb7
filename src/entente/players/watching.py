"""A computer player's move with the eyes of somebody else at the table.

What he is told of it is thought out in positions that he himself imagines: nothing comes out which
he does not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from entente.kernel import Match, Seat, Told
from entente.players.judging import worths
from entente.players.player import AnyPosition, Sight
from entente.players.registry import make
from entente.players.thought import Thought

SEED = "study"  # of what a player draws while it thinks: the same for everybody who asks
WORLDS = 8  # imagined positions in which it is tried whether a move could be made there

AnyMatch = Match[Any, Any]


@runtime_checkable
class Thinking(Protocol):
    """A player that can tell what it thought."""

    def think(self, sight: Sight) -> Thought: ...


class Thoughts(NamedTuple):
    """What it thought, what the position seemed to be worth to each seat at first sight, and
    whether it chose the action that was given."""

    thought: Thought
    worths: dict[Seat, float]
    chosen: bool


def thinker(name: str, game: str, seed: str) -> Thinking:
    """A player that can be asked what it thinks."""
    player = make(name, game, seed)
    assert isinstance(player, Thinking), f"{name} tells nothing"
    return player


def imagined(position: AnyPosition, seat: Seat) -> list[AnyPosition]:
    """Positions that a seat cannot tell from the true one; what it sees draws them, so that tables
    which look the same to it have the same."""
    seen = msgspec.json.encode(position.view(seat))
    rng = Random(blake2b(seen, digest_size=16).hexdigest())
    return [position.imagine(seat, rng, quiet=True) for _ in range(WORLDS)]


def watch(
    positions: Iterable[AnyPosition], seat: Seat, player: str, action: str
) -> Thoughts | None:
    """What a player makes of a seat's move in the first imagined position in which it could be
    made; None: in none of them."""
    for position in positions:
        found = position.find(seat, action)
        if found is None or position.of(seat)[0].window != found[0].window:
            continue
        thought = thinker(player, position.game.info.id, SEED).think(Sight(position, seat))
        return Thoughts(thought, worths(position), thought.action == found[1])
    return None


def orders_read(match: AnyMatch, who: Seat, seat: Seat, first: int) -> list[Told]:
    """The orders of somebody that a seat has read of in the log, after so many moves."""
    told = (each for each in match.told(seat) if each.move > first)
    orders = (each for each in told if "order" in each.message.args)
    return [each for each in orders if str(each.message.args.get("power", "")).lower() == who]
