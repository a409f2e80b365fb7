"""Conditions of clauses (9.4), as they are written and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from entente.games.pax.areas.causes import live
from entente.games.pax.belligerents import at_war
from entente.games.pax.board import STATUS_WORDS, Board
from entente.games.pax.context import PaxContext
from entente.games.pax.records.clause_kinds import COMBINATIONS, condition_tests
from entente.games.pax.treaties.clause_words import clause_words, form_of
from entente.kernel import parse_action
from entente.kernel.menu import Form, OneOf


def simple_menu(board: Board, turns: int) -> OneOf:
    """Return a single condition."""
    words = clause_words(board, (), turns)
    tests = condition_tests(turns, board.constants.great_war_at)
    return OneOf(tuple(form_of(verb, fields, words) for verb, fields in tests.items()))


@lru_cache(maxsize=16)
def condition_menu(board: Board, turns: int) -> OneOf:
    """Return a condition: a single one, its contrary, or two of them together."""
    one = simple_menu(board, turns)
    combined = (Form(verb, dict.fromkeys(names, one)) for verb, names in COMBINATIONS.items())
    return OneOf((*one.forms, *combined))


def holds(world: PaxContext, written: str) -> bool:
    """Return whether a condition is met now."""
    if not written:
        return True
    verb, fields = _read(world, written)
    match verb:
        case "unless":
            return not holds(world, fields["it"])
        case "both":
            return holds(world, fields["one"]) and holds(world, fields["other"])
        case "either":
            return holds(world, fields["one"]) or holds(world, fields["other"])
        case "turns":
            return _number(fields["first"]) <= world.state.turn <= _number(fields["last"])
        case "has":
            wanted = STATUS_WORDS[fields["status"]]
            return world.established(fields["power"], fields["area"]) >= wanted
        case "at_war":
            return at_war(world, fields["power"], fields.get("with"))
        case "cause":
            return bool(live(world, fields["power"], fields["against"]))
        case "event":
            return fields["code"] in world.state.events
        case "tension":
            return world.state.tension >= _number(fields["least"])
    raise LookupError(verb)


def can_still_hold(world: PaxContext, written: str) -> bool:
    """Return whether a condition may be met in this turn or a later one: past years never do,
    everything else may."""
    if not written:
        return True
    verb, fields = _read(world, written)
    match verb:
        case "turns":
            first = max(_number(fields["first"]), world.state.turn)
            return first <= _number(fields["last"])
        case "both":
            return can_still_hold(world, fields["one"]) and can_still_hold(world, fields["other"])
        case "either":
            return can_still_hold(world, fields["one"]) or can_still_hold(world, fields["other"])
    return True


def needs(world: PaxContext, written: str, test: str) -> bool:
    """Return whether a condition is met only while a single one of this kind is."""
    if not written:
        return False
    verb, fields = _read(world, written)
    match verb:
        case "both":
            return any(needs(world, each, test) for each in fields.values())
        case "either":
            return all(needs(world, each, test) for each in fields.values())
    return verb == test


def _read(world: PaxContext, written: str) -> tuple[str, Mapping[str, str]]:
    """Return the kind of a condition, and its fields."""
    form = condition_menu(world.board, world.number("turns")).form_of(written)
    assert isinstance(form, Form), written
    fields = form.read(written)
    assert fields is not None, written
    return form.verb, fields


def _number(written: str) -> int:
    return int(parse_action(written).words[-1])
