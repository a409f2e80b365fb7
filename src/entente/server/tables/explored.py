"""Which tables the explorer of openings may show once they are over."""

from __future__ import annotations

from entente.server.ratings.eligibility import has_standard_rules
from entente.server.storage.models import Table


def is_explored(table: Table) -> bool:
    """Return whether a finished game counts: a public game with the standard rules, played from
    the start by its players, at a table of no class or club."""
    return (
        not table.private
        and table.spectators
        and not table.analysis
        and not table.refereed
        and table.exercise is None
        and table.start is None
        and table.class_id is None
        and table.club_id is None
        and not table.overrides
        and has_standard_rules(table.game, table.options)
    )
