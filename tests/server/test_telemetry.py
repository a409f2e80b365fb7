"""Traces: what is recorded, and that no player's words, names or choices are."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from entente.kernel import UserError
from entente.server import telemetry
from tests.server.people import House
from tests.server.tables import POWERS, orders, powers_at

pytest.importorskip("opentelemetry.sdk", reason="the extra `telemetry` is not installed")
pytestmark = pytest.mark.one_database

AUSTRIA = POWERS[0]
LETTER, NOTE, NAME = "we march on Vienna", "trust no one", "Anna-of-the-trace"


@pytest.fixture
def spans() -> Iterator[Any]:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    kept = InMemorySpanExporter()
    telemetry.use(TracerProvider(), SimpleSpanProcessor(kept))
    yield kept
    telemetry.stop()


def test_a_frame_has_spans_for_its_rules_its_commit_and_its_frames(
    house: House, spans: Any
) -> None:
    (anna, _), table = powers_at(house)
    with anna.live(table) as live:
        spans.clear()
        assert live.act(AUSTRIA, orders(AUSTRIA))["type"] == "done"
        assert live.act(AUSTRIA, "none")["type"] == "refused"
    house.keep_time()
    kept = spans.get_finished_spans()
    first, *refused = [span for span in kept if span.name == "frame act"]
    inner = {
        span.name for span in kept if span.parent and span.parent.span_id == first.context.span_id
    }
    assert inner >= {"rules", "commit", "frames"}
    assert first.attributes == {"entente.table": table["id"], "entente.answer": "done"}
    assert refused[0].attributes["entente.answer"] == "refused"


def test_a_request_is_named_by_its_route(house: House, spans: Any) -> None:
    """A path holds ids and secrets; an incoming trace header decides nothing."""
    anna = house.person("Anna")
    spans.clear()
    header = {"traceparent": f"00-{'a' * 32}-{'b' * 16}-01"}
    anna.client.get("/api/tables/s3cretTable?q=hidden", headers=header)
    anna.client.get("/reset/kQ3-xYz_0123456789abcdefghijklmnopqrstuv")
    kept = spans.get_finished_spans()
    one = next(span for span in kept if span.name == "GET /api/tables/{table_id}")
    assert one.attributes["http.response.status_code"] == 404
    assert one.parent is None
    assert "s3cretTable" not in everything(kept)
    assert "kQ3-xYz" not in everything(kept)
    assert "hidden" not in everything(kept)


def test_traces_hold_no_names_words_or_choices(house: House, spans: Any) -> None:
    (anna, _), table = powers_at(house)
    anna.request("PATCH", "/api/me", {"name": NAME})
    path = f"/api/tables/{table['id']}"
    with anna.live(table) as live:
        live.act(AUSTRIA, orders(AUSTRIA))
        anna.post(f"{path}/chat", seat=AUSTRIA, status=201, to=[], text=LETTER)
        anna.request("PUT", f"{path}/notes", {"seat": AUSTRIA, "text": NOTE}, 204)
        anna.client.post("/api/login", json={"name": NAME, "password": "pass-word-of-anna"})
        anna.client.post("/api/register", json={"name": NAME, "password": "pass-word-of-anna"})
    house.keep_time()
    text = everything(spans.get_finished_spans())
    secret = anna.client.cookies["entente_session"]
    sent = [*orders(AUSTRIA).split("; "), AUSTRIA, "austria"]
    for hidden in (NAME, LETTER, NOTE, "pass-word-of-anna", anna.csrf, secret, *sent):
        assert hidden not in text


def test_an_error_leaves_its_type_and_not_its_message(spans: Any) -> None:
    with pytest.raises(ValueError), telemetry.span("commit"):
        raise ValueError("Key (email)=(anna@example.org) already exists.")
    (span,) = spans.get_finished_spans()
    assert span.attributes == {"error.type": "ValueError"}
    assert "anna" not in everything([span])


def everything(spans: Any) -> str:
    return "\n".join(span.to_json() for span in spans)


class Collector(BaseHTTPRequestHandler):
    received: list[tuple[str, bytes]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.received.append((self.path, body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_a_collector_receives_the_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
    server = HTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    telemetry.start()
    try:
        with telemetry.span("a piece of work"):
            pass
    finally:
        telemetry.stop()
        server.shutdown()
        server.server_close()
    ((path, body),) = Collector.received
    assert path == "/v1/traces"
    assert b"a piece of work" in body
    assert b"entente" in body  # the name of the service


@pytest.mark.parametrize(
    ("name", "value"),
    [("OTEL_TRACES_EXPORTER", "jaeger"), ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")],
)
def test_an_exporter_that_we_do_not_have_is_refused(name: str, value: str) -> None:
    with pytest.raises(UserError):
        telemetry.start({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:1", name: value})


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"OTEL_SERVICE_NAME": "x"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:1", "OTEL_SDK_DISABLED": "true"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:1", "OTEL_TRACES_EXPORTER": "none"},
    ],
)
def test_traces_are_off_unless_asked_for(environment: dict[str, str]) -> None:
    telemetry.start(environment)
    assert telemetry.span("one") is telemetry.span("two")
    assert telemetry.trace_id() is None
