"""The odds of a fight: all six faces of the die with their results (7.2, 7.3, 12.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from entente.games.pax.areas.losses import ways_to_lose
from entente.games.pax.board import Board
from entente.games.pax.colonies.combat import read_result
from entente.games.pax.state import Stack
from entente.games.pax.war.battle import loser_of

FACES = (1, 2, 3, 4, 5, 6)


class FightOdds(NamedTuple):
    """The probability of winning a fight, and its average cost in strength."""

    won: float
    lost: float


@lru_cache(maxsize=4096)
def colonial_odds(board: Board, stack: Stack, defence: int, mirrored: bool) -> FightOdds:
    """7.3: armies against the people of an area; they win only if one army is left."""
    attack = sum(stack)
    if not attack:
        return FightOdds(0.0, 0.0)
    if not defence:
        return FightOdds(1.0, 0.0)
    won = lost = 0.0
    for face in FACES:
        fought = read_result(board.result(attack, defence, face, mirrored), attack, defence)
        gone = attack if fought.loss >= attack else 0
        if fought.loss and not gone:
            gone = sum(ways_to_lose(stack, fought.loss)[0])
        won += fought.defeated and gone < attack
        lost += gone
    return FightOdds(won / len(FACES), lost / len(FACES))


@lru_cache(maxsize=4096)
def battle_odds(board: Board, attack: int, defence: int, mirrored: bool) -> FightOdds:
    """12.7: the probability that the defenders are destroyed or driven away, less that for the
    attackers; and the share of the attackers that is lost."""
    if not defence:
        return FightOdds(1.0, 0.0)
    won = lost = 0.0
    for face in FACES:
        code = board.result(attack, defence, face, mirrored)
        loser = loser_of(code, attack, defence)
        won += (loser == "defender") - (loser == "attacker")
        if loser != "defender" and code not in ("AR", "DR"):
            lost += 1
        elif code in ("EX", "HX"):
            lost += min(1.0, defence / max(1, attack))
    return FightOdds(won / len(FACES), lost / len(FACES))
