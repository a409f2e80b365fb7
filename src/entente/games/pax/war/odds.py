"""How an attack may come out: the six faces of the die by their results (12.6, 12.7)."""

from __future__ import annotations

from entente.games.pax.board import Node, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import War
from entente.games.pax.war.battle import Side, counted, loser_of
from entente.kernel import Message, say

FACES = (1, 2, 3, 4, 5, 6)
RESULTS = ("DE", "DR", "HX", "EX", "AR", "AE")  # the best for the attacker comes first


def faces(world: PaxContext, attack: int, defence: int) -> dict[str, int]:
    """Return how many faces of the die bring each result that is possible, the best for the
    attacker first."""
    mirrored = world.state.options["table_2"] == "mirrored"
    rolled = [world.board.result(attack, defence, face, mirrored) for face in FACES]
    return {code: rolled.count(code) for code in RESULTS if code in rolled}


def winning_faces(world: PaxContext, attack: int, defence: int) -> int:
    """Return how many faces of the die destroy the defenders or drive them away."""
    rolled = faces(world, attack, defence).items()
    return sum(n for code, n in rolled if loser_of(code, attack, defence) == "defender")


def odds_hint(
    world: PaxContext,
    war: War,
    sides: tuple[Side, Side],
    allies: tuple[Power, ...],
    kind: str,
    place: Node,
) -> Message:
    """Return the strengths of an attack and what may come of it; where allies may join it, with all
    of them too."""
    attackers, defenders = sides
    attack = counted(world, war, attackers, kind, place)
    defence = counted(world, war, defenders, kind, place)
    alone = faces(world, attack, defence)
    if not allies:
        return say("hint.battle", attack=attack, defence=defence, faces=alone)
    together = counted(world, war, Side((*attackers.powers, *allies), attackers.extra), kind, place)
    return say(
        "hint.battle_joined",
        attack=attack,
        defence=defence,
        faces=alone,
        powers=list(allies),
        together=together,
        joined=faces(world, together, defence),
    )
