"""Fair queue: whose search runs when many wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import text

from entente.kernel import Match, registry
from entente.players import random
from entente.server.live import player_process
from entente.server.live.backoff import Backoff
from entente.server.live.computers import ComputerScheduler
from entente.server.live.fair_queue import FairQueue
from entente.server.live.player_process import PlayerQuestion, think
from entente.server.live.thinking_pool import Late, ThinkingPool
from entente.server.storage.models import Table
from tests.server.people import House
from tests.server.pool_work import nothing, process_of

WANTED = [("anna", "a1")] * 4 + [("anna", "a2")] * 2 + [("bert", "b1")] * 2 + [("carl", "c1")]

pytestmark = pytest.mark.one_database


def order_of(turns: FairQueue, most: int) -> list[str]:
    """The order of the users when all have come before the first is done; no user ever has
    more than `most` places."""
    seen: list[str] = []
    at_work: list[str] = []

    async def work(user: str, table: str, begin: asyncio.Event) -> None:
        await turns.take(user, table)
        at_work.append(user)
        assert at_work.count(user) <= most
        seen.append(table)
        await begin.wait()
        await asyncio.sleep(0)
        at_work.remove(user)
        turns.give(user)

    async def all_of_them() -> None:
        begin = asyncio.Event()
        tasks = [asyncio.create_task(work(user, table, begin)) for user, table in WANTED]
        await asyncio.sleep(0)
        begin.set()
        await asyncio.gather(*tasks)

    asyncio.run(all_of_them())
    assert turns.waiting == 0
    return seen


def test_users_have_their_turns_one_after_the_other_and_so_have_their_tables() -> None:
    """Anna has come first, with two tables and many seats."""
    assert order_of(FairQueue(1, 1), 1) == ["a1", "b1", "c1", "a2", "b1", "a1", "a2", "a1", "a1"]


def test_no_user_has_more_than_their_share_of_the_places() -> None:
    assert order_of(FairQueue(3, 1), 1)[:3] == ["a1", "b1", "c1"]
    assert order_of(FairQueue(3, 2), 2)[:3] == ["a1", "a1", "b1"]


def test_coming_and_going_does_not_pass_those_who_wait() -> None:
    """Anna has two tables; of Bert and Carl one always waits for the other."""

    async def scenario() -> None:
        turns, seen = FairQueue(1, 1), list[str]()

        async def work(user: str, table: str) -> None:
            for _ in range(10):
                await turns.take(user, table)
                seen.append(user)
                await asyncio.sleep(0)
                turns.give(user)
                await asyncio.sleep(0)

        users = ("anna", "a1"), ("anna", "a2"), ("bert", "b1"), ("carl", "c1"), ("dora", "d1")
        await asyncio.gather(*(work(*each) for each in users))
        assert seen[:20].count("anna") == 5

    asyncio.run(scenario())


def test_a_cancelled_request_takes_no_place() -> None:
    async def scenario() -> None:
        turns = FairQueue(1, 1)
        await turns.take("anna", "a1")
        waiting = [asyncio.create_task(turns.take("bert", f"b{n}")) for n in range(3)]
        await asyncio.sleep(0)
        assert turns.waiting == 3
        waiting[0].cancel()
        await asyncio.sleep(0)
        turns.give("anna")
        waiting[1].cancel()  # at the moment of its turn
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not waiting[2].cancelled()
        turns.give("bert")
        await turns.take("anna", "a1")

    asyncio.run(scenario())


def test_backoff_grows_and_is_reported_once() -> None:
    now = [0.0]
    pauses = Backoff(1, 5, lambda: now[0])
    assert [pauses.failed("x") for _ in range(2)] == [True, False]
    assert (pauses.times("x"), pauses.left("x"), pauses.is_over("x")) == (2, 2.0, False)
    for _ in range(50):
        pauses.failed("x")
    now[0] = 4.9
    assert not pauses.is_over("x")
    assert pauses.is_over("y")
    now[0] = 5
    assert pauses.is_over("x")
    pauses.recovered("x")
    assert pauses.failed("x")


# -- processes


def question(player: str = "random", game: str = "attrition") -> PlayerQuestion:
    match = Match(registry.load(game), None, "vienna")
    state = match.game.save(match.state)
    decision = match.position.decisions[0]
    return PlayerQuestion(game, {}, state, decision.seat, decision.window, player, "1")


def test_a_player_that_thinks_too_long_is_ended_and_the_next_one_starts() -> None:
    """The start of its process does not count."""

    async def scenario() -> None:
        thinkers = ThinkingPool(1, 0.0)
        with pytest.raises(Late):
            await thinkers.ask(question("greedy", "diplomacy"))  # its longest thought
        assert thinkers.processes() == []
        thinkers.seconds = 60
        answer, seconds = await thinkers.ask(question())
        assert answer.action
        assert 0 < seconds < 60
        assert len(thinkers.processes()) == 1
        thinkers.end()

    asyncio.run(scenario())


@pytest.mark.parametrize("remembered", [True, False])
def test_a_player_that_goes_in_circles_searches_again_with_another_seed(
    remembered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a process that has seen it happen, and in one that has not."""
    seeds = list[str]()

    def create(game_id: str, seed: str) -> random.RandomPlayer:
        seeds.append(seed)
        return random.RandomPlayer(seed)

    monkeypatch.setattr(random, "create", create)
    match = Match(registry.load("pax"), {"players": 4}, "1")
    seat, state = "great_britain", match.game.save(match.state)
    given = PlayerQuestion("pax", {}, state, seat, 0, "random", f"circles {remembered}")
    for action in ("watch kansu", "unwatch kansu", "watch kansu"):
        if remembered:
            think(
                given._replace(done=given.done, window=match.position.decisions_for(seat)[0].window)
            )
        match.act(seat, action)
        done = (*given.done, (action, match.windows[-1]))
        given = given._replace(done=done, moves=len(done))
    think(given._replace(window=match.position.decisions_for(seat)[0].window))
    assert seeds == [given.seed, f"{given.seed}/3"]  # it is where it was after the first


