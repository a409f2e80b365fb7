"""A custom map with more convoy routes than a program can follow."""

from __future__ import annotations

from itertools import pairwise

from entente.games.diplomacy import board as board_module
from entente.games.diplomacy.board import FEW_FLEETS, Board, bits, mask

WIDE, DEEP = 3, 20  # layers of seas, each bordering on all of the next: 3**20 routes


def layered() -> Board:
    """The standard board with other seas: its numbers from 2 on, in layers between 0 and 1."""
    board = Board({})
    layers = [mask(range(2 + WIDE * n, 2 + WIDE * (n + 1))) for n in range(DEEP)]
    board.shore[0], board.shore[1] = layers[0], layers[-1]
    board.sea_next = [0] * len(board.provinces)
    for one, other in pairwise(layers):
        for sea in bits(one):
            board.sea_next[sea] |= other
        for sea in bits(other):
            board.sea_next[sea] |= one
    return board


def test_more_routes_than_can_be_followed_take_all_fleets_between_the_coasts() -> None:
    board = layered()
    fleets = mask(range(2, 2 + WIDE * DEEP))
    alone = 1 << (2 + WIDE * DEEP)  # a fleet that borders on nothing
    assert board.routes(0, 1, fleets | alone) == fleets
    assert board.routes(1, 0, fleets | alone) == fleets
    cut = fleets & ~mask(range(2 + WIDE * 9, 2 + WIDE * 10))
    assert board.routes(0, 1, cut) == 0


def test_on_the_standard_map_every_route_is_followed() -> None:
    """Without a limit of steps the result is the same."""
    board = Board({})
    assert board.seas.bit_count() <= FEW_FLEETS
    before = board_module.FEW_FLEETS
    try:
        board_module.FEW_FLEETS = 0  # count the steps
        counted = {
            (start, end): board.routes(start, end, board.seas)
            for start in range(len(board.provinces))
            for end in range(len(board.provinces))
        }
    finally:
        board_module.FEW_FLEETS = before
    for (start, end), found in counted.items():
        assert found == board.routes(start, end, board.seas)
