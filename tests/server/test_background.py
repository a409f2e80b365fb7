"""Background tasks: a failure is logged, and the task goes on."""

from __future__ import annotations

import asyncio
import logging

import pytest

from entente.server import background
from entente.server.background import BackgroundTask


class Fragile(BackgroundTask):
    """Fails twice, then waits to be stopped."""

    def __init__(self) -> None:
        self.runs = 0
        self.steady = asyncio.Event()

    async def _run(self) -> None:
        self.runs += 1
        if self.runs < 3:
            raise ValueError("the wrong answer")
        self.steady.set()
        await asyncio.Event().wait()


def test_a_task_that_fails_is_logged_and_starts_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background, "AGAIN", 0.0)

    async def run() -> int:
        task = Fragile()
        task.start()
        await task.steady.wait()
        await task.stop()
        return task.runs

    with caplog.at_level(logging.ERROR, "entente"):
        assert asyncio.run(run()) == 3
    assert len(caplog.records) == 2
    assert "Fragile" in caplog.text
    assert "the wrong answer" in caplog.text
