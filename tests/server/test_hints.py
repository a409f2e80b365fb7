"""Hints for moderators: what they show, to whom, and what they leave out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from sqlalchemy import select

from entente.server.http.app import create_app
from entente.server.moderation import hints as hints_module
from entente.server.moderation.hints import count_help
from entente.server.people.account_marks import DEVICE, MOST, note_marks
from entente.server.settings import Retention, Settings
from entente.server.storage.models import AccountMark, Result, Table, TableHelp
from tests.server.people import House, Json, Person, SetClock
from tests.server.test_moderation import acts, moderator

pytestmark = pytest.mark.one_database

DAYS = Retention(marks=30)
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


@pytest.fixture
def watched_house(database: str) -> Iterator[House]:
    """A server that remembers devices and networks."""
    with House(create_app(Settings(database, retention=DAYS))) as house:
        yield house


def meet(one: Person, other: Person, *, private: bool = False) -> Json:
    table = one.table(seats={"central": "me"}, private=private)
    other.sit(table, "entente")
    return table


def result(house: House, table: str, seat: str, person: Person, departure: str = "") -> None:
    with house.app.state.services.sessions.begin() as session:
        session.add(
            Result(
                table_id=table,
                seat=seat,
                holder=0,
                user_id=person.id,
                game="attrition",
                pace="live",
                rated=False,
                players=2,
                opponents="people",
                result="loss",
                departure=departure,
                took_over=False,
                begun=1,
                finished=house.app.state.services.clock(),
                moves=1,
                phases=0,
                phases_missed=0,
            )
        )


def hints(person: Person) -> Json:
    found: Json = person.get("/api/moderation/hints")
    return found


def test_two_accounts_of_one_network_at_a_table(
    watched_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = watched_house.person("Anna", host="192.0.2.1")
    twin = watched_house.person("Anton", host="192.0.2.1")
    berta = watched_house.person("Berta", host="192.0.2.2")
    watched_house.person("Sister", host="192.0.2.1")  # never at a table with them
    table = meet(anna, twin)
    meet(anna, berta)
    mona = moderator(watched_house)
    monkeypatch.setattr(hints_module, "IN_ONE_QUERY", 1)  # as with very many accounts
    (shared,) = hints(mona)["shared"]
    assert shared["names"] == ["Anna", "Anton"]
    assert (shared["device"], shared["network"]) == (False, True)
    assert (shared["tables"], shared["games"]) == ([table["id"]], 1)
    assert acts(watched_house).count("hints") == 1
    assert "192.0.2" not in str(hints(mona))


def test_one_browser_with_two_accounts(watched_house: House) -> None:
    anna = watched_house.person("Anna", host="192.0.2.1")
    anna.post("/api/register", 200, name="Anna", password="correct horse")
    twin = watched_house.person(None, host="192.0.2.9")
    device = anna.client.cookies.get("entente_device")
    assert device is not None
    twin.client.cookies.set("entente_device", device)
    twin.welcome(twin.post("/api/register", 200, name="Anton", password="correct horse"))
    meet(anna, twin)
    (shared,) = hints(moderator(watched_house))["shared"]
    assert (shared["device"], shared["network"]) == (True, False)


def test_private_tables_crowds_and_own_tables_are_left_out(watched_house: House) -> None:
    anna, twin = (watched_house.person(name, host="192.0.2.1") for name in ("Anna", "Anton"))
    meet(anna, twin, private=True)
    school = [watched_house.person(f"Pupil {n}", host="192.0.2.7") for n in range(9)]
    meet(school[0], school[1])
    mona = moderator(watched_house)
    colleague = watched_house.person("Colleague")  # of the moderator's network
    meet(mona, colleague)
    assert hints(mona)["shared"] == []


def test_many_games_left_early(watched_house: House) -> None:
    anna, berta = watched_house.person("Anna"), watched_house.person("Berta")
    for number in range(10):
        private = number >= 8
        table = anna.table(private=private)["id"]
        result(watched_house, table, "central", anna, "left" if number < 3 else "")
        result(watched_house, table, "entente", berta, "left" if private or number < 2 else "")
    (leaver,) = hints(moderator(watched_house))["leaving"]
    assert (leaver["name"], leaver["left"], leaver["games"]) == ("Anna", 3, 8)


def silent_game(house: House, people: Sequence[Person], counts: dict[str, int]) -> str:
    """Return a finished game without chat, with the help that was counted in it."""
    table: str = house.person("Host").table("diplomacy", chat="none")["id"]
    for seat, person in zip(POWERS, people, strict=False):
        result(house, table, seat, person)
    with house.app.state.services.sessions.begin() as session:
        session.get_one(Table, table).status = "over"
        session.add(TableHelp(table_id=table, counts=counts, counted=1))
    return table


def test_help_far_above_what_is_usual(watched_house: House) -> None:
    people = [watched_house.person(name) for name in ("Anna", "Berta", "Carl", "Dora")]
    one = silent_game(watched_house, people, {"austria england": 6, "england austria": 5})
    silent_game(watched_house, people, {"austria france": 1, "germany france": 2})
    mona = moderator(watched_house)
    (helping,) = hints(mona)["helping"]
    assert (helping["names"], helping["given"]) == (["Anna", "Berta"], [6, 5])
    assert helping["games"] == 2  # the other game counts too
    assert helping["usual"] == round(14 / 12, 1)
    assert one in helping["tables"]


def test_help_on_one_side_only_is_no_hint(watched_house: House) -> None:
    people = [watched_house.person(name) for name in ("Anna", "Berta", "Carl")]
    silent_game(watched_house, people, {"austria england": 20, "england austria": 2})
    assert hints(moderator(watched_house))["helping"] == []


def test_finished_games_are_counted_once(watched_house: House) -> None:
    people = [watched_house.person(power) for power in POWERS]
    table = people[0].table("diplomacy", chat="none", seats={"austria": "me"})
    for person, power in zip(people[1:], POWERS[1:], strict=True):
        person.sit(table, power)
    with watched_house.app.state.services.sessions.begin() as session:
        session.get_one(Table, table["id"]).status = "over"
    rooms = watched_house.app.state.services.rooms
    assert count_help(rooms) == table["id"]
    assert count_help(rooms) is None


def test_nothing_is_stored_where_the_operator_wants_none(database: str, clock: SetClock) -> None:
    for settings in (Settings(database), Settings(database, retention=DAYS, moderation=False)):
        with House(create_app(settings)) as house:
            meet(house.person("Anna"), house.person("Anton"))
            with house.app.state.services.sessions() as session:
                assert session.query(AccountMark).count() == 0


def test_marks_are_in_the_export_and_go_with_the_account(watched_house: House) -> None:
    anna = watched_house.person("Anna")
    marks = anna.get("/api/me/export")["marks"]
    assert [each["kind"] for each in marks] == ["network"]
    anna.request("DELETE", "/api/me", {}, 204)
    with watched_house.app.state.services.sessions() as session:
        assert session.query(AccountMark).count() == 0


def test_players_see_no_hints(watched_house: House) -> None:
    anna = watched_house.person("Anna")
    refused = anna.get("/api/moderation/hints", 403)
    assert refused["key"] == "problem.moderation.not_moderator"


def test_an_account_keeps_only_the_last_of_many_devices(watched_house: House) -> None:
    anna = watched_house.person("Anna")
    with watched_house.app.state.services.sessions.begin() as session:
        for number in range(MOST + 5):
            note_marks(session, anna.id, {DEVICE: f"{number:064}"}, 1000 + number)
        kept = select(AccountMark.mark).where(
            AccountMark.user_id == anna.id, AccountMark.kind == DEVICE
        )
        assert {int(each) for each in session.scalars(kept)} == set(range(5, MOST + 5))
