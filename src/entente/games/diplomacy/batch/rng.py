"""The random generator of a board: two words, the same numbers on every machine.

Multiply-with-carry with 32 bits each (MWC64X), for simulations. Real games use the kernel's
verifiable dice.
"""

from __future__ import annotations

from entente.games.diplomacy.batch.compiled import Numbers, inlined

MULTIPLIER = 4294883355
LOW = (1 << 32) - 1


@inlined
def number(luck: Numbers, own: int) -> int:
    """Return the next 32-bit number."""
    low, carry = luck[own], luck[own + 1]
    product = low * MULTIPLIER + carry
    luck[own] = product & LOW
    luck[own + 1] = product >> 32 & LOW
    return low ^ carry


@inlined
def randbelow(luck: Numbers, own: int, end: int) -> int:
    """Return a uniform number from 0 to one less than `end`."""
    product = number(luck, own) * end
    if product & LOW < end:
        unfair = ((1 << 32) - end) % end
        while product & LOW < unfair:
            product = number(luck, own) * end
    return product >> 32


@inlined
def mixed(word: int) -> int:
    """Hash a number to 32 bits."""
    word ^= word >> 16
    word = word * 0x85EBCA6B & LOW
    word ^= word >> 13
    word = word * 0xC2B2AE35 & LOW
    return word ^ word >> 16


@inlined
def begin(luck: Numbers, own: int, seed: int, stream: int) -> None:
    """Initialise a stream from its number and the seed."""
    low = mixed((stream & LOW) ^ mixed(seed & LOW))
    carry = mixed((seed >> 32 & LOW) ^ mixed(low ^ (stream >> 32 & LOW) ^ 0x5BD1E995))
    luck[own] = low
    luck[own + 1] = carry % (MULTIPLIER - 1) + 1
