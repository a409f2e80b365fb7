"""Games to and from the saved-game format of the Python package `diplomacy`.

That format has a list of phases (`S1901M`, `S1901R`, `W1901A`), each with the state before it, the
orders by power and their results. Only games of seven players on the standard map have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from entente.games.diplomacy.answers import listed_as
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.game import Diplomacy
from entente.games.diplomacy.meaning import read_order
from entente.games.diplomacy.orders import CONVOY
from entente.games.diplomacy.slots import ABSENT, CONCEDE, DISBAND, ORDERS, VOTE
from entente.games.diplomacy.state import AUTUMN, SPRING, DiplomacyState
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel import Match, Message, Refusal, Seat, say
from entente.kernel.mistake import Mistake

DiplomacyMatch = Match[DiplomacyState, Europe]
ByPower = dict[str, list[str]]

OVER = "COMPLETED"
_LETTERS = {SPRING: "S", AUTUMN: "F"}
_KINDS = {"orders": "M", "retreat": "R", "adjust": "A"}
_RESULTS = {"fails": "bounce", "cut": "cut", "void": "void", "broken": "void"}
_NO_CONVOY = ("no_convoy", "convoy_broken", "paradox")


class SavedPhase(msgspec.Struct):
    """A phase as the format has it; `state` is what stood before the orders."""

    name: str
    state: dict[str, Any]
    orders: dict[str, list[str] | None] = {}
    results: dict[str, list[str]] = {}
    messages: list[Any] = []


class SavedGame(msgspec.Struct):
    """A whole game as the format has it."""

    id: str
    phases: list[SavedPhase]
    map: str = "standard"
    rules: list[str] = []


# -- out


def export_game(match: DiplomacyMatch, name: str) -> SavedGame:
    """A match in the format; `name` becomes its id."""
    if len(match.seats) != len(match.game.info.seats):
        raise _mistake("exchange.players")
    again: DiplomacyMatch = Match(match.game, match.options, match.seed)
    board = match.game.context(again.state).board
    phases = [_phase(board, again, name)]
    for move in match.moves:
        seat_orders = _exported(board, again.state, move.seat, move.action)
        last = phases[-1]
        for power, orders in seat_orders.items():
            last.orders[power] = [*(last.orders.get(power) or []), *orders]
        again.act(move.seat, move.action)
        if not again.state.sealed:
            last.orders = {power: orders or [] for power, orders in last.orders.items()}
            last.results = dict(_results(again))
            if again.over and last.name.endswith("M") and not last.results:
                last.orders = dict.fromkeys(board.power)  # ended by vote: nothing was carried out
            phases.append(_phase(board, again, name))
    if again.state.sealed:  # what is still secret stays so
        phases[-1].orders = dict.fromkeys(board.power)
    return SavedGame(name, phases, rules=["NO_PRESS", "POWER_CHOICE"])


def phase_name(state: DiplomacyState) -> str:
    """`S1901M`; a game that is over is `COMPLETED`."""
    if not state.stack:
        return OVER
    kind = _KINDS[state.stack[-1].step]
    return f"{'W' if kind == 'A' else _LETTERS[state.season]}{state.year}{kind}"


def _phase(board: Board, match: DiplomacyMatch, name: str) -> SavedPhase:
    state, powers = match.state, list(board.power)
    waiting = state.dislodged
    units = {
        power: [*state.units[power], *(f"*{unit}" for unit in waiting.get(power, {}))]
        for power in powers
    }
    europe = match.game.context(state)
    return SavedPhase(
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


def _builds(europe: Europe, power: str) -> dict[str, Any]:
    due = europe.builds(power) - europe.removals(power)
    return {"count": due, "homes": []}


def _exported(board: Board, state: DiplomacyState, seat: Seat, action: str) -> ByPower:
    """A seat's answer as orders of the format, by power."""
    power, step = seat.upper(), state.stack[-1].step
    parts = action.split("; ")
    if step == "orders":
        absent = parts[-1] in (ABSENT, CONCEDE)
        return {power: [] if absent else [_with_via(board, text) for text in parts[:-1]]}
    if step == "retreat":
        return {power: [text.replace(" - ", " R ") for text in parts]}
    return {power: [_winter(text) for text in parts]}


def _with_via(board: Board, text: str) -> str:
    """The format marks every move by sea."""
    words = text.split()
    if words[0] != "A" or words[2] != "-" or len(words) > 4:
        return text
    start, end = board.province[words[1]], board.province[words[3]]
    return text if board.army[start] >> end & 1 else f"{text} VIA"


def _winter(text: str) -> str:
    kind, *unit = text.split()
    return {"BUILD": " ".join([*unit, "B"]), "REMOVE": " ".join([*unit, "D"])}.get(kind, text)


