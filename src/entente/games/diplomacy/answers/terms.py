"""Terms that players can propose beside orders: peace, a demilitarised zone, a draw.

- `PEACE 1902`: none of the parties attacks another up to the end of 1902. An attack is a move into
  a province with a unit or a supply centre of the other, and any support or convoy of such a move.
- `DMZ GAL 1902`: no unit of the parties moves to Galicia up to the end of 1902.
- `DRAW`: the parties vote for a draw this season.

Nothing here is a rule of the game: no term is carried out, and each can be broken.
"""

from __future__ import annotations

from entente.games.diplomacy.context import DiplomacyContext

PEACE, DMZ, DRAW_TERM = "PEACE", "DMZ", "DRAW"
YEARS = 2  # this year and the next


def term_slots(europe: DiplomacyContext) -> dict[str, tuple[str, ...]]:
    """Return the terms that can be proposed now, by subject."""
    years = range(europe.state.year, europe.state.year + YEARS)
    slots = {PEACE: tuple(f"{PEACE} {year}" for year in years), DRAW_TERM: (DRAW_TERM,)}
    for province in europe.board.provinces:
        zone = f"{DMZ} {province}"
        slots[zone] = tuple(f"{zone} {year}" for year in years)
    return slots


def is_term(item: str) -> bool:
    """Return whether a proposed item is a term, not an order."""
    return item.partition(" ")[0] in (PEACE, DMZ, DRAW_TERM)


def last_year(item: str) -> int | None:
    """Return the last year of a term; None if it is about this season alone."""
    word = item.rpartition(" ")[2]
    return int(word) if is_term(item) and word.isdecimal() else None


def zone_of(item: str) -> str | None:
    """Return the province of a demilitarised zone; None for anything else."""
    words = item.split()
    return words[1] if words[0] == DMZ else None
