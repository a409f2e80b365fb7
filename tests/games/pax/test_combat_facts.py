"""The combat tables that clients get: the page shows the odds of a fight from them."""

from __future__ import annotations

from entente.games.pax.board import Board
from entente.games.pax.presentation.board_info import CombatFacts, combat_facts


def read(facts: CombatFacts, attack: int, defence: int, mirrored: bool) -> list[str]:
    """Read the six results as the page does."""
    columns = [n for n, (a, d) in enumerate(facts.columns) if attack * d >= defence * a]
    large = facts.large_mirrored if mirrored else facts.large
    rows = facts.small if min(attack, defence) < facts.large_from else large
    return [row[max(columns, default=0)] for row in rows]


def test_clients_read_the_same_results_as_the_rules() -> None:
    board = Board({})
    facts = combat_facts(board)
    for attack in range(1, 34):
        for defence in range(1, 34):
            for mirrored in (False, True):
                rolled = [board.result(attack, defence, die, mirrored) for die in range(1, 7)]
                assert read(facts, attack, defence, mirrored) == rolled
