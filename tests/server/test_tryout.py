"""A line from an analysis, played on an analysis board."""

from __future__ import annotations

import pytest

from tests.server.people import House, Json, Person
from tests.server.played import given_up

pytestmark = pytest.mark.one_database


def line_of(person: Person, table: Json) -> list[Json]:
    """A level's move at the beginning of a game, and what it expects after it."""
    answer = person.get(f"/api/tables/{table['id']}/positions/0/analysis?level=easy")
    first = {"seat": answer["seat"], "action": answer["action"]}
    return [first, {"seat": "nobody", "action": "nothing"}]


def test_a_line_is_played_as_far_as_it_may_be(house: House) -> None:
    franz = house.person("Franz")
    table = given_up(franz)
    steps = line_of(franz, table)
    own = franz.post(f"/api/tables/{table['id']}/fork", move=0, status=201)
    path = f"/api/tables/{own['id']}/line"
    answer = franz.post(path, move=0, steps=steps)
    assert (answer["before"], answer["moves"]) == (0, 1)
    assert franz.post(path, move=0, steps=steps, status=409)["key"] == "problem.table.stale"
    again = franz.post(path, move=1, steps=steps[1:])
    assert (again["before"], again["moves"]) == (1, 1)
    franz.post(path, move=1, steps=[], status=422)


def test_a_line_is_played_on_the_persons_own_analysis_board_only(house: House) -> None:
    franz, stranger = house.person("Franz"), house.person("Ange")
    table = given_up(franz)
    steps = line_of(franz, table)
    for person, where in ((franz, table), (stranger, table)):
        refused = person.post(f"/api/tables/{where['id']}/line", move=0, steps=steps, status=403)
        assert refused["key"] == "problem.study.not_own"
    own = franz.post(f"/api/tables/{table['id']}/fork", move=0, status=201)
    stranger.post(f"/api/tables/{own['id']}/line", move=0, steps=steps, status=403)
