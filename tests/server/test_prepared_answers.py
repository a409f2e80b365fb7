"""Prepared answers: given, or put into the draft, when their occasion comes.

They are a secret of the player who prepared them.
"""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from entente.kernel import Match
from entente.kernel.story import AnyMatch
from entente.server.storage.models import PreparedAnswer, User
from entente.server.study.analysis import keep
from tests.games.test_auto_pass import front
from tests.server.people import House, Json, Live, Person
from tests.server.tables import notices
from tests.server.test_press import Congress, congress, give_orders

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

AUTUMN, SPRING = "autumn 1901", "spring 1902"
OPENING = "A MAR - SPA; A PAR - BUR; F BRE - MAO"
HOME = ["A BUR - GAS", "A BUR - PAR", "A BUR D"]


def path(at: Congress) -> str:
    return f"/api/tables/{at.table['id']}/prepared"


def prepare(
    at: Congress,
    step: str,
    occasion: str,
    *choices: str,
    submit: bool = True,
    person: Person | None = None,
    status: int = 200,
) -> Json:
    """Prepare an answer for France; without choices, remove it."""
    body: Json = {"seat": "france", "step": step, "occasion": occasion}
    method = "DELETE"
    if choices:
        method, body = "PUT", body | {"prepared": list(choices), "submit": submit}
    reply: Json = (person or at.france).request(method, path(at), body, status)
    return reply


def write(at: Congress, season: str, *orders: str, submit: bool = False) -> None:
    """Write the French orders of a coming season."""
    prepare(at, "orders", season, *orders, submit=submit)


def look(at: Congress, person: Person | None = None) -> Json:
    reply: Json = (person or at.france).get(path(at) + "?seat=france")
    return reply


def turns(at: Congress) -> dict[str, Json]:
    """The coming seasons."""
    decisions = look(at)["decisions"]
    return {each["occasion"]: each for each in decisions if each["step"] == "orders"}


def preferences(at: Congress, person: Person | None = None) -> dict[str, list[str]]:
    """The prepared retreats and adjustments."""
    decisions = look(at, person)["decisions"]
    return {each["step"]: each["prepared"] for each in decisions if each["ranked"]}


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
        return session.scalar(select(func.count()).select_from(PreparedAnswer)) or 0


def opened(house: House, *autumn: str, submit: bool = False) -> Congress:
    """Spring 1901: France has drafted its opening, and written for autumn."""
    at = congress(house)
    draft(at, OPENING)
    write(at, AUTUMN, *autumn, submit=submit)
    return at


# -- orders of coming seasons: what can be written


def test_units_stand_where_ones_own_orders_bring_them(house: House) -> None:
    at = congress(house)
    stands = turns(at)[AUTUMN]["expected"]
    assert stands["FRANCE"] == ["F BRE", "A MAR", "A PAR"]
    draft(at, OPENING)
    reply = turns(at)
    assert sorted(reply[AUTUMN]["expected"]["FRANCE"]) == ["A BUR", "A SPA", "F MAO"]
    assert reply[AUTUMN]["expected"]["GERMANY"] == stands["GERMANY"]
    assert {*reply[AUTUMN]["choices"]} == {"A BUR", "A SPA", "F MAO"}
    write(at, AUTUMN, "A BUR - MUN", "A SPA - POR")
    assert sorted(turns(at)[SPRING]["expected"]["FRANCE"]) == ["A MUN", "A POR", "F MAO"]
    assert "A MUN" not in turns(at)[SPRING]["expected"]["GERMANY"]  # it would have been driven out


def test_what_is_handed_in_counts_as_what_is_drafted(house: House) -> None:
    at = congress(house)
    with at.france.live(at.table) as live:
        assert live.act("france", answer(live, "france", OPENING))["type"] == "done"
    assert sorted(turns(at)[AUTUMN]["expected"]["FRANCE"]) == ["A BUR", "A SPA", "F MAO"]


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
    assert sorted(turns(at)[AUTUMN]["expected"]["FRANCE"]) == then


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
    reply = prepare(at, "orders", occasion, *orders, status=status)
    assert reply["key"] == f"problem.later.{key}"
    assert stored(house) == 0


