"""For the operator: is it well, and how does it do?"""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from entente import __version__
from entente.server.http.admission import is_loopback
from entente.server.http.dependencies import RunningServices
from entente.server.http.typed_routes import TypedRoute
from entente.server.problem import Problem

PASSED_ON = ("forwarded", "via", "x-real-ip")
router = APIRouter(tags=["operation"], route_class=TypedRoute)


class Health(msgspec.Struct):
    """The server is well; its version, and which kind of database it has."""

    status: Literal["ok"]
    version: str
    database: str


@router.get("/health")
def health(services: RunningServices) -> Health:
    """Whether the server answers and its database stores: 503 where it does not."""
    services.heartbeat.beat()
    return Health("ok", __version__, services.engine.dialect.name)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, services: RunningServices) -> PlainTextResponse:
    """Figures for Prometheus; for this machine, or whoever has the operator's token."""
    if not _may_read(request, services.settings.metrics_token):
        raise Problem(403, "metrics")
    request.app.state.process_metrics.record()
    return PlainTextResponse(
        services.metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


def _may_read(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token:
        return secrets.compare_digest(given.encode(), token.encode())
    if any(name in PASSED_ON or name.startswith("x-forwarded") for name in request.headers):
        return False  # a proxy on this machine asks for somebody
    host = request.url.hostname or ""
    ours = host == "localhost" or is_loopback(host)  # a proxy may pass on no more than the host
    return ours and request.client is not None and is_loopback(request.client.host)
