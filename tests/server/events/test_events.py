"""Events over the API: entries, rounds at real tables, results, corrections, privacy."""

from __future__ import annotations

import csv
import io
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import pytest
from sqlalchemy import select

from entente.server.events import rounds
from entente.server.http.app import create_app
from entente.server.problem import Problem
from entente.server.settings import Settings
from entente.server.storage.models import EventBoard, EventRound, Table
from tests.server.people import House, Json, Person, SetClock
from tests.server.running import WAIT

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]
PASSWORD = "correct horse battery"
CUP = {"name": "Spring Cup", "game": "attrition", "format": "swiss"}
POWERS = ["austria", "england", "france", "germany", "italy", "russia", "turkey"]


def member(house: House, name: str) -> Person:
    person = house.person(name)
    person.post("/api/register", name=name, password=PASSWORD)
    return person


def people(house: House, count: int) -> list[Person]:
    return [member(house, f"Player {number}") for number in range(1, count + 1)]


def create(director: Person, settings: Json | None = None, **more: object) -> str:
    body = {**CUP, **more, "settings": {"automatic": False, **(settings or {})}}
    made: Json = director.request("POST", "/api/events", body, 201)
    return f"/api/events/{made['id']}"


def serve(house: House) -> None:
    """The runner looks once, now."""
    house.call(house.app.state.services.events.check)


def entered(house: House, event: str, count: int) -> list[Person]:
    players = people(house, count)
    for each in players:
        each.post(f"{event}/enter")
    return players


def boards_of(info: Json, number: int) -> list[Json]:
    return [board for board in info["boards"] if board["round"] == number]


def play(players: list[Person], board: Json, loser: str | None) -> None:
    """End the game of a board: a side concedes, or both agree on a draw."""
    path = f"/api/tables/{board['table']}"
    by_seat = {seat: players[entry - 1] for seat, entry in board["seats"].items()}
    if loser is not None:
        by_seat[loser].post(f"{path}/concede", seat=loser)
    else:
        for seat, player in by_seat.items():
            player.post(f"{path}/vote", seat=seat, kind="draw")


@pytest.mark.on_postgres
def test_a_swiss_from_entry_to_the_last_round(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 2})
    players = entered(house, event, 4)
    info = anna.post(f"{event}/round")
    first = boards_of(info, 1)
    assert [board["seats"] for board in first] == [
        {"central": 1, "entente": 3},
        {"central": 4, "entente": 2},
    ] or {frozenset(board["seats"].values()) for board in first} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    anna.post(f"{event}/round", 409)  # the first is not over
    for board in first:
        loser = max(board["seats"], key=lambda seat: board["seats"][seat])
        play(players, board, loser)
    serve(house)
    info = anna.get(event)
    assert [(line["entry"], line["points"]) for line in info["standings"]] == [
        (1, 1.0),
        (2, 1.0),
        (3, 0.0),
        (4, 0.0),
    ]
    info = anna.post(f"{event}/round")
    second = boards_of(info, 2)
    assert {frozenset(board["seats"].values()) for board in second} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }
    for board in second:
        play(players, board, None)
    serve(house)
    info = anna.get(event)
    assert info["status"] == "over"
    assert [line["points"] for line in info["standings"]] == [1.5, 1.5, 0.5, 0.5]
    keys = [each["key"] for each in players[0].get("/api/me/notifications")]
    assert keys.count("notice.tournament_round") == 2
    assert "notice.tournament_over" in keys
    told = players[0].get("/api/me/notifications")
    assert any(each["path"] == event.removeprefix("/api") for each in told)


@pytest.mark.each_database
def test_two_processes_pair_a_round_once(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna)
    entered(house, event, 6)
    event_id = event.rsplit("/", 1)[1]
    services = house.app.state.services

    def pair(_: int) -> bool:
        try:
            rounds.pair_next(services.rooms, event_id, None)
        except Problem:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(pair, range(4)))
    assert done.count(True) == 1
    with services.sessions() as session:
        assert len(session.scalars(select(EventRound)).all()) == 1
        assert len(session.scalars(select(EventBoard)).all()) == 3
        assert len(session.scalars(select(Table)).all()) == 3


