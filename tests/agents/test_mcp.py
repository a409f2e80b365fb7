"""`entente mcp` as an assistant program meets it: by the official client, over both transports."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import httpx2
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents

from entente.kernel import registry
from entente.kernel.record import parse
from tests.agents.clients import WAIT, data, over_http, over_streams, refused, served, use

SHORT = ("diplomacy", "--option", "players=2", "--option", "end_year=1916", "--seed", "7")


@pytest.mark.soak
def test_a_whole_game_over_the_standard_streams(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    moves = asyncio.run(_play_on(file))
    record = parse(file.read_bytes())
    match = record.match(registry.load)
    assert match.over
    assert moves > 4
    assert sum(move.seat == match.seats[0] for move in match.moves) == moves
    assert list(record.header.seats.values()) == ["", "random"]


@pytest.mark.soak
def test_a_saved_game_is_resumed(tmp_path: Path) -> None:
    """The record says who plays which seat; the same command goes on with it."""
    file = tmp_path / "game.jsonl"
    first = asyncio.run(_decide_once(file, *SHORT, "--against", "random"))
    second = asyncio.run(_decide_once(file))
    assert second > first
    record = parse(file.read_bytes())
    assert list(record.header.seats.values()) == ["", "random"]
    assert len(record.match(registry.load).moves) == second


async def _decide_once(file: Path, *arguments: str) -> int:
    """Make one allowed decision; return the number of moves in the record."""
    async with over_streams(*arguments, "--record", str(file)) as client:
        (question,) = (await data(client, "choices"))["decisions"]
        orders = {slot: parts[0] for slot, parts in question["slots"].items()}
        await use(client, "decide", action=orders, decision=question["decision"])
        await use(client, "position")
    return len(parse(file.read_bytes()).moves)


async def _play_on(file: Path) -> int:
    """Play a game of Diplomacy to its end by the tools' results; return the number of decisions."""
    rng, moves = Random(1), 0
    async with over_streams(*SHORT, "--against", "random", "--record", str(file)) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"position", "choices", "why", "rule", "decide", "letters"} <= tools.keys()
        assert "treaties" not in tools
        assert tools["decide"].annotations is not None
        assert not tools["decide"].annotations.read_only_hint
        assert "enum" in tools["decide"].input_schema["$defs"]["place"]
        assert client.instructions is not None
        assert "you play" in client.instructions
        assert "convoy" in await use(client, "rule", wanted="convoy")
        said = await refused(client, "decide", action="A ATL - MAR")
        assert "“ATL” can mean several places here" in said
        assert said.endswith("[III.4 Writing orders]")
        while (result := await data(client, "choices"))["status"] == "playing":
            (question,) = result["decisions"]
            assert question["must"]
            orders = {slot: rng.choice(parts) for slot, parts in question["slots"].items()}
            for slot in orders:  # no one concedes
                if "orders" in question["slots"][slot]:
                    orders[slot] = "orders"
            number = question["decision"]
            why = await client.call_tool("why", {"action": orders, "decision": number})
            if why.is_error:
                continue  # two choices that exclude each other
            await use(client, "decide", action=orders, decision=number)
            moves += 1
        assert "The game is over." in await use(client, "position")
        assert await refused(client, "undo")
    return moves


async def _read_resources(client: Client) -> None:
    listed = {each.name: each.uri for each in (await client.list_resources()).resources}
    assert {"position", "choices", "log", "letters", "rules", "grammar"} == listed.keys()
    for uri in listed.values():
        assert len(await text_at(client, uri)) > 10
    assert "move <tile>" in await text_at(client, listed["grammar"])
    templates = (await client.list_resource_templates()).resource_templates
    assert "entente://rules/{section}" in [each.uri_template for each in templates]
    assert (await text_at(client, "entente://rules/4.6")).startswith("4.6 ")
    for unknown in ("entente://secrets", "file:///etc/passwd", "entente://position/1"):
        with pytest.raises(MCPError, match="There is nothing at"):
            await client.read_resource(unknown)


async def text_at(client: Client, uri: str) -> str:
    """Return what is at an address."""
    (content,) = (await client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content.text


async def _get_prompts(client: Client) -> None:
    names = [each.name for each in (await client.list_prompts()).prompts]
    assert names == ["play", "advise", "review"]
    for name in names:
        (message,) = (await client.get_prompt(name)).messages
        assert isinstance(message.content, TextContent)
        assert message.content.text.startswith("An Attrition of Souls: you play")
    (message,) = (await client.get_prompt("play", {"style": "cautious"})).messages
    assert isinstance(message.content, TextContent)
    assert message.content.text.endswith("Play like this: cautious")
    with pytest.raises(MCPError, match="Unknown prompt “win”"):
        await client.get_prompt("win")
    with pytest.raises(MCPError, match="has no argument “style”"):
        await client.get_prompt("review", {"style": "cautious"})


def test_some_calls_over_http_with_the_token() -> None:
    async def visit(address: str) -> None:
        async with over_http(address, "s3cret") as client:
            assert "you play Central" in await use(client, "position")
            result = await data(client, "choices")
            action = result["decisions"][0]["choices"][0]["action"]
            assert "This is legal." in await use(client, "why", action=action)
            assert "This is legal." in await use(client, "why", action={"action": action})
            assert "Done." in await use(client, "decide", action=action.split())
        async with over_http(address, "s3cret") as client:  # another one in the same seat
            assert "has been undone" in await use(client, "undo")
            assert "Unknown tool" in await refused(client, "conquer")
            await _read_resources(client)
            await _get_prompts(client)

    start = ("attrition", "--seed", "1", "--against", "random")
    with served(*start, ENTENTE_MCP_TOKEN="s3cret") as address:
        assert address.startswith("http://localhost:")
        asyncio.run(visit(address))
        for headers in ({}, {"authorization": "Bearer other"}):
            answer = httpx2.post(address, json={}, headers=headers, timeout=WAIT)
            assert answer.status_code == 401
