"""A search for orders over flat arrays: the same source in plain Python and compiled by Numba.

All numbers are integers, in thousandths of a centre, and all luck comes from the generator of the
batch: the same seed and budget give the same orders on every machine, plain or compiled.
"""

from entente.games.diplomacy.batch.search.evaluation import AUTUMN_WEIGHTS, NAMES, SPRING_WEIGHTS
from entente.games.diplomacy.batch.search.memory import Memory, new_memory

__all__ = ["AUTUMN_WEIGHTS", "NAMES", "SPRING_WEIGHTS", "Memory", "new_memory"]
