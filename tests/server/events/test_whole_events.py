"""Whole events at a real server: bots enter, play every game over the API, and the standings are
computed a second time from the tables alone."""

from __future__ import annotations

import importlib.util
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from entente.kernel import registry
from entente.kernel.record import parse
from tests.server.running import WAIT, Server

pytestmark = pytest.mark.soak

BOT = Path(__file__).parents[3] / "examples" / "bot.py"
PASSWORD = "correct horse battery"
BOARDS_AT_ONCE = 4
Json = dict[str, Any]


def choose_at_random() -> Callable[[Json], str]:
    """How the bot of the guide chooses an action of a menu."""
    spec = importlib.util.spec_from_file_location("guide_bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    found: Callable[[Json], str] = bot.choose
    return found


class Bot:
    """A registered user that plays by program, from an address of its own."""

    def __init__(self, server: Server, number: int) -> None:
        self.name = f"Bot {number}"
        headers = {"x-forwarded-for": f"198.18.0.{number}"}
        self.server = server
        self.client = httpx2.Client(base_url=server.address, timeout=WAIT, headers=headers)
        server.clients.append(self.client)
        self._welcome(self.post("/api/guest", name=self.name))
        self._welcome(self.post("/api/register", name=self.name, password=PASSWORD))
        secret = self.post("/api/me/tokens", label="bot", password=PASSWORD)["secret"]
        self.headers = {"Authorization": f"Bearer {secret}", **headers}

    def _welcome(self, answer: Json) -> None:
        self.client.headers["x-csrf-token"] = answer["csrf"]

    def post(self, path: str, /, **body: object) -> Json:
        answer = self.client.post(path, json=body)
        assert answer.status_code < 300, answer.text
        result: Json = answer.json()
        return result

    def get(self, path: str) -> Json:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        result: Json = answer.json()
        return result


CHOOSE = choose_at_random()


def play_board(server: Server, players: dict[str, Bot], table: str) -> None:
    """Play a game to its end: each seat has its own websocket, and its bot acts when asked."""
    address = f"{server.address.replace('http', 'ws', 1)}/ws/tables/{table}"
    with ThreadPoolExecutor(len(players)) as pool:
        list(pool.map(lambda mine: _stay(address, *mine), players.items()))


def _stay(address: str, seat: str, bot: Bot) -> None:
    """Play, and connect again when the server has closed the connection: with 21 bots in one
    process, some miss its pings."""
    while True:
        with suppress(ConnectionClosedError):
            _play_seat(address, seat, bot)
            return


def _play_seat(address: str, seat: str, bot: Bot) -> None:
    headers = bot.headers
    with connect(address, additional_headers=headers, max_size=None, open_timeout=WAIT) as socket:
        acted = -1  # the version of the table on which the bot last acted
        while True:
            frame = json.loads(socket.recv(WAIT))
            if frame["type"] == "refused":
                acted = -1
                socket.send(json.dumps({"type": "sync"}))
            if frame["type"] != "state" or frame["version"] <= acted:
                continue
            if frame["status"] == "over":
                return
            questions = [q for q in frame["seats"][seat]["view"]["decisions"] if q["must"]]
            if questions:
                acted = frame["version"]
                act = {"type": "act", "seat": seat, "version": acted}
                action = CHOOSE(questions[0]["menu"])
                socket.send(json.dumps({**act, "decision": questions[0]["id"], "action": action}))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "home") as running:
        yield running


def run(server: Server, count: int, body: Json) -> tuple[Bot, str, list[Bot]]:
    """Run an event of bots to its end; return the director, its path and the bots by entry."""
    random.seed(37)
    director = Bot(server, 1)
    bots = [Bot(server, number) for number in range(2, count + 2)]
    made = director.post("/api/events", **body)
    event = f"/api/events/{made['id']}"
    for bot in bots:
        bot.post(f"{event}/enter")
    rounds = body["settings"]["rounds"]
    for number in range(1, rounds + 1):
        info = director.post(f"{event}/round")
        assert (info["status"], info["round"]) == ("playing", number)
        boards = [each for each in info["boards"] if each["round"] == number and each["table"]]

        def play(board: Json) -> None:
            seats = {seat: bots[entry - 1] for seat, entry in board["seats"].items()}
            play_board(server, seats, board["table"])

        with ThreadPoolExecutor(BOARDS_AT_ONCE) as pool:
            list(pool.map(play, boards))
        _wait_for_results(director, event, number)
    return director, event, bots


def _wait_for_results(director: Bot, event: str, number: int) -> None:
    """Wait until the runner has recorded all boards of a round."""
    for _ in range(300):
        info = director.get(event)
        boards = [each for each in info["boards"] if each["round"] == number]
        if all(each["status"] == "over" for each in boards):
            return
        time.sleep(0.2)
    raise AssertionError(f"round {number} has no results")


# -- the standings once more, from the tables


def played(info: Json) -> list[Json]:
    return [board for board in info["boards"] if board["table"]]