def test_it_can_be_changed_and_struck_out(house: House) -> None:
    at = opened(house, "A BUR - BEL")
    write(at, AUTUMN, "A BUR - MUN", submit=True)
    reply = turns(at)[AUTUMN]
    assert (reply["prepared"], reply["submit"]) == (["A BUR - MUN"], True)
    draft(at, "A PAR - PIC")
    reply = turns(at)[AUTUMN]
    assert (reply["prepared"], reply["unfit"]) == ([], ["A BUR - MUN"])
    write(at, AUTUMN)
    assert stored(house) == 0


# -- orders of coming seasons: what becomes of them


@pytest.mark.on_postgres
def test_what_fits_is_in_the_draft_and_not_handed_in(house: House) -> None:
    at = opened(house, "A BUR - BEL", "A SPA - POR", "F MAO - NAO")
    write(at, SPRING, "A BEL - HOL")
    give_orders(at, *OPENING.split("; "))
    state = seen(at)
    assert [each["step"] for each in state["view"]["decisions"]] == ["orders"]
    assert sorted(drafted(at)) == ["A BUR - BEL", "A SPA - POR", "F MAO - NAO"]
    assert look(at)["draft"] == {"prepared": 3, "dropped": []}
    assert notices(at.france)[-2:] == ["ahead_drafted", "your_move"]
    give_orders(at, "A BUR - BEL", "A SPA - POR")
    assert look(at)["draft"] is None  # it is winter
    assert stored(house) == 1


def test_what_does_not_fit_is_dropped_with_its_reason(house: House) -> None:
    """Germany bounces the move to Burgundy, so the army is still in Paris."""
    at = opened(house, "A BUR - BEL", "A SPA - POR", "F MAO - NAO")
    give_orders(at, *OPENING.split("; "), "A MUN - BUR")
    assert sorted(drafted(at)) == ["A SPA - POR", "F MAO - NAO"]
    drafted_from = look(at)["draft"]
    assert drafted_from["prepared"] == 3
    (dropped,) = drafted_from["dropped"]
    assert dropped["choice"] == "A BUR - BEL"
    assert "Burgundy" in dropped["reason"]
    assert notices(at.france)[-2:] == ["ahead_partly", "your_move"]
    assert "2 of 3" in at.france.get("/api/me/notifications")[1]["text"]


def test_it_is_handed_in_if_all_fits_and_that_is_wished(house: House) -> None:
    at = opened(house, "A BUR - BEL", "A SPA - POR", "F MAO - NAO", submit=True)
    give_orders(at, *OPENING.split("; "))
    state = seen(at)
    assert state["view"]["decisions"] == []
    assert "A BUR - BEL" in [each["action"] for each in state["submitted"]]
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
    at = opened(house, *autumn, submit=True)
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
    assert turns(at) == {}


def test_a_retreat_of_somebody_else_changes_nothing(house: House) -> None:
    at = congress(house)
    give_orders(at, "A VIE - TYR", "A PAR - BUR")
    write(at, SPRING, "F BRE - MAO", "A BUR - PIC")
    give_orders(at, "F TRI - VEN", "A TYR S F TRI - VEN")
    reply = turns(at)  # Italy must retreat; the others may still write
    assert reply[SPRING]["prepared"] == ["F BRE - MAO", "A BUR - PIC"]
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


# -- retreats and adjustments


def before_the_attack(house: House) -> Congress:
    """Autumn 1901: Germany is about to dislodge the French army in Burgundy."""
    at = congress(house)
    give_orders(at, "A PAR - BUR", "A MUN - RUH", "A BER - MUN", "A VIE - TYR")
    return at


def attack(at: Congress, *more: str) -> None:
    give_orders(at, "A RUH - BUR", "A MUN S A RUH - BUR", *more)


def position(at: Congress) -> Json:
    """The table as France sees it."""
    with at.france.live(at.table) as live:
        view: Json = live.state["seats"]["france"]["view"]
        return view


