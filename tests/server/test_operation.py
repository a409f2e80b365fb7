"""Health, figures, logs, headers, pages."""

from __future__ import annotations

import gzip
import io
import json
import logging
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from entente.kernel import UserError
from entente.server import logs
from entente.server.http import pages
from entente.server.http.app import create_app
from entente.server.http.security_middleware import policy
from entente.server.metrics import Metrics, shared_memory
from entente.server.settings import Settings, read_settings
from tests.server.people import House

LOOPBACK = ("127.0.0.1", 50_000)


@pytest.fixture
def quiet(sqlite_database: str) -> Settings:
    return Settings(sqlite_database)


def test_health_reports_the_database(house: House) -> None:
    answer = house.person(None).get("/health")
    assert answer["status"] == "ok"
    assert answer["database"] in ("sqlite", "postgresql")


def test_figures_are_for_this_machine_or_for_a_token(quiet: Settings) -> None:
    with TestClient(create_app(quiet), client=("203.0.113.5", 1)) as stranger:
        assert stranger.get("/metrics").status_code == 403
    ours = "http://localhost"
    with TestClient(create_app(quiet), client=LOOPBACK, base_url=ours) as here:
        here.post("/api/guest", json={"name": "Anna"})
        text = here.get("/metrics").text
        assert 'entente_requests_total{process="0",status="2xx"} 1' in text
        assert 'entente_request_seconds_count{process="0"} 1' in text
        for name in ("x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-proto", "via"):
            assert here.get("/metrics", headers={name: "203.0.113.5"}).status_code == 403
        # A proxy on this machine that passes nothing on but the host that was asked for.
        assert here.get("/metrics", headers={"host": "play.example.org"}).status_code == 403
    with TestClient(create_app(quiet._replace(metrics_token="s3cret")), client=LOOPBACK) as here:
        assert here.get("/metrics").status_code == 403
        headers = {"authorization": "Bearer s3cret"}
        assert here.get("/metrics", headers=headers).status_code == 200


def test_the_figures_of_each_process_have_its_number() -> None:
    memory = shared_memory(2)
    one, two = Metrics(memory, 0), Metrics(memory, 1)
    one.add("computer_moves", 2)
    two.add("computer_moves", 3)
    one.took("action_seconds", 0.003)
    two.took("action_seconds", 99.0)
    text = one.exposition()
    assert 'entente_computer_moves_total{process="0"} 2' in text
    assert 'entente_computer_moves_total{process="1"} 3' in text
    assert 'entente_action_seconds_bucket{le="0.005",process="0"} 1' in text
    assert 'entente_action_seconds_bucket{le="0.005",process="1"} 0' in text
    assert 'entente_action_seconds_bucket{le="+Inf",process="1"} 1' in text
    text = Metrics(memory, 1).exposition()  # a new process in the place of one that has ended
    assert 'entente_computer_moves_total{process="0"} 2' in text
    assert 'entente_computer_moves_total{process="1"} 0' in text


def test_every_answer_has_its_headers(quiet: Settings) -> None:
    with TestClient(create_app(quiet)) as client:
        for path in ("/", "/tables/x", "/api/me", "/api/none", "/health", "/docs", "/openapi.json"):
            headers = client.get(path).headers
            rules = headers["content-security-policy"]
            assert "script-src 'self';" in rules
            assert "'unsafe" not in rules
            assert "frame-ancestors 'none'" in rules
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-request-id"]
            assert "strict-transport-security" not in headers
        assert client.get("/api/me").headers["cache-control"] == "no-store"
    with TestClient(create_app(quiet._replace(secure=True))) as client:
        assert "max-age" in client.get("/").headers["strict-transport-security"]


def test_pages_may_call_only_their_own_server() -> None:
    assert "connect-src 'self' ws://play.example.org:8000 wss://play" in policy(
        "play.example.org:8000"
    )
    assert "connect-src 'self';" in policy("evil.org; script-src *")


