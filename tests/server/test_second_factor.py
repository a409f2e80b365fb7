"""The second factor: codes of a device (RFC 6238), each good once, and codes on paper."""

from __future__ import annotations

import base64
import time
from types import SimpleNamespace

import pytest

from entente.server.admin_tasks import remove_second_factor
from entente.server.http.routes import accounts as account_routes
from entente.server.people import accounts, two_factor
from entente.server.storage.models import User
from tests.server.people import House, Person

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

one_database = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
PASSWORD = "correct horse"
NOW = time.time()


@pytest.fixture(autouse=True)
def standing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the codes is stopped: in a slow test no step goes by."""
    monkeypatch.setattr(two_factor, "time", SimpleNamespace(time=lambda: NOW))


class Device:
    """The authenticator; its clock is stopped too."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def code(self, later: int = 0) -> str:
        return two_factor.code_at(self.secret, int(NOW) // 30 + later)


def with_device(house: House, name: str = "Anna") -> tuple[Person, Device, list[str]]:
    """A person with a second factor; the first code, of the step before, is used up."""
    person = house.person(name)
    person.post("/api/register", name=name, password=PASSWORD)
    offered = person.post("/api/me/two-factor", password=PASSWORD)
    device = Device(offered["secret"])
    codes = person.post("/api/me/two-factor/confirm", code=device.code(-1))["codes"]
    return person, device, codes


def enter(house: House, status: int = 200, **more: str) -> str:
    answer = house.person(None).post(
        "/api/login", name="Anna", password=PASSWORD, status=status, **more
    )
    return str(answer.get("key", ""))


@pytest.mark.parametrize(
    ("moment", "code"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (20000000000, "353130")],
)
def test_codes_are_those_of_the_standard(moment: int, code: str) -> None:
    """RFC 6238, appendix B; six digits are shown."""
    secret = base64.b32encode(b"12345678901234567890").decode()
    assert two_factor.code_at(secret, moment // 30) == code


@one_database
def test_a_code_is_required_once_the_device_has_shown_one(house: House) -> None:
    anna = house.person("Anna")
    anna.post("/api/register", name="Anna", password=PASSWORD)
    assert anna.post("/api/me/two-factor", password="wrong", status=403)["key"].endswith(
        "old_password"
    )
    offered = anna.post("/api/me/two-factor", password=PASSWORD)
    assert offered["uri"].startswith("otpauth://totp/Entente%3AAnna?secret=")
    enter(house)  # no code is required yet
    anna.post("/api/me/two-factor/confirm", code="000000", status=403)
    device = Device(offered["secret"])
    assert len(anna.post("/api/me/two-factor/confirm", code=device.code(-1))["codes"]) == 10
    assert anna.get("/api/me/two-factor") == {"enabled": True, "recovery_codes_left": 10}
    assert (
        anna.post("/api/me/two-factor", password=PASSWORD, status=409)["key"] == "problem.second.on"
    )
    assert enter(house, 401) == "problem.account.login"
    assert enter(house, 401, code="000000") == "problem.account.login"
    enter(house, code=device.code())


@one_database
def test_a_guesser_learns_neither_of_the_password_nor_of_the_code(house: House) -> None:
    """Every failure has the same answer: a wrong password with a good code or none, a good one with
    a wrong code or none, and an unknown name."""
    _, device, _ = with_device(house)
    tries = [
        ("Anna", "wrong horse", ""),
        ("Anna", "wrong horse", device.code()),
        ("Anna", PASSWORD, ""),
        ("Anna", PASSWORD, "000000"),
        ("Nobody", PASSWORD, ""),
    ]
    answer = [
        house.person(None).post("/api/login", name=name, password=password, code=code, status=401)
        for name, password, code in tries
    ]
    assert all(each == answer[0] for each in answer)
    assert answer[0]["key"] == "problem.account.login"
    enter(house, code=device.code())  # and no code was used up by a wrong password


@one_database
def test_a_code_is_good_once(house: House) -> None:
    _, device, _ = with_device(house)
    code = device.code()
    enter(house, code=code)
    assert enter(house, 401, code=code) == "problem.account.login"
    enter(house, code=device.code(1))
    assert enter(house, 401, code=code) == "problem.account.login"  # nor an earlier one


@one_database
def test_a_code_on_paper_is_good_once_and_new_ones_replace_it(house: House) -> None:
    anna, _, codes = with_device(house)
    enter(house, code=codes[0].upper())
    assert enter(house, 401, code=codes[0]) == "problem.account.login"
    assert anna.get("/api/me/two-factor")["recovery_codes_left"] == 9
    new = anna.post("/api/me/two-factor/recovery-codes", password=PASSWORD)["codes"]
    assert enter(house, 401, code=codes[1]) == "problem.account.login"
    enter(house, code=new[0])


@one_database
def test_codes_on_paper_are_not_stored(house: House) -> None:
    _, _, codes = with_device(house)
    with house.app.state.services.engine.connect() as connection:
        rows = str(connection.exec_driver_sql("SELECT * FROM recovery_codes").all())
    assert not any(code in rows for code in codes)


@one_database
def test_it_is_switched_off_with_the_password(house: House) -> None:
    anna, _, _ = with_device(house)
    anna.post("/api/me/two-factor/remove", password="wrong horse", status=403)
    anna.post("/api/me/two-factor/remove", password=PASSWORD, status=204)
    assert anna.get("/api/me/two-factor") == {"enabled": False, "recovery_codes_left": 0}
    enter(house)


@one_database
def test_a_guest_has_no_second_factor(house: House) -> None:
    answer = house.person("Anna").post("/api/me/two-factor", password="x", status=409)
    assert answer["key"] == "problem.account.guest"


@one_database
def test_a_mailbox_does_not_replace_the_device(house: House) -> None:
    """The link with which a forgotten password is replaced asks for a code too."""
    anna, device, _ = with_device(house)
    services = house.app.state.services
    with services.sessions.begin() as session:
        token = accounts.reset_secret(session, session.get_one(User, anna.id))
    visitor, body = house.person(None), {"token": token, "password": "battery staple"}
    answer = visitor.request("POST", "/api/reset/confirm", body, 401)
    assert answer["key"] == "problem.second.needed"
    visitor.request("POST", "/api/reset/confirm", {**body, "code": device.code()})
    assert visitor.get("/api/me")["name"] == "Anna"


@one_database
def test_the_operator_helps_a_person_who_has_lost_their_device(house: House) -> None:
    with_device(house)
    assert remove_second_factor(house.app.state.services.engine, "anna") == "Anna"
    enter(house)


def new_link(house: House, person: Person) -> dict[str, str]:
    with house.app.state.services.sessions.begin() as session:
        token = accounts.reset_secret(session, session.get_one(User, person.id))
    return {"token": token, "password": "another horse"}


def test_a_link_serves_for_a_few_codes(house: House) -> None:
    """From however many networks they are tried."""
    anna, device, _ = with_device(house)
    body = new_link(house, anna)
    for number in range(5):
        eve = house.person(None, host=f"203.0.113.{number}")
        answer = eve.request("POST", "/api/reset/confirm", {**body, "code": "x"}, 401)
        assert answer["key"] == "problem.second.code"
    eve = house.person(None, host="203.0.113.99")
    for code in ("x", device.code()):
        answer = eve.request("POST", "/api/reset/confirm", {**body, "code": code}, 410)
        assert answer["key"] == "problem.account.link"


@one_database
def test_codes_with_links_have_a_limit_of_their_own(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As tight as that of the login."""
    monkeypatch.setattr(account_routes, "TRIES", (6, 3600))
    anna, device, _ = with_device(house)
    for number in range(6):
        body = {**new_link(house, anna), "code": "x"}
        eve = house.person(None, host=f"203.0.113.{number}")
        eve.request("POST", "/api/reset/confirm", body, 401)
    body = {**new_link(house, anna), "code": device.code()}
    answer = house.person(None).request("POST", "/api/reset/confirm", body, 429)
    assert answer["key"] == "problem.limit"
    assert enter(house, 200, code=device.code()) == ""


@one_database
def test_attacks_on_the_login_lock_no_one_out_of_a_link(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_routes, "TRIES", (6, 3600))
    anna, device, _ = with_device(house)
    for _ in range(6):
        enter(house, 401, code="x")
    assert enter(house, 429, code="x") == "problem.limit"
    body = {**new_link(house, anna), "code": device.code()}
    house.person(None).request("POST", "/api/reset/confirm", body)