def winners(bot: Bot, board: Json) -> list[str]:
    """Return who won or drew a game, as the table says it."""
    outcome = bot.get(f"/api/tables/{board['table']}")["outcome"]
    found: list[str] = outcome["winners"]
    return found


def test_sixteen_bots_play_a_swiss_of_four_rounds(server: Server) -> None:
    body = {
        "name": "Swiss of sixteen",
        "game": "attrition",
        "format": "swiss",
        "settings": {"rounds": 4, "automatic": False},
    }
    director, event, bots = run(server, 16, body)
    info = director.get(event)
    assert info["status"] == "over"
    boards = played(info)
    assert len(boards) == 32

    points: dict[int, float] = dict.fromkeys(range(1, 17), 0.0)
    games: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    for board in boards:
        won = winners(director, board)
        central, entente = board["seats"]["central"], board["seats"]["entente"]
        share = {"central": 0.0, "entente": 0.0} | dict.fromkeys(won, 1 / len(won))
        points[central] += share["central"]
        points[entente] += share["entente"]
        games[central].append((entente, share["central"]))
        games[entente].append((central, share["entente"]))

    def key(entry: int) -> tuple[float, ...]:
        met = sorted(points[other] for other, _ in games[entry])
        beaten = sum(points[other] * share for other, share in games[entry])
        level = [share for other, share in games[entry] if points[other] == points[entry]]
        wins = sum(share == 1 for _, share in games[entry])
        return (points[entry], sum(met[1:]), sum(met), beaten, sum(level), wins)

    order = [line["entry"] for line in info["standings"]]
    assert sorted(order) == sorted(points)
    assert [key(entry) for entry in order] == sorted(map(key, order), reverse=True)
    for line in info["standings"]:
        assert line["points"] == points[line["entry"]]
        assert line["place"] == 1 + sum(key(other) > key(line["entry"]) for other in order)
        assert tuple(line["tie_breaks"].values()) == key(line["entry"])[1:]

    # How the rounds were paired.
    pairs = Counter(frozenset(board["seats"].values()) for board in boards)
    assert max(pairs.values()) == 1
    sides = Counter(board["seats"]["central"] for board in boards)
    assert set(sides.values()) <= {1, 2, 3}
    assert bots[order[0] - 1].get("/api/me/notifications")[0]["key"] == "notice.tournament_over"


def final_centres(bot: Bot, board: Json) -> tuple[dict[str, int], list[str]]:
    """Return the centres at the end of a game and who was in the draw, from its record."""
    answer = bot.client.get(f"/api/tables/{board['table']}/record")
    match = parse(answer.content).verify(registry.load)
    outcome = match.state.outcome
    assert outcome is not None
    return dict(match.game.statistics.standing(match.state)), list(outcome.winners)


def c_diplo(centres: dict[str, int], won: list[str]) -> dict[str, float]:
    """1 for each player and each centre; 38, 14 and 7 for the first three; 100 for a solo."""
    if len(won) == 1:
        return {power: 100.0 * (power in won) for power in centres}
    ranked = sorted(centres.values(), reverse=True)
    prizes = [38, 14, 7, 0, 0, 0, 0]
    found = {}
    for power, held in centres.items():
        shared = [prize for prize, other in zip(prizes, ranked, strict=True) if other == held]
        found[power] = 1 + held + sum(shared) / len(shared)
    return found


def test_twenty_one_bots_play_three_rounds_of_diplomacy(server: Server) -> None:
    body = {
        "name": "Three boards of seven",
        "game": "diplomacy",
        "format": "boards",
        "settings": {
            "rounds": 3,
            "automatic": False,
            "scoring": "c_diplo",
            "options": {"end_year": 1903},
        },
    }
    director, event, _ = run(server, 21, body)
    info = director.get(event)
    assert info["status"] == "over"
    boards = played(info)
    assert len(boards) == 9

    totals: defaultdict[int, list[float]] = defaultdict(list)
    for board in boards:
        centres, won = final_centres(director, board)
        found = c_diplo(centres, won)
        assert sum(found.values()) == pytest.approx(7 + 59 + sum(centres.values()))
        for seat, entry in board["seats"].items():
            assert board["points"][seat] == pytest.approx(found[seat], abs=1e-5)
            totals[entry].append(found[seat])
    assert [line["points"] for line in info["standings"]] == pytest.approx(
        sorted((sum(each) for each in totals.values()), reverse=True), abs=1e-5
    )
    for line in info["standings"]:
        assert line["points"] == pytest.approx(sum(totals[line["entry"]]), abs=1e-5)
        assert line["tie_breaks"]["best_board"] == pytest.approx(max(totals[line["entry"]]))

    # Three rounds of seven powers: no one has a power twice, and no two meet three times.
    powers = Counter((entry, seat) for board in boards for seat, entry in board["seats"].items())
    met = Counter(
        frozenset(pair) for board in boards for pair in combinations(board["seats"].values(), 2)
    )
    assert max(powers.values()) == 1
    assert max(met.values()) <= 2
