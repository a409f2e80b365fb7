"""Requests as they come over the wire, with headers that no client library would send."""

from __future__ import annotations

import json
from typing import Any

from tests.server.people import House


def asked_bare(
    house: House,
    method: str,
    path: str,
    body: bytes = b"",
    *,
    host: str | None = "testserver",
    authorization: str | None = None,
) -> tuple[int, Any]:
    """Return what the server answers: the status, and its JSON."""
    given = {"host": host, "authorization": authorization, "content-length": str(len(body))}
    headers = [(n.encode(), v.encode()) for n, v in given.items() if v is not None]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), *headers],
        "client": ("203.0.113.5", 1),
        "server": ("testserver", 80),
        "state": {},
    }
    answered: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        answered.append(message)

    portal = house._door.portal
    assert portal is not None
    portal.call(house.app, scope, receive, send)
    content = b"".join(each.get("body", b"") for each in answered)
    return answered[0]["status"], json.loads(content)