def test_an_odd_number_has_byes_and_people_skip_rounds(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna)
    players = entered(house, event, 5)
    players[0].post(f"{event}/byes", rounds=[1])
    info = anna.post(f"{event}/round")
    assert {board["kind"] for board in info["boards"]} == {"game", "half_bye"}
    assert info["standings"][0]["points"] == 0.5
    players[1].post(f"{event}/byes", 409, rounds=[1])


@pytest.mark.on_postgres
def test_a_director_corrects_and_the_log_says_so(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 1})
    players = entered(house, event, 2)
    (board,) = anna.post(f"{event}/round")["boards"]
    play(players, board, "central")
    serve(house)
    entente = board["seats"]["entente"]
    assert anna.get(event)["standings"][0] | {"tie_breaks": {}} == {
        "place": 1,
        "entry": entente,
        "points": 1.0,
        "played": 1,
        "tie_breaks": {},
        "division": 0,
        "move": "",
    }
    wrong = {"central": 1.0}
    anna.post(f"{event}/correct", 422, round=1, board=1, points=wrong)
    players[0].post(f"{event}/correct", 403, round=1, board=1, points=wrong)
    points = {"central": 1.0, "entente": 0.0}
    info = anna.post(f"{event}/correct", round=1, board=1, points=points)
    assert info["boards"][0]["corrected"]
    assert info["standings"][0]["entry"] == board["seats"]["central"]
    (line, *_) = players[0].get(f"{event}/log")
    assert (line["by"], line["act"]) == ("Anna", "corrected")
    assert (line["args"]["before"], line["args"]["after"]) == (None, points)
    assert "notice.tournament_corrected" in [
        each["key"] for each in players[0].get("/api/me/notifications")
    ]
    info = anna.post(f"{event}/correct", round=1, board=1, points=None)
    assert info["standings"][0]["entry"] == entente
    info = anna.post(f"{event}/adjust", entry=entente, points=-3)
    assert info["standings"][-1]["entry"] == entente


def test_a_corrected_game_ends_and_asks_no_one_any_more(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 2, "rated": True})
    players = entered(house, event, 2)
    (board,) = anna.post(f"{event}/round")["boards"]
    table = f"/api/tables/{board['table']}"
    assert any(each.get("/api/me/waiting")["decisions"] for each in players)
    points = {"central": 1.0, "entente": 0.0}
    (corrected,) = anna.post(f"{event}/correct", round=1, board=1, points=points)["boards"]
    assert (corrected["status"], corrected["corrected"]) == ("over", True)
    assert anna.get(table)["status"] == "over"
    assert [each.get("/api/me/waiting")["decisions"] for each in players] == [0, 0]
    assert corrected["points"] == points
    assert anna.post(f"{event}/correct", 409, round=1, board=1, points=None)
    anna.post(f"{event}/round")


