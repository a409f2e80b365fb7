"""Players who stay away: grace, leave, missed phases, and what a table agreed for them."""

from __future__ import annotations

from typing import Any

import pytest

from entente.server.storage.models import Result
from entente.server.tables import votes
from entente.server.tables.days import DAY
from entente.server.tables.time_control import HOUR, MINUTE
from tests.server.people import House, Json, Person, SetClock
from tests.server.tables import lobby_entry, notices, orders, powers_at, two_at, vote

pytestmark = pytest.mark.one_database

LENGTHS = {"movement": 10, "retreats": 5, "adjustments": 5}
LIVE = {"kind": "phases", "minutes": LENGTHS}
DAILY = {"kind": "phases", "minutes": dict.fromkeys(LENGTHS, 1440)}
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def seven(house: House, pace: Json = LIVE, **body: object) -> tuple[list[Person], Json]:
    return powers_at(house, 7, time_control=pace, **body)


def room_of(house: House, table: Json) -> Any:
    return house.app.state.services.rooms.get(table["id"])


def answer(people: list[Person], table: Json, *but: str) -> None:
    """All powers except some give their orders of spring 1901."""
    for person, power in zip(people, POWERS, strict=True):
        if power not in but:
            with person.live(table) as live:
                assert live.act(power, orders(power))["type"] == "done"


def events(house: House, table: Json) -> list[str]:
    return [each["event"] for each in room_of(house, table).table.events]


def hold(house: House, table: Json, person: Person, power: str) -> None:
    """A power gives any orders."""
    with person.live(table) as live:
        decision = live.decision(power)
        assert decision is not None
        given = "; ".join(choices[0] for choices in decision["menu"]["slots"].values())
        assert live.act(power, given)["type"] == "done"


# -- grace


@pytest.mark.on_postgres
def test_the_first_missed_deadline_is_put_off_once(house: House, clock: SetClock) -> None:
    start = clock.stop()
    grace = LIVE | {"grace": 5}
    people, table = seven(house, grace, on_timeout="computer", missed_phases=1)
    answer(people, table, "turkey")
    clock.go_on(minutes=10)
    house.keep_time()
    assert lobby_entry(people[6], table)["due"] == start + 15 * MINUTE
    assert (notices(people[6])[-1], notices(people[0])[-1]) == ("event", "event")
    text = people[0].get("/api/me/notifications")[0]["text"]
    assert text.endswith("Turkey missed a deadline for the first time and has 5 minutes more.")
    clock.go_on(minutes=4.9)
    house.keep_time()
    assert lobby_entry(people[6], table)["seats"]["turkey"]["stand_in"] is None
    clock.go_on(minutes=0.2)
    house.keep_time()
    seat = lobby_entry(people[6], table)["seats"]["turkey"]
    assert (seat["stand_in"], seat["takeover_since"]) == ("normal", int(clock()))
    assert events(house, table)[:2] == ["grace", "stand_in"]
    assert (notices(people[6])[-1], notices(people[0])[-1]) == ("missed_limited", "event")


def test_a_player_who_answers_in_the_grace_period_goes_on(house: House, clock: SetClock) -> None:
    clock.stop()
    people, table = seven(house, LIVE | {"grace": 5}, missed_phases=1)
    answer(people, table, "turkey")
    clock.go_on(minutes=12)
    house.keep_time()
    answer(people, table, *POWERS[:6])
    room = room_of(house, table)
    assert (room.chairs["turkey"].missed_run, room.chairs["turkey"].phases_missed) == (0, 0)
    # there is no second grace period
    for person, power in zip(people[:6], POWERS, strict=False):
        if power in room.decisions():
            hold(house, table, person, power)
    if "turkey" in room_of(house, table).decisions():
        clock.go_on(minutes=10)
        house.keep_time()
        assert room_of(house, table).chairs["turkey"].stand_in == "normal"


# -- missed phases


