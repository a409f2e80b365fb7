"""Hidden information stays hidden between processes: of two tables that differ only in what a
player must not know, viewers at another process receive the same frames over Redis."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from entente.server.http.app import create_app
from entente.server.settings import Settings
from tests.server.people import House, Live
from tests.server.redis_server import RedisServer
from tests.server.test_secrets import CASES
from tests.server.twins import Twin, moment, same_to_others, twins

MOVES = 3  # made at both tables


def settle(house: House, table_id: str) -> None:
    """A process has sent its viewers all that others have stored."""
    messages = house.app.state.process_messages

    async def work() -> None:
        await messages._catch_up([table_id])
        await asyncio.gather(*messages._at_work)

    house.call(work)


def heard(live: Live, twin: Twin) -> list[str]:
    """All that a viewer has received, up to an answer that is the last. When others are seen to
    come and go depends on the processes."""
    frames = [frame for frame in live.sync() if frame["type"] != "presence"]
    return [twin.blurred(json.dumps(frame)) for frame in frames]


@pytest.mark.soak
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
@pytest.mark.parametrize(("game", "options", "step", "seed"), CASES)
def test_no_viewer_at_another_process_receives_hidden_information(
    database: str,
    redis_server: RedisServer,
    game: str,
    options: dict[str, Any],
    step: str,
    seed: int,
) -> None:
    match = moment(game, options, step, seed)
    settings = Settings(database, redis=redis_server.url)
    with House(create_app(settings)) as here, House(create_app(settings)) as there:
        anna, eve = there.person("Anna"), there.person("Eve")
        bert = here.person("Bert")
        me = match.seats[seed % 2]
        pair = twins(here, match, me, Random(seed), anna, bert)
        rng = Random(5)
        for _ in range(MOVES):
            one, other = (twin.match(here) for twin in pair)
            asked = [seat for seat in one.position.to_move if seat != me]
            acts = same_to_others(one, other, asked[0], me, rng) if asked else None
            if acts is None:
                break
            received = []
            for twin, action in zip(pair, acts, strict=True):
                with ExitStack() as stack:
                    viewers = [stack.enter_context(each.live(twin.table)) for each in (anna, eve)]
                    for viewer in viewers:
                        viewer.sync()
                    with bert.live(twin.table) as mover:
                        assert mover.act(asked[0], action)["type"] == "done"
                    settle(there, twin.id)
                    received.append([heard(viewer, twin) for viewer in viewers])
            assert received[0] == received[1]
            assert all(received[0])
