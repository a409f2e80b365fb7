"""Games played without a browser, as far as a test needs them."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random
from typing import Any

from websockets.sync.client import ClientConnection

from entente.kernel import Game, Match, registry
from entente.kernel.record import dump, record_of
from entente.server.storage.database import connect, sessions
from entente.server.storage.models import User
from entente.server.study.analysis import keep
from tests.browser.people import Caller, Person
from tests.server.running import Json, any_action, hear


def played(game: str, moves: int | None = None, seed: str = "browser") -> bytes:
    """The record of a random game, of this many moves or to its end."""
    match: Match[Any, Any] = Match(registry.load(game), seed=seed)
    random = Random(seed)
    while not match.over and (moves is None or len(match.moves) < moves):
        decision = match.position.decisions[0]
        match.act(decision.seat, decision.menu.sample(random))
    return dump(record_of(match))


def nearly_over(game: str, left: int) -> bytes:
    """The record of a random game that is over after this many more moves."""
    whole = played(game).count(b"\n") - 2  # without the lines before the moves and after them
    return played(game, whole - left)


def given(person: Caller, record: bytes) -> str:
    """Hand a record in; the analysis table, at which one plays all seats."""
    made: dict[str, Any] = person.call("POST", "/records", record.decode())
    assert "id" in made, made
    return str(made["id"])


def begun(person: Person, game: Game[Any, Any], state: Any) -> str:
    """A table at which one person plays all seats, from a position on."""
    engine = connect(f"sqlite:///{person.server.home / 'entente.sqlite3'}")
    match: Match[Any, Any] = Match(game, start=game.save(state).decode())
    with sessions(engine).begin() as session:
        user = session.get_one(User, person.call("GET", "/me")["id"])
        table = keep(session, user, match).id
    engine.dispose()
    return table


def played_beside(table: str, moves: int, *people: Person) -> None:
    """Play a table over its players' sockets, before their pages look at it: this many
    moves, each the first that is offered."""
    with ExitStack() as all_sockets:
        sockets = [all_sockets.enter_context(person.live(table)) for person in people]
        states = [hear(socket, "state") for socket in sockets]
        for _ in range(moves):
            asked = zip(sockets, map(any_action, states), strict=True)
            socket, action = next((each for each in asked if each[1]), (None, None))
            assert socket, "no one is asked anything"
            socket.send(json.dumps(action))
            before = states[0]["version"]
            states = [newer(each, before) for each in sockets]


def newer(socket: ClientConnection, version: int) -> Json:
    """The first state of a table after this version."""
    while (state := hear(socket, "state"))["version"] <= version:
        pass
    return state


def moved(person: Person, table: str) -> bool:
    """Whether a person had a decision, and has answered it."""
    with person.live(table) as socket:
        frame = any_action(hear(socket, "state"))
        if frame:
            socket.send(json.dumps(frame))
            hear(socket, "state")
    return frame is not None


def until_asked(person: Person, table: str) -> None:
    """Wait beside the page until the computer has played, and it is this person's turn."""
    with person.live(table) as socket:
        while any_action(hear(socket, "state")) is None:
            pass
