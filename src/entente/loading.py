"""The functions of the package: load games, players and records.

For type checkers, the games of this package have typed states and views.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from entente.kernel import record, registry
from entente.kernel.decision import View
from entente.kernel.game import Game
from entente.kernel.info import Seat
from entente.kernel.position import Position
from entente.kernel.record import AnyMatch
from entente.kernel.state import C, S

if TYPE_CHECKING:
    from random import Random

    from entente.games.attrition.context import AttritionContext
    from entente.games.attrition.state import AttritionState
    from entente.games.attrition.view import AttritionView
    from entente.games.diplomacy.context import DiplomacyContext
    from entente.games.diplomacy.state import DiplomacyState
    from entente.games.diplomacy.view import DiplomacyView
    from entente.games.pax.context import PaxContext
    from entente.games.pax.presentation.view import PaxView
    from entente.games.pax.state import PaxState
    from entente.games.turmoil.context import TurmoilContext
    from entente.games.turmoil.state import TurmoilState
    from entente.games.turmoil.view import TurmoilView
    from entente.kernel.info import OptionValue
    from entente.players.player import Player

    V = TypeVar("V", bound=View, covariant=True)

    class TypedPosition(Position[S, C], Generic[S, C, V]):
        """A position whose views have the type of its game."""

        def view(self, seat: Seat | None = None) -> V: ...
        def copy(self, *, log: bool = True) -> TypedPosition[S, C, V]: ...
        def svg(self, seat: Seat | None = None, language: str = "en") -> str: ...
        def determinize(
            self, seat: Seat, rng: Random, *, log: bool = True
        ) -> TypedPosition[S, C, V]: ...

    class TypedGame(Game[S, C], Generic[S, C, V]):
        """A game whose positions and views have their types."""

        def begin(
            self,
            options: Mapping[str, OptionValue] | None = None,
            seed: str = "0",
            *,
            log: bool = True,
        ) -> TypedPosition[S, C, V]: ...
        def position(self, state: S) -> TypedPosition[S, C, V]: ...
        def view(self, state: S, seat: Seat | None) -> V: ...

    AttritionGame = TypedGame[AttritionState, AttritionContext, AttritionView]
    DiplomacyGame = TypedGame[DiplomacyState, DiplomacyContext, DiplomacyView]
    PaxGame = TypedGame[PaxState, PaxContext, PaxView]
    TurmoilGame = TypedGame[TurmoilState, TurmoilContext, TurmoilView]

Overrides = Mapping[str, Any]


def list_games() -> tuple[str, ...]:
    """Return the ids of all installed games."""
    return registry.available()


@overload
def load(name: Literal["attrition"], overrides: Overrides | None = None) -> AttritionGame: ...
@overload
def load(name: Literal["diplomacy"], overrides: Overrides | None = None) -> DiplomacyGame: ...
@overload
def load(name: Literal["pax"], overrides: Overrides | None = None) -> PaxGame: ...
@overload
def load(name: Literal["turmoil"], overrides: Overrides | None = None) -> TurmoilGame: ...
@overload
def load(name: str, overrides: Overrides | None = None) -> Game[Any, Any]: ...
def load(name: str, overrides: Overrides | None = None) -> Game[Any, Any]:
    """Load a game by its id, with `overrides` merged into its data.

    UnknownGame if there is none of that name. For a type checker, the games of this package have
    typed views: `entente.load("turmoil").begin().view("liberal").hand`.
    """
    return registry.load(name, overrides)


def list_players(game: str = "") -> tuple[str, ...]:
    """Return the names of all computer players, or of those that play a game."""
    from entente.players import registry as players

    return players.offered(game) if game else players.known()


def make_player(name: str, game: str | Game[Any, Any], seed: str = "0") -> Player:
    """Create a computer player, such as `normal` or `hard:2s`. Its choices follow from the seed and
    what it sees. UnknownPlayer if there is none of that name."""
    from entente.players import registry as players

    if not isinstance(seed, str):
        raise TypeError(f"a seed is a text, such as '7': not {seed!r}")
    return players.make(name, game if isinstance(game, str) else game.info.id, seed)


def read_match(path: Path | str) -> AnyMatch:
    """Read a record and replay it. RecordError if it is damaged or if a move is not legal."""
    return record.parse(Path(path).read_bytes()).match(registry.load)


def write_match(path: Path | str, match: AnyMatch, names: Mapping[Seat, str] | None = None) -> None:
    """Write the record of a match, with its secrets. A crash leaves the old file or the new one."""
    record.write(path, record.record_of(match, names))
