"""Names: none can be mistaken for a registered one."""

from __future__ import annotations

import pytest

from entente.server.storage.skeletons import are_alike, skeleton
from tests.server.people import House

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


@pytest.mark.parametrize(
    "name", ["ＢＩＬＬ", "BiIl", "Bi1l", "bi|l", "\N{CYRILLIC CAPITAL LETTER VE}\u0406\u04c0\u04cf"]
)
def test_a_name_that_looks_registered_is_taken(house: House, name: str) -> None:
    bill, earlier = house.person("Otto"), house.person(name)
    bill.post("/api/register", name="Bill", password="correct horse")
    assert skeleton(earlier.get("/api/me")["name"]) != skeleton("Bill")
    answer = house.person(None).post("/api/guest", 409, name=name)
    assert answer["key"] == "problem.account.taken"
    bill.request("PATCH", "/api/me", {"name": "BILL"})  # one's own may be respelled


@pytest.mark.parametrize(
    ("name", "looks"),
    [("Marna", "Mama"), ("Vvilly", "Willy"), ("Macleod", "Madeod"), ("Willi", "Vv1ll1")],
)
def test_two_letters_that_look_like_one_are_that_one(house: House, name: str, looks: str) -> None:
    """Names of other lengths too; found by what is stored of each name."""
    guest, owner = house.person(looks), house.person("Otto")
    owner.post("/api/register", name=name, password="correct horse")
    assert guest.get("/api/me")["name"] == f"{name} {guest.id}"
    answer = house.person(None).post("/api/guest", 409, name=looks)
    assert answer["key"] == "problem.account.taken"
    with house.app.state.services.engine.connect() as connection:
        plan = connection.exec_driver_sql(
            "EXPLAIN QUERY PLAN SELECT id FROM users WHERE skeleton = 'x' AND folded IS NOT NULL"
            if connection.dialect.name == "sqlite"
            else "SELECT indexname FROM pg_indexes WHERE tablename = 'users'"
        ).all()
    assert "ix_users_skeleton" in str(plan)


def test_honest_names_are_distinct(house: House) -> None:
    """These do not look like each other."""
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
        answer = house.person(None).post("/api/guest", 409, name=imitation)
        assert answer["key"] == "problem.account.taken"


@pytest.mark.parametrize("unseen", ["\ufe0f", "\u3164", "\u2800", "\u034f", "\uffa0"])
def test_invisible_characters_are_no_part_of_a_name(house: House, unseen: str) -> None:
    answer = house.person(None).post("/api/guest", 422, name=f"Anna{unseen}")
    assert answer["key"] == "problem.account.name_unseen"


@pytest.mark.parametrize("name", ["\u0410nna", "Ann\u03b1"])
def test_a_name_has_one_script(house: House, name: str) -> None:
    answer = house.person(None).post("/api/guest", 422, name=name)
    assert answer["key"] == "problem.account.name_mixed"
    house.person("\u0410\u043d\u043d\u0430 2")  # Cyrillic throughout
    house.person("Zo\u00eb \u65e5\u672c")


@pytest.mark.parametrize(
    "name",
    [
        "\u13aa\u13c0\u13c0\u13aa",  # Cherokee, drawn like AGGA
        "Ann\u13aa",
        "\u1d00\u0274\u0274\u1d00",  # small capitals
        "Kev\u0301in",  # an acute that belongs to no letter
        "Anna\u00b4",
        "Anna \U0001f44d\U0001f3fd",  # a thumb with a skin tone
        "\ua4e0\ua4f2",  # Lisu
        "\u0585tto",  # Armenian among Latin
    ],
)
def test_letters_that_imitate_others_are_refused(house: House, name: str) -> None:
    answer = house.person(None).post("/api/guest", 422, name=name)
    assert answer["key"] == "problem.account.name_mixed"


@pytest.mark.parametrize(
    "name", ["Jos\u00e9", "\u0928\u092e\u093f\u0924\u093e", "\u90ed\u5fd7", "Zo\u00eb \U0001f44d"]
)
def test_names_of_many_languages_are_names(house: House, name: str) -> None:
    house.person(None).post("/api/guest", 201, name=name)


@pytest.mark.parametrize(
    "name",
    [
        *("Moderator", "Modérateur", "moderatrice", "Admin", "ADMIN 2", "Adm1n", "System"),
        *("Système", "Computer", "Ordinateur", "deleted account", "Compte supprimé", "[Admin]"),
    ],
)
def test_nobody_is_called_like_the_server(house: House, name: str) -> None:
    answer = house.person(None).post("/api/guest", 422, name=name)
    assert answer["key"] == "problem.account.name_reserved"
    otto = house.person("Otto")
    otto.request("PATCH", "/api/me", {"name": name}, 422)
    otto.post("/api/register", 422, name=name, password="correct horse")


def test_names_that_only_contain_a_reserved_word_are_free(house: House) -> None:
    for name in ("Computerfreak", "Systematic", "Adminton", "Serverin"):
        house.person(None).post("/api/guest", 201, name=name)
