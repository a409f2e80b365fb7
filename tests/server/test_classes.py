"""Classes: a teacher opens a position for many students, who need no account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from entente.server.classes import teaching
from entente.server.cleanup import Cleanup
from entente.server.http.app import create_app
from entente.server.http.routes.classes import _change_boards
from entente.server.people.class_data import check_class_guest
from entente.server.problem import Problem
from entente.server.settings import Settings
from entente.server.storage.models import ClassStudent, SchoolClass, Table, User
from tests.server.people import House, Json, Person, SetClock

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]
FRENCH = "F BRE - MAO; A MAR H; A PAR - BUR; orders"
FRENCH_READ = "F BRE - MAO; A MAR H; A PAR - BUR; Play on"  # as the teacher reads it
GERMAN = "A BER - KIE; A MUN - RUH; F KIE - HOL; orders"


@pytest.fixture
def teacher(house: House) -> Person:
    person = house.person("Professor")
    person.welcome(person.post("/api/register", name="Professor", password="correct horse"))
    return person


def opened(teacher: Person, **body: object) -> Json:
    """A class of Diplomacy; as its teacher sees it."""
    wanted = {"title": "History 10b", "layout": "copies", "game": "diplomacy", **body}
    line = teacher.post("/api/classes", status=201, **wanted)
    made: Json = teacher.get(f"/api/classes/{line['id']}")
    return made


def joined(house: House, school: Json, name: str) -> Person:
    student = house.person(None)
    student.welcome(student.post("/api/classes/join", code=school["code"], name=name)["me"])
    return student


def seen(person: Person, school: Json) -> Json:
    found: Json = person.get(f"/api/classes/{school['id']}")
    return found


def do(teacher: Person, school: Json, what: str, status: int = 204, **body: object) -> Any:
    return teacher.post(f"/api/classes/{school['id']}/{what}", status=status, **body)


def board_of(person: Person, school: Json) -> Json:
    return {"id": seen(person, school)["table"], "game": school["game"]}


def draft(person: Person, school: Json, seat: str, text: str, status: int = 204) -> Any:
    table = board_of(person, school)
    with person.live(table) as live:
        decision = live.decision(seat)
        assert decision is not None
    body = {"seat": seat, "text": text, "decision": decision["id"]}
    return person.request("PUT", f"/api/tables/{table['id']}/draft", body, status)


# -- opening and joining


def test_students_join_with_a_name_and_get_a_copy_each(house: House, teacher: Person) -> None:
    school = opened(teacher)
    told = house.person(None).get(f"/api/classes/of/{school['code'].lower()}")
    assert (told["title"], told["teacher_name"]) == ("History 10b", "Professor")
    ada, ben = (joined(house, school, name) for name in ("Ada", "Ben"))
    boards = [board_of(student, school) for student in (ada, ben)]
    assert boards[0]["id"] != boards[1]["id"]
    table = ada.get(f"/api/tables/{boards[0]['id']}")
    assert table["status"] == "playing"
    assert all(seat["me"] for seat in table["seats"].values())
    assert not table["analysis"]
    assert [each["name"] for each in seen(teacher, school)["students"]] == ["Ada", "Ben"]
    again = ada.post("/api/classes/join", code=school["code"], name="Ada")
    assert again["me"]["id"] == ada.id
    assert len(seen(teacher, school)["students"]) == 2


def test_two_students_have_different_names(house: House, teacher: Person) -> None:
    """A second Kevin is asked for another name; the first returns under the old one."""
    school = opened(teacher)
    kevin = joined(house, school, "Kevin")
    stranger = house.person(None)
    for name in ("Kevin", " kevin ", "KEVIN"):
        refused = stranger.post("/api/classes/join", 409, code=school["code"], name=name)
        assert refused["key"] == "problem.class.name"
        assert name.strip() in refused["text"]
    joined(house, school, "Kevin B.")
    assert (
        kevin.post("/api/classes/join", code=school["code"], name="Kevin")["me"]["id"] == kevin.id
    )
    other = joined(house, opened(teacher, title="Another"), "Kevin")
    assert other.id != kevin.id
    assert [each["name"] for each in seen(teacher, school)["students"]] == ["Kevin", "Kevin B."]


def test_a_code_may_be_typed_in_groups(house: House, teacher: Person) -> None:
    code = opened(teacher)["code"]
    for typed in (f" {code[:4]} {code[4:]} ", f"{code[:4]}-{code[4:]}".lower()):
        assert house.person(None).get(f"/api/classes/of/{typed}")["title"] == "History 10b"


def test_a_student_gets_comments_to_all_and_to_them(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada, ben = (joined(house, school, name) for name in ("Ada", "Ben"))
    do(teacher, school, "comments", text="To all.")
    do(teacher, school, "comments", text="To Ada.", student=ada.id)
    path = f"/api/classes/{school['id']}/comments"
    assert [each["text"] for each in ada.get(path)] == ["To all.", "To Ada."]
    assert [each["text"] for each in ben.get(path)] == ["To all."]
    assert [each["text"] for each in teacher.get(path)] == ["To all.", "To Ada."]
    assert house.person("Stranger").get(path, 403)["key"] == "problem.class.not_yours"


def test_students_with_one_seat_play_against_computers(house: House, teacher: Person) -> None:
    school = opened(teacher, seat="france")
    ada = joined(house, school, "Ada")
    seats = ada.get(f"/api/tables/{board_of(ada, school)['id']}")["seats"]
    assert [name for name, seat in seats.items() if seat["me"]] == ["france"]
    assert {seat["computer"] for name, seat in seats.items() if name != "france"} == {"easy"}
    wrong = {"title": "x", "layout": "copies", "game": "diplomacy", "seat": "spain"}
    assert teacher.post("/api/classes", status=422, **wrong)["key"] == "problem.class.seat"


@pytest.mark.on_postgres
def test_students_share_boards_with_a_seat_each(house: House, teacher: Person) -> None:
    school = opened(teacher, layout="seats", game="attrition")
    students = [joined(house, school, name) for name in ("Ada", "Ben", "Cleo")]
    boards = [board_of(student, school)["id"] for student in students]
    assert boards[0] == boards[1] != boards[2]
    page = seen(teacher, school)
    assert [each["seat"] for each in page["students"]] == ["central", "entente", "central"]
    with students[2].live({"id": boards[2], "game": "attrition"}) as live:
        decision = live.decision("central")
        assert decision is not None
        assert "more students" in live.act("central", "x", window=decision["id"])["text"]
    do(teacher, school, "fill")
    assert students[2].get(f"/api/tables/{boards[2]}")["paused"] is None
    seats = students[2].get(f"/api/tables/{boards[2]}")["seats"]
    assert seats["entente"]["computer"] == "easy"
    with students[1].live({"id": boards[1], "game": "attrition"}) as live:
        assert list(live.state["seats"]) == ["entente"]


def test_a_class_starts_from_a_position_of_ones_own_board(house: House, teacher: Person) -> None:
    table = teacher.table("diplomacy", refereed=True)
    assert (
        teacher.post("/api/classes", status=403, title="x", layout="copies", table=table["id"])[
            "key"
        ]
        == "problem.class.position"
    )  # a game under way
    first = opened(teacher)
    with teacher.live({"id": first["table"], "game": "diplomacy"}) as live:
        assert live.act("france", FRENCH)["type"] == "done"
    school = opened(teacher, table=first["table"])
    assert school["start"] == 1
    ada = joined(house, school, "Ada")
    with ada.live(board_of(ada, school)) as live:
        assert live.state["seats"]["france"]["submitted"]
    stranger = house.person("Eve")
    body = {"title": "x", "layout": "copies", "game": "diplomacy"}
    assert stranger.post("/api/classes", status=403, **body)["key"] == "problem.class.account"


def test_wrong_codes_ended_and_full_classes(
    house: House, teacher: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    school = opened(teacher)
    nobody = house.person(None)
    nobody.get("/api/classes/of/NOSUCHCODE", 404)
    nobody.post("/api/classes/join", code="NOSUCHCODE", name="Ada", status=404)
    monkeypatch.setattr("entente.server.classes.opening.MOST_STUDENTS", 1)
    joined(house, school, "Ada")
    full = nobody.post("/api/classes/join", code=school["code"], name="Ben", status=409)
    assert full["key"] == "problem.class.full"
    do(teacher, school, "end")
    over = nobody.post("/api/classes/join", code=school["code"], name="Ben", status=409)
    assert over["key"] == "problem.class.over"
    do(teacher, school, "freeze", 409, frozen=False)


# -- teaching


def test_the_teacher_sees_all_drafts_and_no_one_else(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada, ben = (joined(house, school, name) for name in ("Ada", "Ben"))
    draft(ada, school, "france", FRENCH)
    with ada.live(board_of(ada, school)) as live:
        assert live.act("germany", GERMAN)["type"] == "done"
    work = {each["seat"]: each for each in seen(teacher, school)["boards"][0]["work"]}
    assert work["france"]["draft"] == FRENCH_READ
    assert work["germany"]["submitted"]
    assert not work["france"]["submitted"]
    hers = board_of(ada, school)["id"]
    for asked in (f"/api/classes/{school['id']}", f"/api/tables/{hers}", "/api/classes"):
        answer = ben.client.get(asked).text
        for secret in ("A PAR - BUR", "F KIE - HOL", "Ada", hers):
            assert secret not in answer
    for way in ("", "/positions/0", "/timeline", "/results", "/picture", "/describe?element=PAR"):
        ben.get(f"/api/tables/{hers}{way}", 403)
        assert teacher.client.get(f"/api/tables/{hers}{way}").status_code == 403
    eve = house.person("Eve")
    for stranger in (eve, house.person(None)):
        refused = stranger.client.get(f"/api/classes/{school['id']}")
        assert refused.status_code in (401, 403)


def test_a_shared_board_keeps_the_secrets_of_its_seats(house: House, teacher: Person) -> None:
    school = opened(teacher, layout="seats")
    austria, england = (joined(house, school, name) for name in ("Ada", "Ben"))
    orders = "A BUD - SER; A VIE - GAL; F TRI H; orders"
    draft(austria, school, "austria", orders)
    do(teacher, school, "fill")
    with england.live(board_of(england, school)) as live:
        assert "A VIE - GAL" not in json.dumps(live.state)
        with austria.live(board_of(austria, school)) as hers:
            assert hers.act("austria", orders)["type"] == "done"
        live.sync()
        assert "A VIE - GAL" not in json.dumps(live.state)
    assert "A VIE - GAL" not in json.dumps(seen(england, school))
    do(teacher, school, "spotlight", table=board_of(austria, school)["id"])
    assert seen(england, school)["spotlight"]["game"] == "diplomacy"
    assert "A VIE - GAL" not in json.dumps(seen(england, school))
    assert "Gal" in json.dumps(seen(teacher, school)) or "GAL" in json.dumps(seen(teacher, school))


@pytest.mark.on_postgres
def test_frozen_boards_refuse_actions_and_drafts(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada = joined(house, school, "Ada")
    do(teacher, school, "freeze", frozen=True)
    late = joined(house, school, "Late")
    for student in (ada, late):
        assert draft(student, school, "france", FRENCH, 409)["key"] == "problem.class.frozen"
        with student.live(board_of(student, school)) as live:
            refused = live.act("france", FRENCH)
            assert refused["type"] == "refused"
            assert "teacher" in refused["text"]
    do(teacher, school, "freeze", frozen=False)
    with ada.live(board_of(ada, school)) as live:
        assert live.act("france", FRENCH)["type"] == "done"


def test_the_teacher_takes_boards_back_to_the_start(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada, ben = (joined(house, school, name) for name in ("Ada", "Ben"))
    for student in (ada, ben):
        with student.live(board_of(student, school)) as live:
            assert live.act("france", FRENCH)["type"] == "done"
        draft(student, school, "germany", GERMAN)
    do(teacher, school, "rewind", table=board_of(ada, school)["id"])
    page = seen(teacher, school)
    assert [each["board"]["moves"] for each in page["boards"]] == [0, 1]
    hers, his = page["boards"]
    assert not any(each["submitted"] or each["draft"] for each in hers["work"])
    assert any(each["submitted"] for each in his["work"])
    do(teacher, school, "rewind")
    assert not any(each["submitted"] for each in seen(teacher, school)["boards"][1]["work"])
    do(teacher, school, "rewind", 404, table=school["table"])
    later = opened(teacher, table=school["table"])
    assert later["start"] == 0


def test_comments_to_all_and_to_one_student(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada, ben = (joined(house, school, name) for name in ("Ada", "Ben"))
    do(teacher, school, "comments", text="Look at Burgundy.")
    do(teacher, school, "comments", text="Well done!", student=ada.id)
    texts = [[c["text"] for c in seen(each, school)["comments"]] for each in (ada, ben, teacher)]
    assert texts == [["Look at Burgundy.", "Well done!"], ["Look at Burgundy."], texts[0]]
    do(teacher, school, "comments", 404, text="x", student=teacher.id)
    do(teacher, school, "comments", 422, text=" ")
    do(ada, school, "comments", 403, text="x")
    assert [each["text"] for each in ada.get("/api/me/export")["class_comments"]] == texts[0]
    teacher.request("DELETE", f"/api/classes/{school['id']}/comments/1", status=204)
    assert len(seen(ben, school)["comments"]) == 0


def test_only_the_teacher_teaches(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada, other = joined(house, school, "Ada"), house.person("Other")
    other.welcome(other.post("/api/register", name="Other", password="correct horse"))
    acts: dict[str, Json] = {
        "freeze": {"frozen": True},
        "rewind": {},
        "fill": {},
        "comments": {"text": "x"},
        "spotlight": {},
        "remove": {"student": ada.id},
        "end": {},
    }
    for what, body in acts.items():
        for person in (ada, other):
            refused = do(person, school, what, 403, **body)
            assert refused["key"] == "problem.class.teacher_only"
        do(house.person(None), school, what, 401, **body)
    assert other.get(f"/api/classes/{school['id']}", 403)["key"] == "problem.class.not_yours"
    assert other.get("/api/classes") == []
    assert [each["id"] for each in ada.get("/api/classes")] == [school["id"]]


# -- guests of a class


def test_a_guest_of_a_class_does_nothing_outside_it(house: House, teacher: Person) -> None:
    school, other = opened(teacher), opened(teacher, layout="seats")
    ada, ben = joined(house, school, "Ada"), joined(house, other, "Ben")
    hers, theirs = board_of(ada, school)["id"], board_of(ben, other)["id"]
    table = teacher.table("diplomacy")["id"]
    for table_id in (theirs, table, "nothing"):
        assert ada.get(f"/api/tables/{table_id}", 403)["key"] == "problem.class.only"
        with pytest.raises(WebSocketDisconnect) as closed, ada.live({"id": table_id}):
            pass
        assert closed.value.code in (4403, 4404)
    boards = ada.client.websocket_connect(f"/ws/boards?tables={table}")
    with pytest.raises(WebSocketDisconnect) as closed, boards as socket:
        socket.receive_json()
    assert closed.value.code == 4403
    for asked in ("/api/lobby", "/api/tables", "/api/home", "/api/people/Professor", "/api/events"):
        assert ada.get(asked, 403)["key"] == "problem.class.only"
    ada.post("/api/tables", game="attrition", status=403)
    seen(ada, school)
    ada.get(f"/api/classes/{other['id']}", 403)
    ada.get(f"/api/tables/{hers}")
    ada.post("/api/register", name="Ada", password="correct horse", status=403)


# All that a guest of a class may ask for besides what every page asks without a cookie.
ALLOWED = {
    *(("GET", f"/api/games/{{game_id}}/{page}") for page in ("seats", "text", "board", "rules")),
    *(("GET", f"/api/games/{{game_id}}/{page}") for page in ("cards", "data", "exercises")),
    *(("GET", f"/api/games/{{game_id}}/board.{kind}") for kind in ("css", "js")),
    ("GET", "/api/games/{game_id}/preview.png"),
    *(("GET", f"/api/{page}") for page in ("games", "players", "conduct", "channels", "login")),
    *(("GET", page) for page in ("/health", "/health/live", "/health/ready", "/api/push/key")),
    ("GET", "/api/tables/limits"),
    *(("GET", f"/api/me/{page}") for page in ("export", "notifications", "waiting", "standing")),
    ("GET", "/api/me/people"),
    *((method, "/api/me") for method in ("GET", "PATCH", "DELETE")),
    ("POST", "/api/logout"),
    ("POST", "/api/me/notifications/read"),
    ("GET", "/api/classes"),
    ("GET", "/api/classes/of/{code}"),
    ("POST", "/api/classes/join"),
}
AT_THE_OWN_TABLE = {
    *(("GET", page) for page in ("", "/board", "/describe", "/picture", "/timeline", "/results")),
    ("GET", "/ratings"),
    *(("GET", page) for page in ("/chat", "/chat/proposals", "/positions/1", "/guide")),
    *((method, "/prepared") for method in ("GET", "PUT", "DELETE")),
    *(("PUT", page) for page in ("/draft", "/notes")),
    ("POST", "/parse"),
}


def test_what_a_guest_of_a_class_may_ask_for(house: House, teacher: Person) -> None:
    """Every route of the API; a new one is refused until it is added here."""
    school = opened(teacher)
    ada = joined(house, school, "Ada")
    own, strange = board_of(ada, school)["id"], teacher.table("diplomacy")["id"]
    with house.app.state.services.sessions() as session:
        user = session.get_one(User, ada.id)

        def may(method: str, path: str) -> bool:
            try:
                check_class_guest(session, user, method, path)
            except Problem:
                return False
            return True

        allowed, at_table = set(), set()
        for method, path in routes(house):
            asked = path.replace("{number}", "1")
            if "{table_id}" in path:
                assert not may(method, asked.replace("{table_id}", strange))
                if may(method, asked.replace("{table_id}", own)):
                    at_table.add((method, asked.removeprefix("/api/tables/{table_id}")))
            elif "{class_id}" in path:
                assert may(method, asked.replace("{class_id}", school["id"]))
                assert not may(method, asked.replace("{class_id}", "another"))
            elif may(method, path):
                allowed.add((method, path))
    assert allowed == ALLOWED
    assert at_table == AT_THE_OWN_TABLE


def routes(house: House) -> list[tuple[str, str]]:
    described = house.app.openapi()["paths"]
    return [(method.upper(), path) for path, ways in described.items() for method in ways]


def test_a_student_may_have_the_name_of_a_user(house: House, teacher: Person) -> None:
    school = opened(teacher)
    student = joined(house, school, "Professor")
    assert student.get("/api/me")["name"] == f"Professor {school['code']}"
    assert [each["name"] for each in seen(teacher, school)["students"]] == ["Professor"]


def test_the_next_student_of_a_seat_finds_nothing_of_the_one_before(
    house: House, teacher: Person
) -> None:
    school = opened(teacher, layout="seats")
    ada = joined(house, school, "Ada")
    draft(ada, school, "austria", "A BUD - SER; A VIE - GAL; F TRI H; orders")
    notes = f"/api/tables/{board_of(ada, school)['id']}/notes"
    ada.request("PUT", notes, {"seat": "austria", "text": "secret plan"}, 204)
    do(teacher, school, "remove", student=ada.id)
    ben = joined(house, school, "Ben")
    with ben.live(board_of(ben, school)) as live:
        mine = live.state["seats"]["austria"]
        assert not mine.get("draft")
        assert not mine.get("notes")


def test_a_removed_student_is_gone(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada, ben = (joined(house, school, name) for name in ("Ada", "Ben"))
    table = board_of(ada, school)["id"]
    do(ben, school, "remove", 403, student=ada.id)
    do(teacher, school, "remove", student=ada.id)
    assert ada.get("/api/me") is None
    assert [each["name"] for each in seen(teacher, school)["students"]] == ["Ben"]
    with house.app.state.services.sessions() as session:
        assert session.get(User, ada.id) is None
        assert session.get(Table, table) is None


def test_the_board_that_is_shown_goes_with_its_student(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada, ben, cid = (joined(house, school, name) for name in ("Ada", "Ben", "Cid"))
    do(teacher, school, "spotlight", table=board_of(ada, school)["id"])
    ada.request("DELETE", "/api/me", None, 204)
    for person in (teacher, cid):
        page = seen(person, school)
        assert (page["spotlight"], page["spotlight_table"]) == (None, None)
    do(teacher, school, "spotlight", table=board_of(ben, school)["id"])
    do(teacher, school, "remove", student=ben.id)
    assert [each["name"] for each in seen(teacher, school)["students"]] == ["Cid"]
    assert seen(cid, school)["spotlight"] is None


def test_a_board_that_is_gone_keeps_no_other_from_stopping(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada, ben = (joined(house, school, name) for name in ("Ada", "Ben"))
    tables = [board_of(person, school)["id"] for person in (ada, ben)]
    services = house.app.state.services
    ada.request("DELETE", "/api/me", None, 204)  # between the list of boards and their change
    house.call(_change_boards, services, tables, teaching.frozen_work(True))
    assert ben.get(f"/api/tables/{tables[1]}")["paused"]


def test_someone_with_an_account_stays_who_they_are(house: House, teacher: Person) -> None:
    school = opened(teacher)
    bert = house.person("Bert")
    bert.welcome(bert.post("/api/register", name="Bert", password="correct horse"))
    bert.post("/api/classes/join", code=school["code"], name="Bert B.")
    table = board_of(bert, school)["id"]
    bert.get("/api/lobby")
    for what, body in {"leave": {}, "concede": {}, "offer": {}, "vote": {"kind": "draw"}}.items():
        refused = bert.post(f"/api/tables/{table}/{what}", seat="france", status=409, **body)
        assert refused["key"] == "problem.class.teacher"
    eve = house.person("Eve")  # a guest who may have tables elsewhere
    assert eve.post("/api/classes/join", code=school["code"], name="E")["me"]["name"] == "Eve"
    eve.get("/api/lobby")
    exported = bert.get("/api/me/export")["classes"]
    assert [(each["title"], each["name"]) for each in exported] == [("History 10b", "Bert B.")]
    do(teacher, school, "remove", student=bert.id)
    assert bert.get("/api/me")["name"] == "Bert"
    bert.get(f"/api/classes/{school['id']}", 403)


@pytest.mark.on_postgres
@pytest.mark.own_house
def test_an_expired_class_is_deleted_with_its_students(
    house: House, teacher: Person, clock: SetClock
) -> None:
    clock.stop()
    school, kept = opened(teacher), opened(teacher)
    ada = joined(house, school, "Ada")
    board = board_of(ada, school)["id"]
    do(teacher, school, "comments", text="x")
    do(teacher, school, "end")
    clock.go_on(hours=25)
    services = house.app.state.services
    Cleanup(services)._delete_expired()
    with services.sessions() as session:
        assert session.get(User, ada.id) is None
        assert session.get(Table, board) is None
        assert session.scalars(select(ClassStudent)).all() == []
        assert list(session.scalars(select(SchoolClass.id))) == [kept["id"]]
    assert teacher.get("/api/me")["name"] == "Professor"


def test_a_teacher_who_leaves_takes_the_class_with_them(house: House, teacher: Person) -> None:
    school = opened(teacher)
    ada = joined(house, school, "Ada")
    exported = teacher.get("/api/me/export")["classes"]
    assert [(each["class_id"], each["teacher"]) for each in exported] == [(school["id"], True)]
    teacher.request("DELETE", "/api/me", {"password": "correct horse"}, 204)
    assert ada.get("/api/me") is None
    with house.app.state.services.sessions() as session:
        assert session.scalars(select(SchoolClass)).all() == []
        assert session.scalars(select(Table)).all() == []


def test_a_second_process_sees_the_class(database: str) -> None:
    with House(create_app(Settings(database))) as one, House(create_app(Settings(database))) as two:
        teacher = one.person("Professor")
        teacher.welcome(teacher.post("/api/register", name="Professor", password="correct horse"))
        school = opened(teacher)
        ada = joined(two, school, "Ada")
        draft(ada, school, "france", FRENCH)
        work = seen(teacher, school)["boards"][0]["work"]
        assert next(each["draft"] for each in work if each["seat"] == "france") == FRENCH_READ
        do(teacher, school, "freeze", frozen=True)
        assert draft(ada, school, "france", FRENCH, 409)["key"] == "problem.class.frozen"
