"""How states were written before: what must be known to read them, and to fingerprint them.

Until questions had numbers, a state held the sealed answers to the one question that was asked.
States in that form stand in records that begin in the middle of a game, and in the databases of
servers; and the fingerprint of a final state, which every record ends with, is made of that form,
so that a game played again has the fingerprint it had.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Iterator
from typing import Any

import msgspec

from entente.kernel.decoding import prepare
from entente.kernel.info import Options, Seat
from entente.kernel.state import State

_SEALED = b'"sealed":'
_NEW = ("standing", "answers", "plans", "windows", "rules")
_encode = msgspec.json.Encoder(order="deterministic").encode


class _Before(msgspec.Struct):
    """What an earlier state had in place of `answers`."""

    sealed: dict[Seat, str] = {}


prepare(_Before)


def bring_up_to_date(state: State, data: bytes, asking: Container[str]) -> None:
    """After a state was read: give it the options that it was written without, number the question
    that was asked, and give that its answers."""
    lacking = {n: v for n, v in state.added_options.items() if n not in state.options}
    if lacking:
        state.options = {**state.options, **lacking}
    top = state.stack[-1] if state.stack else None
    if top is None or top.window or top.step not in asking:
        return
    window = state.number_top().window
    if _SEALED in data and not state.answers:
        sealed = msgspec.json.decode(data, type=_Before).sealed
        if sealed:
            state.answers = {window: sealed}


def fingerprint(state: State) -> str:
    """A digest of a position, the same however its tables happen to be ordered.

    The numbers of questions are left out: they count, and say nothing about the position. So are
    the version of the rules, which a record has in its header, and the lines that the last action
    wrote into the log: a reworded line does not change a position.
    """
    return _digest((name, value) for name, value in _fields(state) if name != "news")


def is_fingerprint_of(known: str, state: State) -> bool:
    """Whether a stored digest is that of a state. Older digests cover the last lines of the log
    too."""
    return known in (fingerprint(state), _digest(_fields(state)))


def _digest(fields: Iterable[tuple[str, Any]]) -> str:
    parts = (b'"' + name.encode() + b'":' + _encode(value) for name, value in fields)
    return hashlib.sha256(b"{" + b",".join(parts) + b"}").hexdigest()


def _fields(state: State) -> Iterator[tuple[str, Any]]:
    """The fields in the order in which they were always written; new ones only if they hold
    something."""
    for name in state.__struct_fields__:
        if name == "stack":
            top = state.top
            yield name, [(frame.step, frame.args) for frame in state.stack]
            yield "sealed", {} if top is None else state.answers.get(top.window, {})
        elif name == "options" and state.added_options:
            yield name, _options(state)
        elif name not in _NEW and (name not in state.added or getattr(state, name)):
            yield name, getattr(state, name)
    yield from _open(state)


def _options(state: State) -> Options:
    """The options without those that came later and change nothing."""
    added = state.added_options
    return {
        name: value
        for name, value in state.options.items()
        if name not in added or value != added[name]
    }


def _open(state: State) -> Iterator[tuple[str, Any]]:
    if state.standing:
        yield "standing", [(frame.step, frame.args) for frame in state.standing]
    frames = [*state.stack[:-1], *state.standing]
    aside = [state.answers.get(frame.window, {}) if frame.window else {} for frame in frames]
    if any(aside):
        yield "answers", aside
    plans = [state.plans.get(frame.window, {}) for frame in (*state.stack, *state.standing)]
    if any(plans):
        yield "plans", plans
