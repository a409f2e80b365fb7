"""Sign in with an OpenID Connect provider."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from sqlalchemy import update

from entente.server.http.app import create_app
from entente.server.people import oidc
from entente.server.people.oidc import Provider
from entente.server.settings import OpenIdProvider, Settings
from entente.server.storage.models import Login, User
from tests.server.fresh import on_a_new_database
from tests.server.openid_provider import CLIENT, SECRET, OpenIdServer, openid_server
from tests.server.people import House, Person, SetClock

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def running_provider() -> Iterator[OpenIdServer]:
    with openid_server() as running:
        yield running


@pytest.fixture
def provider(running_provider: OpenIdServer) -> OpenIdServer:
    running_provider.person = {"sub": "1", "preferred_username": "Ada"}
    running_provider.changes = {}
    running_provider.signer = running_provider.key
    return running_provider


@pytest.fixture
def house(database: str, clock: SetClock, provider: OpenIdServer) -> Iterator[House]:
    settings = Settings(
        database,
        clock=clock,
        steady=clock.steady,
        oidc=OpenIdProvider(provider.issuer, CLIENT, SECRET, "Example"),
    )
    with House(on_a_new_database(create_app(settings))) as open_house:
        yield open_house


def follow(person: Person, address: str) -> str:
    """Open an address of ours as the provider's page sends the browser there; return where to."""
    answer = person.client.get(address, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def sign_in(person: Person, provider: OpenIdServer) -> str:
    return follow(person, provider.authorize(person.post("/api/login/oidc")["url"]))


def me(person: Person) -> Any:
    return person.get("/api/me")


def test_sign_up_and_sign_in(house: House, provider: OpenIdServer) -> None:
    assert house.person(None).get("/api/login") == {"provider": "Example", "mail": False}
    ada = house.person(None)
    provider.person |= {"email": "Ada@Example.org", "email_verified": True}
    assert sign_in(ada, provider) == "/"
    first = me(ada)
    assert (first["name"], first["guest"], first["has_password"]) == ("Ada", False, False)
    assert first["email"] == "ada@example.org"
    provider.person["preferred_username"] = "Renamed"
    again = house.person(None)
    assert sign_in(again, provider) == "/"
    assert me(again)["id"] == first["id"]
    [identity] = again.get("/api/me/identities")
    assert identity["provider"] == "Example"
    assert again.get("/api/me/export")["identities"][0]["subject"] == "1"
    provider.person["sub"] = "2"
    other = house.person(None)
    assert sign_in(other, provider) == "/"
    assert me(other)["id"] != first["id"]


def test_a_guest_keeps_games_and_a_taken_name_gets_a_number(
    house: House, provider: OpenIdServer
) -> None:
    owner = house.person(None)
    owner.post("/api/register", name="Ada", password=PASSWORD)
    guest = house.person("someone")
    table = guest.table("turmoil", seats={"liberal": "me", "authoritarian": "random"})
    before = guest.id
    assert sign_in(guest, provider) == "/"
    known = me(guest)
    assert known["id"] == before
    assert known["name"].startswith("Ada ")
    assert [each["id"] for each in guest.get("/api/tables?scope=mine")] == [table["id"]]


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 300, "ß" * 40, "Αda"])
def test_any_name_of_the_provider_leads_to_an_account(
    house: House, provider: OpenIdServer, name: str
) -> None:
    provider.person["preferred_username"] = name
    person = house.person(None)
    assert sign_in(person, provider) == "/"
    assert me(person)["name"].strip()


@pytest.mark.parametrize(
    "changes",
    [
        {"nonce": "another"},
        {"aud": "another"},
        {"iss": "http://another.example"},
        {"exp": 1},
        {"azp": "another"},
        {"sub": ""},
    ],
)
def test_a_token_that_is_not_ours_is_refused(
    house: House, provider: OpenIdServer, changes: dict[str, Any]
) -> None:
    provider.changes = changes
    person = house.person(None)
    assert sign_in(person, provider) == "/login?problem=oidc.provider"
    assert me(person) is None


def test_a_forged_signature_is_refused(house: House, provider: OpenIdServer) -> None:
    provider.signer = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    assert sign_in(house.person(None), provider) == "/login?problem=oidc.provider"


def test_an_answer_counts_once_and_in_its_browser(house: House, provider: OpenIdServer) -> None:
    person, stranger = house.person(None), house.person(None)
    address = provider.authorize(person.post("/api/login/oidc")["url"])
    assert follow(stranger, address) == "/login?problem=oidc.expired"
    stranger.post("/api/login/oidc")  # a cookie of their own does not help
    assert follow(stranger, address) == "/login?problem=oidc.expired"
    assert follow(person, address) == "/"
    assert follow(person, address) == "/login?problem=oidc.expired"
    denied = person.post("/api/login/oidc")["url"].partition("state=")[2].partition("&")[0]
    address = f"/api/login/oidc/callback?error=access_denied&state={denied}"
    assert follow(person, address) == "/login?problem=oidc.denied"


