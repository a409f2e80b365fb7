"""Who thinks at a table is told, once it takes a while, and nothing of what happens unseen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from entente.server.live.thinking_status import ThinkingStatus


def told(work: Callable[[ThinkingStatus], None], noticed: float = 0.0) -> list[set[str]]:
    """Who was told to think after some work, each time that it was told."""
    found = list[set[str]]()

    async def go() -> None:
        pondering = ThinkingStatus(lambda table: found.append({*pondering.seats(table)}), noticed)
        work(pondering)
        await asyncio.sleep(0.01)

    asyncio.run(go())
    return found


def test_whoever_thinks_for_a_while_is_told() -> None:
    assert told(lambda pondering: pondering.begin("t", "entente", 3)) == [{"entente"}]
    assert told(lambda pondering: pondering.begin("t", "entente", 3), noticed=60) == []


def test_whoever_knows_at_once_is_not() -> None:
    def quick(pondering: ThinkingStatus) -> None:
        pondering.begin("t", "entente", 3)
        pondering.end("t", "entente")

    assert told(quick) == []


def test_steps_that_nobody_sees_are_not_told() -> None:
    def plan(pondering: ThinkingStatus) -> None:
        for _ in range(3):  # the version that everybody counts stays the same
            pondering.begin("t", "france", 7)
            pondering.end("t", "france")
            pondering.begin("t", "france", 7)

    assert told(plan) == [{"france"}]


def test_whoever_has_acted_does_not_think_on() -> None:
    """Its next thought is a new one, of which it is told after a while again."""
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


def test_whoever_gives_up_is_no_longer_told() -> None:
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
