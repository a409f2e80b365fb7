"""Computer players: they think in processes of their own and act like anybody else."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from multiprocessing import get_context
from typing import Any

from entente.kernel import Game, IllegalAction, Seat, registry
from entente.players import Sight, make
from entente.server.hub import Hub
from entente.server.problem import Problem
from entente.server.rooms import Room, Rooms

log = logging.getLogger("entente.computers")


@lru_cache(maxsize=8)
def _game(name: str) -> Game[Any, Any]:
    return registry.load(name)


def think(game_id: str, state: bytes, seat: Seat, player: str, seed: str) -> str:
    """What a computer player does; runs in another process."""
    game = _game(game_id)
    return make(player, game_id, seed).choose(Sight(game, game.load(state), seat))


class Computers:
    """Lets computer players act wherever they must."""

    def __init__(self, rooms: Rooms, hub: Hub, workers: int = 1) -> None:
        self.rooms = rooms
        self.hub = hub
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}

    def wake(self, room: Room) -> None:
        """See to it that the computer players of a table act, if they must."""
        table_id = room.table.id
        if room.computers() and table_id not in self._busy:
            task = asyncio.create_task(self._play(table_id))
            self._busy[table_id] = task
            task.add_done_callback(lambda done: self._over(table_id, done))

    async def stop(self) -> None:
        for task in list(self._busy.values()):
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _over(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._busy.pop(table_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a computer player failed at table %s", table_id, exc_info=error)

    async def _play(self, table_id: str) -> None:
        """Until no computer player of this table must decide."""
        while True:
            room = await asyncio.to_thread(self.rooms.get, table_id)
            waiting = room.computers()
            if not waiting:
                return
            seat, player = next(iter(waiting.items()))
            version, match = room.version, room.match
            with room.lock:
                state = match.game.save(match.state)
            seed = f"{room.table.seed}/{seat}/{version}"
            action = await self._think(room.table.game, state, seat, player, seed)
            act = partial(self.rooms.act, seat=seat, version=version, action=action)
            try:
                await self.hub.change(table_id, act)
            except (Problem, IllegalAction):
                await asyncio.sleep(0)  # the table has moved on; look again

    async def _think(self, *work: Any) -> str:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
            try:
                return await loop.run_in_executor(self._pool, think, *work)
            except BrokenProcessPool:
                self._pool = None  # a process was killed; begin again with new ones
        raise RuntimeError("the processes of the computer players keep dying")
