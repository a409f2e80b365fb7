"""Open play at a table: any order, several questions at once, interruptions, private plans."""

from __future__ import annotations

import time
from random import Random

import msgspec
import pytest

from entente.kernel import Menu, registry
from entente.kernel.record import dump, parse, record_of
from entente.server.tables.days import DAY
from entente.server.tables.room_state import PATIENCE
from entente.server.tables.time_control import HOUR
from tests.open_play import POWERS
from tests.server.concert import AUSTRIA, BRITAIN, FRANCE, Concert, install, offer_to, spectator
from tests.server.people import House, Json, Live, SetClock
from tests.server.played import rows
from tests.server.tables import notices, vote

pytestmark = pytest.mark.one_database

DAILY = {"kind": "correspondence", "hours": 24}


@pytest.fixture(autouse=True)
def _game(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path_factory, monkeypatch)


def heard(live: Live) -> list[Json]:
    """The frames that have come, without asking for the table."""
    live.say(type="check", seat="nobody", id="synchronous")
    found: list[Json] = []
    while (frame := live.socket.receive_json()).get("id") != "synchronous":
        found.append(frame)
    return [frame for frame in found if frame["type"] != "presence"]


# -- any order


def test_a_second_seat_s_action_is_not_stale_and_a_second_click_is(house: House) -> None:
    with Concert(house) as concert:
        market = concert.asked(BRITAIN)["market"]["id"]
        seen = {seat: live.state["version"] for seat, live in concert.lives.items()}
        austria, britain = concert.lives[AUSTRIA], concert.lives[BRITAIN]
        assert austria.act(AUSTRIA, "ready", seen[AUSTRIA], market)["type"] == "done"
        assert britain.act(BRITAIN, "buy crete", seen[BRITAIN], market)["type"] == "done"
        again = britain.act(BRITAIN, "ready", seen[BRITAIN], market)
        assert again["key"] == "problem.table.stale"  # by the purchase itself
        taken = austria.act(AUSTRIA, "buy crete", seen[AUSTRIA], market)
        assert taken["key"] == "problem.table.stale"  # and it has changed for the others
        assert concert.act(AUSTRIA, "market", "buy crete")["key"] == "why.taken"


def test_a_ready_player_decides_again(house: House) -> None:
    with Concert(house) as concert:
        concert.do("market", austria="ready", france="ready")
        assert concert.waiting() == [BRITAIN]
        assert concert.asked(AUSTRIA)["market"]["must"] is False
        concert.do("market", britain="buy samoa")
        assert concert.waiting() == list(POWERS)
        concert.do("market", britain="ready", austria="ready", france="ready")
        assert set(concert.asked(AUSTRIA)) == {"congress", "desk"}


def test_the_desk_and_the_market_do_not_disturb_each_other(house: House) -> None:
    with Concert(house) as concert:
        seen = concert.lives[FRANCE].state["version"]
        market = concert.asked(FRANCE)["market"]["id"]
        concert.do("desk", austria=offer_to(concert, AUSTRIA, BRITAIN))
        concert.do("market", austria="ready")
        assert concert.act(BRITAIN, "desk", "sign t1")["type"] == "done"
        answer = concert.lives[FRANCE].act(FRANCE, "ready", seen, market)
        assert answer["type"] == "done"
        log = [line["key"] for line in concert.log(AUSTRIA)]
        assert {"log.offered", "log.sign"} <= set(log)
        concert.do("desk", austria=offer_to(concert, AUSTRIA, FRANCE))
        assert concert.asked(FRANCE)["desk"]["must"] is True
        assert FRANCE in concert.waiting()


def test_without_a_window_the_first_question_is_answered_that_can_be(house: House) -> None:
    with Concert(house) as concert:
        for action in (offer_to(concert, AUSTRIA, BRITAIN), "ready"):
            concert.lives[AUSTRIA].sync()
            assert concert.lives[AUSTRIA].act(AUSTRIA, action)["type"] == "done"
        other = concert.asked(BRITAIN)["market"]["id"]
        refused = concert.lives[BRITAIN].act(BRITAIN, "sign t1", window=other)
        assert refused["type"] == "refused"


def test_choices_come_with_their_words_and_the_things_they_name(house: House) -> None:
    with Concert(house) as concert:
        concert.asked(AUSTRIA)
        market, desk = concert.lives[AUSTRIA].state["seats"][AUSTRIA]["prompts"]
        assert (market["must"], desk["must"]) == (True, False)
        buy = next(each for each in market["choices"] if each["action"] == "buy crete")
        assert buy == {
            "action": "buy crete",
            "label": "Buy Crete",
            "verb": "buy",
            "things": [{"kind": "place", "name": "crete"}],
        }
        assert desk["labels"]["tunis"] == "Tunis"


