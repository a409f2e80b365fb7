"""What a move has changed, in public figures.

Computer players evaluate many things, and some are known to one seat only. What other seats
read is counted from public information: the few figures that matter most in a game, each with a
weight. A figure belongs to a seat; more is better for it. Its text is `reason.<game>.<figure>` of
the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from entente.kernel import Message, Position, Seat, say
from entente.players.engines import module_of

AnyPosition = Position[Any, Any]
Figures = dict[str, int]

MOST = 3  # reasons


class PublicFigures(NamedTuple):
    """How the figures of a game are counted in its context, and the weight of each."""

    figures: Callable[[Any, Seat], Figures]
    weights: Mapping[str, float]


def public_figures_of(game_id: str) -> PublicFigures | None:
    """Return the figures that a game's engine offers as `PUBLIC_FIGURES`, if it does."""
    return getattr(module_of(game_id), "PUBLIC_FIGURES", None)


def reasons(before: AnyPosition, after: AnyPosition, seat: Seat) -> list[Message]:
    """Return the figures of a seat that have changed most, by weight, for better or worse; none for
    a game without figures."""
    game = before.game.info.id
    public = public_figures_of(game)
    if public is None:
        return []
    old, new = (public.figures(each.context, seat) for each in (before, after))
    changed = [name for name in old if old[name] != new[name]]
    changed.sort(key=lambda name: -abs(new[name] - old[name]) * public.weights[name])
    return [
        say(f"reason.{game}.{name}", before=old[name], after=new[name]) for name in changed[:MOST]
    ]
