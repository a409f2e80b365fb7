"""Counted functions do what they did, and each action is counted once."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from benchmarks.action_parts import ACT, ROOM, Counter


async def echo(queue: asyncio.Queue[str]) -> str:
    try:
        return await queue.get()
    except asyncio.CancelledError:
        return "cancelled"


def test_functions_inside_each_other_are_counted_apart() -> None:
    def fail() -> None:
        raise ValueError

    place: SimpleNamespace = SimpleNamespace(act=lambda: place.rules(), rules=lambda: 7, fail=fail)
    counter = Counter()
    for name, part in ((ACT, ROOM), ("rules", "rules"), ("fail", "rest")):
        counter.wrap(place, name, part)
    assert [place.act(), place.act()] == [7, 7]
    with pytest.raises(ValueError):
        place.fail()
    assert counter.actions == 2
    assert set(counter.times) == {ROOM, "rules", "rest"}


def test_a_counted_coroutine_returns_waits_and_is_cancelled() -> None:
    place = SimpleNamespace(echo=echo)
    Counter().wrap(place, "echo", "rest")

    async def run() -> list[str]:
        queue: asyncio.Queue[str] = asyncio.Queue()
        first, second = (asyncio.create_task(place.echo(queue)) for _ in range(2))
        await asyncio.sleep(0)
        queue.put_nowait("text")
        text = await first
        second.cancel()
        return [text, await second]

    assert asyncio.run(run()) == ["text", "cancelled"]