# -- an interruption


@pytest.mark.on_postgres
def test_sealed_votes_survive_a_war(house: House, clock: SetClock) -> None:
    start = clock.stop()
    with Concert(house, time_control=DAILY) as concert:
        concert.to_the_congress()
        congress = concert.asked(BRITAIN)["congress"]["id"]
        concert.do("congress", austria="vote aye")
        clock.go_on(hours=5)
        assert concert.chairs()[BRITAIN]["due"] == start + DAY
        concert.do("desk", britain="declare france")
        assert concert.waiting() == [BRITAIN, FRANCE]
        assert concert.chairs()[BRITAIN]["due"] == start + 5 * HOUR + DAY
        clock.go_on(hours=7)
        concert.do("fight", france="hold", britain="attack")
        assert concert.waiting() == [BRITAIN, FRANCE]
        assert concert.asked(BRITAIN)["congress"]["id"] == congress
        assert concert.chairs()[BRITAIN]["due"] == start + 12 * HOUR + 19 * HOUR
        concert.do("congress", britain="vote aye", france="vote nay")
        counted = [line for line in concert.log(FRANCE) if "ayes" in line["args"]]
        assert counted[0]["args"]["ayes"] == 2


# -- private plans


def test_no_one_hears_of_another_s_plan(house: House) -> None:
    """Not that there is a step, nor how many, nor when they were made."""
    with Concert(house) as concert:
        concert.to_the_campaign()
        with spectator(concert).live(concert.table) as watching:
            lives = [concert.lives[BRITAIN], watching]
            for live in lives:
                live.sync()
            before = [known(concert, live) for live in lives]
            concert.do("campaign", austria="march crete")
            concert.do("campaign", austria="march egypt")
            austria = concert.lives[AUSTRIA]
            austria.say(type="undo", seat=AUSTRIA, version=austria.state["version"], id="u")
            assert austria.answer()["type"] == "done"
            concert.do("campaign", austria="march samoa")
            assert [heard(live) for live in lives] == [[], []]
            assert [known(concert, live) for live in lives] == before
            mine = concert.asked(AUSTRIA)["campaign"]
            assert "march crete" not in mine["menu"]["actions"]
            assert austria.state["moves"] == before[0]["moves"] + 2
            concert.do("campaign", austria="seal")
            for live in lives:
                live.sync()
                assert live.state["moves"] == before[0]["moves"] + 1
                assert live.state["version"] == before[0]["version"] + 1
        concert.do("campaign", britain="seal", france="seal")
        text = concert.people[BRITAIN].client.get(f"{concert.path}/record").text
        assert "march" not in "".join(row for row in text.splitlines() if '"action"' in row)
        marched = [line for line in concert.log(BRITAIN) if line["key"] == "log.marched"]
        assert [line["move"] for line in marched] == [before[0]["moves"] + 3] * 2


def test_a_picture_reveals_nothing_of_another_s_plan(house: House) -> None:
    """The last public change stays the last, until another one is public."""
    with Concert(house) as concert:
        concert.to_the_campaign()
        concert.do("desk", britain=offer_to(concert, BRITAIN, AUSTRIA))
        people = [concert.people[FRANCE], concert.people[AUSTRIA], spectator(concert)]
        paths = [f"{concert.path}/picture", f"{concert.path}/describe?element=crete"]

        def shown() -> list[str]:
            return [each.client.get(path).text for each in people for path in paths]

        before = shown()
        concert.do("campaign", britain="march crete")
        assert shown() == before


def test_the_others_agree_to_take_back_what_they_know_of(house: House) -> None:
    """A step of a plan, made after the proposal, is not taken back in place of what it meant."""
    with Concert(house) as concert:
        concert.to_the_campaign()
        britain = concert.lives[BRITAIN]
        britain.sync()
        before = britain.state["moves"]
        concert.do("desk", austria=offer_to(concert, AUSTRIA, BRITAIN))
        vote(concert.people[AUSTRIA], concert.table, AUSTRIA, "undo")
        concert.do("campaign", austria="march tunis")
        britain.sync()
        assert [each["kind"] for each in britain.state["votes"]] == ["undo"]
        assert britain.state["seats"][BRITAIN]["view"]["offers"]
        for seat in (BRITAIN, FRANCE):
            vote(concert.people[seat], concert.table, seat, "undo")
        britain.sync()
        assert britain.state["moves"] == before
        assert not britain.state["seats"][BRITAIN]["view"]["offers"]


