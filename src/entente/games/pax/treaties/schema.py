"""What a treaty can contain (9.4), as data for an editor: kinds of clauses and conditions, the
words for their fields, and templates."""

from __future__ import annotations

from typing import Literal

import msgspec

from entente.games.pax.board import Board
from entente.games.pax.records.clause_kinds import (
    CLAUSE_KINDS,
    COMBINATIONS,
    MOST_CLAUSES,
    MOST_PARTNERS,
    ClauseField,
    ClauseKind,
    condition_tests,
)
from entente.games.pax.treaties.clause_words import ANYONE, clause_words

# The kinds in the groups and in the order of an editor.
GROUPS = {
    "territory": ("cede", "exchange", "remove", "lower", "codominion"),
    "money": ("pay",),
    "promises": ("no_placement", "no_war", "coaling", "passage"),
    "arms": ("build_limit", "build_duty", "units_max", "units_min"),
    "alliances": ("defensive", "offensive", "no_separate_peace", "grant_cb"),
    "votes": ("vote", "support_minor"),
    "text": ("text",),
}
AUTHOR, PARTNER = "author", "partner"  # who takes their places in a template


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for a field.

    `names` is the kind of their names in the catalogue; '' where a client has its own texts.
    `among` narrows them at a table: to the powers that can sign, or to those without a player.
    With `signatories_first` an editor puts the powers that sign before the others.
    """

    words: tuple[str, ...]
    names: str = ""
    among: Literal["all", "parties", "minors"] = "all"
    signatories_first: bool = False


class ClauseTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause of a template: some of its fields, with places for the author and the partner."""

    kind: str
    args: dict[str, str | tuple[str, ...]]


class TreatySchema(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a treaty can contain.

    `groups` are the kinds of clauses in the order of an editor. `tests` are the fields of the
    single conditions, `combinations` the fields of their combinations; an editor starts with
    `usual_tests`. `templates` are usual treaties between an `author` and a `partner`.
    """

    groups: dict[str, tuple[str, ...]]
    kinds: dict[str, ClauseKind]
    tests: dict[str, dict[str, ClauseField]]
    combinations: dict[str, tuple[str, ...]]
    usual_tests: tuple[str, ...]
    vocabularies: dict[str, Vocabulary]
    templates: dict[str, tuple[ClauseTemplate, ...]]
    most_clauses: int
    most_partners: int


TEMPLATES = {
    "leave": (
        ClauseTemplate("remove", {"power": PARTNER}),
        ClauseTemplate("pay", {"from": AUTHOR, "to": PARTNER}),
    ),
    "exchange": (ClauseTemplate("exchange", {"from": AUTHOR, "to": PARTNER}),),
    "spheres": (
        ClauseTemplate("no_placement", {"power": AUTHOR}),
        ClauseTemplate("no_placement", {"power": PARTNER}),
    ),
    "defence": (
        ClauseTemplate("defensive", {"power": AUTHOR, "protected": PARTNER, "against": (ANYONE,)}),
        ClauseTemplate("defensive", {"power": PARTNER, "protected": AUTHOR, "against": (ANYONE,)}),
    ),
    "codominion": (ClauseTemplate("codominion", {"members": (AUTHOR, PARTNER)}),),
    "peace": (
        ClauseTemplate("no_war", {"power": AUTHOR, "towards": (PARTNER,)}),
        ClauseTemplate("no_war", {"power": PARTNER, "towards": (AUTHOR,)}),
    ),
}


def treaty_schema(board: Board) -> TreatySchema:
    """Return what treaties can contain, for all powers and the longest game."""
    constants = board.constants
    turns = (constants.last_year - constants.first_year) // constants.years_per_turn + 1
    return TreatySchema(
        groups=GROUPS,
        kinds=CLAUSE_KINDS,
        tests=condition_tests(turns, constants.great_war_at),
        combinations=COMBINATIONS,
        usual_tests=("has", "tension"),
        vocabularies=_vocabularies(board, turns),
        templates=TEMPLATES,
        most_clauses=MOST_CLAUSES,
        most_partners=MOST_PARTNERS,
    )


def _vocabularies(board: Board, turns: int) -> dict[str, Vocabulary]:
    words = clause_words(board, tuple(board.powers), turns)
    own_texts = {name: Vocabulary(words[name]) for name in ("per", "due", "stance", "answer")}
    return own_texts | {
        "party": Vocabulary(words["party"], "power", "parties", signatories_first=True),
        "major": Vocabulary(words["major"], "power", "parties", signatories_first=True),
        "third": Vocabulary(words["third"], "power", signatories_first=True),
        "power": Vocabulary(words["power"], "power"),
        "minor": Vocabulary(words["minor"], "power", "minors"),
        "enemies": Vocabulary(words["enemies"], "power"),
        "area": Vocabulary(words["area"], "area"),
        "areas": Vocabulary(words["areas"], "area"),
        "status": Vocabulary(words["status"], "status"),
        "control": Vocabulary(words["control"], "status"),
        "unit": Vocabulary(words["unit"], "unit_kind"),
        "passage": Vocabulary(words["passage"], "passage"),
        "event": Vocabulary(words["event"], "code"),
    }
