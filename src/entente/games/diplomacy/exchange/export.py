"""Export games to the saved-game format of the Python package `diplomacy`.

That format has a list of phases (`S1901M`, `S1901R`, `W1901A`), each with the state before it, the
orders by power and their results. It supports only games of seven players on the standard map.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from entente.games.diplomacy.answers.slots import ABSENT, CONCEDE
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.exchange.saved_game import (
    DiplomacyMatch,
    exchange_error,
    kind_now,
    kind_of,
    phase_name,
)
from entente.games.diplomacy.phase_names import MOVEMENT, RETREATS
from entente.kernel import Message, Seat, parse_action

ByPower = dict[str, list[str]]

_RESULTS = {"fails": "bounce", "cut": "cut", "void": "void", "broken": "void"}
_NO_CONVOY = ("no_convoy", "convoy_broken", "paradox")


class WrittenPhase(msgspec.Struct):
    """A phase in the format; `state` is the position before the orders."""

    name: str
    state: dict[str, Any]
    orders: dict[str, list[str] | None] = {}
    results: dict[str, list[str]] = {}
    messages: list[Any] = []


class WrittenGame(msgspec.Struct):
    """A whole game in the format."""

    id: str
    phases: list[WrittenPhase]
    map: str = "standard"
    rules: list[str] = []


def export_game(match: DiplomacyMatch, name: str) -> WrittenGame:
    """Export a match; `name` becomes its id."""
    if len(match.seats) != len(match.game.info.seats):
        raise exchange_error("exchange.players")
    again = match.from_start()
    board = again.position.context.board
    phases = [_phase(board, again, name)]
    for seat, action in again.state.sealed.items():  # a start in the middle of a phase
        phases[0].orders.update(_exported(board, again, seat, action))
    for move in match.moves:
        last = phases[-1]
        last.orders.update(_exported(board, again, move.seat, move.action))
        again.act(move.seat, move.action)
        if not again.state.sealed:
            last.orders = {power: orders or [] for power, orders in last.orders.items()}
            last.results = dict(_results(again))
            if again.over and kind_of(last.name) == MOVEMENT and not last.results:
                last.orders = dict.fromkeys(board.power)  # ended by vote, not carried out
            phases.append(_phase(board, again, name))
    if again.state.sealed:  # sealed orders stay secret
        phases[-1].orders = dict.fromkeys(board.power)
    return WrittenGame(name, phases, rules=["NO_PRESS", "POWER_CHOICE"])


def _phase(board: Board, match: DiplomacyMatch, name: str) -> WrittenPhase:
    state, powers = match.state, list(board.power)
    waiting = state.dislodged
    units = {
        power: [*state.units[power], *(f"*{unit}" for unit in waiting.get(power, {}))]
        for power in powers
    }
    europe = match.position.context
    return WrittenPhase(
        phase_name(state),
        {
            "name": phase_name(state),
            "note": "",
            "units": units,
            "retreats": {power: waiting.get(power, {}) for power in powers},
            "centers": {power: list(state.centres[power]) for power in powers},
            "homes": {row.id: list(row.home_centres) for row in board.powers},
            "influence": {power: [] for power in powers},
            "civil_disorder": dict.fromkeys(powers, 0),
            "builds": {power: _builds(europe, power) for power in powers},
            "game_id": name,
            "map": "standard",
            "rules": ["NO_PRESS", "POWER_CHOICE"],
        },
        dict.fromkeys(powers),
    )


def _builds(europe: DiplomacyContext, power: str) -> dict[str, Any]:
    due = europe.builds(power) - europe.removals(power)
    return {"count": due, "homes": []}


def _exported(board: Board, match: DiplomacyMatch, seat: Seat, action: str) -> ByPower:
    """Return a seat's answer as orders in the format, by power."""
    power, kind = seat.upper(), kind_now(match)
    parts = parse_action(action).choice_texts
    if kind == MOVEMENT:
        absent = parts[-1] in (ABSENT, CONCEDE)
        return {power: [] if absent else [_with_via(board, text) for text in parts[:-1]]}
    if kind == RETREATS:
        return {power: [text.replace(" - ", " R ") for text in parts]}
    return {power: [_winter(text) for text in parts]}


def _with_via(board: Board, text: str) -> str:
    """Return the format marks every move by sea."""
    words = parse_action(text).words
    if words[0] != "A" or words[2] != "-" or len(words) > 4:
        return text
    start, end = board.province[words[1]], board.province[words[3]]
    return text if board.army[start] >> end & 1 else f"{text} VIA"


def _winter(text: str) -> str:
    kind, *unit = parse_action(text).words
    return {"BUILD": " ".join([*unit, "B"]), "REMOVE": " ".join([*unit, "D"])}.get(kind, text)


def _results(match: DiplomacyMatch) -> Iterator[tuple[str, list[str]]]:
    """Yield the results of the orders, in the format's terms."""
    pushed: set[str] = set()
    rows: dict[str, list[str]] = {}
    for entry in match.state.news:
        message = entry.message
        if message.key == "log.dislodged" or message.key == "log.result.dislodged":
            pushed.add(_unit(message))
        if message.key.startswith("log.result."):
            rows[_unit(message)] = _words(message)
    for unit, words in rows.items():
        yield unit, [*words, *(["dislodged"] if unit in pushed else [])]


def _unit(message: Message) -> str:
    text = message.args.get("order") or message.args["unit"]
    return " ".join(str(text).split()[:2])


def _words(message: Message) -> list[str]:
    if message.key.removeprefix("log.result.") in _NO_CONVOY:
        return ["no convoy"]
    word = _RESULTS.get(str(message.args["outcome"]))
    return [word] if word else []
