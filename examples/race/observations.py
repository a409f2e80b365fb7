"""The race as numbers, for environments and learning."""

from entente.kernel.blocks import Block, counts, number
from examples.race import SEATS, RaceToTheSea

MAX_CHOICES = 12  # of an episode: six orders each


def blocks(game: RaceToTheSea) -> list[Block]:
    return [
        number("reserves", lambda view: view.reserves or 0, 8),
        counts("sent", SEATS, lambda view: view.sent, 8),
        counts("north", SEATS, lambda view: view.north, 6),
    ]
