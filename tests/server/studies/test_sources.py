"""Studies of tables, annotated games, commentary, files: what goes in and comes out."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
import pytest

from entente.kernel import Match, registry
from entente.kernel.record import dump, parse, record_of
from entente.server.studies.chapters import Chapters
from tests.server.people import House, Json, Person
from tests.server.played import at_random, given_up, record
from tests.server.played import sample as sample_live
from tests.server.studies.authors import another, at, chapter, edit, member, node, play, study, tree
from tests.server.tables import two_at

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]
each_database = pytest.mark.each_database
GAMES = ["attrition", "turmoil", "diplomacy", "pax"]


def give(person: Person, data: bytes, status: int = 201, query: str = "") -> Any:
    """Hand in a file."""
    headers = {"x-csrf-token": person.csrf}
    answer = person.client.post(f"/api/studies/import{query}", content=data, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def path_of(made: Json, number: int = 0) -> str:
    return f"/api/studies/{made['id']}/chapters/{made['chapter_list'][number]['id']}"


def of_table(person: Person, table: Json, status: int = 201, **body: object) -> Json:
    made: Json = person.post(f"/api/tables/{table['id']}/study", status, **body)
    return made


# -- tables


@each_database
def test_a_finished_game_becomes_an_annotated_line(house: House) -> None:
    anna = member(house, "Anna")
    table = given_up(anna)
    made = of_table(anna, table, title="A lesson", annotate=True)
    path = path_of(made)
    text = tree(anna, path)
    assert text["table"] == table["id"]
    actions = [act["action"] for each in text["nodes"] for act in each["acts"]]
    moves = parse(record(anna, table)).moves
    assert actions == [move.action for move in moves]
    last = at(anna, path, text["nodes"][-1]["id"], "central")
    assert last["moves"] == len(moves)
    comments = [comment for each in text["nodes"] for comment in each["comments"]]
    assert all(each["computer"] for each in comments)
    assert {each["language"] for each in comments} in (set(), {"en", "fr"})


def test_a_game_has_its_turning_points_as_comments(house: House) -> None:
    anna = member(house, "Anna")
    made = give(anna, at_random("turmoil"))
    table = anna.client.post(
        "/api/records", content=at_random("turmoil"), headers={"x-csrf-token": anna.csrf}
    ).json()
    annotated = of_table(anna, table, study=made["id"], annotate=True, name="Annotated")
    text = tree(anna, path_of(annotated, 1))
    comments = [comment for each in text["nodes"] for comment in each["comments"]]
    assert comments
    assert any("%" in each["text"] for each in comments)


def test_a_position_of_a_finished_game_is_a_start(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    table = given_up(anna)
    path = path_of(of_table(bert, table, 403 if table["private"] else 201, move=5))
    text = tree(bert, path)
    assert text["moves"] == 5
    assert len(text["nodes"]) == 1
    assert at(bert, path)["moves"] == 5


@each_database
def test_a_game_under_way_stays_the_players_own(house: House) -> None:
    anna, carl = member(house, "Anna"), member(house, "Carl")
    bert = house.person("Bert")
    table = bert.table("turmoil", seats={"authoritarian": "me"})
    table = anna.sit(table, "liberal")
    of_table(carl, table, 409, move=0)
    of_table(anna, table, 409)  # not over
    made = of_table(anna, table, move=0, privacy="unlisted", title="Mine")
    path = path_of(made)
    assert made["chapter_list"][0]["secret"]
    hand = at(anna, path, seat="liberal")["view"]["view"]
    assert hand
    play(anna, path)
    carl.get(path, status=404)
    shown = carl.get(f"/api/studies/{made['id']}")
    assert shown["chapter_list"] == []
    carl.post(f"/api/studies/{made['id']}/copy", 409, title="x")
    anna.get(f"/api/studies/{made['id']}/export", status=409)
    assert carl.get("/api/studies?scope=public")["studies"] == []
    bert.post(f"/api/tables/{table['id']}/concede", seat="authoritarian")
    assert tree(carl, path)["nodes"]


def test_an_analysis_board_of_a_game_under_way_is_as_secret(house: House) -> None:
    anna, carl = member(house, "Anna"), member(house, "Carl")
    bert = house.person("Bert")
    table = anna.sit(bert.table("turmoil", seats={"authoritarian": "me"}), "liberal")
    board = anna.request("POST", f"/api/tables/{table['id']}/fork", {"move": 0}, 201)
    again = anna.request("POST", f"/api/tables/{board['id']}/fork", {"move": 0}, 201)
    for each in (board, again):
        made = of_table(anna, each, privacy="unlisted")
        assert made["chapter_list"][0]["secret"]
        carl.get(path_of(made), status=404)


def test_an_exercise_is_no_study(house: House) -> None:
    anna = member(house, "Anna")
    exercise = anna.get("/api/games/attrition/exercises")[0]["id"]
    table = anna.request("POST", f"/api/games/attrition/exercises/{exercise}", {}, 201)
    of_table(anna, table, 403)
    of_table(anna, table, 403, move=0)


# -- commentary


@each_database
def test_a_commentary_follows_the_game_and_becomes_its_annotation(house: House) -> None:
    carl = member(house, "Carl")
    anna, bert, table = two_at(house, "turmoil")
    made = carl.post(f"/api/tables/{table['id']}/commentary", 201, title="Live", privacy="unlisted")
    path = path_of(made)
    text = tree(carl, path)
    assert text["commentary"]
    assert text["nodes"] == tree(carl, path)["nodes"]
    with anna.live(table) as live:
        seat = "authoritarian"
        action = sample_live(live, seat, Random(1))
        assert live.act(seat, action)["type"] == "done"
    edit(carl, path, op="comment", node=1, language="en", text="A good start", seen=0)
    edit(carl, path, op="glyph", node=1, glyph="!", seen=99)
    edit(carl, path, 409, op="delete", node=1, seen=99)
    carl.get(f"{path}/nodes/0", status=409)
    shown = node(tree(carl, path), 1)
    assert (shown["acts"], shown["comments"][0]["text"]) == ([], "A good start")
    anna.get(path, status=403)
    bert.get(path, status=403)
    bert.post(f"/api/tables/{table['id']}/concede", seat="liberal")
    text = tree(carl, path)
    assert not text["commentary"]
    commented = [each for each in text["nodes"] if each["comments"]]
    assert [(each["acts"][0]["action"], each["glyph"]) for each in commented] == [(action, "!")]
    assert tree(anna, path)["nodes"]


def test_who_may_comment_on_what(house: House) -> None:
    carl, guest = member(house, "Carl"), house.person("Gast")
    anna, bert, table = two_at(house, "turmoil")
    path = f"/api/tables/{table['id']}/commentary"
    anna.post(path, 403)
    guest.post(path, 403)
    waiting = anna.table("turmoil", seats={"authoritarian": "me"})
    carl.post(f"/api/tables/{waiting['id']}/commentary", 409)
    for terms in ({"spectators": False}, {"private": True}):
        other = anna.table("turmoil", seats={"authoritarian": "me"}, **terms)
        other = bert.sit(other, "liberal")
        carl.post(f"/api/tables/{other['id']}/commentary", 403)
    carl.post(path, 201)
    assert [each["owner"] for each in carl.get(f"/api/tables/{table['id']}/studies")] == ["Carl"]
    assert anna.get(f"/api/tables/{table['id']}/studies") == []


# -- files


@pytest.mark.parametrize("game", GAMES)
def test_a_study_exported_and_imported_is_the_same(house: House, game: str) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    data = at_random(game, 60)
    path = path_of(give(anna, data, query="?name=Line"))
    nodes = tree(anna, path)["nodes"]
    middle, last = nodes[len(nodes) // 2]["id"], nodes[-1]["id"]
    varied = another(anna, path, middle, nodes[len(nodes) // 2 + 1]["id"])
    edit(anna, path, op="comment", node=varied, language="fr", text="Autrement", seen=0)
    edit(anna, path, op="marks", node=last, marks=[{"colour": "red", "at": "x"}], seen=99)
    edit(anna, path, op="glyph", node=last, glyph="??", seen=99)
    exported = anna.client.get(f"{path.partition('/chapters')[0]}/export").content
    again = give(bert, exported)
    before, after = tree(anna, path)["nodes"], tree(bert, path_of(again))["nodes"]
    renumbered = {each["id"]: other["id"] for each, other in zip(before, after, strict=True)}
    for each, other in zip(before, after, strict=True):
        assert renumbered.get(each["parent"], -1) == other["parent"]
        for part in ("acts", "open", "stage", "glyph", "marks"):
            assert each[part] == other[part], part
        texts = [[comment["text"] for comment in one["comments"]] for one in (each, other)]
        assert texts[0] == texts[1]
    assert at(anna, path, varied)["view"] == at(bert, path_of(again), renumbered[varied])["view"]


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_a_record_that_can_be_imported(house: House, game: str) -> None:
    anna = member(house, "Anna")
    path = path_of(give(anna, at_random(game, 40)))
    nodes = tree(anna, path)["nodes"]
    other = another(anna, path, nodes[3]["id"], nodes[4]["id"])
    for query in ("", f"?node={other}"):
        line = anna.client.get(f"{path}/record{query}").content
        again = tree(anna, path_of(give(anna, line)))["nodes"]
        match = parse(line).match(registry.load)
        assert [act["action"] for each in again for act in each["acts"]] == [
            move.action for move in match.moves
        ]


def test_a_whole_game_keeps_its_end(house: House) -> None:
    anna = member(house, "Anna")
    path = path_of(give(anna, at_random("attrition")))
    line = anna.client.get(f"{path}/record").content
    assert parse(line).footer is not None
    parse(line).verify(registry.load)
    give(anna, line)


def test_a_sampled_position_comes_back_only_where_it_was_made(house: House) -> None:
    anna = member(house, "Anna")
    bert = house.person("Bert")
    table = anna.sit(bert.table("turmoil", seats={"authoritarian": "me"}), "liberal")
    path = path_of(of_table(anna, table, move=0))
    line = anna.client.get(f"{path}/record").content
    give(anna, line)
    match = Match(registry.load("turmoil"), seed="f" * 32)
    forged = Match(match.game, start=match.game.save(match.state).decode())
    give(anna, dump(record_of(forged)), 422)


def test_a_chapter_reads_as_text(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    first = play(anna, path)["node"]
    other = another(anna, path, 0, first)
    play(anna, path, first)
    edit(anna, path, op="comment", node=other, language="en", text="Rather this", seen=0)
    edit(anna, path, op="glyph", node=first, glyph="?", seen=99)
    text = anna.client.get(f"{path}/text").text
    lines = text.splitlines()
    assert lines[0] == "One"
    assert "  or:" in lines
    assert any(line.endswith(" ?") for line in lines)
    assert any("(Anna: Rather this)" in line for line in lines), text
    french = anna.client.get(f"{path}/text?lang=fr").text
    assert re.search(r"^  ou\s:$", french, re.MULTILINE)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        b"{}",
        b'{"entente": 1}',
        b'{"entente_study": 1}',
        b'{"entente_study": 99, "product": "", "title": "", "about": "", "chapters": []}',
        b'{"entente_study": 1, "product": "", "title": "", "about": "", "chapters": []}',
        b"[" * 5000,
    ],
)
def test_other_files_are_refused_in_words(house: House, data: bytes) -> None:
    anna = member(house, "Anna")
    assert give(anna, data, 422)["text"]


def changed(data: bytes, change: Any) -> bytes:
    file = msgspec.json.decode(data)
    change(file["chapters"][0])
    return msgspec.json.encode(file)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one["nodes"][2].update(parent=77),
        lambda one: one["nodes"][2].update(id=1),
        lambda one: one["nodes"][2].update(acts=[]),
        lambda one: one["nodes"][2].update(acts=[{"seat": "central", "action": "x"}]),
        lambda one: one["nodes"][2].update(acts=[{"seat": "nobody", "action": "done"}]),
        lambda one: one["nodes"][2].update(series=-1),
        lambda one: one["header"].update(game="chess"),
        lambda one: one["header"].update(rules="99"),
        lambda one: one["header"].update(data="0" * 64),
        lambda one: one["header"].update(seed="x" * 1000),
        lambda one: one["header"].update(options={"nothing": 1}),
        lambda one: one["header"].update(start={"x": 1}),
        lambda one: one["moves"].append({"seat": "central", "action": "y"}),
    ],
)
def test_a_forged_study_is_refused_with_its_place(house: House, change: Any) -> None:
    anna = member(house, "Anna")
    path = path_of(give(anna, at_random("attrition", 8)))
    data = anna.client.get(f"{path.partition('/chapters')[0]}/export").content
    status = 409 if b"99" in changed(data, change)[:600] else 422
    headers = {"x-csrf-token": anna.csrf}
    answer = anna.client.post("/api/studies/import", content=changed(data, change), headers=headers)
    assert answer.status_code in (409, 422), status
    assert answer.json()["text"]


def test_positions_come_from_stored_states(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that took long to reach is stored, and another process goes on from there."""
    monkeypatch.setattr("entente.server.studies.positions.COSTLY", -1.0)
    anna = member(house, "Anna")
    path = path_of(give(anna, at_random("turmoil", 60)))
    last = tree(anna, path)["nodes"][-1]["id"]
    first = at(anna, path, last)
    services = house.app.state.services
    services.chapters = Chapters(services.sessions, services.rooms.get)
    again = at(anna, path, last)
    assert again["view"] == first["view"]
    loaded = services.chapters.positions._chapters[path.rpartition("/")[2]]
    assert loaded.stored
    assert len(loaded._kept) == 1  # nothing was replayed