def test_a_director_does_not_end_or_stop_a_game_of_their_own(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rated": True})
    anna.post(f"{event}/enter")
    entered(house, event, 1)
    anna.post(f"{event}/round")
    for act, body in (
        ("correct", {"points": {"central": 0.5, "entente": 0.5}}),
        ("adjourn", {"adjourned": True}),
    ):
        refused = anna.post(f"{event}/{act}", 403, round=1, board=1, **body)
        assert refused["key"] == "problem.tournament.own_board"


@pytest.mark.own_house
def test_both_lose_a_board_to_which_neither_came(house: House, clock: SetClock) -> None:
    """The next round of an automatic event does not wait for the director."""
    clock.stop()
    anna = member(house, "Anna")
    pace = {"kind": "live", "minutes": 5, "increment": 0}
    event = create(anna, {"rounds": 1, "time_control": pace}, game="turmoil")
    entered(house, event, 2)
    anna.post(f"{event}/round")
    clock.go_on(seconds=301)
    house.keep_time()
    serve(house)
    info = anna.get(event)
    assert info["boards"][0]["status"] == "over"
    assert [line["points"] for line in info["standings"]] == [0, 0]


def test_corrections_count_in_tie_breaks(house: House) -> None:
    anna = member(house, "Anna")
    settings = {"rounds": 1, "fill_with": "random"}
    event = create(anna, settings, game="diplomacy", format="boards")
    entered(house, event, 2)
    (board,) = anna.post(f"{event}/round")["boards"]
    points = {seat: float(entry == 2) for seat, entry in board["seats"].items()}
    info = anna.post(f"{event}/correct", round=1, board=1, points=points)
    assert info["boards"][0]["places"][_seat_of(board, 2)] == 1
    breaks = {line["entry"]: line["tie_breaks"]["first_places"] for line in info["standings"]}
    assert (breaks[1], breaks[2]) == (0.0, 1.0)


def _seat_of(board: Json, entry: int) -> str:
    return str(next(seat for seat, number in board["seats"].items() if number == entry))


def test_withdrawals_late_entries_and_substitutes(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna)
    players = entered(house, event, 4)
    info = anna.post(f"{event}/round")
    late = member(house, "Late")
    info = late.post(f"{event}/enter")
    assert info["people"][-1]["from_round"] == 2
    players[3].post(f"{event}/withdraw")
    anna.post(f"{event}/substitute", entry=3, name="Late", status=409)
    other = member(house, "Other")
    anna.post(f"{event}/substitute", entry=3, name="Other")
    players[2].accept_all()
    other.accept_all()
    for board in boards_of(info, 1):  # the one who was seated finishes the game, for the entry
        play(players, board, next(seat for seat, entry in board["seats"].items() if entry != 3))
    serve(house)
    assert {line["entry"]: line["points"] for line in anna.get(event)["standings"]}[3] == 1
    info = anna.post(f"{event}/round")
    paired = {entry for board in boards_of(info, 2) for entry in board["seats"].values()}
    assert paired == {1, 2, 3, 5}
    tables = {board["table"] for board in boards_of(info, 2) if 3 in board["seats"].values()}
    assert {each["id"] for each in other.get("/api/tables?scope=mine")} == tables


def test_an_adjourned_board_does_not_stop_the_event(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 2})
    players = entered(house, event, 4)
    one, other = anna.post(f"{event}/round")["boards"]
    play(players, one, "central")
    serve(house)
    anna.post(f"{event}/adjourn", round=1, board=other["number"])
    info = anna.post(f"{event}/round")
    for board in boards_of(info, 2):
        play(players, board, "central")
    serve(house)
    assert anna.get(event)["status"] == "playing"
    play(players, other, "entente")
    serve(house)
    assert anna.get(event)["status"] == "over"


@pytest.mark.one_database
@pytest.mark.own_house
def test_an_adjourned_game_stands_still_until_the_director_resumes_it(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 1, "time_control": {"kind": "live", "minutes": 30}})
    players = entered(house, event, 2)
    (board,) = anna.post(f"{event}/round")["boards"]
    seats = {seat: players[entry - 1] for seat, entry in board["seats"].items()}
    path = f"/api/tables/{board['table']}"
    key = {"round": 1, "board": 1}
    players[0].post(f"{event}/adjourn", 403, **key)
    assert anna.post(f"{event}/adjourn", **key)["boards"][0]["status"] == "adjourned"
    table = players[0].get(path)
    assert table["paused"] is not None
    with players[0].live(table) as live:
        before = live.state["players"]
        assert live.state["pause_ends"] is None
    clock.go_on(hours=2)
    house.call(house.app.state.services.timekeeper.check)
    with players[0].live(table) as live:
        assert live.state["players"] == before
    assert players[0].get(path)["status"] == "playing"
    refused = seats["central"].post(f"{path}/vote", 409, seat="central", kind="resume")
    assert refused["key"] == "problem.vote.adjourned"
    for each in players:
        words = [notice["text"] for notice in each.get("/api/me/notifications")]
        assert any("adjourned" in text for text in words)
    assert anna.post(f"{event}/adjourn", **key, adjourned=False)["boards"][0]["status"] == "playing"
    assert players[0].get(path)["paused"] is None
    acts = [line["act"] for line in anna.get(f"{event}/log")]
    assert acts[:2] == ["resumed", "adjourned"]
    anna.post(f"{event}/adjourn", **key)
    anna.post(f"{event}/cancel")
    assert players[0].get(path)["paused"] is None


