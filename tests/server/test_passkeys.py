"""Passkeys: a device signs for our address, once, and its owner is in."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from entente.server.people.accounts import reset_secret
from entente.server.people.two_factor import code_at
from entente.server.storage.models import User
from tests.server.people import House, Json, Person

pytestmark = [
    pytest.mark.parametrize("database", ["sqlite"], indirect=True),
    pytest.mark.shared_house,
]
PASSWORD = "correct horse"
HOST = "testserver"
PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """What keeps a passkey, as the standard describes it (WebAuthn level 2, 6.1 and 6.5)."""

    def __init__(self, origin: str = f"http://{HOST}", flags: int = PRESENT | VERIFIED) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.origin = origin
        self.flags = flags
        self.uses = 0

    def make(self, options: str) -> str:
        request = json.loads(options)
        numbers = self.key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        made = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        data = self._data(request["rp"]["id"], self.flags | NEW) + made
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", request["challenge"])
        return self._answer(attestationObject=text(attestation), clientDataJSON=text(client))

    def sign(self, options: str) -> str:
        request = json.loads(options)
        self.uses += 1
        data = self._data(request["rpId"], self.flags)
        client = self._client("webauthn.get", request["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            authenticatorData=text(data), clientDataJSON=text(client), signature=text(signature)
        )

    def _data(self, host: str, flags: int) -> bytes:
        return (
            hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")
        )

    def _client(self, kind: str, challenge: str) -> bytes:
        answer = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(answer).encode()

    def _answer(self, **response: str) -> str:
        name = text(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})


def registered(house: House) -> Person:
    anna = house.person("Anna")
    anna.post("/api/register", name="Anna", password=PASSWORD)
    return anna


def options(person: Person) -> str:
    answer: Json = person.post("/api/me/passkeys/options", password=PASSWORD)
    return str(answer["options"])


def keep(person: Person, device: Device, status: int = 201) -> Any:
    credential = device.make(options(person))
    return person.post("/api/me/passkeys", status, label="phone", credential=credential)


def asked(person: Person) -> str:
    return str(person.post("/api/login/passkey/options")["options"])


def enter(house: House, device: Device, status: int = 200) -> Json:
    visitor = house.person(None)
    answer: Json = visitor.post(
        "/api/login/passkey", credential=device.sign(asked(visitor)), status=status
    )
    return answer


def test_a_device_lets_its_owner_in(house: House) -> None:
    anna, device = registered(house), Device()
    made = keep(anna, device)
    assert (made["label"], made["used"]) == ("phone", None)
    assert enter(house, device)["id"] == anna.id
    (listed,) = anna.get("/api/me/passkeys")
    assert listed["used"] is not None
    assert [each["label"] for each in anna.get("/api/me/export")["passkeys"]] == ["phone"]


def test_a_passkey_needs_no_code(house: House) -> None:
    """A passkey is a device and the person who unlocks it."""
    anna, device = registered(house), Device()
    keep(anna, device)
    offered = anna.post("/api/me/two-factor", password=PASSWORD)
    code = code_at(offered["secret"], int(time.time()) // 30)
    anna.post("/api/me/two-factor/confirm", code=code)
    assert enter(house, device)["id"] == anna.id


def test_a_passkey_needs_the_password_once(house: House) -> None:
    anna = registered(house)
    answer = anna.post("/api/me/passkeys/options", password="wrong horse", status=403)
    assert answer["key"] == "problem.account.old_password"
    guest = house.person("Bert")
    answer = guest.post("/api/me/passkeys/options", password="", status=409)
    assert answer["key"] == "problem.account.guest"


def test_a_signature_is_valid_once(house: House) -> None:
    anna, device = registered(house), Device()
    keep(anna, device)
    visitor = house.person(None)
    credential = device.sign(asked(visitor))
    visitor.post("/api/login/passkey", credential=credential)
    other = house.person(None)
    answer = other.post("/api/login/passkey", credential=credential, status=422)
    assert answer["key"] == "problem.passkey.wrong"


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "https://evil.example"},
        {"flags": PRESENT},  # it was not unlocked
        {"key": ec.generate_private_key(ec.SECP256R1())},
        {"id": b"another passkey!"},
    ],
)
def test_a_wrong_signature_opens_nothing(house: House, change: dict[str, Any]) -> None:
    anna, device = registered(house), Device()
    keep(anna, device)
    for name, value in change.items():
        setattr(device, name, value)
    assert enter(house, device, 401)["key"] == "problem.passkey.unknown"


def test_a_copied_device_is_found_out_by_its_count(house: House) -> None:
    anna, device = registered(house), Device()
    keep(anna, device)
    enter(house, device)
    enter(house, device)
    device.uses = 0
    assert enter(house, device, 401)["key"] == "problem.passkey.unknown"


def test_a_challenge_of_one_user_serves_no_other(house: House) -> None:
    anna, bert = registered(house), house.person("Bert")
    bert.post("/api/register", name="Bert", password=PASSWORD)
    device = Device()
    answer = bert.post("/api/me/passkeys", 422, label="x", credential=device.make(options(anna)))
    assert answer["key"] == "problem.passkey.wrong"
    keep(anna, device)
    assert keep(bert, device, 409)["key"] == "problem.passkey.known"


@pytest.mark.parametrize(
    "credential",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"response": {"clientDataJSON": 1}}',
        '{"response": {"clientDataJSON": "e30"}}',
    ],
)
def test_a_malformed_credential_is_refused(house: House, credential: str) -> None:
    visitor = house.person(None)
    answer = visitor.post("/api/login/passkey", credential=credential, status=422)
    assert answer["key"] == "problem.passkey.wrong"


def test_a_passkey_is_removed(house: House) -> None:
    anna, device = registered(house), Device()
    made = keep(anna, device)
    path = f"/api/me/passkeys/{made['id']}"
    house.person("Bert").request("DELETE", path, status=404)
    answer = anna.request("DELETE", path, status=403)
    assert answer["key"] == "problem.account.password_needed"
    answer = anna.request("DELETE", path, {"password": "wrong horse"}, 403)
    assert answer["key"] == "problem.account.old_password"
    assert enter(house, device)["id"] == anna.id
    anna.request("DELETE", path, {"password": PASSWORD}, 204)
    assert enter(house, device, 401)["key"] == "problem.passkey.unknown"


@pytest.mark.parametrize("end", [False, True])
def test_passkeys_stay_with_a_new_password_or_end_with_the_old_one(house: House, end: bool) -> None:
    """As their owner wants; a passkey does not hang on the password."""
    anna, device = registered(house), Device()
    keep(anna, device)
    body = {"old": PASSWORD, "new": "battery staple", "revoke_passkeys": end}
    anna.request("POST", "/api/me/password", body)
    assert len(anna.get("/api/me/passkeys")) == (not end)
    enter(house, device, 401 if end else 200)


@pytest.mark.parametrize("end", [False, True])
def test_the_same_holds_for_a_password_that_was_forgotten(house: House, end: bool) -> None:
    anna, device = registered(house), Device()
    keep(anna, device)
    with house.app.state.services.sessions.begin() as session:
        token = reset_secret(session, session.get_one(User, anna.id))
    body = {"token": token, "password": "battery staple", "revoke_passkeys": end}
    house.person(None).request("POST", "/api/reset/confirm", body)
    enter(house, device, 401 if end else 200)