def test_the_rules_apply_before_a_computer_stands_in(house: House, clock: SetClock) -> None:
    clock.stop()
    people, table = seven(house)
    assert (table["on_timeout"], table["missed_phases"]) == ("computer", 2)
    answer(people, table, "turkey")
    clock.go_on(minutes=10)
    house.keep_time()
    room = room_of(house, table)
    assert room.match.game.year(room.match.state) == 1901
    assert "turkey" in room.match.state.disorder or room.chairs["turkey"].missed_run == 1
    assert room.chairs["turkey"].stand_in is None
    assert events(house, table) == ["by_rule"]
    assert (notices(people[6])[-2:], notices(people[0])[-2:]) == (
        ["by_rule", "your_move"],
        ["event", "your_move"],
    )
    for _ in range(3):  # retreats of others may come between
        if room_of(house, table).chairs["turkey"].stand_in:
            break
        clock.go_on(minutes=10)
        house.keep_time()
    chair = room_of(house, table).chairs["turkey"]
    assert (chair.stand_in, chair.missed_run) == ("normal", 2)
    assert chair.takeover_since is not None
    people[6].post(f"/api/tables/{table['id']}/return", seat="turkey")
    chair = room_of(house, table).chairs["turkey"]
    assert (chair.stand_in, chair.missed_run, chair.takeover_since) == (None, 0, None)
    assert events(house, table)[-1] == "returned"
    assert notices(people[0])[-1] in ("event", "your_move")


def test_a_game_can_be_abandoned_after_missed_phases(house: House, clock: SetClock) -> None:
    clock.stop()
    people, table = seven(house, on_timeout="abandon", missed_phases=1)
    answer(people, table, "turkey")
    clock.go_on(minutes=10)
    house.keep_time()
    ending = lobby_entry(people[0], table)["outcome"]
    assert ending["reason"] == "The game was abandoned: Turkey stayed away. No one wins."
    assert (ending["winners"], ending["scores"]) == ([], {})
    assert notices(people[0])[-1] == "over"
    assert house.person("Eve").get("/api/tables?scope=takeover") == []