@pytest.mark.parametrize("player", ["random", "greedy", "easy", "normal:4", "hard:4"])
def test_a_process_without_memory_answers_the_same(player: str) -> None:
    """At every decision of a turn; the request contains the seat's earlier actions."""
    match = Match(registry.load("attrition"), None, "vienna")
    first = match.position.decisions[0]
    given = question(player)._replace(seed=f"forgotten {player}")
    while (asked := match.position.decisions[0]).seat == first.seat and len(match.moves) < 30:
        given = given._replace(window=asked.window)
        answer = think(given)
        if len(match.moves) % 4 == 3:
            known = player_process._runs.copy()
            player_process._runs.clear()
            assert think(given) == answer
            player_process._runs.update(known)
        match.act(asked.seat, answer.action, window=answer.window)
        done = (*given.done, (answer.action, answer.window))
        given = given._replace(done=done, moves=len(done))
    assert len(match.moves) > 6


def test_a_process_that_has_begun_a_plan_continues_it() -> None:
    """It remembers its plan; another process would have to make another."""

    async def scenario() -> None:
        thinkers = ThinkingPool(2, 60.0, prepare=nothing)
        war, peace = await asyncio.gather(
            thinkers.do(process_of, None, "war"), thinkers.do(process_of, None, "peace")
        )
        assert war[0] != peace[0]
        for _ in range(2):
            for about, (first, _) in (("war", war), ("peace", peace)):
                assert (await thinkers.do(process_of, None, about))[0] == first
        thinkers.end()

    asyncio.run(scenario())


# -- woken again


def eventually(house: House, is_so: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not is_so():
            await asyncio.sleep(0.02)

    portal = house._door.portal
    assert portal is not None
    portal.call(asyncio.wait_for, wait(), 60)


def test_computers_go_on_after_the_database_was_away(house: House) -> None:
    """What a computer player wants cannot be stored; when it can be, it is."""
    services = house.app.state.services
    computers: ComputerScheduler = services.computers
    computers._backoff = Backoff(0.05, 0.1)
    anna = house.person("Anna")
    table = anna.table("attrition", seats={"central": None, "entente": "me"})
    services.rooms.get(table["id"])
    with services.engine.begin() as connection:
        connection.execute(text("ALTER TABLE moves RENAME TO elsewhere"))
    anna.post(f"/api/tables/{table['id']}/fill", seat="central", computer="random")
    eventually(house, lambda: computers._backoff.times(table["id"]) > 1)
    with services.engine.begin() as connection:
        connection.execute(text("ALTER TABLE elsewhere RENAME TO moves"))
    eventually(house, lambda: bool(services.rooms.get(table["id"]).match.moves))


def test_a_seat_without_a_thinking_process_is_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that has fallen cannot say what it was thinking about."""
    services = house.app.state.services
    computers: ComputerScheduler = services.computers
    with monkeypatch.context() as fallen:
        fallen.setattr(ComputerScheduler, "wake_table", lambda self, table_id: None)
        anna = house.person("Anna")
        table = anna.table("attrition", seats={"central": "random", "entente": "me"})
        idle = anna.table("attrition", seats={"central": "me", "entente": "random"})
        assert computers._waiting_tables() == [table["id"]]
    assert not services.rooms.get(table["id"]).match.moves
    portal = house._door.portal
    assert portal is not None
    monkeypatch.setattr("entente.server.live.computers.POLL", 0.01)
    portal.call(_restart_round, computers)
    eventually(house, lambda: bool(services.rooms.get(table["id"]).match.moves))
    with services.sessions() as session:
        assert session.get_one(Table, idle["id"]).moves == 0


async def _restart_round(computers: ComputerScheduler) -> None:
    assert computers._round is not None
    computers._round.cancel()
    computers.start()


def test_computers_are_woken_when_a_person_opens_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as fallen:
        fallen.setattr(ComputerScheduler, "wake_table", lambda self, table_id: None)
        anna = house.person("Anna")
        table = anna.table("attrition", seats={"central": "random", "entente": "me"})
    with anna.live(table) as live:
        while not live.state["moves"]:
            live.hear("state")


# -- no seat is left behind
