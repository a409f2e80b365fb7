"""Studying a game: what a level thinks, why a move was made, how the game went, what could be."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.server.people import House, Json, Person
from tests.server.played import given_up, sample

pytestmark = pytest.mark.one_database


def study(person: Person, table: Json, path: str, status: int = 200) -> Any:
    return person.get(f"/api/tables/{table['id']}/{path}", status)


def fork(person: Person, table: Json, move: int) -> Json:
    made: Json = person.post(f"/api/tables/{table['id']}/fork", move=move, status=201)
    return made


def test_a_level_tells_what_it_would_do_at_any_moment(house: House) -> None:
    franz, stranger = house.person("Franz"), house.person("Ange", "fr")
    table = given_up(franz)
    told = study(franz, table, "moments/0/thought?level=easy&lang=en")
    assert (told["move"], told["seat"], told["level"]) == (0, "central", "easy")
    assert 0 < told["chance"] < 100
    first = told["lines"][0]
    assert (first["action"], first["text"], first["chance"]) == (
        told["action"],
        told["text"],
        told["chance"],
    )
    assert told["sentences"][0].startswith(f"Easy plays: {told['text']}.")
    assert told["standing"] in told["sentences"][0]
    assert first["things"]
    again = study(stranger, table, "moments/0/thought?level=easy&lang=fr")
    assert again["action"] == told["action"]
    assert again["sentences"][0].startswith("Facile joue :")


def test_only_a_seat_that_is_asked_thinks(house: House) -> None:
    franz = house.person("Franz")
    table = given_up(franz)
    refused = study(franz, table, "moments/0/thought?level=easy&seat=entente", 409)
    assert (refused["key"], refused["args"]["seats"]) == ("problem.study.not_asked", ["central"])
    assert study(franz, table, "moments/0/thought?seat=x", 422)["key"] == "problem.table.no_seat"
    assert study(franz, table, "moments/999/thought", 422)["key"] == "problem.moment.later"
    study(franz, table, "moments/0/thought?level=greedy", 422)
    assert study(franz, table, "moments/0/why", 422)["key"] == "problem.study.no_move"
