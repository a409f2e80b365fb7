"""Proposals, muting, reports and read receipts: who gets them, and who never learns of them."""

from __future__ import annotations

import pytest

from entente.kernel import UserError
from entente.server import admin_tasks
from entente.server.http.limits import limit_of
from entente.server.notices.kinds import ANSWERS
from tests.server.people import House, Json, Live, Person
from tests.server.test_limits import standing
from tests.server.test_press import Congress, congress, frames, give_orders, mark_as_read, read_by

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

PLAN = ["A PAR - BUR", "A MUN H", "F LON S F EDI - NTH"]


def propose(
    at: Congress, person: Person, seat: str, orders: list[str], *to: str, want: int = 201
) -> Json:
    body = {"seat": seat, "to": list(to), "text": "", "proposal": orders}
    answer: Json = person.request("POST", at.path, body, want)
    return answer


def noticed(person: Person, key: str) -> list[str]:
    """A person's notifications with a key."""
    return [each["text"] for each in person.get("/api/me/notifications") if each["key"] == key]


# -- proposals


@pytest.mark.on_postgres
def test_a_proposal_reaches_only_its_conversation(house: House) -> None:
    at = congress(house)
    spectator = house.person("Sophie")
    with (
        at.germany.live(at.table) as germany,
        at.others.live(at.table) as others,
        spectator.live(at.table) as watching,
    ):
        sent = propose(at, at.france, "france", PLAN, "germany")
        assert (sent["proposal"], sent["text"]) == (PLAN, "")
        assert frames(germany) == [sent]
        assert frames(others) == frames(watching) == []
    assert at.germany.get(at.path)["messages"] == [sent]
    for outsider in (at.others, spectator, house.person(None)):
        assert "A PAR - BUR" not in str(outsider.get(at.path))
    assert at.france.get("/api/me/export")["tables"][0]["messages"] == [sent]
    assert "A PAR - BUR" not in str(at.others.get("/api/me/export")["tables"])


def test_orders_of_all_units_can_be_proposed(house: House) -> None:
    at = congress(house)
    assert at.france.get(at.path)["can_propose"]
    parts = at.france.get(at.path + "/proposals")["parts"]
    assert sum(each[1:2] == " " for each in parts) == 22
    assert parts["PEACE"] == ["PEACE 1901", "PEACE 1902"]
    assert parts["DMZ GAL"] == ["DMZ GAL 1901", "DMZ GAL 1902"]
    assert parts["DRAW"] == ["DRAW"]
    assert "F LON S F EDI - NTH" in parts["F LON"]
    assert "A MUN - BUR" in parts["A MUN"]


def test_nonsense_is_not_proposed(house: House) -> None:
    at = congress(house)

    def refused(*orders: str) -> str:
        key: str = propose(at, at.france, "france", list(orders), "germany", want=422)["key"]
        return key

    assert refused("A PAR - MOS") == "problem.press.no_such_order"
    assert refused("<b>A PAR H</b>") == "problem.press.no_such_order"
    assert refused("orders") == "problem.press.no_such_order"  # a vote cannot be proposed
    assert refused("A PAR H", "A PAR - BUR") == "problem.press.two_orders"
    propose(at, at.france, "france", ["A PAR H"] * 61, "germany", want=422)
    propose(at, at.france, "france", ["x" * 61], "germany", want=422)
    assert refused() == "problem.press.empty"
    assert at.texts(at.germany) == []
    twice = propose(at, at.france, "france", ["A PAR H", "A PAR H"], "germany")
    assert twice["proposal"] == ["A PAR H"]


