"""Middleware: security headers, request ids, metrics and access log."""

from __future__ import annotations

import logging
import re
import secrets
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from entente.server.http.admission import USUAL
from entente.server.http.error_responses import unforeseen
from entente.server.logs import facts, without_secrets
from entente.server.metrics import Metrics
from entente.server.telemetry import Span, span, trace_id

log = logging.getLogger("entente.requests")

_HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d{1,5})?|\[[0-9A-Fa-f:]+\](:\d{1,5})?")
_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src {connect}; worker-src 'self'; manifest-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
PROBES = ("/health", "/health/live", "/health/ready")  # asked every second, and often answered 503
HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}


def is_host(host: str) -> bool:
    """Return whether a request's host can be the name or address of a server."""
    return _HOST.fullmatch(host) is not None


def policy(host: str) -> str:
    """Return the content security policy: only our own resources.

    Some browsers do not count websockets of the same server as its own, so they are named.
    """
    own = f"'self' ws://{host} wss://{host}" if is_host(host) else "'self'"
    return _POLICY.format(connect=own)


def _brings_much(headers: Headers) -> bool:
    """Return whether a body follows that is too large to receive and discard."""
    length = headers.get("content-length", "")
    if length.isdecimal():
        return int(length[:20]) > USUAL
    return "transfer-encoding" in headers


def _traced(scope: Scope, number: str) -> AbstractContextManager[Span | None]:
    """Trace a request. A websocket lasts for hours: its frames are traced instead."""
    if scope["type"] != "http":
        return nullcontext()
    return span(scope["method"], server=True, method=scope["method"], request=number)


def _describe(traced: Span, scope: Scope, status: int) -> None:
    """Name a span by its route: paths may hold names and secrets."""
    route = getattr(scope.get("route"), "path", None)
    if route is not None:
        traced.name(f"{scope['method']} {route}")
    traced.set(route=route, status=status or None)


class SecurityMiddleware:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, secure: bool) -> None:
        self.app = app
        self.metrics = metrics
        self.headers = {**HEADERS, **(HTTPS_ONLY if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        number, started, status = secrets.token_hex(6), perf_counter(), 0
        host = Headers(scope=scope).get("host", "")
        arriving = scope["type"] == "http" and _brings_much(Headers(scope=scope))

        async def received() -> Message:
            nonlocal arriving
            message = await receive()
            arriving = arriving and message.get("more_body", False)
            return message

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                self._finish(headers, scope["path"], host, number)
                if arriving:  # the rest is not read
                    headers["connection"] = "close"
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        with _traced(scope, number) as traced:
            try:
                await self.app(scope, received, guarded)
            except Exception:
                self.metrics.add("unexpected_errors")
                if scope["type"] == "http" and not status:
                    await unforeseen(Request(scope))(scope, receive, guarded)
                raise  # uvicorn logs it
            finally:
                self._note(scope, number, status, perf_counter() - started)
                if traced is not None:
                    _describe(traced, scope, status)

    def _finish(self, headers: MutableHeaders, path: str, host: str, number: str) -> None:
        for name, value in self.headers.items():
            headers.setdefault(name, value)
        headers.setdefault("content-security-policy", policy(host))
        headers.setdefault("x-request-id", number)
        if path.startswith("/api"):
            headers.setdefault("cache-control", "no-store")

    def _note(self, scope: Scope, number: str, status: int, seconds: float) -> None:
        is_probe = scope["type"] == "http" and scope["path"] in PROBES
        if scope["type"] == "http" and not is_probe:
            group = f"{min(max(status // 100, 2), 5)}xx" if status else "5xx"
            self.metrics.add("requests", 1, group)
            self.metrics.took("request_seconds", seconds)
        log.log(
            logging.DEBUG if is_probe else logging.INFO,
            "request" if scope["type"] == "http" else "socket",
            extra=facts(
                request=number,
                method=scope.get("method"),
                path=without_secrets(scope["path"]),
                status=status or None,
                milliseconds=round(seconds * 1000, 1),
                address=(scope.get("client") or (None,))[0],
                user=scope.get("state", {}).get("user"),
                trace=trace_id(),
            ),
        )
