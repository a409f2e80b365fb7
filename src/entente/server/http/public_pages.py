"""What a server shows to visitors without an account: everything public, or no game."""

from __future__ import annotations

from entente.kernel import Seat
from entente.server.problem import Problem
from entente.server.settings import Settings
from entente.server.storage.models import Table, User
from entente.wire.tables import OPEN


def is_outsider(settings: Settings, user: User | None) -> bool:
    """Return whether a visitor sees no public pages: without an account, where they are off."""
    return not settings.public_pages and (user is None or user.guest)


def check_watching(
    settings: Settings, table: Table, user: User | None, seats: tuple[Seat, ...]
) -> None:
    """Raise Problem 401 if an outsider wants to watch a game.

    A table that waits for players can be seen: they come by its link.
    """
    if not seats and table.status != OPEN and is_outsider(settings, user):
        raise Problem(401, "table.account_needed")
