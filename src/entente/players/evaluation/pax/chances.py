"""Chances of a fight: all six faces of the die, with what each of them leaves (7.2, 7.3, 12.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from entente.games.pax.areas.losses import ways_to_lose
from entente.games.pax.board import Board
from entente.games.pax.colonies.combat import read_result
from entente.games.pax.state import Stack
from entente.games.pax.war.battle import loser_of

FACES = (1, 2, 3, 4, 5, 6)


class Chances(NamedTuple):
    """How likely a fight is won, and what strength it costs on average."""

    won: float
    lost: float


@lru_cache(maxsize=4096)
def colonial_chances(board: Board, stack: Stack, defence: int, mirrored: bool) -> Chances:
    """7.3: armies against the people of an area; they have won only if one of them is left."""
    attack = sum(stack)
    if not attack:
        return Chances(0.0, 0.0)
    if not defence:
        return Chances(1.0, 0.0)
    won = lost = 0.0
    for face in FACES:
        fought = read_result(board.result(attack, defence, face, mirrored), attack, defence)
        gone = attack if fought.loss >= attack else 0
        if fought.loss and not gone:
            gone = sum(ways_to_lose(stack, fought.loss)[0])
        won += fought.defeated and gone < attack
        lost += gone
    return Chances(won / len(FACES), lost / len(FACES))


@lru_cache(maxsize=4096)
def battle_chances(board: Board, attack: int, defence: int, mirrored: bool) -> Chances:
    """12.7: how likely the defenders are destroyed or driven away, less how likely it is that the
    attackers are; and what share of the attackers is lost."""
    if not defence:
        return Chances(1.0, 0.0)
    won = lost = 0.0
    for face in FACES:
        code = board.result(attack, defence, face, mirrored)
        loser = loser_of(code, attack, defence)
        won += (loser == "defender") - (loser == "attacker")
        if loser != "defender" and code not in ("AR", "DR"):
            lost += 1
        elif code in ("EX", "HX"):
            lost += min(1.0, defence / max(1, attack))
    return Chances(won / len(FACES), lost / len(FACES))
