"""Account safety: the password again, mails about changes, names, limits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from entente.server.http.app import create_app
from entente.server.http.limits import network_of
from entente.server.people.common_passwords import is_common
from entente.server.settings import Settings
from tests.server.fresh import on_a_new_database
from tests.server.people import House, Person
from tests.server.test_mail import PAGES, link_in, with_address
from tests.server.world import PostOffice, plain

pytestmark = pytest.mark.one_database

one_database = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
PASSWORD = {"password": "correct horse"}


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    with PostOffice() as office:
        yield office


@pytest.fixture
def writing_house(database: str, post_office: PostOffice) -> Iterator[House]:
    settings = Settings(database, smtp=post_office.url, public_url=PAGES)
    with House(on_a_new_database(create_app(settings))) as open_house:
        yield open_house


# -- the address


@one_database
def test_an_address_is_changed_with_the_password_and_the_old_one_is_notified(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = with_address(writing_house, post_office, "Anna", "anna@example.org")
    answer = anna.request("PATCH", "/api/me", {"email": "eve@example.org"}, 403)
    assert answer["key"] == "problem.account.password_needed"
    wrong = {"email": "eve@example.org", "password": "wrong horse"}
    assert anna.request("PATCH", "/api/me", wrong, 403)["key"] == "problem.account.old_password"
    assert anna.request("PATCH", "/api/me", {"email": ""}, 403)["key"].endswith("password_needed")
    anna.request("PATCH", "/api/me", {"email": "anna@example.org"})  # the same: no change
    anna.request("PATCH", "/api/me", {"email": "anne@example.org", **PASSWORD})
    mail = post_office.arrived()
    assert mail["to"] == "anne@example.org"
    token = link_in(plain(mail), "/api/confirm/")
    anna.client.get(f"/api/confirm/{token}", follow_redirects=False)
    mail = post_office.arrived()
    assert (mail["to"], mail["subject"]) == (
        "anna@example.org",
        "Entente: your account’s e-mail address has changed",
    )
    anna.request("PATCH", "/api/me", {"email": "", **PASSWORD})
    assert anna.get("/api/me")["email"] is None
    assert post_office.arrived()["to"] == "anne@example.org"


@one_database
def test_a_new_password_makes_links_on_their_way_worthless(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = with_address(writing_house, post_office, "Anna", "anna@example.org")
    anna.request("PATCH", "/api/me", {"email": "eve@example.org", **PASSWORD})
    token = link_in(plain(post_office.arrived()), "/api/confirm/")
    anna.post("/api/me/password", old="correct horse", new="battery staple")
    answer = anna.client.get(f"/api/confirm/{token}", follow_redirects=False)
    assert answer.headers["location"].endswith("problem.account.link")
    assert anna.get("/api/me")["email"] == "anna@example.org"


# -- what mails say, and how many there are


@one_database
def test_no_stranger_writes_by_our_mails(writing_house: House, post_office: PostOffice) -> None:
    name = "Win at evil.example/now"
    eve = writing_house.person(name)
    eve.request("PATCH", "/api/me", {"email": "anna@example.org"})
    mail = post_office.arrived()
    assert "evil" not in plain(mail) + mail["subject"]
    link = link_in(plain(mail), "/api/confirm/")
    eve.client.get(f"/api/confirm/{link}", follow_redirects=False)
    eve.post("/api/register", name=name, password="correct horse")
    eve.post("/api/reset", email="anna@example.org", status=202)
    text = plain(post_office.arrived())
    assert "evil.example" not in text
    assert "Win at evil example now" in text


@one_database
def test_mails_are_limited_for_an_address_and_for_an_account(
    writing_house: House, post_office: PostOffice
) -> None:
    for number in range(3):  # to one address, from anyone
        person = writing_house.person(f"P{number}")
        person.request("PATCH", "/api/me", {"email": "anna@example.org"})
    eve = writing_house.person("Eve")
    answer = eve.request("PATCH", "/api/me", {"email": "anna@example.org"}, 429)
    assert answer["key"] == "problem.limit"
    for number in range(2):  # from one account, to any address
        eve.request("PATCH", "/api/me", {"email": f"p{number}@example.org"})
    eve.request("PATCH", "/api/me", {"email": "p3@example.org"}, 429)
    for _ in range(5):
        post_office.arrived()
    assert post_office.mails.empty()


# -- names


def register(person: Person, name: str) -> None:
    person.post("/api/register", name=name, password="correct horse")


@one_database
def test_no_guest_bears_a_registered_name(house: House) -> None:
    register(house.person("Anna"), "Anna")
    visitor, bert = house.person(None), house.person("Bert")
    for name in ("Anna", "ANNA", "  anna "):
        assert visitor.post("/api/guest", name=name, status=409)["key"] == "problem.account.taken"
        answer = bert.request("PATCH", "/api/me", {"name": name}, 409)
        assert answer["key"] == "problem.account.taken"


@one_database
def test_a_guest_gives_way_to_a_person_who_registers_that_name(house: House) -> None:
    guest, other = house.person("anna"), house.person("Bert")
    table = guest.table(seats={"central": "me"})
    other.sit(table, "entente")
    register(house.person("Anna"), "Anna")
    assert guest.get("/api/me")["name"] == f"Anna {guest.id}"
    (notice,) = [each for each in guest.get("/api/me/notifications") if "renamed" in each["key"]]
    assert f"Anna {guest.id}" in notice["text"]
    with other.live(table) as live:
        assert live.state["players"]["central"]["name"] == f"Anna {guest.id}"
    assert other.get(f"/api/tables/{table['id']}")["seats"]["central"]["name"] != "anna"


# -- the lobby


@one_database
def test_no_one_fills_the_lobby(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("entente.server.tables.new_tables.MOST_OPEN_OF_A_GUEST", 2)
    monkeypatch.setattr("entente.server.tables.new_tables.MOST_OPEN_OF_A_NETWORK", 3)
    body = {"game": "attrition", "seats": {"central": "me"}}
    anna, bert = house.person("Anna"), house.person("Bert")
    tables = [anna.table(seats={"central": "me"}) for _ in range(2)]
    answer = anna.request("POST", "/api/tables", body, 409)
    assert answer["key"] == "problem.table.most_open"
    anna.table(seats={"central": "me", "entente": "greedy"})  # one that waits for no one
    bert.table(seats={"central": "me"})
    answer = bert.request("POST", "/api/tables", body, 409)  # as if Bert were Anna again
    assert answer["key"] == "problem.table.most_open_near"
    carl = house.person("Carl")
    register(carl, "Carl")
    carl.table(seats={"central": "me"})
    bert.sit(tables[0], "entente")  # a game that begins makes room
    bert.table(seats={"central": "me"})


# -- passwords


@pytest.mark.parametrize(
    "password",
    [
        "password", "Password1!", "P4ssw0rd2026", "12345678", "qwertyuiop", "azerty123", "iloveyou",
        "aaaaaaaa", "abcabcabc", "87654321", "motdepasse", "letmein!!", "19840412", "Anna2026",
        "1q2w3e4r5t", "soleil2025", "trustno1", "!!!dragon!!!",
    ],
)  # fmt: skip
def test_passwords_that_are_tried_first_are_refused(password: str) -> None:
    assert is_common(password, "Anna")


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "battery staple",
        "another one",
        "x7Kp-qq2m",
        "Anna und Bert",
        "482019375517",
    ],
)
def test_other_passwords_are_not(password: str) -> None:
    assert not is_common(password, "Anna")


@one_database
def test_a_common_password_is_refused_in_every_form(house: House) -> None:
    anna = house.person("Anna")
    answer = anna.post("/api/register", name="Anna", password="password123", status=422)
    assert answer["key"] == "problem.account.common"
    register(anna, "Anna")
    answer = anna.post("/api/me/password", old="correct horse", new="Dragon99!", status=422)
    assert answer["key"] == "problem.account.common"


# -- limits


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_network_is_what_one_person_can_have(host: str, network: str) -> None:
    assert network_of(host) == network


def test_an_account_goes_with_its_password_only(house: House) -> None:
    anna = house.person("Anna")
    anna.post("/api/register", name="Anna", password="correct horse")
    answer = anna.request("DELETE", "/api/me", status=403)
    assert answer["key"] == "problem.account.password_needed"
    answer = anna.request("DELETE", "/api/me", {"password": "wrong horse"}, 403)
    assert answer["key"] == "problem.account.old_password"
    anna.request("DELETE", "/api/me", {"password": "correct horse"}, 204)
    house.person("Bert").request("DELETE", "/api/me", status=204)  # a guest has none
