"""How the seats of a position stand, as everybody can read it: chances out of a hundred.

A worth goes from -1, lost, to 1, won. With two seats its chance is the way between; with more, the
seat's share of what all seats together would have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from entente.kernel import Seat
from entente.players.evaluation import evaluation_of
from entente.players.minds import module_of
from entente.players.player import AnyPosition

CERTAIN = 0.999  # a worth from which on the game is as good as decided
WHOLE = 100


class _Judging(Protocol):
    """What a mind's module may offer: its own judgement of a position."""

    def __call__(self, position: AnyPosition, seat: Seat) -> float: ...


def worths(position: AnyPosition) -> dict[Seat, float]:
    """What the position is worth to each seat at first sight: as the mind of the game judges it, or
    else its evaluation."""
    game_id = position.game.info.id
    own: _Judging | None = getattr(module_of(game_id), "evaluate", None)
    judge = own or evaluation_of(game_id).evaluate
    return {seat: judge(position, seat) for seat in position.game.seats(position.state.options)}


def chance(worth: float, others: Sequence[float]) -> int:
    """A seat's chance out of a hundred, of what its worth is and those of the other seats. Before
    the end nobody has all or nothing."""
    if len(others) == 1:
        return _rounded((1.0 + worth) / 2.0, worth)
    own = max(0.0, (1.0 + worth) / 2.0)
    everything = own + sum(max(0.0, (1.0 + other) / 2.0) for other in others)
    return _rounded(own / everything if everything else 0.0, worth)


def chance_of(seat: Seat, worth: float, at_first_sight: Mapping[Seat, float]) -> int:
    """The same of a seat whose worth was thought over, the others being judged at first sight."""
    return chance(worth, [other for each, other in at_first_sight.items() if each != seat])


def chances(found: Mapping[Seat, float]) -> dict[Seat, int]:
    """The chances of all seats. With two seats, what one has the other lacks: where their
    judgements differ, the truth is taken to lie between them."""
    if len(found) != 2:
        return {seat: chance_of(seat, worth, found) for seat, worth in found.items()}
    (one, first), (other, second) = found.items()
    share = chance((first - second) / 2.0, [0.0])
    return {one: share, other: WHOLE - share}


def _rounded(share: float, worth: float) -> int:
    if abs(worth) >= CERTAIN:
        return round(WHOLE * share)
    return min(WHOLE - 1, max(1, round(WHOLE * share)))


def place(seat: Seat, found: Mapping[Seat, float]) -> int:
    """Which place a seat has among all, the best being the first."""
    return 1 + sum(worth > found[seat] for worth in found.values())
