"""Tables that tests begin with."""

from __future__ import annotations

from random import Random
from typing import Any

from entente.kernel import Match, registry
from tests.server.people import House, Json, Live, Person

SEATS = {"turmoil": ("authoritarian", "liberal"), "attrition": ("central", "entente")}
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def two_at(house: House, game: str = "turmoil", **body: object) -> tuple[Person, Person, Json]:
    """Two people at a table where the game has begun, the first in the game's first seat."""
    anna, bert = house.person("Anna"), house.person("Bert", "fr")
    table = anna.table(game, seats={SEATS[game][0]: "me"}, **body)
    return anna, bert, bert.sit(table, SEATS[game][1])


def powers_at(house: House, count: int = 2, **body: object) -> tuple[list[Person], Json]:
    """This many people in the first seats of Diplomacy, computers in the others."""
    people = [house.person(name.title()) for name in POWERS[:count]]
    seats = {power: None if power in POWERS[:count] else "random" for power in POWERS}
    table = people[0].table("diplomacy", seats=seats, **body)
    for person, power in zip(people, POWERS, strict=False):
        table = person.sit(table, power)
    return people, table


def orders(power: str, seed: int = 1) -> str:
    """Some orders that a power may give in spring 1901."""
    match: Match[Any, Any] = Match(registry.load("diplomacy"))
    menu = match.position.required_by_seat()[power].menu
    rng = Random(seed)
    while (action := menu.sample(rng)).split("; ")[-1] != "orders":
        pass
    return action


def follow(live: Live, version: int) -> Json:
    """Hear states until that version has come."""
    while live.state["version"] < version:
        live.hear("state")
    return live.state


def vote(person: Person, table: Json, seat: str, kind: str, yes: bool = True) -> Json:
    summary: Json = person.post(f"/api/tables/{table['id']}/vote", seat=seat, kind=kind, yes=yes)
    return summary


def lobby_entry(person: Person, table: Json) -> Json:
    """The table as the lobby shows it to a person."""
    shown: Json = person.get(f"/api/tables/{table['id']}")
    return shown


def notices(person: Person) -> list[str]:
    """The keys of a person's notifications, the oldest first."""
    response = person.get("/api/me/notifications")
    rows = response["notices"] if isinstance(response, dict) else response
    return [row["key"].removeprefix("notice.") for row in reversed(rows)]
