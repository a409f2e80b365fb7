"""Our OpenAPI: it describes the shape of every answer; and valid but unusual requests
get only such answers, never an error of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import make_url

from entente.kernel import registry
from entente.kernel.schema_hints import DATA
from tests.server.people import House
from tests.server.running import Server, Visitor
from tests.server.shapes import check_answer, document, fields_of

EXAMPLES = {"sqlite": 60, "postgresql": 20}  # for each operation
ODD: tuple[Any, ...] = (None, 2**63, "\x00é", {"x": [[]]})  # values of fields


# -- what is described


def untyped(schema: Any, place: str) -> Iterator[str]:
    """Yield where a schema, or one within it, does not say what is there."""
    if isinstance(schema, bool):
        if schema:
            yield place
        return
    if "$ref" in schema:
        assert schema["$ref"].removeprefix(REF) in document()["components"]["schemas"], place
        return
    parts = {key: schema[key] for key in ("anyOf", "allOf", "prefixItems") if key in schema}
    for key, several in parts.items():
        for number, each in enumerate(several):
            yield from untyped(each, f"{place}/{key}/{number}")
    for name, each in schema.get("properties", {}).items():
        yield from untyped(each, f"{place}/{name}")
    for key in ("items", "additionalProperties"):
        if key in schema:
            yield from untyped(schema[key], f"{place}/{key}")
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "object" in kinds and not schema.keys() & {"properties", "additionalProperties", "allOf"}:
        yield place
    if "array" in kinds and not schema.keys() & {"items", "prefixItems"}:
        yield place
    if not kinds and not parts and not schema.keys() & {"enum", "const"}:
        yield place


REF = "#/components/schemas/"


def named(part: Any) -> set[str]:
    """The schemas that a part of the description names."""
    return set(re.findall(REF + r"([\w.]+)", json.dumps(part)))


def operations() -> Iterator[tuple[str, Any]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def test_operation_ids() -> None:
    """An operation is called by a verb, as the methods of generated clients are."""
    operations = [each for path in document()["paths"].values() for each in path.values()]
    names = [each["operationId"] for each in operations]
    assert len({*names}) == len(names)
    verbs = {name.partition("_")[0] for name in names}
    nouns = {name for name in names if "_" not in name} - {"register"}
    assert not nouns
    assert not verbs & {"api", "mine", "read", "state", "the"}


def test_every_answer_of_every_route_is_typed() -> None:
    found: list[str] = []
    described = 0
    for name, operation in operations():
        for status, answer in operation["responses"].items():
            for kind, content in answer.get("content", {}).items():
                described += 1
                found += untyped(content.get("schema", {}), f"{name} {status} {kind}")
            if status not in ("204", "304"):
                assert answer.get("content"), f"{name} {status} answers without a described content"
    assert not found
    assert described > 400


def test_every_struct_that_is_sent_is_typed() -> None:
    described = document()
    schemas = described["components"]["schemas"]
    asked = {name for _, operation in operations() for name in named(operation.get("requestBody"))}
    asked |= {name for request in asked for name in named(schemas[request])}
    found = [
        place
        for name, schema in schemas.items()
        if name not in asked
        for place in untyped(schema, name)
    ]
    assert not found
    assert len(schemas.keys() - asked) > 100


def test_frames_are_distinguished_by_their_type() -> None:
    described = document()
    frames = described["x-websockets"]["/ws/tables/{table_id}"]
    assert set(frames) == {"incoming", "outgoing"}
    incoming = described["components"]["schemas"]["Incoming"]
    assert set(incoming["discriminator"]["mapping"]) == {
        "act",
        "undo",
        "check",
        "action_options",
        "sync",
    }


def test_only_figures_of_data_and_parts_that_changed_may_be_anything() -> None:
    """`Data` says nothing, so it is used where nothing can be said."""
    schemas = document()["components"]["schemas"]
    users = {name for name, each in schemas.items() if REF + DATA in json.dumps(each)}
    assert users == {DATA, "Change", "JsonDiff"}


def test_every_game_has_its_view_described() -> None:
    described = document()
    assert set(described["x-views"]) == set(registry.available())
    for game, view in described["x-views"].items():
        own = described["components"]["schemas"][view["$ref"].removeprefix(REF)]
        assert own["allOf"][0] == {"$ref": REF + "View"}, game
        assert own["allOf"][1]["properties"], game


def test_the_walk_finds_untyped_values() -> None:
    """The walk itself finds what it should."""
    bare: tuple[Any, ...] = (
        {},
        {"type": "object"},
        {"type": "array"},
        {"anyOf": [{"type": "null"}, {}]},
    )
    deep = ({"type": "object", "properties": {"a": {}}}, {"type": "array", "items": {}})
    assert all(list(untyped(schema, "here")) for schema in (*bare, *deep))
    assert not list(untyped({"type": "object", "additionalProperties": {"type": "string"}}, ""))


# -- what is answered


@pytest.fixture
def running(database: str, tmp_path: Path) -> Iterator[Server]:
    """A server of its own; at its end its log is empty."""
    with Server(tmp_path, database) as server:
        yield server
    assert server.log() == ""


class Caller:
    """A logged-in person, who logs in again after deleting the account."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.visitor = self._newcomer()
        import requests

        self.calls = requests.Session()  # on one connection
        self.calls.trust_env = False
        self.calls.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # ours are enough

    def ask(self, case: Any) -> Any:
        headers = {"x-csrf-token": self.visitor.csrf, "cookie": self.visitor.cookie}
        answer = case.call(session=self.calls, headers=headers)
        if "set-cookie" in answer.headers and self.visitor.client.get("/api/me").json() is None:
            self.visitor = self._newcomer()
        return answer

    def _newcomer(self) -> Visitor:
        """A guest; there are so many that the server asks for patience."""
        while True:
            try:
                return Visitor(self.server, "Anna")
            except AssertionError as refused:
                if "problem.limit" not in str(refused):
                    raise
                sleep(3)


