"""What others do not see of a table, when private steps are taken back and time is short."""

from __future__ import annotations

import pytest

from entente.server.tables.days import DAY
from entente.server.tables.hidden_moves import VisibleCounts
from entente.server.tables.room import Room
from entente.server.tables.time_control import HOUR
from tests.open_play import ConcertState, Desk
from tests.server.concert import AUSTRIA, BRITAIN, FRANCE, Concert, install, offer_to
from tests.server.people import House, Json, Live, SetClock
from tests.server.test_table_life import written

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

DAILY = {"kind": "correspondence", "hours": 24}


@pytest.fixture(autouse=True)
def _game(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path_factory, monkeypatch)


def undo(concert: Concert, seat: str) -> Json:
    live = concert.lives[seat]
    live.sync()
    live.say(type="undo", seat=seat, version=live.state["version"], id="u")
    return live.answer()


def changes_heard(live: Live) -> list[Json]:
    """The states that have come, without asking for the table."""
    live.say(type="check", seat="nobody", id="synchronous")
    found: list[Json] = []
    while (frame := live.receive()).get("id") != "synchronous":
        found.append(frame)
    return [frame for frame in found if frame["type"] == "state"]


def room_of(concert: Concert) -> Room:
    room: Room = concert.house.app.state.services.rooms.get(concert.table["id"])
    return room


def check_stored(concert: Concert) -> None:
    """What is in memory is what the database says."""
    rooms = concert.house.app.state.services.rooms
    room = room_of(concert)
    before, unseen = written(room), list(room.match.unseen)
    rooms.forget(concert.table["id"])
    assert written(room_of(concert)) == before
    assert room_of(concert).match.unseen == unseen


# -- versions


def test_versions_are_counted_without_what_is_hidden() -> None:
    counting = VisibleCounts(moves=(), versions=(3, 4, 7))
    assert [counting.version(each) for each in range(1, 10)] == [1, 2, 2, 2, 3, 4, 4, 5, 6]
    assert [counting.true_version(each) for each in range(1, 7)] == [1, 4, 5, 7, 8, 9]


def test_no_one_is_locked_out_after_a_step_was_undone(house: House) -> None:
    with Concert(house) as concert:
        concert.to_the_campaign()
        concert.do("campaign", austria="march crete")
        concert.do("desk", britain=offer_to(concert, BRITAIN, FRANCE))
        concert.do("campaign", britain="march crete")
        concert.do("campaign", britain="march egypt")
        france = concert.lives[FRANCE]
        france.sync()
        seen = france.state["version"]
        assert undo(concert, AUSTRIA)["type"] == "done"
        check_stored(concert)
        window = concert.asked(FRANCE)["desk"]["id"]
        assert france.state["version"] == seen
        assert france.act(FRANCE, "sign t1", seen, window)["type"] == "done"
        france.sync()
        assert france.state["version"] == seen + 1
        check_stored(concert)


def test_an_answer_can_be_undone_after_another_seat_s_step_was(house: House) -> None:
    with Concert(house) as concert:
        concert.to_the_campaign()
        concert.do("campaign", austria="march crete")
        concert.do("campaign", britain="march crete")
        concert.do("campaign", britain="march egypt")
        concert.do("campaign", france="seal")
        assert undo(concert, AUSTRIA)["type"] == "done"
        assert undo(concert, FRANCE)["type"] == "done"
        assert set(concert.asked(FRANCE)) == {"campaign", "desk"}
        check_stored(concert)


def test_a_version_from_before_a_hidden_step_is_still_old(house: House) -> None:
    """A step that was undone must not make an old page look like a new one."""
    with Concert(house) as concert:
        concert.to_the_campaign()
        france = concert.lives[FRANCE]
        desk = concert.asked(FRANCE)["desk"]["id"]
        seen = france.state["version"]
        concert.do("campaign", austria="march crete")
        concert.do("desk", britain=offer_to(concert, BRITAIN, FRANCE))
        assert undo(concert, AUSTRIA)["type"] == "done"
        stale = france.act(FRANCE, "sign t1", seen, desk)
        assert stale["key"] == "problem.table.stale"


@pytest.mark.parametrize("taken_back", [False, True])
def test_the_log_does_not_reveal_that_a_step_was_undone(house: House, taken_back: bool) -> None:
    with Concert(house) as concert:
        concert.to_the_campaign()
        concert.do("campaign", austria="march crete")
        concert.do("desk", britain=offer_to(concert, BRITAIN, FRANCE))
        france = concert.lives[FRANCE]
        france.sync()
        if taken_back:
            assert undo(concert, AUSTRIA)["type"] == "done"
        concert.do("desk", britain=offer_to(concert, BRITAIN, FRANCE))
        (frame,) = changes_heard(france)
        assert (frame["since"], [line["move"] for line in frame["log"]]) == (8, [8])


