"""Work for a waiting client: it is cancelled without an error when the client leaves."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from fastapi import Request

from entente.server.http.cancellation import cancel_on_disconnect
from entente.server.problem import Problem


class Asked:
    """A request of a client that is there, or has gone."""

    def __init__(self, *, gone: bool) -> None:
        self.gone = gone

    async def is_disconnected(self) -> bool:
        return self.gone


async def _long(ended: list[str]) -> str:
    try:
        await asyncio.sleep(3600)
    finally:
        ended.append("given up")
    return "found"


async def _short() -> str:
    return "found"


def test_the_result_is_returned() -> None:
    request = cast("Request", Asked(gone=False))
    assert asyncio.run(cancel_on_disconnect(request, _short())) == "found"


def test_a_client_that_has_gone_leaves_no_error_behind() -> None:
    ended = list[str]()
    with pytest.raises(Problem) as raised:
        asyncio.run(cancel_on_disconnect(cast("Request", Asked(gone=True)), _long(ended)))
    assert raised.value.status == 503
    assert ended == ["given up"]