def test_link_and_unlink(house: House, provider: OpenIdServer) -> None:
    owner = house.person(None)
    owner.post("/api/register", name="Owner", password=PASSWORD)
    owner.post("/api/me/identities", status=403)
    owner.post("/api/me/identities", status=403, password="wrong password")
    url = owner.post("/api/me/identities", password=PASSWORD)["url"]
    assert follow(owner, provider.authorize(url)) == "/profile?linked=1"
    elsewhere = house.person(None)
    assert sign_in(elsewhere, provider) == "/"
    assert me(elsewhere)["name"] == "Owner"
    another = house.person(None)
    another.post("/api/register", name="Another", password=PASSWORD)
    url = another.post("/api/me/identities", password=PASSWORD)["url"]
    address = provider.authorize(url)
    assert follow(another, address) == "/login?problem=oidc.other_account"
    [identity] = owner.get("/api/me/identities")
    path = f"/api/me/identities/{identity['id']}"
    another.request("DELETE", path, {"password": PASSWORD}, status=404)
    owner.request("DELETE", path, {"password": PASSWORD}, status=204)
    fresh = house.person(None)
    sign_in(fresh, provider)
    assert me(fresh)["name"] == "Ada"


def test_an_account_without_a_password(house: House, provider: OpenIdServer) -> None:
    ada = house.person(None)
    sign_in(ada, provider)
    ada.csrf = me(ada)["csrf"]
    house.person(None).post("/api/login", status=401, name="Ada", password="!")
    [identity] = ada.get("/api/me/identities")
    path = f"/api/me/identities/{identity['id']}"
    ada.request("DELETE", path, status=409)  # the only way in
    with house.app.state.services.sessions.begin() as session:
        session.execute(update(Login).values(created=int(time.time()) - 3600))
    ada.request("DELETE", "/api/me", status=403)
    ada.post("/api/me/password", status=403, old="", new=PASSWORD)
    sign_in(ada, provider)
    ada.csrf = me(ada)["csrf"]
    ada.post("/api/me/password", old="", new=PASSWORD)
    assert me(ada)["has_password"]
    house.person(None).post("/api/login", name="Ada", password=PASSWORD)
    ada.request("DELETE", path, {"password": PASSWORD}, status=204)


def test_an_unverified_or_foreign_address_is_not_used(house: House, provider: OpenIdServer) -> None:
    with house.app.state.services.sessions.begin() as session:
        session.add(User(name="Eve", email="ada@example.org", created=1, password="x"))
    provider.person |= {"email": "ada@example.org", "email_verified": True}
    taken = house.person(None)
    sign_in(taken, provider)
    provider.person |= {"sub": "3", "email": "new@example.org", "email_verified": False}
    unverified = house.person(None)
    sign_in(unverified, provider)
    assert [me(taken)["email"], me(unverified)["email"]] == [None, None]


def test_a_provider_that_fails_is_left_alone_for_a_while(
    house: House, provider: OpenIdServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise all who sign in would wait for it one after the other."""
    person = house.person(None)
    wrong = f"{provider.issuer}/unknown"
    services = house.app.state.services
    services.oidc = Provider(services.oidc.settings._replace(issuer=wrong))
    before = provider.requests
    for _ in range(3):
        person.post("/api/login/oidc", status=503)
    assert provider.requests == before + 1
    # A configuration that was fetched earlier is still used.
    monkeypatch.setattr(oidc, "KEPT", 0.0)
    services.oidc = Provider(services.oidc.settings._replace(issuer=provider.issuer))
    person.post("/api/login/oidc")
    services.oidc.settings = services.oidc.settings._replace(issuer=wrong)
    before = provider.requests
    for _ in range(3):
        person.post("/api/login/oidc")
    assert provider.requests == before + 1


def test_a_server_without_a_provider(database: str, clock: SetClock) -> None:
    with House(create_app(Settings(database, clock=clock, steady=clock.steady))) as plain:
        person = plain.person(None)
        assert person.get("/api/login")["provider"] is None
        person.post("/api/login/oidc", status=404)
        gone = Settings(database, oidc=OpenIdProvider("http://127.0.0.1:9", CLIENT, SECRET, "x"))
    with House(create_app(gone)) as broken:
        broken.person(None).post("/api/login/oidc", status=503)
