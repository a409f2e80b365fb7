"""Games that people play in tests at random, and the records of them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from entente.kernel import Match, Menu, OptionValue, registry
from entente.kernel.record import dump, record_of
from tests.server.people import Json, Live, Person
from tests.server.tables import follow


def sample(live: Live, seat: str, rng: Random) -> str:
    """Something that a seat may do."""
    decision = live.decision(seat)
    assert decision is not None
    menu: Menu = msgspec.convert(decision["menu"], type=Menu)
    return menu.sample(rng)


def play_on(sockets: dict[str, Live], most: int, rng: Random) -> None:
    """Each seat in turn takes an action, this many times; in the end all have seen everything."""
    version = max(live.state["version"] for live in sockets.values())
    for _ in range(most):
        for seat, live in sockets.items():
            follow(live, version)
            if live.state["status"] == "playing" and live.decision(seat):
                answer = live.act(seat, sample(live, seat, rng))
                assert answer["type"] == "done"
                version = answer["version"]
    for live in sockets.values():
        follow(live, version)


def finished(person: Person, **body: object) -> Json:
    """A game of one person against the computer, to its end."""
    table = person.table("attrition", seats={"central": "me", "entente": "random"}, **body)
    rng = Random(3)
    with person.live(table) as live:
        while live.state["status"] == "playing":
            if live.decision("central") is None:
                live.hear("state")
            else:
                live.act("central", sample(live, "central", rng))
    return table


def at_random(game: str, moves: int | None = None, **options: OptionValue) -> bytes:
    """The record of a random game, of this many moves or to its end."""
    match: Match[Any, Any] = Match(registry.load(game), options=options, seed="1")
    rng = Random(1)
    while not match.over and (moves is None or len(match.moves) < moves):
        decision = match.position.decisions[0]
        match.act(decision.seat, decision.menu.sample(rng))
    return dump(record_of(match))


def given_up(person: Person) -> Json:
    """A game of one person for both sides, given up after some moves: over, and soon."""
    table = person.table("attrition", seats={"central": "me", "entente": "me"})
    rng = Random(3)
    with person.live(table) as live:
        for _ in range(20):
            seat = next(seat for seat in table["seats"] if live.decision(seat))
            assert live.act(seat, sample(live, seat, rng))["type"] == "done"
    person.post(f"/api/tables/{table['id']}/concede", seat="central")
    return table


def record(person: Person, table: Json) -> bytes:
    """The record that a person may download."""
    answer = person.client.get(f"/api/tables/{table['id']}/record")
    assert answer.status_code == 200, answer.text
    return answer.content


def rows(data: bytes) -> list[Json]:
    """The lines of a record."""
    return [msgspec.json.decode(line) for line in data.splitlines()]


def give(person: Person, data: bytes, status: int = 201) -> Any:
    """Hand in a record."""
    headers = {"x-csrf-token": person.csrf}
    answer = person.client.post("/api/records", content=data, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()
