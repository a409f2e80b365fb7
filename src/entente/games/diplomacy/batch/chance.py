"""Luck of a board: a generator in two words, whose numbers are the same on every machine.

A multiplication with carry, of 32 bits each (MWC64X). What a game at a table draws comes from the
kernel's verifiable dice; this is for simulations.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.compiled import Numbers, inlined

MULTIPLIER = 4294883355
LOW = (1 << 32) - 1


@inlined
def number(luck: Numbers, own: int) -> int:
    """The next number of 32 bits."""
    low, carry = luck[own], luck[own + 1]
    product = low * MULTIPLIER + carry
    luck[own] = product & LOW
    luck[own + 1] = product >> 32 & LOW
    return low ^ carry


@inlined
def below(luck: Numbers, own: int, end: int) -> int:
    """A number from 0 to one less than `end`, each as likely as any other."""
    product = number(luck, own) * end
    if product & LOW < end:
        unfair = ((1 << 32) - end) % end
        while product & LOW < unfair:
            product = number(luck, own) * end
    return product >> 32


def begin(seed: int, stream: int) -> tuple[int, int]:
    """The state in which a stream begins, well mixed from its number and the seed."""
    mixed = (seed * 0x9E3779B97F4A7C15 + stream * 0xD1342543DE82EF95 + 1) & ((1 << 64) - 1)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        mixed = (mixed ^ mixed >> shift) * factor & ((1 << 64) - 1)
    return mixed & LOW, (mixed >> 32) % (MULTIPLIER - 1) + 1
