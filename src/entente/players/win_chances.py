"""How the seats of a position stand, as everybody can read it: chances out of a hundred.

A worth goes from -1, lost, to 1, won, on the scale of how games have ended (see `scales`). Each
seat has its share of the odds; with two seats whose worths are opposite, that is the way between -1
and 1. The bar, the graph and the lines of a thought use the same scale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, tanh
from typing import Protocol

from entente.kernel import Seat
from entente.players.calibration import log_odds, scale_at
from entente.players.engines import evaluation_of, module_of
from entente.players.player import AnyPosition

WHOLE = 100


class _Judging(Protocol):
    """What a mind's module may offer: its own judgement of a position."""

    def __call__(self, position: AnyPosition, seat: Seat) -> float: ...


def evaluations(position: AnyPosition) -> dict[Seat, float]:
    """What the position is worth to each seat at first sight, on the scale of chances: as the mind
    of the game judges it, or else its evaluation."""
    scale = scale_at(position)
    return {seat: scale.worth(seat, worth) for seat, worth in raw_worths(position).items()}


def raw_worths(position: AnyPosition) -> dict[Seat, float]:
    """The same before it is put on the scale."""
    game_id = position.game.info.id
    own: _Judging | None = getattr(module_of(game_id), "evaluate", None)
    judge = own or evaluation_of(game_id).evaluate
    return {seat: judge(position, seat) for seat in position.game.seats(position.state.options)}


def chance(worth: float, others: Sequence[float]) -> int:
    """A seat's chance out of a hundred, of what its worth is and those of the other seats. Before
    the end nobody has all or nothing."""
    if any(abs(each) >= 1.0 for each in (worth, *others)):  # it is over
        shares = [(1.0 + each) / 2.0 for each in (worth, *others)]
        return round(WHOLE * shares[0] / sum(shares)) if sum(shares) else 0
    odds = [exp(log_odds(each)) for each in (worth, *others)]
    return min(WHOLE - 1, max(1, round(WHOLE * odds[0] / sum(odds))))


def chance_of(seat: Seat, worth: float, at_first_sight: Mapping[Seat, float]) -> int:
    """The same of a seat whose worth was thought over, the others being judged at first sight; of
    two seats, what one finds the other loses."""
    others = [each for each in at_first_sight if each != seat]
    if len(others) == 1:
        return chance(worth, [answering(seat, worth, at_first_sight)])
    return chance(worth, [at_first_sight[each] for each in others])


def answering(seat: Seat, worth: float, at_first_sight: Mapping[Seat, float]) -> float:
    """What the other of two seats has, if one was thought over: as much less as that has found."""
    (other,) = (each for name, each in at_first_sight.items() if name != seat)
    if any(abs(each) >= 1.0 for each in (worth, other, at_first_sight[seat])):
        return -worth
    return tanh(log_odds(other) - log_odds(worth) + log_odds(at_first_sight[seat]))


def chances(found: Mapping[Seat, float]) -> dict[Seat, int]:
    """The chances of all seats. With two seats, what one has the other lacks: where their
    judgements differ, the truth is taken to lie between them."""
    if len(found) != 2:
        return {seat: chance_of(seat, worth, found) for seat, worth in found.items()}
    (one, first), (other, second) = found.items()
    share = chance(first, [second])
    return {one: share, other: WHOLE - share}


def place(seat: Seat, found: Mapping[Seat, float]) -> int:
    """Which place a seat has among all, the best being the first."""
    return 1 + sum(worth > found[seat] for worth in found.values())