def test_a_table_that_waits_offers_the_seat_until_its_player_acts(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    people, table = seven(house, on_timeout="wait")
    answer(people, table, "turkey")
    clock.go_on(minutes=10)
    house.keep_time()
    eve = house.person("Eve")
    (listed,) = eve.get("/api/tables?scope=takeover")
    assert listed["seats"]["turkey"]["takeover_since"] == int(clock())
    assert events(house, table) == ["late"]
    answer(people, table, *POWERS[:6])
    assert eve.get("/api/tables?scope=takeover") == []


# -- leave


def away(person: Person, *days: str) -> None:
    person.request("PATCH", "/api/me", {"preferences": {"away": list(days)}})


def test_a_missed_deadline_takes_a_day_of_leave(house: House, clock: SetClock) -> None:
    start = clock.stop()
    people, table = seven(house, DAILY, on_timeout="computer", missed_phases=1, leave_days=2)
    answer(people, table, "turkey")
    for days, left in ((1, 1), (2, 0)):
        clock.go_on(hours=24)
        house.keep_time()
        assert lobby_entry(people[6], table)["due"] == start + (days + 1) * DAY
        with people[0].live(table) as live:
            assert live.state["players"]["turkey"]["leave_left"] == left
    clock.go_on(hours=24)
    house.keep_time()
    assert room_of(house, table).chairs["turkey"].stand_in == "normal"
    assert events(house, table)[:3] == ["leave", "leave", "stand_in"]


def test_days_away_use_up_the_leave_and_no_more(house: House, clock: SetClock) -> None:
    """From Monday noon: Tuesday and Wednesday are leave, Thursday counts again."""
    start = clock.stop()
    turkey = house.person("Turkey")
    away(turkey, "2026-02-20", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06")
    people = [*(house.person(name.title()) for name in POWERS[:6]), turkey]
    table = people[0].table("diplomacy", time_control=DAILY, leave_days=2)
    for person, power in zip(people, POWERS, strict=True):
        table = person.sit(table, power)
    assert lobby_entry(turkey, table)["due"] == start + 3 * DAY
    # Days that have passed cannot be struck out, to be taken again.
    clock.go_on(hours=48)
    away(turkey, "2026-03-06")
    kept = turkey.get("/api/me")["preferences"]["away"]
    assert kept == ["2026-02-20", "2026-03-03", "2026-03-04", "2026-03-06"]
    answer(people, table, "turkey")
    clock.go_on(hours=24)
    house.keep_time()  # no leave is left: the rules apply
    assert room_of(house, table).chairs["turkey"].missed_run == 1


def test_a_restart_and_an_outage_keep_leave_and_deadline(house: House, clock: SetClock) -> None:
    start = clock.stop()
    people, table = seven(house, DAILY, leave_days=1)
    services = house.app.state.services
    away(people[6], "2026-03-03", "2026-03-04")
    services.rooms.forget(table["id"])
    room = room_of(house, table)
    calendar = room.clocks().calendar(room.chairs["turkey"])
    assert calendar.dates == {"2026-03-03"}
    assert room.chairs["turkey"].due == start + DAY
    clock.go_on(hours=24)
    house.keep_time()  # Tuesday is leave
    assert lobby_entry(people[6], table)["due"] == start + 2 * DAY


# -- votes


def test_deadlines_can_be_put_off_by_vote_within_limits(house: House, clock: SetClock) -> None:
    start = clock.stop()
    people, table = powers_at(house, 2, time_control=DAILY)
    path = f"/api/tables/{table['id']}/vote"

    def extend(person: Person, seat: str, hours: int | None, status: int = 200) -> Json:
        body = {"seat": seat, "kind": "extend", "hours": hours}
        shown: Json = person.request("POST", path, body, status)
        return shown

    assert extend(people[0], "austria", 0, 422)["key"] == "problem.vote.hours"
    assert extend(people[0], "austria", 169, 422)["key"] == "problem.vote.hours"
    assert extend(people[0], "austria", None, 422)["key"] == "problem.vote.hours"
    extend(people[0], "austria", 48)
    text = people[1].get("/api/me/notifications")[0]["text"]
    assert "asks for your vote on extending all deadlines by 48 hours" in text
    assert extend(people[1], "england", 24, 409)["key"] == "problem.vote.other_hours"
    clock.go_on(hours=1)
    vote(people[1], table, "england", "extend")
    assert lobby_entry(people[0], table)["due"] == start + 3 * DAY
    assert events(house, table) == ["extended"]
    room_of(house, table).table.extended = votes.MOST_EXTENDED - 1
    assert extend(people[0], "austria", 2, 409)["args"] == {"most": 720, "left": 1}
    anna, _, free = two_at(house)
    body = {"seat": "authoritarian", "kind": "extend", "hours": 1}
    wrong = anna.request("POST", f"/api/tables/{free['id']}/vote", body, 409)
    assert wrong["key"] == "problem.vote.no_deadlines"


def test_a_proposal_lapses_and_a_pause_ends(house: House, clock: SetClock) -> None:
    start = clock.stop()
    anna, bert, table = two_at(house)
    vote(anna, table, "authoritarian", "pause")
    with bert.live(table) as live:
        (proposal,) = live.state["votes"]
        assert proposal["expires"] == start + votes.LIFE
    house.app.state.services.rooms.forget(table["id"])  # as after a restart
    clock.go_on(votes.LIFE - 1)
    house.keep_time()
    assert events(house, table) == []
    clock.go_on(1)
    house.keep_time()
    assert events(house, table) == ["lapsed_pause"]
    assert (notices(anna)[-1], notices(bert)[-1]) == ("event", "event")
    vote(anna, table, "authoritarian", "pause")
    vote(bert, table, "liberal", "pause")
    assert lobby_entry(anna, table)["paused"] == int(clock())
    clock.go_on(votes.LONGEST_PAUSE - 1)
    house.keep_time()
    assert lobby_entry(anna, table)["paused"] is not None
    clock.go_on(2)
    house.keep_time()
    assert lobby_entry(anna, table)["paused"] is None
    assert events(house, table)[-2:] == ["paused", "pause_over"]


def test_a_vote_on_a_lapsed_proposal_makes_a_new_one(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert, table = two_at(house, time_control={"kind": "live", "minutes": 60, "increment": 0})
    vote(anna, table, "authoritarian", "draw")
    clock.go_on(votes.LIFE_LIVE)
    vote(bert, table, "liberal", "draw")
    assert lobby_entry(anna, table)["status"] == "playing"
    refused = bert.post(f"/api/tables/{table['id']}/vote", 200, seat="liberal", kind="draw")
    assert refused["status"] == "playing"


# -- the terms of a new table


def test_a_new_table_says_what_is_wrong_with_its_terms(house: House) -> None:
    anna = house.person("Anna")

    def refused(**body: object) -> str:
        wanted = {"game": "diplomacy", "time_control": DAILY, **body}
        key: str = anna.request("POST", "/api/tables", wanted, 422)["key"]
        return key.removeprefix("problem.table.")

    assert refused(on_timeout="flee") == "absence"
    assert refused(missed_phases=0) == refused(missed_phases=6) == "missed_phases"
    assert refused(leave_days=-1) == refused(leave_days=61) == "leave_days"
    assert refused(leave_days=3, time_control=LIVE) == "leave_short"
    assert refused(min_reliability=0) == refused(min_reliability=101) == "min_reliability"
    assert refused(chat_phases=["movement"]) == "chat_phases"
    turn = {"kind": "free"}
    assert refused(game="turmoil", time_control=turn, chat_phases=["turn"]) == "no_chat_phases"
    terms: Json = {
        "missed_phases": 3,
        "leave_days": 0,
        "min_reliability": 90,
        "replacements": False,
    }
    terms |= {"chat_phases": ["adjustments"], "on_timeout": "abandon", "replacements": False}
    table = anna.table("diplomacy", time_control=DAILY, **terms)
    assert {name: table[name] for name in terms} == terms
    old = anna.table("turmoil", time_control={"kind": "correspondence", "hours": 24})
    assert (old["on_timeout"], old["missed_phases"], old["leave_days"]) == ("wait", 1, None)


def test_an_unreliable_player_needs_an_invitation(house: House) -> None:
    people = [house.person(name) for name in ("Anna", "Bert", "Carl", "Dora")]
    anna, bert, carl, dora = people
    for name, person in zip("abc", people, strict=False):
        person.post("/api/register", name=f"Reliable {name}", password="correct horse")
    played = [anna.table("turmoil")["id"] for _ in range(2)]
    with house.app.state.services.sessions.begin() as session:
        now = int(house.app.state.services.clock())
        for game, person, missed in zip(played, (bert, carl), (10, 0), strict=True):
            counts = {"players": 2, "moves": 9, "phases": 100, "phases_missed": missed}
            words = {"game": "turmoil", "pace": "live", "opponents": "people", "result": "win"}
            flags = {"departure": "", "rated": False, "took_over": False}
            times = {"begun": now, "finished": now}
            row = {"table_id": game, "seat": "x", "holder": 0, "user_id": person.id}
            session.add(Result(**row, **counts, **words, **flags, **times))
    table = anna.table("diplomacy", seats={"austria": "me"}, min_reliability=95)
    path = f"/api/tables/{table['id']}/join"
    refused = bert.post(path, 403, seat="france")
    assert (refused["key"], refused["args"]) == (
        "problem.seat.reliability",
        {"least": 95, "percent": 90},
    )
    assert dora.post(path, 403, seat="france")["key"] == "problem.seat.reliability_guest"
    carl.post(path, seat="france")
    link = anna.post(f"/api/tables/{table['id']}/offer", seat="austria")["token"]
    bert.post(f"/api/tables/{table['id']}/take", token=link)


# -- exploits


def test_leaving_and_coming_back_wins_no_time_and_no_leave(house: House, clock: SetClock) -> None:
    start = clock.stop()
    pace = DAILY | {"grace": 60}
    people, table = powers_at(house, 7, time_control=pace, leave_days=3)
    clock.go_on(hours=23.5)
    turkey, path = people[6], f"/api/tables/{table['id']}"
    house.app.state.services.computers.wake = lambda room: None  # the computer thinks for long
    turkey.post(f"{path}/leave", seat="turkey")
    turkey.post(f"{path}/takeover", seat="turkey")
    chair = room_of(house, table).chairs["turkey"]
    assert chair.due == start + 23.5 * HOUR + HOUR
    assert (chair.grace_used, room_of(house, table).leave_left("turkey", clock())) == (True, 0)
