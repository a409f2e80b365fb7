"""Browser push and webhooks, to real web servers: sealed, signed, tried again, never inwards."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from sqlalchemy import func, select

from entente.kernel.typography import typeset
from entente.server.http.app import create_app
from entente.server.notices import notices, outbox
from entente.server.notices.notices import notify
from entente.server.notices.outgoing_requests import Unreachable, check_url, is_public, post
from entente.server.notices.push import CURVE, decode, encode, public_part, seal
from entente.server.problem import Problem
from entente.server.settings import Settings
from entente.server.storage.models import Delivery, Subscription
from tests.server.fresh import on_a_new_database
from tests.server.people import House, Json, Person
from tests.server.world import PATIENCE, Endpoint, Posted

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no delay for looking at the table; failures are retried at once."""
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr(outbox, "AGAIN", (0, 0, 0))


@pytest.fixture
def near_house(database: str) -> Iterator[House]:
    """A server that may talk to this machine."""
    settings = Settings(database, public_url="https://play.example.org", local_endpoints=True)
    with House(on_a_new_database(create_app(settings))) as open_house:
        yield open_house


def store_notice(house: House, person: Person, key: str = "notice.rematch") -> None:
    with house.app.state.services.sessions.begin() as session:
        notify(session, [person.id], key, game="diplomacy")


def count(house: House, model: type[Delivery | Subscription]) -> int:
    with house.app.state.services.sessions() as session:
        return session.scalar(select(func.count()).select_from(model)) or 0