@pytest.mark.on_postgres
def test_a_player_who_undoes_a_step_counts_later_moves_again(house: House) -> None:
    with Concert(house) as concert:
        concert.to_the_campaign()
        concert.do("campaign", austria="march crete")
        concert.do("desk", britain=offer_to(concert, BRITAIN, FRANCE))
        austria = concert.lives[AUSTRIA]
        austria.sync()
        seen = austria.state
        assert [line["move"] for line in seen["log"]][-1] == 8
        assert undo(concert, AUSTRIA)["type"] == "done"
        check_stored(concert)
        person, version = concert.people[AUSTRIA], seen["version"]
        with person.live(concert.table, since=seen["moves"], version=version) as back:
            assert (back.state["since"], back.state["moves"]) == (7, 7)
            assert [line["move"] for line in back.state["log"]] == [7]


@pytest.mark.on_postgres
def test_an_open_move_is_undone_from_under_hidden_steps(house: House) -> None:
    """Others' later plans stay, and each continues with their own count of versions."""
    with Concert(house) as concert:
        concert.to_the_campaign()
        concert.do("campaign", britain="march crete")
        concert.do("desk", austria=offer_to(concert, AUSTRIA, FRANCE))
        concert.do("campaign", britain="march egypt")
        for live in concert.lives.values():
            live.sync()
        seen = {seat: live.state["version"] for seat, live in concert.lives.items()}
        assert undo(concert, AUSTRIA)["type"] == "done"
        check_stored(concert)
        room = room_of(concert)
        assert [move.action for move in room.match.moves[-2:]] == ["march crete", "march egypt"]
        assert room.match.unseen[-3:] == [False, True, True]
        for seat, live in concert.lives.items():
            live.sync()
            assert live.state["version"] == seen[seat] + 1
            assert live.state["moves"] == (8 if seat == BRITAIN else 6)
        concert.do("campaign", britain="seal", france="seal")
        concert.do("desk", austria=offer_to(concert, AUSTRIA, FRANCE))
        concert.do("desk", france="sign t1")
        check_stored(concert)


# -- time


@pytest.mark.own_house
def test_a_hidden_step_does_not_start_a_clock_for_all_to_see(house: House, clock: SetClock) -> None:
    clock.stop()
    with Concert(house, time_control=DAILY, on_timeout="wait") as concert:
        concert.to_the_campaign()
        clock.go_on(hours=25)
        house.keep_time()
        before = clock_of(concert, AUSTRIA)
        assert before["overdue_since"] is not None
        concert.do("campaign", austria="march crete")
        assert clock_of(concert, AUSTRIA) == before
        assert undo(concert, AUSTRIA)["type"] == "done"
        assert clock_of(concert, AUSTRIA) == before
        concert.do("desk", austria=offer_to(concert, AUSTRIA, BRITAIN))
        back = clock_of(concert, AUSTRIA)
        assert (back["due"], back["overdue_since"]) == (clock() + HOUR, None)


def clock_of(concert: Concert, seat: str) -> Json:
    """The clock of a seat, as Britain sees it."""
    live = concert.lives[BRITAIN]
    live.sync()
    chair: Json = live.state["players"][seat]
    return {name: chair[name] for name in ("due", "seconds_left", "overdue_since", "running")}


@pytest.mark.own_house
def test_a_desk_that_closes_for_a_while_wins_no_one_time(
    house: House, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_outside_congress(self: Desk, state: ConcertState, frame: object) -> bool:
        return state.step != "congress"

    monkeypatch.setattr(Desk, "needed", open_outside_congress)
    start = clock.stop()
    with Concert(house, time_control=DAILY) as concert:
        concert.do("desk", austria=offer_to(concert, AUSTRIA, FRANCE))
        concert.do("market", france="ready")
        desk = concert.asked(FRANCE)["desk"]["id"]
        assert clock_of(concert, FRANCE)["due"] == start + DAY
        clock.go_on(hours=10)
        concert.do("market", austria="ready", britain="ready")
        assert set(concert.asked(FRANCE)) == {"congress"}
        clock.go_on(hours=2)
        concert.do("congress", austria="vote nay", britain="vote nay", france="vote nay")
        assert concert.asked(FRANCE)["desk"]["id"] == desk
        concert.do("campaign", france="seal")
        # Fourteen hours were left when the desk closed, and it was closed for two.
        assert clock_of(concert, FRANCE)["due"] == start + DAY + 2 * HOUR
