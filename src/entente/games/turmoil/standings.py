"""The standing of both sides in each region, and changes to the map."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from entente.games.turmoil.board import ICONS, INDEPENDENT, REGIONS, SIDES, Board
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.kinds import LevelName
from entente.games.turmoil.scoring import tally
from entente.games.turmoil.tension import WAR_ABOVE, status

FACES = 6


class Held(msgspec.Struct):
    """What a side holds in a region."""

    level: LevelName
    """`none`, `presence`, `domination` or `control`."""
    spaces: int
    """The spaces of the region that the side controls."""
    battlegrounds: int
    """How many of them are battlegrounds."""
    neighbours: int
    """The independent neighbours that it controls."""


class Terrain(msgspec.Struct, frozen=True):
    """Changes to the printed map."""

    gone: list[str]
    """The spaces that are removed."""
    closed: list[str]
    """The spaces that no one can enter yet."""
    joined: dict[str, str]
    """Spaces that also count for another region, and that region."""
    icons: dict[str, list[str]]
    """The icons of spaces whose icons have changed."""


def standing(t: TurmoilContext) -> dict[str, dict[str, Held]]:
    """Return the standing of each side in each region."""
    return {region: held(t, region) for region in REGIONS}


def held(t: TurmoilContext, region: str) -> dict[str, Held]:
    counted, holder = tally(t, region), t.state.holder
    beside = [holder[space] for space in t.land.independents[region]]
    return {
        side: Held(
            counted.level(side), counted.spaces[side], counted.grounds[side], beside.count(side)
        )
        for side in SIDES
    }


def terrain(t: TurmoilContext) -> Terrain:
    """Return the permanent changes by events."""
    return _terrain(t.board, t.state.land)


@lru_cache(maxsize=256)
def _terrain(board: Board, changes: int) -> Terrain:
    """Compute the changes of a map once."""
    land = board.land(changes)
    return Terrain(
        gone=[space for space in board.spaces if space not in land.icons],
        closed=[space for space in land.spaces if space not in land.open],
        joined={
            space: region
            for region in (*REGIONS, INDEPENDENT)
            for space in land.regions[region]
            if board.region_of[space] != region
        },
        icons={
            space: [icon for icon in ICONS if icon in icons]
            for space, icons in land.icons.items()
            if icons != board.icons[space]
        },
    )


def war_die(t: TurmoilContext) -> int | None:
    """8.3.1: the least crisis roll that would start the war now; None if none would."""
    die = WAR_ABOVE + 1 - t.state.tension - status(t)
    return None if die > FACES else max(1, die)
