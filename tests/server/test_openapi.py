"""Requests that our OpenAPI allows and that nobody would send: never an error of ours, and only
answers that are described."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import status_code_conformance
from sqlalchemy import make_url

from tests.amount import amount
from tests.server.running import Server, Visitor

EXAMPLES = {"sqlite": amount(4, 60), "postgresql": amount(2, 20)}  # for each operation
CHECKS = [not_a_server_error, status_code_conformance]


@pytest.fixture
def running(database: str, tmp_path: Path) -> Iterator[Server]:
    """A server of its own; at its end its log is empty."""
    with Server(tmp_path, database) as server:
        yield server
    assert server.log() == ""


class Caller:
    """Somebody who is logged in, again if he has just deleted himself."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.visitor = Visitor(server, "Anna")

    def headers(self) -> dict[str, str]:
        if self.visitor.client.get("/api/me").json() is None:
            self.visitor = Visitor(self.server, "Anna")
        return {"x-csrf-token": self.visitor.csrf, "cookie": self.visitor.cookie}


@pytest.mark.amount
def test_no_request_breaks_the_server(running: Server, database: str) -> None:
    caller, examples = Caller(running), EXAMPLES[make_url(database).get_backend_name()]
    described = schemathesis.openapi.from_url(f"{running.address}/openapi.json")
    asked = 0
    for found in described.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]
        asked += 1

        @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            answer = case.call(headers=caller.headers())
            case.validate_response(answer, checks=CHECKS)

        ask()
    assert asked > 40
