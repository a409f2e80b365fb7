"""Treaties as people read them (9.4): a sentence for each clause, with its conditions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from entente.games.pax.board import Board
from entente.games.pax.data_schema import event_key
from entente.games.pax.records.treaty import IN_FORCE, OFFERED, WHOLE, Clause, Treaty
from entente.games.pax.treaties.conditions import condition_menu
from entente.kernel import Catalog, Message, parse_action, say
from entente.kernel.menu import Form
from entente.kernel.message import Argument

LISTS = ("areas", "against", "towards", "members")  # arguments that are words joined by spaces


class ClauseText(msgspec.Struct, frozen=True):
    """A clause in words. `enforced` says what the game does about it, `lapsed` that it is done."""

    text: str
    enforced: str
    lapsed: bool


class TreatyText(msgspec.Struct, frozen=True):
    """A treaty in words."""

    title: str
    clauses: tuple[ClauseText, ...]
    remarks: tuple[str, ...]


# -- clauses


def clause_text(board: Board, clause: Clause, catalog: Catalog) -> str:
    """Return a clause as a sentence, with when it applies."""
    text = catalog.line(Message(f"clause.{_form(clause)}", _arguments(board, clause)))
    text += condition_text(board, clause.when, catalog)
    if clause.start:
        text += catalog.say(say("clause.start", year=board.year(clause.start)))
    if clause.until:
        text += catalog.say(say("clause.until", year=board.year(clause.until)))
    return text + "."


def _form(clause: Clause) -> str:
    """Return which sentence a clause is said in: some depend on an argument."""
    kind = clause.kind
    if kind in ("cede", "no_placement") and clause.text("level"):
        return f"{kind}_level"
    if kind == "pay":
        due = clause.text("due")
        return f"pay_{due}" if due in ("now", "each_turn") else "pay_in"
    if kind == "defensive" and clause.text("always") == "yes":
        return "defensive_always"
    by_word = {"build_limit": "per", "passage": "stance", "vote": "side"}
    return f"{kind}_{clause.text(by_word[kind])}" if kind in by_word else kind


def _arguments(board: Board, clause: Clause) -> dict[str, Argument]:
    arguments: dict[str, Argument] = {}
    for name, value in clause.args.items():
        arguments[name] = clause.listed(name) if name in LISTS else value
    if str(arguments.get("due", "")).startswith("turn_"):
        arguments["year"] = board.year(int(clause.text("due").removeprefix("turn_")))
    return arguments


# -- conditions


def condition_text(board: Board, written: str, catalog: Catalog) -> str:
    """Return a condition as the end of a sentence; nothing for none."""
    if not written:
        return ""
    verb, fields = _read(board, written)
    if verb == "unless":
        return catalog.say(say("clause.unless", it=_stated(board, fields["it"], catalog)))
    return catalog.say(say("clause.if", it=_stated(board, written, catalog)))


def _stated(board: Board, written: str, catalog: Catalog) -> str:
    """Return what a condition states."""
    verb, fields = _read(board, written)
    if verb in ("both", "either"):
        parts = {name: _stated(board, fields[name], catalog) for name in ("one", "other")}
        return catalog.say(Message(f"clause.condition.{verb}", dict(parts)))
    args: dict[str, Argument] = {}
    for name, value in fields.items():
        args[name] = value
        if name in ("first", "last"):
            args[name] = board.year(_number(value))
        elif name == "least":
            args[name] = _number(value)
        elif name == "code":
            args[name] = event_key(board.events[value])
    if verb == "at_war" and "with" in fields:
        verb = "at_war_with"
    return catalog.say(Message(f"clause.condition.{verb}", args))


def _read(board: Board, written: str) -> tuple[str, dict[str, str]]:
    """Return the verb of a condition and what it is said of."""
    form = condition_menu(board, _turns(board)).form_of(written)
    assert isinstance(form, Form), written
    fields = form.read(written)
    assert fields is not None, written
    return form.verb, fields


def _turns(board: Board) -> int:
    years = board.constants.last_year - board.constants.first_year
    return years // board.constants.years_per_turn + 1


def _number(written: str) -> int:
    return int(parse_action(written).words[-1])


# -- whole treaties


def treaty_text(board: Board, treaty: Treaty, catalog: Catalog) -> TreatyText:
    """Return a treaty with all its clauses, and what else is to be said of it."""
    return TreatyText(
        catalog.line(_title(treaty)),
        tuple(
            ClauseText(
                clause_text(board, clause, catalog),
                catalog.get(f"clause.mode.{clause.mode}"),
                number in treaty.done,
            )
            for number, clause in enumerate(treaty.clauses)
        ),
        tuple(catalog.line(remark) for remark in _remarks(board, treaty)),
    )


def _title(treaty: Treaty) -> Message:
    """Its name and its parties, where the name does not tell them."""
    if treaty.state == OFFERED or treaty.secret:
        key = "secret" if treaty.secret else "offered"
        return Message(f"clause.title.{key}", {"treaty": treaty.id})
    return say("clause.title.public", treaty=treaty.id, parties=list(treaty.parties))


def _remarks(board: Board, treaty: Treaty) -> Iterator[Message]:
    """Its state and duration, who wants to end it, who broke it."""
    if treaty.state == IN_FORCE:
        yield say("clause.state.in_force", year=board.year(treaty.turn))
    else:
        yield Message(f"clause.state.{treaty.state}", {})
    missing = [power for power in treaty.parties if power not in treaty.signed]
    if treaty.state == OFFERED and missing:
        yield say("clause.missing", powers=missing)
    if treaty.until:
        yield say("clause.lasts", year=board.year(treaty.until))
    if treaty.ending:
        yield say("clause.ending", powers=list(treaty.ending))
    if treaty.released:
        yield say("clause.released", powers=list(treaty.released))
    if treaty.leavers:
        yield say("clause.leaving", powers=list(treaty.leavers))
    for breach in treaty.breaches:
        year = board.year(breach.turn)
        if breach.clause == WHOLE:
            yield say("clause.denounced", power=breach.power, year=year)
            continue
        yield say("clause.broken", power=breach.power, clause=breach.clause + 1, year=year)


def treaty_lines(board: Board, treaty: Treaty, catalog: Catalog) -> list[str]:
    """Return the same as lines, the clauses numbered."""
    text = treaty_text(board, treaty, catalog)
    lines = [text.title]
    for number, clause in enumerate(text.clauses, start=1):
        does = catalog.get("clause.lapsed") if clause.lapsed else clause.enforced
        lines.append(f"  {number}. {clause.text} [{does}]")
    lines += [f"  {remark}" for remark in text.remarks]
    return lines


# -- treaties inside a message


def packed(clauses: tuple[Clause, ...]) -> str:
    """Clauses as a word of a message: the reader's catalogue makes sentences of it."""
    return msgspec.json.encode(clauses).decode()


def packed_one(clause: Clause) -> str:
    """Return a single clause as a word of a message."""
    return msgspec.json.encode(clause).decode()


def unpacked_one(board: Board, word: str, catalog: Catalog) -> str:
    """Return the sentence of a clause that was packed in a word."""
    return clause_text(board, msgspec.json.decode(word, type=Clause), catalog)


def unpacked(board: Board, word: str, catalog: Catalog) -> str:
    """Return the sentences of clauses that were packed in a word."""
    clauses = msgspec.json.decode(word, type=tuple[Clause, ...])
    texts = (clause_text(board, clause, catalog) for clause in clauses)
    return " ".join(f"({number}) {text}" for number, text in enumerate(texts, start=1))
