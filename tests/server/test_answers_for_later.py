"""Answers for later: given when the question comes, if they fit; a secret of who prepared them."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from entente.kernel import Match
from entente.kernel.story import AnyMatch
from entente.server.storage.models import AnswerForLater, User
from entente.server.study.analysis import keep
from tests.games.test_auto_pass import front
from tests.server.people import House, Json, Person
from tests.server.tables import notices
from tests.server.test_press import Congress, congress, give_orders

pytestmark = pytest.mark.one_database

HOME = ["A BUR - GAS", "A BUR - PAR", "A BUR D"]


def path(at: Congress) -> str:
    return f"/api/tables/{at.table['id']}/later"


def prepare(
    at: Congress, step: str, *wishes: str, person: Person | None = None, status: int = 200
) -> Json:
    body = {"seat": "france", "step": step, "wishes": list(wishes)}
    told: Json = (person or at.france).request("PUT", path(at), body, status)
    return told


def prepared(at: Congress, person: Person | None = None) -> dict[str, list[str]]:
    told = (person or at.france).get(path(at) + "?seat=france")
    return {each["step"]: each["wishes"] for each in told}


def stored(house: House) -> int:
    with house.app.state.services.sessions() as session:
        return session.scalar(select(func.count()).select_from(AnswerForLater)) or 0


def before_the_attack(house: House) -> Congress:
    """Autumn 1901: Germany is about to dislodge the French army in Burgundy."""
    at = congress(house)
    give_orders(at, "A PAR - BUR", "A MUN - RUH", "A BER - MUN", "A VIE - TYR")
    return at


def attack(at: Congress, *more: str) -> None:
    give_orders(at, "A RUH - BUR", "A MUN S A RUH - BUR", *more)


def stands(at: Congress) -> Json:
    """The table as France sees it."""
    with at.france.live(at.table) as live:
        view: Json = live.state["seats"]["france"]["view"]
        return view


# -- what is given


@pytest.mark.each_database
def test_a_retreat_and_a_build_are_given_when_they_are_asked_for(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", "A BUR D")
    prepare(at, "adjust", "BUILD A PAR", "WAIVE")
    assert prepared(at) == {"retreat": ["A BUR D"], "adjust": ["BUILD A PAR", "WAIVE"]}
    attack(at)
    view = stands(at)
    assert (view["year"], view["season"]) == (1902, "spring")
    assert "A PAR" in view["units"]["FRANCE"]
    assert notices(at.france).count("later_given") == 2
    told = [each["text"] for each in at.france.get("/api/me/notifications")]
    assert [text.split(": ")[-1] for text in told if "prepared" in text] == [
        "BUILD A PAR.",
        "A BUR D.",
    ]
    assert prepared(at) == {"retreat": [], "adjust": []}
    assert stored(house) == 0


def test_the_dearest_place_that_is_free_is_taken(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", "A BUR - MUN", "A BUR - RUH", "A BUR - PIC", "A BUR D")
    attack(at)  # Munich is held by the attackers, and Ruhr is where the attack came from
    view = stands(at)
    assert "A PIC" in view["units"]["FRANCE"]
    assert view["season"] == "spring"


def test_what_does_not_fit_is_dropped_and_its_player_is_asked(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", "A BUR - MUN")
    attack(at)
    view = stands(at)
    assert [each["step"] for each in view["decisions"]] == ["retreat"]
    assert notices(at.france)[-2:] == ["later_not_given", "your_move"]
    assert stored(house) == 0


def test_what_is_taken_back_is_not_given_again(house: House) -> None:
    """Italy is dislodged too, so that what France has handed in is still under seal."""
    at = before_the_attack(house)
    prepare(at, "retreat", *HOME)
    attack(at, "F TRI - VEN", "A TYR S F TRI - VEN")
    with at.france.live(at.table) as live:
        assert live.decision("france") is None
        assert live.state["seats"]["france"]["undoable"] == 1
        live.say(type="undo", seat="france", version=live.state["version"])
        assert live.answer()["type"] == "done"
    with at.others.live(at.table) as live:
        assert live.act("italy", "A VEN - TUS")["type"] == "done"
    assert [each["step"] for each in stands(at)["decisions"]] == ["retreat"]


def test_whoever_is_asked_next_is_told_though_he_has_just_moved_by_himself(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", "A BUR D")
    attack(at)
    assert [each["step"] for each in stands(at)["decisions"]] == ["adjust"]
    assert notices(at.france)[-2:] == ["later_given", "your_move"]


def test_what_was_prepared_for_one_season_is_not_for_another(house: House) -> None:
    at = congress(house)
    prepare(at, "retreat", "A PAR - GAS")
    prepare(at, "adjust", "BUILD A PAR")
    give_orders(at)
    assert prepared(at) == {"retreat": [], "adjust": ["BUILD A PAR"]}


# -- what can be prepared


@pytest.mark.parametrize(
    ("step", "wishes", "status", "key"),
    [
        ("retreat", ["A PAR - LON"], 422, "no_such_choice"),
        ("retreat", ["A VIE D"], 422, "no_such_choice"),
        ("retreat", ["A PAR D", "A PAR D"], 422, "twice"),
        ("adjust", ["BUILD F PAR"], 422, "no_such_choice"),
        ("adjust", ["BUILD A VIE"], 422, "no_such_choice"),
        ("orders", ["A PAR - BUR"], 409, "not_now"),
        ("nonsense", ["x"], 409, "not_now"),
    ],
)
def test_what_cannot_come_is_refused(
    house: House, step: str, wishes: list[str], status: int, key: str
) -> None:
    at = congress(house)
    assert prepare(at, step, *wishes, status=status)["key"] == f"problem.later.{key}"
    assert stored(house) == 0


def test_it_can_be_changed_and_removed(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", *HOME)
    prepare(at, "retreat", "A BUR D")
    assert prepared(at)["retreat"] == ["A BUR D"]
    prepare(at, "retreat")
    assert stored(house) == 0
    attack(at)
    assert [each["step"] for each in stands(at)["decisions"]] == ["retreat"]
    assert prepare(at, "retreat", *HOME, status=409)["key"] == "problem.later.not_now"


# -- whose it is


def test_nobody_else_learns_of_it(house: House) -> None:
    at = before_the_attack(house)
    others = [at.germany, at.others, house.person("Sophie")]
    lives = [person.live(at.table) for person in others]
    seen = []
    for live in lives:
        live.__enter__()
        seen.append({**live.state, "now": 0})
    prepare(at, "retreat", *HOME)
    for person, live, before in zip(others, lives, seen, strict=True):
        came = [frame["type"] for frame in live.sync()]
        assert came.count("state") == 1  # the one that was asked for
        assert {*came} <= {"state", "presence"}
        assert {**live.state, "now": 0} == before
        assert person.get(path(at) + "?seat=france", 403)["key"] == "problem.table.not_yours"
        prepare(at, "retreat", person=person, status=403)
        for told in (f"/api/tables/{at.table['id']}/record", "/api/me/export"):
            assert "A BUR - GAS" not in person.client.get(told).text
        live.__exit__(None, None, None)
    assert prepared(at)["retreat"] == HOME
    (mine,) = at.france.get("/api/me/export")["tables"]
    assert mine["answers_for_later"] == [
        {"step": "retreat", "occasion": "autumn 1901", "wishes": HOME}
    ]


def test_a_token_of_another_seat_does_not_read_it(house: House) -> None:
    at = congress(house)
    body = {"label": "bot", "table": at.table["id"], "seat": "italy"}
    token = at.others.request("POST", "/api/me/tokens", body, 201)["secret"]
    program = house.person(None)
    program.client.headers["authorization"] = f"Bearer {token}"
    assert len(program.get(path(at) + "?seat=italy")) == 2
    program.get(path(at) + "?seat=russia", 403)


@pytest.mark.each_database
def test_it_ends_with_the_seat_and_with_the_account(house: House) -> None:
    at = before_the_attack(house)
    carl = house.person("Carl")
    prepare(at, "retreat", *HOME)
    table = f"/api/tables/{at.table['id']}"
    token = at.france.post(table + "/offer", seat="france")["token"]
    carl.post(table + "/take", token=token)
    assert prepared(at, carl)["retreat"] == []
    assert stored(house) == 0
    prepare(at, "retreat", *HOME, person=carl)
    carl.request("DELETE", "/api/me", status=204)
    assert stored(house) == 0


def test_it_ends_with_the_game(house: House) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", *HOME)
    give_orders(at, "draw")
    assert at.france.get(f"/api/tables/{at.table['id']}")["status"] == "over"
    assert stored(house) == 0
    assert at.france.get(path(at) + "?seat=france") == []
    assert prepare(at, "retreat", *HOME, status=409)["key"] == "problem.table.over"


# -- passes of open questions


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
    later = f"/api/tables/{table['id']}/later"
    (offered,) = franz.get(f"{later}?seat=central")
    assert offered["choices"]["done"] == ["done"]
    body = {"seat": "central", "step": "answer_plans", "wishes": ["done", *excepted]}
    franz.request("PUT", later, body, 200)
    with franz.live(table) as live:
        assert live.act("entente", "battle belgium")["type"] == "done"
        assert live.act("entente", "done")["type"] == "done"
    passed = excepted != ["unless belgium"]
    assert ("later_passed" if passed else "later_not_given") in notices(franz)
    with franz.live(table) as live:
        asked = live.decision("central")
        assert (asked is None) == passed
    assert stored(house) == 0
