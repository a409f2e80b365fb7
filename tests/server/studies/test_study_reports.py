"""Reported studies: who may report, what moderators see and decide, and what no one else learns."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from entente.server import admin_tasks
from entente.server.storage.models import ModerationAct, StudyReport
from tests.server.people import House, Json, Person
from tests.server.studies.authors import chapter, edit, member, study
from tests.server.test_moderation import decide, moderator
from tests.server.test_talking import noticed

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def report(person: Person, path: str, status: int = 201, reason: str = "insults") -> Json:
    answer: Json = person.request("POST", f"{path}/report", {"reason": reason}, status)
    return answer


def decide_study(person: Person, number: int, want: int = 204, **body: object) -> Json:
    path = f"/api/moderation/study-reports/{number}"
    answer: Json = person.request("POST", path, {"reason": "insults", **body}, want)
    return answer


def reported(house: House, privacy: str = "unlisted") -> tuple[Person, Person, str, int]:
    """Anna's study with a comment, and Bert, who has reported it."""
    anna, bert = member(house, "Anna"), member(house, "Bert")
    path = study(anna, privacy, "Rude openings")
    one = chapter(anna, path)
    edit(anna, one, op="comment", node=0, language="en", text="something rude", seen=0)
    return anna, bert, path, report(bert, path)["report"]


def test_readers_with_an_account_report_a_study_once(house: House) -> None:
    anna, bert, path, _ = reported(house)
    assert report(bert, path, 409)["key"] == "problem.studies.reported"
    assert report(anna, path, 409)["key"] == "problem.studies.own_report"
    assert report(house.person("Gast"), path, 403)["key"] == "problem.studies.guest_report"
    assert report(bert, path, 422, " ")["key"] == "problem.press.no_reason"
    report(bert, path, 422, "x" * 1001)
    report(bert, study(anna, "private"), 404)
    assert (bert.get(path)["reported"], anna.get(path)["reported"]) == (True, False)
    (own,) = bert.get("/api/me/export")["study_reports"]
    assert own["reason"] == "insults"
    for each in (anna.get(path), anna.get("/api/me/export"), anna.get("/api/me/notifications")):
        assert "insults" not in json.dumps(each)
        assert "Bert" not in json.dumps(each)


def test_a_case_shows_the_texts_of_the_study_and_is_logged(house: House) -> None:
    anna, bert, path, number = reported(house)
    carl = member(house, "Carl")
    report(carl, path)
    mona = moderator(house)
    (line,) = mona.get("/api/moderation")["studies"]
    assert (line["id"], line["title"], line["owner"]) == (number, "Rude openings", "Anna")
    assert (line["reporter"], line["reports"], line["study"]) == (
        "Bert",
        2,
        path.removeprefix("/api/studies/"),
    )
    where = f"/api/moderation/study-reports/{number}"
    case = mona.get(where)
    assert [each["text"] for each in case["chapters"][0]["comments"]] == ["something rude"]
    assert (case["privacy"], case["owner"]["name"]) == ("unlisted", "Anna")
    assert mona.get("/api/conduct")["open_reports"] == 2
    with house.app.state.services.sessions() as session:
        read = session.scalars(select(ModerationAct).where(ModerationAct.act == "read")).one()
        assert (read.user_id, read.study_id) == (anna.id, line["study"])
    admin_tasks.add_moderator(house.app.state.services.engine, "Carl")
    admin_tasks.add_moderator(house.app.state.services.engine, "Anna")
    for involved in (carl, anna):
        assert involved.get(where, 403)["key"] == "problem.moderation.involved"
        decide_study(involved, number, 403, kind="dismiss")
    assert anna.get("/api/moderation")["studies"] == []
    bert.get(where, 403)


def test_after_it_became_private_only_what_was_reported_is_shown(house: House) -> None:
    anna, _, path, number = reported(house)
    mona, at = moderator(house), anna.get(path)
    anna.request("PATCH", path, {"title": at["title"], "privacy": "private"}, 200)
    with house.app.state.services.sessions.begin() as session:
        session.get_one(StudyReport, number).time = 1
    (only,) = mona.get(f"/api/moderation/study-reports/{number}")["chapters"]
    assert only["comments"] == []
    mona.get(path, 404)


def test_a_study_is_taken_down_and_put_back(house: House) -> None:
    anna, bert, path, number = reported(house)
    mona, carl = moderator(house), member(house, "Carl")
    anna.request("POST", f"{path}/members", {"name": "Carl", "role": "contributor"}, 200)
    carl.accept_all()
    refused = decide_study(mona, number, 422, kind="dismiss", reason="", remove=True)
    assert refused["key"] == "problem.moderation.no_reason"
    decide_study(mona, number, kind="dismiss", remove=True)
    for person in (bert, carl, mona):
        person.get(path, 404)
    assert anna.get(path)["removed"] is True
    body = {"title": "New", "privacy": "public"}
    assert anna.request("PATCH", path, body, 409)["key"] == "problem.studies.removed"
    for end, sent in (
        ("copy", {"title": "New"}),
        ("members", {"name": "Bert", "role": "reader"}),
        ("invitation", {}),
    ):
        assert anna.request("POST", f"{path}/{end}", sent, 409)["key"] == "problem.studies.removed"
    (told,) = noticed(anna, "notice.study_taken_down")
    assert "insults" in told
    assert "Bert" not in told
    assert noticed(bert, "notice.report_of_study_closed") == [
        "A moderator has reviewed the study you reported."
    ]
    decide_study(mona, number, 404, kind="dismiss")
    (gone,) = mona.get("/api/moderation/people/Anna")["removed_studies"]
    back = f"/api/moderation/studies/{gone['id']}/put-back"
    anna.request("POST", back, None, 403)
    mona.request("POST", back, None, 204)
    mona.request("POST", back, None, 404)
    assert bert.get(path)["reported"] is False
    assert len(noticed(anna, "notice.study_put_back")) == 1
    (month,) = mona.get("/api/conduct")["months"]
    assert month["acts"] == {"close": 1, "take_down": 1, "put_back": 1}
    report(bert, path)  # it is open again


def test_the_owner_can_be_sanctioned_and_a_dismissal_changes_nothing(house: House) -> None:
    anna, bert, path, number = reported(house, "public")
    mona = moderator(house)
    decide_study(mona, number, kind="dismiss", reason="")
    assert bert.get(path)["removed"] is False
    assert noticed(anna, "notice.study_taken_down") == []
    decide_study(mona, report(bert, path)["report"], kind="warn")
    assert noticed(anna, "notice.sanction_warn") == ["A moderator has warned you: insults"]
    decide(mona, number, 404, kind="warn")  # no report of a message has this number


def test_the_operator_reads_and_closes_reports(house: House) -> None:
    anna, bert, path, number = reported(house)
    engine = house.app.state.services.engine
    (found,) = admin_tasks.open_study_reports(engine)
    assert (found.id, found.title, found.reporter) == (number, "Rude openings", "Bert")
    bert.request("DELETE", "/api/me", {"password": "correct horse battery"}, 204)
    (found,) = admin_tasks.open_study_reports(engine)
    assert (found.reporter, found.reason) == (None, "insults")
    admin_tasks.close_report(engine, f"S{number}")
    assert admin_tasks.open_study_reports(engine) == []
    report(member(house, "Carl"), path)
    anna.request("DELETE", path, None, 204)
    assert admin_tasks.open_study_reports(engine) == []
