"""Moderation: reports handled to their end, sanctions, appeals, and what no one else learns."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from entente.kernel import UserError
from entente.server import admin_tasks
from entente.server.http.app import create_app
from entente.server.settings import Settings
from entente.server.storage.models import ModerationAct
from tests.server.people import House, Json, Person
from tests.server.test_press import Congress, congress
from tests.server.test_talking import noticed, report

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

PASSWORD = "correct horse"


def moderator(house: House, name: str = "Mona") -> Person:
    """Return a registered user whom the operator has made a moderator."""
    person = house.person(name)
    person.post("/api/register", 200, name=name, password=PASSWORD)
    admin_tasks.add_moderator(house.app.state.services.engine, name)
    return person


def reported(house: House, text: str = "something rude") -> tuple[Congress, int]:
    """Return a table and a report: France has insulted Germany."""
    at = congress(house)
    at.write(at.others, "italy", "between the two of us", "germany")
    at.write(at.france, "france", "good morning", "germany")
    at.write(at.france, "france", text, "germany")
    return at, report(at, at.germany, "germany", 3)["report"]


def decide(person: Person, number: int, want: int = 204, **body: object) -> Json:
    path = f"/api/moderation/reports/{number}"
    answer: Json = person.request("POST", path, {"reason": "insults", **body}, want)
    return answer


def acts(house: House) -> list[str]:
    with house.app.state.services.sessions() as session:
        return list(session.scalars(select(ModerationAct.act).order_by(ModerationAct.id)))


def id_of(person: Person) -> int:
    number: int = person.get("/api/me")["id"]
    return number


# -- cases


def test_a_case_shows_the_conversation_of_the_report_and_nothing_else(house: House) -> None:
    _, number = reported(house)
    mona = moderator(house)
    (summary,) = mona.get("/api/moderation")["reports"]
    assert (summary["id"], summary["writer"], summary["reporter"]) == (number, "Fanny", "Gustav")
    case = mona.get(f"/api/moderation/reports/{number}")
    shown = [(each["text"], each["reported"]) for each in case["messages"]]
    assert shown == [("good morning", False), ("something rude", True)]
    assert case["writer"]["reported_by"] == 1
    assert acts(house) == ["appoint", "read"]


def test_a_warning_closes_the_report_and_both_sides_hear_of_it(house: House) -> None:
    at, number = reported(house)
    mona = moderator(house)
    decide(mona, number, kind="warn")
    assert mona.get("/api/moderation")["reports"] == []
    assert len(noticed(at.germany, "notice.report_closed")) == 1
    assert noticed(at.france, "notice.sanction_warn") == ["A moderator has warned you: insults"]
    assert at.france.get("/api/me")["restricted"] is False
    assert decide(mona, number, 404, kind="warn")["key"] == "problem.moderation.no_report"
    mona.get(f"/api/moderation/reports/{number}", 404)


def test_all_reports_of_a_message_are_one_case(house: House) -> None:
    at = congress(house)
    at.write(at.france, "france", "something rude")
    first = report(at, at.germany, "germany", 1)["report"]
    report(at, at.others, "italy", 1)
    mona = moderator(house)
    (summary,) = mona.get("/api/moderation")["reports"]
    assert (summary["id"], summary["reports"]) == (first, 2)
    decide(mona, first, kind="dismiss", reason="")
    assert mona.get("/api/moderation")["reports"] == []
    assert len(noticed(at.others, "notice.report_closed")) == 1
    assert noticed(at.france, "notice.sanction_warn") == []


def test_a_moderator_at_the_table_neither_reads_nor_decides(house: House) -> None:
    at, number = reported(house)
    at.others.post("/api/register", 200, name="Otto", password=PASSWORD)
    admin_tasks.add_moderator(house.app.state.services.engine, "Otto")
    assert at.others.get("/api/moderation")["reports"] == []
    refused = at.others.get(f"/api/moderation/reports/{number}", 403)
    assert refused["key"] == "problem.moderation.involved"
    decide(at.others, number, 403, kind="warn")
    assert acts(house) == ["appoint"]


def test_a_removed_message_is_gone_for_everyone_but_moderators(house: House) -> None:
    at, number = reported(house)
    report(at, at.germany, "germany", 2)
    mona = moderator(house)
    decide(mona, number, kind="dismiss", reason="", remove=True)
    for person in (at.france, at.germany):
        *_, last = person.get(at.path)["messages"]
        assert (last["text"], last["removed"]) == ("", True)
        assert "something rude" not in str(person.get("/api/me/export"))
    assert at.germany.get(at.path)["messages"][1]["text"] == "good morning"


# -- sanctions


def test_a_muted_user_plays_on_and_writes_nothing(house: House) -> None:
    at, number = reported(house)
    mona = moderator(house)
    decide(mona, number, kind="mute", days=3)
    body = {"seat": "france", "to": ["germany"], "text": "more of it"}
    refused = at.france.request("POST", at.path, body, 403)
    assert refused["key"] == "problem.moderation.muted_until"
    proposal = {"seat": "france", "to": ["germany"], "text": "", "proposal": ["A PAR - BUR"]}
    at.france.request("POST", at.path, proposal, 201)
    at.france.table()
    assert at.france.get("/api/me")["restricted"] is True


def test_a_suspended_user_is_not_there_when_a_waiting_game_begins(house: House) -> None:
    mona, anna = moderator(house), house.person("Anna")
    fanny = house.person("Fanny")
    table = anna.table("diplomacy", seats={"england": "me"}, starts_when_full=False)
    hosted = fanny.table("attrition", seats={"central": "me"})
    fanny.sit(table, "france")
    path = f"/api/moderation/people/{fanny.id}/sanctions"
    mona.post(path, 201, kind="suspend", reason="left games", days=1)
    assert anna.get(f"/api/tables/{table['id']}")["seats"]["france"]["name"] is None
    assert anna.get(f"/api/tables/{hosted['id']}")["seats"]["central"]["name"] is None


def test_a_suspended_user_joins_no_game(house: House) -> None:
    at, number = reported(house)
    mona = moderator(house)
    table = mona.table()
    decide(mona, number, kind="suspend", days=1)
    at.write(at.france, "france", "I apologise", "germany")
    tries = (
        ("/api/tables", {"game": "attrition"}),
        (f"/api/tables/{table['id']}/join", {"seat": "central"}),
        ("/api/pairing", {"queue": "attrition"}),
        ("/api/challenges", {"game": "attrition", "user": id_of(mona)}),
    )
    for path, body in tries:
        refused = at.france.request("POST", path, body, 403)
        assert refused["key"] == "problem.moderation.suspended_until"


def test_a_banned_user_can_only_appeal_and_take_their_data(house: House) -> None:
    at, number = reported(house)
    at.france.post("/api/register", 200, name="Fanny", password=PASSWORD)
    secret = at.france.post("/api/me/tokens", 201, label="bot", password=PASSWORD)["secret"]
    mona = moderator(house)
    decide(mona, number, kind="ban")
    at.france.get("/api/me/waiting", 401)
    at.france.welcome(at.france.post("/api/login", 200, name="Fanny", password=PASSWORD))
    assert at.france.get("/api/me/waiting", 403)["key"] == "problem.moderation.banned"
    at.france.get(f"/api/tables/{at.table['id']}", 403)
    with pytest.raises(WebSocketDisconnect) as closed, at.france.live(at.table) as live:
        live.receive()
    assert closed.value.code == 4403
    bot = {"Authorization": f"Bearer {secret}"}
    assert at.others.client.get("/api/me/waiting", headers=bot).status_code == 401
    (sanction,) = at.france.get("/api/me/standing")["sanctions"]
    assert (sanction["kind"], sanction["reason"], sanction["until"]) == ("ban", "insults", None)
    assert at.france.get("/api/me/export")["sanctions"][0]["reason"] == "insults"
    at.france.request("POST", f"/api/me/sanctions/{sanction['id']}/appeal", {"text": "Why?"}, 200)


def test_the_longest_sanction_of_a_kind_counts(house: House) -> None:
    anna, mona = house.person("Anna"), moderator(house)
    path = f"/api/moderation/people/{id_of(anna)}/sanctions"
    long = mona.post(path, 201, kind="mute", reason="one", days=9)
    short = mona.post(path, 201, kind="mute", reason="two", days=2)
    assert anna.get("/api/me/standing")["muted_until"] == long["until"]
    mona.post(f"/api/moderation/sanctions/{long['id']}/lift", 204)
    assert anna.get("/api/me/standing")["muted_until"] == short["until"]
    mona.post(f"/api/moderation/sanctions/{short['id']}/lift", 204)
    assert anna.get("/api/me/standing")["muted_until"] is None
    again = mona.post(f"/api/moderation/sanctions/{short['id']}/lift", 409)
    assert again["key"] == "problem.moderation.over"
    assert len(noticed(anna, "notice.sanction_lifted")) == 2


def test_a_sanction_ends_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, mona = house.person("Anna"), moderator(house)
    path = f"/api/moderation/people/{id_of(anna)}/sanctions"
    end = mona.post(path, 201, kind="suspend", reason="left games", days=1)["until"]
    monkeypatch.setattr("entente.server.gate.time.time", lambda: end + 1)
    anna.table()


def test_moderators_are_the_operator_s_business(house: House) -> None:
    mona, nora = moderator(house), moderator(house, "Nora")
    path = f"/api/moderation/people/{id_of(nora)}/sanctions"
    refused = mona.post(path, 403, kind="ban", reason="rivalry")
    assert refused["key"] == "problem.moderation.moderator"
    engine = house.app.state.services.engine
    assert admin_tasks.moderator_names(engine) == ["Mona", "Nora"]
    assert admin_tasks.add_moderator(engine, "Nora") == ("Nora", False)
    assert admin_tasks.remove_moderator(engine, "Nora") == ("Nora", True)
    nora.get("/api/moderation", 403)
    mona.post(path, 201, kind="warn", reason="rivalry")
    guest = house.person("Gast")
    with pytest.raises(UserError, match="guest"):
        admin_tasks.add_moderator(engine, str(id_of(guest)))


# -- appeals


def test_another_moderator_answers_an_appeal(house: House) -> None:
    anna, mona, nora = house.person("Anna"), moderator(house), moderator(house, "Nora")
    path = f"/api/moderation/people/{id_of(anna)}/sanctions"
    sanction = mona.post(path, 201, kind="mute", reason="spam")["id"]
    appeal = f"/api/me/sanctions/{sanction}/appeal"
    nora.request("POST", appeal, {"text": "for her"}, 404)
    anna.request("POST", appeal, {"text": " "}, 422)
    anna.request("POST", appeal, {"text": "It was one message."}, 200)
    assert anna.request("POST", appeal, {"text": "Please!"}, 409)["key"].endswith("appealed")
    (waiting,) = mona.get("/api/moderation")["appeals"]
    assert (waiting["name"], waiting["moderator"], waiting["mine"]) == ("Anna", "Mona", True)
    answer, body = (
        f"/api/moderation/sanctions/{sanction}/answer",
        {"answer": "Granted.", "lift": True},
    )
    assert mona.request("POST", answer, body, 403)["key"].endswith("own_sanction")
    nora.request("POST", answer, body, 200)
    assert noticed(anna, "notice.appeal_answered") == ["Your appeal has been answered: Granted."]
    assert anna.get("/api/me")["restricted"] is False
    assert nora.get("/api/moderation")["appeals"] == []
    nora.request("POST", answer, body, 409)


def test_a_single_moderator_answers_all_appeals(house: House) -> None:
    anna, mona = house.person("Anna"), moderator(house)
    path = f"/api/moderation/people/{id_of(anna)}/sanctions"
    sanction = mona.post(path, 201, kind="mute", reason="spam")["id"]
    anna.request("POST", f"/api/me/sanctions/{sanction}/appeal", {"text": "Why?"}, 200)
    answer = f"/api/moderation/sanctions/{sanction}/answer"
    mona.request("POST", answer, {"answer": "Spam.", "lift": False}, 200)
    assert anna.get("/api/me")["restricted"] is True


# -- what others learn


def test_figures_have_no_names_and_outlive_accounts(house: House) -> None:
    anna, mona = house.person("Anna"), moderator(house)
    path = f"/api/moderation/people/{id_of(anna)}/sanctions"
    mona.post(path, 201, kind="warn", reason="a secret reason")
    anna.request("DELETE", "/api/me", {}, 204)
    figures = house.person(None).get("/api/conduct")
    assert figures["moderators"] == 1
    assert [month["acts"] for month in figures["months"]] == [{"warn": 1}]
    assert not any(word in str(figures) for word in ("Anna", "secret"))


def test_no_one_else_reads_cases(house: House) -> None:
    at, number = reported(house)
    for person in (at.germany, at.france, house.person("Sophie")):
        for path in ("/api/moderation", f"/api/moderation/reports/{number}"):
            assert person.get(path, 403)["key"] == "problem.moderation.not_moderator"


def test_a_private_server_can_do_without_moderation(database: str) -> None:
    with House(create_app(Settings(database, moderation=False))) as house:
        mona = moderator(house)
        for path in ("/api/moderation", "/api/conduct"):
            assert mona.get(path, 404)["key"] == "problem.moderation.off"