def test_a_retreat_and_a_build_are_given_when_they_are_asked_for(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, "A BUR D")
    prepare(at, "adjust", "1901", "BUILD A PAR", "WAIVE")
    assert preferences(at) == {"retreat": ["A BUR D"], "adjust": ["BUILD A PAR", "WAIVE"]}
    attack(at)
    view = position(at)
    assert (view["year"], view["season"]) == (1902, "spring")
    assert "A PAR" in view["units"]["FRANCE"]
    assert notices(at.france).count("later_given") == 2
    texts = [each["text"] for each in at.france.get("/api/me/notifications")]
    assert [text.split(": ")[-1] for text in texts if "prepared" in text] == [
        "BUILD A PAR.",
        "A BUR D.",
    ]
    assert preferences(at) == {"retreat": [], "adjust": []}
    assert stored(house) == 0


def test_the_dearest_place_that_is_free_is_taken(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, "A BUR - MUN", "A BUR - RUH", "A BUR - PIC", "A BUR D")
    attack(at)  # Munich is held by the attackers, and Ruhr is where the attack came from
    view = position(at)
    assert "A PIC" in view["units"]["FRANCE"]
    assert view["season"] == "spring"


def test_what_does_not_fit_is_dropped_and_its_player_is_asked(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, "A BUR - MUN")
    attack(at)
    view = position(at)
    assert [each["step"] for each in view["decisions"]] == ["retreat"]
    assert notices(at.france)[-2:] == ["later_not_given", "your_move"]
    assert stored(house) == 0


def test_what_is_taken_back_is_not_given_again(house: House) -> None:
    """Italy is dislodged too, so that what France has handed in is still under seal."""
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, *HOME)
    attack(at, "F TRI - VEN", "A TYR S F TRI - VEN")
    with at.france.live(at.table) as live:
        assert live.decision("france") is None
        assert live.state["seats"]["france"]["undoable"] == 1
        live.say(type="undo", seat="france", version=live.state["version"])
        assert live.answer()["type"] == "done"
    with at.others.live(at.table) as live:
        assert live.act("italy", "A VEN - TUS")["type"] == "done"
    assert [each["step"] for each in position(at)["decisions"]] == ["retreat"]


def test_the_next_decision_is_announced_after_an_automatic_answer(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, "A BUR D")
    attack(at)
    assert [each["step"] for each in position(at)["decisions"]] == ["adjust"]
    assert notices(at.france)[-2:] == ["later_given", "your_move"]


def test_what_never_falls_due_is_not_used_for_another_season(house: House) -> None:
    """No unit is dislodged in spring, so that the spring retreat never comes."""
    at = congress(house)
    prepare(at, "retreat", "spring 1901", "A PAR - GAS")
    prepare(at, "adjust", "1901", "BUILD A PAR")
    give_orders(at, "A PAR - BUR", "A MUN - RUH", "A BER - MUN")
    assert preferences(at) == {"retreat": [], "adjust": ["BUILD A PAR"]}
    assert stored(house) == 2
    attack(at)
    assert [each["step"] for each in position(at)["decisions"]] == ["retreat"]
    assert not [key for key in notices(at.france) if key.startswith("later")]
    assert stored(house) == 1  # the spring retreat is gone, now that a retreat was asked


def test_a_new_preparation_replaces_one_that_never_fell_due(house: House) -> None:
    at = congress(house)
    prepare(at, "retreat", "spring 1901", "A PAR - GAS")
    give_orders(at)
    prepare(at, "retreat", AUTUMN, "A PAR D")
    assert stored(house) == 1
    assert preferences(at)["retreat"] == ["A PAR D"]


