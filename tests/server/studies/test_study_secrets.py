"""What studies must not show: hidden information of games under way."""

from __future__ import annotations

import json
from random import Random

import pytest

from entente.server.storage.models import StudyChapter
from entente.server.studies.tree import unpack_start, unpack_tree
from tests.server.people import House
from tests.server.studies.authors import chapter, edit, member, study
from tests.server.twins import moment, twins

pytestmark = pytest.mark.one_database


def test_a_study_of_a_game_under_way_has_nothing_of_what_is_hidden(house: House) -> None:
    """Every position, record and stored byte follows from what its maker may know."""
    match = moment("turmoil", {}, "choose_stability", 4)
    anna, bert = member(house, "Anna"), house.person("Bert")
    me, foe = match.seats
    twin, _ = twins(house, match, me, Random(1), anna, bert)
    with bert.live(twin.table) as live:
        assert live.act(foe, match.position.required_by_seat()[foe].menu.sample(Random(2)))
    path, hidden = f"/api/tables/{twin.id}/study", set[str]()
    assert anna.post(path, move=0, seat=foe, status=403)["key"] == "problem.table.not_yours"
    assert anna.post(path, status=409)["key"] == "problem.moment.not_over"
    for move in (0, 1, 0):
        made = anna.post(path, move=move, status=201)
        chapter = made["chapter_list"][0]["id"]
        at = f"/api/studies/{made['id']}/chapters/{chapter}"
        assert anna.client.get(f"/api/studies/{made['id']}/export").status_code == 409
        shown = [
            anna.client.get(f"{at}{end}").text
            for end in ("", "/record", "/text", "/nodes/0", f"/nodes/0?seat={foe}")
        ]
        with house.app.state.services.sessions() as session:
            row = session.get_one(StudyChapter, chapter)
            start = unpack_start(row.start or b"")
            assert row.secret
            assert not start.moves
        assert all(twin.seed not in text for text in (*shown, str(start)))
        state = match.game.load(json.dumps(start.header.start).encode())
        assert not state.news
        hidden.add(f"{state.hand[foe]} {state.deck}")
    assert len(hidden) == 3
    assert f"{match.state.hand[foe]} {match.state.deck}" not in hidden


def test_a_commentary_stores_nothing_of_its_game(house: House) -> None:
    """Two games that differ only in what spectators must not know have the same commentary."""
    match = moment("turmoil", {}, "choose_stability", 4)
    anna, bert, carl = house.person("Anna"), house.person("Bert"), member(house, "Carl")
    me, _ = match.seats
    texts = []
    for twin in twins(house, match, me, Random(1), anna, bert):
        made = carl.post(f"/api/tables/{twin.id}/commentary", 201, title="Live", name="Live")
        chapter = made["chapter_list"][0]["id"]
        path = f"/api/studies/{made['id']}/chapters/{chapter}"
        edit(carl, path, op="comment", node=0, language="en", text="We begin", seen=0)
        with house.app.state.services.sessions() as session:
            row = session.get_one(StudyChapter, chapter)
            assert row.start is None
            assert all(not node.acts for node in unpack_tree(row.tree).live())
        text = carl.client.get(path).text
        assert twin.seed not in text
        for name in (made["id"], chapter, twin.id):
            text = text.replace(name, "ID")
        texts.append(text)
        listed = carl.client.get(f"/api/tables/{twin.id}/studies").text
        assert twin.seed not in listed
    assert texts[0] == texts[1]


def test_a_reader_does_not_hear_that_a_secret_chapter_changes(house: House) -> None:
    anna, bert, carl = member(house, "Anna"), house.person("Bert"), member(house, "Carl")
    match = moment("turmoil", {}, "choose_stability", 4)
    twin, _ = twins(house, match, match.seats[0], Random(1), anna, bert)
    path = study(anna, "public")
    made = anna.post(f"/api/tables/{twin.id}/study", 201, move=0, study=path.split("/")[-1])
    secret = f"{path}/chapters/{made['chapter_list'][-1]['id']}"
    known = chapter(anna, path)
    carl.get(secret, 404)
    socket = path.replace("/api", "/ws")
    with (
        anna.client.websocket_connect(socket) as hers,
        carl.client.websocket_connect(socket) as his,
    ):
        edit(anna, secret, op="comment", node=0, language="en", text="We begin", seen=0)
        edit(anna, known, op="comment", node=0, language="en", text="Known", seen=0)
        heard = []
        for each in (hers, his):
            changed: list[str] = []
            while not changed or changed[-1] != known.split("/")[-1]:
                frame = each.receive_json()
                changed += [frame["chapter"]] if frame["type"] == "chapter" else []
            heard.append(changed)
    assert heard == [[secret.split("/")[-1], known.split("/")[-1]], [known.split("/")[-1]]]
