"""An error inside a rule: the table stays as it was, in memory and in the database."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from entente.kernel import Action, Seat
from entente.server.storage.models import Move, Table
from tests.open_play import PLACES, ConcertState, Market
from tests.open_play import Concert as OpenConcert
from tests.server.concert import AUSTRIA, BRITAIN, FRANCE, Concert, install
from tests.server.people import House

BROKEN, SOUND = f"buy {PLACES[0]}", f"buy {PLACES[1]}"


@pytest.fixture(autouse=True)
def concert_installed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path_factory, monkeypatch)


def as_stored(house: House, table_id: str) -> tuple[int, list[str]]:
    with house.app.state.services.sessions() as session:
        version = session.get_one(Table, table_id).version
        moves = session.scalars(
            select(Move.action).where(Move.table_id == table_id).order_by(Move.number)
        )
        return version, list(moves)


def break_purchase(monkeypatch: pytest.MonkeyPatch) -> None:
    """A purchase of one place is made, and then the rule breaks."""
    take = Market.apply

    def broken(self: Market, state: ConcertState, frame: Any, seat: Seat, action: Action) -> bool:
        done = take(self, state, frame, seat, action)
        if action == BROKEN:
            raise ZeroDivisionError("a rule is broken")
        return done

    monkeypatch.setattr(Market, "apply", broken)


def break_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """The purchase is fine, and the question that follows it breaks."""
    menu = Market.menu

    def broken(self: Market, state: ConcertState, frame: Any, seat: Seat) -> Any:
        if PLACES[0] in state.held:
            raise ZeroDivisionError("a rule is broken")
        return menu(self, state, frame, seat)

    monkeypatch.setattr(Market, "menu", broken)


@pytest.mark.parametrize("break_rule", [break_purchase, break_question])
def test_a_broken_rule_leaves_the_table_as_it_was(
    house: House, monkeypatch: pytest.MonkeyPatch, break_rule: Any
) -> None:
    with Concert(house) as concert:
        table_id = concert.table["id"]
        rooms = house.app.state.services.rooms
        held = rooms.get(table_id)  # a caller holds the room
        before = as_stored(house, table_id)
        break_rule(monkeypatch)
        answer = concert.act(AUSTRIA, "market", BROKEN)
        assert answer["key"] == "problem.unforeseen"
        assert as_stored(house, table_id) == before
        for room in (held, rooms.get(table_id)):
            assert room.version == before[0]
            assert PLACES[0] not in room.match.state.held
            assert room.match.moves == []
            assert not room.changed
        concert.do("market", austria=SOUND)
        concert.do("market", **{BRITAIN: "ready"})
        assert as_stored(house, table_id)[1] == [SOUND, "ready"]


def test_after_an_error_there_is_one_room_of_a_table(house: House) -> None:
    """Two that share a match could both be changed at the same moment, each under its own lock."""
    rooms = house.app.state.services.rooms
    with Concert(house) as concert:
        held = rooms.get(concert.table["id"])

        def broken(*_: object) -> None:
            raise ZeroDivisionError("a rule is broken")

        with pytest.raises(ZeroDivisionError):
            rooms.change(held, broken)
        assert rooms.get(concert.table["id"]) is held
        assert len(rooms) == 1


@pytest.mark.one_database
def test_a_vote_that_breaks_off_leaves_no_vote(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Concert(house) as concert:
        services, table_id = house.app.state.services, concert.table["id"]
        person = concert.people[AUSTRIA]
        before = as_stored(house, table_id)
        room = services.rooms.get(table_id)

        def broken(*_: object) -> None:
            raise ZeroDivisionError("settling is broken")

        with monkeypatch.context() as patch:
            patch.setattr(type(room), "settle", broken)
            with pytest.raises(ZeroDivisionError):
                person.post(f"{concert.path}/vote", seat=AUSTRIA, kind="draw")
        assert as_stored(house, table_id) == before
        assert services.rooms.get(table_id).votes == room.votes == {}
        answer = person.post(f"{concert.path}/vote", seat=AUSTRIA, kind="draw")
        assert answer["id"] == table_id


def break_view(monkeypatch: pytest.MonkeyPatch, unlucky: Seat) -> None:
    """What one seat sees cannot be shown once a place has been bought."""
    look = OpenConcert.build_view

    def broken(self: OpenConcert, position: Any, seat: Seat | None) -> Any:
        if seat == unlucky and PLACES[1] in position.state.held:
            raise ZeroDivisionError("a view is broken")
        return look(self, position, seat)

    monkeypatch.setattr(OpenConcert, "build_view", broken)


@pytest.mark.one_database
@pytest.mark.parametrize("unlucky", [AUSTRIA, BRITAIN])
def test_an_action_that_is_stored_is_acknowledged_though_a_view_breaks(
    house: House, monkeypatch: pytest.MonkeyPatch, unlucky: Seat
) -> None:
    with Concert(house) as concert:
        table_id = concert.table["id"]
        question = concert.asked(AUSTRIA)["market"]["id"]
        with monkeypatch.context() as patch:
            break_view(patch, unlucky)
            answer = concert.lives[AUSTRIA].act(AUSTRIA, SOUND, window=question)
            assert (answer["type"], answer.get("key")) == ("done", None)
            assert as_stored(house, table_id)[1] == [SOUND]
            others = [seat for seat in concert.lives if seat != unlucky]
            for seat in others:
                if concert.lives[seat].state["moves"] == 0:
                    concert.lives[seat].hear("state")
                assert concert.lives[seat].state["moves"] == 1
        assert concert.lives[unlucky].state["moves"] == 0
        concert.do("market", **{FRANCE: "ready"})
        concert.lives[unlucky].hear("state")  # the next change sends everything missed
        assert concert.lives[unlucky].state["moves"] == 2
        assert {line["move"] for line in concert.lives[unlucky].state["log"]} >= {1}