def test_the_client_is_served_with_what_browsers_may_keep(
    quiet: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "static"
    monkeypatch.setattr(pages.Client.__init__, "__defaults__", (folder,))
    with TestClient(create_app(quiet), headers={"accept-language": "fr"}) as client:
        unbuilt = client.get("/")
        assert unbuilt.status_code == 503
        assert "make client" in unbuilt.text
        (folder / "assets").mkdir(parents=True)
        (folder / "index.html").write_text("<!doctype html><title>Entente</title>" + " " * 2000)
        (folder / "assets" / "app-abc.js").write_text("1")
        for path in ("/", "/tables/abc", "/games/turmoil/rules"):
            page = client.get(path)
            assert page.status_code == 200
            assert "Entente" in page.text
            assert page.headers["cache-control"] == "no-cache"
            assert page.headers["content-encoding"] == "gzip"
        tag = client.get("/").headers["etag"]
        assert client.get("/", headers={"if-none-match": tag}).status_code == 304
        script = client.get("/assets/app-abc.js")
        assert "immutable" in script.headers["cache-control"]
        (folder / "swagger").mkdir()
        for path, taken in product(("swagger/ui.js", "assets/ui.js"), ("gzip", "identity")):
            (folder / f"{path}.gz").write_bytes(gzip.compress(b"let ui"))
            ui = client.get(f"/{path}", headers={"accept-encoding": taken})
            assert ui.text == "let ui"
            assert ui.headers["content-type"].startswith("text/javascript")
            assert ui.headers["vary"].lower() == "accept-encoding"
            assert ui.headers.get("content-encoding", "identity") == taken
            assert ("immutable" in ui.headers["cache-control"]) == path.startswith("assets/")
        unchanged = client.get("/assets/ui.js", headers={"if-none-match": ui.headers["etag"]})
        assert unchanged.status_code == 304
        for path in ("/assets/gone.js", "/api/gone", "/swagger/gone", "/../pyproject.toml/api"):
            answer = client.get(path)
            assert answer.status_code == 404 or "Entente" in answer.text
        assert client.get("/api/gone").json()["key"] == "problem.path"
        assert client.post("/tables/abc").json()["key"] == "problem.method"


def test_the_description_of_the_api_loads_nothing_from_elsewhere(quiet: Settings) -> None:
    with TestClient(create_app(quiet)) as client:
        page = client.get("/docs").text
        assert not re.search(r"https?://|<script>|<style|style=|onload", page)
        for address in re.findall(r'(?:src|href)="([^"]+)"', page):
            assert address.startswith("/")
        assert "SwaggerUIBundle" in client.get("/docs/start.js").text
        assert client.get("/openapi.json").json()["info"]["title"] == "Entente"


def test_an_unforeseen_error_is_reported_without_its_reason(quiet: Settings) -> None:
    app = create_app(quiet)

    def fail() -> None:
        raise RuntimeError("the secret is 42")

    app.router.routes.insert(0, APIRoute("/api/fails", fail))
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/api/fails", headers={"accept-language": "fr"})
        assert answer.status_code == 500
        assert answer.json()["key"] == "problem.unforeseen"
        assert "42" not in answer.text
        assert "content-security-policy" in answer.headers


def test_the_log_has_requests_and_no_secrets(quiet: Settings) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines())
    logger = logging.getLogger("entente")
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(logging.INFO)
    try:
        with TestClient(create_app(quiet)) as client:
            guest = client.post("/api/guest?token=hush", json={"name": "Anna"}).json()
            headers = {"x-csrf-token": guest["csrf"], "authorization": "Bearer hush"}
            client.post("/api/login", json={"name": "Anna", "password": "hush hush hush"})
            client.get("/api/me", headers=headers)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert {"method": "POST", "path": "/api/guest", "status": 201}.items() <= lines[0].items()
    assert all(line["milliseconds"] >= 0 and line["request"] for line in lines)
    for secret in ("hush", guest["csrf"], client.cookies.get("entente_session") or "hush"):
        assert secret not in stream.getvalue()


def test_probes_are_neither_errors_nor_lines_of_the_log(
    quiet: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """Proxies ask every second, and a process that starts or drains answers 503."""
    app = create_app(quiet)
    with TestClient(app) as client, caplog.at_level(logging.INFO, "entente"):
        app.state.process_messages.listening.clear()
        answers = [client.get(f"/health{part}").status_code for part in ("", "/live", "/ready")]
        assert answers == [200, 200, 503]
        caplog.clear()
        client.get("/health/ready")
        assert not caplog.records
        assert client.get("/health/unknown").status_code == 404
        assert [record.name for record in caplog.records] == ["entente.requests"]
        text = app.state.services.metrics.exposition()
    for status, number in (("2xx", 0), ("4xx", 1), ("5xx", 0)):
        assert f'entente_requests_total{{process="0",status="{status}"}} {number}.0' in text
    assert 'entente_request_seconds_count{process="0"} 1.0' in text


def test_lines_for_people() -> None:
    record = logging.LogRecord("entente", logging.INFO, "", 1, "request", (), None)
    record.facts = {"path": "/", "status": 200}
    assert logs.Lines().format(record).endswith("entente: request path=/ status=200")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ENTENTE_LOG_FORMAT", "xml"),
        ("ENTENTE_LOG_LEVEL", "loud"),
        ("ENTENTE_COMPUTER_PAUSE", "soon"),
        ("ENTENTE_COMPUTER_PROCESSES", "-1"),
        ("ENTENTE_PROXIES", "10.0.0.1/8"),
    ],
)
def test_a_setting_that_means_nothing_is_refused_with_its_name(
    name: str, value: str, tmp_path: Path
) -> None:
    with pytest.raises(UserError) as refused:
        read_settings({"ENTENTE_HOME": str(tmp_path), name: value})
    for language in ("en", "fr"):
        assert name in refused.value.text(language)
        assert value in refused.value.text(language)


def test_one_process_on_sqlite_loads_nothing_that_several_need() -> None:
    names = (
        "import entente.server.storage.access, sys; print('psycopg' in sys.modules); "
        "import entente.server.http.process; print(*sys.modules)"
    )
    first, *loaded = subprocess.run(
        [sys.executable, "-c", names], capture_output=True, text=True, check=True
    ).stdout.split()
    assert first == "False"  # for admin commands
    assert not {"h11", "redis", "opentelemetry.sdk"} & set(loaded)
