"""Read states written by earlier versions, and fingerprint all states alike.

Before decisions were numbered, a state held the sealed answers of the current decision only.
Records that start in mid-game and server databases contain such states. Fingerprints, with which
every record ends, are computed from that older form, so a replayed game keeps its fingerprint.
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
_NEW = ("standing", "answers", "plans", "windows", "rules", "heard")
_encode = msgspec.json.Encoder(order="deterministic").encode


class _Before(msgspec.Struct):
    """What an older state had in place of `answers`."""

    sealed: dict[Seat, str] = {}


prepare(_Before)


def bring_up_to_date(state: State, data: bytes, asking: Container[str]) -> None:
    """Complete a state that was just read: add missing options, number the current decision, and
    assign its answers."""
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
    """Return a digest of a position, independent of the order of its tables.

    Left out: the numbers of decisions, which only count; the version of the rules, which is in the
    record's header; the last log entries, so that rewording them changes nothing; who still reads
    which of them (`heard`); and `notes`.
    """
    return _digest((name, value) for name, value in _fields(state) if name != "news")


def is_fingerprint_of(known: str, state: State) -> bool:
    """Return whether a stored digest matches a state. Older digests include the last log
    entries."""
    return known in (fingerprint(state), _digest(_fields(state)))


def _digest(fields: Iterable[tuple[str, Any]]) -> str:
    parts = (b'"' + name.encode() + b'":' + _encode(value) for name, value in fields)
    return hashlib.sha256(b"{" + b",".join(parts) + b"}").hexdigest()


def _fields(state: State) -> Iterator[tuple[str, Any]]:
    """Yield the fields in their original order; newer ones only if they are not empty."""
    for name in state.__struct_fields__:
        if name in state.notes:
            continue
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
    """Return the options without later additions that have no effect."""
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
