"""Processes that speak over Redis: two servers on one database, each with its own player."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import sleep

import psycopg
import pytest

from entente.kernel import UserError
from entente.server.http.app import create_app
from entente.server.live import process_messages
from entente.server.problem import Problem
from entente.server.settings import Settings, read_settings
from entente.server.storage.limit_uses import UsesInMemory
from tests.server.people import House, Json, Live, Person
from tests.server.redis_server import RedisServer

on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)
SEATS = ("authoritarian", "liberal")


@contextmanager
def houses(database: str, redis: str, many: int = 2) -> Iterator[list[House]]:
    with ExitStack() as stack:
        settings = Settings(database, redis=redis)
        yield [stack.enter_context(House(create_app(settings))) for _ in range(many)]


def two_apart(here: House, there: House) -> tuple[Person, Person, Json]:
    """Two players of a game, each at another process."""
    anna, bert = here.person("Anna"), there.person("Bert")
    table = anna.table("turmoil", seats={SEATS[0]: "me"})
    bert.sit(table, SEATS[1])
    return anna, bert, table


def act(lives: list[Live]) -> None:
    """The first seat that must, acts; all see it."""
    version = begin(lives)
    for live in lives:
        while live.state["version"] <= version:
            live.hear("state")


def begin(lives: list[Live]) -> int:
    """All see the same; the first seat that must, acts. The version before it."""
    version: int = max(live.state["version"] for live in lives)
    for live in lives:
        while live.state["version"] < version:
            live.hear("state")
    seat, live = next(each for each in zip(SEATS, lives, strict=True) if each[1].decision(each[0]))
    decision = live.decision(seat)
    assert decision is not None
    assert live.act(seat, decision["menu"]["actions"][0])["type"] == "done"
    return version


@on_postgres
def test_players_at_different_processes_see_the_same(
    database: str, redis_server: RedisServer
) -> None:
    address = database.replace("+psycopg", "")
    with (
        houses(database, redis_server.url) as (here, there),
        psycopg.connect(address, autocommit=True) as listener,
    ):
        listener.execute("LISTEN entente")
        anna, bert, table = two_apart(here, there)
        with anna.live(table) as one, bert.live(table) as two:
            while set(one.hear("presence")["online"]) != set(SEATS):
                pass
            for _ in range(3):
                act([one, two])
            bert.post(
                f"/api/tables/{table['id']}/chat",
                seat=SEATS[1],
                to=[SEATS[0]],
                status=201,
                text="Good evening.",
            )
            assert one.hear("message")["message"]["text"] == "Good evening."
            # papers, to their owner at another process
            anna_there = there.person(None)
            anna_there.client.cookies = anna.client.cookies
            with anna_there.live(table) as mine:
                notes = {"seat": SEATS[0], "text": "Budapest first."}
                anna.request("PUT", f"/api/tables/{table['id']}/notes", notes, 204)
                while mine.state["seats"][SEATS[0]]["notes"] != "Budapest first.":
                    mine.hear("state")
            # an ended session
            with anna_there.live(table) as mine:
                anna.post("/api/logout", status=204)
                while mine.receive().get("key") != "problem.account.ended":
                    pass
        # a process that comes later knows who is there
        with bert.live(table), houses(database, redis_server.url, 1) as (late,):
            audience = late.app.state.services.audience
            assert audience.users_at(table["id"]) == {bert.id}
        assert not list(listener.notifies(timeout=0))


@on_postgres
def test_limits_are_counted_together_and_by_each_process_without_redis(
    database: str, redis_server: RedisServer
) -> None:
    with houses(database, redis_server.url) as (here, there):
        uses = [each.app.state.services.limit_uses for each in (here, there)]
        alone = UsesInMemory()
        # the same as in memory, to the second
        for now in (0.0, 0.5, 1.0, 1.0, 30.0, 31.0, 31.5, 200.0):
            expected = alone.take("x", 3, 60.0, now)
            assert uses[int(now) % 2].take("x", 3, 60.0, now) == pytest.approx(expected, abs=1e-3)
        for each in (here, there):
            guests = [each.app.state.limits.get(2, 3600, "guests") for _ in range(2)]
            guests[0].take("198.51.100.7")
        with pytest.raises(Problem):
            guests[1].take("198.51.100.7")
        redis_server.stop()
        try:
            for each in (here, there):
                for _ in range(2):
                    each.app.state.limits.get(2, 3600, "tokens").take("198.51.100.7")
                with pytest.raises(Problem):
                    each.app.state.limits.get(2, 3600, "tokens").take("198.51.100.7")
        finally:
            redis_server.start()


@on_postgres
def test_nothing_is_lost_with_redis(
    database: str, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis ends, the players go on; it returns, and is used again."""
    monkeypatch.setattr(process_messages, "AGAIN", 0.01)
    with houses(database, redis_server.url) as (here, there):
        anna, bert, table = two_apart(here, there)
        with anna.live(table) as one, bert.live(table) as two:
            act([one, two])
            redis_server.stop()
            try:
                for _ in range(2):
                    act([one, two])
            finally:
                redis_server.start()
            for each in (here, there):
                each.call(each.app.state.services.redis.listening.wait)
            act([one, two])


