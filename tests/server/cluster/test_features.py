"""Studies, classes, clubs, events, puzzles and watching on a cluster.

The tests of these features for one server run here too, each request at another process than the
last. In the tests below two people are at two processes at the same time.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection

import pytest
from starlette.testclient import WebSocketTestSession

from tests.server import (
    test_boards,
    test_classes,
    test_hostile_requests,
    test_puzzles,
    test_secrets,
    test_watching,
)
from tests.server.cluster.borrowed import borrowed
from tests.server.events import test_club_tables, test_events, test_ladders, test_seasons
from tests.server.events.test_events import boards_of, create, member
from tests.server.events.test_events import play as end_game
from tests.server.people import Json, Live, Person
from tests.server.remote import METRICS_TOKEN, ClusterHouse, RemoteSocket
from tests.server.studies import (
    authors,
    test_sources,
    test_studies,
    test_study_reports,
    test_study_secrets,
)
from tests.server.test_classes import board_of, do, joined, opened, seen
from tests.server.test_puzzles import begin, judged, puzzle_of, registered
from tests.server.test_watching import boards, chat, game_of

pytestmark = pytest.mark.soak

LEFT_OUT = {
    # a database with nothing else in it
    "test_a_case_shows_the_texts_of_the_study_and_is_logged",
    "test_a_game_under_way_stays_the_players_own",
    "test_a_private_event_is_for_its_people",
    "test_a_study_is_taken_down_and_put_back",
    "test_a_teacher_who_leaves_takes_the_class_with_them",
    "test_deleting_the_account_deletes_the_answers",
    "test_members_sit_down_and_others_do_not",
    "test_the_home_page_shows_what_most_people_watch_first",
    "test_the_operator_reads_and_closes_reports",
    "test_two_processes_pair_a_round_once",
    "test_what_a_spectator_wrote_is_exported_and_goes_with_the_account",
    "test_without_its_club_a_table_is_private_like_others",
    # the inside of a process
    "test_a_computers_explanation_reveals_nothing_hidden",
    "test_a_host_that_is_none_has_no_passkeys",
    "test_brackets_in_brackets_of_a_program_are_refused",
}
teacher = test_classes.teacher
globals().update(
    borrowed(
        test_boards,
        test_classes,
        test_club_tables,
        test_events,
        test_hostile_requests,
        test_ladders,
        test_puzzles,
        test_seasons,
        test_secrets,
        test_sources,
        test_studies,
        test_study_reports,
        test_study_secrets,
        test_watching,
        left_out=LEFT_OUT,
    )
)

PATIENCE = 40.0  # seconds


def until(is_so: Callable[[], object]) -> None:
    """Wait for what one process hears of another."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)


def apart(house: ClusterHouse, *names: str) -> list[Person]:
    """Registered people, each at a process of their own, and known to them for long."""
    people = [authors.member(house, name) for name in names]
    for person, web in zip(people, house.cluster.webs, strict=True):
        move(house, person, web.port)
    return people


def move(house: ClusterHouse, person: Person, port: int) -> None:
    """From here on a person is at one port only."""
    there = house.person(None, ports=[port])
    there.client.cookies = person.client.cookies
    person.client = there.client


