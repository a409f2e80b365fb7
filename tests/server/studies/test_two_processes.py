"""Authors of a study at two processes, also when one of them cannot be heard."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from msgspec.structs import replace
from starlette.testclient import WebSocketTestSession

from entente.server.http.app import create_app
from entente.server.live import process_messages
from entente.server.live.announcements import ProcessMessage
from entente.server.settings import Settings
from entente.server.storage.models import StudyChapter
from entente.server.studies.sockets import PeopleHere, StudyConnection
from entente.server.studies.tree import pack_start, unpack_start
from tests.server.people import House, Json
from tests.server.studies.authors import chapter, edit, member, study


def news(socket: WebSocketTestSession) -> Json:
    """The next frame that tells of a change; who is there may come at any time."""
    while True:
        frame: Json = socket.receive_json()
        if frame["type"] != "here":
            return frame


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_what_no_process_has_announced_is_found(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        here, there = (stack.enter_context(House(create_app(Settings(database)))) for _ in range(2))
        anna, bert = member(here, "Anna"), member(there, "Bert")
        path = study(anna)
        anna.post(f"{path}/members", name="Bert", role="contributor")
        bert.accept_all()
        line = chapter(anna, path)
        others = there.app.state.services.study_sockets
        with bert.client.websocket_connect(path.replace("/api", "/ws")) as socket:
            study_id = path.rpartition("/")[2]
            there.call(others._look, [study_id])

            # a message that the database does not take is left out, and holds up no other
            announcements = here.app.state.services.announcements
            too_long = "x" * (process_messages.LONGEST + 1)
            here.call(announcements.announce_study, study_id, too_long)
            comment = {"op": "comment", "node": 0, "language": "en", "seen": 0}
            version = edit(anna, line, **comment, text="First")["version"]
            while news(socket)["version"] != version:
                pass

            # a process is killed before it announces
            with monkeypatch.context() as patch:
                patch.setattr(announcements, "announce_study", lambda *_: None)
                version = edit(anna, line, op="glyph", node=0, glyph="!", seen=version)["version"]
                anna.request("PATCH", path, {"title": "Endings", "privacy": "private"})
            there.call(others._look, [study_id])
            missing = {
                "study",
                version,
            }  # a process may also have looked by itself, and tells twice
            while missing:
                told = news(socket)
                missing -= {told["type"], told.get("version")}

            # the connection was lost for a while
            there.call(there.app.state.process_messages._began)
            while news(socket)["type"] != "study":
                pass


@pytest.mark.one_database
def test_a_chapter_of_a_newer_process_waits_for_one(house: House) -> None:
    """During an upgrade, this process is the older one."""
    anna = member(house, "Anna")
    line = chapter(anna, study(anna))
    with house.app.state.services.sessions.begin() as session:
        row = session.get_one(StudyChapter, line.rpartition("/")[2])
        start = unpack_start(row.start)
        row.start = pack_start(replace(start, header=replace(start.header, rules="99")))
    for path in (f"{line}/nodes/0", f"{line}/board"):
        refused = anna.client.get(path)
        assert refused.status_code == 503
        assert refused.json()["key"] == "problem.studies.newer"
        assert int(refused.headers["retry-after"]) > 0


@pytest.mark.one_database
def test_many_long_names_fit_into_one_message(house: House) -> None:
    """Who has no room is only counted."""
    sockets = house.app.state.services.study_sockets
    names = ["\N{GRINNING FACE}" * 38 + f"{number:02}" for number in range(60)]
    said: list[str] = []
    sockets._at["any"] = {StudyConnection(None, name, "en", "") for name in names}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sockets.announcements, "announce_study", lambda _, body: said.append(body))
        sockets._announce_here("any")
    del sockets._at["any"]
    told = json.loads(said[0])
    message = str(ProcessMessage("name-of-a-process", "study", "any", said[0]))
    assert len(message) < process_messages.LONGEST
    assert len(told["people"]) + told["readers"] == len(names)
    assert PeopleHere(**told).people == names[: len(told["people"])]
