"""The official client of the Model Context Protocol, and what it says of a seat."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

WAIT = 120  # seconds; machines are busy, and nothing waits longer than it must
COMMAND = [sys.executable, "-m", "entente", "--lang", "en", "mcp"]


def environment(**settings: str) -> dict[str, str]:
    """That of the test, so that what runs finds the same packages."""
    return {**os.environ, **settings}


@asynccontextmanager
async def over_streams(*arguments: str, **settings: str) -> AsyncIterator[Client]:
    """A client that starts `entente mcp` and talks to it by the standard streams."""
    command, *rest = COMMAND
    server = StdioServerParameters(
        command=command, args=[*rest, *arguments], env=environment(**settings)
    )
    async with Client(stdio_client(server)) as client:
        yield client


@contextmanager
def served(*arguments: str, **settings: str) -> Iterator[str]:
    """`entente mcp --http` in a process of its own; its address."""
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--http"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(**settings),
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, line
        yield line[line.index("http://") :].partition(". ")[0].strip()
    finally:
        process.terminate()
        process.wait(WAIT)
        assert process.stdout is not None
        process.stdout.close()


@asynccontextmanager
async def over_http(address: str, token: str = "") -> AsyncIterator[Client]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=WAIT) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        yield client


def text_of(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


async def use(client: Client, tool: str, **arguments: Any) -> str:
    """Return what a tool says; a refusal fails."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert not result.is_error, text_of(result)
    return text_of(result)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Return why a tool does nothing."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert result.is_error, text_of(result)
    return text_of(result)


async def data(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    found: dict[str, Any] = result.structured_content
    return found