def figure(port: int, name: str) -> float:
    """A figure of a web process."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/metrics", headers={"authorization": f"Bearer {METRICS_TOKEN}"})
        lines = connection.getresponse().read().decode()
    finally:
        connection.close()
    found = re.findall(rf"^{name}(?:\{{.*\}})? (\S+)$", lines, re.MULTILINE)
    return sum(map(float, found))


def how_closed(socket: RemoteSocket | WebSocketTestSession) -> int:
    """The code with which a socket is closed, after all that was sent before."""
    while (frame := socket.receive())["type"] != "websocket.close":
        pass
    return int(frame["code"])


def test_two_authors_behind_the_proxy_are_at_two_processes(house: ClusterHouse) -> None:
    """As everyone comes, through HAProxy: it shares the websockets out."""
    anna, bert, path = test_studies.two(house)
    line = authors.chapter(anna, path)
    for person in (anna, bert):
        move(house, person, house.cluster.port)
    before = [figure(web.port, "entente_requests_total") for web in house.cluster.webs]
    socket = path.replace("/api", "/ws")
    with (
        anna.client.websocket_connect(socket) as hers,
        bert.client.websocket_connect(socket) as his,
    ):
        for each in (hers, his):
            while each.receive_json().get("people") != ["Anna", "Bert"]:
                pass
        version = 1
        for number, (person, hears) in enumerate(((anna, his), (bert, hers)) * 3):
            change = {"op": "glyph", "node": 0, "glyph": "!?"[number % 2], "seen": version}
            version = authors.edit(person, line, **change)["version"]
            while hears.receive_json().get("version") != version:
                pass
    after = [figure(web.port, "entente_requests_total") for web in house.cluster.webs]
    assert all(late > early for early, late in zip(before, after, strict=True))


def test_two_authors_at_two_processes_write_and_part(house: ClusterHouse) -> None:
    anna, bert = apart(house, "Anna", "Bert")
    path = authors.study(anna)
    anna.post(f"{path}/members", name="Bert", role="contributor")
    bert.accept_all()
    line = authors.chapter(anna, path)
    socket = path.replace("/api", "/ws")
    with (
        anna.client.websocket_connect(socket) as hers,
        bert.client.websocket_connect(socket) as his,
    ):
        while hers.receive_json().get("people") != ["Anna", "Bert"]:
            pass
        good = {"op": "glyph", "node": 0, "glyph": "!", "seen": 1}
        version = authors.edit(bert, line, **good)["version"]
        while hers.receive_json().get("version") != version:
            pass
        # what one has stored, no other overwrites unseen
        authors.edit(anna, line, 409, **{**good, "glyph": "?"})
        anna.post(f"{path}/members", name="Bert", role=None)
        assert how_closed(his) == 4404
    bert.get(path, 404)


def test_a_class_at_two_processes(house: ClusterHouse, teacher: Person) -> None:
    """A teacher freezes boards whose students are at another process."""
    one, other = (web.port for web in house.cluster.webs)
    move(house, teacher, one)
    school = opened(teacher)
    students = [joined(house, school, name) for name in ("Ada", "Ben")]
    for student in students:
        move(house, student, other)
    with ExitStack() as stack:
        lives = [stack.enter_context(each.live(board_of(each, school))) for each in students]
        for frozen in (True, False):
            do(teacher, school, "freeze", frozen=frozen)
            for live in lives:
                while (live.state["paused"] is not None) != frozen:
                    live.hear("state")
        assert lives[0].act("france", test_classes.FRENCH)["type"] == "done"
        page = seen(teacher, school)
        assert [each["board"]["moves"] for each in page["boards"]] == [1, 0]
        do(teacher, school, "rewind")
        while lives[0].state["moves"]:
            lives[0].hear("state")
    do(teacher, school, "end")
    assert seen(students[0], school)["ended"] is not None


def test_an_event_runs_by_itself_once(house: ClusterHouse) -> None:
    """The runners of two processes open each round once."""
    director = member(house, "Anna")
    event = create(director, {"automatic": True}, format="round_robin")
    players = test_events.entered(house, event, 3)
    director.post(f"{event}/round")
    for number in (1, 2, 3):
        until(partial(_boards, director, event, number))
        for board in _boards(director, event, number):
            end_game(players, board, "central")
    until(lambda: director.get(event)["status"] == "over")
    info = director.get(event)
    assert len([board for board in info["boards"] if board["table"]]) == 3
    assert {line["played"] for line in info["standings"]} == {2}


def _boards(director: Person, event: str, number: int) -> list[Json]:
    return boards_of(director.get(event), number)


def test_a_board_page_follows_a_table_of_another_process(house: ClusterHouse) -> None:
    anna, eve = apart(house, "Anna", "Eve")
    table = game_of(anna)
    with (
        anna.live(table) as live,
        eve.client.websocket_connect(boards(eve, table)) as page,
    ):
        assert page.receive_json()["moves"] == 0
        for number in (1, 2, 3):
            seat = next(s for s, part in live.state["seats"].items() if live.decision(s))
            assert act(live, seat)["type"] == "done"
            while (frame := page.receive_json())["moves"] < number:
                assert frame["table"] == table["id"]
            live.sync()


def act(live: Live, seat: str) -> Json:
    decision = live.decision(seat)
    assert decision is not None
    return live.act(seat, authors.sample({"view": {"view": {"decisions": [decision]}}}))


def test_the_home_page_counts_the_watchers_of_all_processes(house: ClusterHouse) -> None:
    anna, eve = apart(house, "Anna", "Eve")
    table = game_of(anna)
    with ExitStack() as stack:
        for port in house.cluster.ports:
            move(house, eve, port)
            stack.enter_context(eve.live(table))
        for port in house.cluster.ports:
            move(house, eve, port)
            until(lambda: eve.get("/api/home")["watching"].get(table["id"]) == 3)
            live = [each["table"]["id"] for each in eve.get("/api/home")["live"]]
            assert live[0] == table["id"]
    until(lambda: table["id"] not in eve.get("/api/home")["watching"])


def test_spectators_at_two_processes_write_to_each_other(house: ClusterHouse) -> None:
    anna, eve = apart(house, "Anna", "Eve")
    host = house.person("Host")
    table = game_of(host)
    with anna.live(table) as one, eve.live(table) as two:
        for number, (writer, reader) in enumerate(((anna, two), (eve, one)) * 2):
            writer.post(chat(table), status=201, text=f"message {number}")
            heard = reader.hear("spectator_message")["message"]
            while heard["text"] != f"message {number}":
                heard = reader.hear("spectator_message")["message"]
    host.get(chat(table), 403)


def test_a_puzzle_is_answered_and_replaced_at_any_process(house: ClusterHouse) -> None:
    zoe = registered(house, "Zoe")
    one, other = (web.port for web in house.cluster.webs)
    move(house, zoe, one)
    first = begin(zoe, "diplomacy")
    with zoe.live(first) as live:
        move(house, zoe, other)
        puzzle = puzzle_of(first)
        assert live.act(puzzle.seat, puzzle.solution[0])["type"] == "done"
        assert zoe.post(f"/api/tables/{first['id']}/puzzle")["counted"]
        assert judged(zoe, first)["answer"]["correct"]
    second = begin(zoe, "diplomacy")
    assert second["id"] != first["id"]
    for port in house.cluster.ports:
        move(house, zoe, port)
        zoe.get(f"/api/tables/{first['id']}", 404)
        assert judged(zoe, second)["answer"] is None
