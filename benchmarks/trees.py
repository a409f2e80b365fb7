"""Positions of whichever source tree is measured, also of one that is too old to have them."""

from __future__ import annotations

from typing import Any

from entente import kernel
from entente.players import Sight

HAS_POSITIONS = hasattr(kernel, "Position")
HAS_QUIET = HAS_POSITIONS and hasattr(kernel.Position, "quietly")


class EarlierPosition:
    """What a position does, by what games did themselves before."""

    def __init__(self, game: Any, state: Any) -> None:
        self.game = game
        self.state = state

    @property
    def asked(self) -> tuple[Any, ...]:
        return tuple(self.game.decisions(self.state).values())

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(each.seat for each in self.asked)

    def of(self, seat: str) -> tuple[Any, ...]:
        return tuple(each for each in self.asked if each.seat == seat)

    def play(self, decision: Any, action: str) -> None:
        self.game.apply(self.state, decision.seat, action)

    def copy(self) -> EarlierPosition:
        return EarlierPosition(self.game, self.game.copy(self.state))

    def view(self, seat: str) -> Any:
        return self.game.view(self.state, seat)


def position_of(game: Any, state: Any) -> Any:
    """A state to be played on."""
    return game.position(state) if HAS_POSITIONS else EarlierPosition(game, state)


def begun(game: Any, options: Any, seed: int, *, quiet: bool) -> Any:
    """A new game; quietly, where the tree can do that."""
    if quiet and HAS_QUIET:
        return game.begin(options, str(seed), quiet=True)
    return position_of(game, game.start(options, str(seed)))


def asked_in(match: Any) -> Any:
    """What a match asks."""
    position = match.position if HAS_POSITIONS else EarlierPosition(match.game, match.state)
    return position.asked


def sight_of(position: Any, seat: str) -> Sight:
    """What a computer player is shown."""
    make: Any = Sight
    sight: Sight = (
        make(position, seat) if HAS_POSITIONS else make(position.game, position.state, seat)
    )
    return sight
