"""Orders written ahead: put into the draft when their season comes; a secret of who wrote them."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from entente.server.storage.models import AnswerAhead
from tests.server.people import House, Json, Live, Person
from tests.server.tables import notices
from tests.server.test_press import Congress, congress, give_orders

pytestmark = pytest.mark.one_database

AUTUMN, SPRING = "autumn 1901", "spring 1902"
OPENING = "A MAR - SPA; A PAR - BUR; F BRE - MAO"


def path(at: Congress) -> str:
    return f"/api/tables/{at.table['id']}/ahead"


def write(
    at: Congress,
    occasion: str,
    *orders: str,
    hand_in: bool = False,
    person: Person | None = None,
    status: int = 200,
) -> Json:
    body = {"seat": "france", "occasion": occasion, "orders": list(orders), "hand_in": hand_in}
    told: Json = (person or at.france).request("PUT", path(at), body, status)
    return told


def look(at: Congress, person: Person | None = None) -> Json:
    told: Json = (person or at.france).get(path(at) + "?seat=france")
    return told


def turns(at: Congress) -> dict[str, Json]:
    return {each["occasion"]: each for each in look(at)["turns"]}


def answer(live: Live, seat: str, text: str = "") -> str:
    """All orders of a seat: those of a text, and for the other units the first of their lists."""
    decision, wanted = live.decision(seat), text.split("; ")
    assert decision is not None
    slots: dict[str, list[str]] = decision["menu"]["slots"]
    return "; ".join(next((w for w in wanted if w in c), c[0]) for c in slots.values())


def draft(at: Congress, text: str) -> None:
    """France writes what it is about to hand in."""
    with at.france.live(at.table) as live:
        body = {"seat": "france", "text": answer(live, "france", text), "decision": None}
    at.france.request("PUT", f"/api/tables/{at.table['id']}/draft", body, 204)


def seen(at: Congress) -> Json:
    """The table as France sees it."""
    with at.france.live(at.table) as live:
        found: Json = live.state["seats"]["france"]
        return found


def drafted(at: Congress) -> list[str]:
    """The orders of the French draft, without those units that hold by themselves."""
    return [each for each in seen(at)["draft"].split("; ") if " H" not in each and " " in each]


def stored(house: House) -> int:
    with house.app.state.services.sessions() as session:
        return session.scalar(select(func.count()).select_from(AnswerAhead)) or 0


def opened(house: House, *autumn: str, hand_in: bool = False) -> Congress:
    """Spring 1901: France has drafted its opening, and written for autumn."""
    at = congress(house)
    draft(at, OPENING)
    write(at, AUTUMN, *autumn, hand_in=hand_in)
    return at


# -- what can be written


def test_units_stand_where_ones_own_orders_bring_them(house: House) -> None:
    at = congress(house)
    stands = turns(at)[AUTUMN]["stands"]
    assert stands["FRANCE"] == ["F BRE", "A MAR", "A PAR"]
    draft(at, OPENING)
    told = turns(at)
    assert sorted(told[AUTUMN]["stands"]["FRANCE"]) == ["A BUR", "A SPA", "F MAO"]
    assert told[AUTUMN]["stands"]["GERMANY"] == stands["GERMANY"]
    assert {*told[AUTUMN]["choices"]} == {"A BUR", "A SPA", "F MAO"}
    write(at, AUTUMN, "A BUR - MUN", "A SPA - POR")
    assert sorted(turns(at)[SPRING]["stands"]["FRANCE"]) == ["A MUN", "A POR", "F MAO"]
    assert "A MUN" not in turns(at)[SPRING]["stands"]["GERMANY"]  # it would have been driven out


def test_what_is_handed_in_counts_as_what_is_drafted(house: House) -> None:
    at = congress(house)
    with at.france.live(at.table) as live:
        assert live.act("france", answer(live, "france", OPENING))["type"] == "done"
    assert sorted(turns(at)[AUTUMN]["stands"]["FRANCE"]) == ["A BUR", "A SPA", "F MAO"]


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("A MAR - BUR; A PAR - BUR", ["A MAR", "A PAR", "F BRE"]),  # into each other's way
        ("A PAR - BUR; A MAR - BUR; F BRE - MAO", ["A MAR", "A PAR", "F MAO"]),
        ("A PAR - BRE", ["A MAR", "A PAR", "F BRE"]),  # the fleet stays there
        ("A PAR - BRE; F BRE - ENG", ["A BRE", "A MAR", "F ENG"]),
    ],
)
def test_ones_own_units_do_not_pass_through_each_other(
    house: House, now: str, then: list[str]
) -> None:
    at = congress(house)
    draft(at, now)
    assert sorted(turns(at)[AUTUMN]["stands"]["FRANCE"]) == then


@pytest.mark.parametrize(
    ("occasion", "orders", "status", "key"),
    [
        (AUTUMN, ["A PAR - GAS"], 422, "no_such_choice"),  # it would be in Burgundy
        (AUTUMN, ["A MUN - BUR"], 422, "no_such_choice"),
        (AUTUMN, ["draw"], 422, "no_such_choice"),
        (AUTUMN, ["A BUR - BEL", "A BUR - MUN"], 422, "two_for_one"),
        ("spring 1901", ["A PAR - BUR"], 409, "not_now"),
        ("autumn 1902", ["A BUR - BEL"], 409, "not_now"),
    ],
)
def test_what_cannot_be_written_is_refused(
    house: House, occasion: str, orders: list[str], status: int, key: str
) -> None:
    at = congress(house)
    draft(at, OPENING)
    told = write(at, occasion, *orders, status=status)
    assert told["key"] == f"problem.later.{key}"
    assert stored(house) == 0


def test_it_can_be_changed_and_struck_out(house: House) -> None:
    at = opened(house, "A BUR - BEL")
    write(at, AUTUMN, "A BUR - MUN", hand_in=True)
    told = turns(at)[AUTUMN]
    assert (told["orders"], told["hand_in"]) == (["A BUR - MUN"], True)
    draft(at, "A PAR - PIC")
    told = turns(at)[AUTUMN]
    assert (told["orders"], told["unfit"]) == ([], ["A BUR - MUN"])
    write(at, AUTUMN)
    assert stored(house) == 0


# -- what comes of it


@pytest.mark.each_database
def test_what_fits_is_in_the_draft_and_not_handed_in(house: House) -> None:
    at = opened(house, "A BUR - BEL", "A SPA - POR", "F MAO - NAO")
    write(at, SPRING, "A BEL - HOL")
    give_orders(at, *OPENING.split("; "))
    found = seen(at)
    assert [each["step"] for each in found["view"]["decisions"]] == ["orders"]
    assert sorted(drafted(at)) == ["A BUR - BEL", "A SPA - POR", "F MAO - NAO"]
    assert look(at)["came"] == {"written": 3, "dropped": []}
    assert notices(at.france)[-2:] == ["ahead_drafted", "your_move"]
    give_orders(at, "A BUR - BEL", "A SPA - POR")
    assert look(at)["came"] is None  # it is winter
    assert stored(house) == 1


def test_what_does_not_fit_is_dropped_with_its_reason(house: House) -> None:
    """Germany stands Burgundy off, so that the army is still in Paris."""
    at = opened(house, "A BUR - BEL", "A SPA - POR", "F MAO - NAO")
    give_orders(at, *OPENING.split("; "), "A MUN - BUR")
    assert sorted(drafted(at)) == ["A SPA - POR", "F MAO - NAO"]
    came = look(at)["came"]
    assert came["written"] == 3
    (dropped,) = came["dropped"]
    assert dropped["order"] == "A BUR - BEL"
    assert "Burgundy" in dropped["reason"]
    assert notices(at.france)[-2:] == ["ahead_partly", "your_move"]
    assert "2 of 3" in at.france.get("/api/me/notifications")[1]["text"]


def test_it_is_handed_in_if_all_fits_and_that_is_wished(house: House) -> None:
    at = opened(house, "A BUR - BEL", "A SPA - POR", "F MAO - NAO", hand_in=True)
    give_orders(at, *OPENING.split("; "))
    found = seen(at)
    assert found["view"]["decisions"] == []
    assert "A BUR - BEL" in [each["action"] for each in found["submitted"]]
    assert notices(at.france)[-1] == "later_given"
    with at.france.live(at.table) as live:  # and can be taken back, as always
        live.say(type="undo", seat="france", version=live.state["version"])
        assert live.answer()["type"] == "done"
    with at.others.live(at.table) as live:
        assert live.act("italy", answer(live, "italy"))["type"] == "done"
    assert [each["step"] for each in seen(at)["view"]["decisions"]] == ["orders"]


@pytest.mark.parametrize("autumn", [("A BUR - BEL",), ("A BUR - BEL", "A SPA - POR", "F MAO H")])
def test_it_is_not_handed_in_while_a_unit_has_no_order_that_fits(
    house: House, autumn: tuple[str, ...]
) -> None:
    at = opened(house, *autumn, hand_in=True)
    spring = OPENING if len(autumn) == 1 else OPENING.replace("F BRE - MAO", "F BRE H")
    give_orders(at, *spring.split("; "))
    assert [each["step"] for each in seen(at)["view"]["decisions"]] == ["orders"]
    assert "A BUR - BEL" in drafted(at)


def test_a_retreat_of_ones_own_makes_everything_void(house: House) -> None:
    at = congress(house)
    give_orders(at, "A PAR - BUR", "A MUN - RUH", "A BER - MUN")
    write(at, SPRING, "F BRE - MAO")
    give_orders(at, "A RUH - BUR", "A MUN S A RUH - BUR")
    assert [each["step"] for each in seen(at)["view"]["decisions"]] == ["retreat"]
    assert "ahead_dropped" in notices(at.france)
    assert stored(house) == 0
    assert look(at)["turns"] == []


def test_a_retreat_of_somebody_else_changes_nothing(house: House) -> None:
    at = congress(house)
    give_orders(at, "A VIE - TYR", "A PAR - BUR")
    write(at, SPRING, "F BRE - MAO", "A BUR - PIC")
    give_orders(at, "F TRI - VEN", "A TYR S F TRI - VEN")
    told = turns(at)  # Italy must retreat; the others may still write
    assert told[SPRING]["orders"] == ["F BRE - MAO", "A BUR - PIC"]
    give_orders(at)
    while seen(at)["view"]["season"] != "spring":
        give_orders(at)
    assert sorted(drafted(at)) == ["A BUR - PIC", "F BRE - MAO"]


def test_what_was_put_there_once_is_not_put_there_again(house: House) -> None:
    at = opened(house, "A BUR - BEL")
    give_orders(at, *OPENING.split("; "))
    draft(at, "A BUR - MUN")
    with at.germany.live(at.table) as live:
        assert live.act("germany", answer(live, "germany"))["type"] == "done"
    assert drafted(at) == ["A BUR - MUN"]


# -- whose it is


def test_nobody_else_learns_of_it(house: House) -> None:
    at = congress(house)
    draft(at, OPENING)
    others = [at.germany, at.others, house.person("Sophie")]
    lives = [person.live(at.table) for person in others]
    before = []
    for live in lives:
        live.__enter__()
        before.append({**live.state, "now": 0})
    write(at, AUTUMN, "A BUR - BEL", "A SPA - POR", "F MAO H")
    for person, live, was in zip(others, lives, before, strict=True):
        came = [frame["type"] for frame in live.sync()]
        assert came.count("state") == 1  # the one that was asked for
        assert {*came} <= {"state", "presence"}
        assert {**live.state, "now": 0} == was
        assert person.get(path(at) + "?seat=france", 403)["key"] == "problem.table.not_yours"
        write(at, AUTUMN, person=person, status=403)
        for told in (f"/api/tables/{at.table['id']}/record", "/api/me/export"):
            assert "A BUR - BEL" not in person.client.get(told).text
        live.__exit__(None, None, None)
    (mine,) = at.france.get("/api/me/export")["tables"]
    assert [(each["occasion"], each["hand_in"]) for each in mine["answers_ahead"]] == [
        (AUTUMN, False)
    ]
    give_orders(at, *OPENING.split("; "))  # and when it is in the draft, it is nobody else's either
    for person in others:
        with person.live(at.table) as live:
            assert "A BUR - BEL" not in str(
                {k: v.get("draft") for k, v in live.state["seats"].items()}
            )
        assert not [key for key in notices(person) if key.startswith("ahead")]


def test_a_token_of_another_seat_does_not_read_it(house: House) -> None:
    at = congress(house)
    body = {"label": "bot", "table": at.table["id"], "seat": "italy"}
    token = at.others.request("POST", "/api/me/tokens", body, 201)["secret"]
    program = house.person(None)
    program.client.headers["authorization"] = f"Bearer {token}"
    assert len(program.get(path(at) + "?seat=italy")["turns"]) == 2
    program.get(path(at) + "?seat=russia", 403)


@pytest.mark.each_database
def test_it_ends_with_the_seat_and_with_the_account(house: House) -> None:
    at = opened(house, "A BUR - BEL")
    carl = house.person("Carl")
    table = f"/api/tables/{at.table['id']}"
    token = at.france.post(table + "/offer", seat="france")["token"]
    carl.post(table + "/take", token=token)
    assert stored(house) == 0
    write(at, AUTUMN, "A PAR - BUR", person=carl)
    carl.request("DELETE", "/api/me", status=204)
    assert stored(house) == 0


def test_it_ends_with_the_game(house: House) -> None:
    at = opened(house, "A BUR - BEL")
    give_orders(at, "draw")
    assert stored(house) == 0
    assert look(at) == {"turns": [], "came": None}
    assert write(at, AUTUMN, "A BUR - BEL", status=409)["key"] == "problem.table.over"
