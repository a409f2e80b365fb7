"""No one stalls the server by frames to a table: long texts, refusals, questions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from entente.kernel.bound_decision import BoundDecision
from entente.kernel.position import Position
from entente.server.http.app import create_app
from entente.server.live.incoming_frames import LONGEST_TEXT, MOST_THINGS
from entente.server.settings import Bounds, Settings
from tests.server.people import House, Json, Live, Person, SetClock

FEW = Bounds(refused_per_socket=5, refused_per_person=8)
PATIENCE = 20.0  # seconds for what takes milliseconds
pytestmark = pytest.mark.one_database


def powers(person: Person, seat: str = "france") -> Json:
    """A Diplomacy table that is being played: one seat is the person's, computers have the rest."""
    others = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
    seats = {each: "me" if each == seat else "random" for each in others}
    return person.table("diplomacy", seats=seats)


def ask(live: Live, **frame: object) -> Json:
    live.say(id="q", **frame)
    return live.answer()


# -- the length of what a game reads


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "act", "version": 1, "action": "x" * (LONGEST_TEXT + 1)},
        {"type": "check", "action": "x" * (LONGEST_TEXT + 1)},
        {"type": "check", "things": ["x" * LONGEST_TEXT, "y"]},
        {"type": "check", "things": ["x"] * (MOST_THINGS + 1)},
        {"type": "action_options", "thing": "x" * (LONGEST_TEXT + 1)},
    ],
)
def test_a_text_that_a_game_reads_has_a_greatest_length(house: House, frame: Json) -> None:
    anna = house.person("Anna", "fr")
    with anna.live(powers(anna), lang="fr") as live:
        answer = ask(live, seat="france", **frame)
        assert (answer["type"], answer["key"]) == ("refused", "problem.frame.text")
        assert "4000" in answer["text"].replace("\u202f", "").replace("\xa0", "")


def test_a_text_of_that_length_is_still_read(house: House) -> None:
    anna = house.person("Anna")
    with anna.live(powers(anna)) as live:
        answer = live.act("france", "x" * LONGEST_TEXT)
        assert answer["type"] == "refused"
        assert not answer["key"].startswith("problem.")  # the game says what is wrong


# -- how often one is refused


@pytest.fixture
def strict_house(database: str, clock: SetClock) -> Iterator[House]:
    clock.stop()
    settings = Settings(database, bounds=FEW, clock=clock, steady=clock.steady)
    with House(create_app(settings)) as open_house:
        yield open_house


def two_sided(person: Person) -> Json:
    return person.table("attrition", seats={"central": "me", "entente": "me"})


def any_of(live: Live) -> tuple[str, str]:
    """A seat, and something that it may do."""
    for seat in live.state["seats"]:
        if decision := live.decision(seat):
            return seat, decision["menu"]["actions"][0]
    raise AssertionError("nobody is asked")


def test_refused_actions_of_a_socket_are_limited(strict_house: House, clock: SetClock) -> None:
    anna = strict_house.person("Anna")
    with anna.live(two_sided(anna)) as live:
        seat, action = any_of(live)
        for _ in range(FEW.refused_per_socket):
            assert live.act(seat, "nonsense")["key"] != "problem.limit"
        answer = live.act(seat, "nonsense")
        assert answer["key"] == "problem.limit"
        assert answer["args"]["seconds"] > 0
        assert live.act(seat, action)["key"] == "problem.limit"  # not even looked at
        clock.go_on(minutes=1)
        assert live.act(seat, action)["type"] == "done"


def test_refused_actions_of_a_person_are_limited_over_all_sockets(strict_house: House) -> None:
    anna = strict_house.person("Anna")
    refused = 0
    for _ in range(3):
        with anna.live(two_sided(anna)) as live:
            seat, action = any_of(live)
            for _ in range(4):
                refused += live.act(seat, "nonsense")["key"] != "problem.limit"
    assert refused == FEW.refused_per_person
    bert = strict_house.person("Bert")
    with bert.live(two_sided(bert)) as live:
        seat, action = any_of(live)
        assert live.act(seat, action)["type"] == "done"


def test_legal_actions_are_not_limited(strict_house: House) -> None:
    anna = strict_house.person("Anna")
    with anna.live(two_sided(anna)) as live:
        for _ in range(3 * FEW.refused_per_person):
            seat, action = any_of(live)
            assert live.act(seat, action)["type"] == "done"
            live.sync()


# -- explanations block no one


class Slow:
    """The kernel's explanations; those of one action last until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.begun = threading.Semaphore(0)
        explain = Position.explain

        def slowly(position: Any, seat: str, action: str, window: int | None = None) -> Any:
            if action == "stall":
                self.begun.release()
                self.go.wait(PATIENCE)
            return explain(position, seat, action, window)

        monkeypatch.setattr(Position, "explain", slowly)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    found = Slow(monkeypatch)
    yield found
    found.go.set()


@pytest.mark.parametrize("kind", ["act", "check"])
def test_explanations_hold_up_no_table_and_no_socket(house: House, slow: Slow, kind: str) -> None:
    """Twelve questions at once, more than any pool has threads: strangers come in and play, also
    at the same table."""
    people = [house.person(f"Eve {number}") for number in range(3)]
    anna = house.person("Anna")
    table = anna.table("attrition", seats={"central": "me"})
    people[0].sit(table, "entente")
    with ExitStack() as sockets:
        for person in people:
            for _ in range(4):
                live = sockets.enter_context(person.live(two_sided(person)))
                version = live.state["version"]
                live.say(type=kind, seat="central", action="stall", **_for(kind, version))
        shared = sockets.enter_context(people[0].live(table))
        shared.say(type=kind, seat="entente", action="stall", **_for(kind, shared.state["version"]))
        assert slow.begun.acquire(timeout=PATIENCE)
        done: list[Json] = []
        strangers = threading.Thread(target=_play, args=(anna, table, done))
        strangers.start()
        strangers.join(PATIENCE / 4)
        stalled = strangers.is_alive()
        slow.go.set()
        strangers.join()
    assert not stalled
    assert [each["type"] for each in done] == ["done", "done"]


def _for(kind: str, version: int) -> Json:
    return {"version": version} if kind == "act" else {}


def _play(anna: Person, table: Json, done: list[Json]) -> None:
    for each in (table, two_sided(anna)):
        with anna.live(each) as live:
            seat, action = any_of(live)
            done.append(live.act(seat, action))


def test_typed_orders_are_read_beside_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading takes as long as it takes; meanwhile the table goes on."""
    anna = house.person("Anna")
    table = powers(anna)
    go, begun = threading.Event(), threading.Event()
    read = BoundDecision.read_choices

    def slowly(*args: Any) -> Any:
        begun.set()
        go.wait(PATIENCE)
        return read(*args)

    monkeypatch.setattr(BoundDecision, "read_choices", slowly)
    path = f"/api/tables/{table['id']}/parse"
    asking = threading.Thread(
        target=anna.request, args=("POST", path, {"seat": "france", "text": "A Par - Bur"})
    )
    asking.start()
    assert begun.wait(PATIENCE)
    room = house.app.state.services.rooms.get(table["id"])
    free = room.lock.acquire(timeout=1.0)
    if free:
        room.lock.release()
    go.set()
    asking.join()
    assert free
