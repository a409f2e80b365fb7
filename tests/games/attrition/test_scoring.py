"""4.8.2: hits, against a second way to count them, matching dice to tiles one by one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from entente.games.attrition.scoring import score
from tests.amount import amount
from tests.games.attrition.scene import GAME

FACES = {"infantry": {1}, "artillery": {2}, "airplane": {3}, "tank": {2}}


def chances_to_hit(name: str, *, per_tile: bool) -> list[set[int]]:
    """The faces of each hit a tile can score: one, or two for an elite."""
    tile = GAME.board.tiles[name]
    if tile.elite is None:
        return [FACES[tile.type]]
    return [{1}, {tile.elite.special_face} if per_tile else {4, 5, 6}]


def matched(hits: list[set[int]], dice: list[int]) -> int:
    """The largest number of dice that can be given to hits, one die to each."""
    user: dict[int, int] = {}

    def place(hit: int, tried: set[int]) -> bool:
        for die, face in enumerate(dice):
            if face in hits[hit] and die not in tried:
                tried.add(die)
                if die not in user or place(user[die], tried):
                    user[die] = hit
                    return True
        return False

    return sum(place(hit, set()) for hit in range(len(hits)))


TILES = st.dictionaries(
    st.sampled_from([name for name, tile in GAME.board.tiles.items() if tile.type != "decoy"]),
    st.integers(1, 4),
    max_size=6,
)
DICE = st.lists(st.integers(1, 6), max_size=12)


@settings(max_examples=amount(100, 3_000), deadline=None)
@given(TILES, DICE, st.booleans())
def test_the_most_hits_are_scored(tiles: dict[str, int], dice: list[int], per_tile: bool) -> None:
    hits = [
        chance
        for name, number in tiles.items()
        for chance in chances_to_hit(name, per_tile=per_tile) * number
    ]
    assert score(GAME.board, tiles, dice, per_tile=per_tile).total == matched(hits, dice)


@settings(max_examples=amount(40, 1_000), deadline=None)
@given(TILES, DICE)
def test_hits_exceed_neither_dice_nor_what_tiles_allow(
    tiles: dict[str, int], dice: list[int]
) -> None:
    hits = score(GAME.board, tiles, dice)
    assert 0 <= hits.infantry <= hits.total <= len(dice)


def test_each_face_gives_the_lesser_of_dice_and_tiles() -> None:
    tiles = {"germany-infantry": 2, "austria_hungary-infantry": 1, "germany-artillery": 1}
    assert score(GAME.board, tiles, [1, 1, 1, 1]).total == 3
    assert score(GAME.board, tiles, [1, 2, 2, 3]).total == 2
    assert score(GAME.board, tiles, [4, 5, 6]).total == 0
    assert score(GAME.board, {}, [1, 2, 3]).total == 0
    assert score(GAME.board, tiles, []).total == 0