class Browser:
    """A browser's side of push: its keys, and how it opens what comes."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)

    @property
    def subscription(self) -> Json:
        keys = {"p256dh": encode(public_part(self.key)), "auth": encode(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def open(self, posted: Posted) -> Any:
        """By an implementation that is not ours."""
        assert posted.headers["content-encoding"] == "aes128gcm"
        plain = http_ece.decrypt(
            posted.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(plain)


def with_push(person: Person, browser: Browser) -> None:
    person.request("POST", "/api/me/push", browser.subscription, 204)
    person.request("PATCH", "/api/me", {"preferences": {"notify": {"push": True}}})


# -- push


def test_a_push_can_be_opened_by_the_browser_and_is_signed(near_house: House) -> None:
    anna = near_house.person("Anna", "fr")
    with Endpoint(201) as service:
        browser = Browser(service.url + "/push/abc")
        with_push(anna, browser)
        store_notice(near_house, anna)
        posted = service.arrived()
    assert posted.path == "/push/abc"
    message = browser.open(posted)
    assert message["body"].startswith(typeset("Diplomacy : une revanche"))
    assert int(posted.headers["ttl"]) > 0
    check_signature(posted, service.url, anna.get("/api/push/key")["key"])


def check_signature(posted: Posted, audience: str, key: str) -> None:
    """RFC 8292, with nothing of ours but the encoding."""
    scheme, _, rest = posted.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decode(head))["alg"] == "ES256"
    assert json.loads(decode(claims))["aud"] == audience
    assert json.loads(decode(claims))["sub"] == "https://play.example.org"
    raw = decode(signature)
    form = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    public.verify(form, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def test_the_example_of_the_standard_is_sealed_as_there() -> None:
    """RFC 8291, appendix A."""
    own = ec.derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), CURVE
    )
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        own=own,
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
        ""
        "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.each_database
def test_the_key_of_the_server_stays_the_same(database: str) -> None:
    keys = set()
    for _ in range(2):
        with House(create_app(Settings(database))) as house:
            keys.add(house.person(None).get("/api/push/key")["key"])
    assert len(keys) == 1


@pytest.mark.on_postgres
def test_a_browser_that_is_gone_is_forgotten(near_house: House) -> None:
    anna = near_house.person("Anna")
    with Endpoint(410) as gone, Endpoint(201) as there:
        browser = Browser(there.url)
        with_push(anna, Browser(gone.url))
        with_push(anna, browser)
        store_notice(near_house, anna)
        gone.arrived()
        browser.open(there.arrived())
        ended = time.monotonic() + PATIENCE
        while count(near_house, Subscription) > 1:  # until what came of the first one is settled
            assert time.monotonic() < ended, "it is not forgotten"
            time.sleep(0.01)
        store_notice(near_house, anna, "notice.over")
        browser.open(there.arrived())
        assert gone.posted.empty()
    assert count(near_house, Subscription) == 1


@pytest.mark.on_postgres
def test_a_browser_is_taken_over_only_with_its_keys(near_house: House) -> None:
    anna, bert = near_house.person("Anna"), near_house.person("Bert")
    browser = Browser("http://127.0.0.1:9/push")
    with_push(anna, browser)
    other = Browser(browser.endpoint)
    answer = bert.request("POST", "/api/me/push", other.subscription, 409)
    assert answer["key"] == "problem.push.taken"
    bert.request("POST", "/api/me/push", browser.subscription, 204)
    anna.request("DELETE", "/api/me/push", {"endpoint": browser.endpoint}, 204)
    assert count(near_house, Subscription) == 1  # it is Bert's now
    bert.request("DELETE", "/api/me/push", {"endpoint": browser.endpoint}, 204)
    assert count(near_house, Subscription) == 0


@pytest.mark.parametrize("name", ["p256dh", "auth"])
def test_keys_that_are_none_are_refused(near_house: House, name: str) -> None:
    anna = near_house.person("Anna")
    body = Browser("http://127.0.0.1:9/push").subscription
    body["keys"][name] = "AAAA"
    answer = anna.request("POST", "/api/me/push", body, 422)
    assert answer["key"] == "problem.push.keys"


# -- webhooks


def with_webhook(person: Person, url: str) -> None:
    body = {"preferences": {"webhook": url, "notify": {"webhook": True}}}
    person.request("PATCH", "/api/me", body)


@pytest.mark.on_postgres
def test_a_webhook_gets_a_message_as_discord_takes_it(near_house: House) -> None:
    anna = near_house.person("Anna")
    with Endpoint(204) as hook:
        with_webhook(anna, hook.url + "/api/webhooks/1/abc?wait=true")
        store_notice(near_house, anna)
        posted = hook.arrived()
    assert posted.path == "/api/webhooks/1/abc?wait=true"
    assert posted.headers["content-type"] == "application/json"
    body = json.loads(posted.body)
    assert body["content"].startswith("Diplomacy: there is a rematch")
    assert body["allowed_mentions"] == {"parse": []}


def test_a_delivery_refused_by_a_webhook_is_retried(near_house: House) -> None:
    anna = near_house.person("Anna")
    with Endpoint(503, 302, 204) as hook:
        with_webhook(anna, hook.url)
        store_notice(near_house, anna)
        paths = [hook.arrived().path for _ in range(3)]
        assert paths == ["/", "/", "/"]  # a redirection is not followed
        store_notice(near_house, anna, "notice.over")
        hook.arrived()
        assert hook.posted.empty()


@pytest.mark.on_postgres
def test_channels_that_are_off_get_nothing(near_house: House) -> None:
    anna = near_house.person("Anna")
    with Endpoint(204) as hook:
        with_webhook(anna, hook.url)
        off = {"page": False, "webhook": False}
        anna.request("PATCH", "/api/me", {"preferences": {"notify": off}})
        store_notice(near_house, anna)
        assert anna.get("/api/me/notifications") == []
        anna.request("PATCH", "/api/me", {"preferences": {"notify": {"webhook": True}}})
        store_notice(near_house, anna, "notice.over")
        assert b"is over" in hook.arrived().body
        assert anna.get("/api/me/notifications") == []
        assert hook.posted.empty()


def test_a_webhook_needs_an_address(near_house: House) -> None:
    anna = near_house.person("Anna")
    body: Json = {"preferences": {"notify": {"webhook": True}}}
    answer = anna.request("PATCH", "/api/me", body, 422)
    assert answer["key"] == "problem.account.no_webhook"
    with_webhook(anna, "http://127.0.0.1:9/")
    answer = anna.request("PATCH", "/api/me", {"preferences": {"webhook": ""}})
    assert answer["preferences"]["notify"]["webhook"] is False


# -- never inwards


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://user:secret@example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://10.0.0.1:8443/",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/",
        "https://printer.local/",
        "https://example.org:0/",
        "https://exa mple.org/",
        "https://example.org/\r\nx-injected: 1",
        "https://",
        "ftp://example.org/",
        "https://[::1/",
    ],
)
def test_addresses_that_lead_inwards_or_nowhere_are_refused(house: House, url: str) -> None:
    anna = house.person("Anna")
    answer = anna.request("PATCH", "/api/me", {"preferences": {"webhook": url}}, 422)
    assert answer["key"].startswith("problem.outside.")
    browser = {**Browser(url).subscription, "endpoint": url}
    answer = anna.request("POST", "/api/me/push", browser, 422)
    assert answer["key"].startswith("problem.outside.")


def test_a_name_that_leads_inwards_is_found_out_when_it_is_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name looks public; its address is what counts, and all of its addresses."""

    async def ask() -> int:
        loop = asyncio.get_running_loop()

        async def found(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
            public, private = ("93.184.216.34", port), ("10.0.0.7", port)
            return [(2, 1, 6, "", public), (2, 1, 6, "", private)]

        monkeypatch.setattr(loop, "getaddrinfo", found)
        return await post("https://innocent.example/", b"", {}, local=False)

    with pytest.raises(Unreachable, match="private network"):
        asyncio.run(ask())


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:192.168.1.1", False),
        ("fec0::1", False),
        ("::127.0.0.1", False),
        ("::1", False),
        ("4000::1", False),
        ("2002:c0a8:101::1", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) is public


def test_an_answer_that_is_no_http_is_a_failure() -> None:
    async def ask() -> None:
        async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"220 hello\r\n")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(babble, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            await post(f"http://127.0.0.1:{port}/", b"x", {}, local=True)

    with pytest.raises(Unreachable):
        asyncio.run(ask())


def test_a_plain_address_is_for_this_machine_only() -> None:
    assert check_url("https://example.org/x?y=1", local=False).hostname == "example.org"
    with pytest.raises(Problem):
        check_url("http://example.org/", local=False)
    assert check_url("http://127.0.0.1:8/", local=True).port == 8