def known(concert: Concert, live: Live) -> Json:
    """Everything a client can find out about a table."""
    person = concert.people[BRITAIN]
    live.sync()
    state = {**live.state, "now": 0}
    moves = state["moves"]
    export = person.get("/api/me/export")
    return {
        "state": state,
        "moves": moves,
        "version": state["version"],
        "lobby": person.get(concert.path),
        "timeline": person.get(f"{concert.path}/timeline"),
        "moment": person.get(f"{concert.path}/positions/{moves}"),
        "later": person.get(f"{concert.path}/positions/{moves + 1}", 422),
        "record": person.client.get(f"{concert.path}/record").text,
        "export": [table["moves"] for table in export["tables"]],
    }


def test_a_plan_is_played_again_as_it_was(house: House) -> None:
    with Concert(house) as concert:
        concert.do("desk", austria=offer_to(concert, AUSTRIA, BRITAIN))
        concert.to_the_campaign()
        concert.do("campaign", austria="march crete", britain="march crete")
        concert.do("campaign", austria="seal", britain="seal")
    rooms = house.app.state.services.rooms
    room = rooms.get(concert.table["id"])
    state, private = room.match.game.save(room.match.state), list(room.match.unseen)
    rooms.forget(concert.table["id"])
    again = rooms.get(concert.table["id"])
    assert again.match.game.save(again.match.state) == state
    assert again.match.unseen == private
    assert private.count(True) == 2
    record = parse(dump(record_of(again.match)))
    assert record.match(registry.load).moves == again.match.moves


def test_moves_before_and_after_a_plan_are_numbered_as_one_knows_them(house: House) -> None:
    with Concert(house) as concert:
        concert.to_the_campaign()
        concert.do("campaign", austria="march crete")
        concert.do("desk", britain=offer_to(concert, BRITAIN, AUSTRIA))
        person, live = concert.people[BRITAIN], concert.lives[BRITAIN]
        live.sync()
        assert live.state["moves"] == 7
        steps = person.get(f"{concert.path}/timeline")["moves"]
        assert [step["move"] for step in steps] == list(range(1, 8))
        moment = person.get(f"{concert.path}/positions/7")
        assert moment["total"] == 7
        assert moment["log"][-1]["key"] == "log.offered"
        exported = person.get("/api/me/export")["tables"][0]["moves"]
        assert exported[-1]["number"] == 7
        downloaded = rows(person.client.get(f"{concert.path}/record").content)
        assert len(downloaded) == 1 + 7
        with person.live(concert.table, since=6, version=live.state["version"] - 1) as back:
            assert [line["move"] for line in back.state["log"]] == [7]


# -- whom the game does not wait for


def test_an_optional_decision_has_no_clock_and_no_notification(
    house: House, clock: SetClock
) -> None:
    start = clock.stop()
    concert = Concert(house, time_control=DAILY)
    britain = concert.people[BRITAIN]
    assert notices(britain) == ["your_move"]
    with britain.live(concert.table) as live:
        window = live.decisions(BRITAIN)[0]["id"]
        assert live.act(BRITAIN, "ready", window=window)["type"] == "done"
        assert live.state["players"][BRITAIN]["due"] is None
        assert live.state["players"][AUSTRIA]["due"] == start + DAY
    answer = britain.get(concert.path)
    assert (answer["my_turn"], answer["to_move"]) == (False, [AUSTRIA, FRANCE])
    france = concert.people[FRANCE]
    with france.live(concert.table) as live:
        for action in ("ready", offer_to_by(live, FRANCE, AUSTRIA)):
            live.sync()
            assert live.act(FRANCE, action)["type"] == "done"
    assert notices(britain) == ["your_move"]  # others act, which does not concern Britain
    austria = concert.people[AUSTRIA]
    for place in ("crete", "egypt"):
        with austria.live(concert.table) as live:
            if f"buy {place}" not in live.decisions(AUSTRIA)[0]["menu"]["actions"]:
                break
            assert live.act(AUSTRIA, f"buy {place}")["type"] == "done"
        assert notices(britain) == ["your_move"] * 2  # asked again: once while it is unread
    assert notices(austria) == ["your_move"]