@pytest.mark.parametrize(
    ("step", "occasion", "choices", "status", "key"),
    [
        ("retreat", "spring 1901", ["A PAR - LON"], 422, "no_such_choice"),
        ("retreat", "spring 1901", ["A VIE D"], 422, "no_such_choice"),
        ("retreat", "spring 1901", ["A PAR D", "A PAR D"], 422, "twice"),
        ("retreat", AUTUMN, ["A PAR D"], 409, "not_now"),
        ("adjust", "1901", ["BUILD F PAR"], 422, "no_such_choice"),
        ("adjust", "1901", ["BUILD A VIE"], 422, "no_such_choice"),
        ("adjust", "1902", ["BUILD A PAR"], 409, "not_now"),
        ("orders", "spring 1901", ["A PAR - BUR"], 409, "not_now"),
        ("nonsense", "1901", ["x"], 409, "not_now"),
    ],
)
def test_what_cannot_come_is_refused(
    house: House, step: str, occasion: str, choices: list[str], status: int, key: str
) -> None:
    at = congress(house)
    reply = prepare(at, step, occasion, *choices, status=status)
    assert reply["key"] == f"problem.later.{key}"
    assert stored(house) == 0


def test_it_can_be_changed_and_removed(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, *HOME)
    prepare(at, "retreat", AUTUMN, "A BUR D")
    assert preferences(at)["retreat"] == ["A BUR D"]
    prepare(at, "retreat", AUTUMN)
    assert stored(house) == 0
    attack(at)
    assert [each["step"] for each in position(at)["decisions"]] == ["retreat"]
    assert prepare(at, "retreat", AUTUMN, *HOME, status=409)["key"] == "problem.later.not_now"


# -- absent players


def test_it_is_given_for_a_player_who_is_away(house: House) -> None:
    """France is not connected; only Germany and the others are."""
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, *HOME)
    with at.france.live(at.table) as live:
        assert live.act("france", answer(live, "france"))["type"] == "done"
    attack(at)
    assert "A GAS" in position(at)["units"]["FRANCE"]
    assert "later_given" in notices(at.france)
    timeline = f"/api/tables/{at.table['id']}/timeline"
    mine = [each for each in at.france.get(timeline)["moves"] if each["seat"] == "france"]
    assert [each["step"] for each in mine[-2:]] == ["orders", "retreat"]
    assert [each["automatic"] for each in mine[-2:]] == [False, True]
    others = [at.germany.get(timeline)["moves"], house.person("Sophie").get(timeline)["moves"]]
    seen = [each for moves in others for each in moves if each["seat"] == "france"]
    assert {(each["step"], each["automatic"]) for each in seen} == {(None, False)}


def test_a_stand_in_neither_gives_it_nor_leaves_it_for_later(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, *HOME)
    write(at, SPRING, "A MAR - SPA")
    rooms = house.app.state.services.rooms
    give_orders(at_without_germany(at), "A BUR H")
    rooms.change(
        rooms.get(at.table["id"]), lambda room, now: room.set_chair("france", stand_in="normal")
    )
    with at.germany.live(at.table) as live:
        text = "A RUH - BUR; A MUN S A RUH - BUR"
        assert live.act("germany", answer(live, "germany", text))["type"] == "done"
    assert not [key for key in notices(at.france) if key.startswith("later")]
    assert stored(house) == 0  # and the unexpected retreat has cancelled the orders for spring


def at_without_germany(at: Congress) -> Congress:
    """A congress in which the seats of the others act, but not Germany."""
    return at._replace(germany=at.house.person("Nobody"))


# -- whose it is


def test_no_one_else_learns_of_it(house: House) -> None:
    at = congress(house)
    draft(at, OPENING)
    others = [at.germany, at.others, house.person("Sophie")]
    lives = [person.live(at.table) for person in others]
    before = []
    for live in lives:
        live.__enter__()
        before.append({**live.state, "now": 0})
    prepare(at, "retreat", "spring 1901", "A PAR - GAS")
    write(at, AUTUMN, "A BUR - BEL", "A SPA - POR", "F MAO H")
    for person, live, was in zip(others, lives, before, strict=True):
        came = [frame["type"] for frame in live.sync()]
        assert came.count("state") == 1  # the one that was asked for
        assert {*came} <= {"state", "presence"}
        assert {**live.state, "now": 0} == was
        assert person.get(path(at) + "?seat=france", 403)["key"] == "problem.table.not_yours"
        prepare(at, "orders", AUTUMN, "A PAR H", person=person, status=403)
        prepare(at, "orders", AUTUMN, person=person, status=403)
        for url in (f"/api/tables/{at.table['id']}/record", "/api/me/export"):
            text = person.client.get(url).text
            assert not [secret for secret in ("A BUR - BEL", "A PAR - GAS") if secret in text]
        live.__exit__(None, None, None)
    (mine,) = at.france.get("/api/me/export")["tables"]
    assert mine["prepared_answers"] == [
        {"step": "orders", "occasion": AUTUMN, "submit": False}
        | {"choices": ["A BUR - BEL", "A SPA - POR", "F MAO H"]},
        {"step": "retreat", "occasion": "spring 1901", "submit": True, "choices": ["A PAR - GAS"]},
    ]
    give_orders(at, *OPENING.split("; "))  # when it is in the draft, it is a secret as well
    for person in others:
        with person.live(at.table) as live:
            assert "A BUR - BEL" not in str(
                {k: v.get("draft") for k, v in live.state["seats"].items()}
            )
        assert not [key for key in notices(person) if key.startswith(("ahead", "later"))]


