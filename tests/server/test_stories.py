"""The report of a table: for its viewers, once it is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from entente.kernel import Outcome
from entente.kernel.story import AnyMatch, Story, story_of
from entente.kernel.typography import typeset
from entente.server.study import stories
from tests.server.people import House
from tests.server.played import given_up

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def test_the_report_is_available_once_the_game_is_over(house: House) -> None:
    franz, stranger = house.person("Franz"), house.person("Stranger")
    running = franz.table("attrition", seats={"central": "me", "entente": "me"})
    answer = stranger.get(f"/api/tables/{running['id']}/report", 409)
    assert answer["key"] == "problem.moment.not_over"
    table = given_up(franz)
    story = stranger.get(f"/api/tables/{table['id']}/report?lang=fr")
    assert story["winners"] == ["entente"]
    assert story["result"][0] == typeset("Victoire : Entente.")
    assert story["points"][-1]["move"] == 20
    assert {deed["id"] for deed in story["statistics"]} >= {"actions", "waited"}
    assert sum(int(count) for count in story["statistics"][0]["values"].values()) == 20


def test_a_closed_table_keeps_its_story(house: House) -> None:
    franz, stranger = house.person("Franz"), house.person("Stranger")
    seats = {"central": "me", "entente": "me"}
    table = franz.table("attrition", seats=seats, spectators=False)
    franz.post(f"/api/tables/{table['id']}/concede", seat="central")
    for path in ("timeline", "report"):  # the same people see both
        stranger.get(f"/api/tables/{table['id']}/{path}", 403)
        franz.get(f"/api/tables/{table['id']}/{path}")


def test_a_table_where_no_game_began_has_no_story(house: House) -> None:
    franz = house.person("Franz")
    table = franz.table("attrition", seats={"central": "me"})
    franz.post(f"/api/tables/{table['id']}/abandon")
    answer = franz.get(f"/api/tables/{table['id']}/report", 409)
    assert answer["key"] == "problem.moment.never_began"


def test_a_story_is_worked_out_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    franz = house.person("Franz")
    table = given_up(franz)
    made: list[AnyMatch] = []
    work: Callable[..., Story] = story_of

    def counted(match: AnyMatch, agreed: Outcome | None) -> Story:
        made.append(match)
        return work(match, agreed)

    monkeypatch.setattr(stories, "story_of", counted)
    answer = [franz.get(f"/api/tables/{table['id']}/report") for _ in range(3)]
    assert answer[0] == answer[1] == answer[2]
    assert len(made) == 1
