"""Requests that no page sends: each is refused with a sentence, and nothing of it is kept."""

from __future__ import annotations

import json
from typing import Any

import cbor2
import pytest

from tests.server.bare_requests import asked_bare
from tests.server.people import House
from tests.server.shapes import document
from tests.server.test_passkeys import NEW, Device, options, registered, text

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]
X, Y = b"x" * 32, b"y" * 32


@pytest.mark.parametrize("host", ["[::1", "a[b]", "[:::::]", "", None])
def test_a_host_that_is_none_has_no_passkeys(house: House, host: str | None) -> None:
    status, answer = asked_bare(house, "POST", "/api/login/passkey/options", host=host)
    assert (status, answer["key"]) == (400, "problem.passkey.host")


def test_brackets_in_brackets_of_a_program_are_refused(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me"})
    bound = {"label": "bot", "table": table["id"], "seat": "central"}
    secret = anna.request("POST", "/api/me/tokens", bound, 201)["secret"]
    status, answer = asked_bare(
        house,
        "PUT",
        f"/api/tables/{table['id']}/notes",
        b"[" * 60_000,
        authorization=f"Bearer {secret}",
    )
    assert (status, answer["key"]) == (400, "problem.unknown_request")


class Forger(Device):
    """A device that makes any claim about its key and its attestation."""

    def __init__(self, key: object, kind: object = "none", statement: object = None) -> None:
        super().__init__()
        self.claims = (key, kind, {} if statement is None else statement)

    def make(self, options: str) -> str:
        asked, (key, kind, statement) = json.loads(options), self.claims
        made = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        data = self._data(asked["rp"]["id"], self.flags | NEW) + made
        attestation = cbor2.dumps({"fmt": kind, "attStmt": statement, "authData": data})
        client = self._client("webauthn.create", asked["challenge"])
        return self._answer(attestationObject=text(attestation), clientDataJSON=text(client))


@pytest.mark.parametrize(
    "body",
    [
        ({1: 2},),
        ([1],),
        ({1: 2, 3: -7, -1: 99, -2: "x", -3: 5},),
        ({1: 2, 3: -7, -1: 1, -2: X, -3: Y},),  # no point of the curve
        ({1: 3, 3: -257, -1: b"\0", -2: b"\0"},),
        ({1: 3, 3: -7, -1: b"\xff" * 256, -2: b"\1\0\1"},),  # of one kind, used as another
        ({1: 1, 3: -8, -1: 6, -2: b"short"},),
        ({1: 2, 3: -7, -1: 1, -2: X, -3: Y}, [1]),
        ({1: 2, 3: -7, -1: 1, -2: X, -3: Y}, "none", 5),
        ({1: 2, 3: -7, -1: 1, -2: X, -3: Y}, "tpm", {"ver": 5, "x5c": 5, "certInfo": 5}),
        ({1: 2, 3: -7, -1: 1, -2: X, -3: Y}, "packed", {"x5c": [b"a"], "sig": b"a", "alg": -7}),
    ],
)
def test_a_key_that_is_none_is_not_kept(house: House, body: tuple[Any, ...]) -> None:
    anna = registered(house)
    credential = Forger(*body).make(options(anna))
    answer = anna.post("/api/me/passkeys", 422, label="phone", credential=credential)
    assert answer["key"] == "problem.passkey.wrong"
    assert anna.get("/api/me/passkeys") == []


@pytest.mark.parametrize("attestation", [b"\x81" * 9000 + b"\0", b"\x9b\0\0\0\x7f\xff\xff\xff\xff"])
def test_an_unreadable_attestation_is_refused(house: House, attestation: bytes) -> None:
    anna, device = registered(house), Device()
    credential = json.loads(device.make(options(anna)))
    credential["response"]["attestationObject"] = text(attestation)
    sent = json.dumps(credential)
    answer = anna.post("/api/me/passkeys", 422, label="phone", credential=sent)
    assert answer["key"] == "problem.passkey.wrong"


def test_a_field_that_a_request_does_not_have_is_refused_by_name(house: House) -> None:
    """A mistyped field would silently leave the default: another game than was meant."""
    anna = house.person("Anna")
    body = {"game": "attrition", "privat": True}
    answer = anna.request("POST", "/api/tables", body, 422)
    assert answer["key"] == "problem.unknown_field"
    assert answer["args"] == {"field": "privat"}
    assert "“privat”" in answer["text"]
    assert anna.get("/api/tables?scope=mine") == []
    raw = '{"game": "attrition", "\\ud800": 1}'  # half of a character
    headers = {"x-csrf-token": anna.csrf, "content-type": "application/json"}
    refused = anna.client.post("/api/tables", content=raw, headers=headers)
    assert (refused.status_code, refused.json()["args"]["where"]) == (422, "body")
    long = anna.request("POST", "/api/tables", {"game": "attrition", "x" * 5000: 1}, 422)
    assert len(long["args"]["field"]) <= 100


def test_every_body_of_a_request_refuses_unknown_fields() -> None:
    """But those that a browser's push manager writes."""
    schemas = document()["components"]["schemas"]
    names = [
        schema["$ref"].rpartition("/")[2]
        for methods in document()["paths"].values()
        for operation in methods.values()
        for content in [operation.get("requestBody", {}).get("content", {})]
        for schema in [content.get("application/json", {}).get("schema", {})]
        if "$ref" in schema
    ]
    assert len(names) > 30
    open_ones = {name for name in names if schemas[name].get("additionalProperties") is not False}
    assert open_ones == {"PushSubscription"}