def test_a_token_of_another_seat_does_not_read_it(house: House) -> None:
    at = congress(house)
    body = {"label": "bot", "table": at.table["id"], "seat": "italy"}
    token = at.others.request("POST", "/api/me/tokens", body, 201)["secret"]
    program = house.person(None)
    program.client.headers["authorization"] = f"Bearer {token}"
    assert len(program.get(path(at) + "?seat=italy")["decisions"]) == 4
    program.get(path(at) + "?seat=russia", 403)


@pytest.mark.on_postgres
def test_it_ends_with_the_seat_and_with_the_account(house: House) -> None:
    at = before_the_attack(house)
    carl = house.person("Carl")
    prepare(at, "retreat", AUTUMN, *HOME)
    write(at, SPRING, "F BRE - MAO")
    table = f"/api/tables/{at.table['id']}"
    token = at.france.post(table + "/offer", seat="france")["token"]
    carl.post(table + "/take", token=token)
    assert preferences(at, carl)["retreat"] == []
    assert stored(house) == 0
    prepare(at, "retreat", AUTUMN, *HOME, person=carl)
    carl.request("DELETE", "/api/me", status=204)
    assert stored(house) == 0


def test_it_ends_with_the_game(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, *HOME)
    write(at, SPRING, "F BRE - MAO")
    give_orders(at, "draw")
    assert at.france.get(f"/api/tables/{at.table['id']}")["status"] == "over"
    assert stored(house) == 0
    assert look(at) == {"decisions": [], "draft": None}
    for choices in ((), HOME):
        reply = prepare(at, "retreat", AUTUMN, *choices, status=409)
        assert reply["key"] == "problem.table.over"


# -- passes of open decisions


@pytest.mark.parametrize("excepted", [[], ["unless poland"], ["unless belgium"]])
def test_a_pass_is_given_unless_it_was_not_meant_for_this(
    house: House, excepted: list[str]
) -> None:
    """The Entente plans a battle in Belgium; a German airplane could join it."""
    franz = house.person("Franz")
    scene = front("plan_battles", {"germany-airplane": 1})
    with house.app.state.services.sessions.begin() as session:
        user = session.scalars(select(User).where(User.name == "Franz")).one()
        match: AnyMatch = Match(scene.game, start=scene.game.save(scene.state).decode())
        table = {"id": keep(session, user, match).id}
    prepared = f"/api/tables/{table['id']}/prepared"
    (offered,) = franz.get(f"{prepared}?seat=central")["decisions"]
    assert offered["choices"]["done"] == ["done"]
    body = {"seat": "central", "step": offered["step"], "occasion": offered["occasion"]}
    franz.request("PUT", prepared, body | {"prepared": ["done", *excepted]}, 200)
    with franz.live(table) as live:
        assert live.act("entente", "battle belgium")["type"] == "done"
        assert live.act("entente", "done")["type"] == "done"
    passed = excepted != ["unless belgium"]
    assert ("later_passed" if passed else "later_not_given") in notices(franz)
    with franz.live(table) as live:
        decision = live.decision("central")
        assert (decision is None) == passed
    assert stored(house) == 0
