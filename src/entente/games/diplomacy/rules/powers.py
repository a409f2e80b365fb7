"""Who plays which power, for two to seven players (X.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.rules.editions import CLASSIC, STANDARD, Rules
from entente.kernel import Options, OptionValue, Seat

AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY = (
    "AUSTRIA",
    "ENGLAND",
    "FRANCE",
    "GERMANY",
    "ITALY",
    "RUSSIA",
    "TURKEY",
)
POWERS = (AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY)

TWO = 2
FIRST_YEAR_OF_TWO = 1914
TOSS_YEAR = 1915
UNITS_FOR_TWO = 24
CLOSED_TO_TWO = ("APU", "NAP", "PIE", "ROM", "TUS", "VEN")

AS_THE_RULES_SAY = "rules"


class Assignment(NamedTuple):
    """The powers of each seat, and those without a player, whose units only hold."""

    seats: dict[Seat, tuple[str, ...]]
    idle: tuple[str, ...] = ()


def seat_of(powers: tuple[str, ...]) -> Seat:
    """Name a seat after the first of its powers."""
    return powers[0].lower()


def assign_groups(*groups: tuple[str, ...]) -> Assignment:
    """Assign groups of powers to seats; the powers left out are idle."""
    played = {power for group in groups for power in group}
    return Assignment(
        {seat_of(group): group for group in groups},
        tuple(power for power in POWERS if power not in played),
    )


SEVEN_PLAYERS = assign_groups(*((power,) for power in POWERS))
SIX_PLAYERS = assign_groups(*((power,) for power in POWERS if power != ITALY))
FIVE_PLAYERS = assign_groups(*((power,) for power in POWERS if power not in (ITALY, GERMANY)))
FOUR_PLAYERS = assign_groups((ENGLAND,), (AUSTRIA, FRANCE), (GERMANY, TURKEY), (ITALY, RUSSIA))
THREE_PLAYERS = {
    "A": assign_groups((RUSSIA,), (ENGLAND, FRANCE, GERMANY), (AUSTRIA, ITALY, TURKEY)),
    "B": assign_groups((ENGLAND, GERMANY, AUSTRIA), (RUSSIA, ITALY), (FRANCE, TURKEY)),
}
TWO_PLAYERS = assign_groups((ENGLAND, FRANCE, RUSSIA), (AUSTRIA, GERMANY, TURKEY))


def assignment(options: Mapping[str, OptionValue]) -> Assignment:
    """X.2: the powers of each seat under these options. The four-player split is from reports, not
    the book."""
    players = options["players"]
    if players == 3:
        return THREE_PLAYERS[str(options["split"])]
    return {
        2: TWO_PLAYERS,
        4: FOUR_PLAYERS,
        5: FIVE_PLAYERS,
        6: SIX_PLAYERS,
        7: SEVEN_PLAYERS,
    }[int(players)]


def rules_of(options: Options) -> Rules:
    """Return the edition of the rules, with the readings chosen separately."""
    return chosen_rules(
        str(options["rules"]), tuple(str(options[name]) for name in Rules.__struct_fields__)
    )


@lru_cache(maxsize=64)
def chosen_rules(name: str, values: tuple[str, ...]) -> Rules:
    """Return an edition with a value for each field, or the edition's default."""
    ready = CLASSIC if name == "classic" else STANDARD
    chosen = {}
    for field, value in zip(Rules.__struct_fields__, values, strict=True):
        usual = getattr(ready, field)
        if value == AS_THE_RULES_SAY:
            chosen[field] = usual
        else:
            chosen[field] = value == "yes" if isinstance(usual, bool) else value
    return Rules(**chosen)