# -- frames of other sites


def test_an_embedded_chapter_steps_through_its_moves_and_escapes_texts(house: House) -> None:
    anna, visitor = member(house, "Anna"), house.person(None)
    home = study(anna, "unlisted", "<b>Openings</b>")
    path = chapter(anna, home)
    first = play(anna, path)["node"]
    edit(anna, path, op="comment", node=first, language="en", text="<i>Slow</i>", seen=0)
    start = visitor.client.get(f"{path}/embed")
    assert "&lt;b&gt;Openings" in start.text
    assert f"?node={first}&amp;lang=en" in start.text
    assert "frame-ancestors *" in start.headers["content-security-policy"]
    assert " style=" not in start.text  # the page's policy would not apply it
    page = visitor.client.get(f"{path}/embed?node={first}&lang=fr").text
    assert "&lt;i&gt;Slow" in page
    assert not {"<b>", "<i>", "<script"} & set(re.findall(r"<\w+>?", page))
    assert visitor.client.get(f"{path}/embed?node=77").text == start.text  # deleted meanwhile
    anna.request("PATCH", home, {"title": "Ours", "privacy": "private"})
    assert visitor.client.get(f"{path}/embed").status_code == 404


def test_a_move_may_be_deleted_while_its_frame_is_drawn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, visitor = member(house, "Anna"), house.person(None)
    path = chapter(anna, study(anna, "unlisted", "Openings"))
    first = play(anna, path)["node"]
    chapters = house.app.state.services.chapters
    usual = chapters.text

    def late(*given: Any) -> Any:
        text = usual(*given)
        text.nodes = [each for each in text.nodes if each.id != first]
        return text

    monkeypatch.setattr(chapters, "text", late)
    visitor.get(f"{path}/embed?node={first}", 409)


def test_a_frame_is_the_same_whatever_is_hidden(house: House) -> None:
    anna, visitor = member(house, "Anna"), house.person(None)
    home = study(anna, "unlisted")
    hands, pages = [], []
    for path in (chapter(anna, home, "turmoil"), chapter(anna, home, "turmoil")):
        hands.append(at(anna, path)["view"]["view"]["hand"])
        page = visitor.client.get(f"{path}/embed").text
        pages.append(page.replace(path.rpartition("/")[2], ""))
    assert hands[0] != hands[1]
    assert pages[0] == pages[1]


def test_a_frame_shows_no_game_under_way(house: House) -> None:
    anna, carl, visitor = member(house, "Anna"), member(house, "Carl"), house.person(None)
    table = anna.sit(
        house.person("Bert").table("turmoil", seats={"authoritarian": "me"}), "liberal"
    )
    secret = path_of(of_table(anna, table, move=0, privacy="unlisted", title="Mine"))
    assert visitor.client.get(f"{secret}/embed").status_code == 404
    live = carl.post(f"/api/tables/{table['id']}/commentary", 201, privacy="unlisted")
    assert visitor.client.get(f"{path_of(live)}/embed").status_code == 409