def test_where_no_orders_are_written_none_are_proposed(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me", "entente": "greedy"})
    path = f"/api/tables/{table['id']}/chat"
    assert not anna.get(path)["can_propose"]
    assert anna.get(path + "/proposals") == {"parts": {}}
    body = {"seat": "central", "to": [], "text": "x", "proposal": ["attack"]}
    assert anna.request("POST", path, body, 409)["key"] == "problem.press.nothing_to_propose"


def test_silence_and_public_press_hold_for_proposals_too(house: House) -> None:
    at = congress(house, chat="public")
    refused = propose(at, at.france, "france", PLAN, "germany", want=409)
    assert refused["key"] == "problem.press.public"
    give_orders(at, "A MAR - SPA")
    give_orders(at)
    refused = propose(at, at.france, "france", PLAN, want=409)
    assert refused["key"] == "problem.press.silence"


def test_the_notice_quotes_a_proposal_in_its_reader_s_notation(house: House) -> None:
    at = congress(house)
    propose(at, at.france, "france", PLAN, "germany")
    (answer,) = noticed(at.germany, "notice.proposal")
    named = f"Diplomacy (table {at.table['id'][:4]}), spring 1901"
    assert answer == f"{named}: France proposes A PAR - BUR, A MUN H and F LON S F EDI - NTH."
    french = at.germany.get("/api/me/notifications?lang=fr")
    assert any("A Par - Bou, A Mun H" in each["text"] for each in french)
    assert noticed(at.others, "notice.proposal") == []
    parts = at.france.get(at.path + "/proposals")["parts"]
    mark_as_read(at, at.germany, "germany", 1, "france", "germany")
    propose(at, at.france, "france", [parts[each][0] for each in list(parts)[:22]], "germany")
    assert "…" in noticed(at.germany, "notice.proposal")[0]
    mark_as_read(at, at.germany, "germany", 2, "france", "germany")
    propose(at, at.france, "france", ["PEACE 1902", "DMZ RUH 1901"], "germany")
    assert "peace until the end of 1902 and no unit to" in noticed(at.germany, "notice.proposal")[0]


def test_the_proposer_gets_a_notice_of_each_answer(house: House) -> None:
    """No one else does, nor one who views the table or has muted the conversation."""
    at, pair = congress(house), ["france", "germany"]

    def answer(given: str) -> None:
        number = propose(at, at.france, "france", PLAN, "germany")["number"]
        body = {"seat": "germany", "number": number, "answer": given}
        at.germany.request("POST", at.path + "/answer", body)

    def answers(person: Person) -> list[str]:
        return [text for key in ANSWERS for text in noticed(person, key)]

    answer("accept")
    answer("decline")
    named = f"Diplomacy (table {at.table['id'][:4]}), spring 1901"
    both = [f"{named}: Germany accepts your proposal.", f"{named}: Germany declines your proposal."]
    assert answers(at.france) == both
    assert answers(at.germany) == answers(at.others) == []
    french = at.france.get("/api/me/notifications?lang=fr")
    assert any("l’Allemagne accepte votre proposition" in each["text"] for each in french)
    (led,) = {each["path"] for each in french if each["key"] in ANSWERS}
    assert led.endswith("?tab=press&with=france,germany")
    with at.france.live(at.table):
        answer("accept")
    assert answers(at.france) == both
    mark_as_read(at, at.france, "france", 3, *pair)
    assert all(each["read"] for each in at.france.get("/api/me/notifications"))
    mute = {"seat": "france", "conversation": pair, "muted": True}
    at.france.request("PUT", at.path + "/mute", mute, 204)
    answer("decline")
    assert answers(at.france) == both


# -- muting


def test_a_muted_conversation_sends_no_notifications(house: House) -> None:
    at = congress(house)
    pair = ["france", "germany"]

    def muted(person: Person) -> dict[str, bool]:
        answer = person.get(at.path)["conversations"]
        return {"+".join(each["seats"]): each["muted"] for each in answer}

    mute = {"seat": "germany", "conversation": pair, "muted": True}
    for _ in range(2):
        at.germany.request("PUT", at.path + "/mute", mute, 204)
    at.write(at.france, "france", "psst", "germany")
    propose(at, at.france, "france", PLAN, "germany")
    assert noticed(at.germany, "notice.letter") == noticed(at.germany, "notice.proposal") == []
    assert muted(at.germany) == {"": False, "france+germany": True}
    assert at.germany.get("/api/me/export")["tables"][0]["muted"] == [pair]
    assert muted(at.france) == {"": False, "france+germany": False}
    assert len(at.germany.get(at.path)["messages"]) == 2
    at.write(at.france, "france", "all of you")
    assert len(noticed(at.germany, "notice.public_letter")) == 1
    mark_as_read(at, at.germany, "germany", 3)
    at.germany.request("PUT", at.path + "/mute", {**mute, "muted": False}, 204)
    at.write(at.france, "france", "psst again", "germany")
    assert len(noticed(at.germany, "notice.letter")) == 1
    assert not muted(at.germany)["france+germany"]


def test_no_one_mutes_a_conversation_of_others(house: House) -> None:
    at = congress(house)
    body = {"seat": "france", "conversation": ["germany", "italy"], "muted": True}
    answer = at.france.request("PUT", at.path + "/mute", body, 403)
    assert answer["key"] == "problem.press.not_yours"
    body = {"seat": "france", "conversation": ["france", "spain"], "muted": True}
    assert at.france.request("PUT", at.path + "/mute", body, 422)["key"] == "problem.table.no_seat"


# -- reports


def report(
    at: Congress, person: Person, seat: str, number: int, want: int = 201, reason: str = "rude"
) -> Json:
    body = {"seat": seat, "number": number, "reason": reason}
    answer: Json = person.request("POST", at.path + "/report", body, want)
    return answer


def test_a_reported_letter_is_the_only_one_that_the_operator_reads(house: House) -> None:
    at = congress(house)
    engine = house.app.state.services.engine
    at.write(at.others, "italy", "between the two of us", "germany")
    at.write(at.france, "france", "something rude", "germany")
    number = report(at, at.germany, "germany", 2)["report"]
    (found,) = admin_tasks.open_reports(engine)
    assert (found.id, found.table, found.seat) == (number, at.table["id"], "france")
    assert (found.text, found.reason) == ("something rude", "rude")
    assert (found.reporter, found.writer) == ("Gustav", "Fanny")
    assert report(at, at.germany, "germany", 2, 409)["key"] == "problem.press.reported"
    assert at.germany.get(at.path)["reported"] == [2]
    assert at.france.get(at.path)["reported"] == []
    admin_tasks.close_report(engine, str(number))
    assert admin_tasks.open_reports(engine) == []
    with pytest.raises(UserError, match="report"):
        admin_tasks.close_report(engine, str(number))
    assert len(noticed(at.germany, "notice.report_closed")) == 1
    (own,) = at.germany.get("/api/me/export")["reports"]
    assert (own["table_id"], own["reason"]) == (at.table["id"], "rude")
    assert at.france.get("/api/me/export")["reports"] == []
    assert noticed(at.france, "notice.report_closed") == []


def test_only_readable_letters_can_be_reported(house: House) -> None:
    at = congress(house)
    at.write(at.france, "france", "Burgundy?", "germany")
    assert report(at, at.others, "italy", 1, 404)["key"] == "problem.press.no_letter"
    assert report(at, at.others, "italy", 0, 404)["key"] == "problem.press.no_letter"
    assert report(at, at.france, "france", 1, 409)["key"] == "problem.press.own_letter"
    assert report(at, at.germany, "germany", 1, 422, " ")["key"] == "problem.press.no_reason"
    assert report(at, at.france, "germany", 1, 403)["key"] == "problem.table.not_yours"
    report(at, house.person("Sophie"), "france", 1, 403)


def test_no_one_reports_too_often(house: House) -> None:
    at = congress(house)
    limit_of(house.app, 5, 3600, "reports").clock = standing()
    for number in range(1, 7):
        at.write(at.france, "france", f"letter {number}", "germany")
    for number in range(1, 6):
        report(at, at.germany, "germany", number)
    assert report(at, at.germany, "germany", 6, 429)["key"] == "problem.limit"


# -- read receipts


def receipts(live: Live) -> list[Json]:
    """The read receipts so far."""
    return [
        {name: frame[name] for name in ("seat", "conversation", "number")}
        for frame in live.sync(10_000)
        if frame["type"] == "read"
    ]


def set_read_receipts(person: Person, tells: bool) -> None:
    person.request("PATCH", "/api/me", {"preferences": {"read_receipts": tells}}, 200)


def test_a_participant_sees_at_once_that_a_letter_was_read(house: House) -> None:
    at = congress(house)
    at.write(at.others, "italy", "a secret", "germany")
    at.write(at.france, "france", "Burgundy?", "germany")
    spectator = house.person("Sophie")
    with (
        at.france.live(at.table) as france,
        at.germany.live(at.table) as germany,
        at.others.live(at.table) as others,
        spectator.live(at.table) as watching,
    ):
        mark_as_read(at, at.germany, "germany", 2, "france", "germany")
        pair = {"seat": "germany", "conversation": ["france", "germany"], "number": 1}
        assert receipts(france) == [pair]  # for whom it is the first
        assert receipts(germany) == receipts(others) == receipts(watching) == []
        at.write(at.others, "italy", "Peace!")
        mark_as_read(at, at.france, "france", 2)
        read = {"seat": "france", "conversation": [], "number": 3}
        assert receipts(germany) == [read]
        assert receipts(others) == [{**read, "number": 2}]
        assert receipts(watching) == []


def test_an_unchanged_mark_sends_nothing(house: House) -> None:
    at = congress(house)
    for text in ("one", "two"):
        at.write(at.france, "france", text, "germany")
    with at.france.live(at.table) as france:
        for number in (2, 2, 1, 0, 2**31 - 1):
            mark_as_read(at, at.germany, "germany", number, "france", "germany")
        assert [answer["number"] for answer in receipts(france)] == [2]
    assert read_by(at, at.france, "france", "germany") == {"germany": 2}


def test_a_reader_without_receipts_gets_none(house: House) -> None:
    at = congress(house)
    pair = ("france", "germany")
    set_read_receipts(at.germany, False)
    at.write(at.france, "france", "one", "germany")
    at.write(at.germany, "germany", "two", "france")
    with at.france.live(at.table) as france, at.germany.live(at.table) as germany:
        mark_as_read(at, at.germany, "germany", 2, *pair)
        mark_as_read(at, at.france, "france", 2, *pair)
        assert receipts(france) == receipts(germany) == []
    assert read_by(at, at.france, *pair) == {}
    assert read_by(at, at.germany, *pair) is None
    set_read_receipts(at.germany, True)
    assert at.germany.get("/api/me")["preferences"]["read_receipts"]
    assert read_by(at, at.france, *pair) == {"germany": 2}
    assert read_by(at, at.germany, *pair) == {"france": 2}


def test_at_an_anonymous_table_no_receipt_goes_out(house: House) -> None:
    at = congress(house, anonymous=True)
    at.write(at.france, "france", "who am I?", "germany")
    with at.france.live(at.table) as france:
        mark_as_read(at, at.germany, "germany", 1, "france", "germany")
        assert receipts(france) == []