def test_a_knock_out_with_a_game_for_third_place(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"third_place": True}, format="knockout")
    players = entered(house, event, 4)
    anna.post(f"{event}/order", entries=[4, 3, 2, 1])
    info = anna.post(f"{event}/round")
    assert {frozenset(board["seats"].values()) for board in info["boards"]} == {
        frozenset((4, 1)),
        frozenset((3, 2)),
    }
    for board in info["boards"]:  # the better seed has the higher number here
        play(players, board, min(board["seats"], key=lambda seat: board["seats"][seat]))
    serve(house)
    info = anna.post(f"{event}/round")
    kinds = {board["kind"]: board for board in boards_of(info, 2)}
    assert set(kinds["game"]["seats"].values()) == {4, 3}
    assert set(kinds["third_place"]["seats"].values()) == {1, 2}
    for board in kinds.values():
        play(players, board, min(board["seats"], key=lambda seat: board["seats"][seat]))
    serve(house)
    info = anna.get(event)
    assert info["status"] == "over"
    assert [line["entry"] for line in info["standings"]] == [4, 3, 2, 1]
    assert [line["place"] for line in info["standings"]] == [1, 2, 3, 4]


def test_a_round_robin_runs_by_itself(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"automatic": True}, format="round_robin")
    players = entered(house, event, 3)
    anna.post(f"{event}/round")
    for number in (1, 2, 3):
        for board in boards_of(anna.get(event), number):
            play(players, board, "central")
        serve(house)
    info = anna.get(event)
    assert info["status"] == "over"
    assert sum(line["points"] for line in info["standings"]) == 3
    assert {line["played"] for line in info["standings"]} == {2}


@pytest.mark.on_postgres
def test_an_arena_gives_games_on_request(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"minutes": 60}, format="arena")
    players = entered(house, event, 2)
    anna.post(f"{event}/round")
    for each in players:
        each.post(f"{event}/ready")
    serve(house)
    (board,) = anna.get(event)["boards"]
    play(players, board, "central")
    serve(house)
    for each in players:
        each.post(f"{event}/ready")
    serve(house)
    info = anna.get(event)
    assert len(info["boards"]) == 2  # only these two are there, so they meet again
    assert info["boards"][1]["seats"]["central"] == board["seats"]["entente"]


def test_boards_of_seven_are_filled_with_computers(house: House) -> None:
    anna = member(house, "Anna")
    settings = {"rounds": 1, "scoring": "c_diplo", "options": {"end_year": 1902}}
    event = create(anna, settings, game="diplomacy", format="boards")
    entered(house, event, 3)
    info = anna.post(f"{event}/round")
    (board,) = info["boards"]
    assert sorted(board["seats"].values()) == [0, 0, 0, 0, 1, 2, 3]
    assert info["played"][0]["balance"]["most_power"] == 1
    table = anna.get(f"/api/tables/{board['table']}")
    seated = [seat for seat in table["seats"].values() if seat["computer"] == "easy"]
    assert len(seated) == 4


