"""The kinds of clauses and conditions of treaties (9.4): their fields, whom they bind, and what the
game does about them.

The menus of the rules and the editor of the page are both made from these tables.
"""

from __future__ import annotations

from typing import Literal

import msgspec

MOST_CLAUSES = 8
MOST_PARTNERS = 7
MOST_POUNDS = 300
MOST_STRENGTH = 200
LONGEST_TEXT = 400

# What the game does about a clause: it executes it, detects its breach, prompts an obligation,
# or leaves it to the signatories to judge.
EXECUTED, WATCHED, PROMPTED, JUDGED = "executed", "watched", "prompted", "judged"


class ClauseField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of a clause or condition.

    `words` is the vocabulary of a word or a list of words, `unit` the unit of an amount. `least`
    and `most` bound an amount, the length of a list, or the characters of a text. An editor starts
    with `default`; the areas of the power in the field `owner` are the likeliest.
    """

    type: Literal["word", "list", "amount", "text"]
    words: str = ""
    unit: str = ""
    least: int = 1
    most: int = 1
    default: str | int = ""
    owner: str = ""
    optional: bool = False


class ClauseKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of clause.

    `binds` are the fields with the powers that it binds: they must sign. It holds `between` the
    powers in these fields. Where two parties make the same promise, the fields in `mutual` are
    equal in both.
    """

    mode: str
    fields: dict[str, ClauseField]
    binds: tuple[str, ...]
    between: tuple[str, ...]
    mutual: tuple[str, ...] = ()


def _word(words: str, default: str = "", *, owner: str = "", optional: bool = False) -> ClauseField:
    return ClauseField("word", words, default=default, owner=owner, optional=optional)


def _list(words: str, most: int, *, least: int = 1, owner: str = "") -> ClauseField:
    return ClauseField("list", words, least=least, most=most, owner=owner)


def _amount(unit: str, least: int, most: int, default: int | str = "") -> ClauseField:
    return ClauseField("amount", unit=unit, least=least, most=most, default=default)


def _area(owner: str) -> ClauseField:
    return _word("area", owner=owner)


def _areas(owner: str) -> ClauseField:
    return _list("areas", 12, owner=owner)


_PARTY, _MAJOR, _THIRD, _POWER = _word("party"), _word("major"), _word("third"), _word("power")
_LEVEL = _word("status")
_MOST_LEVEL = _word("status", optional=True)
_ENEMIES = _list("enemies", 6)
_UNITS = _word("unit", "any")
_STRENGTH = _amount("points", 0, MOST_STRENGTH, 1)


def _kind(
    mode: str,
    fields: dict[str, ClauseField],
    *binds: str,
    between: tuple[str, ...] = (),
    mutual: tuple[str, ...] = (),
) -> ClauseKind:
    return ClauseKind(mode, fields, binds, between or binds, mutual)


CLAUSE_KINDS: dict[str, ClauseKind] = {
    "cede": _kind(
        EXECUTED,
        {"area": _area("from"), "from": _PARTY, "to": _PARTY, "level": _MOST_LEVEL},
        *("from", "to"),
    ),
    "exchange": _kind(
        EXECUTED,
        {"area": _area("from"), "from": _PARTY, "other": _area("to"), "to": _PARTY},
        *("from", "to"),
    ),
    "remove": _kind(EXECUTED, {"power": _PARTY, "area": _area("power")}, "power"),
    "lower": _kind(EXECUTED, {"power": _PARTY, "area": _area("power"), "level": _LEVEL}, "power"),
    "codominion": _kind(
        EXECUTED,
        {
            "area": _area("members"),
            "members": _list("party", 6, least=2),
            "level": _word("control", "protectorate"),
        },
        "members",
    ),
    "pay": _kind(
        EXECUTED,
        {
            "from": _MAJOR,
            "to": _MAJOR,
            "amount": _amount("pounds", 1, MOST_POUNDS, 5),
            "due": _word("due", "now"),
        },
        *("from", "to"),
    ),
    "no_placement": _kind(
        WATCHED,
        {"power": _PARTY, "areas": _areas("power"), "level": _MOST_LEVEL},
        "power",
        mutual=("areas", "level"),
    ),
    "build_limit": _kind(
        WATCHED,
        {"power": _PARTY, "kind": _UNITS, "strength": _STRENGTH, "per": _word("per", "turn")},
        "power",
    ),
    "build_duty": _kind(WATCHED, {"power": _PARTY, "kind": _UNITS, "strength": _STRENGTH}, "power"),
    "units_max": _kind(
        WATCHED,
        {"power": _PARTY, "areas": _areas("power"), "kind": _UNITS, "strength": _STRENGTH},
        "power",
    ),
    "units_min": _kind(
        WATCHED,
        {"power": _PARTY, "areas": _areas("power"), "kind": _UNITS, "strength": _STRENGTH},
        "power",
    ),
    "coaling": _kind(
        EXECUTED, {"from": _PARTY, "to": _PARTY, "areas": _areas("from")}, *("from", "to")
    ),
    "passage": _kind(
        WATCHED,
        {
            "power": _PARTY,
            "user": _PARTY,
            "passage": _word("passage"),
            "stance": _word("stance", "open"),
        },
        *("power", "user"),
    ),
    "defensive": _kind(
        PROMPTED,
        {
            "power": _PARTY,
            "protected": _THIRD,
            "against": _ENEMIES,
            "always": _word("answer", optional=True),
        },
        "power",
        between=("power", "protected"),
    ),
    "offensive": _kind(
        PROMPTED,
        {"power": _MAJOR, "partner": _MAJOR, "against": _ENEMIES},
        *("power", "partner"),
    ),
    "no_war": _kind(WATCHED, {"power": _PARTY, "towards": _list("power", 6)}, "power"),
    "grant_cb": _kind(
        EXECUTED,
        {"holder": _PARTY, "against": _THIRD},
        "holder",
        between=("holder", "against"),
    ),
    "no_separate_peace": _kind(
        WATCHED, {"power": _PARTY, "partner": _PARTY}, *("power", "partner")
    ),
    "vote": _kind(
        WATCHED,
        {"power": _MAJOR, "area": _area("power"), "side": _word("answer", "yes")},
        "power",
    ),
    "support_minor": _kind(WATCHED, {"power": _MAJOR, "minor": _word("minor")}, "power"),
    "text": _kind(
        JUDGED, {"power": _PARTY, "words": ClauseField("text", most=LONGEST_TEXT)}, "power"
    ),
}


# -- conditions

# How conditions are combined: the fields of each combination, all of them single conditions.
COMBINATIONS = {"unless": ("it",), "both": ("one", "other"), "either": ("one", "other")}


def condition_tests(turns: int, great_war_at: int) -> dict[str, dict[str, ClauseField]]:
    """Return the fields of each single condition, in a game of a number of turns."""
    turn = _amount("turn", 1, turns)
    return {
        "turns": {"first": turn, "last": turn},
        "has": {"power": _POWER, "area": _area("power"), "status": _LEVEL},
        "at_war": {"power": _POWER, "with": _word("power", optional=True)},
        "cause": {"power": _POWER, "against": _POWER},
        "event": {"code": _word("event")},
        "tension": {"least": _amount("points", 1, great_war_at, 50)},
    }
