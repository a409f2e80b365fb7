"""Every page of the site, with something to show on each."""

from __future__ import annotations

import re
from pathlib import Path

from entente.kernel import registry
from tests.browser.games import given, played
from tests.browser.people import Caller

ROUTES = Path(__file__).parents[2] / "web/src/routes.ts"
ROUTE = re.compile(r"(?:^  '|^export const \w+ = ')(/?[^']*)'", re.MULTILINE)
GAMES = tuple(registry.available())


def whole_site(person: Caller) -> list[str]:
    """Give a person an account, a game of each kind, a study, an event, a club and a class; return
    the path of every page."""
    name = person.call("GET", "/me")["name"]
    person.call("POST", "/register", {"name": name, "password": "correct horse battery"})
    free = person.table("attrition", seats={"central": "me"}, title="Waiting")
    running = [
        person.table(game, seats=dict.fromkeys(seats_of(person, game), "me"), private=True)
        for game in GAMES
    ]
    over = given(person, played("attrition"))
    event = {"name": "Cup", "game": "turmoil", "format": "swiss", "privacy": "unlisted"}
    refereed = person.table("diplomacy", refereed=True, private=True)
    values = {
        ":game": list(GAMES),
        ":name": [name],
        ":token": ["unknown"],
        "/tables/:id/story": [f"/tables/{over}/story"],
        "/tables/:id/sheets": [f"/tables/{refereed}/sheets"],
        "/tables/:id/projector": [f"/tables/{refereed}/projector"],
        "/tables/:id": [f"/tables/{each}" for each in (free, *running, over)],
        "/studies/:id/:chapter": [],
        "/studies/:id": [f"/studies/{made(person, '/studies', title='Notes', privacy='private')}"],
        "/events/:id": [f"/events/{made(person, '/events', **event)}"],
        "/clubs/:id": [f"/clubs/{made(person, '/clubs', name='The Reform')}"],
        "/take/:id": [f"/take/{free}"],
    }
    school = person.call(
        "POST", "/classes", {"title": "History", "layout": "copies", "game": "diplomacy"}
    )
    values["/classes/:id"] = [f"/classes/{school['id']}"]
    values[":code"] = [person.call("GET", f"/classes/{school['id']}")["code"]]
    paths = ["/", "/nowhere"]
    for pattern in routes():
        found = [pattern]
        for part, filled in values.items():
            if part in pattern:
                found = [each.replace(part, value) for each in found for value in filled]
        paths += found
    return list(dict.fromkeys(paths))


def routes() -> list[str]:
    """The patterns of all pages, as the client has them."""
    found = [each for each in ROUTE.findall(ROUTES.read_text(encoding="utf-8")) if each]
    assert "/tables/:id" in found
    assert len(found) > 40
    return found


def seats_of(person: Caller, game: str) -> list[str]:
    games = person.call("GET", "/games")
    return list(next(each["seats"] for each in games if each["id"] == game))


def made(person: Caller, path: str, **body: object) -> str:
    """Make one of these; its id."""
    answer = person.call("POST", path, body)
    assert "id" in answer, answer
    return str(answer["id"])
