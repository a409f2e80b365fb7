"""The memory of a search, allocated once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.boards import filled, numbers
from entente.games.diplomacy.batch.compiled import Numbers
from entente.games.diplomacy.batch.geography import Geography, standard_map
from entente.games.diplomacy.batch.search import layout as of
from entente.games.diplomacy.board import bits, mask

# The main stalemate line has 17 centres on each side: to win alone, a power has to cross it.
NORTH_WEST = (
    "EDI", "LON", "LVP", "BRE", "PAR", "MAR", "SPA", "POR", "BEL", "HOL", "KIE", "BER", "MUN",
    "DEN", "NWY", "SWE", "STP",
)  # fmt: skip
OVER_SEA, OVER_TWO_SEAS = 2, 3  # moves of an army that fleets carry


class Memory(NamedTuple):
    """All arrays of a search. Functions get them together."""

    near: Numbers  # tables of the map, in bytes
    masks: Numbers  # and in words
    bytes: Numbers
    sets: Numbers  # sets of orders
    words: Numbers


def new_memory(spring: Sequence[int], autumn: Sequence[int]) -> Memory:
    """Allocate the memory of a search with these weights."""
    geography = standard_map()
    memory = Memory(
        near=filled("B", geography.near + far_steps()),
        masks=filled("q", geography.masks + centre_masks()),
        bytes=numbers("B", of.ROOMS),
        sets=numbers("i", of.SETS * at.UNITS),
        words=numbers("q", of.MEMORY),
    )
    weigh(memory, spring, autumn)
    return memory


def weigh(memory: Memory, spring: Sequence[int], autumn: Sequence[int]) -> None:
    """Set the weights of the features in spring and in autumn."""
    for number, weight in enumerate(spring):
        memory.words[of.WEIGHTS + number] = weight
    for number, weight in enumerate(autumn):
        memory.words[of.WEIGHTS + of.MOST_FEATURES + number] = weight


@lru_cache(maxsize=1)
def centre_masks() -> array[int]:
    """Return the masks of centres around each stand, the home centres of each power, and those on
    the other side of the main line."""
    geography: Geography = standard_map()
    board, number = geography.board, {c: n for n, c in enumerate(geography.centres)}

    def centres(provinces: int) -> int:
        return sum(1 << number[p] for p in geography.centres if provinces >> p & 1)

    masks = array("q", [0]) * (of.MASKS - at.WORDS)
    for stand in range(at.STANDS):
        fleet, location = divmod(stand, at.LOCATIONS)
        here = 1 << board.province_of[location]
        army = board.army[board.province_of[location]]
        reach = board.fleet_mask[location] if fleet else army
        masks[of.REACH - at.WORDS + stand] = centres(here | reach)
        masks[of.HERE - at.WORDS + stand] = centres(here)
    north_west = centres(mask(board.province[name] for name in NORTH_WEST))
    south_east = centres(board.centres) & ~north_west
    for power, homes in enumerate(board.homes):
        own = centres(homes)
        masks[of.HOMES - at.WORDS + power] = own
        is_north = 2 * (own & north_west).bit_count() > own.bit_count()
        masks[of.BEYOND - at.WORDS + power] = south_east if is_north else north_west
    return masks


@lru_cache(maxsize=1)
def far_steps() -> bytes:
    """Return the moves between each stand and each centre or sea; an army may be carried over the
    sea."""
    geography: Geography = standard_map()
    board, stands = geography.board, range(at.STANDS)
    steps: list[dict[int, int]] = [{} for _ in stands]
    for province in range(at.PROVINCES):
        for end in bits(board.army[province]):
            steps[province][end] = 1
        for sea in bits(board.shore[province]):
            for end in bits(board.fleet_mask[sea] & ~board.seas & ~board.army[province]):
                steps[province][end] = OVER_SEA
        for sea in bits(board.shore[province]):
            for beyond in bits(board.sea_next[sea]):
                for end in bits(board.fleet_mask[beyond] & ~board.seas):
                    steps[province].setdefault(end, OVER_TWO_SEAS)
    for location in range(at.LOCATIONS):
        steps[at.LOCATIONS + location] = {at.LOCATIONS + end: 1 for end in board.fleet[location]}
    far, targets = bytearray(), (*geography.centres, *geography.seas)
    for start in stands:
        known, front = {start: 0}, [start]
        while front:
            here = front.pop(0)
            for end, cost in steps[here].items():
                if known[here] + cost < known.get(end, at.NONE):
                    known[end] = known[here] + cost
                    front.append(end)
        near = dict[int, int]()
        for stand, cost in known.items():
            province = board.province_of[stand % at.LOCATIONS]
            near[province] = min(cost, near.get(province, at.NONE))
        far += bytes(near.get(place, at.NONE) for place in targets)
    return bytes(far)