def test_boards_of_computers_count_for_their_director(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event of computers is one user in the fair queue, not one for each board."""
    asked: set[Hashable] = set()
    turns = house.app.state.services.computers.turns
    take = turns.take

    async def watched(user: Hashable, table: str) -> None:
        asked.add(user)
        await take(user, table)

    monkeypatch.setattr(turns, "take", watched)
    anna = member(house, "Anna")
    event = create(anna)
    for _ in range(6):
        anna.post(f"{event}/add", computer="random")
    assert len(anna.post(f"{event}/round")["boards"]) == 3
    begun = monotonic()
    while not asked and monotonic() < begun + WAIT:
        sleep(0.05)
    sleep(0.3)  # the other boards ask, too
    assert asked == {anna.id}


def test_a_game_without_a_result_waits_for_the_director(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 1})
    players = entered(house, event, 2)
    (board,) = anna.post(f"{event}/round")["boards"]
    for seat, entry in board["seats"].items():
        path = f"/api/tables/{board['table']}/vote"
        players[entry - 1].post(path, seat=seat, kind="cancel")
    serve(house)
    info = anna.get(event)
    assert info["boards"][0]["status"] == "unclear"
    assert "notice.tournament_unclear" in [
        each["key"] for each in anna.get("/api/me/notifications")
    ]
    anna.post(f"{event}/correct", round=1, board=1, points={"central": 0.5, "entente": 0.5})
    assert anna.get(event)["status"] == "over"


def test_what_an_event_refuses(house: House) -> None:
    anna = member(house, "Anna")
    for wrong in (
        {"game": "chess"},
        {"format": "marathon"},
        {"format": "ladder", "game": "diplomacy"},
        {"format": "boards"},
        {"name": " "},
        {"privacy": "secret"},
        {"settings": {"rounds": 0}},
        {"settings": {"formula": "points **"}},
        {"settings": {"tie_breaks": ["luck"]}},
        {"settings": {"options": {"nonsense": 1}}},
        {"settings": {"time_control": {"kind": "live", "minutes": 0}}},
        {"settings": {"fill_with": "nobody"}},
        {"settings": {"scoring": "luck"}},
        {"settings": {"unknown": 1}},
    ):
        anna.request("POST", "/api/events", {**CUP, **wrong}, 422)
    house.person("Guest").request("POST", "/api/events", CUP, 403)


def test_a_directors_formula_scores_the_past_too(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 1})
    players = entered(house, event, 2)
    (board,) = anna.post(f"{event}/round")["boards"]
    play(players, board, "central")
    serve(house)
    body = {**CUP, "settings": {"automatic": False, "rounds": 1, "formula": "if(won, 5, 2)"}}
    info = anna.request("PATCH", event, body)
    assert [line["points"] for line in info["standings"]] == [5, 2]
    changed = {**CUP, "settings": {"automatic": False, "options": {"random": True}}}
    anna.request("PATCH", event, changed, 422)
    anna.request("PATCH", event, {**CUP, "format": "knockout"}, 409)


def test_files_for_spreadsheets_run_nothing(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna)
    member(house, "Bert").post(f"{event}/enter", team="=1+1")
    text = anna.client.get(f"{event}/standings.csv").text
    (row,) = list(csv.DictReader(io.StringIO(text)))
    assert (row["name"], row["team"], row["points"]) == ("Bert", "'=1+1", "0.0")
    assert anna.client.get(f"{event}/boards.csv").text.startswith("round,board")


def test_embedded_standings_have_no_script_and_escape_names(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, name="<b>Cup</b>")
    anna.post(f"{event}/enter")
    answer = house.person(None).client.get(f"{event}/embed")
    assert "&lt;b&gt;Cup" in answer.text
    assert "<b>" not in answer.text
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    private = create(anna, name="Ours", privacy="private")
    assert house.person(None).client.get(f"{private}/embed").status_code == 404


# -- privacy


def test_a_private_event_is_for_its_people(house: House) -> None:
    anna, bert, carl = (member(house, name) for name in ("Anna", "Bert", "Carl"))
    event = create(anna, privacy="private")
    for path in (event, f"{event}/log"):
        bert.get(path, 404)
        house.person(None).get(path, 404)
    for path in ("enter", "withdraw", "cancel", "round"):
        bert.post(f"{event}/{path}", 404)
    assert bert.get("/api/events") == []
    anna.post(f"{event}/add", name="Carl")
    assert carl.get(event)["my_entry"] is None
    carl.accept_all()
    assert carl.get(event)["my_entry"] == 1
    assert [each["name"] for each in carl.get("/api/events")] == ["Spring Cup"]
    hidden = create(anna, privacy="unlisted", name="Hidden")
    assert bert.get(hidden)["name"] == "Hidden"
    assert [each["name"] for each in bert.get("/api/events")] == []


@pytest.mark.on_postgres
def test_a_deleted_account_leaves_a_nameless_entry(house: House) -> None:
    anna = member(house, "Anna")
    event = create(anna, {"rounds": 1})
    players = entered(house, event, 2)
    (board,) = anna.post(f"{event}/round")["boards"]
    play(players, board, "central")
    serve(house)
    before = anna.get(event)["standings"]
    players[0].request("DELETE", "/api/me", {"password": PASSWORD}, 204)
    info = anna.get(event)
    assert info["standings"] == before
    assert [each["name"] for each in info["people"]] == [None, "Player 2"]
    assert "Player 1" not in str(info)
    assert "Player 1" not in anna.client.get(f"{event}/standings.csv").text
    anna.request("DELETE", "/api/me", {"password": PASSWORD}, 204)
    log = players[1].get(f"{event}/log")
    assert {line["by"] for line in log} == {None}
    assert players[1].get(event)["owner"] is None


def test_an_export_has_clubs_entries_and_acts(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    club = anna.request("POST", "/api/clubs", {"name": "Concert"}, 201)
    event = create(anna, club=club["id"])
    anna.post(f"{event}/enter", team="Red")
    bert.post(f"{event}/enter")
    mine = anna.get("/api/me/export")
    assert [each["role"] for each in mine["clubs"]] == ["owner"]
    assert [each["team"] for each in mine["event_entries"]] == ["Red"]
    assert [each["act"] for each in mine["event_acts"]] == ["created"]
    assert mine["events"] == [event.rsplit("/", 1)[1]]
    assert "Bert" not in str(mine)


def test_an_operator_turns_public_pages_off(database: str) -> None:
    with House(create_app(Settings(database, public_pages=False))) as house:
        anna = member(house, "Anna")
        event = create(anna)
        stranger, guest = house.person(None), house.person("Guest")
        for path in ("/api/events", event, f"{event}/log", "/api/clubs"):
            stranger.get(path, 401)
            guest.get(path, 401)
            anna.get(path)
        assert stranger.client.get(f"{event}/embed").status_code == 401


# -- clubs


def test_a_club_is_joined_by_its_link(house: House) -> None:
    anna, bert, carl = (member(house, name) for name in ("Anna", "Bert", "Carl"))
    body = {"name": "Concert", "open": False, "privacy": "private", "colour": "#336699"}
    club = anna.request("POST", "/api/clubs", body, 201)
    path = f"/api/clubs/{club['id']}"
    bert.get(path, 404)
    bert.post(f"{path}/join", 404)
    link = anna.post(f"{path}/invitation")["token"]
    bert.post(f"{path}/join", 404, token="wrong")
    assert bert.post(f"{path}/join", token=link)["role"] == "member"
    assert link not in str(anna.get(path))
    anna.post(f"{path}/invitation", withdraw=True)
    carl.post(f"{path}/join", 404, token=link)
    bert.post(f"{path}/role", 403, name="Bert", role="owner")
    anna.post(f"{path}/role", 409, name="Anna", role="member")  # a club needs an owner
    anna.post(f"{path}/role", name="Bert", role="director")
    create(bert, club=club["id"])
    create(bert, club=club["id"], privacy="private", name="Inner")
    assert len(anna.get(f"/api/events?club={club['id']}")) == 2
    assert len(carl.get(f"/api/events?club={club['id']}")) == 1
    anna.post(f"{path}/role", name="Bert", role=None)
    bert.get(path, 404)


def test_only_directors_make_a_clubs_events(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    club = anna.request("POST", "/api/clubs", {"name": "Concert"}, 201)
    bert.post(f"/api/clubs/{club['id']}/join")
    bert.request("POST", "/api/events", {**CUP, "club": club["id"]}, 403)
    event = create(anna, {"members_only": True}, club=club["id"])
    bert.post(f"{event}/enter")
    member(house, "Carl").post(f"{event}/enter", 403)
    anna.request("POST", "/api/clubs", {"name": "x", "colour": "red"}, 422)


@pytest.mark.one_database
def test_a_club_has_rules_of_entry_of_its_own(house: House) -> None:
    anna, berta = member(house, "Anna"), member(house, "Berta")
    club = {"name": "Veterans", "least_games": 1, "colour": "#aa3366"}
    made = anna.request("POST", "/api/clubs", club, 201)
    path = f"/api/clubs/{made['id']}"
    assert (made["least_games"], made["colour"]) == (1, "#aa3366")
    assert berta.post(f"{path}/join", 403, token="")["key"] == "problem.club.games"
    token = anna.post(f"{path}/invitation")["token"]
    assert berta.post(f"{path}/join", token=token)["role"] == "member"
    carl = member(house, "Carl")
    anna.request("PATCH", path, {"name": "Everyone", "least_games": 0})
    assert carl.post(f"{path}/join", token="")["role"] == "member"