def _results(match: DiplomacyMatch) -> Iterator[tuple[str, list[str]]]:
    """What became of each order, in the format's words."""
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


# -- in


def import_game(game: Diplomacy, data: bytes) -> DiplomacyMatch:
    """A match out of the format, replayed by our rules. Where they differ it is refused."""
    try:
        saved = msgspec.json.decode(data, type=SavedGame)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _mistake("exchange.malformed", reason=str(error)) from None
    if saved.map != "standard":
        raise _mistake("exchange.map", name=saved.map)
    match: DiplomacyMatch = Match(game, {"rules": "standard"}, saved.id or "0")
    for phase in saved.phases:
        if phase.name == OVER:  # by a vote or an agreement that the format does not tell
            break
        if phase.name != phase_name(match.state):
            found = phase_name(match.state)
            raise _mistake("exchange.phase", phase=phase.name, found=found)
        _compare(match.state, phase)
        if any(orders is None for orders in phase.orders.values()):
            break
        for seat in list(match.game.decisions(match.state)):
            match.act(seat, _answer(match, seat, phase))
    return match


def _compare(state: DiplomacyState, phase: SavedPhase) -> None:
    """The units must stand where the format says they do."""
    for power, units in state.units.items():
        theirs = {text for text in phase.state["units"].get(power, []) if text[:1] != "*"}
        if set(units) != theirs:
            ours, there = sorted(set(units) - theirs), sorted(theirs - set(units))
            raise _mistake("exchange.differs", phase=phase.name, ours=ours, theirs=there)


def _answer(match: DiplomacyMatch, seat: Seat, phase: SavedPhase) -> str:
    """Orders of the format as an answer to our question; what is left out holds or is waived."""
    orders = phase.orders.get(seat.upper()) or []
    decision = match.game.decisions(match.state)[seat]
    slots: Mapping[str, tuple[str, ...]] = decision.menu.slots  # type: ignore[union-attr]
    step = match.state.stack[-1].step
    if step == "orders":
        given = _movement(match, orders, phase)
        chosen = [ORDERS if slot == VOTE else given.get(slot, f"{slot} H") for slot in slots]
        return "; ".join(chosen)
    if step == "retreat":
        texts = {" ".join(text.split()[:2]): text.replace(" R ", " - ") for text in orders}
        return "; ".join(texts.get(slot, f"{slot} {DISBAND}") for slot in slots)
    wanted = [_unwinter(text) for text in orders if text.strip()]
    answer = []
    for choices in slots.values():
        legal = next((text for text in wanted if text in choices), None)
        if legal is not None:
            wanted.remove(legal)
        answer.append(legal or choices[-1])
    return "; ".join(answer)


def _convoys(match: DiplomacyMatch, phase: SavedPhase) -> dict[tuple[int, int], int]:
    """By start and end of an army's move, the seas whose fleets carry it."""
    europe = match.game.context(match.state)
    board, position = europe.board, europe.position
    found: dict[tuple[int, int], int] = {}
    for text in (text for texts in phase.orders.values() for text in texts or ()):
        read = read_order(board, position, None, text)
        if not isinstance(read, Refusal) and read.order.kind == CONVOY:
            way = (board.province_of[read.order.target], read.order.end)
            sea = position.units[read.number].location
            found[way] = found.get(way, 0) | 1 << sea
    return found


def _movement(match: DiplomacyMatch, orders: list[str], phase: SavedPhase) -> dict[str, str]:
    """By unit, the order in our spelling; one that is impossible is left out.

    In the format a move marked for a convoy walks if no convoy is complete and a border is there,
    unless its result says that it stayed.
    """
    europe = match.game.context(match.state)
    board, position = europe.board, europe.position
    convoys = _convoys(match, phase)
    found: dict[str, str] = {}
    for text in orders:
        read = read_order(board, position, None, text)
        if isinstance(read, Refusal):
            continue
        name, order = europe.menus().names[read.number], read.order
        way = (board.province_of[position.units[read.number].location], order.target)
        stayed = "no convoy" in phase.results.get(name, ())
        if order.via and not stayed and not board.sails(*way, convoys.get(way, 0)):
            order = order._replace(via=False)
        exact = listed_as(europe, read.number, order)
        exact = exact or listed_as(europe, read.number, order._replace(coast=-1))
        if exact is not None:
            found[name] = exact
    return found


def _unwinter(text: str) -> str:
    *unit, sign = text.split()
    if sign == "B":
        return " ".join(["BUILD", *unit])
    return " ".join(["REMOVE", *unit]) if sign == "D" else "WAIVE"


def _mistake(key: str, **args: str | list[str]) -> Mistake:
    return Mistake(say(key, **args), PACKAGE)
