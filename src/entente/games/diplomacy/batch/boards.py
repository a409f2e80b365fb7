"""Boards in step: a batch of games of Diplomacy in flat arrays, under the standard rules."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch import loops
from entente.games.diplomacy.batch.chance import begin
from entente.games.diplomacy.batch.codes import order_code, read_units, write_units
from entente.games.diplomacy.batch.compiled import COMPILED, Numbers
from entente.games.diplomacy.batch.geography import standard_map
from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.rules.editions import STANDARD, Rules
from entente.games.diplomacy.rules.orders import Order, Position

LISTED = at.MOST_ORDERS + at.ADJUSTED


class NotInBatches(ValueError):
    """Something that only the adjudicator of single positions knows."""


def only_standard(rules: Rules) -> None:
    """Batches know the standard rules alone."""
    if rules != STANDARD:
        raise NotInBatches(
            "Batches follow the standard rules only. For other readings judge positions one by one,"
            " with entente.games.diplomacy.rules.results.resolve."
        )


def numbers(kind: str, size: int) -> Any:
    """Flat room for numbers: an array of NumPy when compiled, else one of Python's own."""
    if COMPILED:
        import numpy

        return numpy.zeros(size, {"B": numpy.uint8, "i": numpy.int32, "q": numpy.int64}[kind])
    return bytearray(size) if kind == "B" else array(kind, [0]) * size
