"""Computers that answer proposals: whom, when they submit, and what no one else learns."""

from __future__ import annotations

from typing import Any

import pytest

from entente.players.letters import Letters, Offer, Reply, SeasonPlan
from entente.server.live.negotiations import MOST_ANSWERS, SeasonKey, Thought, open_offers
from entente.server.live.player_process import Consultation, consult
from entente.server.storage.letters import hide_earlier
from entente.server.storage.models import TableSeat
from entente.server.tables import proposal_answers
from entente.server.tables.negotiation_record import Histories, letters_of, promise_cautions
from entente.server.tables.proposal_answers import AnsweredBefore
from entente.server.tables.room import Room
from tests.server.people import House, Json, Live, Person
from tests.server.tables import POWERS, vote

pytestmark = pytest.mark.one_database

# Quick levels: what is tested here does not depend on how well they play.
SEATS = dict.fromkeys(POWERS, "random") | {"austria": "me", "england": None}
SEATS |= {"russia": "easy", "turkey": "easy", "italy": "easy:pure"}


def table_of_two(house: House, **terms: object) -> tuple[Person, Person, Json]:
    """Anna is Austria-Hungary, Bert England; Russia and Turkey negotiate."""
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("diplomacy", seats=SEATS, **terms)
    return anna, bert, bert.sit(table, "england")


def chat_of(person: Person, table: Json) -> Json:
    shown: Json = person.get(f"/api/tables/{table['id']}/chat")
    return shown


def propose(person: Person, table: Json, seat: str, items: list[str], *to: str) -> Json:
    body = {"seat": seat, "to": list(to), "text": "", "proposal": items}
    sent: Json = person.request("POST", f"/api/tables/{table['id']}/chat", body, 201)
    return sent


def answer(
    person: Person, table: Json, seat: str, number: int, given: str = "accept", want: int = 200
) -> Json:
    body = {"seat": seat, "number": number, "answer": given}
    response: Json = person.request("POST", f"/api/tables/{table['id']}/chat/answer", body, want)
    return response


def answered(live: Live, number: int, seat: str) -> Json:
    """Hear letters until a seat has answered one."""
    while True:
        letter: Json = live.hear("message")["message"]
        if letter["number"] == number and seat in letter["answers"]:
            return letter


def room_of(house: House, table: Json) -> Room:
    room: Room = house.app.state.services.rooms.get(table["id"])
    return room


def cautions_about_promises(house: House, table: Json, live: Live, other: Live) -> None:
    """Anna has promised A VIE - GAL to England: she alone is cautioned, and may still submit."""
    kept, broken = "A BUD H; A VIE - GAL; F TRI H; orders", "A BUD H; A VIE H; F TRI H; orders"
    promised = "You promised England the order A VIE - GAL: these orders break your word."

    def check(by: Live, seat: str, action: str, **more: object) -> Json:
        by.say(type="check", seat=seat, action=action, **more)
        return by.answer()

    assert check(live, "austria", broken, careful=True)["cautions"] == [promised]
    assert check(live, "austria", kept, careful=True)["cautions"] == []
    assert check(live, "austria", broken)["cautions"] == []
    version = live.state["version"]
    live.say(type="act", seat="austria", version=version, action=broken, careful=True)
    first = live.answer()
    assert (first["type"], first["cautions"]) == ("cautioned", [promised])
    assert first["details"][0]["kind"] == "promised_order"
    assert first["details"][0]["things"] == ["VIE"]
    # the partner learns nothing by asking, for either seat
    own = "A LVP H; F EDI H; F LON H; orders"
    assert check(other, "england", own, careful=True)["cautions"] == []
    for action in (kept, broken):
        refused = check(other, "austria", action, careful=True)
        assert refused["key"] == "problem.table.not_yours"
        other.say(type="act", seat="austria", version=version, action=action, careful=True)
        assert other.answer()["key"] == "problem.table.not_yours"
    # a player who takes the seat over does not learn what the one before promised
    room, services = room_of(house, table), house.app.state.services
    with room.lock, services.sessions() as session:
        assert promise_cautions(session, room, "austria", Histories(), broken)
        hide_earlier(session, table["id"], "austria")
        assert promise_cautions(session, room, "austria", Histories(), broken) == []
        session.rollback()


