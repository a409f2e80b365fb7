"""Health and metrics, for the operator."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from entente.server.http.admission import is_loopback
from entente.server.http.dependencies import RunningServices
from entente.server.http.error_responses import AGAIN
from entente.server.http.typed_routes import TypedRoute
from entente.server.problem import Problem
from entente.version import __version__
from entente.wire.version import API_VERSION

PASSED_ON = ("forwarded", "via", "x-real-ip")
router = APIRouter(tags=["operation"], route_class=TypedRoute)


class Health(msgspec.Struct):
    """The server is healthy; its version, that of its API, and its kind of database."""

    status: Literal["ok"]
    version: str
    api: int
    database: str


@router.get("/health")
def get_health(services: RunningServices) -> Health:
    """Check that the server answers and its database is whole and stores: 503 if not."""
    services.heartbeat.beat()
    if services.integrity.damage is not None:
        raise Problem(503, "damaged")
    return Health("ok", __version__, API_VERSION, services.engine.dialect.name)


class Liveness(msgspec.Struct):
    """The process answers."""

    status: Literal["ok"]


class Readiness(msgspec.Struct):
    """The process takes requests and websockets; its version."""

    status: Literal["ready"]
    version: str


@router.get("/health/live")
async def get_liveness() -> Liveness:
    """Check that the process answers, whether or not its database does."""
    return Liveness("ok")


@router.get("/health/ready")
def get_readiness(request: Request, services: RunningServices) -> Readiness:
    """Check that the process takes new requests.

    503 while it starts or drains, and while its database does not store.
    """
    if request.app.state.drain.is_draining:
        raise Problem(503, "draining", seconds=AGAIN)
    if not request.app.state.process_messages.listening.is_set():
        raise Problem(503, "starting", seconds=AGAIN)
    services.heartbeat.beat()
    return Readiness("ready", __version__)


@router.get("/metrics", include_in_schema=False)
async def get_metrics(request: Request, services: RunningServices) -> PlainTextResponse:
    """Return metrics for Prometheus, for this machine or the operator's token."""
    if not _may_read(request, services.settings.metrics_token):
        raise Problem(403, "metrics")
    request.app.state.process_metrics.record()
    return PlainTextResponse(
        services.metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


def _may_read(request: Request, token: str) -> bool:
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token:
        return secrets.compare_digest(bearer.encode(), token.encode())
    if any(name in PASSED_ON or name.startswith("x-forwarded") for name in request.headers):
        return False  # forwarded by a proxy on this machine
    host = request.url.hostname or ""
    ours = host == "localhost" or is_loopback(host)  # a proxy may pass on only the host
    return ours and request.client is not None and is_loopback(request.client.host)