@on_postgres
def test_a_silent_redis_is_left_and_found_again(
    database: str, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_messages, "AGAIN", 0.01)
    monkeypatch.setattr("entente.server.live.redis_messages.PING", 0.05)
    monkeypatch.setattr("entente.server.live.redis_messages.LOST", 0.2)
    with houses(database, redis_server.url) as (here, there):
        redis = [each.app.state.services.redis for each in (here, there)]
        anna, bert, table = two_apart(here, there)
        with anna.live(table) as one, bert.live(table) as two:
            redis_server.pause()
            try:
                while any(each.listening.is_set() for each in redis):
                    sleep(0.01)
                act([one, two])
            finally:
                redis_server.go_on()
            for house, each in zip((here, there), redis, strict=True):
                house.call(each.listening.wait)
            act([one, two])


@on_postgres
def test_changes_that_were_not_published_are_found(
    database: str, redis_server: RedisServer
) -> None:
    """As after a process was killed between commit and publication."""
    with houses(database, redis_server.url) as (here, there):
        anna, bert, table = two_apart(here, there)
        with anna.live(table) as one, bert.live(table) as two:
            act([one, two])
            states = [each.app.state for each in (here, there)]
            for house, state in zip((here, there), states, strict=True):
                house.call(state.process_messages._catch_up, [table["id"]])
                house.call(state.services.announcements.stop)  # commits are not announced
            version = begin([one, two])
            path = f"/api/tables/{table['id']}/chat"
            anna.post(path, seat=SEATS[0], to=[SEATS[1]], text="Good evening.", status=201)
            for house, state in zip((here, there), states, strict=True):
                house.call(state.process_messages._catch_up, [table["id"]])
            while one.state["version"] <= version:
                one.hear("state")
            text = None
            while text is None or two.state["version"] <= version:
                frame = two.receive()
                if frame["type"] == "state":
                    two.state = frame
                elif frame["type"] == "message":
                    text = frame["message"]["text"]
            assert text == "Good evening."


def test_redis_needs_an_address_the_package_and_several_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on_postgres = {"ENTENTE_DATABASE_URL": "postgresql://x/y"}
    for environment, words in (
        ({"ENTENTE_REDIS_URL": "localhost:6379", **on_postgres}, "redis://"),
        ({"ENTENTE_REDIS_URL": "redis://x", "ENTENTE_DATABASE_URL": "sqlite:///x"}, "SQLite"),
    ):
        with pytest.raises(UserError) as refused:
            read_settings(environment)
        assert words in refused.value.text("en")
        assert words in refused.value.text("fr")
    with monkeypatch.context() as patch:
        patch.setattr("entente.server.settings.find_spec", lambda name: None)
        with pytest.raises(UserError, match="redis"):
            read_settings({"ENTENTE_REDIS_URL": "redis://x", **on_postgres})


@on_postgres
def test_a_wrong_password_is_refused_at_the_start(database: str, redis_server: RedisServer) -> None:
    """A process that cannot speak with the others would keep ended sessions for a while."""
    from redis import Redis

    owner = Redis.from_url(redis_server.url)
    owner.config_set("requirepass", "swordfish")
    owner.auth("swordfish")
    try:
        with pytest.raises(UserError) as refused:
            create_app(Settings(database, redis=redis_server.url))
    finally:
        owner.config_set("requirepass", "")
        owner.close()
    for language in ("en", "fr"):
        assert "ENTENTE_REDIS_URL" in refused.value.text(language)