@pytest.mark.on_postgres
def test_a_computer_answers_and_submits_after_the_people(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first letter to the end of the game; each seat thinks with its own letters only."""
    tasks = list[Consultation]()
    negotiations = house.app.state.services.computers.negotiations
    consult_player = negotiations._consult

    async def noted(user: Any, table_id: str, task: Consultation) -> SeasonPlan | Reply:
        tasks.append(task)
        found: SeasonPlan | Reply = await consult_player(user, table_id, task)
        return found

    monkeypatch.setattr(negotiations, "_consult", noted)
    anna, bert, table = table_of_two(house, chat="full")
    watcher = house.person("Wilma")
    shown = chat_of(anna, table)
    assert sorted(shown["answering"]) == ["russia", "turkey"]  # not the one without press
    assert shown["answering"]["russia"] == {"kept": 0, "broken": 0}
    assert sorted(shown["readers"]) == ["austria", "england"]
    with anna.live(table) as live, bert.live(table) as other, watcher.live(table) as watching:
        peace = propose(anna, table, "austria", ["PEACE 1901"], "russia")
        assert peace["answers"] == {}
        assert answered(live, peace["number"], "russia")["answers"] == {"russia": "accept"}
        gift = ["A VIE - TYR", "A BUD - VIE", "F ANK H", "A CON H", "A SMY H"]
        lost = propose(anna, table, "austria", gift, "turkey")
        assert set(answered(live, lost["number"], "turkey")["answers"]) == {"turkey"}
        # no one else hears of it, nor why
        for live_of in (other, watching):
            assert [each for each in live_of.sync(10_000) if each["type"] == "message"] == []
        for person in (bert, watcher):
            assert chat_of(person, table)["messages"] == []
        assert all(each["reasons"] == {} for each in chat_of(anna, table)["messages"])
        # what a person is offered and answers
        offered = propose(bert, table, "england", ["PEACE 1902"], "austria")
        mine = chat_of(anna, table)["messages"][-1]
        assert mine["proposal"] == offered["proposal"]
        assert answer(anna, table, "austria", mine["number"], "decline")["answers"] == {
            "austria": "decline"
        }
        late = answer(anna, table, "austria", mine["number"], want=409)
        assert late["key"] == "problem.press.answered"
        assert answer(bert, table, "england", 1, want=409)["key"] == "problem.press.own_letter"
        assert answer(anna, table, "austria", 99, want=404)["key"] == "problem.press.no_proposal"
        answer(bert, table, "austria", 1, want=403)
        answer(watcher, table, "austria", 1, want=403)
        assert chat_of(bert, table)["messages"][-1]["answers"] == {"austria": "decline"}
        # two processes never answer twice
        room = room_of(house, table)
        twice = pytest.raises(AnsweredBefore)
        with room.lock, house.app.state.services.sessions.begin() as session, twice:
            proposal_answers.answer(session, room, 1, "russia", "decline", ())
        # an agreement that Austria-Hungary breaks: shown once the orders are public
        deal = propose(bert, table, "england", ["A VIE - GAL", "F LON H"], "austria")
        theirs = chat_of(anna, table)["messages"][-1]["number"]
        answer(anna, table, "austria", theirs)
        # the computers that negotiate wait for the people
        assert {"russia", "turkey"} <= set(room.decisions())
        cautions_about_promises(house, table, live, other)
        assert live.act("austria", "A BUD H; A VIE H; F TRI H; orders")["type"] == "done"
        for person in (anna, bert):
            assert all(each["outcomes"] == [] for each in chat_of(person, table)["messages"])
        assert {"russia", "turkey"} <= set(room.decisions())
        with room.lock, house.app.state.services.sessions() as session:
            before = letters_of(session, room, "russia", Histories().of(room))
        assert other.act("england", "A LVP H; F EDI H; F LON H; orders")["type"] == "done"
        while live.state["seats"]["austria"]["view"]["season"] == "spring":
            live.hear("state")
        late = answer(anna, table, "austria", mine["number"], want=409)
        assert late["key"] == "problem.press.answer_late"
    broke = ["Austria-Hungary broke this in spring 1901.", "England kept this."]
    for person, number in ((anna, theirs), (bert, deal["number"])):
        shown = {each["number"]: each["outcomes"] for each in chat_of(person, table)["messages"]}
        assert shown.pop(number) == broke
        assert not any(shown.values())  # the peace with Russia lasts
    french = bert.get(f"/api/tables/{table['id']}/chat?lang=fr")["messages"][-1]["outcomes"]
    assert french[0].startswith("Rompu par l’Autriche-Hongrie au printemps")
    assert chat_of(watcher, table)["messages"] == []
    assert tasks
    for task in tasks:
        assert all(task.seat in offer.seats for offer in task.letters.offers)
    # a new process plans the same
    planned = [t for t in tasks if t.seat == "russia" and t.number is None and t.letters == before]
    done = next(move.action for move in room.match.moves if move.seat == "russia")
    assert [consult(task).action for task in planned[-1:]] == [done]  # type: ignore[union-attr]
    # after the game, everyone who read a proposal reads why
    vote(anna, table, "austria", "cancel")
    vote(bert, table, "england", "cancel")
    first, second, *_ = chat_of(anna, table)["messages"]
    assert (
        "we trusted" in first["reasons"]["russia"].lower()
        or "trusted" in first["reasons"]["russia"]
    )
    assert set(second["reasons"]) == {"turkey"}
    assert all(
        each["conversation"] == ["austria", "england"] for each in chat_of(bert, table)["messages"]
    )
    with house.app.state.services.sessions() as session:
        chair = session.get(TableSeat, (table["id"], "russia"))
        assert chair.promises_kept + chair.promises_broken == 1


@pytest.mark.parametrize("press", ["public", "none"])
def test_without_private_letters_computers_play_as_ever(house: House, press: str) -> None:
    anna, _, table = table_of_two(house, chat=press)
    assert chat_of(anna, table)["answering"] == {}
    with anna.live(table) as live:
        while set(room_of(house, table).decisions()) != {"austria", "england"}:
            live.hear("state")


def test_few_proposals_of_a_season_are_answered() -> None:
    offers = [Offer(n, "austria", ("austria", "russia"), ("DRAW",), 0) for n in range(20)]
    found = open_offers(Letters((), tuple(offers)), "russia")
    assert len(found) == MOST_ANSWERS
    assert open_offers(Letters((), tuple(offers)), "austria") == []


def test_the_log_of_a_failure_quotes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    negotiations = house.app.state.services.computers.negotiations

    async def fail(*asked: object) -> None:
        raise ArithmeticError("the secret order is A Par-Bur")

    monkeypatch.setattr(negotiations, "_consult", fail)
    house.call(negotiations._think, 1, Thought(SeasonKey("t", "france", 1), "", None))  # type: ignore[arg-type]
    assert "could not negotiate: ArithmeticError > " in caplog.text
    assert "A Par-Bur" not in caplog.text
