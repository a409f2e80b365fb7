"""A seat over the Model Context Protocol, by standard streams or over HTTP."""

from __future__ import annotations

import hmac
import socket
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
import uvicorn
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from entente.agents.resources import Reading
from entente.agents.seat_client import Refused
from entente.agents.tools import Tool, Tools
from entente.kernel import UserError
from entente.version import __version__

PATH = "/mcp"
IDLE = 130  # seconds between two requests of a connection: clients are the first to give up
WAIT = "wait"  # the tool that others need not wait for

AnyServer = Server[Any]
Context = ServerRequestContext[Any]


def server_of(tools: Tools) -> AnyServer:
    """Return an MCP server with the tools, resources and prompts of a seat."""
    one_at_a_time = anyio.Lock()

    async def listed(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(each) for each in tools.all.values()])

    async def called(_: Context, request: types.CallToolRequestParams) -> types.CallToolResult:
        call = partial(tools.call, request.name, request.arguments or {})
        if request.name == WAIT:
            answer = await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
        else:
            async with one_at_a_time:
                answer = await anyio.to_thread.run_sync(call)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text)],
            structured_content=answer.data or None,
            is_error=answer.refused,
        )

    reading, seat_text = Reading(tools), tools.seat_text

    async def resources(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        found = [
            types.Resource(**each._asdict(), mime_type="text/plain") for each in reading.resources
        ]
        return types.ListResourcesResult(resources=found)

    async def templates(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        found = [
            types.ResourceTemplate(
                uri_template=each.uri,
                name=each.name,
                title=each.title,
                description=each.description,
                mime_type="text/plain",
            )
            for each in reading.templates
        ]
        return types.ListResourceTemplatesResult(resource_templates=found)

    async def read(
        _: Context, request: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        async with one_at_a_time:
            text = await anyio.to_thread.run_sync(partial(_text, tools, reading.read, request.uri))
        content = types.TextResourceContents(uri=request.uri, mime_type="text/plain", text=text)
        return types.ReadResourceResult(contents=[content])

    async def prompts(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        found = [
            types.Prompt(
                name=each.name,
                title=each.title,
                description=each.description,
                arguments=[
                    types.PromptArgument(name=name, description=text, required=False)
                    for name, text in each.arguments.items()
                ],
            )
            for each in reading.prompts
        ]
        return types.ListPromptsResult(prompts=found)

    async def prompt(_: Context, request: types.GetPromptRequestParams) -> types.GetPromptResult:
        text = _text(tools, reading.prompt, request.name, request.arguments or {})
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    return Server(
        "entente",
        version=__version__,
        title=seat_text.who(),
        instructions=f"{seat_text.who()}\n{tools.words('reply.instructions')}",
        get_tool_input_schema=lambda name: tools.all[name].schema if name in tools.all else None,
        on_list_tools=listed,
        on_call_tool=called,
        on_list_resources=resources,
        on_list_resource_templates=templates,
        on_read_resource=read,
        on_list_prompts=prompts,
        on_get_prompt=prompt,
    )


def _text(tools: Tools, get: Callable[..., str], *arguments: object) -> str:
    """Return a text, or an error of the protocol with the reason."""
    try:
        return get(*arguments)
    except Refused as error:
        reason = tools.seat_text.refusal(error.text, error.section)
    except UserError as error:
        reason = error.text(tools.client.language)
    raise MCPError(types.INVALID_PARAMS, reason)


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.changes, destructive_hint=False, open_world_hint=False
        ),
    )


# -- by the standard streams


def serve_streams(tools: Tools) -> None:
    """Serve until the client closes the streams."""
    anyio.run(_serve_streams, server_of(tools))


async def _serve_streams(server: AnyServer) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


# -- over HTTP


def serve_http(
    tools: Tools, listener: socket.socket, token: str, ready: Callable[[], None]
) -> None:
    """Serve until stopped; call `ready` once the server is reachable.

    With a token, requests without it are refused.
    """
    host = listener.getsockname()[0]
    app = server_of(tools).streamable_http_app(streamable_http_path=PATH, host=host)
    config = uvicorn.Config(
        _TokenGuard(app, token) if token else app,
        log_level="warning",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=IDLE,
    )
    running = _Server(config)
    running.ready = ready
    running.run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that calls `ready` when it is reachable."""

    ready: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()


Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Any]


class _TokenGuard:
    """Middleware that requires a token."""

    def __init__(self, app: App, token: str) -> None:
        self.app = app
        self.expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        authorization = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] != "http" or hmac.compare_digest(authorization, self.expected):
            await self.app(scope, receive, send)
            return
        head = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": head})
        await send({"type": "http.response.body", "body": b"The token is missing or wrong.\n"})
