"""People who write studies in tests."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from entente.kernel import Menu
from entente.server.storage.models import User
from tests.server.people import House, Json, Person

PASSWORD = "correct horse battery"
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def member(house: House, name: str, language: str = "en") -> Person:
    """A registered person whose account is older than a day."""
    person = house.person(name, language)
    person.post("/api/register", name=name, password=PASSWORD)
    with house.app.state.services.sessions.begin() as session:
        session.get_one(User, person.id).created = 0
    return person


def study(person: Person, privacy: str = "private", title: str = "Openings") -> str:
    """A new study, by its path."""
    body = {"title": title, "privacy": privacy}
    made: Json = person.request("POST", "/api/studies", body, 201)
    return f"/api/studies/{made['id']}"


def chapter(person: Person, path: str, game: str = "attrition", **options: object) -> str:
    """A new chapter with a new game, by its path."""
    body = {"name": "One", "game": game, "options": options}
    made: Json = person.request("POST", f"{path}/chapters", body, 201)
    return f"{path}/chapters/{made['chapter_list'][-1]['id']}"


def tree(person: Person, path: str, since: int | None = None) -> Json:
    query = "" if since is None else f"?since={since}"
    text: Json = person.get(f"{path}{query}")
    return text


def at(person: Person, path: str, node: int = 0, seat: str | None = None) -> Json:
    query = "" if seat is None else f"?seat={seat}"
    position: Json = person.get(f"{path}/nodes/{node}{query}")
    return position


def sample(position: Json, seed: int = 1) -> str:
    """Something that the seat of a position may do."""
    decision = position["view"]["view"]["decisions"][0]
    menu: Menu = msgspec.convert(decision["menu"], type=Menu)
    return menu.sample(Random(seed))


def play(person: Person, path: str, node: int = 0, seed: int = 1, seat: str | None = None) -> Json:
    """Play something at a node."""
    position = at(person, path, node, seat)
    body = {"seat": position["seat"], "action": sample(position, seed)}
    done: Json = person.post(f"{path}/nodes/{node}/play", **body)
    return done


def another(person: Person, path: str, parent: int, first: int) -> int:
    """Play something else than what led to the first node; the node it leads to."""
    for seed in range(2, 40):
        made = play(person, path, parent, seed)["node"]
        if made != first:
            return int(made)
    raise AssertionError("there is nothing else to do")


def edit(person: Person, path: str, status: int = 200, /, **change: Any) -> Json:
    done: Json = person.post(f"{path}/edit", status, edit=change)
    return done


def node(text: Json, number: int) -> Json:
    found: Json = next(each for each in text["nodes"] if each["id"] == number)
    return found
