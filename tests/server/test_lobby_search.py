"""The lobby's filters and pages, and what a row says of the players."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from entente.server.ratings.reliability import reliability_of
from entente.server.storage.blocks import BLOCK
from entente.server.storage.models import Rating, Relation, User
from entente.server.tables import lobby_search
from entente.server.tables.home import SHOWN, ActivityCounter, home
from tests.server.people import House, Json, Person
from tests.server.tables import POWERS

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

CLOCK = {"time_control": {"kind": "live", "minutes": 30, "increment": 0}}
SLOW = {"time_control": {"kind": "correspondence", "hours": 24}}


def found(person: Person, query: str = "") -> list[str]:
    page: Json = person.get(f"/api/lobby?{query}")
    return [each["table"]["title"] for each in page["tables"]]


def test_filters(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    seat = {"liberal": "me"}
    anna.table("turmoil", seats=seat, title="live", **CLOCK)
    anna.table("turmoil", seats=seat, title="slow", language="fr", chat="none", **SLOW)
    one_free = dict.fromkeys(POWERS[2:], "random") | {POWERS[0]: "me"}
    anna.table("diplomacy", seats=one_free, title="one seat")
    anna.table("diplomacy", seats={POWERS[0]: "me"}, title="six seats", options={"end_year": 1910})
    anna.table("turmoil", seats=seat, title="hidden", private=True)
    everything = {"live", "slow", "one seat", "six seats"}
    assert set(found(bert)) == everything == set(found(house.person(None)))
    assert set(found(anna, "scope=mine")) == everything | {"hidden"}
    assert found(bert, "scope=mine") == found(bert, "scope=watch") == []
    for query, titles in {
        "game=diplomacy": {"one seat", "six seats"},
        "pace=live": {"live"},
        "pace=correspondence": {"slow"},
        "pace=free": {"one seat", "six seats"},
        "chat=none": {"slow"},
        "free=2": {"six seats"},
        "spoken=fr": {"slow"},
        "standard=true": everything - {"six seats"},
        "standard=true&game=diplomacy": {"one seat"},
        "rated=true": set(),
    }.items():
        assert set(found(bert, query)) == titles, query
    for query in ("pace=quick", "free=0", "least_rating=x", "scope=secret", "after=x"):
        bert.get(f"/api/lobby?{query}", status=422)
    bert.sit(
        next(t for t in bert.get("/api/tables?scope=open") if t["title"] == "live"), "authoritarian"
    )
    assert "live" not in found(bert)  # it is full and runs
    (row,) = bert.get("/api/lobby?scope=watch")["tables"]
    assert row["stage"]


def test_rows_say_who_sits_there_unless_names_are_hidden(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    with house.app.state.services.sessions.begin() as session:
        row = {"game": "turmoil", "pace": "live", "season": "", "deviation": 3.0, "listed": True}
        session.add(Rating(user_id=anna.id, mean=40.0, games=9, wins=9, changed=0, **row))
    anna.table("turmoil", seats={"liberal": "me"}, title="named", **CLOCK)
    anna.table("turmoil", seats={"liberal": "me"}, title="hidden", anonymous=True, **CLOCK)
    rows = {row["table"]["title"]: row for row in bert.get("/api/lobby")["tables"]}
    rating = rows["named"]["players"]["liberal"]["rating"]
    assert rating["points"] > 1800
    assert rows["hidden"]["players"] == {}
    of_table = {title: f"/api/tables/{row['table']['id']}/ratings" for title, row in rows.items()}
    assert bert.get(of_table["named"]) == rows["named"]["players"]
    assert bert.get(of_table["hidden"]) == {}
    assert rows["hidden"]["table"]["seats"]["liberal"]["name"] is None
    # No search by rating says anything of a hidden player.
    points = rating["points"]
    assert found(bert, f"least_rating={points - 1}&most_rating={points + 1}") == ["named"]
    assert (
        found(bert, f"most_rating={points - 1}") == found(bert, f"least_rating={points + 1}") == []
    )
    assert set(found(bert, "pace=live")) == {"named", "hidden"}


def test_blocked_people_do_not_see_each_other_s_open_tables(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    anna.table("turmoil", seats={"liberal": "me"}, title="hers")
    bert.table("turmoil", seats={"liberal": "me"}, title="his")
    with house.app.state.services.sessions.begin() as session:
        session.add(Relation(user_id=anna.id, other_id=bert.id, kind=BLOCK, created=0))
    assert (found(anna), found(bert)) == (["hers"], ["his"])


def test_pages(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_search, "PAGE", 2)
    anna = house.person("Anna")
    titles = [f"table {number}" for number in range(5)]
    for title in titles:
        anna.table("turmoil", seats={"liberal": "me"}, title=title)
    seen: list[str] = []
    query = ""
    while True:
        page = anna.get(f"/api/lobby?{query}")
        seen += [each["table"]["title"] for each in page["tables"]]
        if page["next"] is None:
            break
        query = f"after={page['next']}"
    assert sorted(seen) == titles


def test_home_shows_own_open_and_running_tables(house: House) -> None:
    host, guest = house.person("Host"), house.person("Guest")
    waiting = host.table("turmoil", seats={"liberal": "me", "authoritarian": None})
    hidden = host.table("turmoil", seats={"liberal": "me", "authoritarian": None}, private=True)
    running = host.table("turmoil", seats={"liberal": "me", "authoritarian": "random"})

    def shown(person: Person, part: str) -> set[str]:
        return {each["table"]["id"] for each in person.get("/api/home")[part]}

    assert shown(host, "mine") == {waiting["id"], hidden["id"], running["id"]}
    assert shown(host, "open") == shown(host, "live") == set()
    assert shown(guest, "mine") == set()
    assert shown(guest, "open") == {waiting["id"]}
    assert shown(guest, "live") == {running["id"]}
    stranger = house.person(None).get("/api/home")
    assert stranger["mine"] == []
    assert stranger["activity"]["playing"] >= 1


def test_home_reads_little_however_many_tables(house: House) -> None:
    """A few queries, without the drafts and notes of seats."""
    services = house.app.state.services
    host, guest = house.person("Host"), house.person("Guest")

    def queries(tables: int) -> int:
        for _ in range(tables):
            for other in ("random", None):
                host.table("turmoil", seats={"liberal": "me", "authoritarian": other})
        with services.sessions() as session:
            user, made = session.get_one(User, guest.id), list[str]()
            event.listen(
                session.connection(), "before_cursor_execute", lambda *a: made.append(a[2])
            )
            shown = home(session, user, ActivityCounter(), "en", services.clock(), {})
        assert 0 < len(shown.open) == len(shown.live) <= SHOWN
        assert not any("chairs.notes" in query or "chairs.draft," in query for query in made)
        return len(made)

    assert queries(1) == queries(5)


def test_the_reliability_of_many_people_is_not_read_from_all_running_games(house: House) -> None:
    services, made = house.app.state.services, list[tuple[str, Any]]()
    if services.engine.dialect.name == "postgresql":
        pytest.skip("PostgreSQL reads so few rows without an index")
    with services.sessions() as session:
        connection = session.connection()
        event.listen(connection, "before_cursor_execute", lambda *a: made.append(a[2:4]))
        reliability_of(session, range(1, 40), services.clock())
        query, values = next(each for each in made if "chairs.phases" in each[0])
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values).all()
    assert "chairs_of_user" in plan[0][-1]
