"""Names: nobody bears one that is taken for a registered one."""

from __future__ import annotations

import pytest

from entente.server.storage.skeletons import are_alike, skeleton
from tests.server.people import House

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    "name", ["ＢＩＬＬ", "BiIl", "Bi1l", "bi|l", "\N{CYRILLIC CAPITAL LETTER VE}\u0406\u04c0\u04cf"]
)
def test_a_name_that_looks_registered_is_taken(house: House, name: str) -> None:
    bill, earlier = house.person("Otto"), house.person(name)
    bill.post("/api/register", name="Bill", password="correct horse")
    assert skeleton(earlier.get("/api/me")["name"]) != skeleton("Bill")
    told = house.person(None).post("/api/guest", 409, name=name)
    assert told["key"] == "problem.account.taken"
    bill.request("PATCH", "/api/me", {"name": "BILL"})  # his own he may write otherwise


@pytest.mark.parametrize(
    ("name", "looks"),
    [("Marna", "Mama"), ("Vvilly", "Willy"), ("Macleod", "Madeod"), ("Willi", "Vv1ll1")],
)
def test_two_letters_that_look_like_one_are_that_one(house: House, name: str, looks: str) -> None:
    """Names of other lengths too; found by what is stored of each name."""
    guest, owner = house.person(looks), house.person("Otto")
    owner.post("/api/register", name=name, password="correct horse")
    assert guest.get("/api/me")["name"] == f"{name} {guest.id}"
    told = house.person(None).post("/api/guest", 409, name=looks)
    assert told["key"] == "problem.account.taken"
    with house.app.state.services.engine.connect() as connection:
        plan = connection.exec_driver_sql(
            "EXPLAIN QUERY PLAN SELECT id FROM users WHERE skeleton = 'x' AND folded IS NOT NULL"
            if connection.dialect.name == "sqlite"
            else "SELECT indexname FROM pg_indexes WHERE tablename = 'users'"
        ).all()
    assert "ix_users_skeleton" in str(plan)


def test_honest_names_are_nobody_elses(house: House) -> None:
    """Whatever each of them looks like, these do not look like each other."""
    pairs = {"Lucia": "Luda", "Francis": "Frands", "Clara": "Dara", "BERN": "BEM", "LUCIA": "Luda"}
    for name, other in pairs.items():
        assert skeleton(name) == skeleton(other)
        assert not are_alike(name, other)
    guest, owner = house.person("Luda"), house.person("Otto")
    owner.post("/api/register", name="Lucia", password="correct horse")
    assert guest.get("/api/me")["name"] == "Luda"
    house.person(None).post("/api/guest", 201, name="Luda")
    guest.post("/api/register", name="Luda", password="correct horse")
    for imitation in ("Luc1a", "LucIa", "Lucla", "LUCIA", "lucia"):
        told = house.person(None).post("/api/guest", 409, name=imitation)
        assert told["key"] == "problem.account.taken"


@pytest.mark.parametrize("unseen", ["\ufe0f", "\u3164", "\u2800", "\u034f", "\uffa0"])
def test_what_nobody_sees_is_no_part_of_a_name(house: House, unseen: str) -> None:
    told = house.person(None).post("/api/guest", 422, name=f"Anna{unseen}")
    assert told["key"] == "problem.account.name_unseen"


@pytest.mark.parametrize("name", ["\u0410nna", "Ann\u03b1"])
def test_a_name_has_one_script(house: House, name: str) -> None:
    told = house.person(None).post("/api/guest", 422, name=name)
    assert told["key"] == "problem.account.name_mixed"
    house.person("\u0410\u043d\u043d\u0430 2")  # Cyrillic throughout
    house.person("Zo\u00eb \u65e5\u672c")