def offer_to_by(live: Live, seat: str, to: str) -> str:
    menu: Menu = msgspec.convert(live.decisions(seat)[1]["menu"], type=Menu)
    rng = Random(1)
    while not (action := menu.sample(rng)).startswith(f"offer to={to}"):
        pass
    return action


def test_a_live_clock_runs_for_the_seats_to_move(house: House, clock: SetClock) -> None:
    start = clock.stop()
    pace = {"kind": "live", "minutes": 10, "increment": 5}
    with Concert(house, time_control=pace) as concert:
        clock.go_on(60)
        concert.do("market", austria="ready")
        assert concert.chairs()[AUSTRIA]["seconds_left"] == 545
        assert concert.chairs()[BRITAIN]["due"] == start + 600
        clock.go_on(60)
        concert.do("market", britain="buy crete")
        assert concert.chairs()[AUSTRIA]["due"] == clock() + 545
        clock.go_on(45)
        concert.do("market", austria="ready")
        assert concert.chairs()[AUSTRIA]["seconds_left"] == 500  # one question earns one increment


def test_a_computer_is_not_woken_for_what_it_may_do(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("concert", seats={AUSTRIA: "me", FRANCE: "random"})
    bert.sit(table, BRITAIN)
    rooms = house.app.state.services.rooms
    with anna.live(table) as live:
        while FRANCE in live.state["seats"][AUSTRIA]["view"]["to_move"]:
            live.hear("state")
        room = rooms.get(table["id"])
        assert room.computers() == {}
        assert room.position.decisions_for(FRANCE)  # it might act
        count = len(room.match.moves)
        live.sync()
        (desk,) = (each for each in live.decisions(AUSTRIA) if each["step"] == "desk")
        menu: Menu = msgspec.convert(desk["menu"], type=Menu)
        rng = Random(1)
        while FRANCE in (action := menu.sample(rng)):  # that would be a question to it
            pass
        assert live.act(AUSTRIA, action, window=desk["id"])["type"] == "done"
        assert len(rooms.get(table["id"]).match.moves) == count + 1


# -- time


def test_a_new_offer_at_the_desk_has_its_whole_time(house: House, clock: SetClock) -> None:
    clock.stop()
    with Concert(house, time_control=DAILY) as concert:
        concert.do("market", france="ready")
        offer = "offer to=france; clauses=[cede place=crete]"
        concert.do("desk", austria=offer)
        assert concert.chairs()[FRANCE]["due"] == clock() + DAY
        concert.do("desk", austria="retract t1")
        assert concert.chairs()[FRANCE]["due"] is None
        clock.go_on(hours=20)
        concert.do("desk", austria=offer)
        assert concert.chairs()[FRANCE]["due"] == clock() + DAY


def test_acting_twice_does_not_put_a_deadline_off(house: House, clock: SetClock) -> None:
    start = clock.stop()
    with Concert(house, time_control=DAILY) as concert:
        clock.go_on(hours=1)
        concert.do("market", austria="buy crete")
        assert concert.chairs()[AUSTRIA]["due"] == start + DAY
        concert.do("market", britain="ready", austria="ready")
        clock.go_on(hours=2)
        concert.do("market", france="buy egypt")
        assert concert.chairs()[BRITAIN]["due"] == start + DAY
        concert.do("market", britain="ready")
        clock.go_on(hours=20.5)
        concert.do("market", austria="ready", france="ready")
        assert concert.chairs()[BRITAIN]["due"] == start + 23.5 * HOUR + DAY  # another question


def test_a_late_decision_that_reopens_has_an_hour(house: House, clock: SetClock) -> None:
    start = clock.stop()
    with Concert(house, time_control=DAILY) as concert:
        concert.do("market", britain="ready")
        clock.go_on(hours=23.5)
        concert.do("market", austria="buy crete")
        assert concert.chairs()[BRITAIN]["due"] == start + 24.5 * HOUR
        assert concert.chairs()[AUSTRIA]["due"] == start + DAY


@pytest.mark.on_postgres
def test_a_draft_belongs_to_its_question(house: House, clock: SetClock) -> None:
    clock.stop()
    with Concert(house, time_control=DAILY, on_timeout="rule") as concert:
        concert.to_the_congress()
        congress = concert.asked(AUSTRIA)["congress"]["id"]
        body = {"seat": AUSTRIA, "text": "vote aye", "decision": congress}
        concert.people[AUSTRIA].request("PUT", f"{concert.path}/draft", body, 204)
        concert.do("desk", austria="declare britain")
        mine = seen_by(concert, AUSTRIA)
        assert mine["draft"] == ""
        clock.go_on(hours=25)
        house.keep_time()  # those who fight are late: both hold
        assert set(concert.asked(AUSTRIA)) == {"congress", "desk"}
        assert seen_by(concert, AUSTRIA)["draft"] == "vote aye"
        clock.go_on(hours=25)
        house.keep_time()
        log = concert.log(FRANCE)
        counted = [line["args"]["ayes"] for line in log if "ayes" in line["args"]]
        assert counted == [1]


@pytest.mark.parametrize("window", [-1, 2**31, 2**63, 10**30])
def test_a_draft_is_for_a_question_that_can_be(house: House, window: int) -> None:
    with Concert(house) as concert:
        austria = concert.people[AUSTRIA]
        body = {"seat": AUSTRIA, "text": "ready", "decision": window}
        refused = austria.request("PUT", f"{concert.path}/draft", body, 422)
        assert "decision" in refused["text"]
        assert austria.request("POST", f"{concert.path}/parse", body, 422)


def seen_by(concert: Concert, seat: str) -> Json:
    concert.lives[seat].sync()
    found: Json = concert.lives[seat].state["seats"][seat]
    return found


def test_absence_closes_every_phase(house: House, clock: SetClock) -> None:
    clock.stop()
    with Concert(house, time_control=DAILY, on_timeout="rule", options={"rounds": 1}) as concert:
        phases = []
        for _ in range(3):
            phases.append(next(iter(concert.asked(AUSTRIA))))
            if phases[-1] == "campaign":
                concert.do("campaign", austria="march crete")
            clock.go_on(hours=25)
            house.keep_time()
        assert phases == ["market", "congress", "campaign"]
        concert.lives[AUSTRIA].sync()
        state = concert.lives[AUSTRIA].state
        assert (state["status"], state["outcome"]["winners"]) == ("over", [AUSTRIA])
        assert state["moves"] == 10  # after the end nothing is private


# -- computers alone


@pytest.mark.soak
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_computers_play_it_to_the_end(house: House, player: str) -> None:
    anna = house.person("Anna")
    table = anna.table("concert", seats=dict.fromkeys(POWERS, player), options={"rounds": 1})
    patience = time.monotonic() + 120
    while (answer := anna.get(f"/api/tables/{table['id']}"))["status"] != "over":
        assert time.monotonic() < patience, answer
        time.sleep(0.05)
    assert answer["outcome"]["winners"]


def test_a_submitted_answer_is_shown_to_its_own_seat(house: House) -> None:
    with Concert(house) as concert:
        concert.do("market", austria="ready", britain="ready", france="ready")
        concert.do("congress", austria="vote aye")
        for seat in POWERS:
            concert.lives[seat].sync()
        seen = {seat: concert.lives[seat].state["seats"][seat] for seat in POWERS}
        assert seen[AUSTRIA]["submitted"] == [
            {
                "action": "vote aye",
                "label": "Vote aye",
                "verb": "vote",
                "things": [{"kind": "opinion", "name": "aye"}],
            }
        ]
        assert seen[BRITAIN]["submitted"] == seen[FRANCE]["submitted"] == []


# -- computers, while a person is in the middle of a turn


def test_computers_wait_while_a_person_may_undo(house: House, clock: SetClock) -> None:
    """In an open phase: they answer when the person has finished, or has been away for long."""
    clock.stop()
    with Concert(house) as concert:
        concert.do("market", britain="ready", france="ready")
        room = house.app.state.services.rooms.get(concert.table["id"])
        for seat in (BRITAIN, FRANCE):  # they leave; no computer is woken for them in this test
            room.chairs[seat].stand_in = "random"
        concert.do("market", austria="buy crete")
        assert set(room.decisions()) == {AUSTRIA, BRITAIN, FRANCE}
        assert room.computers() == {}
        assert room.match.can_undo(AUSTRIA)
        clock.go_on(PATIENCE)
        assert set(room.computers()) == {BRITAIN, FRANCE}
        clock.go_on(-PATIENCE)
        live = concert.lives[AUSTRIA]
        live.sync()
        live.say(type="undo", seat=AUSTRIA, version=live.state["version"])
        assert live.answer()["type"] == "done"
        assert room.computers() == {}  # they are ready, as they were
        concert.do("market", austria="buy samoa")
        before = len(room.match.moves)
        concert.do("market", austria="ready")
        while len(room.match.moves) == before + 1:
            live.hear("state")
        assert room.match.moves[before + 1].seat in (BRITAIN, FRANCE)
