"""Diplomacy in batches: many boards in flat arrays, in plain Python, compiled, or on a GPU.

One set of functions, under the standard rules. Tests compare them with the adjudicator and the
menus of `rules`, which real games use.
"""

from entente.games.diplomacy.batch.boards import Boards, Legal, UnsupportedInBatch, rows
from entente.games.diplomacy.batch.compiled import COMPILED

__all__ = ["COMPILED", "Boards", "Legal", "UnsupportedInBatch", "rows"]
