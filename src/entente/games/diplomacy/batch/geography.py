"""The tables of the map in flat arrays, built from the board."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.board import COASTAL, SEA, Board, Unit, bits
from entente.games.diplomacy.rules.adjustments import alphabetical, distances
from entente.games.diplomacy.rules.editions import STANDARD


class Geography(NamedTuple):
    """A board with its tables in bytes and in words; seas, coasts and centres by their own
    numbering."""

    board: Board
    near: bytes
    masks: array[int]
    seas: tuple[int, ...]
    coasts: tuple[int, ...]
    centres: tuple[int, ...]


@lru_cache(maxsize=1)
def standard_map() -> Geography:
    """Return the published map."""
    return geography(Board({}))


def geography(board: Board) -> Geography:
    """All tables of a board of the standard size."""
    seas = tuple(bits(board.seas))
    coasts = tuple(p for p, kind in enumerate(board.kind) if kind == COASTAL)
    centres = tuple(bits(board.centres))
    result = Geography(board, b"", array("q"), seas, coasts, centres)
    assert (len(board.provinces), len(board.locations)) == (at.PROVINCES, at.LOCATIONS)
    assert (len(seas), len(coasts), len(centres)) == (at.SEAS, at.COASTS, at.CENTRES)
    return result._replace(near=_near(result), masks=_masks(result))


def _near(of: Geography) -> bytes:
    """Return the tables in bytes."""
    board, near = of.board, bytearray([at.NONE]) * at.BYTES
    alphabet = alphabetical(tuple(board.provinces), STANDARD.removal_alphabet)
    for location, province in enumerate(board.province_of):
        near[at.PROVINCE_OF + location] = province
    for start, numbers, back in (
        (at.SEA_OF, of.seas, at.SEA_PROVINCE),
        (at.COAST_OF, of.coasts, at.COAST_PROVINCE),
        (at.CENTRE_OF, of.centres, at.CENTRE_PROVINCE),
    ):
        for number, province in enumerate(numbers):
            near[start + province] = number
            near[back + number] = province
    for province, names in enumerate(board.coasts):
        near[at.SHORES_OF + province] = len(names)
        near[at.COAST_NAMES + province] = names[0] if names else province
        near[at.ALPHABET + province] = alphabet[province]
    for number, centre in enumerate(of.centres):
        for power, homes in enumerate(board.homes):
            if homes >> centre & 1:
                near[at.HOME_OF + number] = power
        far = at.FAR + number * at.PROVINCES
        near[far : far + at.PROVINCES] = bytes(distances(board, 1 << centre))
    for stand in range(at.STANDS):
        _neighbours(board, near, stand)
    return bytes(near)


def _neighbours(board: Board, near: bytearray, stand: int) -> None:
    """Add the neighbours of a unit's location."""
    fleet, location = divmod(stand, at.LOCATIONS)
    army_on_a_coast = not fleet and location >= at.PROVINCES
    unit = Unit(0, bool(fleet), location)
    steps = [] if army_on_a_coast else _steps(board, unit)
    beside = sorted({board.province_of[end] for end in steps})
    for province in range(at.PROVINCES):
        near[at.WAYS + stand * at.PROVINCES + province] = sum(
            board.province_of[end] == province for end in steps
        )
    for start, ends in ((at.STEPS, steps), (at.BESIDE, beside)):
        first = start + stand * at.LISTED
        near[first : first + 1 + len(ends)] = bytes([len(ends), *ends])


def _steps(board: Board, unit: Unit) -> list[int]:
    return list(board.fleet[unit.location] if unit.fleet else board.beside(unit))


def _masks(of: Geography) -> array[int]:
    """Return the tables in words."""
    board, masks = of.board, array("q", [0]) * at.WORDS
    sea_of = {province: number for number, province in enumerate(of.seas)}
    coast_of = {province: number for number, province in enumerate(of.coasts)}

    def seas(provinces: int) -> int:
        return sum(1 << sea_of[p] for p in bits(provinces) if board.kind[p] == SEA)

    def coasts(provinces: int) -> int:
        return sum(1 << coast_of[p] for p in bits(provinces) if board.kind[p] == COASTAL)

    for number, sea in enumerate(of.seas):
        masks[at.SEA_NEXT + number] = seas(board.sea_next[sea])
        masks[at.SEA_COASTS + number] = coasts(board.fleet_mask[sea])
    for province in range(at.PROVINCES):
        masks[at.SHORE + province] = seas(board.shore[province])
        masks[at.WALKS + province] = coasts(board.army[province])
    for start, one in enumerate(of.coasts):
        for end, other in enumerate(of.coasts):
            if start != end:
                masks[at.LANES + start * at.COASTS + end] = seas(board.lanes(one, other))
    return masks
