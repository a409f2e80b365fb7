"""Measure what an empty websocket server costs on this machine, for scale: a FastAPI application on
uvicorn that sends each text it receives to all three sockets of a table, and does nothing else.

The processor time of a message is what remains of an action without rules, storage and frames.

    python -m benchmarks.socket_floor
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from collections import defaultdict
from contextlib import AsyncExitStack
from time import perf_counter

import uvicorn
import uvloop
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server_driver import processor_time_of
from entente.wire.listening import bind

FRAME = 900  # characters, about a delta of Attrition
SERVE = "serve"
Sockets = list[ClientConnection]


def serve() -> None:
    """Serve on a free port and print it."""
    app = FastAPI()
    there: dict[str, list[WebSocket]] = defaultdict(list)

    async def echo(socket: WebSocket, table: str) -> None:
        await socket.accept()
        there[table].append(socket)
        try:
            while True:
                text = await socket.receive_text()
                for each in there[table]:
                    await each.send_text(text)
        except WebSocketDisconnect:
            there[table].remove(socket)

    app.add_api_websocket_route("/{table}", echo)
    listener = bind("127.0.0.1", 0)
    print(listener.getsockname()[1], flush=True)
    config = uvicorn.Config(app, log_config=None, ws_per_message_deflate=False)
    uvicorn.Server(config).run(sockets=[listener])


async def exchange(port: int, process: int, tables: int, seconds: float) -> tuple[int, float]:
    """Send messages at full speed; return their number and the processor time in seconds."""
    async with AsyncExitStack() as stack:
        groups: list[Sockets] = [
            [await _open(stack, port, f"{number}") for _ in range(3)] for number in range(tables)
        ]
        until, before = perf_counter() + seconds, processor_time_of(process)
        counts = await asyncio.gather(*(_talk(group, until) for group in groups))
        return sum(counts), processor_time_of(process) - before


async def _open(stack: AsyncExitStack, port: int, table: str) -> ClientConnection:
    address = f"ws://127.0.0.1:{port}/{table}"
    return await stack.enter_async_context(connect(address, compression=None, ping_interval=None))


async def _talk(sockets: Sockets, until: float) -> int:
    text, count = "x" * FRAME, 0
    while perf_counter() < until:
        await sockets[count % 2].send(text)
        for each in sockets:
            await each.recv()
        count += 1
    return count


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    arguments = parser.parse_args()
    command = [sys.executable, "-m", "benchmarks.socket_floor"]
    environment = {**os.environ, "ENTENTE_SOCKET_FLOOR": SERVE}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        try:
            for tables in (1, 8):
                talk = exchange(port, process.pid, tables, arguments.seconds)
                count, took = uvloop.run(talk)
                print(
                    f"{tables} table{'s' * (tables > 1):1}  {count / arguments.seconds:7,.0f} "
                    f"messages/s to three sockets   {1000 * took / count:5.2f} ms of processor",
                    flush=True,
                )
        finally:
            process.terminate()
    print(f"load {os.getloadavg()[0]:.1f} after")
    return 0


if __name__ == "__main__":
    if os.environ.get("ENTENTE_SOCKET_FLOOR") == SERVE:
        serve()
    else:
        sys.exit(main())
