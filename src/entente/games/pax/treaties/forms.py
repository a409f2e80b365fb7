"""The forms in which treaties are written (9.4): clauses, their arguments, the whole treaty."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from entente.games.pax.board import Board, Power
from entente.games.pax.records.clause_kinds import CLAUSE_KINDS, MOST_CLAUSES, MOST_PARTNERS
from entente.games.pax.records.treaty import Args, Clause
from entente.games.pax.treaties.clause_words import YES, clause_words, form_of
from entente.games.pax.treaties.conditions import condition_menu
from entente.kernel import parse_action
from entente.kernel.menu import Amount, Choose, Form, ListOf, OneOf, Text
from entente.kernel.menu.composed import Field

_COMMON = ("if", "start", "until")  # fields of every clause


@lru_cache(maxsize=64)
def clause_menu(
    board: Board, powers: tuple[Power, ...], turns: int, third_parties: bool = True
) -> OneOf:
    """All clauses that some powers can agree on. With `third_parties` they may guarantee a power
    that does not sign, or grant a casus belli against it (P79, since version 3)."""
    words = clause_words(board, powers, turns, third_parties)
    common: dict[str, Field] = {
        "if": condition_menu(board, turns),
        "start": Amount("turn", 1, turns),
        "until": Amount("turn", 1, turns),
    }
    return OneOf(
        tuple(form_of(verb, kind.fields, words, common) for verb, kind in CLAUSE_KINDS.items())
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
            "with": ListOf("", Choose(others), 1, min(MOST_PARTNERS, len(others)), distinct=True),
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
    """Read one clause from its written form."""
    form = menu.form_of(written)
    assert isinstance(form, Form), written
    fields = form.read(written)
    assert fields is not None, written
    args: Args = {}
    for name, value in fields.items():
        if name not in _COMMON:
            args[name] = _argument(form.fields[name], value)
    if form.verb == "cede" and "level" not in args:
        args["level"] = ""
    return Clause(
        form.verb,
        args,
        fields.get("if", ""),
        _number(fields.get("start")),
        _number(fields.get("until")),
    )


def _argument(menu: Field, value: str) -> str | int:
    if isinstance(menu, Amount):
        return int(parse_action(value).words[-1])
    if isinstance(menu, ListOf):
        return " ".join(menu.read(value) or ())
    if isinstance(menu, Text):
        return menu.read(value) or ""
    return value


def write_clause(menu: OneOf, clause: Clause) -> str:
    """Return one clause in its written form."""
    form = menu.form_of(clause.kind)
    assert isinstance(form, Form), clause
    fields = {
        name: _written(form.fields[name], value)
        for name, value in clause.args.items()
        if value != ""
    }
    if clause.when:
        fields["if"] = clause.when
    for name, turn in (("start", clause.start), ("until", clause.until)):
        if turn:
            fields[name] = _written(form.fields[name], turn)
    return form.write(fields)


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
    return int(parse_action(written).words[-1]) if written else 0


def parties_of(author: Power, others: list[Power], bound: list[Power]) -> tuple[Power, ...]:
    """Return who must sign: the author, those the author names, and those whom the clauses bind."""
    return tuple(dict.fromkeys([author, *others, *bound]))