@pytest.mark.soak
def test_no_request_breaks_the_server(running: Server, database: str) -> None:
    import schemathesis  # takes each process a second
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    kind = make_url(database).get_backend_name()
    caller, examples = Caller(running), EXAMPLES[kind]
    described = schemathesis.openapi.from_url(f"{running.address}/openapi.json")
    asked = 0
    for found in described.get_all_operations():
        operation = found.ok()
        asked += 1

        @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            case.validate_response(caller.ask(case), checks=checks)

        ask()
        assert caller.visitor.client.get("/api/me").json() is not None, operation.label
    caller.calls.close()
    assert asked > 70


@pytest.mark.one_database
def test_no_body_with_odd_values_breaks_the_server(house: House) -> None:
    """Every field of every request with values that it does not expect, at a table of one's own."""
    anna = house.person("Anna")
    table, asked = "", 0
    for name, operation in operations():
        method, _, path = name.partition(" ")
        fields = fields_of(method, path) if "requestBody" in operation else []
        for odd in ODD if fields else ():
            if "{table_id}" in path and not table:
                table = anna.table(seats={"central": "me", "entente": "me"}, private=True)["id"]
            house.app.state.limits.clear()
            address = re.sub(r"\{\w+\}", "0", path.replace("{table_id}", table))
            body = {field: "central" if field == "seat" else odd for field in fields}
            headers = {"x-csrf-token": anna.csrf}
            answer = anna.client.request(method.upper(), address, json=body, headers=headers)
            assert answer.status_code < 500, (name, odd)
            if answer.content and answer.headers["content-type"] == "application/json":
                check_answer(method.upper(), address, answer.status_code, answer.json())
            asked += 1
            if "set-cookie" in answer.headers and anna.get("/api/me") is None:  # logged out
                anna = house.person("Anna")
            if answer.status_code < 300:  # another person, or a table that has changed
                table = ""
    assert asked > 200
