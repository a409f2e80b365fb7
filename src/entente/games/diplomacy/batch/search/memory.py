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
        near=filled("B", geography.near),
        masks=filled("q", geography.masks + centre_masks()),
        bytes=numbers("B", of.BYTES),
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
    """Return the masks of centres around each stand, and the home centres."""
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
    for power, homes in enumerate(board.homes):
        masks[of.HOMES - at.WORDS + power] = centres(homes)
    return masks
