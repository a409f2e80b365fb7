"""The forms in which treaties are written (9.4): clauses, their arguments, the whole treaty."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from entente.games.pax.board import ARMY, AUSTRIA_HUNGARY, NAVY, Board, Power
from entente.games.pax.records.treaty import Args, Clause
from entente.games.pax.treaties.conditions import STATUSES, condition_menu
from entente.kernel.menu import Amount, Choose, Form, ListOf, OneOf, Text
from entente.kernel.menu.composed import Field

MOST_CLAUSES = 8
MOST_POUNDS = 300
ANYONE = "anyone"
LONGEST_TEXT = 400
TAGS = ("india", "western_hemisphere", "south_america")
YES = ("yes", "no")


@lru_cache(maxsize=64)
def clause_menu(
    board: Board, powers: tuple[Power, ...], turns: int, third_parties: bool = True
) -> OneOf:
    """All clauses that some powers can agree on. With `third_parties` they may guarantee a power
    that does not sign, or grant a casus belli against it (P79, since version 3)."""
    party = Choose(powers)
    anybody = Choose(tuple(board.powers))
    third = anybody if third_parties else party
    area = Choose(tuple(board.areas))
    areas = ListOf("", Choose((*board.areas, *TAGS)), 1, 12, distinct=True)
    against = ListOf("", Choose((ANYONE, *board.powers)), 1, 6, distinct=True)
    kind = Choose((ARMY, NAVY, "any"))
    strength = Amount("points", 0, 200)
    level = Choose(STATUSES)
    majors = tuple(power for power in powers if power != AUSTRIA_HUNGARY)
    due = Choose(("now", "each_turn", *(f"turn_{n}" for n in range(1, turns + 1))))
    forms: dict[str, dict[str, Field]] = {
        "cede": {"area": area, "from": party, "to": party, "level": level},
        "exchange": {"area": area, "from": party, "other": area, "to": party},
        "remove": {"power": party, "area": area},
        "lower": {"power": party, "area": area, "level": level},
        "codominion": {
            "area": area,
            "members": ListOf("", party, 2, 6, distinct=True),
            "level": Choose(("protectorate", "possession")),
        },
        "pay": {
            "from": Choose(majors),
            "to": Choose(majors),
            "amount": Amount("pounds", 1, MOST_POUNDS),
            "due": due,
        },
        "no_placement": {"power": party, "areas": areas, "level": level},
        "build_limit": {
            "power": party,
            "kind": kind,
            "strength": strength,
            "per": Choose(("turn", "total")),
        },
        "build_duty": {"power": party, "kind": kind, "strength": strength},
        "units_max": {"power": party, "areas": areas, "kind": kind, "strength": strength},
        "units_min": {"power": party, "areas": areas, "kind": kind, "strength": strength},
        "coaling": {"from": party, "to": party, "areas": areas},
        "passage": {
            "power": party,
            "user": party,
            "passage": Choose(tuple(board.passages)),
            "stance": Choose(("open", "closed")),
        },
        "defensive": {
            "power": party,
            "protected": third,
            "against": against,
            "always": Choose(YES),
        },
        "offensive": {"power": Choose(majors), "partner": Choose(majors), "against": against},
        "no_war": {"power": party, "towards": ListOf("", anybody, 1, 6, distinct=True)},
        "grant_cb": {"holder": party, "against": third},
        "no_separate_peace": {"power": party, "partner": party},
        "vote": {"power": Choose(majors), "area": area, "side": Choose(YES)},
        "support_minor": {"power": Choose(majors), "minor": anybody},
        "text": {"power": party, "words": Text("", 1, LONGEST_TEXT)},
    }
    optional = {"cede": ("level",), "no_placement": ("level",), "defensive": ("always",)}
    common: dict[str, Field] = {
        "if": condition_menu(board, turns),
        "start": Amount("turn", 1, turns),
        "until": Amount("turn", 1, turns),
    }
    return OneOf(
        tuple(
            Form(verb, {**fields, **common}, optional=(*optional.get(verb, ()), *common))
            for verb, fields in forms.items()
        )
    )


@lru_cache(maxsize=64)
def offer_form(
    board: Board,
    author: Power,
    powers: tuple[Power, ...],
    turns: int,
    third_parties: bool = True,
) -> Form:
    """Return the form of an offer: with whom, secret or not, until when, and its clauses."""
    others = tuple(power for power in powers if power != author)
    return Form(
        "offer",
        {
            "with": ListOf("", Choose(others), 1, min(7, len(others)), distinct=True),
            "secret": Choose(YES),
            "until": Amount("turn", 1, turns),
            "clauses": ListOf(
                "", clause_menu(board, powers, turns, third_parties), 1, MOST_CLAUSES
            ),
        },
        optional=("secret", "until"),
    )


def read_clauses(menu: ListOf, written: str) -> tuple[Clause, ...]:
    """Clauses out of their written form."""
    items = menu.read(written)
    assert items is not None, written
    choice = cast(OneOf, menu.item)
    return tuple(read_clause(choice, item) for item in items)


def read_clause(menu: OneOf, written: str) -> Clause:
    """One clause out of its written form."""
    form = menu.form_of(written)
    assert isinstance(form, Form), written
    given = form.read(written)
    assert given is not None, written
    args: Args = {}
    for name, value in given.items():
        if name not in ("if", "start", "until"):
            args[name] = _argument(form.fields[name], value)
    if form.verb == "cede" and "level" not in args:
        args["level"] = ""
    return Clause(
        form.verb,
        args,
        given.get("if", ""),
        _number(given.get("start")),
        _number(given.get("until")),
    )


def _argument(menu: Field, value: str) -> str | int:
    if isinstance(menu, Amount):
        return int(value.split()[-1])
    if isinstance(menu, ListOf):
        return " ".join(menu.read(value) or ())
    if isinstance(menu, Text):
        return menu.read(value) or ""
    return value


def write_clause(menu: OneOf, clause: Clause) -> str:
    """One clause in its written form."""
    form = menu.form_of(clause.kind)
    assert isinstance(form, Form), clause
    given = {
        name: _written(form.fields[name], value)
        for name, value in clause.args.items()
        if value != ""
    }
    if clause.when:
        given["if"] = clause.when
    for name, turn in (("start", clause.start), ("until", clause.until)):
        if turn:
            given[name] = _written(form.fields[name], turn)
    return form.write(given)


def _written(menu: Field, value: str | int) -> str:
    """Return what `_argument` reads."""
    if isinstance(menu, Amount):
        return f"{menu.verb} {value}"
    if isinstance(menu, ListOf):
        return menu.write(str(value).split())
    if isinstance(menu, Text):
        return menu.write(str(value))
    return str(value)


def _number(written: str | None) -> int:
    return int(written.split()[-1]) if written else 0


def parties_of(author: Power, others: list[Power], bound: list[Power]) -> tuple[Power, ...]:
    """Who must sign: the author, those the author names, and those whom the clauses bind."""
    return tuple(dict.fromkeys([author, *others, *bound]))
