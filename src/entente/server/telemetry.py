"""Traces for OpenTelemetry: off unless the standard OTEL_ variables turn them on.

A span knows what kind of work was done and how long it took, never what players wrote, chose or are
called. The attributes are a closed set, paths are the templates of routes, and of an error only its
type is recorded: messages of databases repeat what was to be stored.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import copy_context
from typing import Any, TypeVar

from entente.kernel import IllegalAction, UserError, say

SERVICE = "entente"
EXTRA = "telemetry"
EXPORTERS = ("otlp", "console", "none")
PROTOCOL = "http/protobuf"
FLUSH = 2_000  # milliseconds for the last spans at shutdown
ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")

T = TypeVar("T")


class Span:
    """A span that may learn more before it ends; without one of OpenTelemetry, it does nothing."""

    def __init__(self, of: Any = None) -> None:
        self._of = of

    def name(self, text: str) -> None:
        if self._of is not None:
            self._of.update_name(text)

    def set(
        self,
        *,
        route: str | None = None,
        status: int | None = None,
        answer: str | None = None,
        error: str | None = None,
    ) -> None:
        if self._of is None:
            return
        for name, value in (
            ("http.route", route),
            ("http.response.status_code", status),
            ("entente.answer", answer),
            ("error.type", error),
        ):
            if value is not None:
                self._of.set_attribute(name, value)


_NONE = nullcontext(Span())
_tracer: Any = None
_provider: Any = None
_users = 0  # applications in this process that have started the traces


def start(environment: Mapping[str, str] | None = None) -> None:
    """Turn traces on if the environment asks for them; raise UserError if it asks in vain."""
    global _tracer, _provider, _users
    environment = os.environ if environment is None else environment
    exporter = _exporter(environment)
    if exporter == "none":
        return
    _users += 1
    if _tracer is not None:
        return
    try:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter

        if exporter == "console":
            export: Any = ConsoleSpanExporter()
        else:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

            export = OTLPSpanExporter()
    except ImportError:
        _users -= 1
        raise UserError(say("setting.extra", name=EXTRA), "entente.server") from None
    name = {} if environment.get("OTEL_SERVICE_NAME") else {"service.name": SERVICE}
    from entente.version import __version__

    resource = Resource.create({**name, "service.version": __version__, "process.pid": os.getpid()})
    use(TracerProvider(resource=resource, shutdown_on_exit=False), BatchSpanProcessor(export))


def use(provider: Any, processor: Any) -> None:
    """Send spans to a provider with this processor."""
    global _tracer, _provider
    provider.add_span_processor(processor)
    _provider, _tracer = provider, provider.get_tracer(SERVICE)


def stop() -> None:
    """Send the remaining spans and turn traces off."""
    global _tracer, _provider, _users
    _users = max(0, _users - 1)
    if _provider is not None and not _users:
        provider, _provider, _tracer = _provider, None, None
        provider.force_flush(FLUSH)
        provider.shutdown()


def _exporter(environment: Mapping[str, str]) -> str:
    """Return which exporter the standard variables choose; `none` unless one is asked for."""
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return "none"
    chosen = environment.get("OTEL_TRACES_EXPORTER", "")
    if not chosen:
        chosen = "otlp" if any(environment.get(name) for name in ENDPOINTS) else "none"
    if chosen not in EXPORTERS:
        raise _unknown("OTEL_TRACES_EXPORTER", chosen, EXPORTERS)
    for name in PROTOCOLS if chosen == "otlp" else ():
        if environment.get(name, PROTOCOL) != PROTOCOL:
            raise _unknown(name, environment[name], (PROTOCOL,))
    return chosen


def _unknown(name: str, value: str, known: tuple[str, ...]) -> UserError:
    return UserError(
        say("setting.word", name=name, value=value, known=list(known)), "entente.server"
    )


def span(
    name: str,
    *,
    server: bool = False,
    method: str | None = None,
    request: str | None = None,
    table: str | None = None,
) -> AbstractContextManager[Span]:
    """Time a piece of work; `server` marks work that a client asked for."""
    if _tracer is None:
        return _NONE
    return _span(
        name,
        server,
        {"http.request.method": method, "entente.request": request, "entente.table": table},
    )


@contextmanager
def _span(name: str, server: bool, attributes: dict[str, str | None]) -> Iterator[Span]:
    from opentelemetry.context import Context
    from opentelemetry.trace import SpanKind, Status, StatusCode

    known = {key: value for key, value in attributes.items() if value is not None}
    with _tracer.start_as_current_span(
        name,
        # A client's own trace headers are ignored: it could ask to be recorded.
        context=Context() if server else None,
        kind=SpanKind.SERVER if server else SpanKind.INTERNAL,
        attributes=known,
        record_exception=False,
        set_status_on_exception=False,
    ) as of:
        try:
            yield Span(of)
        except BaseException as error:
            of.set_attribute("error.type", type(error).__name__)
            if not _is_refusal(error):
                of.set_status(Status(StatusCode.ERROR))
            raise


def _is_refusal(error: BaseException) -> bool:
    return isinstance(error, IllegalAction) or getattr(error, "status", 500) < 500


def carried(work: Callable[[], T]) -> Callable[[], T]:
    """Let work in another thread belong to the present span."""
    if _tracer is None:
        return work
    context = copy_context()
    return lambda: context.run(work)


def trace_id() -> str | None:
    """Return the id of the present trace, for the log."""
    if _tracer is None:
        return None
    from opentelemetry.trace import format_trace_id, get_current_span

    found = get_current_span().get_span_context()
    return format_trace_id(found.trace_id) if found.is_valid else None
