"""A websocket that anything may come in by: always a clear answer, never a change."""

from __future__ import annotations

import json
import logging

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entente.server.live.incoming_frames import LONGEST
from tests.amount import amount
from tests.server.people import House, Json, Live

pytestmark = pytest.mark.one_database

SEATS = st.sampled_from(["authoritarian", "liberal", "", "nobody", "authoritarian ", "\ud800"])
ACTIONS = st.one_of(st.sampled_from(["hide", "undo", "ops C1", ""]), st.text(max_size=50))
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
NAMES = st.sampled_from(["act", "undo", "check", "action_options", "sync", "state", "message"])
FORGED = st.fixed_dictionaries(
    {"type": NAMES},
    optional={
        "seat": SEATS | ANYTHING,
        "version": st.integers(-3, 2**70) | ANYTHING,
        "action": ACTIONS | ANYTHING,
        "things": st.lists(ACTIONS, max_size=3) | ANYTHING,
        "thing": ACTIONS | ANYTHING,
        "since": st.integers(-(2**70), 2**70),
        "id": st.text(max_size=10) | ANYTHING,
    },
)
FRAMES = st.one_of(
    st.text(max_size=200), st.binary(max_size=200), ANYTHING.map(json.dumps), FORGED.map(json.dumps)
)
DEEP = "[" * 30_000 + "]" * 30_000
HUGE = str(10**30)
WORST = [
    '{"x": ' + DEEP + ', "type": "sync"}',
    '{"type": "check", "seat": "authoritarian", "things": ' + DEEP + "}",
    '{"type": "act", "seat": "authoritarian", "version": 1, "action": "x", "decision": '
    + HUGE
    + "}",
    '{"type": "check", "seat": "authoritarian", "action": "hide", "decision": ' + HUGE + "}",
    DEEP,
    '{"type": "act", "seat": ' + DEEP + "}",
    '{"type": "act", "seat": "\\ud800", "version": 1, "action": "\\udfff"}',
    '{"type": "check", "seat": "authoritarian", "action": "\\u0000"}',
    '{"type": "sync", "since": 99999999999999999999999999}',
    "x" * (LONGEST + 1),
    "",
]


def send(live: Live, frame: str | bytes) -> None:
    if isinstance(frame, bytes):
        live.socket.send_bytes(frame)
    else:
        live.socket.send_text(frame.encode("utf-8", "replace").decode())


def answers(live: Live) -> list[Json]:
    """Return what comes back to a frame: everything before the answer to a question of our own."""
    live.say(type="act", seat="marker", version=0, action="marker", id="marker")
    found: list[Json] = []
    while True:
        frame: Json = live.socket.receive_json()
        if frame.get("id") == "marker":
            return found
        found.append(frame)


def check(house: House, frames: list[str | bytes]) -> None:
    for player in (True, False):
        anna = house.person("Anna")
        table = anna.table("turmoil", seats={"authoritarian": "me", "liberal": "me"})
        who = anna if player else house.person("Eve")
        with who.live(table) as live:
            version = live.state["version"]
            for frame in frames:
                send(live, frame)
                answer = answers(live)
                kinds = {each["type"] for each in answer} - {"presence"}
                assert kinds <= {"refused", "allowed", "state", "done"}
                assert kinds, f"no answer to {frame!r}"
                if not player:
                    assert "done" not in kinds
                refused = [each for each in answer if each["type"] == "refused"]
                assert all(each["text"] and each["key"] for each in refused)
        if not player:
            with anna.live(table) as mine:
                assert mine.state["version"] == version


def test_the_worst_frames_are_refused(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        check(house, list(WORST))
    assert not caplog.records


@pytest.mark.one_database
@pytest.mark.amount
@settings(
    max_examples=amount(4, 100),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(frames=st.lists(FRAMES, min_size=5, max_size=15))
def test_any_frame_gets_an_answer_and_spectators_change_nothing(
    house: House, caplog: pytest.LogCaptureFixture, frames: list[str | bytes]
) -> None:
    house.app.state.limits.clear()
    with caplog.at_level(logging.WARNING):
        check(house, frames)
    assert not caplog.records
