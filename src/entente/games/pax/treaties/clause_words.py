"""The words for the fields of clauses and conditions (9.4), and the menus of these fields."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.pax.board import ARMY, AUSTRIA_HUNGARY, NAVY, Board, Power
from entente.games.pax.records.clause_kinds import ClauseField
from entente.kernel.menu import Amount, Choose, Form, ListOf, Text
from entente.kernel.menu.composed import Field

ANYONE = "anyone"
TAGS = ("india", "western_hemisphere", "south_america")  # names of several areas together
YES = ("yes", "no")

ClauseWords = Mapping[str, tuple[str, ...]]


def clause_words(
    board: Board, powers: tuple[Power, ...], turns: int, third_parties: bool = True
) -> ClauseWords:
    """Return the words of each vocabulary, for clauses that some powers can agree on."""
    anyone = tuple(board.powers)
    areas = tuple(board.areas)
    return {
        "party": powers,
        "major": tuple(power for power in powers if power != AUSTRIA_HUNGARY),
        "third": anyone if third_parties else powers,
        "power": anyone,
        "minor": anyone,
        "enemies": (ANYONE, *anyone),
        "area": areas,
        "areas": (*areas, *TAGS),
        "status": ("interest", "influence", "protectorate", "possession"),
        "control": ("protectorate", "possession"),
        "unit": (ARMY, NAVY, "any"),
        "per": ("turn", "total"),
        "due": ("now", "each_turn", *(f"turn_{n}" for n in range(1, turns + 1))),
        "passage": tuple(board.passages),
        "stance": ("open", "closed"),
        "answer": YES,
        "event": tuple(code for code in board.events if code < "4-2"),
    }


def form_of(
    verb: str,
    fields: Mapping[str, ClauseField],
    words: ClauseWords,
    common: Mapping[str, Field] | None = None,
) -> Form:
    """Return the form with these fields, and with optional ones that many forms have in common.

    Where an earlier field begins with the same word, a field lists that word last: then the first
    forms of a list do not name a power or an area twice, which would do nothing."""
    common = common or {}
    menus, first = dict[str, Field](), set[str]()
    for name, field in fields.items():
        listed = words.get(field.words, ())
        if listed and listed[0] in first:
            listed = (*listed[1:], listed[0])
        first.update(listed[:1])
        menus[name] = _menu_of(field, {**words, field.words: listed})
    optional = [name for name, field in fields.items() if field.optional]
    return Form(verb, {**menus, **common}, optional=(*optional, *common))


def _menu_of(field: ClauseField, words: ClauseWords) -> Field:
    if field.type == "amount":
        return Amount(field.unit, field.least, field.most)
    if field.type == "text":
        return Text("", field.least, field.most)
    choices = Choose(words[field.words])
    if field.type == "word":
        return choices
    return ListOf("", choices, field.least, field.most, distinct=True)
