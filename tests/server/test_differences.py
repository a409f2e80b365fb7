"""Deltas: applied to the last state, they give the new state."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.kernel import Match, registry
from entente.wire.json_diff import JsonDiff, apply, difference
from tests.amount import daily_first
from tests.server.people import House, Json, Live
from tests.server.played import sample
from tests.server.tables import POWERS, two_at

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc1", max_size=2), inner, max_size=4)
    ),
    max_leaves=20,
)


def written(tree: object) -> bytes:
    """A tree as the server writes it."""
    return msgspec.json.encode(tree)


def sent(change: bytes | None) -> JsonDiff:
    """A difference as it arrives."""
    assert change is not None
    return msgspec.json.decode(change, type=JsonDiff)


@given(st.dictionaries(st.text("abc", max_size=2), JSON), st.data())
def test_a_difference_makes_one_tree_out_of_another(old: Json, data: st.DataObject) -> None:
    new = data.draw(st.dictionaries(st.text("abc", max_size=2), JSON))
    if data.draw(st.booleans()):  # most of it stays
        new = {**old, **new}
    diff = difference(written(old), written(new))
    assert json.dumps(apply(old, sent(diff)), sort_keys=True) == json.dumps(new, sort_keys=True)
    changed = json.dumps(old, sort_keys=True) != json.dumps(new, sort_keys=True)
    assert (diff != b"{}") == changed


@pytest.mark.parametrize("game", daily_first(["diplomacy", "attrition", "turmoil"]))
def test_views_of_real_games_become_each_other(game: str) -> None:
    """Of each game some hundred views of all seats: each after the one before, and after any."""
    rng = Random(game)
    match: Match[Any, Any] = Match(registry.load(game), {}, "differences")
    viewers = (*match.seats, None)
    seen: dict[str | None, list[Json]] = {viewer: [] for viewer in viewers}
    pairs = 0
    for _ in range(250):
        if match.over:
            break
        for viewer in viewers:
            new = json.loads(msgspec.json.encode(match.position.view(viewer)))
            known = seen[viewer]
            for old in (known[-1], rng.choice(known)) if known else ():
                diff = difference(written(old), written(new))
                assert apply(old, sent(diff)) == new
                pairs += 1
            known.append(new)
        decision = rng.choice(match.position.decisions)
        match.act(decision.seat, decision.menu.sample(rng), window=decision.window)
    assert pairs > 300


def test_unchanged_parts_are_not_sent() -> None:
    board = {f"region{number}": ["a tile", "another"] for number in range(20)}
    old = {"board": board, "menu": ["a", "b"], "gone": 1}
    new = {"board": {**board, "region7": ["a tile", "a third"]}, "menu": ["a", "b"], "new": True}
    assert json.loads(difference(written(old), written(new)) or b"") == {
        "set": {"new": True},
        "removed": ["gone"],
        "changed": {"board": {"set": {"region7": ["a tile", "a third"]}}},
    }


# -- at a table


class Changing:
    """A client that keeps the last state and applies the changes it gets."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.state: Json = live.state
        self.changes = 0
        self.log = list(live.state["log"])

    def hear(self) -> Json:
        """The next frame."""
        frame: Json = self.live.socket.receive_json()
        if frame["type"] == "state":
            self.state = self.live.state = frame
            self._add(frame)
        elif frame["type"] == "delta":
            assert frame["after"] == self.state["version"]
            change = msgspec.convert(frame["diff"], JsonDiff)
            answer = {name: frame[name] for name in ("version", "log", "since", "now")}
            self.state = self.live.state = {**apply(self.state, change), **answer}
            self.changes += 1
            self._add(frame)
        return frame

    def _add(self, frame: Json) -> None:
        kept = [line for line in self.log if line["move"] < frame["since"]]
        self.log = [*kept, *frame["log"]]

    def act(self, seat: str, rng: Random) -> Json:
        self.live.state = self.state
        action = sample(self.live, seat, rng)
        self.live.say(type="act", seat=seat, version=self.state["version"], action=action, id="x")
        while (frame := self.hear())["type"] not in ("done", "refused"):
            pass
        return frame


def whole(live: Live) -> Json:
    live.sync()
    apart = ("log", "since", "now")
    return {name: value for name, value in live.state.items() if name not in apart}


@pytest.mark.one_database
@pytest.mark.parametrize("game", daily_first(["diplomacy", "attrition", "turmoil"]))
def test_a_client_with_deltas_sees_the_same_table(house: House, game: str) -> None:
    rng = Random(1)
    if game == "diplomacy":
        anna = house.person("Anna")
        table = anna.table(game, seats=dict.fromkeys(POWERS, "me"))
        people = dict.fromkeys(POWERS, anna)
    else:
        anna, bert, table = two_at(house, game)
        people = dict(zip(table["seats"], (anna, bert), strict=True))
    with anna.live(table, deltas="true") as live, anna.live(table) as other:
        client = Changing(live)
        for _ in range(25):
            waiting = next(iter(client.state["seats"].values()))["view"]["to_move"]
            seat = waiting[0]
            version = client.state["version"]
            if people[seat] is anna:
                assert client.act(seat, rng)["type"] == "done"
            else:
                with people[seat].live(table) as own:
                    assert own.act(seat, sample(own, seat, rng))["type"] == "done"
            while client.state["version"] == version:
                client.hear()
            there = whole(other)
            assert {name: client.state[name] for name in there} == there
        assert client.changes > 15
        assert client.log == other.state["log"]
        live.say(type="sync", deltas=False)
        while client.hear()["type"] != "state":
            pass


@pytest.mark.one_database
def test_a_client_with_deltas_sees_the_game_begin(house: House) -> None:
    """A player's own part replaces that of a spectator."""
    anna, bert = house.person("Anna"), house.person("Bert")
    seats = registry.load("attrition").seats({})
    table = anna.table("attrition", seats={seats[0]: "me"}, starts_when_full=True)
    with anna.live(table, deltas="true") as live, anna.live(table) as other:
        client = Changing(live)
        assert list(client.state["seats"]) == [""]
        bert.post(f"/api/tables/{table['id']}/join", seat=seats[1])
        while client.state["status"] != "playing":
            client.hear()
        there = whole(other)
        assert list(there["seats"]) == [seats[0]]
        assert {name: client.state[name] for name in there} == there


def test_the_page_reads_differences_as_they_are_written() -> None:
    """The web client's tests read the same file."""
    for case in json.loads((Path(__file__).parent / "differences.json").read_text()):
        diff = difference(written(case["old"]), written(case["new"]))
        assert json.loads(diff or b"null") == case["difference"]
        assert apply(case["old"], sent(diff)) == case["new"]
