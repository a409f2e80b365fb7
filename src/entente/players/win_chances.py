"""Win chances of the seats, in per cent.

A value goes from -1 (lost) to 1 (won), calibrated to how games have ended (see `calibration`). Each
seat gets its share of the odds. The evaluation bar, the graph and the lines of a search result use
the same scale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, tanh
from typing import Protocol

from entente.kernel import Seat
from entente.players.calibration import Calibrated, log_odds, scale_at
from entente.players.engines import evaluation_of, module_of
from entente.players.player import AnyPosition

WHOLE = 100
OUT = -0.9999  # of a seat that is out of a game that goes on; less than any value of one in it


class _Evaluate(Protocol):
    """What an engine module may offer: its own static evaluation."""

    def __call__(self, position: AnyPosition, seat: Seat) -> float: ...


def evaluations(position: AnyPosition) -> dict[Seat, float]:
    """Return the calibrated static evaluation for each seat: the engine's own, or else the quick
    one. A seat that is out of the game has no chances left."""
    own: Calibrated | None = getattr(module_of(position.game.info.id), "calibrated", None)
    if own is not None:
        return own(position)
    scale, state = scale_at(position), position.state
    worths = {seat: scale.worth(seat, worth) for seat, worth in raw_worths(position).items()}
    if state.outcome is None:
        worths |= dict.fromkeys(worths.keys() - set(position.game.playing(state)), OUT)
    return worths


def raw_worths(position: AnyPosition) -> dict[Seat, float]:
    """Return the same before calibration."""
    game_id = position.game.info.id
    own: _Evaluate | None = getattr(module_of(game_id), "evaluate", None)
    evaluate = own or evaluation_of(game_id).evaluate
    return {seat: evaluate(position, seat) for seat in position.game.seats(position.state.options)}


def chance(worth: float, others: Sequence[float]) -> int:
    """Return a seat's win chance from its value and those of the other seats; from 1 to 99 before
    the end, and 0 for a seat that is out of the game."""
    if any(abs(each) >= 1.0 for each in (worth, *others)):  # it is over
        shares = [(1.0 + each) / 2.0 for each in (worth, *others)]
        return round(WHOLE * shares[0] / sum(shares)) if sum(shares) else 0
    if worth <= OUT:
        return 0
    odds = [exp(log_odds(each)) for each in (worth, *others) if each > OUT]
    return min(WHOLE - 1, max(1, round(WHOLE * odds[0] / sum(odds))))


def chance_of(seat: Seat, worth: float, at_first_sight: Mapping[Seat, float]) -> int:
    """Return the same for a seat whose value comes from a search and the others' from the static
    evaluation. With two seats, what one gains the other loses."""
    others = [each for each in at_first_sight if each != seat]
    if len(others) == 1:
        return chance(worth, [answering(seat, worth, at_first_sight)])
    return chance(worth, [at_first_sight[each] for each in others])


def answering(seat: Seat, worth: float, at_first_sight: Mapping[Seat, float]) -> float:
    """Return the value of the other of two seats: less by what the search found for the first."""
    (other,) = (each for name, each in at_first_sight.items() if name != seat)
    if any(abs(each) >= 1.0 for each in (worth, other, at_first_sight[seat])):
        return -worth
    return tanh(log_odds(other) - log_odds(worth) + log_odds(at_first_sight[seat]))


def chances(worths: Mapping[Seat, float]) -> dict[Seat, int]:
    """Return the win chances of all seats. With two seats they add up to 100: where the evaluations
    disagree, the result is between them."""
    if len(worths) != 2:
        return {seat: chance_of(seat, worth, worths) for seat, worth in worths.items()}
    (one, first), (other, second) = worths.items()
    share = chance(first, [second])
    return {one: share, other: WHOLE - share}


def place(seat: Seat, worths: Mapping[Seat, float]) -> int:
    """Return the rank of a seat among all, 1 for the best."""
    return 1 + sum(worth > worths[seat] for worth in worths.values())
