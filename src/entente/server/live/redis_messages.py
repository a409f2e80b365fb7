"""Messages and presence over the pub/sub of Redis or Valkey.

Each table has a channel, to which the processes with viewers of it subscribe; everything else goes
to one channel for all. Who views which table is also stored, for processes that come later, and
expires with its process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Any

from entente.server.live.announcements import (
    LETTER,
    PRIVATE_CHANGE,
    READ,
    SPECTATOR,
    TABLE,
    VIEWERS,
    ProcessMessage,
    read_viewers,
    viewers_text,
)
from entente.server.live.hub import Hub
from entente.server.storage import redis_client

# kinds that only viewers of a table need
OF_TABLES = (
    TABLE,
    LETTER,
    READ,
    PRIVATE_CHANGE,
    SPECTATOR,
)
PING = 5.0  # seconds of silence after which the connection is tested
LOST = 3 * PING  # seconds of silence after which it counts as lost
PRESENCE = 20.0  # seconds between two renewals of the stored viewers
EXPIRES = int(3 * PRESENCE)  # seconds after which those of a silent process are gone


class RedisMessages:
    """The connections of this process to Redis."""

    failures = redis_client.FAILURES  # what its methods raise if Redis does not respond

    def __init__(self, url: str, key: bytes, name: str, hub: Hub) -> None:
        self.name = name
        self.hub = hub
        self.listening = asyncio.Event()  # set once listening
        self._client = redis_client.asynchronous(url)
        self._prefix = redis_client.prefix(key)
        self._everyone = f"{self._prefix}:all"
        self._processes = f"{self._prefix}:processes"
        self._pubsub: Any = None
        self._subscribed: set[str] = set()  # tables

    async def close(self) -> None:
        await self._client.aclose()

    def _channel(self, table_id: str) -> str:
        return f"{self._prefix}:table:{table_id}"

    def _viewers(self, process: str) -> str:
        return f"{self._prefix}:viewers:{process}"

    # -- receiving

    async def listen(
        self,
        hear: Callable[[str], None],
        began: Callable[[], None],
        joined: Callable[[str], None],
    ) -> None:
        """Pass on messages until the connection is lost, which raises one of `failures`.

        `began` is called when all channels are subscribed, `joined` when that of a table is.
        """
        start = len(self._channel(""))
        async with self._client.pubsub() as pubsub:
            tables = set(self.hub.audience.tables())
            await pubsub.subscribe(self._everyone, *map(self._channel, tables))
            self._pubsub, self._subscribed = pubsub, tables
            try:
                await self._share_presence()
                began()
                self.listening.set()
                async for message in self._messages(pubsub):
                    if message["type"] == "message":
                        hear(message["data"])
                    elif message["type"] == "subscribe" and message["channel"] != self._everyone:
                        joined(message["channel"][start:])
            finally:
                self._pubsub = None
                self.listening.clear()

    async def _messages(self, pubsub: Any) -> Any:
        """Yield what arrives. Raise TimeoutError if not even a ping is answered."""
        clock = asyncio.get_running_loop().time
        heard = clock()
        while True:
            message = await pubsub.get_message(timeout=PING)
            if message is not None:
                heard = clock()
                yield message
            elif clock() - heard > LOST:
                raise TimeoutError
            else:
                await pubsub.ping()

    async def _subscribe(self, tables: Iterable[str]) -> None:
        """Subscribe to the channels of tables that have viewers here, and to no others."""
        if self._pubsub is None:
            return  # `listen` subscribes when it reconnects
        viewed = set(self.hub.audience.tables())
        new = viewed.intersection(tables) - self._subscribed
        old = self._subscribed.intersection(tables) - viewed
        self._subscribed = (self._subscribed | new) - old
        if new:
            await self._pubsub.subscribe(*map(self._channel, new))
        if old:
            await self._pubsub.unsubscribe(*map(self._channel, old))

    # -- sending

    async def publish(self, messages: Collection[ProcessMessage]) -> None:
        """Publish messages in one round trip. Raise one of `failures`."""
        changed = {each.subject: each.rest for each in messages if each.kind == VIEWERS}
        await self._subscribe(changed)
        pipeline = self._client.pipeline(transaction=False)
        own = self._viewers(self.name)
        for table_id, text in changed.items():
            if read_viewers(text).sockets:
                pipeline.hset(own, table_id, text)
            else:
                pipeline.hdel(own, table_id)
        if changed:
            pipeline.expire(own, EXPIRES)
            pipeline.sadd(self._processes, self.name)
        for message in messages:
            is_of_table = message.kind in OF_TABLES
            channel = self._channel(message.subject) if is_of_table else self._everyone
            pipeline.publish(channel, str(message))
        await pipeline.execute()

    # -- presence

    async def keep_presence(self) -> None:
        """Renew the stored viewers, and forget those of processes that have gone."""
        while True:
            await asyncio.sleep(PRESENCE)
            await self._store_viewers()
            await self._forget_gone()

    async def _share_presence(self) -> None:
        """Store the viewers here, and read those of the other processes."""
        await self._store_viewers()
        processes = await self._client.smembers(self._processes) - {self.name}
        for process in processes:
            stored = await self._client.hgetall(self._viewers(process))
            viewers = {table_id: read_viewers(text) for table_id, text in stored.items()}
            self.hub.set_process(process, viewers)
        self.hub.forget_processes(lambda process: process not in processes)

    async def _store_viewers(self) -> None:
        own, hub = self._viewers(self.name), self.hub
        viewers = {each: viewers_text(hub.known_elsewhere(each)) for each in hub.audience.tables()}
        pipeline = self._client.pipeline(transaction=True)
        pipeline.delete(own)
        if viewers:
            pipeline.hset(own, mapping=viewers)
            pipeline.expire(own, EXPIRES)
        pipeline.sadd(self._processes, self.name)
        pipeline.expire(self._processes, 2 * EXPIRES)
        await pipeline.execute()

    async def _forget_gone(self) -> None:
        gone = await self._gone()
        if gone:
            await self._client.srem(self._processes, *gone)
        known = await self._client.smembers(self._processes)
        self.hub.forget_processes(lambda process: process not in known)

    async def _gone(self) -> list[str]:
        """Return the processes without stored viewers; they have none, or have ended."""
        processes = sorted(await self._client.smembers(self._processes) - {self.name})
        pipeline = self._client.pipeline(transaction=False)
        for process in processes:
            pipeline.exists(self._viewers(process))
        stored = await pipeline.execute() if processes else []
        return [
            process for process, is_there in zip(processes, stored, strict=True) if not is_there
        ]
