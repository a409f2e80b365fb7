"""A computer's thinking is shown once it takes a while, and reveals no hidden move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from entente.server.live.thinking_status import ThinkingStatus


def announcements(work: Callable[[ThinkingStatus], None], noticed: float = 0.0) -> list[set[str]]:
    """The thinking seats after some work, each time they were sent."""
    found = list[set[str]]()

    async def go() -> None:
        pondering = ThinkingStatus(lambda table: found.append({*pondering.seats(table)}), noticed)
        work(pondering)
        await asyncio.sleep(0.01)

    asyncio.run(go())
    return found


def test_a_long_search_is_announced() -> None:
    assert announcements(lambda pondering: pondering.begin("t", "entente", 3)) == [{"entente"}]
    assert announcements(lambda pondering: pondering.begin("t", "entente", 3), noticed=60) == []


def test_an_immediate_answer_is_not_announced() -> None:
    def quick(pondering: ThinkingStatus) -> None:
        pondering.begin("t", "entente", 3)
        pondering.end("t", "entente")

    assert announcements(quick) == []


def test_hidden_steps_are_not_announced() -> None:
    def plan(pondering: ThinkingStatus) -> None:
        for _ in range(3):  # the public version stays the same
            pondering.begin("t", "france", 7)
            pondering.end("t", "france")
            pondering.begin("t", "france", 7)

    assert announcements(plan) == [{"france"}]


def test_a_player_that_has_acted_no_longer_thinks() -> None:
    """Its next search is a new one, announced after a while again."""
    found = list[set[str]]()

    async def go() -> None:
        pondering = ThinkingStatus(lambda table: found.append({*pondering.seats(table)}), 0.01)
        pondering.begin("t", "entente", 1)
        await asyncio.sleep(0.05)
        pondering.end("t", "entente")
        for version in range(2, 5):
            pondering.begin("t", "entente", version)
            pondering.end("t", "entente")
        await asyncio.sleep(0.05)

    asyncio.run(go())
    assert found == [{"entente"}, set()]


def test_a_cancelled_search_is_no_longer_announced() -> None:
    found = list[dict[str, float]]()

    async def go() -> None:
        pondering = ThinkingStatus(lambda table: found.append(pondering.seats(table)), 0.0)
        pondering.begin("t", "entente", 1)
        await asyncio.sleep(0.01)
        pondering.give_up("t", "entente")
        pondering.forget("t")
        assert pondering.seats("t") == {}

    asyncio.run(go())
    assert [set(each) for each in found] == [{"entente"}, set()]


def test_viewers_hear_that_a_table_has_no_more_thinking_players() -> None:
    """A player that has a plan and waits for the people does not think."""
    sent = list[set[str]]()

    async def go() -> None:
        pondering = ThinkingStatus(lambda table: sent.append({*pondering.seats(table)}), 0.0)
        pondering.begin("t", "turkey", 1)
        await asyncio.sleep(0.01)
        pondering.end("t", "turkey")
        pondering.forget("t")
        pondering.begin("t", "turkey", 2)
        pondering.forget("t")  # before it was shown
        await asyncio.sleep(0.01)

    asyncio.run(go())
    assert sent == [{"turkey"}, set()]
